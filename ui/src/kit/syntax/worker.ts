import { marksOf, type Code } from "./marks";

/** Answers each code with its marks, in order. */
self.addEventListener("message", async ({ data }: MessageEvent<Code[]>) => {
  for (const code of data) self.postMessage(await marksOf(code).catch(() => []));
});
