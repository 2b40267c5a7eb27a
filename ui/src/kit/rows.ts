import type { Text } from "../gen/view";

/** A longer line is drawn as several rows, so that no step of drawing takes long. */
const ROW_CHARACTERS = 32_000;

/** Cuts a line's pieces into rows. A piece without text is never cut. */
export function rowsOf<Piece>(
  pieces: readonly Piece[],
  textOf: (piece: Piece) => string | null,
  withText: (piece: Piece, text: string) => Piece,
  limit = ROW_CHARACTERS,
): Piece[][] {
  const rows: Piece[][] = [[]];
  let room = limit;
  for (const piece of pieces) {
    const text = textOf(piece);
    if (text === null || text.length <= room) {
      rows.at(-1)?.push(piece);
      room -= text?.length ?? 0;
      continue;
    }
    for (let from = 0; from < text.length;) {
      if (room <= 0) {
        rows.push([]);
        room = limit;
      }
      const to = whole(text, Math.min(from + room, text.length));
      rows.at(-1)?.push(withText(piece, text.slice(from, to)));
      room -= to - from;
      from = to;
    }
  }
  return rows;
}

/** The same of a text. */
export function textRows(line: Text, limit = ROW_CHARACTERS): Text[] {
  return rowsOf(
    line,
    (segment) => ("plain" in segment ? segment.plain : null),
    (_, plain) => ({ plain }),
    limit,
  );
}

/** The place itself, or the one after it where it lies between the halves of one character. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}
