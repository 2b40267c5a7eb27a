/** A language that has colours, by the name of its grammar. */
export type Language =
  | "bash"
  | "c"
  | "cpp"
  | "csharp"
  | "css"
  | "dockerfile"
  | "go"
  | "ini"
  | "java"
  | "javascript"
  | "json"
  | "kotlin"
  | "less"
  | "lua"
  | "makefile"
  | "markdown"
  | "php"
  | "python"
  | "ruby"
  | "rust"
  | "scss"
  | "sql"
  | "swift"
  | "typescript"
  | "xml"
  | "yaml";

/** What a file's name ends with, or what it is called. */
const NAMES: Record<Language, string> = {
  bash: ".sh .bash .zsh .ksh .bashrc .bash_profile .profile .zshrc .envrc",
  c: ".c .h",
  cpp: ".cc .cpp .cxx .hh .hpp .hxx",
  csharp: ".cs",
  css: ".css",
  dockerfile: "dockerfile containerfile .dockerfile",
  go: ".go",
  ini: ".toml .ini .cfg .conf .editorconfig .gitconfig .service .desktop cargo.lock",
  java: ".java",
  javascript: ".js .jsx .mjs .cjs",
  json: ".json .jsonc .json5 .webmanifest",
  kotlin: ".kt .kts",
  less: ".less",
  lua: ".lua",
  makefile: ".mk makefile gnumakefile justfile",
  markdown: ".md .markdown .mdx",
  php: ".php",
  python: ".py .pyi",
  ruby: ".rb .rake .gemspec gemfile rakefile",
  rust: ".rs",
  scss: ".scss",
  sql: ".sql",
  swift: ".swift",
  typescript: ".ts .tsx .mts .cts",
  xml: ".xml .html .htm .xhtml .svg .vue .svelte .plist .xsd .xsl .csproj",
  yaml: ".yml .yaml",
};

const LANGUAGES = new Map(
  (Object.keys(NAMES) as Language[]).flatMap((language) =>
    NAMES[language].split(" ").map((name) => [name, language] as const),
  ),
);

/** The language of a file with this name; null where it has no colours. */
export function languageOf(name: string): Language | null {
  const lower = name.toLowerCase();
  const dot = lower.lastIndexOf(".");
  const end = dot === -1 ? lower : lower.slice(dot);
  // `Dockerfile.dev` is one, too.
  const start = dot > 0 ? lower.slice(0, lower.indexOf(".")) : lower;
  return LANGUAGES.get(lower) ?? LANGUAGES.get(end) ?? LANGUAGES.get(start) ?? null;
}
