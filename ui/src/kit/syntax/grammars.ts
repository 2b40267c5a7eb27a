import type { LanguageFn } from "highlight.js";

import type { Language } from "./languages";

/** Each grammar is a file of its own, so that a card loads only those of its files. */
const GRAMMARS: Record<Language, () => Promise<{ default: LanguageFn }>> = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  csharp: () => import("highlight.js/lib/languages/csharp"),
  css: () => import("highlight.js/lib/languages/css"),
  dockerfile: () => import("highlight.js/lib/languages/dockerfile"),
  go: () => import("highlight.js/lib/languages/go"),
  ini: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  kotlin: () => import("highlight.js/lib/languages/kotlin"),
  less: () => import("highlight.js/lib/languages/less"),
  lua: () => import("highlight.js/lib/languages/lua"),
  makefile: () => import("highlight.js/lib/languages/makefile"),
  markdown: () => import("highlight.js/lib/languages/markdown"),
  php: () => import("highlight.js/lib/languages/php"),
  python: () => import("highlight.js/lib/languages/python"),
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rust: () => import("highlight.js/lib/languages/rust"),
  scss: () => import("highlight.js/lib/languages/scss"),
  sql: () => import("highlight.js/lib/languages/sql"),
  swift: () => import("highlight.js/lib/languages/swift"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
};

/** Languages that stand inside another. */
const INSIDE: Partial<Record<Language, Language[]>> = {
  dockerfile: ["bash"],
  javascript: ["xml"],
  markdown: ["xml"],
  typescript: ["xml"],
  xml: ["css", "javascript"],
};

/** The grammars that a text in this language needs. */
export async function grammarsFor(
  language: Language,
): Promise<Partial<Record<Language, LanguageFn>>> {
  const needed = [language, ...(INSIDE[language] ?? [])];
  const loaded = await Promise.all(
    needed.map(async (name) => [name, (await GRAMMARS[name]()).default] as const),
  );
  return Object.fromEntries(loaded);
}
