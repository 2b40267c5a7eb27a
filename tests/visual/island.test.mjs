// How the page behaves, state by state, in the lab with its clock stopped.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { axeSource, lastDrawn, openLab, settle } from "./browser.mjs";

let lab;
before(async () => {
  lab = await openLab();
});
after(() => lab?.close());

/** Runs a test on one state and closes its window; the page must not have complained. */
function on(name, what, run, options = {}) {
  test(`${name}: ${what}`, async () => {
    const page = await lab.state(name, options);
    try {
      await settle(page);
      await run(page);
      assert.deepEqual(page.problems, []);
    } finally {
      await page.close();
    }
  });
}

const button = (page, choice) => page.locator(`[data-choice="${choice}"]`);
const rectsOf = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll("[data-choice]")].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.dataset.choice, { x, y, width, height }];
      }),
    ),
  );
const decisions = (page) => page.evaluate(() => window.lab.host.decisions);
const change = async (page, more) => {
  await page.evaluate((more) => {
    const { host } = window.lab;
    host.show({
      ...host.view,
      ...more,
      front: { ...host.view.front, ...more.front },
    });
  }, more);
  await settle(page);
};
/** Shows another state of the lab in the same window. */
const go = async (page, name) => {
  await page.evaluate((name) => window.lab.host.show(window.lab.states[name]), name);
  await settle(page);
};
const scrollToEnd = async (page) => {
  await page.locator("[data-scroller]").evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await settle(page);
};

const LONG = ["card-300-lines", "card-20000-characters"];

describe("Allow", () => {
  on("card-short", "is active once the whole card was on screen", async (page) => {
    assert.equal((await lastDrawn(page)).front.whole, true);
    assert.equal(await button(page, "allow").getAttribute("aria-disabled"), "false");
  });

  for (const name of LONG) {
    on(name, "is inactive until the last line was on screen, and says why", async (page) => {
      const allow = button(page, "allow");
      assert.equal((await lastDrawn(page)).front.whole, false);
      assert.equal(await allow.getAttribute("aria-disabled"), "true");
      const reason = page.locator(`#${await allow.getAttribute("aria-describedby")}`);
      assert.equal((await reason.textContent()).trim(), "Scroll to the end to allow");
      // Playwright itself would wait until the button is active.
      await allow.click({ force: true });
      assert.deepEqual(await decisions(page), []);

      await page.locator("[data-scroller]").evaluate((element) => {
        element.scrollTop = element.scrollHeight - element.clientHeight - 40;
      });
      await settle(page);
      assert.equal((await lastDrawn(page)).front.whole, false);

      const before = await rectsOf(page);
      await scrollToEnd(page);
      assert.equal((await lastDrawn(page)).front.whole, true);
      assert.equal(await allow.getAttribute("aria-disabled"), "false");
      assert.deepEqual(await rectsOf(page), before);
      await allow.click();
      assert.equal((await decisions(page)).length, 1);
    });
  }

  on("card-300-lines", "stays active after scrolling back", async (page) => {
    await scrollToEnd(page);
    await page.locator("[data-scroller]").evaluate((element) => {
      element.scrollTop = 0;
    });
    await settle(page);
    assert.equal((await lastDrawn(page)).front.whole, true);
  });

  on("card-300-lines", "another card starts unread", async (page) => {
    await scrollToEnd(page);
    await change(page, { front: { id: 9, binding: "another", whole: false } });
    const { front } = await lastDrawn(page);
    assert.deepEqual([front.card, front.binding, front.whole], [9, "another", false]);
    assert.equal(await button(page, "allow").getAttribute("aria-disabled"), "true");
  });

  on("card-300-lines", "the same card with another binding starts unread", async (page) => {
    await scrollToEnd(page);
    await change(page, { front: { binding: "another", whole: false } });
    assert.equal((await lastDrawn(page)).front.whole, false);
  });

  on("card-facts", "every fact is on the card", async (page) => {
    const text = await page.locator("[data-card]").innerText();
    for (const fact of ["run_in_background", "true", "timeout", "600000", "/home/ana/work"]) {
      assert.ok(text.includes(fact), fact);
    }
  });
});

describe("what is reported", () => {
  on(
    "card-of-three",
    "the cards that are visible, and the buttons where they are",
    async (page) => {
      const drawn = await lastDrawn(page);
      assert.deepEqual(drawn.queued, [1, 2, 3]);
      const rects = await rectsOf(page);
      assert.deepEqual(drawn.front.buttons, {
        allow: rects.allow,
        deny: rects.deny,
        terminal: rects.reply_in_terminal,
      });
      assert.equal(drawn.front.binding, "binding-1");
      assert.equal(drawn.revision, await page.evaluate(() => window.lab.host.view.revision));
    },
  );

  on(
    "card-of-twelve",
    "only the lines of the queue that fit",
    async (page) => {
      const { queued } = await lastDrawn(page);
      assert.ok(queued.length >= 4 && queued.length < 12, `${queued.length} of 12`);
      await page.locator("[data-queue]").evaluate((element) => {
        element.scrollTop = element.scrollHeight;
      });
      await settle(page);
      const scrolled = (await lastDrawn(page)).queued;
      assert.equal(scrolled.at(-1), 12);
      assert.ok(!scrolled.includes(2));
    },
    { height: 420 },
  );

  on(
    "card-short",
    "a card that does not fit the window is not whole",
    async (page) => assert.equal((await lastDrawn(page)).front.whole, false),
    { height: 200 },
  );

  on("card-short", "every revision, also of a view that looks the same", async (page) => {
    const before = (await lastDrawn(page)).revision;
    await page.evaluate(() => window.lab.host.show(window.lab.host.view));
    await settle(page);
    assert.equal((await lastDrawn(page)).revision, before + 1);
  });

  on("card-short", "an older view does not replace a newer one", async (page) => {
    await page.evaluate(() => {
      const { host, states } = window.lab;
      host.callback({ ...states["pill-empty"], revision: 0 });
    });
    await settle(page);
    assert.equal(await page.locator("[data-card]").count(), 1);
  });

  on("card-short", "the region is the panel, then the pill", async (page) => {
    const last = () => page.evaluate(() => window.lab.host.regions.at(-1));
    const [panel, ...more] = await last();
    assert.deepEqual(more, []);
    assert.deepEqual([panel.x, panel.y, panel.width], [30, 0, 580]);
    await go(page, "pill-working");
    const [pill] = await last();
    assert.equal(pill.height, 36);
    assert.ok(pill.width <= 420 && pill.width >= 140, `${pill.width} wide`);
    assert.equal((await lastDrawn(page)).front, null);
  });

  on(
    "pill-empty",
    "nothing of the card that is drawn once to warm up",
    async (page) => {
      const met = await page.evaluate(() => window.met);
      assert.deepEqual(met, [{ hidden: "true", inert: true, reported: 1, pressable: false }]);
      assert.equal(await page.locator("[data-rehearsal]").count(), 0);
      const { drawnReports, regions } = await page.evaluate(() => window.lab.host);
      assert.deepEqual(
        drawnReports.map(({ queued, front }) => ({ queued, front })),
        [{ queued: [], front: null }],
      );
      for (const rects of regions) assert.deepEqual([rects.length, rects[0].height], [1, 36]);
    },
    {
      before: () => {
        window.met = [];
        new MutationObserver(() => {
          const card = document.querySelector("[data-rehearsal]");
          if (!card || card.met) return;
          card.met = true;
          const { x, y, width, height } = card
            .querySelector('[data-choice="allow"]')
            .getBoundingClientRect();
          window.met.push({
            hidden: card.ariaHidden,
            inert: card.inert,
            reported: window.lab.host.drawnReports.length,
            pressable: card.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
          });
        }).observe(document, { childList: true, subtree: true });
      },
    },
  );

  on("card-short", "no card on a page that is magnified", async (page) => {
    const browser = await page.context().newCDPSession(page);
    const magnify = async (pageScaleFactor) => {
      await browser.send("Emulation.setPageScaleFactor", { pageScaleFactor });
      await settle(page);
      return lastDrawn(page);
    };
    const { queued, front } = await magnify(2);
    assert.deepEqual([queued, front], [[], null]);
    assert.equal((await magnify(1)).front.whole, true);
  });

  on("card-short", "the wheel with Ctrl held magnifies nothing", async (page) => {
    const prevented = (ctrlKey) =>
      page
        .locator("[data-scroller]")
        .evaluate(
          (element, ctrlKey) =>
            !element.dispatchEvent(
              new WheelEvent("wheel", { ctrlKey, bubbles: true, cancelable: true }),
            ),
          ctrlKey,
        );
    assert.deepEqual([await prevented(true), await prevented(false)], [true, false]);
  });

  on("card-short", "is quick and comes once", async (page) => {
    const reports = await page.evaluate(() => window.lab.host.drawnReports);
    const revisions = reports.map((report) => report.revision);
    assert.deepEqual(revisions, [...new Set(revisions)]);
  });
});

describe("a press", () => {
  for (const choice of ["allow", "deny", "reply_in_terminal"]) {
    on(
      "card-short",
      `${choice} answers its own card and changes nothing by itself`,
      async (page) => {
        const before = await page.locator("main").innerHTML();
        await button(page, choice).click();
        assert.deepEqual(await decisions(page), [{ card: 1, binding: "binding-1", choice }]);
        assert.equal(await page.locator("main").innerHTML(), before);
      },
    );
  }

  on("card-short", "on a button that is no longer there answers nothing", async (page) => {
    const stale = await button(page, "allow").elementHandle();
    await change(page, { front: { id: 2, binding: "binding-2" } });
    await stale.evaluate((element) => element.click());
    const made = await decisions(page);
    assert.ok(made.every((decision) => decision.card === 1 && decision.binding === "binding-1"));
    await button(page, "deny").click();
    assert.deepEqual((await decisions(page)).at(-1), {
      card: 2,
      binding: "binding-2",
      choice: "deny",
    });
  });

  on("card-short", "on the name of its keys counts when that goes away meanwhile", async (page) => {
    const keys = await page.locator('[data-choice="deny"] kbd').boundingBox();
    await page.mouse.move(keys.x + keys.width / 2, keys.y + keys.height / 2);
    await page.mouse.down();
    await change(page, { front: { keys: false } });
    await page.mouse.up();
    assert.deepEqual(await decisions(page), [{ card: 1, binding: "binding-1", choice: "deny" }]);
  });

  on("card-short", "that begins on one card and ends on the next answers none", async (page) => {
    const box = await button(page, "allow").boundingBox();
    await page.mouse.move(box.x + 40, box.y + 20);
    await page.mouse.down();
    await change(page, { front: { id: 2, binding: "binding-2" } });
    await page.mouse.up();
    assert.deepEqual(await decisions(page), []);
  });

  on(
    "card-short",
    "nothing has the focus by itself; the keyboard reaches every button",
    async (page) => {
      assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
      const reached = [];
      for (let step = 0; step < 3; step++) {
        await page.keyboard.press("Tab");
        reached.push(
          await page.evaluate(() => {
            const { outlineStyle } = getComputedStyle(document.activeElement);
            return [document.activeElement.dataset.choice, outlineStyle];
          }),
        );
      }
      assert.deepEqual(reached, [
        ["deny", "solid"],
        ["allow", "solid"],
        ["reply_in_terminal", "solid"],
      ]);
    },
  );
});

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
        window.lab.host.view.front.action.command.map((segment) => segment.plain).join(""),
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
        action: {
          kind: "command",
          command: [{ plain: text }, { hidden: text }],
          lines: 1,
          characters: text.length,
          hidden: 1,
          description: [{ plain: text }],
          facts: [{ name: [{ plain: text }], value: [{ plain: text }] }],
        },
      },
      trouble: text,
      outcome: { card: 4, project: [{ plain: text }], outcome: "denied" },
    });
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.evaluate(() => window.broken), undefined);
  });
});

describe("every state", () => {
  test("is free of what axe finds, in light and dark, with enough contrast", async () => {
    const axe = await axeSource();
    for (const theme of ["dark", "light"]) {
      const page = await lab.state("pill-empty", { theme });
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
    const page = await lab.state("pill-empty", { motion: true });
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
  });
});
