import { expect, test } from "vitest";

import type { Text } from "../../gen/view";
import { rowsOfMarkdown, webAddress, type Row, type Span } from "./markdown";

const plain = (text: string): Text => (text === "" ? [] : [{ plain: text }]);
const written = (text: Text) =>
  text.map((s) => ("plain" in s ? s.plain : `⟨${s.hidden}⟩`)).join("");

/** What a span draws, in order. */
function drawn(span: Span): string {
  switch (span.kind) {
    case "text":
    case "code":
    case "markup":
      return written(span.text);
    case "strong":
    case "emphasis":
    case "struck":
      return span.spans.map(drawn).join("");
    case "link":
    case "image":
      return span.spans.map(drawn).join("") + written(span.target) + written(span.title ?? []);
  }
}

function drawnRow(row: Row): string {
  switch (row.kind) {
    case "text":
    case "heading":
    case "quote":
      return row.spans.map(drawn).join("");
    case "item":
      return row.marker + row.spans.map(drawn).join("");
    case "fence":
      return written(row.says);
    case "code":
    case "columns":
      return written(row.text);
    case "rule":
    case "blank":
      return "";
  }
}

/** Shows how a line is read: `*` strong, `/` emphasis, `` ` `` code, `<>` markup, `[](|)` links. */
function shape(span: Span): string {
  switch (span.kind) {
    case "text":
      return written(span.text);
    case "code":
      return `\`${written(span.text)}\``;
    case "markup":
      return `{${written(span.text)}}`;
    case "strong":
      return `*${span.spans.map(shape).join("")}*`;
    case "emphasis":
      return `/${span.spans.map(shape).join("")}/`;
    case "struck":
      return `~${span.spans.map(shape).join("")}~`;
    case "link":
    case "image": {
      const title = span.title ? `|${written(span.title)}` : "";
      const mark = span.kind === "image" ? "!" : "";
      return `${mark}[${span.spans.map(shape).join("")}](${written(span.target)}${title})`;
    }
  }
}

test.each<[string, string]>([
  ["plain words", "plain words"],
  ["**strong** and *soft*", "*strong* and /soft/"],
  ["__strong__ and _soft_", "*strong* and /soft/"],
  ["***both***", "*/both/*"],
  ["**a *b* c**", "*a /b/ c*"],
  ["~~gone~~", "~gone~"],
  ["snake_case_name and a*b", "snake_case_name and a*b"],
  ["2 * 3 * 4", "2 * 3 * 4"],
  ["**never closed", "**never closed"],
  ["`code` and ``a ` b``", "`code` and `a ` b`"],
  ["``not closed` here", "``not closed` here"],
  ["`**not strong**`", "`**not strong**`"],
  ["\\*not soft\\* \\n", "*not soft* \\n"],
  ["[words](https://a.test/b)", "[words](https://a.test/b)"],
  ['[words](https://a.test "title")', "[words](https://a.test|title)"],
  ["[**w**](<a b>)", "[*w*](a b)"],
  ["[w](https://a.test/x_(y))", "[w](https://a.test/x_(y))"],
  ["![alt](https://a.test/i.png)", "![alt](https://a.test/i.png)"],
  ["[![alt](i.png)](https://a.test)", "[![alt](i.png)]([](https://a.test))"],
  ["[ref][1]", "[ref][1]"],
  ["see https://a.test/x, or", "see [](https://a.test/x), or"],
  ["<https://a.test>", "[](https://a.test)"],
  ['<a href="https://a.test">x</a>', '{<a href="https://a.test">}x{</a>}'],
  ["<!-- hidden --> shown", "{<!--} hidden {-->} shown"],
  ["1 < 2 && 3 > 2", "1 < 2 && 3 > 2"],
])("%s", (source, expected) => {
  const [row] = rowsOfMarkdown(plain(source));
  expect(row && "spans" in row && row.spans.map(shape).join("")).toBe(expected);
});

test("each line is read by itself", () => {
  const source = [
    "# Plan",
    "",
    "- [x] one",
    "  2) two",
    "> > said",
    "| a | b |",
    "---",
    "```sh title",
    "# not a heading",
    "```",
    "[1]: https://a.test",
    "~~~",
    "```",
  ].join("\n");
  expect(rowsOfMarkdown(plain(source)).map((row) => [row.kind, drawnRow(row)])).toEqual([
    ["heading", "Plan"],
    ["blank", ""],
    ["item", "-[x] one"],
    ["item", "2)two"],
    ["quote", "said"],
    ["columns", "| a | b |"],
    ["rule", ""],
    ["fence", "sh title"],
    ["code", "# not a heading"],
    ["text", "[1]: https://a.test"],
    ["fence", ""],
    ["code", "```"],
  ]);
});

test("hidden characters stay where they are", () => {
  const text: Text = [
    { plain: "**a" },
    { hidden: "U+200B" },
    { plain: "b** [x](https://a" },
    { hidden: "U+202E" },
    { plain: ".test) `" },
    { hidden: "ESC" },
    { plain: "` \uffff" },
  ];
  const [row] = rowsOfMarkdown(text);
  expect(row && "spans" in row && row.spans.map(shape).join("")).toBe(
    "*a⟨U+200B⟩b* [x](https://a⟨U+202E⟩.test) `⟨ESC⟩` ⟨U+FFFF⟩",
  );
});

/** Numbers that come out the same each time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** All that is not a mark. */
const letters = (text: string) => text.replace(/[\s\\`*_~#>+\-[\]()<"'!=|:.]/g, "");

test("nothing but marks is missing, whatever the text", () => {
  const pieces =
    'a|b c|**|*|_|__|~~|`|``|```|[|]|(|)|](|![|<|>|<!--|-->|<b>|</b>|https://x.test/y|\\|\\*|\n|\n\n|# |- |1. |> |---|"t"|\'|&amp;|é|語|  |\t|\u2028'.split(
      "|",
    );
  const next = random(7);
  for (let round = 0; round < 5_000; round++) {
    const text: Text = Array.from({ length: 1 + next(14) }, () =>
      next(12) === 0 ? { hidden: "Z" } : { plain: pieces[next(pieces.length)] ?? "" },
    );
    const shown = rowsOfMarkdown(text).map(drawnRow).join("\n");
    expect(letters(shown), JSON.stringify(text)).toBe(letters(written(text)));
  }
});

test("what would take long is read too, in a time that grows with its length", () => {
  const hostile = ["*", "_", "[", "`", "<", "![", "**a", "(", "https://", "[a](", "\\"];
  for (const piece of hostile) {
    const source = `${piece.repeat(3_990 / piece.length)}\n`.repeat(20);
    const rows = rowsOfMarkdown(plain(source));
    expect(letters(rows.map(drawnRow).join(""))).toBe(letters(source));
  }
});

test.each<[Text, string | null]>([
  [plain("https://a.test/b?c#d"), "https://a.test/b?c#d"],
  [plain("HTTP://a.test"), "http://a.test/"],
  [plain("javascript:alert(1)"), null],
  [plain("file:///etc/passwd"), null],
  [plain("/relative"), null],
  [plain("mailto:a@b.test"), null],
  [[{ plain: "https://a.test/" }, { hidden: "U+202E" }], null],
  [[], null],
])("%j opens %s", (target, expected) => {
  expect(webAddress(target)).toBe(expected);
});
