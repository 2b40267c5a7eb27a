// The settings window's page of rules and decisions: what a person reads there, and what a press asks for.

import assert from "node:assert/strict";
import { describe } from "node:test";

import {
  SMALLEST,
  WINDOW,
  asked,
  change,
  done,
  failed,
  focused,
  pauseSwitch,
  press,
} from "./approvals.mjs";
import { axeSource, settle } from "./browser.mjs";
import { go, on } from "./states.mjs";

describe("the sections", () => {
  on("settings-installed", "are changed with the arrow keys", async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Agents");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), "Approvals");
    assert.ok(await page.getByRole("heading", { name: "Rules" }).isVisible());
    assert.equal(await press(page, "Test my setup").count(), 0);
    await page.keyboard.press("End");
    assert.equal(await focused(page), "General");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), "Agents");
    await page.keyboard.press("ArrowRight");
    assert.equal(
      await page.getByRole("tabpanel").getAttribute("aria-labelledby"),
      await page.getByRole("tab", { name: "Approvals" }).getAttribute("id"),
    );
  });

  on("settings-installed", "keep what is being done in them", async (page) => {
    await press(page, "Test my setup").click();
    await page.getByRole("tab", { name: "Approvals" }).click();
    await page.getByRole("tab", { name: "Agents" }).click();
    assert.equal(await press(page, "Testing…").getAttribute("aria-disabled"), "true");
  });

  on("approvals-paused", "say from everywhere that Vults is paused", async (page) => {
    await page.getByRole("tab", { name: "Agents" }).click();
    assert.ok(await page.getByRole("tab", { name: "Approvals Paused" }).isVisible());
  });

  on("first-run", "come after the first run", async (page) => {
    assert.equal(await page.getByRole("tab").count(), 0);
  });
});

describe("the pause switch", () => {
  on("approvals", "asks once, and shows what is true", async (page) => {
    await pauseSwitch(page).dblclick();
    assert.deepEqual(await asked(page), [["pause", true]]);
    assert.equal(await pauseSwitch(page).getAttribute("aria-checked"), "false");
    await change(page, { paused: true });
    await done(page);
    assert.equal(await pauseSwitch(page).getAttribute("aria-checked"), "true");
    assert.ok(await page.getByText("Paused: every request goes back to its terminal").isVisible());
    await page.keyboard.press("Space");
    assert.deepEqual((await asked(page)).at(-1), ["pause", false]);
  });

  on("approvals", "says what stood in the way", async (page) => {
    const before = await pauseSwitch(page).boundingBox();
    await pauseSwitch(page).click();
    await failed(page, null);
    assert.deepEqual(await pauseSwitch(page).boundingBox(), before);
    assert.ok((await page.getByRole("alert").innerText()).includes("Vults gave no answer."));
  });
});

describe("a rule", () => {
  on("approvals", "is removed with one press, its own", async (page) => {
    const ids = await page.evaluate(() => window.lab.host.view.rules.map(({ id }) => id));
    await press(page, "Remove").nth(1).dblclick();
    assert.deepEqual(await asked(page), [["remove", ids[1]]]);
    assert.equal(await press(page, "Removing…").getAttribute("aria-disabled"), "true");
    // The answer may come before the view or after it.
    await done(page);
    await page.evaluate(() => {
      const { host } = window.lab;
      host.show({ ...host.view, rules: host.view.rules.filter((_, index) => index !== 1) });
    });
    await settle(page);
    assert.equal(await press(page, "Remove").count(), 3);
    assert.equal(await focused(page), "Rules");
    assert.ok(await page.getByText("3 rules").isVisible());
  });

  on("approvals", "that was not removed says so where it stands", async (page) => {
    await press(page, "Remove").nth(2).click();
    await failed(page, "The disk is full.");
    const alert = page.locator("li", { has: page.getByRole("alert") });
    assert.ok((await alert.innerText()).includes("npm run lint"));
    assert.ok((await alert.innerText()).includes("The disk is full."));
    await page.waitForTimeout(600); // Else the browser counts a double click.
    await press(page, "Remove").nth(2).click();
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.equal((await asked(page)).length, 2);
  });

  on("approvals", "has a button that says whose it is", async (page) => {
    const about = await press(page, "Remove").evaluateAll((buttons) =>
      buttons.map(
        (button) => document.getElementById(button.getAttribute("aria-describedby")).textContent,
      ),
    );
    assert.deepEqual(
      about.map((text) => text.replace(/\s+/g, " ").trim()),
      [
        "storefront Claude Code mcp__github__list_issues",
        "payments-api Claude Code Bash",
        "storefront Codex shell",
        "storefront Claude Code Bash",
      ],
    );
  });

  on("approvals-many", "beyond the first few comes when a person wants it", async (page) => {
    assert.equal(await press(page, "Remove").count(), 6);
    const more = press(page, "Show more").first();
    await more.focus();
    await page.keyboard.press("Enter");
    await settle(page);
    assert.equal(await press(page, "Remove").count(), 53);
    assert.equal(await focused(page), "Remove");
    const row = await page.evaluate(() => document.activeElement.closest("li").textContent);
    assert.ok(row.includes("part-7"), row);
  });
});

describe("ten thousand rules", () => {
  on("approvals-many", "are no more to draw than a few", async (page) => {
    await page.evaluate(() => {
      const { host } = window.lab;
      const [rule] = host.view.rules;
      const rules = Array.from({ length: 10_000 }, (_, id) => ({ ...rule, id: String(id) }));
      host.show({ ...host.view, rules });
    });
    await settle(page);
    assert.equal(await press(page, "Remove").count(), 6);
    assert.ok(await page.getByText("10,000 rules", { exact: true }).isVisible());
  });
});

describe("what is said", () => {
  const SAYS = {
    approvals: [
      "Used 14 times, last today at 14:02 · Made on 12 March at 15:09",
      "Used once, today at 12:09 · Made yesterday at 15:09",
      "Used twice, last yesterday at 15:09 · Made on 30 December 2025 at 08:15",
      "Not used yet · Made today at 15:05",
      "Runs the project’s own code",
      "Only in /home/ana/work/storefront",
      "Allowed by your rule",
    ],
    "approvals-empty": ["No rules yet", "Always", "No decisions yet"],
    "approvals-outside": ["Added outside Vults: does not count"],
    "approvals-trouble": ["The rules cannot be read", "No rule counts"],
    "approvals-long": ["Used 12,408 times"],
    "approvals-outcomes": [
      "Answered in the terminal",
      "The agent stopped waiting",
      "Time is up",
      "Too late",
      "Ran all the same",
    ],
  };
  for (const [name, sentences] of Object.entries(SAYS)) {
    on(name, "in words", async (page) => {
      const text = await page.locator("#app").innerText();
      for (const sentence of sentences) assert.ok(text.includes(sentence), `${sentence}: ${text}`);
    });
  }

  on("approvals-trouble", "nobody takes unread rules for none", async (page) => {
    assert.equal(await page.getByText("No rules yet").count(), 0);
  });

  on(
    "approvals-hostile",
    "every character of a rule, and nothing that it would do",
    async (page) => {
      const [shown, meant] = await page.evaluate(() => [
        [...document.querySelectorAll("li .exact code")].map((code) => code.textContent),
        window.lab.host.view.rules.map(({ what }) =>
          what
            .map((segment) => segment.plain ?? segment.hidden)
            .join("")
            .replace(/ +$/, (blanks) => `${blanks.length} blanks`),
        ),
      ]);
      assert.deepEqual(shown, meant);
      await page.getByRole("button", { name: /^git commit/ }).click();
      assert.equal(await page.locator("#app img, #app script, #app b").count(), 0);
      assert.equal(await page.evaluate(() => window.broken), undefined);
    },
  );
});

describe("with the keyboard alone", () => {
  on("approvals", "everything is reached, in the order in which it is read", async (page) => {
    const reached = [];
    for (let step = 0; step < 17; step++) {
      await page.keyboard.press("Tab");
      reached.push(await focused(page));
      const style = await page.evaluate(
        () => getComputedStyle(document.activeElement).outlineStyle,
      );
      assert.equal(style, "solid", reached.at(-1));
    }
    assert.deepEqual(reached.slice(0, 9), [
      "Approvals",
      "Pause",
      "Remove",
      "Remove",
      "Remove",
      "Remove",
      "Search the history",
      "Export",
      "Clear…",
    ]);
    const last = await page.evaluate(() => document.activeElement.closest("li").textContent);
    assert.ok(last.includes("terraform plan"), last);
  });

  on("approvals-long", "what is long can be scrolled", async (page) => {
    const box = page.getByRole("group", { name: "What it allows" }).first();
    await box.focus();
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.activeElement.scrollTop > 0);
  });
});

describe("nothing is cut off or overlaps", () => {
  for (const [size, options] of Object.entries({ WINDOW, SMALLEST })) {
    on(
      "approvals-hostile",
      `in a window of ${size.toLowerCase()} size`,
      async (page) => {
        for (const name of await page.evaluate(() => Object.keys(window.lab.states))) {
          await go(page, name);
          for (const line of await page.locator("li > button").all()) await line.click();
          await settle(page);
          const cut = await page.evaluate(() => {
            const page = document.documentElement;
            if (page.scrollWidth > page.clientWidth) return "wider than the window";
            for (const element of document.querySelectorAll("section, section p, dd, .about")) {
              if (element.scrollWidth > element.clientWidth + 1) return element.textContent;
            }
            for (const button of document.querySelectorAll("button")) {
              const { left, right, height, width } = button.getBoundingClientRect();
              if (width > 0 && (left < 0 || right > page.clientWidth || height < 24))
                return button.textContent;
            }
            return null;
          });
          assert.equal(cut, null, name);
        }
      },
      options,
    );
  }
});

describe("axe finds nothing in what a press has opened", () => {
  for (const theme of ["dark", "light"]) {
    on(
      "approvals",
      theme,
      async (page) => {
        await page.evaluate(await axeSource());
        await page.getByRole("button", { name: /^git push/ }).click();
        await press(page, "Export").click();
        await done(page, "/home/ana/Downloads/vults-decisions.jsonl");
        await press(page, "Clear…").click();
        await settle(page);
        const { violations } = await page.evaluate(() => window.axe.run("#app"));
        assert.deepEqual(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          [],
        );
      },
      { theme },
    );
  }
});
