import { expect, test } from "vitest";

import type { FileView, LineChange, Text } from "../../gen/view";
import { sidesOf } from "./colours";
import { rowsOfFiles } from "./files";

type Places = [LineChange, string | Text][][];

function file(path: string, places: Places): FileView {
  return {
    path: [{ plain: path }],
    leads_to: null,
    outside: false,
    change: { is: "changed" },
    diff: {
      added: 0,
      removed: 0,
      hunks: places.map((lines, index) => ({
        before: 1 + index * 100,
        after: 1 + index * 100,
        lines: lines.map(([change, text]) => ({
          change,
          text: typeof text === "string" ? [{ plain: text }] : text,
        })),
      })),
    },
  };
}

/** Each side as its language and its lines; a line that takes no colours from it in brackets. */
function check(files: FileView[]): string[] {
  return sidesOf(rowsOfFiles(files)).map(
    ({ code, rows }) =>
      `${code.language}: ${code.lines.map((line, index) => (rows[index] ? line : `[${line}]`)).join(" ")}`,
  );
}

test("a place is read as it will be, and as it was for what goes", () => {
  const places: Places = [
    [
      ["same", "a"],
      ["removed", "b"],
      ["added", "c"],
      ["same", "d"],
    ],
    [["added", "e"]],
  ];
  expect(check([file("/x/a.rs", places), file("/x/b.py", [[["removed", "f"]]])])).toEqual([
    "rust: a c d",
    "rust: [a] b [d]",
    "rust: e",
    "python: f",
  ]);
});

test("a file of another kind has none", () => {
  expect(check([file("/x/a.txt", [[["added", "a"]]])])).toEqual([]);
  expect(check([file("/x/a.rs", [])])).toEqual([]);
});

test("a hidden character takes one place", () => {
  const text: Text = [{ plain: "a" }, { hidden: "U+202E" }, { plain: "b" }];
  expect(check([file("/x/a.rs", [[["added", text]]])])).toEqual(["rust: a\ufffcb"]);
});

test("a very long line stays plain, the others do not", () => {
  const long = "a".repeat(1_001);
  const lines: Places = [
    [
      ["added", long],
      ["added", "b"],
    ],
  ];
  expect(check([file("/x/a.rs", lines)])).toEqual(["rust:  b"]);
});

test("a very large change stays plain as a whole", () => {
  const lines = (count: number): Places => [
    Array.from({ length: count }, () => ["added", "a".repeat(100)]),
  ];
  expect(check([file("/x/a.rs", lines(600))]).length).toBe(1);
  expect(check([file("/x/a.rs", lines(601))])).toEqual([]);
  expect(check([file("/x/a.rs", lines(300)), file("/x/b.rs", lines(301))])).toEqual([]);
});
