// The history of decisions in the settings: what a person finds there, and what a press asks for.

import assert from "node:assert/strict";
import { describe } from "node:test";

import {
  asked,
  decisions,
  done,
  failed,
  focused,
  found,
  press,
  read,
  searchBox,
} from "./approvals.mjs";
import { settle } from "./browser.mjs";
import { on } from "./states.mjs";

describe("the history", () => {
  on(
    "approvals-many",
    "comes in pages of fifty, and the focus goes on with the new ones",
    async (page) => {
      assert.equal(await decisions(page), 50);
      const more = press(page, "Show more").last();
      await more.focus();
      for (const shown of [100, 150]) {
        await press(page, "Show more").last().focus();
        await page.keyboard.press("Enter");
        await settle(page);
        assert.equal(await decisions(page), shown);
      }
      for (let pages = 0; pages < 4; pages++) {
        await press(page, "Show more").last().focus();
        await page.keyboard.press("Enter");
        await settle(page);
      }
      assert.equal(await decisions(page), 312);
      assert.deepEqual(await read(page), ["0", "50", "100", "150", "200", "250", "300"]);
      const row = await page.evaluate(() => document.activeElement.closest("li").textContent);
      assert.ok(row.includes("part-12"), row);
    },
  );

  on("approvals-outcomes", "says the words of a row on one line", async (page) => {
    const heights = await page.evaluate(() => {
      const top = (element) => {
        const range = document.createRange();
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) if (texts.currentNode.data.trim()) break;
        range.selectNodeContents(texts.currentNode);
        return range.getBoundingClientRect().top;
      };
      return [...document.querySelectorAll("li .about")].map((row) =>
        [".project", ".agent"].map((name) => top(row.querySelector(name))),
      );
    });
    assert.equal(heights.length, 18);
    for (const [project, agent] of heights) assert.equal(agent, project);
  });

  on("approvals-many", "shows each decision once, though others come meanwhile", async (page) => {
    await page.evaluate(() => {
      const { host } = window.lab;
      const [newest] = host.view.decisions;
      // Without a word from native code.
      host.view.decisions = [
        { ...newest, unix_ms: newest.unix_ms + 60_000 },
        ...host.view.decisions,
      ];
    });
    await press(page, "Show more").last().click();
    await settle(page);
    const lines = await page
      .locator("li time")
      .evaluateAll((times) => times.map((time) => time.closest("li").textContent));
    assert.equal(lines.length, 100);
    assert.ok(lines[0].includes("part-312") && lines[1].includes("part-312"));
    assert.equal(new Set(lines).size, 100);
  });

  on("approvals-many", "is searched once a person has stopped typing", async (page) => {
    const before = await read(page);
    await searchBox(page).pressSequentially("cargo b", { delay: 10 });
    await page.waitForFunction(() => window.lab.host.read.includes("cargo b 0"));
    await settle(page);
    assert.deepEqual((await read(page)).slice(before.length), ["cargo b 0"]);
    assert.ok(await page.getByText("63 decisions found").isVisible());
    await page.keyboard.press("Escape");
    await page.getByText("312 decisions", { exact: true }).waitFor();
    assert.equal((await read(page)).at(-1), "0");
    assert.equal(await searchBox(page).inputValue(), "");
  });

  on("approvals-many", "never shows what an earlier search found", async (page) => {
    await page.evaluate(() => {
      const { host } = window.lab;
      const slow = new Promise((resolve) => (window.answer = resolve));
      const { history } = host;
      host.history = async (search, skip) => {
        const page = await history.call(host, search, skip);
        if (search === "cargo") await slow;
        return page;
      };
    });
    await found(page, "cargo");
    await found(page, "npm");
    await page.evaluate(() => window.answer());
    await settle(page);
    assert.ok(await page.getByText("62 decisions found").isVisible());
    assert.ok(
      (
        await page
          .locator("li time")
          .first()
          .evaluate((time) => time.closest("li").textContent)
      ).includes("npm run"),
    );
  });

  on("approvals-many", "without a match leads back to all of it", async (page) => {
    await found(page, "docker compose");
    assert.ok(await page.getByText("No decision fits “docker compose”.").isVisible());
    await press(page, "Show all").click();
    await settle(page);
    assert.equal(await decisions(page), 50);
    assert.equal(await focused(page), "Search the history");
  });

  on("approvals", "opens a line to all that was written down", async (page) => {
    const line = page.getByRole("button", { name: /^git push --force/ });
    assert.equal(await line.getAttribute("aria-expanded"), "false");
    await line.focus();
    await page.keyboard.press("Enter");
    assert.equal(await line.getAttribute("aria-expanded"), "true");
    const text = await page.locator("li", { has: line }).innerText();
    for (const words of [
      "run_in_background: true",
      "“Push to a branch of your own, and open a pull request.”",
      "/home/ana/work/payments-api",
      "14 March, 15:04",
    ]) {
      assert.ok(text.includes(words), `${words}: ${text}`);
    }
    // What comes in above it does not close it.
    await page.evaluate(() => {
      const { host } = window.lab;
      const [newest] = host.view.decisions;
      host.show({
        ...host.view,
        decisions: [{ ...newest, unix_ms: newest.unix_ms + 1000 }, ...host.view.decisions],
      });
    });
    await settle(page);
    assert.equal(await decisions(page), 9);
    assert.equal(await line.getAttribute("aria-expanded"), "true");
    await page.keyboard.press("Space");
    assert.equal(await line.getAttribute("aria-expanded"), "false");
  });

  on("approvals", "is exported, and says to where", async (page) => {
    await press(page, "Export").dblclick();
    assert.deepEqual(await asked(page), [["export"]]);
    await done(page, "/home/ana/Downloads/vults-decisions.jsonl");
    const said = await page.getByText("Written to").innerText();
    assert.ok(said.includes("/home/ana/Downloads/vults-decisions.jsonl"), said);
    await page.waitForTimeout(600); // Else the browser counts a double click.
    await press(page, "Export").click();
    await failed(page, "There is no room.");
    assert.ok((await page.getByRole("alert").innerText()).includes("There is no room."));
    assert.equal(await page.getByText("Written to").count(), 0);
  });

  on("approvals-many", "is cleared only after a question in its place", async (page) => {
    await found(page, "npm");
    await press(page, "Clear…").dblclick();
    await settle(page);
    assert.deepEqual(await asked(page), []);
    // All of it, whatever is searched for.
    assert.ok(await page.getByText("Clear 312 decisions? This cannot be undone.").isVisible());
    await press(page, "Clear").click();
    assert.deepEqual(await asked(page), [["clear"]]);
    assert.equal(await press(page, "Clearing…").getAttribute("aria-disabled"), "true");
    await page.evaluate(() => (window.lab.host.view.decisions = []));
    await done(page);
    assert.ok(await page.getByText("No decisions yet").isVisible());
    assert.equal(await focused(page), "History");
  });

  for (const [how, keep] of [
    ["Escape", (page) => page.keyboard.press("Escape")],
    ["Keep", (page) => press(page, "Keep").click()],
  ]) {
    on("approvals", `${how} keeps it`, async (page) => {
      await press(page, "Clear…").click();
      await settle(page);
      await keep(page);
      assert.equal(await press(page, "Clear").count(), 0);
      assert.deepEqual(await asked(page), []);
    });
  }

  on(
    "approvals-unreadable",
    "that cannot be read says so, and can be tried again",
    async (page) => {
      const alert = await page.getByRole("alert").innerText();
      assert.ok(alert.includes("permission denied"), alert);
      await page.evaluate(() => delete window.lab.host.view.unreadable);
      await press(page, "Try again").click();
      await settle(page);
      assert.ok(await page.getByText("No decisions yet").isVisible());
    },
  );

  on("approvals", "is read again when a person comes back to the window", async (page) => {
    const before = await read(page);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await settle(page);
    assert.deepEqual((await read(page)).slice(before.length), ["0"]);
  });

  on("settings-installed", "is not read before a person looks", async (page) => {
    assert.equal(await page.locator("li time").count(), 0);
    await page.getByRole("tab", { name: "Approvals" }).click();
    await settle(page);
    assert.equal(await decisions(page), 8);
  });
});
