import ts from "typescript";
import { describe, expect, test } from "vitest";

import type { Catalogue } from "./catalogue";
import { en } from "./en";
import { catalogueOf } from "./language.svelte";
import { parts } from "./parts";
import { ptBR } from "./ptBR";

const SOURCES = import.meta.glob<string>(["./en/*.ts", "./ptBR/*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const CATALOGUES: Record<string, Catalogue> = { en, ptBR };

type Words = (...values: unknown[]) => string;
type Entry = string | Words;

/** Every entry of a catalogue, by its path; not the names of languages and keys. */
function entries(of: object, path = ""): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const [key, entry] of Object.entries(of) as [string, unknown][]) {
    const place = path ? `${path}.${key}` : key;
    if (place === "locale" || place === "keys") continue;
    if (typeof entry === "object" && entry !== null) {
      for (const [inner, value] of entries(entry, place)) found.set(inner, value);
    } else found.set(place, entry as Entry);
  }
  return found;
}

/**
 * What an entry says with several values: numbers of each plural, and names. A sentence takes what it
 * wants of them.
 */
function said(entry: Entry): string[] {
  if (typeof entry === "string") return [entry];
  const VALUES: unknown[][] = [
    [1, 1, 1],
    [2, 2, 2],
    [0, 0, 0],
    [5, 12_345, 1],
    [12_345, 5, 2],
    ["a name", "another", "a third"],
    ["a name", false, "a third"],
    ["a name", true, "a third"],
    [3, null, "a third"],
    [null, null, "a third"],
  ];
  return VALUES.map((values) => String(entry(...values)));
}

/** The marks of a sentence: its places, and whether some of it has weight. */
const marks = (sentence: string) =>
  parts(sentence)
    .flatMap((part) =>
      part.kind === "slot"
        ? [`{${part.name}}${part.strong ? " strong" : ""}`]
        : part.kind === "strong"
          ? ["strong"]
          : [],
    )
    .filter((mark, index, all) => mark !== "strong" || all.indexOf(mark) === index)
    .sort();

const english = entries(en);

describe.each(Object.entries(CATALOGUES))("%s", (_, catalogue) => {
  const all = entries(catalogue);

  test("has every entry and no other", () => {
    expect([...all.keys()]).toEqual([...english.keys()]);
  });

  test("says each sentence whole", () => {
    for (const [place, entry] of all) {
      for (const sentence of said(entry)) {
        // A blank at an end, or an opening without its close, is a part of a sentence.
        expect(sentence, place).toMatch(/^\S(.*\S)?$/u);
        expect(sentence, place).not.toMatch(/!|#|undefined/);
        for (const part of parts(sentence)) {
          if (part.kind !== "slot") expect(part.text, place).not.toMatch(/[{}[\]]/);
        }
      }
    }
  });

  test("has the places of the English sentences", () => {
    for (const [place, entry] of all) {
      expect(said(entry).map(marks), place).toEqual(said(english.get(place) ?? "").map(marks));
    }
  });

  test("has a plural where English has one", () => {
    const withoutNumbers = (text: string) => text.replace(/\d/g, "");
    const [one, several] = [
      [1, 1, 1],
      [2, 2, 2],
    ];
    for (const [place, entry] of all) {
      const inEnglish = english.get(place);
      if (typeof entry !== "function" || typeof inEnglish !== "function") continue;
      const differs = (words: Words) =>
        withoutNumbers(words(...one)) !== withoutNumbers(words(...several));
      expect(differs(entry), place).toBe(differs(inEnglish));
    }
  });
});

/** Words that Portuguese writes as English does: names, signs, and measures. */
const SAME = new Set([
  "island.label",
  "session.more",
  "session.cost",
  "time.minutes",
  "time.hours",
  "limits.used",
  "session.step.serverTool",
  "session.hooks.says",
  "outcome.before",
  "queue.left",
  "queue.useOf",
  "card.quoted",
  "diff.added",
  "diff.removed",
  "setup.folder",
  "setup.rows.hooks",
  "setup.test.ms",
  "approvals.history.at",
  "approvals.history.quoted",
]);

test("Portuguese says nothing in English", () => {
  const same = [...entries(ptBR)]
    .filter(([place, entry]) => said(entry).join() === said(english.get(place) ?? "").join())
    .map(([place]) => place);
  expect(same.filter((place) => !SAME.has(place))).toEqual([]);
});

test("no sentence is put together of parts", () => {
  for (const [file, source] of Object.entries(SOURCES)) {
    const visit = (node: ts.Node): void => {
      const joins =
        ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
      expect(joins, `${file}: ${node.getText()}`).toBe(false);
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true), visit);
  }
});

test.each([
  ["system", "C", en],
  ["system", "", en],
  ["system", "en_GB.UTF-8", en],
  ["system", "de_DE.UTF-8", en],
  ["system", "pt_BR.UTF-8", ptBR],
  ["system", "pt_PT.UTF-8", ptBR],
  ["system", "pt", ptBR],
  ["system", "pt-BR", ptBR],
  ["system", "ptolemaic", en],
  ["en", "pt_BR.UTF-8", en],
  ["pt-BR", "en_US.UTF-8", ptBR],
] as const)("%s in a desktop of %j", (language, system_language, expected) => {
  expect(catalogueOf({ language, system_language })).toBe(expected);
});
