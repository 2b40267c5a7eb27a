/** A piece of a sentence: our words, our words with weight, or a place for text from outside. */
export type Part =
  | { kind: "words"; text: string }
  | { kind: "strong"; text: string }
  | { kind: "slot"; name: string };

/**
 * Splits a sentence at its marks: `{name}` is a place for text from outside, `[words]` carry the
 * sentence's weight. A whole sentence stays one entry of the catalogue, whatever its word order.
 */
export function parts(sentence: string): Part[] {
  const found: Part[] = [];
  let end = 0;
  for (const mark of sentence.matchAll(/\{(\w+)\}|\[([^\]]+)\]/g)) {
    if (mark.index > end) found.push({ kind: "words", text: sentence.slice(end, mark.index) });
    if (mark[1] !== undefined) found.push({ kind: "slot", name: mark[1] });
    else found.push({ kind: "strong", text: mark[2] ?? "" });
    end = mark.index + mark[0].length;
  }
  if (end < sentence.length) found.push({ kind: "words", text: sentence.slice(end) });
  return found;
}
