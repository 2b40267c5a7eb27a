// The lab, built, in Chromium: opened from files on a loopback port, cut off from everything else.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

// The page's packages are the tests' packages.
const require = createRequire(new URL("../../ui/package.json", import.meta.url));
const { chromium } = require("playwright-core");

/** The source of axe, to run inside the page. */
export const axeSource = () => readFile(require.resolve("axe-core/axe.min.js"), "utf8");

const BUILT = fileURLToPath(new URL("../../ui/node_modules/.cache/lab/", import.meta.url));

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};

async function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://lab").pathname));
    try {
      const body = await readFile(join(BUILT, path));
      response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** Starts the browser; call `close` on what it gives. */
export async function openLab() {
  const server = await serve();
  const address = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
  });

  const contexts = new Map();
  const free = new Map();

  /** A page of a context. `problems` collects what must never happen. */
  async function newPage(context, before) {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    if (before) await page.addInitScript(before);
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") page.problems.push(message.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(address)) page.problems.push(`asked for ${request.url()}`);
    });
    return page;
  }

  /**
   * One state of the lab in a window that shows nothing else before. Give it to `done` afterwards:
   * loading a page takes far longer than making its window anew. `before` runs in a page of its own.
   */
  async function state(
    name,
    { theme = "dark", width = 640, height = 720, scale = 1, motion, before } = {},
  ) {
    const options = {
      viewport: { width, height },
      deviceScaleFactor: scale,
      reducedMotion: motion ? "no-preference" : "reduce",
      timezoneId: "UTC",
    };
    const key = JSON.stringify(options);
    if (!contexts.has(key)) contexts.set(key, await browser.newContext(options));
    const used = before ? undefined : free.get(key)?.pop();
    const page = used ?? (await newPage(contexts.get(key), before));
    if (used) {
      await page.mouse.move(0, height - 1);
      await page.evaluate(([name, theme]) => window.lab.open(name, theme), [name, theme]);
    } else {
      page.done = () => {
        free.set(key, [...(free.get(key) ?? []), page]);
      };
      await page.goto(`${address}/lab.html?bare&state=${name}&theme=${theme}`);
    }
    await page.waitForFunction(
      () => window.lab?.host.drawnReports?.length > 0 || document.querySelector(".ordinary h1"),
    );
    // What comes after the first report, too: every font, and the rehearsal of a card.
    await page.evaluate(() => Promise.all([...document.fonts].map((face) => face.load())));
    await settle(page);
    await openList(page, name);
    return page;
  }

  return {
    state,
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

/** Shows another state of the lab in the same window: the sessions of one that is about them open. */
export async function show(page, name) {
  await page.evaluate((name) => window.lab.host.show(window.lab.states[name]), name);
  await settle(page);
  await openList(page, name);
}

/** Shows each state of a page's window in it, and gives by its name what a check in the page found there. */
export const inEachState = (page, check) =>
  page.evaluate(`(async () => {
    const frames = async (left) => {
      for (; left > 0; left--) await new Promise(requestAnimationFrame);
    };
    const all = {};
    for (const [name, state] of Object.entries(window.lab.states)) {
      window.lab.host.show(state);
      await frames(6);
      // What reacts to sizes comes after the frame in which they changed.
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (name.startsWith("sessions")) {
        document.querySelector("[data-first][aria-expanded=false]")?.click();
        await frames(2);
      }
      const found = await (${check})();
      if (found.length > 0) all[name] = found;
    }
    return all;
  })()`);

/** Opens the sessions of a state that is about them. */
async function openList(page, name) {
  const closed = page.locator("[data-first][aria-expanded=false]");
  if (!name.startsWith("sessions") || (await closed.count()) === 0) return;
  await closed.click();
  await settle(page);
}

/** What the page has reported last. */
export const lastDrawn = (page) => page.evaluate(() => window.lab.host.drawnReports.at(-1));

/** Waits until nothing is left to paint or to report. */
export const settle = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let frames = 6;
        const next = () => (frames-- > 0 ? requestAnimationFrame(next) : setTimeout(resolve, 20));
        next();
      }),
  );
