// Photographs every state of the lab: node photograph.mjs FOLDER [name...]

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { openLab, settle } from "./browser.mjs";

const [folder, ...names] = process.argv.slice(2);
if (!folder) throw new Error("say in which folder the pictures go");
await mkdir(folder, { recursive: true });

/** The windows that have states, and the part of a state that is worth a picture. */
const WINDOWS = [
  {
    start: "pill-empty",
    size: { width: 640, height: 720 },
    picture: (name) => ({
      clip: { x: 0, y: 0, width: 640, height: name.startsWith("card") ? 720 : 96 },
    }),
  },
  {
    start: "settings-installed",
    size: { width: 760, height: 680 },
    picture: () => ({ fullPage: true }),
  },
];

const lab = await openLab();
const looks = ["dark", "light"].flatMap((theme) => [1, 2].map((scale) => ({ theme, scale })));
for (const { theme, scale } of looks) {
  for (const { start, size, picture } of WINDOWS) {
    const page = await lab.state(start, { theme, scale, ...size });
    const states = await page.evaluate(() => Object.keys(window.lab.states));
    for (const name of states) {
      if (names.length > 0 && !names.includes(name)) continue;
      await page.evaluate((name) => window.lab.host.show(window.lab.states[name]), name);
      await settle(page);
      // An ordinary window scrolls; its picture is as tall as what it holds.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ ...size, height: Math.max(size.height, height) });
      await settle(page);
      await page.screenshot({
        path: join(folder, `${name}-${theme}-${scale}x.png`),
        ...picture(name),
      });
      await page.setViewportSize(size);
    }
    await page.close();
  }
}
await lab.close();
