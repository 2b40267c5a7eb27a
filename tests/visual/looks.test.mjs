// What a person sees, state by state, with the clock stopped.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { axeSource, settle } from "./browser.mjs";
import { LONG, change, go, lab, on, rectsOf } from "./states.mjs";

describe("nothing moves", () => {
  const CHANGES = {
    "when the keys are bound": { front: { keys: true } },
    "when the keys are released": { front: { keys: false } },
    "when the countdown appears": {
      front: { expires_unix_ms: Date.UTC(2026, 2, 14, 15, 9, 40) },
    },
    "when an outcome appears": {
      outcome: { card: 7, project: [{ plain: "infra" }], outcome: "too_late" },
    },
    "when Allow becomes inactive": { front: { whole: false } },
    "when its place in the queue changes": { front: { position: 2, of: 3 } },
  };
  const states = ["card-keys-off", "card-long-names", "card-300-lines", "card-subagent"];
  for (const name of states) {
    on(name, "when anything but the card changes", async (page) => {
      const places = async () => [await rectsOf(page), await page.locator(".panel").boundingBox()];
      const before = await places();
      for (const [what, more] of Object.entries(CHANGES)) {
        await change(page, more);
        assert.deepEqual(await places(), before, what);
      }
    });
  }

  for (const name of ["card-short", "card-300-lines"]) {
    on(name, "buttons, when cards join the queue", async (page) => {
      const before = await rectsOf(page);
      for (const joins of [1, 3, 11]) {
        await page.evaluate((joins) => {
          const { host, states } = window.lab;
          const queue = states["card-of-twelve"].queue.slice(0, joins + 1);
          host.show({ ...host.view, queue });
        }, joins);
        await settle(page);
        assert.deepEqual(await rectsOf(page), before);
      }
    });
  }
});

describe("the buttons are inside the window", () => {
  for (const name of [...LONG, "card-long-names", "card-long-description", "card-of-twelve"]) {
    on(
      name,
      "at 600 px of height",
      async (page) => {
        for (const [choice, rect] of Object.entries(await rectsOf(page))) {
          assert.ok(rect.y >= 0 && rect.y + rect.height <= 600, `${choice} ends at ${rect.y}`);
          assert.ok(rect.x >= 0 && rect.x + rect.width <= 640, choice);
        }
        const { allow, deny } = await rectsOf(page);
        assert.deepEqual([allow.width, allow.height, allow.y], [deny.width, deny.height, deny.y]);
      },
      { height: 600 },
    );
  }
});

describe("the command", () => {
  on("card-hidden", "every hidden character is a token that can be read", async (page) => {
    const tokens = page.locator("code .token");
    assert.deepEqual(await tokens.allTextContents(), ["U+202E", "U+202C", "ESC", "CR", "U+200B"]);
    for (const token of await tokens.all()) {
      const [fits, inBox] = await token.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
        const thing = element.closest("[data-scroller]").getBoundingClientRect();
        return [
          text.left >= box.left && text.right <= box.right,
          box.left >= thing.left && box.right <= thing.right,
        ];
      });
      assert.ok(fits && inBox, await token.textContent());
    }
    assert.ok((await page.locator("[data-card]").innerText()).includes("5 hidden characters"));
  });

  for (const name of [...LONG, "card-blanks", "card-several-lines", "card-right-to-left"]) {
    on(name, "every character is in the page, in order, and inside its box", async (page) => {
      const [shown, meant] = await page.evaluate(() => [
        document.querySelector("[data-scroller] code").textContent,
        window.lab.host.view.content.command.text.map((segment) => segment.plain).join(""),
      ]);
      assert.equal(shown, meant);
      const wide = await page
        .locator("[data-scroller]")
        .evaluate((element) => element.scrollWidth > element.clientWidth);
      assert.equal(wide, false);
    });
  }

  on("card-blanks", "what follows 5,000 blanks is in sight, and their number too", async (page) => {
    assert.equal(await page.locator(".blanks").getAttribute("data-label"), "5,000 blanks");
    const { top, bottom } = await page.evaluate(() => {
      const code = document.querySelector("[data-scroller] code");
      const range = document.createRange();
      const last = [...code.querySelectorAll(".line")].at(-1);
      range.selectNodeContents(last.lastElementChild ?? last);
      return range.getBoundingClientRect();
    });
    const box = await page.locator("[data-scroller]").boundingBox();
    assert.ok(top >= box.y && bottom <= box.y + box.height);
  });

  on("card-right-to-left", "words keep their order", async (page) => {
    const lefts = await page.evaluate(() => {
      const code = document.querySelector("[data-scroller] code");
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      const found = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const word of node.data.matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          const { left, top } = range.getBoundingClientRect();
          found.push([Math.round(top / 20), left]);
        }
      }
      return found;
    });
    const sorted = lefts.toSorted(([aTop, aLeft], [bTop, bLeft]) => aTop - bTop || aLeft - bLeft);
    assert.deepEqual(lefts, sorted);
  });

  on("card-300-lines", "its length is said and the keyboard can scroll it", async (page) => {
    const text = await page.locator("[data-card]").innerText();
    assert.ok(text.includes("300 lines") && text.includes("18,123 characters"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("End");
    await page.waitForFunction(() => window.lab.host.drawnReports.at(-1).front.whole);
  });

  on("card-several-lines", "can be selected; nothing else can", async (page) => {
    const selects = (selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).userSelect);
    assert.equal(await selects("[data-scroller] code"), "text");
    assert.equal(await selects("header"), "none");
  });
});

describe("markup in text from outside", () => {
  on("card-short", "is text", async (page) => {
    const text = '<img src=x onerror="window.broken = true"><b>bold</b>';
    await change(page, {
      front: {
        id: 5,
        project: [{ plain: text }],
        folder: [{ plain: text }],
        subagent: [{ plain: text }],
      },
      content: {
        kind: "command",
        command: { text: [{ plain: text }, { hidden: text }], lines: 1, characters: 9, hidden: 1 },
        description: { text: [{ plain: text }], lines: 1, characters: 9, hidden: 0 },
        facts: [{ name: [{ plain: text }], value: [{ plain: text }] }],
      },
      trouble: text,
      outcome: { card: 4, project: [{ plain: text }], outcome: "denied" },
    });
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.evaluate(() => window.broken), undefined);
  });
});

describe("every state", () => {
  /** A state of each window, in which its other states are shown. */
  const WINDOWS = ["pill-empty", "settings-installed"];
  const LOOKS = WINDOWS.flatMap((start) => ["dark", "light"].map((theme) => [start, theme]));

  test("is free of what axe finds, in light and dark, with enough contrast", async () => {
    const axe = await axeSource();
    for (const [start, theme] of LOOKS) {
      const page = await lab.state(start, { theme });
      await page.evaluate(axe);
      const names = await page.evaluate(() => Object.keys(window.lab.states));
      for (const name of names) {
        await go(page, name);
        const found = await page.evaluate(async () => {
          const { violations } = await window.axe.run(document.querySelector("#app"), {
            runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
            // One landmark with no headings is what an island is.
            rules: { "page-has-heading-one": { enabled: false } },
          });
          return violations.flatMap(({ id, nodes }) =>
            nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
          );
        });
        assert.deepEqual(found, [], `${name}, ${theme}`);
      }
      assert.deepEqual(page.problems, []);
      await page.close();
    }
  });

  test("keeps still: nothing is animated once it is drawn", async () => {
    for (const start of WINDOWS) {
      const page = await lab.state(start, { motion: true });
      for (const name of await page.evaluate(() => Object.keys(window.lab.states))) {
        await go(page, name);
        await page.waitForTimeout(250);
        const running = await page.evaluate(
          () =>
            document
              .getAnimations()
              .filter(({ effect }) => effect.getComputedTiming().iterations === Infinity).length,
        );
        assert.equal(running, 0, name);
      }
      await page.close();
    }
  });
});
