// What the person's own hooks did, in the pill and in the list.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { axeSource, settle } from "./browser.mjs";
import { decisions, isOpen, on, requests, showSessions } from "./states.mjs";

const rows = (page) => page.locator("[data-row]");
const row = (page, project) => rows(page).filter({ hasText: project });
const button = (page, project) =>
  page.getByRole("button", { name: `What hooks did in ${project}`, exact: true });
const reports = (page, project) =>
  page.getByRole("group", { name: `What hooks did in ${project}`, exact: true });
/** Whether an element's words are all in sight. */
const isWhole = (element) => element.evaluate((it) => it.scrollWidth <= it.clientWidth);
const tops = (page) =>
  rows(page).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));

describe("a row says of hooks", () => {
  const SAYS = {
    "sessions-hooks": {
      "payments-api": /Blocked by a hook\s+src\/generated\/ is produced by codegen/,
      infra: /Running terraform.*\s+A hook failed/,
      storefront: /Editing cart.svelte\s+Hook: file formatted\s+2 sub-agents/,
      docs: /Done\s+All links are fixed, 14 files changed\.\s+A hook is slow/,
      scraper: /Reading robots.txt\s+Project hooks not trusted\s+Review/,
      mobile: /Thinking\s+A hook setting has no effect/,
    },
    "sessions-hooks-portuguese": {
      "payments-api": /Bloqueado por um hook/,
      infra: /Um hook falhou/,
      docs: /Um hook está lento/,
      mobile: /Configuração de hook sem efeito/,
    },
  };
  for (const [name, says] of Object.entries(SAYS)) {
    on(name, "what a person would want to know", async (page) => {
      for (const [project, words] of Object.entries(says)) {
        assert.match(await row(page, project).innerText(), words);
      }
      // Whatever is cut, that one of them is in trouble is not.
      for (const trouble of await page.locator(".trouble").all()) {
        assert.ok(await isWhole(trouble), await trouble.innerText());
      }
    });
  }

  on("sessions-hooks-blocked", "nothing where there is nothing", async (page) => {
    await showSessions(page, (sessions) => sessions.map((one) => ({ ...one, hooks: null })));
    assert.doesNotMatch(await page.locator("#sessions").innerText(), /hook/i);
    assert.equal(await page.locator("[data-row] button").count(), 0);
  });

  on(
    "sessions-hooks-blocked",
    "cuts facts first, then a hook's words, and no short step",
    async (page) => {
      await showSessions(page, (sessions) =>
        sessions.map((one) => ({
          ...one,
          step: { command: [{ plain: "cargo test" }] },
          background: 3,
          hooks: {
            ...one.hooks,
            trouble: "failed",
            word: { says: [{ plain: "the staging database is down, so use the local one" }] },
          },
        })),
      );
      assert.ok(await isWhole(page.locator("[data-row] .doing")));
      assert.ok(await isWhole(page.locator("[data-row] .trouble")));
      assert.equal(await isWhole(page.locator("[data-row] .reply")), false);
    },
  );

  on("pill-blocked", "so does the pill, and the project's name is whole", async (page) => {
    const pill = page.locator(".pill");
    assert.match(await pill.innerText(), /payments-api\s+Blocked by a hook\s+src\/gen/);
    assert.ok(await isWhole(pill.locator("b")));
  });

  on("pill-blocked-long", "and cuts nothing of what is said in red", async (page) => {
    const red = page.locator(".pill .doing.red");
    assert.ok(await isWhole(red));
    const [words, chip] = await Promise.all([
      red.boundingBox(),
      page.locator(".chip").boundingBox(),
    ]);
    assert.ok(words.x + words.width <= chip.x, "nor does it lie under the mode");
  });
});

describe("what hooks did", () => {
  on("sessions-hooks-blocked", "opens and folds with a click", async (page) => {
    const before = await requests(page);
    for (const open of [true, false]) {
      await button(page, "payments-api").click();
      assert.equal(await button(page, "payments-api").getAttribute("aria-expanded"), `${open}`);
      assert.equal(await reports(page, "payments-api").count(), open ? 1 : 0);
    }
    await button(page, "payments-api").dblclick();
    assert.equal(await reports(page, "payments-api").count(), 1, "the second press does nothing");
    assert.ok(await isOpen(page));
    assert.deepEqual(await decisions(page), []);
    assert.deepEqual(await requests(page), before);
  });

  on("sessions-hooks-blocked", "says who did what, for how long and why", async (page) => {
    await button(page, "payments-api").click();
    const text = (await reports(page, "payments-api").innerText()).replace(/\s+/g, " ");
    for (const words of [
      "Editing refund.rs before bun .levelcode/hooks/guard-write.ts blocked 31 ms src/generated/ is produced by codegen: edit the generators instead ~/.config/vults/audit.sh 4 ms",
      "Editing ledger.rs after bun .levelcode/hooks/format.ts 240 ms Hook: file formatted",
      "When the session began bun .levelcode/hooks/onboarding.ts 612 ms",
    ]) {
      assert.ok(text.includes(words), `${words}\nin\n${text}`);
    }
  });

  on("sessions-hooks", "tells a failure from a timeout and from what is slow", async (page) => {
    await button(page, "infra").click();
    const runs = await reports(page, "infra").locator(".run").allInnerTexts();
    const said = runs.map((run) => run.replace(/\s+/g, " ").trim());
    assert.deepEqual(said, [
      "./ci/guard.sh failed with code 127 12 ms",
      "./ci/policy did not start Permission denied (os error 13)",
      "python3 ci/cost.py timed out 10 s",
      "./ci/audit ended by a signal 3 ms",
      "./ci/drift slow 2.3 s",
    ]);
    assert.match(await reports(page, "infra").innerText(), /3 more hooks/);
    await button(page, "mobile").click();
    assert.match(await reports(page, "mobile").innerText(), /hooks\.Stopp: There is no such event/);
  });

  on("sessions-hooks-blocked", "is there for the keyboard and a screen reader", async (page) => {
    await rows(page).first().focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await reports(page, "payments-api").count(), 1);
    // It has more than is in sight, so Tab comes to it and the arrow keys scroll it.
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => document.activeElement.className);
    assert.match(focused, /reports/);
    await page.evaluate(await axeSource());
    const { violations } = await page.evaluate(() =>
      window.axe.run(document.querySelector("#sessions")),
    );
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
      [],
    );
    await page.keyboard.press("Escape");
    assert.equal(await isOpen(page), false);
  });

  on("sessions-hooks", "moves no row while the pointer is on the list", async (page) => {
    await button(page, "storefront").click();
    const before = await tops(page);
    await showSessions(page, (sessions) =>
      sessions.map((one) => ({
        ...one,
        hooks: one.hooks && {
          ...one.hooks,
          reports: [
            ...Array.from({ length: 5 }, (_, index) => ({
              key: 100 + index,
              point: "stop",
              step: null,
              blocked: null,
              context: null,
              runs: [{ label: [{ plain: "./x" }], duration_ms: 1, slow: false, end: "proceeded" }],
              more: 0,
            })),
            ...one.hooks.reports,
          ],
        },
      })),
    );
    assert.match(await reports(page, "storefront").innerText(), /When the turn ended/);
    assert.deepEqual(await tops(page), before);
    await page.mouse.move(5, 700);
    await settle(page);
    assert.notDeepEqual(await tops(page), before, "then there is room for all of it");
  });

  on(
    "sessions-hooks-hostile",
    "stays inside its box, whatever it says",
    async (page) => {
      await button(
        page,
        "a-project-with-a-name-that-goes-on-and-on-until-nothing-else-has-room",
      ).click();
      const box = page.getByRole("group");
      assert.equal(await page.evaluate(() => window.broken), undefined);
      assert.deepEqual((await box.locator(".run .token").allTextContents()).slice(0, 3), [
        "U+202E",
        "U+202C",
        "5000 spaces",
      ]);
      for (const width of [640, 360, 320]) {
        await page.setViewportSize({ width, height: 720 });
        await settle(page);
        const wide = await box.evaluate((it) => it.scrollWidth - it.clientWidth);
        assert.equal(wide, 0, `${width}`);
        const { right } = await box.evaluate((it) => it.getBoundingClientRect().toJSON());
        assert.ok(right <= width, `${right} of ${width}`);
      }
    },
    { own: true },
  );
});
