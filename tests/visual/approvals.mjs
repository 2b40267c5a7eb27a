// What the tests of the page of rules and decisions do there, and look at.

import { settle } from "./browser.mjs";

export const WINDOW = { width: 760, height: 680 };
export const SMALLEST = { width: 560, height: 420 };

export const press = (page, name) => page.getByRole("button", { name, exact: true });
export const pauseSwitch = (page) => page.getByRole("switch", { name: "Pause" });
export const searchBox = (page) => page.getByRole("searchbox", { name: "Search the history" });
export const asked = (page) =>
  page.evaluate(() =>
    window.lab.host.asked.map(({ act, of }) => [act, ...(of === undefined ? [] : [of])]),
  );
export const read = (page) => page.evaluate(() => window.lab.host.read);
/** Ends what was asked for last, well or badly. */
export const done = async (page, value) => {
  await page.evaluate((value) => window.lab.host.asked.at(-1).done(value), value);
  await settle(page);
};
export const failed = async (page, reason) => {
  await page.evaluate((reason) => window.lab.host.asked.at(-1).fail(reason), reason);
  await settle(page);
};
/** Changes the state that is shown. */
export const change = async (page, more) => {
  await page.evaluate((more) => {
    const { host } = window.lab;
    host.show({ ...host.view, ...more });
  }, more);
  await settle(page);
};
export const focused = (page) =>
  page.evaluate(() => {
    const { tagName, textContent, ariaLabel } = document.activeElement;
    const shown = document.activeElement.querySelector("span:not(.hidden)");
    return tagName === "BODY" ? null : (ariaLabel ?? (shown ?? { textContent }).textContent.trim());
  });
export const decisions = (page) => page.locator("li time").count();
export const found = async (page, search) => {
  await searchBox(page).fill(search);
  await page.waitForFunction(
    (search) => window.lab.host.read.includes(`${search} 0`.trim()),
    search,
  );
  await settle(page);
};
