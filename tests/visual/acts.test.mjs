// What the page tells the app: what is drawn, and what a person pressed.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { lastDrawn, settle } from "./browser.mjs";
import {
  LONG,
  LONG_OTHERS,
  button,
  change,
  decisions,
  finished,
  go,
  on,
  rectsOf,
  scrollToEnd,
} from "./states.mjs";

describe("Allow", () => {
  on("card-short", "is active once the whole card was on screen", async (page) => {
    assert.equal((await lastDrawn(page)).front.whole, true);
    assert.equal(await button(page, "allow").getAttribute("aria-disabled"), "false");
  });

  for (const name of [
    "card-edit",
    "card-create",
    "card-create-empty",
    "card-edit-nothing",
    "card-edit-outside",
    "card-edit-link",
    "card-edit-unread",
    "card-open",
    "card-open-user",
    "card-subagent-start",
    "card-subagent-any",
    "card-tool-none",
    "card-tool-path",
  ]) {
    on(name, "is active at once where all of it is on screen", async (page) => {
      assert.equal((await lastDrawn(page)).front.whole, true);
      assert.equal(await button(page, "allow").getAttribute("aria-disabled"), "false");
    });
  }

  for (const name of [...LONG, ...LONG_OTHERS]) {
    on(name, "is inactive until the last line was on screen, and says why", async (page) => {
      const allow = button(page, "allow");
      assert.equal((await lastDrawn(page)).front.whole, false);
      assert.equal(await allow.getAttribute("aria-disabled"), "true");
      const reason = page.locator(`#${await allow.getAttribute("aria-describedby")}`);
      assert.equal((await reason.textContent()).trim(), "Scroll to the end to allow");
      // Playwright itself would wait until the button is active.
      await allow.click({ force: true });
      assert.deepEqual(await decisions(page), []);

      await finished(page);
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

  on(
    "card-short",
    "what is large is asked for once, and unread until it is there",
    async (page) => {
      await page.evaluate(() => {
        const { host, states } = window.lab;
        host.answers = new Promise((resolve) => (window.answer = resolve));
        host.show(states["card-edit-huge"]);
      });
      await settle(page);
      const waiting = await lastDrawn(page);
      assert.equal(waiting.front.whole, false);
      assert.equal(await button(page, "allow").getAttribute("aria-disabled"), "true");
      const rects = await rectsOf(page);
      // Later views of the same card, meanwhile.
      await change(page, { front: { position: 2, of: 3 } });
      await page.evaluate(() => window.answer());
      await finished(page);
      await settle(page);
      assert.deepEqual(await rectsOf(page), rects);
      assert.equal((await lastDrawn(page)).front.whole, false);
      assert.equal(await page.evaluate(() => window.lab.host.asked.length), 1);
      await scrollToEnd(page);
      assert.equal((await lastDrawn(page)).front.whole, true);
    },
  );

  on("card-short", "an answer that comes too late changes no other card", async (page) => {
    await page.evaluate(() => {
      const { host, states } = window.lab;
      host.answers = new Promise((resolve) => (window.answer = resolve));
      host.show(states["card-edit-huge"]);
    });
    await settle(page);
    await go(page, "card-tool");
    await page.evaluate(() => window.answer());
    await settle(page);
    const text = await page.locator("[data-card]").innerText();
    assert.ok(text.includes("A refund of nothing is booked"), text);
  });

  on("card-short", "an answer that failed is asked for again with the next view", async (page) => {
    await page.evaluate(() => {
      const { host, states } = window.lab;
      host.answers = Promise.reject(new Error("none"));
      host.show(states["card-tool-huge"]);
    });
    await settle(page);
    assert.equal(await page.locator("[data-unfinished]").count(), 1);
    await page.evaluate(() => (window.lab.host.answers = Promise.resolve()));
    await change(page, { front: { keys: false } });
    await scrollToEnd(page);
    assert.equal((await lastDrawn(page)).front.whole, true);
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
        always: null,
        deny: rects.deny,
        answer: null,
        terminal: rects.reply_in_terminal,
        trust: null,
        not_now: null,
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
      const older = { revision: host.view.revision + 1, serial: host.view.serial };
      host.callback({ ...states["pill-empty"], ...older });
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
    assert.ok(pill.width <= 480 && pill.width >= 140, `${pill.width} wide`);
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
      for (let step = 0; step < 4; step++) {
        await page.keyboard.press("Tab");
        reached.push(
          await page.evaluate(() => {
            const { outlineStyle } = getComputedStyle(document.activeElement);
            return [
              document.activeElement.dataset.choice ?? document.activeElement.ariaLabel,
              outlineStyle,
            ];
          }),
        );
      }
      assert.deepEqual(reached, [
        ["deny", "solid"],
        ["Deny with words", "solid"],
        ["allow", "solid"],
        ["reply_in_terminal", "solid"],
      ]);
    },
  );
});

describe("the way to the settings", () => {
  const opened = (page) => page.evaluate(() => window.lab.host.opened);

  for (const name of ["pill-empty", "pill-long", "pill-trouble", "outcome-allowed"]) {
    on(name, "is a button on the pill, large enough to hit", async (page) => {
      const way = page.getByRole("button", { name: "Settings" });
      const { x, y, width, height } = await way.boundingBox();
      assert.ok(width >= 24 && height >= 24, `${width} by ${height}`);
      const [pill] = await page.evaluate(() => window.lab.host.regions.at(-1));
      assert.ok(x >= pill.x && x + width <= pill.x + pill.width);
      assert.ok(y >= pill.y && y + height <= pill.y + pill.height);
      await way.click();
      assert.equal(await opened(page), 1);
      assert.deepEqual(await decisions(page), []);
    });
  }

  on("pill-drift", "is also what is said about missing hooks", async (page) => {
    await page.getByRole("button", { name: "Claude Code: hooks missing since 14:02" }).click();
    assert.equal(await opened(page), 1);
  });

  on("card-short", "is not on a card", async (page) => {
    assert.equal(await page.getByRole("button", { name: "Settings" }).count(), 0);
  });

  on(
    "pill-drift",
    "missing hooks are told once, whatever the pill shows meanwhile",
    async (page) => {
      await page.evaluate(() => {
        window.told = [];
        const status = [...document.querySelectorAll('p[role="status"]')].at(-1);
        new MutationObserver(() => window.told.push(status.textContent.trim())).observe(status, {
          characterData: true,
          childList: true,
          subtree: true,
        });
      });
      const { drift } = await page.evaluate(() => window.lab.host.view);
      for (const name of ["card-short", "pill-working", "pill-failed"]) {
        await page.evaluate(
          ([name, drift]) => window.lab.host.show({ ...window.lab.states[name], drift }),
          [name, drift],
        );
        await settle(page);
      }
      assert.deepEqual(await page.evaluate(() => window.told), []);
      await go(page, "pill-drift-alone");
      assert.deepEqual(await page.evaluate(() => window.told), [
        "Claude Code: some hooks missing since 14:02",
      ]);
    },
  );
});
