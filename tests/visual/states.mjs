// One browser for a test file, and what its tests do with a state of the lab.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { openLab, settle, show } from "./browser.mjs";

/** The lab, once the file's tests have begun. */
export let lab;
before(async () => {
  lab = await openLab();
});
after(() => lab?.close());

/**
 * Runs a test on one state; the page must not have complained. `own` is for a test that leaves more
 * behind than its window: a clock, another size.
 */
export function on(name, what, run, { own = false, ...options } = {}) {
  test(`${name}: ${what}`, async () => {
    const page = await lab.state(name, options);
    let spoilt = own || options.before !== undefined;
    try {
      await run(page);
      assert.deepEqual(page.problems, []);
    } catch (failure) {
      spoilt = true;
      throw failure;
    } finally {
      if (spoilt) await page.close();
      else page.done();
    }
  });
}

export const button = (page, choice) => page.locator(`[data-choice="${choice}"]`);
export const rectsOf = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll("[data-choice]")].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.dataset.choice, { x, y, width, height }];
      }),
    ),
  );
export const decisions = (page) => page.evaluate(() => window.lab.host.decisions);
export const change = async (page, more) => {
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
/** What the page has asked of native code, besides decisions. */
export const requests = (page) => page.evaluate(() => window.lab.host.requests);
/** Whether the sessions are open. */
export const isOpen = async (page) => (await page.locator("#sessions").count()) === 1;
/** Shows other sessions in the view. */
export const showSessions = async (page, change) => {
  const changed = await page.evaluate(`(${change})(window.lab.host.view.sessions)`);
  await page.evaluate((sessions) => {
    const { host } = window.lab;
    host.show({ ...host.view, sessions });
  }, changed);
  await settle(page);
};
/** Shows another state of the lab in the same window. */
export const go = show;
/** Waits until all that a card shows has been drawn, in whatever number of steps. */
export const finished = (page) =>
  page.waitForFunction(() => !document.querySelector("[data-unfinished]"), null, {
    // A large one takes long on a machine that has other work.
    timeout: 60_000,
  });
export const scrollToEnd = async (page) => {
  await finished(page);
  await page.locator("[data-scroller]").evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await settle(page);
};

/** Commands that do not fit, and cards of each other kind that do not. */
export const LONG = ["card-300-lines", "card-20000-characters"];
export const LONG_OTHERS = [
  "card-edit-long",
  "card-edit-several",
  "card-edit-huge",
  "card-edit-huge-line",
  "card-open-long",
  "card-subagent-long",
  "card-tool-deep",
  "card-tool-long",
  "card-tool-huge",
];
