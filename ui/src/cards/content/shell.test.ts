import { describe, expect, test } from "vitest";

import type { Text } from "../../gen/view";
import { lines, tokenize } from "./shell";

/** The tokens as `kind:text`, without the blanks between them. */
function check(command: string): string[] {
  return tokenize([{ plain: command }]).flatMap((token) => {
    if (token.kind === "hidden") return [`hidden:${token.label}`];
    return token.text.trim() === "" ? [] : [`${token.kind}:${token.text.trim()}`];
  });
}

describe("colours", () => {
  test.each<[string, string[]]>([
    ["", []],
    ["ls", ["command:ls"]],
    ["cargo test --all -q", ["command:cargo", "text:test", "option:--all", "option:-q"]],
    ["a && b", ["command:a", "operator:&&", "command:b"]],
    ["a | b;c", ["command:a", "operator:|", "command:b", "operator:;", "command:c"]],
    ["a\nb", ["command:a", "command:b"]],
    ["a \\\n b", ["command:a", "text:\\\n b"]],
    ["X=1 make", ["variable:X=1", "command:make"]],
    ["sudo rm -rf /", ["command:sudo", "command:rm", "option:-rf", "text:/"]],
    ["echo 'a && b'", ["command:echo", "string:'a && b'"]],
    ['echo "$HOME/x"', ["command:echo", 'string:"', "variable:$HOME", 'string:/x"']],
    ["echo $(date)", ["command:echo", "operator:$(", "command:date", "operator:)"]],
    ["cat < in > out", ["command:cat", "operator:<", "text:in", "operator:>", "text:out"]],
    ["> out cat", ["operator:>", "text:out", "command:cat"]],
    ["ls # all of it\nrm x", ["command:ls", "comment:# all of it", "command:rm", "text:x"]],
    ["a#b", ["command:a#b"]],
    [
      "if a; then b; fi",
      [
        "keyword:if",
        "command:a",
        "operator:;",
        "keyword:then",
        "command:b",
        "operator:;",
        "keyword:fi",
      ],
    ],
    ["echo 'open", ["command:echo", "string:'open"]],
  ])("%j", (command, expected) => {
    expect(check(command)).toEqual(expected);
  });

  test("a hidden character does not end its word", () => {
    const tokens = tokenize([{ plain: "rm safe" }, { hidden: "U+202E" }, { plain: "txt" }]);
    expect(tokens).toEqual([
      { kind: "command", text: "rm" },
      { kind: "text", text: " safe" },
      { kind: "hidden", label: "U+202E" },
      { kind: "text", text: "txt" },
    ]);
  });
});

/** A generator with a seed, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ALPHABET = [..."ab1 -\t\n\r\\'\"`$(){}[]<>|&;#=!*?~.,/:é漢😀\u0301\ud800", " ".repeat(20)];

/** What a person would read, with hidden characters as their labels. */
function flatten(text: Text): string {
  return text
    .map((segment) => ("plain" in segment ? segment.plain : `«${segment.hidden}»`))
    .join("");
}

test("no character is dropped, changed or moved", () => {
  for (let seed = 1; seed <= 3000; seed++) {
    const next = random(seed);
    const command: Text = Array.from({ length: next(6) }, () =>
      next(4) === 0
        ? { hidden: "ESC" }
        : {
            plain: Array.from({ length: next(30) }, () => ALPHABET[next(ALPHABET.length)]).join(""),
          },
    );
    const drawn = lines(tokenize(command));
    const text = drawn
      .flat()
      .map((piece) => (piece.kind === "hidden" ? `«${piece.label}»` : piece.text))
      .join("");
    expect(text, `seed ${seed}`).toBe(flatten(command));
    for (const line of drawn.slice(0, -1)) {
      const last = line.at(-1);
      expect(last && "text" in last && last.text.endsWith("\n"), `seed ${seed}`).toBe(true);
    }
  }
});

test("a line break at the very end begins no line", () => {
  const count = (plain: string) => lines(tokenize([{ plain }])).length;
  expect([
    count("a"),
    count("a\n"),
    count("a\nb\n"),
    count("a\n\n"),
    count("\n"),
    count(""),
  ]).toEqual([1, 1, 2, 2, 1, 1]);
});

test("a run of blanks in a line says how long it is", () => {
  const drawn = lines(tokenize([{ plain: `echo hi${" ".repeat(5000)}; rm -rf ~` }]));
  const blanks = drawn.flat().filter((piece) => piece.kind === "blanks");
  expect(blanks).toEqual([{ kind: "blanks", text: " ".repeat(5000) }]);
});

test("indentation stays as it is", () => {
  const drawn = lines(tokenize([{ plain: `a\n${" ".repeat(20)}b` }]));
  expect(drawn.flat().some((piece) => piece.kind === "blanks")).toBe(false);
});

test("a very long command is shown without colour, but whole", () => {
  const command = "x ".repeat(30_000);
  expect(tokenize([{ plain: command }])).toEqual([{ kind: "text", text: command }]);
});
