// What a person says with more than one press: words, plans, questions; and the queue.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { lastDrawn, settle } from "./browser.mjs";
import { button, change, decisions, go, on, rectsOf, scrollToEnd } from "./states.mjs";

const requests = (page) => page.evaluate(() => window.lab.host.requests);
const field = (page) => page.getByRole("textbox");
const option = (page, index) => page.locator("[data-option]").nth(index);
const said = async (page) => (await decisions(page)).at(-1);

/** Shows another card in front, then this one again. */
const away = async (page) => {
  await page.evaluate(() => {
    const { host, states } = window.lab;
    window.kept = host.view;
    const [other] = states["card-create"].queue;
    host.show({ ...states["card-create"], queue: [other, ...window.kept.queue] });
  });
  await settle(page);
  await page.evaluate(() => window.lab.host.show(window.kept));
  await settle(page);
};

/** What an input method says while it composes. */
const composing = (page, key) =>
  field(page).evaluate((element, key) => {
    for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
      element.dispatchEvent(event);
    }
  }, key);

describe("Deny with words", () => {
  const open = async (page) => {
    await page.getByRole("button", { name: "Deny with words" }).click();
    await settle(page);
  };

  const places = ({ allow, deny }) => [allow, deny];
  for (const name of ["card-short", "card-of-three", "card-300-lines", "card-edit-long"]) {
    on(name, "its field moves no button above it", async (page) => {
      const before = await rectsOf(page);
      await open(page);
      assert.deepEqual(places(await rectsOf(page)), places(before));
      await field(page).fill("one\ntwo\nthree\nfour\nfive");
      await settle(page);
      assert.deepEqual(places(await rectsOf(page)), places(before));
      await away(page);
      assert.deepEqual(places(await rectsOf(page)), places(before));
      const panel = await page.locator(".panel").boundingBox();
      assert.ok(panel.y + panel.height <= 720 - 40, `${panel.height} high`);
    });
  }

  on("card-short", "Enter sends them, Shift with Enter breaks the line", async (page) => {
    await open(page);
    await page.keyboard.type("Use git mv.");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("Then test.");
    await settle(page);
    assert.deepEqual(await decisions(page), []);
    assert.equal((await lastDrawn(page)).front.focus, "deny");
    await page.keyboard.press("Enter");
    const words = "Use git mv.\nThen test.";
    assert.deepEqual(await decisions(page), [
      { card: 1, binding: "binding-1", choice: "deny", words },
    ]);
    assert.deepEqual(await requests(page), [
      ["typing", true],
      ["typing", false],
    ]);
  });

  on("card-short", "Deny sends them too; nothing but blanks is none", async (page) => {
    await open(page);
    await page.keyboard.type("  ");
    await page.keyboard.press("Enter");
    assert.deepEqual(await decisions(page), []);
    assert.equal((await lastDrawn(page)).front.focus, null);
    await button(page, "deny").click();
    assert.deepEqual(Object.keys(await said(page)), ["card", "binding", "choice"]);
    await field(page).fill("no");
    await button(page, "deny").click();
    assert.equal((await said(page)).words, "no");
  });

  on(
    "card-short",
    "Enter of an input method sends nothing, its Escape closes nothing",
    async (page) => {
      await open(page);
      await field(page).fill("日本");
      await composing(page, "Enter");
      await composing(page, "Escape");
      assert.deepEqual(await decisions(page), []);
      assert.equal(await field(page).inputValue(), "日本");
    },
  );

  on("card-short", "Escape closes the field, and the words stay", async (page) => {
    await open(page);
    await page.keyboard.type("later");
    await page.keyboard.press("Escape");
    await settle(page);
    assert.equal(await field(page).count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Deny with words");
    assert.deepEqual((await requests(page)).at(-1), ["typing", false]);
    await button(page, "deny").click();
    assert.equal((await said(page)).words, undefined);
    await open(page);
    assert.equal(await field(page).inputValue(), "later");
  });

  on("card-short", "the words survive another card in front, and take no focus", async (page) => {
    await open(page);
    await page.keyboard.type("half a sen");
    await away(page);
    assert.equal(await field(page).inputValue(), "half a sen");
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  });

  on(
    "card-short",
    "the keyboard is kept while a person still types at a card that left",
    async (page) => {
      await open(page);
      await page.keyboard.type("no, use");
      await go(page, "pill-empty");
      await page.keyboard.type(" git mv");
      assert.deepEqual(await requests(page), [["typing", true]]);
      await page.waitForFunction(() => window.lab.host.requests.length === 2);
      assert.deepEqual((await requests(page)).at(-1), ["typing", false]);
    },
  );
});

describe("Always", () => {
  on("card-always", "answers for good, and is never the default", async (page) => {
    const { front } = await lastDrawn(page);
    const rects = await rectsOf(page);
    assert.deepEqual([front.buttons.always, front.focus], [rects.always, null]);
    assert.equal(await button(page, "always").getAttribute("aria-keyshortcuts"), null);
    await button(page, "always").click();
    assert.equal((await said(page)).choice, "always");
  });

  on("card-short", "is not there where it is not offered", async (page) => {
    assert.equal(await button(page, "always").count(), 0);
  });

  on(
    "card-always",
    "cannot be pressed where the card does not fit",
    async (page) => {
      const { front } = await lastDrawn(page);
      assert.deepEqual([front.whole, front.buttons.always], [false, null]);
      await button(page, "always").evaluate((element) => element.click());
      assert.deepEqual(await decisions(page), []);
    },
    { height: 180 },
  );
});

describe("a plan", () => {
  on("card-plan", "is approved, or goes on with words", async (page) => {
    await button(page, "allow").click();
    assert.equal((await said(page)).choice, "allow");
    await page.getByRole("button", { name: "Keep planning, with words" }).click();
    await page.keyboard.type("smaller steps");
    await page.keyboard.press("Enter");
    const { choice, words } = await said(page);
    assert.deepEqual([choice, words], ["deny", "smaller steps"]);
  });

  on("card-plan-hostile", "as it is written is the text, letter by letter", async (page) => {
    await page.getByRole("button", { name: "As written" }).click();
    await settle(page);
    const [shown, meant] = await page.evaluate(() => [
      [...document.querySelectorAll("[data-scroller] p")].map((p) => p.textContent).join("\n"),
      window.lab.host.view.content.plan.text.map((s) => s.plain ?? s.hidden).join(""),
    ]);
    assert.equal(shown, meant);
    assert.equal(await page.evaluate(() => window.broken), undefined);
  });

  on("card-plan-hostile", "a link of the web opens outside, any other does not", async (page) => {
    const links = page.locator("button.target");
    assert.deepEqual(await links.allTextContents(), [
      "https://x.example.test",
      "https://track.example.test/pixel.png?who=ana",
      "https://hidden.example.test",
    ]);
    await links.nth(2).click();
    assert.deepEqual(await requests(page), [["openLink", "https://hidden.example.test/"]]);
    assert.equal(await page.locator("a, img").count(), 0);
  });

  on("card-plan-long", "needs its end in sight, in whatever view", async (page) => {
    assert.equal((await lastDrawn(page)).front.whole, false);
    const before = await rectsOf(page);
    await page.getByRole("button", { name: "As written" }).click();
    await scrollToEnd(page);
    assert.equal((await lastDrawn(page)).front.whole, true);
    assert.deepEqual(await rectsOf(page), before);
  });
});

describe("a question", () => {
  on("card-question", "has no answer until an option is chosen", async (page) => {
    const { front } = await lastDrawn(page);
    assert.deepEqual([front.whole, front.buttons.allow, front.buttons.deny], [true, null, null]);
    assert.equal(await button(page, "answer").getAttribute("aria-disabled"), "true");
    await button(page, "answer").click({ force: true });
    assert.deepEqual(await decisions(page), []);
    await option(page, 1).click();
    await option(page, 2).click();
    await settle(page);
    const rects = await rectsOf(page);
    assert.deepEqual((await lastDrawn(page)).front.buttons.answer, rects.answer);
    await button(page, "answer").click();
    assert.deepEqual((await said(page)).answers, [{ options: [2], own: null }]);
  });

  on("card-question-several", "takes options in their order, and own words", async (page) => {
    await option(page, 2).click();
    await option(page, 0).click();
    await option(page, 1).click();
    await option(page, 1).click();
    await field(page).fill(' Invoices, "net 30"\n');
    await button(page, "answer").click();
    const answers = [{ options: [0, 2], own: 'Invoices, "net 30"' }];
    assert.deepEqual((await said(page)).answers, answers);
  });

  on("card-question", "own words are instead of an option", async (page) => {
    await option(page, 0).click();
    await field(page).click();
    await page.keyboard.type("ap-south-1");
    await composing(page, "Enter");
    assert.deepEqual(await decisions(page), []);
    await settle(page);
    assert.equal((await lastDrawn(page)).front.focus, "answer");
    await page.keyboard.press("Enter");
    assert.deepEqual((await said(page)).answers, [{ options: [], own: "ap-south-1" }]);
    await option(page, 0).click();
    await button(page, "answer").click();
    assert.deepEqual((await said(page)).answers, [{ options: [0], own: null }]);
  });

  on("card-question", "10,000 characters go, one more does not", async (page) => {
    await field(page).fill("語".repeat(10_000));
    await scrollToEnd(page);
    await button(page, "answer").click();
    assert.equal((await said(page)).answers[0].own.length, 10_000);
    await field(page).fill("語".repeat(10_001));
    await settle(page);
    assert.equal(await button(page, "answer").getAttribute("aria-disabled"), "true");
    const text = await page.locator("[data-card]").innerText();
    assert.ok(text.includes("10,001 characters; 10,000 are the most"), text);
  });

  on("card-question", "can be answered with the keyboard alone", async (page) => {
    await page.keyboard.press("2");
    assert.equal(await option(page, 1).getAttribute("aria-checked"), "true");
    await page.keyboard.press("ArrowDown");
    assert.equal(await option(page, 2).getAttribute("aria-checked"), "true");
    await page.keyboard.press("Tab");
    await page.keyboard.type("3");
    assert.equal(await field(page).inputValue(), "3");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await settle(page);
    assert.equal((await lastDrawn(page)).front.focus, "answer");
    await page.keyboard.press("Enter");
    assert.deepEqual((await said(page)).answers, [{ options: [2], own: null }]);
  });

  on("card-questions", "one after the other, and back, with Next at its place", async (page) => {
    const next = page.getByRole("button", { name: "Next" });
    const at = await next.boundingBox();
    await option(page, 0).click();
    await next.click();
    await settle(page);
    assert.equal((await lastDrawn(page)).front.whole, false);
    await option(page, 1).click();
    await page.getByRole("button", { name: "Back" }).click();
    await settle(page);
    assert.equal(await option(page, 0).getAttribute("aria-checked"), "true");
    await next.click();
    await settle(page);
    assert.equal(await option(page, 1).getAttribute("aria-checked"), "true");
    await next.click();
    await settle(page);
    await option(page, 0).click();
    await scrollToEnd(page);
    assert.equal((await lastDrawn(page)).front.whole, true);
    const send = await button(page, "answer").boundingBox();
    assert.deepEqual([send.x, send.width, send.height], [at.x, at.width, at.height]);
    await away(page);
    await scrollToEnd(page);
    await button(page, "answer").click();
    assert.deepEqual((await said(page)).answers, [
      { options: [0], own: null },
      { options: [1], own: null },
      { options: [0], own: null },
    ]);
  });

  for (const scale of [1, 2]) {
    on(
      "card-questions-longest",
      `everything of it can be reached at ${scale}x`,
      async (page) => {
        for (let step = 0; step < 4; step++) {
          const next = page.getByRole("button", { name: step < 3 ? "Next" : "Send 4 answers" });
          await page.keyboard.press("1");
          await settle(page);
          assert.equal(await next.getAttribute("aria-disabled"), "true", "before its end");
          for (let turns = 0; turns < 40; turns++) {
            await page.locator("[data-scroller]").hover();
            await page.mouse.wheel(0, 200);
          }
          await page.waitForFunction(
            (name) =>
              [...document.querySelectorAll("button")].find((b) => b.textContent.trim() === name)
                ?.ariaDisabled === "false",
            step < 3 ? "Next" : "Send 4 answers",
          );
          for (const [choice, rect] of Object.entries(await rectsOf(page))) {
            assert.ok(rect.y >= 0 && rect.y + rect.height <= 768 / scale, choice);
          }
          await next.click();
          await settle(page);
        }
        assert.equal((await said(page)).answers.length, 4);
      },
      { height: 768 / scale, scale },
    );
  }

  /** The window on a screen that is 800 px high. */
  const low = { height: 560 };
  for (const name of ["card-question", "card-question-several", "card-questions"]) {
    const says = "of three options is whole on a low screen, also with cards behind it";
    on(
      name,
      says,
      async (page) => {
        const places = async () => {
          const box = await page
            .locator("[data-scroller]")
            .evaluate((it) => it.getBoundingClientRect());
          return [box.height, await rectsOf(page)];
        };
        const whole = await page
          .locator("[data-scroller]")
          .evaluate((box) => box.scrollHeight <= box.clientHeight);
        assert.ok(whole);
        const before = await places();
        await page.evaluate(() => {
          const { host, states } = window.lab;
          const [front] = host.view.queue;
          host.show({ ...host.view, queue: [front, ...states["card-of-twelve"].queue.slice(1)] });
        });
        await settle(page);
        assert.deepEqual(await places(), before);
        const first = await page.locator("[data-queued]").first().boundingBox();
        assert.ok(first.y + first.height <= low.height - 52, `the queue begins at ${first.y}`);
      },
      low,
    );
  }

  on("card-question", "has a way back to the terminal at all times", async (page) => {
    await button(page, "reply_in_terminal").click();
    assert.equal((await said(page)).choice, "reply_in_terminal");
  });
});

describe("the queue", () => {
  on("card-of-three", "an entry comes to the front by click and by keyboard", async (page) => {
    await page.locator('[data-queued="3"] button').click();
    await page.locator('[data-queued="2"] button').focus();
    await page.keyboard.press("Enter");
    assert.deepEqual(await requests(page), [
      ["bring", 3],
      ["bring", 2],
    ]);
    assert.deepEqual(await decisions(page), []);
    await change(page, { front: { id: 2, binding: "binding-2" } });
    assert.equal(await page.evaluate(() => document.activeElement.dataset.card), "2");
    assert.equal((await lastDrawn(page)).front.focus, null);
  });

  on("card-many", "a session is handed back", async (page) => {
    await page.getByRole("button", { name: "Hand this session back" }).click();
    assert.deepEqual(await requests(page), [["handBack", "session-1", true]]);
  });
});
