import type { DiffView, LineView } from "../gen/view";

/** A line of a diff with its number, of the file in which it can be found; null where none is known. */
export type NumberedLine = LineView & { number: number | null };

/** A place of a diff: how many lines stay before it, and its lines. */
export interface DiffPlace {
  gap: number;
  lines: NumberedLine[];
}

/** The places of a diff, with the numbers of their lines. */
export function placesOf(diff: DiffView): DiffPlace[] {
  let reached = 1;
  return diff.hunks.map((hunk) => {
    const known = hunk.before > 0 && hunk.after > 0;
    const gap = known ? hunk.before - reached : 0;
    let { before, after } = hunk;
    const lines = hunk.lines.map((line) => {
      // A line that goes can be found only in the file before.
      const number = line.change === "removed" ? before : after;
      if (line.change !== "added") before++;
      if (line.change !== "removed") after++;
      return { ...line, number: known ? number : null };
    });
    reached = before;
    return { gap, lines };
  });
}
