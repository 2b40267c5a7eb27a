// The settings window's page General: what a person reads there, and what a press asks for.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { SMALLEST, WINDOW, asked, change, done, failed, focused, press } from "./approvals.mjs";
import { axeSource, settle } from "./browser.mjs";
import { go, on } from "./states.mjs";

const radio = (page, name) => page.getByRole("radio", { name, exact: true });
const switchOf = (page, name) => page.getByRole("switch", { name, exact: true });
const chosen = (page, group) =>
  page
    .getByRole("radiogroup", { name: group })
    .getByRole("radio", { checked: true })
    .evaluate((input) => input.parentElement.textContent.trim());

describe("a choice", () => {
  const CHOICES = [
    ["Language", "English", { language: "en" }],
    ["Language", "Português (Brasil)", { language: "pt-BR" }],
    ["Sessions", "Plain marks", { marks: "plain" }],
    ["Screen", "DP-1, Dell U2720Q", { screen: "DP-1" }],
  ];
  for (const [group, name, wanted] of CHOICES) {
    on("general", `${group}: ${name}`, async (page) => {
      await radio(page, name).click();
      assert.deepEqual(await asked(page), [["prefer", wanted]]);
      assert.equal(await chosen(page, group), name, "it is ahead of what is true");
    });
  }

  on("general-unplugged", "of the primary screen is one of no screen", async (page) => {
    assert.equal(await chosen(page, "Screen"), "HDMI-A-1, which is unplugged");
    await radio(page, "The primary one").click();
    assert.deepEqual(await asked(page), [["prefer", { screen: null }]]);
  });

  on("general", "that fails snaps back and says why", async (page) => {
    await radio(page, "Plain marks").click();
    await failed(page, "The settings file was not changed: no space left on device.");
    assert.equal(await chosen(page, "Sessions"), "Birds");
    assert.ok((await page.getByRole("alert").innerText()).includes("no space left on device"));
    await radio(page, "Plain marks").click();
    assert.equal(await page.getByRole("alert").count(), 0);
    await change(page, { marks: "plain" });
    await done(page);
    assert.equal(await chosen(page, "Sessions"), "Plain marks");
  });

  on("general", "is made with the arrow keys", async (page) => {
    await radio(page, "Birds").focus();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(await asked(page), [["prefer", { marks: "plain" }]]);
  });

  on("general", "of another language is said at once, everywhere", async (page) => {
    await change(page, { language: "pt-BR" });
    assert.ok(await page.getByRole("heading", { name: "Geral" }).isVisible());
    assert.ok(await page.getByRole("tab", { name: "Aprovações" }).isVisible());
    assert.equal(await page.evaluate(() => document.documentElement.lang), "pt-BR");
    assert.equal(await chosen(page, "Idioma"), "Português (Brasil)");
  });

  on("general-quiet-tomorrow", "of the desktop's language says which that is", async (page) => {
    assert.equal(await chosen(page, "Idioma"), "O da área de trabalho: Português (Brasil)");
  });
});

describe("a switch", () => {
  const SWITCHES = [
    ["Sounds", "sounds", true],
    ["Notifications", "notifications", true],
    ["Start with the desktop", "start_with_desktop", false],
    ["Cost and limits", "cost_and_limits", true],
  ];
  for (const [name, key, before] of SWITCHES) {
    on("general", `${name} asks once, and shows what is true`, async (page) => {
      const its = switchOf(page, name);
      assert.equal(await its.getAttribute("aria-checked"), String(before));
      await its.dblclick();
      assert.deepEqual(await asked(page), [["prefer", { [key]: !before }]]);
      assert.equal(await its.getAttribute("aria-checked"), String(before));
      await change(page, { [key]: !before });
      await done(page);
      assert.equal(await its.getAttribute("aria-checked"), String(!before));
    });
  }

  on("general", "that was not switched says why, and nothing moves above it", async (page) => {
    await switchOf(page, "Notifications").scrollIntoViewIfNeeded();
    const before = await switchOf(page, "Notifications").boundingBox();
    await switchOf(page, "Notifications").click();
    await failed(page, null);
    assert.deepEqual(await switchOf(page, "Notifications").boundingBox(), before);
    assert.ok((await page.getByRole("alert").innerText()).includes("Vults gave no answer."));
    assert.equal(
      await switchOf(page, "Notifications").getAttribute("aria-checked"),
      "true",
      "it is as it was",
    );
  });
});

describe("quitting", () => {
  on("general", "is asked for once", async (page) => {
    await press(page, "Quit Vults").dblclick();
    assert.deepEqual(await asked(page), [["quit"]]);
  });
});

describe("the sounds", () => {
  on("general-off", "are heard whatever is set", async (page) => {
    for (const [label, sound] of [
      ["Asks", "asks"],
      ["Finished", "finished"],
      ["Error", "failed"],
    ]) {
      await press(page, label).click();
      assert.deepEqual((await asked(page)).at(-1), ["hear", sound]);
      await done(page);
    }
    await press(page, "Asks").click();
    const why = "The sound was not played: no sound server answers.";
    await failed(page, why);
    assert.ok((await page.getByRole("alert").innerText()).includes(why));
  });

  on("general", "are heard one after the other", async (page) => {
    await press(page, "Asks").click();
    await press(page, "Finished").click({ force: true });
    assert.deepEqual(await asked(page), [["hear", "asks"]]);
  });

  on("general", "hold nothing else up while one is heard", async (page) => {
    await press(page, "Asks").click();
    await switchOf(page, "Sounds").click();
    await page.evaluate(() => window.lab.host.asked.at(-1).done());
    await settle(page);
    await radio(page, "Plain marks").click();
    assert.deepEqual(await asked(page), [
      ["hear", "asks"],
      ["prefer", { sounds: false }],
      ["prefer", { marks: "plain" }],
    ]);
  });
});

describe("do not disturb", () => {
  on("general", "begins for as long as was pressed", async (page) => {
    // The lab's clock is at 15:09 UTC.
    for (const [label, minutes] of [
      ["For 30 minutes", 30],
      ["For 1 hour", 60],
      ["Until tomorrow, 8:00", 16 * 60 + 51],
    ]) {
      await press(page, label).click();
      const [act, { quiet_minutes }] = (await asked(page)).at(-1);
      assert.equal(act, "prefer");
      assert.ok(Math.abs(quiet_minutes - minutes) <= 1, `${label}: ${quiet_minutes}`);
      await done(page);
    }
  });

  on("general-quiet", "says when it ends, and is ended", async (page) => {
    assert.ok(await page.getByText(/^Until \d\d:\d\d$/).isVisible());
    assert.equal(await press(page, "For 1 hour").count(), 0);
    await press(page, "Turn off").click();
    assert.deepEqual(await asked(page), [["prefer", { quiet_minutes: 0 }]]);
    await change(page, { quiet_until_unix_ms: null });
    await done(page);
    assert.ok(await press(page, "For 1 hour").isVisible());
  });
});

describe("the page", () => {
  on(
    "general",
    "says in each section that native code does not answer",
    async (page) => {
      // The hosts of all three sections, so that none of them answers.
      for (const name of ["general", "approvals-empty", "settings-installed"]) {
        await page.evaluate(async (name) => {
          await window.lab.open(name);
          const host = Object.getPrototypeOf(window.lab.host);
          for (const key of ["attachPreferences", "attachApprovals", "attachSetup"]) {
            if (key in host) host[key] = () => Promise.reject(new Error("none"));
          }
        }, name);
      }
      await page.evaluate(() => window.lab.open("general"));
      for (const section of ["General", "Agents", "Approvals"]) {
        await page.getByRole("tab", { name: section }).click();
        const text = await page.getByRole("tabpanel", { name: section }).innerText();
        assert.ok(text.includes("Vults gave no answer."), `${section}: ${text}`);
      }
    },
    { own: true },
  );

  on("general-trouble", "says what is wrong with the file", async (page) => {
    assert.ok(await page.getByText("The settings file cannot be read").isVisible());
    assert.ok(await page.getByText("/home/ana/.config/vults/settings.json").isVisible());
  });

  on("general", "is reached with the keyboard in its order", async (page) => {
    const reached = [];
    for (let step = 0; step < 14; step++) {
      await page.keyboard.press("Tab");
      reached.push(await focused(page));
    }
    assert.deepEqual(reached.slice(4, 9), ["Sounds", "Asks", "Finished", "Error", "Notifications"]);
    const { outlineStyle } = await page.evaluate(() => ({
      outlineStyle: getComputedStyle(document.activeElement).outlineStyle,
    }));
    assert.equal(outlineStyle, "solid");
  });

  for (const size of [WINDOW, SMALLEST]) {
    on(
      "general",
      `fits in a window of ${size.width} px in every state`,
      async (page) => {
        for (const name of await page.evaluate(() => Object.keys(window.lab.states))) {
          await go(page, name);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= size.width, `${name}: ${wide}`);
          assert.equal(await page.evaluate(() => window.broken), undefined);
        }
      },
      size,
    );
  }

  for (const theme of ["light", "dark"]) {
    on(
      "general",
      `has nothing that axe complains about in ${theme}`,
      async (page) => {
        await page.evaluate(await axeSource());
        for (const name of await page.evaluate(() => Object.keys(window.lab.states))) {
          await go(page, name);
          await settle(page);
          const found = await page.evaluate(async () => {
            const { violations } = await window.axe.run(document, {
              rules: { region: { enabled: true } },
            });
            return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
          });
          assert.deepEqual(found, [], name);
        }
      },
      { theme, ...WINDOW },
    );
  }
});
