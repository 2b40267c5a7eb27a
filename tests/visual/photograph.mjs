// Photographs every state of the lab: node photograph.mjs FOLDER [name...]

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { openLab, settle } from "./browser.mjs";

const [folder, ...names] = process.argv.slice(2);
if (!folder) throw new Error("say in which folder the pictures go");
await mkdir(folder, { recursive: true });

const lab = await openLab();
const first = await lab.state("pill-empty");
const states = await first.evaluate(() => Object.keys(window.lab.states));
await first.context().close();

for (const name of states) {
  if (names.length > 0 && !names.includes(name)) continue;
  for (const theme of ["dark", "light"]) {
    for (const scale of [1, 2]) {
      const page = await lab.state(name, { theme, scale });
      await settle(page);
      const height = name.startsWith("card") ? 720 : 96;
      await page.screenshot({
        path: join(folder, `${name}-${theme}-${scale}x.png`),
        clip: { x: 0, y: 0, width: 640, height },
      });
      await page.context().close();
    }
  }
}
await lab.close();
