// The sessions: the pill, the open list and the birds.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { settle } from "./browser.mjs";
import { decisions, go, isOpen, on, requests, showSessions } from "./states.mjs";

const rows = (page) => page.locator("[data-row]");
const list = (page) => page.locator("#sessions");
/** Moves the pointer away from everything. */
const away = (page) => page.mouse.move(5, 700);
const projects = (page) => page.locator("[data-row] b").allInnerTexts();
/** A clock that a test turns. */
const clock = (page) => page.clock.install({ time: Date.UTC(2026, 2, 14, 15, 9, 26) });

describe("the pill", () => {
  for (const name of ["sessions-20", "pill-waits-in-terminal", "pill-failed"]) {
    on(name, "says an ordinary project's whole name beside what it waits for", async (page) => {
      const cut = await page
        .locator(".pill b")
        .evaluate((project) => project.scrollWidth > project.clientWidth);
      assert.equal(cut, false);
    });
  }
});

describe("the list", () => {
  const SAYS = {
    sessions: [
      "infra\nmain\nCodex",
      "Waits in its terminal",
      "1 h 7 min",
      "Running cargo test --workspace",
      "$1.84",
      "4 min",
      "Editing cart.svelte",
      "2 sub-agents",
      "Done\nAll links are fixed",
      "Quiet",
      "5 hours\n42%",
      "resets 16:30",
      "Week\n11%",
      "resets Thu 09:09",
      "Costs are at API prices",
    ],
    "sessions-statuses": [
      "Waits for you",
      "Stopped with an error",
      "Thinking",
      "Summing up the conversation",
      "In the background\n1 sub-agent\n2 background commands",
      "Interrupted",
      "Ready",
      "Ended",
      "Its process is gone",
    ],
    "sessions-steps": [
      "Running cargo nextest run",
      "Editing main.rs",
      "Reading README.md",
      "Opening docs.example.test",
      "Starting Explore",
      "github: list pull requests",
      "Using TodoWrite",
    ],
    "sessions-modes": ["accepts edits", "never asks", "Asks in its terminal", "2 days", "$0.01"],
    "sessions-plans": [
      "begun anew",
      "100%",
      "63%",
      "resets 16:30 · as of 2 h 10 min ago",
      "0%\nas of 3 days ago",
      "30 days",
      "90 minutes",
    ],
    "sessions-portuguese": [
      "Espera no terminal",
      "Executando cargo test --workspace",
      "US$ 1,84",
      "2 subagentes",
      "Concluída",
      "5 horas",
      "renova às 16:30",
      "Semana",
      "renova qui. às 09:09",
    ],
  };
  on("sessions", "says what each session does, for how long, at what cost", async (page) => {
    for (const [name, sentences] of Object.entries(SAYS)) {
      await go(page, name);
      // A space that does not break is one that is seen.
      const text = (await list(page).innerText()).replace(/\u00a0/g, " ").replace(/\n+/g, "\n");
      for (const sentence of sentences) {
        assert.ok(text.includes(sentence), `${name}, ${sentence}: ${text}`);
      }
    }
  });

  on("sessions-one", "says nothing of what is not known", async (page) => {
    await showSessions(page, (all) =>
      all.map((one) => ({ ...one, cost_micro_usd: null, branch: null })),
    );
    const text = await list(page).innerText();
    assert.equal(await list(page).locator("footer").count(), 0);
    assert.ok(!/\$|%|null|main/.test(text), text);
  });

  on("sessions-hostile", "keeps to its box, and takes no text for markup", async (page) => {
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll("#sessions, #sessions ul, [data-row]")]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => element.innerText),
    );
    assert.deepEqual(wide, []);
    assert.equal(await page.locator("img, i").count(), 0);
    assert.equal(await page.evaluate(() => window.broken), undefined);
    for (const row of await rows(page).all()) {
      const name = await row.locator("b").boundingBox();
      assert.ok(name.width >= 24, `${name.width} wide`);
    }
  });

  on("sessions-64", "has room for every row, and its foot stays in sight", async (page) => {
    assert.equal(await rows(page).count(), 64);
    const box = await list(page).boundingBox();
    assert.ok(box.y + box.height <= 720, `${box.y + box.height}`);
    const foot = await list(page).locator("footer").boundingBox();
    assert.ok(foot.y + foot.height <= box.y + box.height);
    // What is on screen is said once it has been drawn.
    await page.waitForFunction(() => window.lab.host.regions.at(-1)?.length === 2);
    const [, region] = await page.evaluate(() => window.lab.host.regions.at(-1));
    assert.deepEqual(region, box);
  });

  on("sessions", "says where it is when the same button opens and folds it", async (page) => {
    const regions = (count) =>
      page.waitForFunction((count) => window.lab.host.regions.at(-1)?.length === count, count);
    const button = page.locator("[aria-expanded]");
    for (const count of [1, 2, 1]) {
      await button.click();
      await regions(count);
      await page.waitForTimeout(400);
    }
  });

  on("sessions-modes", "gives back a session's cards", async (page) => {
    await page.getByRole("button", { name: "Take cards again" }).first().click();
    assert.deepEqual(await requests(page), [["handBack", "plan", false]]);
  });

  on("sessions", "moves no row under the pointer", async (page) => {
    const before = await projects(page);
    const places = () => rows(page).evaluateAll((all) => all.map((row) => row.offsetTop));
    await rows(page).nth(2).hover();
    const where = await places();
    // The first has gone, the others turn round, and one is new.
    await showSessions(page, ([, ...others]) => [
      { ...others[0], key: "new", project: [{ plain: "new" }] },
      ...others.reverse(),
    ]);
    assert.deepEqual(await projects(page), [...before, "new"]);
    assert.deepEqual((await places()).slice(0, where.length), where);
    assert.ok((await rows(page).first().innerText()).includes("Ended"));
    await away(page);
    await settle(page);
    assert.deepEqual(await projects(page), ["new", ...before.slice(1).reverse()]);
  });
});

describe("the list opens and folds", () => {
  /** Opens the list with the clock in the test's hand, and takes the pointer away. */
  const opened = async (page) => {
    await clock(page);
    await page.locator("[data-first]").click();
    assert.ok(await isOpen(page));
  };

  on(
    "sessions",
    "by a click, and stays while the pointer is on it",
    async (page) => {
      await away(page);
      await page.keyboard.press("Escape");
      await settle(page);
      await opened(page);
      await page.clock.fastForward(60_000);
      assert.ok(await isOpen(page), "on the pill");
      await rows(page).first().hover();
      await page.clock.fastForward(60_000);
      assert.ok(await isOpen(page), "on a row");
      await away(page);
      await page.clock.fastForward(7_500);
      assert.ok(await isOpen(page), "a moment later");
      await rows(page).first().hover();
      await away(page);
      await page.clock.fastForward(7_500);
      assert.ok(await isOpen(page), "each look begins anew");
      await page.evaluate(() => document.activeElement.blur());
      await page.clock.fastForward(9_000);
      assert.equal(await isOpen(page), false);
    },
    { own: true },
  );

  on(
    "sessions",
    "never while the keyboard is in it",
    async (page) => {
      await page.keyboard.press("Escape");
      await settle(page);
      await opened(page);
      await away(page);
      await rows(page).first().focus();
      await page.clock.fastForward(60_000);
      assert.ok(await isOpen(page));
      await page.evaluate(() => document.activeElement.blur());
      await page.clock.fastForward(9_000);
      assert.equal(await isOpen(page), false);
    },
    { own: true },
  );

  on("pill-working", "by a click anywhere on the pill that is on no other button", async (page) => {
    const before = await requests(page);
    const button = page.locator("[aria-expanded]");
    const pill = await page.getByLabel("Vults", { exact: true }).boundingBox();
    const arrow = await button.boundingBox();
    const places = {
      "its left end": [pill.x + 3, pill.y + 6],
      "the words": [pill.x + pill.width / 3, pill.y + pill.height / 2],
      "below the arrow": [arrow.x + arrow.width / 2, pill.y + pill.height - 1],
      "the arrow": [arrow.x + arrow.width / 2, arrow.y + arrow.height / 2],
    };
    for (const [place, [x, y]] of Object.entries(places)) {
      for (const open of [true, false]) {
        await page.mouse.click(x, y);
        await settle(page);
        assert.equal(await isOpen(page), open, place);
        assert.equal(await button.getAttribute("aria-expanded"), String(open), place);
      }
      // The second press of a double click does not undo the first.
      await page.mouse.dblclick(x, y);
      await settle(page);
      assert.equal(await isOpen(page), true, `${place}, twice`);
      await page.mouse.click(x, y);
      await settle(page);
    }
    assert.equal(await page.locator(".pill button").count(), 2, "the arrow, and the settings");
    assert.deepEqual(await decisions(page), []);
    assert.deepEqual(await requests(page), before);
    await page.locator("[data-settings]").click();
    await settle(page);
    assert.equal(await isOpen(page), false, "the settings");
  });

  for (const key of ["Enter", "Space"]) {
    on("pill-working", `by ${key} on the arrow`, async (page) => {
      await page.locator("[data-first]").focus();
      for (const open of [true, false]) {
        await page.keyboard.press(key);
        await settle(page);
        assert.equal(await isOpen(page), open);
      }
    });
  }

  for (const name of ["pill-empty", "pill-paused", "outcome-allowed", "pill-drift"]) {
    on(name, "not by a click where the pill has no arrow, or on another button", async (page) => {
      const before = await page.evaluate(() => window.lab.host.opened);
      const asked = await requests(page);
      const pill = await page.getByLabel("Vults", { exact: true }).boundingBox();
      await page.mouse.click(pill.x + 30, pill.y + pill.height / 2);
      await settle(page);
      assert.equal(await isOpen(page), false);
      assert.deepEqual(await requests(page), asked);
      const opened = await page.evaluate(() => window.lab.host.opened);
      assert.equal(opened - before, name === "pill-drift" ? 1 : 0);
    });
  }

  on("sessions", "by a press beside it, and for a card", async (page) => {
    await page.mouse.click(5, 700);
    await settle(page);
    assert.equal(await isOpen(page), false);
    await go(page, "sessions");
    assert.ok(await isOpen(page));
    await go(page, "card-short");
    await go(page, "pill-working");
    assert.equal(await isOpen(page), false);
  });

  /** As native code says that the person asks for the keyboard. */
  const called = async (page) => {
    await page.evaluate(() => window.lab.host.focus());
    await settle(page);
  };
  for (const [name, between] of [
    ["pill-empty", []],
    ["pill-paused", []],
    ["sessions", ["pill-empty"]],
    ["sessions", ["pill-paused"]],
  ]) {
    on(name, `never by itself, after ${[...between, "a call"].join(" and ")}`, async (page) => {
      for (const next of between) await go(page, next);
      await called(page);
      assert.equal(await isOpen(page), false);
      await go(page, "pill-working");
      assert.equal(await isOpen(page), false);
    });
  }

  on(
    "sessions",
    "and has no timer while it is closed",
    async (page) => {
      await page.keyboard.press("Escape");
      await settle(page);
      await clock(page);
      const before = await page.locator("main").innerHTML();
      await page.evaluate(() => {
        window.timers = 0;
        for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) {
          const real = window[name];
          window[name] = (...args) => {
            window.timers++;
            return real.apply(window, args);
          };
        }
      });
      await page.clock.fastForward(600_000);
      assert.equal(await page.evaluate(() => window.timers), 0);
      assert.equal(await page.locator("main").innerHTML(), before);
    },
    { own: true },
  );
});

describe("the pill under the pointer", () => {
  const places = (page) =>
    page.locator("[data-first], [data-settings]").evaluateAll((all) =>
      all.map((one) => {
        const { right, top } = one.getBoundingClientRect();
        return [right, top];
      }),
    );
  const width = async (page) => (await page.getByLabel("Vults").boundingBox()).width;
  const step = (page, step) =>
    showSessions(
      page,
      `([first, ...others]) => [{ ...first, step: ${JSON.stringify(step)} }, ...others]`,
    );
  const running = (words) => ({ command: [{ plain: words }] });

  on("pill-working", "keeps its buttons where they are, whatever the step", async (page) => {
    await page.locator("[data-settings]").hover();
    const before = await places(page);
    for (const next of [null, running("make"), running("cargo nextest run --workspace"), null]) {
      await step(page, next);
      assert.deepEqual(await places(page), before, JSON.stringify(next));
    }
    // Nor when nothing is told in words any more.
    await showSessions(page, (all) => all.map((one) => ({ ...one, status: "done", step: null })));
    assert.deepEqual((await places(page)).at(-1), before.at(-1));
    const held = await width(page);
    await away(page);
    await settle(page);
    assert.ok((await width(page)) < held);
  });

  on("pill-done", "grows for an outcome, however little it said", async (page) => {
    await showSessions(page, (all) => all.map((one) => ({ ...one, status: "working" })));
    await page.locator("[data-settings]").hover();
    await page.evaluate(() => {
      const { host, states } = window.lab;
      const outcome = { ...states["outcome-allowed"].outcome, outcome: "ran_all_the_same" };
      host.show({ ...host.view, outcome });
    });
    await settle(page);
    const pill = await page.getByLabel("Vults").boundingBox();
    const says = await page.locator("[data-outcome] strong").boundingBox();
    assert.ok(says.x + says.width < pill.x + pill.width);
  });

  on("pill-done", "grows where birds alone become words", async (page) => {
    await page.locator("[data-settings]").hover();
    const before = await width(page);
    await showSessions(page, (all) => all.map((one) => ({ ...one, status: "failed" })));
    assert.ok((await width(page)) > before);
    assert.ok((await page.locator("main").innerText()).includes("Stopped with an error"));
  });
});

describe("what a person sets", () => {
  const set = async (page, more) => {
    await page.evaluate((more) => window.lab.host.set(more), more);
    await settle(page);
  };

  on("sessions", "another language is spoken at once, and back", async (page) => {
    const before = await page.locator("main").innerText();
    await set(page, { language: "pt-BR" });
    assert.equal(await page.evaluate(() => document.documentElement.lang), "pt-BR");
    assert.ok((await page.locator("main").innerText()).includes("Espera no terminal"));
    await set(page, { language: "system" });
    assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
    assert.equal(await page.locator("main").innerText(), before);
  });

  on("card-of-three", "also on a card that is already there", async (page) => {
    await set(page, { language: "system", system_language: "pt_BR.UTF-8" });
    const text = await page.locator("main").innerText();
    for (const words of [
      "Permitir",
      "Negar",
      "quer executar um comando",
      "Responder no terminal",
    ]) {
      assert.ok(text.includes(words), `${words}: ${text}`);
    }
  });

  on("sessions", "plain marks instead of birds", async (page) => {
    assert.equal(await page.locator("main svg.mark").count(), 0);
    assert.ok((await page.locator("main svg.bird").count()) > 5);
    await set(page, { marks: "plain" });
    assert.equal(await page.locator("main svg.bird").count(), 0);
    assert.ok((await page.locator("main svg.mark").count()) > 5);
  });
});

describe("a bird", () => {
  on(
    "sessions",
    "moves only when its pose changes, and only for a moment",
    async (page) => {
      const moving = () => page.evaluate(() => document.getAnimations().length);
      await page.waitForTimeout(300);
      assert.equal(await moving(), 0);
      const [lasts] = await page.evaluate(async () => {
        const { host } = window.lab;
        const sessions = host.view.sessions.map((one, index) =>
          index === 1 ? { ...one, step: { read: [{ plain: "a.rs" }] } } : one,
        );
        host.show({ ...host.view, sessions });
        await new Promise(requestAnimationFrame);
        return document.getAnimations().map(({ effect }) => effect.getComputedTiming().duration);
      });
      assert.ok(lasts >= 120 && lasts <= 200, `${lasts} ms`);
      await page.waitForTimeout(300);
      assert.equal(await moving(), 0);
    },
    { motion: true },
  );

  on("sessions", "keeps still where less motion is wanted", async (page) => {
    await showSessions(page, (all) =>
      all.map((one) => ({ ...one, step: { read: [{ plain: "a.rs" }] } })),
    );
    const lasts = await page.evaluate(() =>
      document.getAnimations().map(({ effect }) => effect.getComputedTiming().duration),
    );
    assert.ok(
      lasts.every((ms) => ms === 0),
      lasts.join(),
    );
  });
});
