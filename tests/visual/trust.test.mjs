// The card about a project's own hooks, and the projects that are trusted.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { lastDrawn, settle } from "./browser.mjs";
import {
  button,
  decisions,
  finished,
  go,
  isOpen,
  on,
  requests,
  rectsOf,
  scrollToEnd,
} from "./states.mjs";

describe("the card about hooks", () => {
  on("trust-one", "is answered for the very card", async (page) => {
    await button(page, "trust").click();
    await button(page, "not_now").click();
    const { id, binding } = await page.evaluate(() => window.lab.host.view.trust);
    assert.deepEqual(await decisions(page), [
      { card: id, binding, choice: "trust" },
      { card: id, binding, choice: "not_now" },
    ]);
  });

  on("trust", "is trusted once its end has been on the screen", async (page) => {
    assert.equal((await lastDrawn(page)).front.buttons.trust, null);
    assert.equal(await button(page, "trust").getAttribute("aria-disabled"), "true");
    await button(page, "trust").click({ force: true });
    assert.deepEqual(await decisions(page), []);
    const before = await rectsOf(page);
    await scrollToEnd(page);
    await settle(page);
    const { front } = await lastDrawn(page);
    assert.ok(front.whole && front.buttons.trust && front.buttons.not_now);
    assert.equal(front.buttons.allow, null);
    assert.deepEqual(await rectsOf(page), before, "a button moved");
    await button(page, "trust").click();
    assert.deepEqual(
      (await decisions(page)).map(({ choice }) => choice),
      ["trust"],
    );
  });

  for (const name of ["trust-long", "trust-hidden", "trust-hostile"]) {
    on(name, "shows every command and every file, to the letter", async (page) => {
      await finished(page);
      const [shown, meant] = await page.evaluate(() => {
        const { view } = window.lab.host;
        const { commands, files } = view.content ?? view.large;
        const text = (passage) =>
          passage.text.map((segment) => segment.plain ?? segment.hidden).join("");
        const all = [
          ...commands.flatMap(({ program }) => (program.shell ? [program.shell] : program.argv)),
          ...files.map((file) => file.text.whole),
        ];
        const bare = (text) => text.replace(/\s/g, "");
        const box = document.querySelector("[data-scroller]");
        return [bare(box.textContent), all.map((passage) => bare(text(passage)))];
      });
      for (const text of meant) assert.ok(shown.includes(text), text.slice(0, 80));
      const wide = await page
        .locator("[data-scroller]")
        .evaluate((element) => element.scrollWidth > element.clientWidth);
      assert.equal(wide, false);
    });
  }

  for (const name of ["trust-too-much", "trust-unread"]) {
    on(name, "has no Trust, and says how to go on", async (page) => {
      assert.equal(await button(page, "trust").count(), 0);
      assert.equal(await button(page, "not_now").count(), 1);
      const words = await page.locator("[data-card]").innerText();
      assert.match(words, /run vults hooks trust \. in a terminal in this folder/);
      assert.doesNotMatch(words, /run as you/);
    });
  }

  on("trust", "has a name, and each button one", async (page) => {
    const card = page.getByRole("region", {
      name: "payments-api has hooks of its own that wait for your trust",
    });
    assert.equal(await card.count(), 1);
    assert.equal(await page.getByRole("group", { name: "The commands" }).count(), 1);
    for (const name of ["Trust these hooks", "Not now"]) {
      assert.equal(await page.getByRole("button", { name, exact: true }).count(), 1);
    }
    const said = await page.locator("[role=status]").allTextContents();
    assert.ok(said.some((words) => words.includes("wait for your trust")));
    // No shortcut is named.
    assert.equal(await page.locator("kbd").count(), 0);
  });

  on("trust-one", "says which button Enter would press", async (page) => {
    await page.keyboard.press("Tab");
    const reached = [];
    for (let step = 0; step < 6; step++) {
      await settle(page);
      reached.push((await lastDrawn(page)).front.focus);
      await page.keyboard.press("Tab");
    }
    assert.ok(reached.includes("not_now") && reached.includes("trust"), String(reached));
  });

  on("trust", "gives way to an agent's card, and comes back unseen", async (page) => {
    await scrollToEnd(page);
    await settle(page);
    await page.evaluate(() => {
      const { host, states } = window.lab;
      window.kept = host.view;
      const { front, content, queue } = states["card-short"];
      host.show({ ...host.view, trust: null, front, content, queue });
    });
    await settle(page);
    assert.equal(await button(page, "trust").count(), 0);
    assert.equal(await button(page, "allow").count(), 1);
    await page.evaluate(() => {
      const { host } = window.lab;
      host.show({ ...window.kept, trust: { ...window.kept.trust, whole: false } });
    });
    await settle(page);
    assert.equal((await lastDrawn(page)).front.whole, false);
  });

  on("trust", "does not cover a full screen", async (page) => {
    await page.evaluate(() => {
      const { host } = window.lab;
      host.show({ ...host.view, compact: true });
    });
    await settle(page);
    assert.equal(await page.locator("[data-card]").count(), 0);
    assert.equal((await lastDrawn(page)).front, null);
  });
});

describe("hooks that were put off", () => {
  on("trust-put-off", "are said in the row, and come again", async (page) => {
    await page.getByRole("button", { name: "Show the session" }).first().click();
    await settle(page);
    assert.ok(await isOpen(page));
    const rows = page.locator("[data-row]");
    assert.equal(await rows.filter({ hasText: "Project hooks not trusted" }).count(), 1);
    await page.getByRole("button", { name: "Review" }).click();
    assert.deepEqual(await requests(page), [["reviewHooks", "payments-api"]]);
    await go(page, "trust");
    assert.equal(await button(page, "not_now").count(), 1);
  });
});

describe("the trusted projects", () => {
  const remove = (page) =>
    page.getByRole("listitem").filter({ hasText: "storefront" }).getByRole("button");
  const asked = (page) =>
    page.evaluate(() => window.lab.host.asked.map(({ act, of }) => [act, of]));

  on("approvals-trusted", "are removed by one press, and go with the next view", async (page) => {
    await remove(page).click();
    const file = "/home/ana/work/storefront/.vults/settings.json";
    assert.deepEqual(await asked(page), [["distrust", file]]);
    await page.evaluate((file) => {
      const { host } = window.lab;
      host.asked[0].done();
      host.show({ ...host.view, trusted: host.view.trusted.filter(({ id }) => id !== file) });
    }, file);
    await settle(page);
    assert.equal(await page.getByText(file).count(), 0);
    assert.equal(await page.getByRole("heading", { name: "Trusted projects" }).count(), 1);
  });

  on("approvals-trusted", "say why one could not be removed", async (page) => {
    await remove(page).click();
    await page.evaluate(() => window.lab.host.asked[0].fail("The disk is full."));
    await settle(page);
    assert.equal(await page.getByText("The disk is full.").count(), 1);
  });
});
