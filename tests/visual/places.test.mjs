// Where things are, and that they stay there, with the clock stopped.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { inEachState, settle, show } from "./browser.mjs";
import { LONG, LONG_OTHERS, change, on, rectsOf } from "./states.mjs";

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
  const states = [
    "card-keys-off",
    "card-long-names",
    "card-300-lines",
    "card-subagent",
    "card-edit",
    "card-open",
    "card-tool-long",
  ];
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

describe("a button's key lies on no letter of its label", () => {
  for (const language of ["en", "pt-BR"]) {
    for (const name of ["card-short", "card-plan"]) {
      on(name, language, async (page) => {
        await change(page, { preferences: { language } });
        const gaps = await page.evaluate(() =>
          [...document.querySelectorAll("[data-choice]:has(kbd)")].map((button) => {
            const label = document.createRange();
            label.selectNodeContents(button.querySelector(".label"));
            const key = button.querySelector("kbd").getBoundingClientRect();
            return key.left - label.getBoundingClientRect().right;
          }),
        );
        assert.equal(gaps.length, 2);
        for (const gap of gaps) assert.ok(gap >= 8, `${gap} px between them`);
      });
    }
  }
});

describe("a screen of 360 px", () => {
  on(
    "pill-empty",
    "has no part of the pill outside, and no key on a label",
    async (page) => {
      const outside = await inEachState(
        page,
        `() =>
          [...document.querySelectorAll(".pill, .pill button, [data-choice]")]
            .filter((element) => {
              const { left, right } = element.getBoundingClientRect();
              return left < 0 || right > innerWidth;
            })
            .map((element) => element.textContent)`,
      );
      assert.deepEqual(outside, {});
      await show(page, "card-plan");
      assert.equal(await page.locator("[data-choice] kbd").first().isVisible(), false);
    },
    { width: 360, height: 560, own: true },
  );
});

describe("the buttons are inside the window", () => {
  const TALL = [
    "card-long-names",
    "card-long-description",
    "card-of-twelve",
    "card-edit-long-path",
  ];
  for (const name of [...LONG, ...LONG_OTHERS, ...TALL]) {
    on(
      name,
      "at 600 px of height",
      async (page) => {
        for (const [choice, rect] of Object.entries(await rectsOf(page))) {
          assert.ok(rect.y >= 0 && rect.y + rect.height <= 600, `${choice} ends at ${rect.y}`);
          assert.ok(rect.x >= 0 && rect.x + rect.width <= 640, choice);
        }
        // Deny and its arrow together are as large as Allow.
        const { allow } = await rectsOf(page);
        const deny = await page.locator("[data-split]").boundingBox();
        assert.deepEqual([allow.width, allow.height, allow.y], [deny.width, deny.height, deny.y]);
      },
      { height: 600 },
    );
  }
});
