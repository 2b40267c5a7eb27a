import type { Text } from "../gen/view";

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

/** The words of a text and the blanks between them. */
export function words(text: string): string[] {
  return text.split(/(\s+)/).filter((word) => word !== "");
}
