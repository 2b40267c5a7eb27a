import type { Text } from "../gen/view";

/** The text for a label or a title, with hidden characters by their labels. */
export function plainText(text: Text): string {
  return text
    .map((segment) => ("plain" in segment ? segment.plain : `[${segment.hidden}]`))
    .join("");
}
