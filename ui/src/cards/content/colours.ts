import { afterPaint } from "../../kit/frames";
import { highlight } from "../../kit/syntax/highlight";
import { languageOf, type Language } from "../../kit/syntax/languages";
import type { Code, Mark } from "../../kit/syntax/marks";
import { readable } from "../../kit/syntax/pieces";
import { lengthOf, plainText, splitPath } from "../../kit/text";
import type { Row } from "./files";

/** Changes of more characters stay plain: thousands of coloured words hold the window up. */
const MOST_CHARACTERS = 60_000;
/** A longer line stays plain: it was not written by a person, and is laid out as one piece. */
const LONGEST_LINE = 1_000;
/** So many lines take their colours at once. */
const STEP = 80;

type Line = Extract<Row, { kind: "line" }>;

/** What a grammar reads at once: one side of one place of a file. */
export interface Side {
  code: Code;
  /** The row of each of its lines; null where the row has its colours from the other side. */
  rows: (Line | null)[];
}

function sideOf(language: Language, lines: Line[], takes: (line: Line) => boolean): Side {
  return {
    code: {
      language,
      lines: lines.map(({ text }) => (lengthOf(text) > LONGEST_LINE ? "" : readable(text))),
    },
    rows: lines.map((line) => (takes(line) ? line : null)),
  };
}

/** Everything that can have colours, in order; nothing where it is too much. */
export function sidesOf(rows: readonly Row[]): Side[] {
  let characters = 0;
  let language: Language | null = null;
  let place: Line[] = [];
  const sides: Side[] = [];
  const close = () => {
    if (language) {
      const after = place.filter(({ change }) => change !== "removed");
      const before = place.filter(({ change }) => change !== "added");
      const removed = ({ change }: Line) => change === "removed";
      if (after.length > 0) sides.push(sideOf(language, after, () => true));
      if (before.some(removed)) sides.push(sideOf(language, before, removed));
    }
    place = [];
  };
  for (const row of rows) {
    if (row.kind === "line") {
      characters += lengthOf(row.text);
      if (characters > MOST_CHARACTERS) return [];
      place.push(row);
      continue;
    }
    close();
    if (row.kind === "file") language = languageOf(plainText(splitPath(row.file.path).name));
  }
  close();
  return sides;
}

/**
 * Finds the colours of rows that are on the screen by now, and hands them out some rows at a time,
 * each time with all before. Returns how to end it.
 */
export function colourRows(
  rows: readonly Row[],
  show: (marks: ReadonlyMap<Row, readonly Mark[]>) => void,
): () => void {
  const sides = sidesOf(rows);
  if (sides.length === 0) return () => undefined;
  const shown = new Map<Row, readonly Mark[]>();
  const found: [Row, readonly Mark[]][] = [];
  let frame: (() => void) | null = null;
  let thread: (() => void) | null = null;

  const step = () => {
    for (const [row, marks] of found.splice(0, STEP)) shown.set(row, marks);
    show(new Map(shown));
    frame = found.length > 0 ? afterPaint(step) : null;
  };
  const take = (side: number, lines: Mark[][]) => {
    sides[side]?.rows.forEach((row, index) => {
      const marks = lines[index] ?? [];
      if (row && marks.length > 0) found.push([row, marks]);
    });
    if (found.length > 0) frame ??= afterPaint(step);
  };

  frame = afterPaint(() => {
    frame = null;
    thread = highlight(
      sides.map(({ code }) => code),
      take,
    );
  });
  return () => {
    frame?.();
    thread?.();
  };
}
