import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist/", "src/gen/"] },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // Text from outside is never markup.
      "svelte/no-at-html-tags": "error",
      "no-console": "error",
      "no-restricted-imports": [
        "error",
        { patterns: [{ group: ["@tauri-apps/*"], message: "Only src/bridge.ts talks to Tauri." }] },
      ],
    },
  },
  { files: ["src/bridge.ts"], rules: { "no-restricted-imports": "off" } },
  { files: ["**/*.mjs", "*.config.js", "*.config.ts"], languageOptions: { globals: globals.node } },
);
