import type { Code, Mark } from "./marks";

/** A text can be written so that a grammar takes minutes. After so many milliseconds it stays plain. */
const PATIENCE = 10_000;

/**
 * Finds the marks of each code in turn, in a thread of its own that ends with the last one, so that
 * no text can hold the page up. Returns how to end it before. What fails stays plain.
 */
export function highlight(
  codes: readonly Code[],
  found: (code: number, marks: Mark[][]) => void,
): () => void {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  let at = 0;
  const end = () => {
    clearTimeout(timer);
    worker.terminate();
  };
  let timer = setTimeout(end, PATIENCE);
  worker.addEventListener("error", end);
  worker.addEventListener("message", ({ data }: MessageEvent<Mark[][]>) => {
    clearTimeout(timer);
    found(at++, data);
    if (at === codes.length) end();
    else timer = setTimeout(end, PATIENCE);
  });
  worker.postMessage(codes);
  return end;
}
