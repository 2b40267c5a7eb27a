import type { Segment, Text } from "../../gen/view";
import type { Kind, Mark } from "./marks";

/** What stands for a hidden character where only its place counts. */
export const HIDDEN = "\ufffc";

/** A piece of a line, in its order. */
export type Piece = Extract<Segment, { hidden: string }> | { plain: string; kind: Kind | null };

/** The line as a grammar reads it. */
export function readable(text: Text): string {
  return text.map((segment) => ("plain" in segment ? segment.plain : HIDDEN)).join("");
}

/**
 * The next place that leaves letters together that are drawn as one: whatever joins a letter before
 * it is not ASCII.
 */
function boundary(text: string, at: number): number {
  if (at <= 0) return 0;
  let place = Math.min(at, text.length);
  while (place < text.length && text.charCodeAt(place) > 0x7f) place++;
  return place;
}

/** Cuts a line where its colour changes. Whatever the marks say, every character stays, in its place. */
export function piecesOf(text: Text, marks: readonly Mark[]): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const segment of text) {
    if ("hidden" in segment) {
      pieces.push(segment);
      start += HIDDEN.length;
      continue;
    }
    const { plain } = segment;
    let done = 0;
    const take = (to: number, kind: Kind | null) => {
      if (to <= done) return;
      pieces.push({ plain: plain.slice(done, to), kind });
      done = to;
    };
    for (const { from, to, kind } of marks) {
      take(boundary(plain, from - start), null);
      take(boundary(plain, to - start), kind);
    }
    take(plain.length, null);
    start += plain.length;
  }
  return pieces;
}
