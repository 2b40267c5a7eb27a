import { expect, test } from "vitest";

import { en } from "./en";
import { parts, type Part } from "./parts";

test.each<[string, Part[]]>([
  ["", []],
  ["Allow", [{ kind: "words", text: "Allow" }]],
  [
    "wants to [run a command]",
    [
      { kind: "words", text: "wants to " },
      { kind: "strong", text: "run a command" },
    ],
  ],
  [
    "wants to [edit {name}]",
    [
      { kind: "words", text: "wants to " },
      { kind: "strong", text: "edit " },
      { kind: "slot", name: "name", strong: true },
    ],
  ],
  [
    "{project} runs {step}",
    [
      { kind: "slot", name: "project" },
      { kind: "words", text: " runs " },
      { kind: "slot", name: "step" },
    ],
  ],
])("%j", (sentence, expected) => {
  expect(parts(sentence)).toEqual(expected);
});

/** Every sentence of a catalogue; those that take values are called with some. */
function sentences(catalogue: object): string[] {
  return Object.values(catalogue).flatMap((entry: unknown) => {
    if (typeof entry === "string") return [entry];
    if (typeof entry === "function") return [String(entry(1, 2))];
    return typeof entry === "object" && entry !== null ? sentences(entry) : [];
  });
}

test("every sentence is said whole, without exclamation and without stray marks", () => {
  for (const sentence of sentences(en)) {
    expect(sentence).toMatch(/\S/);
    expect(sentence).not.toContain("!");
    for (const part of parts(sentence)) {
      if (part.kind !== "slot") expect(part.text).not.toMatch(/[{}[\]]/);
    }
  }
});

test("numbers follow the language and their noun", () => {
  expect(en.command.lines(1)).toBe("1 line");
  expect(en.command.characters(18123)).toBe("18,123 characters");
  expect(en.card.countdown(0, 5)).toBe("Goes back to the terminal in 0:05");
});
