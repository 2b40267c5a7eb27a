import type { Segment, Text } from "../gen/view";

/** The text for a label or a title, with hidden characters by their labels. */
export function plainText(text: Text): string {
  return text
    .map((segment) => ("plain" in segment ? segment.plain : `[${segment.hidden}]`))
    .join("");
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** Whether a text has letters that run from right to left, so that its words would swap places. */
export function isolated(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The direction in which a text begins. `dir="auto"` looks past text that has its own box. */
export function directionOf(text: Text): "ltr" | "rtl" {
  for (const segment of text) {
    const [letter] = ("plain" in segment && /\p{L}/u.exec(segment.plain)) || [];
    if (letter) return isolated(letter) ? "rtl" : "ltr";
  }
  return "ltr";
}

/** The words of a text and the blanks between them. */
export function words(text: string): string[] {
  return text.split(/(\s+)/).filter((word) => word !== "");
}

/** About how much room a text takes, in characters. */
export function lengthOf(text: Text): number {
  return text.reduce((sum, s) => sum + ("plain" in s ? s.plain : s.hidden).length, 0);
}

/** The lines of a text, without their ends. An end at the very end begins no line. */
export function linesOf(text: Text): Text[] {
  const lines: Segment[][] = [[]];
  for (const segment of text) {
    if ("hidden" in segment) {
      lines.at(-1)?.push(segment);
      continue;
    }
    segment.plain.split("\n").forEach((plain, index) => {
      if (index > 0) lines.push([]);
      if (plain) lines.at(-1)?.push({ plain });
    });
  }
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

/** A path as its folder, with the slash at its end, and the name in it. */
export function splitPath(path: Text): { folder: Text; name: Text } {
  const at = path.findLastIndex((segment) => "plain" in segment && segment.plain.includes("/"));
  const segment = path[at];
  if (!segment || !("plain" in segment)) return { folder: [], name: path };
  const end = segment.plain.lastIndexOf("/") + 1;
  const rest = segment.plain.slice(end);
  const name = [...(rest ? [{ plain: rest }] : []), ...path.slice(at + 1)];
  if (name.length === 0) return { folder: [], name: path };
  return { folder: [...path.slice(0, at), { plain: segment.plain.slice(0, end) }], name };
}
