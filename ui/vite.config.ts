import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `--mode lab` builds the lab, which never ships with the app.
export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [svelte()],
  build: {
    target: ["safari16", "chrome111"],
    outDir: mode === "lab" ? "node_modules/.cache/lab" : "dist",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // Fonts stay files: a data address would need a wider content policy.
    assetsInlineLimit: 0,
    rolldownOptions: { input: mode === "lab" ? "lab.html" : ["index.html", "settings.html"] },
  },
  // A worker that loads files of its own has to be a module.
  worker: { format: "es" },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
}));
