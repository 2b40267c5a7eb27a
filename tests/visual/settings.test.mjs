// The settings window: what a person reads there, and what a press asks for.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { settle } from "./browser.mjs";
import { go, on } from "./states.mjs";

const WINDOW = { width: 760, height: 680 };
const SMALLEST = { width: 560, height: 420 };

const press = (page, name) => page.getByRole("button", { name, exact: true });
const asked = (page) =>
  page.evaluate(() => window.lab.host.asked.map(({ act, id }) => (id ? [act, id] : [act])));
/** Ends what was asked for last. */
const end = async (page, reason) => {
  await page.evaluate((reason) => {
    const { done, fail } = window.lab.host.asked.at(-1);
    if (reason === undefined) done();
    else fail(reason);
  }, reason);
  await settle(page);
};
const focused = (page) =>
  page.evaluate(() => {
    const { tagName, textContent, ariaLabel } = document.activeElement;
    const button = document.activeElement.querySelector("span:not(.hidden)");
    return tagName === "BODY"
      ? null
      : (ariaLabel ?? (button ?? { textContent }).textContent.trim());
  });
/** What the keyboard reaches, in its order. */
const tabs = async (page) => {
  const reached = [];
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press("Tab");
    const name = await focused(page);
    if (name === null || reached.includes(name)) break;
    const { outlineStyle } = await page.evaluate(() => ({
      outlineStyle: getComputedStyle(document.activeElement).outlineStyle,
    }));
    assert.equal(outlineStyle, "solid", `${name} shows that it has the focus`);
    reached.push(name);
  }
  return reached;
};

describe("a press asks once, for its own settings file", () => {
  const ACTS = [
    ["settings-missing", "Install hooks", "install", "Installing…"],
    ["settings-installed", "Undo", "undo", "Undoing…"],
    ["settings-installed", "Test my setup", "test", "Testing…"],
    ["first-run", "Undo", "undo", "Undoing…"],
  ];
  for (const [name, label, act, doing] of ACTS) {
    on(name, label, async (page) => {
      await press(page, label).scrollIntoViewIfNeeded();
      const before = await press(page, label).boundingBox();
      await press(page, label).dblclick();
      assert.deepEqual(await asked(page), [[act, "claude-1"]]);
      await settle(page);
      assert.equal(await press(page, label).count(), 0);
      assert.equal(await press(page, doing).getAttribute("aria-disabled"), "true");
      assert.deepEqual(await press(page, doing).boundingBox(), before);
      // Nothing else can be begun for this file meanwhile.
      for (const other of await page.locator("section button[aria-disabled]").all()) {
        assert.equal(await other.getAttribute("aria-disabled"), "true");
      }
      await end(page);
      assert.deepEqual(await press(page, label).boundingBox(), before);
      assert.equal(await press(page, label).getAttribute("aria-disabled"), "false");
      await press(page, label).click();
      assert.equal((await asked(page)).length, 2);
    });
  }

  on("settings-installed", "though it be done before a double click ends", async (page) => {
    await page.evaluate(() => {
      const { host } = window.lab;
      host.undo = async (id) => void host.asked.push({ act: "undo", id });
    });
    await press(page, "Undo").dblclick();
    assert.deepEqual(await asked(page), [["undo", "claude-1"]]);
  });

  on("settings-two", "of two files, the one whose button it is", async (page) => {
    await press(page, "Test my setup").nth(1).click();
    await press(page, "Test my setup").click();
    assert.deepEqual(await asked(page), [
      ["test", "claude-2"],
      ["test", "claude-1"],
    ]);
  });

  on("settings-installed", "Remove only after what it would write was shown", async (page) => {
    await press(page, "Remove…").click();
    assert.deepEqual(await asked(page), []);
    assert.equal(await press(page, "Remove…").getAttribute("aria-expanded"), "true");
    const text = await page.locator("section").innerText();
    assert.ok(text.includes("Remove would write this"), text);
    assert.equal(await page.locator(".line.removed").count(), 172);
    await press(page, "Remove hooks").click();
    assert.deepEqual(await asked(page), [["remove", "claude-1"]]);
    await go(page, "settings-removed");
    await end(page);
    assert.equal(await press(page, "Remove hooks").count(), 0);
    assert.equal(await focused(page), "Claude Code");
  });

  for (const [how, keep] of [
    ["Escape", (page) => page.keyboard.press("Escape")],
    ["Keep them", (page) => press(page, "Keep them").click()],
  ]) {
    on("settings-installed", `${how} keeps the hooks`, async (page) => {
      await press(page, "Remove…").click();
      await keep(page);
      assert.equal(await press(page, "Remove hooks").count(), 0);
      assert.deepEqual(await asked(page), []);
    });
  }

  on("settings-installed", "Escape asks for nothing", async (page) => {
    await page.keyboard.press("Escape");
    assert.deepEqual(await asked(page), []);
  });

  for (const name of ["settings-none", "settings-broken", "first-run-none", "first-run-broken"]) {
    on(name, "Look again", async (page) => {
      await press(page, "Look again").dblclick();
      assert.deepEqual(await asked(page), [["look"]]);
      await end(page);
      await press(page, "Look again").click();
      assert.equal((await asked(page)).length, 2);
    });
  }

  on("first-run", "Done, and the settings come after it", async (page) => {
    await press(page, "Done").dblclick();
    assert.deepEqual(await asked(page), [["seen"]]);
    await go(page, "settings-installed");
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Agents");
  });

  on("settings-missing", "what failed is said, and can be tried again", async (page) => {
    await press(page, "Install hooks").click();
    await end(page, "The disk is full. The file is as it was.");
    const alert = await page.getByRole("alert").innerText();
    assert.ok(alert.includes("The disk is full. The file is as it was."), alert);
    await page.waitForTimeout(600); // Else the browser counts a double click.
    await press(page, "Install hooks").click();
    assert.equal(await page.getByRole("alert").count(), 0);
    await end(page, new Error("no answer"));
    assert.ok((await page.getByRole("alert").innerText()).includes("Vults gave no answer."));
  });
});

describe("what nobody does any more is said", () => {
  for (const [name, label] of [
    ["settings-installed", "Look again"],
    ["settings-none", "Look again"],
    ["first-run", "Done"],
    ["first-run-none", "Look again"],
    ["first-run-broken", "Look again"],
  ]) {
    on(name, label, async (page) => {
      await press(page, label).click();
      await end(page, null);
      assert.ok((await page.getByRole("alert").innerText()).includes("Vults gave no answer."));
      await page.waitForTimeout(600); // Else the browser counts a double click.
      await press(page, label).click();
      assert.equal(await page.getByRole("alert").count(), 0);
    });
  }
});

describe("only the whole installation can be undone", () => {
  for (const name of ["settings-updated", "settings-removed", "first-run-undone"]) {
    on(name, "so there is no button for it", async (page) => {
      assert.equal(await press(page, "Undo").count(), 0);
    });
  }
});

describe("the keyboard reaches everything, in the order in which it is read", () => {
  on("settings-installed", "and can open and close", async (page) => {
    assert.deepEqual(await tabs(page), [
      "Agents",
      "Look again",
      "Test my setup",
      "Remove…",
      "Hooks",
      "Last change",
      "Undo",
    ]);
    const row = page.getByRole("button", { name: /^Hooks/ });
    await row.focus();
    await page.keyboard.press("Enter");
    assert.equal(await row.getAttribute("aria-expanded"), "true");
    assert.ok(await page.getByText("PostToolUseFailure").isVisible());
    await page.keyboard.press("Space");
    assert.equal(await page.getByText("PostToolUseFailure").count(), 0);
  });

  on("settings-missing", "the change before its button", async (page) => {
    const reached = await tabs(page);
    assert.deepEqual(reached.slice(0, 5), [
      "Agents",
      "Look again",
      "The change, line by line",
      "Install hooks",
      "Hooks",
    ]);
  });

  on("first-run", "and Done comes last", async (page) => {
    assert.deepEqual(await tabs(page), ["Undo", "Show all 176 lines", "Done"]);
  });
});

describe("the change", () => {
  on("first-run", "is all there for who wants it", async (page) => {
    const lines = page.locator(".line");
    assert.equal(await lines.count(), 11);
    await press(page, "Show all 176 lines").click();
    assert.equal(await lines.count(), 176);
    await press(page, "Show only the start").click();
    assert.equal(await lines.count(), 11);
  });

  on("settings-partial", "its lines have the numbers of the file they stand in", async (page) => {
    const drawn = await page.locator(".line").evaluateAll((lines) =>
      lines.map((line) => {
        const { number } = line.querySelector(".sign").dataset;
        return `${number}${line.textContent.trimStart().slice(0, 1)}`;
      }),
    );
    assert.deepEqual(drawn.slice(0, 3), ['38"', "39{", "40+"]);
    assert.deepEqual(drawn.slice(-2), ["118+", '119"']);
    const gaps = await page.locator(".gap").allTextContents();
    assert.deepEqual(gaps, ["37 unchanged lines", "56 unchanged lines"]);
  });

  on("settings-hostile", "every character is in its line, and inside its box", async (page) => {
    await page.getByRole("button", { name: /^Last change/ }).click();
    const [shown, meant] = await page.evaluate(() => [
      [...document.querySelectorAll(".line code")].map((line) => line.textContent),
      window.lab.host.view.folders[0].written.diff.hunks[0].lines.map(({ text }) =>
        text.map((segment) => segment.plain ?? segment.hidden).join(""),
      ),
    ]);
    assert.deepEqual(shown, meant);
    const wide = await page.locator(".diff").evaluate((box) => box.scrollWidth > box.clientWidth);
    assert.equal(wide, false);
    assert.equal(await page.locator("img, section script").count(), 0);
    assert.equal(await page.evaluate(() => window.broken), undefined);
  });
});

describe("what is said", () => {
  const SAYS = {
    "settings-installed": ["Installed", "15 hooks in the file"],
    "settings-missing": ["The hooks are missing since 14:02", "0 of 15 hooks", "so it stays"],
    "settings-partial": ["Some hooks are missing since 14:02", "PreToolUse, Stop", "13 of 15"],
    "settings-removed": ["Removed by you, 11 Mar, 15:09"],
    "settings-not-installed": ["Not installed"],
    "settings-updated": ["Last change", "15:05"],
    "settings-read-only": ["Not installed", "It is read-only.", "then look again"],
    "settings-record-damaged": ["installed.json, is damaged", "what you have removed", "Remove…"],
    "settings-broken-no-place": ["Vults cannot read this file", "permission denied"],
    "settings-managed-off": ["Installed, but not running", "Your administrator has switched"],
    "settings-broken": [
      "Left alone",
      "without harming it",
      "a closing brace is missing",
      "Line 41, character 7",
    ],
    "settings-disabled": ["Installed, but not running", "“disableAllHooks”"],
    "settings-disabled-by-a-project": ["Installed, but not running everywhere", "storefront"],
    "settings-not-loaded": ["Claude Code does not read this file", "line 12, character 3"],
    "settings-managed": ["Installed, but not running", "/etc/claude-code/managed-settings.json"],
    "settings-untrusted": ["does not trust", "/home/ana/work/storefront"],
    "settings-review": ["Waiting for your review in Codex"],
    "settings-older-sessions": ["2 sessions are older than the hooks"],
    "settings-shrunk": ["12.4 kB", "310 bytes", "The copy from before is"],
    "settings-two": ["a link to", "/home/ana/dotfiles/claude/settings.json", "looks as before"],
    "settings-test-good": ["15 hooks answer, the slowest in 12 ms, and print nothing"],
    "settings-test-bad": ["2 of 15 hooks failed", "5,004 ms", 'sh: 1: vults-hook: "not found"'],
    "settings-relay-trouble": ["the disk is full"],
    "first-run": ["Vults is ready", "What Vults wrote, 14:02", "Ctrl", "its own terminal"],
    "first-run-none": ["Vults knows Claude Code and Codex."],
  };
  for (const [name, sentences] of Object.entries(SAYS)) {
    on(name, "its state in words", async (page) => {
      const text = await page.locator("#app").innerText();
      for (const sentence of sentences) assert.ok(text.includes(sentence), `${sentence}: ${text}`);
    });
  }
});

describe("nothing is cut off or overlaps", () => {
  for (const [size, options] of Object.entries({ WINDOW, SMALLEST })) {
    on(
      "settings-hostile",
      `in a window of ${size.toLowerCase()} size`,
      async (page) => {
        for (const name of await page.evaluate(() => Object.keys(window.lab.states))) {
          await go(page, name);
          const found = await page.evaluate(() => {
            const page = document.documentElement;
            if (page.scrollWidth > page.clientWidth) return "wider than the window";
            const buttons = [...document.querySelectorAll("button")].map((button) => [
              button.textContent.trim(),
              button.getBoundingClientRect(),
            ]);
            const shown = [...document.querySelectorAll("section, section p")];
            for (const element of shown) {
              if (element.scrollWidth > element.clientWidth + 1) return element.textContent;
            }
            for (const [label, { left, right, height }] of buttons) {
              if (left < 0 || right > page.clientWidth || height < 24) return label;
            }
            return null;
          });
          assert.equal(found, null, name);
        }
      },
      options,
    );
  }
});
