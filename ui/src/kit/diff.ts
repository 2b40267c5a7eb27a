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
    // A text of which it is not known where it stands has no numbers.
    const known = { before: hunk.before > 0, after: hunk.after > 0 };
    const gap = known.before ? hunk.before - reached : 0;
    let { before, after } = hunk;
    const lines = hunk.lines.map((line) => {
      // A line that goes can be found only in the file before.
      const side = line.change === "removed" ? "before" : "after";
      const number = known[side] ? { before, after }[side] : null;
      if (line.change !== "added") before++;
      if (line.change !== "removed") after++;
      return { ...line, number };
    });
    reached = before;
    return { gap, lines };
  });
}
