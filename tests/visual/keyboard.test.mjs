// The island under a person's keys, and what stays of it over a full screen.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { lastDrawn, settle } from "./browser.mjs";
import { button, decisions, go, isOpen, on, requests, showSessions } from "./states.mjs";

const focusedText = (page) => page.evaluate(() => document.activeElement.innerText);

describe("the keyboard", () => {
  /** The person asks for the keyboard. */
  const ask = async (page) => {
    await page.evaluate(() => window.lab.host.focus());
    await settle(page);
  };
  const escape = async (page) => {
    await page.keyboard.press("Escape");
    await settle(page);
  };

  on("pill-working", "opens the sessions, walks through them and goes back", async (page) => {
    await ask(page);
    assert.ok(await isOpen(page));
    assert.ok((await focusedText(page)).startsWith("payments-api"));
    for (const [key, project] of [
      ["ArrowDown", "infra"],
      ["ArrowDown", "storefront"],
      ["End", "docs"],
      ["ArrowDown", "docs"],
      ["ArrowUp", "storefront"],
      ["Home", "payments-api"],
      ["ArrowUp", "payments-api"],
    ]) {
      await page.keyboard.press(key);
      assert.ok((await focusedText(page)).startsWith(project), `${key}: ${project}`);
    }
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement).outlineStyle,
    );
    assert.equal(outline, "solid");
    await escape(page);
    assert.equal(await isOpen(page), false);
    assert.deepEqual(await requests(page), []);
    assert.equal(await page.evaluate(() => document.activeElement.ariaExpanded), "false");
    await escape(page);
    assert.deepEqual(await requests(page), [["unfocus"]]);
  });

  on("pill-working", "Tab comes to the rows, and to the one that it left", async (page) => {
    await showSessions(page, (all) => all.slice(0, 2));
    await page.locator("[data-first]").focus();
    await page.keyboard.press("Enter");
    await settle(page);
    const press = async (key, project) => {
      await page.keyboard.press(key);
      assert.ok((await focusedText(page)).startsWith(project), `${key}: ${project}`);
    };
    await page.keyboard.press("Tab");
    await press("Tab", "payments-api");
    await press("ArrowDown", "infra");
    await page.keyboard.press("Shift+Tab");
    assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Settings");
    await press("Tab", "infra");
    // The last place: round it goes.
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.ariaExpanded), "true");
    // A row that has gone leaves the place to the first.
    await showSessions(page, (all) => all.slice(0, 1));
    await page.keyboard.press("Tab");
    await press("Tab", "payments-api");
  });

  on("sessions-64", "is one stop of Tab, however long it is", async (page) => {
    await page.locator("[data-settings]").focus();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => "row" in document.activeElement.dataset), true);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => "first" in document.activeElement.dataset), true);
  });

  on("pill-working", "stays on the island, whichever way Tab goes", async (page) => {
    await ask(page);
    for (const key of ["Tab", "Shift+Tab"]) {
      for (let step = 0; step < 6; step++) {
        await page.keyboard.press(key);
        assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY", key);
      }
    }
  });

  on("card-of-three", "comes to a card, and to no button that answers", async (page) => {
    await ask(page);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.card), "1");
    assert.equal((await lastDrawn(page)).front.focus, null);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    assert.deepEqual(await decisions(page), []);
    await page.locator("[data-queued='2'] button").focus();
    await page.keyboard.press("ArrowDown");
    assert.ok((await focusedText(page)).includes("storefront"));
    await escape(page);
    assert.deepEqual(await requests(page), [["unfocus"]]);
  });

  for (const name of ["pill-empty", "pill-paused", "outcome-allowed"]) {
    on(name, "comes to what can be pressed where there is no session", async (page) => {
      await ask(page);
      assert.equal(await page.evaluate(() => document.activeElement.tagName), "BUTTON");
      assert.equal(await isOpen(page), false);
    });
  }

  for (const name of ["pill-paused", "pill-drift-alone"]) {
    on(name, "comes to a button that changes nothing of what is allowed", async (page) => {
      await ask(page);
      assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Settings");
      await page.keyboard.press("Enter");
      assert.deepEqual(await requests(page), []);
      assert.equal(await page.evaluate(() => window.lab.host.opened), 1);
    });
  }
});

describe("over a full screen", () => {
  const wholePanel = (page) => page.locator("[data-card]").count();

  on(
    "compact-card",
    "a card is one line, which counts as shown and answers nothing",
    async (page) => {
      const drawn = await lastDrawn(page);
      assert.deepEqual([drawn.queued, drawn.front], [[1], null]);
      assert.equal(await wholePanel(page), 0);
      const text = (await page.locator("main").innerText()).replace(/\s+/g, " ");
      assert.ok(text.includes("payments-api wants to run a command"), text);
      const [region, ...more] = await page.evaluate(() => window.lab.host.regions.at(-1));
      assert.deepEqual([region.y, region.height, more], [0, 36, []]);
    },
  );

  on("compact-card", "a click opens the card; Escape and an answer close it", async (page) => {
    await page.locator("[data-queued='1'] button").click();
    await settle(page);
    assert.equal((await lastDrawn(page)).front.whole, true);
    await page.keyboard.press("Escape");
    await settle(page);
    assert.deepEqual([await wholePanel(page), (await lastDrawn(page)).front], [0, null]);
    assert.deepEqual(await requests(page), []);
    // The keyboard is on the line again, and opens it as a click does.
    await page.keyboard.press("Enter");
    await settle(page);
    await button(page, "allow").click();
    assert.equal((await decisions(page)).length, 1);
    await go(page, "compact-quiet");
    await go(page, "compact-card");
    assert.equal(await wholePanel(page), 0);
  });

  on("compact-three", "each card has its line, and comes to the front by a click", async (page) => {
    assert.deepEqual((await lastDrawn(page)).queued, [1, 2, 3]);
    await page.locator("[data-queued='3'] button").click();
    assert.deepEqual(await requests(page), [["bring", 3]]);
    await settle(page);
    assert.equal(await wholePanel(page), 0);
    await page.evaluate(() => {
      const { host } = window.lab;
      const front = { ...host.view.front, id: 3, binding: "brought" };
      host.show({ ...host.view, front });
    });
    await settle(page);
    assert.equal(await wholePanel(page), 1);
  });

  on("compact-three", "a line that a key opens gives the keyboard to its card", async (page) => {
    const focusedCard = () => page.evaluate(() => document.activeElement.dataset.card);
    await page.locator("[data-queued='1'] button").focus();
    await page.keyboard.press("Enter");
    await settle(page);
    assert.equal(await focusedCard(), "1");
    await page.keyboard.press("Escape");
    await settle(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.deepEqual(await requests(page), [["bring", 2]]);
    await page.evaluate(() => {
      const { host } = window.lab;
      host.show({ ...host.view, front: { ...host.view.front, id: 2, binding: "brought" } });
    });
    await settle(page);
    assert.equal(await focusedCard(), "2");
    assert.deepEqual(await decisions(page), []);
  });

  on("compact-quiet", "a card that comes is told once, with a line or whole", async (page) => {
    const told = () => page.locator('p[role="status"]').allInnerTexts();
    assert.equal((await told()).join(""), "");
    for (const name of ["compact-card", "card-short"]) {
      await go(page, name);
      const texts = (await told()).filter((text) => text !== "");
      assert.deepEqual(texts, ["Claude Code asks for a permission in payments-api"], name);
    }
    await go(page, "compact-quiet");
    assert.equal((await told()).join(""), "");
  });

  on("compact-card", "what went wrong and what was answered stand below", async (page) => {
    const show = async (more) => {
      await page.evaluate(
        (more) => window.lab.host.show({ ...window.lab.host.view, ...more }),
        more,
      );
      await settle(page);
    };
    const outcome = await page.evaluate(() => window.lab.states["outcome-allowed"].outcome);
    await show({ outcome });
    assert.ok(await page.locator("[data-outcome]").isVisible());
    const trouble = await page.evaluate(() => window.lab.states["pill-trouble"].trouble);
    await show({ trouble });
    assert.ok((await page.getByRole("alert").innerText()).includes(trouble));
    const box = await page.getByRole("alert").boundingBox();
    const line = await page.locator("[data-queue]").boundingBox();
    assert.ok(box.y >= line.y + line.height, "under the lines");
    assert.deepEqual((await lastDrawn(page)).queued, [1]);
  });

  on("compact-six", "a line counts only while it is in sight", async (page) => {
    assert.deepEqual((await lastDrawn(page)).queued, [1, 2, 3]);
    await page.locator("[data-queue]").evaluate((queue) => (queue.scrollTop = queue.scrollHeight));
    await settle(page);
    assert.deepEqual((await lastDrawn(page)).queued, [4, 5, 6]);
  });
});
