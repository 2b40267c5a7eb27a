import { describe, expect, test } from "vitest";

import type { Text } from "../../gen/view";
import { languageOf, type Language } from "./languages";
import { marksOf, type Kind, type Mark } from "./marks";
import { piecesOf, readable } from "./pieces";

/** A generator with a seed, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = [
  ..."ab1 \t\\'\"`$(){}[]<>|&;#=!*?~.,/:@-é漢😀ש\u0301\ud800",
  ..."/* */ // <!-- --> \"\"\" ''' let fn return class 0x1f ${ } #[ ]] null <script> </script>".split(
    " ",
  ),
];
const KINDS: Kind[] = ["keyword", "string", "number", "comment"];

function randomLine(next: (below: number) => number): Text {
  return Array.from({ length: next(5) }, () =>
    next(4) === 0
      ? { hidden: "ESC" }
      : { plain: Array.from({ length: next(20) }, () => WORDS[next(WORDS.length)]).join("") },
  );
}

/** What a person would read, with hidden characters as their labels. */
function flatten(pieces: readonly ({ plain: string } | { hidden: string })[]): string {
  return pieces.map((piece) => ("plain" in piece ? piece.plain : `«${piece.hidden}»`)).join("");
}

/** Fails where a character would be dropped, changed or moved, or cut off from what joins it. */
function checkWhole(line: Text, marks: readonly Mark[], what: string): void {
  const pieces = piecesOf(line, marks);
  expect(flatten(pieces), what).toBe(flatten(line));
  const length = (piece: { plain: string } | { hidden: string }) =>
    "plain" in piece ? piece.plain.length : 1;
  const starts = new Set<number>();
  line.reduce((at, segment) => (starts.add(at), at + length(segment)), 0);
  pieces.reduce((at, piece) => {
    const cut = "plain" in piece && !starts.has(at);
    if (cut) expect(piece.plain.charCodeAt(0), what).toBeLessThan(0x80);
    return at + length(piece);
  }, 0);
}

test("no character is dropped, changed or moved, whatever the marks say", () => {
  for (let seed = 1; seed <= 5_000; seed++) {
    const next = random(seed);
    const line = randomLine(next);
    const marks = Array.from({ length: next(6) }, () => ({
      from: next(60) - 5,
      to: next(60) - 5,
      kind: KINDS[next(4)] ?? "string",
    }));
    checkWhole(line, marks, `seed ${seed}`);
  }
});

const FILES: Record<Language, string> = {
  bash: "run.sh",
  c: "main.c",
  cpp: "main.cpp",
  csharp: "Main.cs",
  css: "page.css",
  dockerfile: "Dockerfile.dev",
  go: "main.go",
  ini: "Cargo.toml",
  java: "Main.java",
  javascript: "page.jsx",
  json: "package.json",
  kotlin: "Main.kt",
  less: "page.less",
  lua: "init.lua",
  makefile: "Makefile",
  markdown: "README.md",
  php: "index.php",
  python: "main.py",
  ruby: "Gemfile",
  rust: "main.rs",
  scss: "page.scss",
  sql: "schema.sql",
  swift: "Main.swift",
  typescript: "page.tsx",
  xml: "index.html",
  yaml: "ci.yml",
};

describe.each(Object.entries(FILES))("%s", (language, name) => {
  test("is known by a file’s name", () => expect(languageOf(name)).toBe(language));

  test("leaves every character of any lines in its place", async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const next = random(seed);
      const lines = Array.from({ length: 1 + next(8) }, () => randomLine(next));
      const marks = await marksOf({ language: language as Language, lines: lines.map(readable) });
      // A grammar that fails leaves all of it plain.
      expect([0, lines.length], `seed ${seed}`).toContain(marks.length);
      lines.forEach((line, index) => {
        const found = marks[index] ?? [];
        let end = 0;
        for (const { from, to } of found) {
          expect(from >= end && to > from && to <= readable(line).length, `seed ${seed}`).toBe(
            true,
          );
          end = to;
        }
        checkWhole(line, found, `seed ${seed}`);
      });
    }
  });
});

test.each(["", ".", "notes", "photo.png", "data.csv", "constructor", "a.__proto__"])(
  "%j has no colours",
  (name) => expect(languageOf(name)).toBe(null),
);

/** The marks as `kind:text`. */
async function check(language: Language, lines: string[]): Promise<string[]> {
  const marks = await marksOf({ language, lines });
  return marks.flatMap((found, index) =>
    found.map(({ from, to, kind }) => `${kind}:${lines[index]?.slice(from, to)}`),
  );
}

describe("colours", () => {
  test.each<[Language, string[], string[]]>([
    ["rust", ["let x = 1; // one"], ["keyword:let", "number:1", "comment:// one"]],
    ["rust", ["/* a", "b */ fn"], ["comment:/* a", "comment:b */", "keyword:fn"]],
    ["python", ["def f(): return 'a'"], ["keyword:def", "keyword:return", "string:'a'"]],
    ["json", ['{"a": "b", "c": null}'], ['string:"b"', "keyword:null"]],
    ["ini", ['name = "a" # b'], ['string:"a"', "comment:# b"]],
    ["sql", ["select 1"], ["keyword:select", "number:1"]],
    ["bash", ["if true; then"], ["keyword:if", "keyword:true", "keyword:then"]],
  ])("%s %j", async (language, lines, expected) => {
    expect(await check(language, lines)).toEqual(expected);
  });
});

describe("pieces", () => {
  const kinds = (line: Text, marks: Mark[]) =>
    piecesOf(line, marks).map((piece) =>
      "hidden" in piece ? `hidden:${piece.hidden}` : `${piece.kind ?? "plain"}:${piece.plain}`,
    );

  test("a hidden character stays where it is inside of a string", () => {
    const line: Text = [{ plain: '"a' }, { hidden: "U+202E" }, { plain: 'b" c' }];
    expect(kinds(line, [{ from: 0, to: 5, kind: "string" }])).toEqual([
      'string:"a',
      "hidden:U+202E",
      'string:b"',
      "plain: c",
    ]);
  });

  test("what joins a letter stays with it", () => {
    const line: Text = [{ plain: "e\u0301 😀x" }];
    expect(kinds(line, [{ from: 1, to: 4, kind: "string" }])).toEqual([
      "plain:e\u0301",
      "string: 😀",
      "plain:x",
    ]);
  });
});
