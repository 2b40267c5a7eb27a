/** A piece of a sentence: our words, our words with weight, or a place for text from outside. */
export type Part =
  | { kind: "words"; text: string }
  | { kind: "strong"; text: string }
  | { kind: "slot"; name: string; strong?: boolean };

/**
 * Splits a sentence at its marks: `{name}` is a place for text from outside, `[words]` carry the
 * sentence's weight. A whole sentence stays one entry of the catalogue, whatever its word order.
 */
export function parts(sentence: string): Part[] {
  const found: Part[] = [];
  for (const [run] of sentence.matchAll(/\[[^\]]+\]|[^[]+|\[/g)) {
    const strong = run.length > 2 && run.startsWith("[") && run.endsWith("]");
    const kind = strong ? "strong" : "words";
    for (const [piece, name] of (strong ? run.slice(1, -1) : run).matchAll(/\{(\w+)\}|[^{]+|\{/g)) {
      if (name === undefined) found.push({ kind, text: piece });
      else found.push(strong ? { kind: "slot", name, strong } : { kind: "slot", name });
    }
  }
  return found;
}
