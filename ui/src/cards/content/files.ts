import type { FileView, LineChange, Text, Unread } from "../../gen/view";
import { placesOf } from "../../kit/diff";
import { textRows } from "../../kit/rows";

/** A row of the changes: a file's heading, what stands between its places, or one of its lines. */
export type Row =
  | { kind: "file"; file: FileView }
  | { kind: "gap"; lines: number }
  | { kind: "replacement"; position: number; of: number }
  | { kind: "nothing"; file: FileView }
  | { kind: "line"; change: LineChange; number: number | null; text: Text; goesOn: boolean };

/** Why a file's change is not shown as a difference to what is there; none where it is. */
export function whyUnread({ change }: FileView): Unread | null {
  if (change.is === "unread") return change.why;
  return change.is === "deleted" ? change.unread : null;
}

/** Every file's rows, in order. */
export function rowsOfFiles(files: readonly FileView[]): Row[] {
  return files.flatMap((file) => {
    const rows: Row[] = [{ kind: "file", file }];
    const places = placesOf(file.diff);
    places.forEach(({ gap, lines }, index) => {
      const unknown = file.change.is === "unread" && places.length > 1;
      if (unknown) rows.push({ kind: "replacement", position: index + 1, of: places.length });
      // Before the first place the numbers of the lines say as much.
      else if (gap > 0 && index > 0) rows.push({ kind: "gap", lines: gap });
      for (const { change, number, text } of lines) {
        textRows(text).forEach((text, index) => {
          const goesOn = index > 0;
          rows.push({ kind: "line", change, number: goesOn ? null : number, text, goesOn });
        });
      }
    });
    // The heading of a file that goes unread says what there is to say.
    const isSaid = file.change.is === "deleted" && file.change.unread !== null;
    if (places.length === 0 && !isSaid) rows.push({ kind: "nothing", file });
    return rows;
  });
}
