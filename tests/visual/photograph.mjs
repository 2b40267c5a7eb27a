// Photographs every state of the lab: node photograph.mjs FOLDER [name...]

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { openLab, settle, show } from "./browser.mjs";

const [folder, ...names] = process.argv.slice(2);
if (!folder) throw new Error("say in which folder the pictures go");
await mkdir(folder, { recursive: true });

const wanted = (name) => names.length === 0 || names.includes(name);

/** The windows that have states, and the part of a state that is worth a picture. */
const WINDOWS = [
  {
    start: "pill-empty",
    size: { width: 640, height: 720 },
    picture: (name) => ({
      clip: {
        x: 0,
        y: 0,
        width: 640,
        height: /^(card|sessions|trust)/.test(name) ? 720 : 130,
      },
    }),
  },
  {
    start: "settings-installed",
    size: { width: 760, height: 680 },
    picture: () => ({ fullPage: true }),
  },
  {
    start: "approvals",
    size: { width: 760, height: 680 },
    picture: () => ({ fullPage: true }),
  },
  {
    start: "general",
    size: { width: 760, height: 680 },
    picture: () => ({ fullPage: true }),
  },
];

const write = (field, words) => (page) => page.getByLabel(field, { exact: true }).fill(words);
const all =
  (...acts) =>
  async (page) => {
    for (const act of acts) await act(page);
  };
const choose = (name) => (page) =>
  page.locator("[data-option]").filter({ hasText: name }).first().click();

/** What a person has pressed in a state, for pictures of its own. */
const press = (name) => (page) => page.getByRole("button", { name }).first().click();
/** The same, and it was not done. */
const refused =
  (name, role = "button") =>
  async (page) => {
    await page.getByRole(role, { name, exact: true }).first().click();
    await page.evaluate(() => window.lab.host.asked.at(-1).fail("The disk is full."));
  };
/** The same of a choice, which is what it was then. */
const notChosen = (name) => async (page) => {
  await page.getByRole("radio", { name, exact: true }).click();
  await page.evaluate(() =>
    window.lab.host.asked
      .at(-1)
      .fail("The settings file was not changed: no space left on device."),
  );
};
const exported = async (page) => {
  await press("Export")(page);
  const path = "/home/ana/.local/share/vults/exports/decisions-2026-03-14T15-09-26.json";
  await page.evaluate((path) => window.lab.host.asked.at(-1).done(path), path);
};
const search = (words) => async (page) => {
  await page.getByRole("searchbox").fill(words);
  await page.waitForFunction(() => window.lab.host.read.some((read) => read.length > 2));
};
const PRESSED = {
  "card-deny-open": ["card-of-three", press("Deny with words")],
  "card-deny-words": [
    "card-edit-long",
    all(press("Deny with words"), (page) =>
      page
        .getByRole("textbox")
        .fill("Use git mv.\nThen run the tests again,\nand say how many there are.\nAnd this."),
    ),
  ],
  "card-plan-words": [
    "card-plan",
    all(press("Keep planning, with words"), (page) =>
      page.getByRole("textbox").fill("Keep credit() as an alias"),
    ),
  ],
  "card-plan-source": ["card-plan-hostile", press("As written")],
  "card-plan-long-source": ["card-plan-long", press("As written")],
  "card-question-chosen": ["card-question", choose("us-east-1")],
  "card-question-several-chosen": [
    "card-question-several",
    all(
      choose("Cards"),
      choose("Bank"),
      write("Your own answer", "Invoices, but only for\ncompanies"),
    ),
  ],
  "card-questions-second": ["card-questions", all(choose("eu-central-1"), press("Next"))],
  "card-questions-last": [
    "card-questions",
    all(
      choose("eu-central-1"),
      press("Next"),
      choose("Bank transfer"),
      press("Next"),
      choose("Stacked"),
      (page) =>
        page.locator("[data-scroller]").evaluate((box) => (box.scrollTop = box.scrollHeight)),
    ),
  ],
  "sessions-hooks-opened": ["sessions-hooks-blocked", press("What hooks did in payments-api")],
  "sessions-hooks-failed-opened": ["sessions-hooks", press("What hooks did in infra")],
  "sessions-hooks-settings-opened": ["sessions-hooks", press("What hooks did in mobile")],
  "sessions-hooks-hostile-opened": [
    "sessions-hooks-hostile",
    press("What hooks did in a-project-with-a-name"),
  ],
  "settings-removing": ["settings-installed", press("Remove…")],
  "settings-hooks-open": ["settings-partial", press(/^Hooks/)],
  "settings-change-open": ["settings-hostile", press(/^Last change/)],
  "settings-installing": ["settings-missing", press("Install hooks")],
  "settings-testing": ["settings-test-good", press("Test my setup")],
  "settings-test-open": ["settings-test-good", press(/^Last test/)],
  "approvals-opened": ["approvals", press(/^git push/)],
  "approvals-hostile-opened": ["approvals-hostile", press(/^git commit/)],
  "approvals-long-opened": ["approvals-long", press(/^cat/)],
  "approvals-removing": ["approvals", press("Remove")],
  "approvals-not-removed": ["approvals", refused("Remove")],
  "approvals-not-paused": ["approvals", refused("Pause", "switch")],
  "general-not-sounds": ["general", refused("Sounds", "switch")],
  "general-not-language": ["general", notChosen("English")],
  "general-hearing": ["general", press("Finished")],
  "approvals-clear": ["approvals-many", press("Clear…")],
  "approvals-exporting": ["approvals", press("Export")],
  "approvals-exported": ["approvals", exported],
  "approvals-found": ["approvals-many", search("cargo build")],
  "approvals-no-match": ["approvals-many", search("docker compose")],
  "first-run-all": ["first-run", press(/^Show all/)],
};

const lab = await openLab();

/** Takes a picture of a window as it is. */
async function take(page, { size, picture }, name, look) {
  // An ordinary window scrolls; its picture is as tall as what it holds.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) });
  await settle(page);
  // A tall page takes long on a machine that has other work.
  const path = join(folder, `${name}-${look}.png`);
  await page.screenshot({ path, timeout: 60_000, ...picture(name) });
  await page.setViewportSize(size);
}

const looks = ["dark", "light"].flatMap((theme) => [1, 2].map((scale) => ({ theme, scale })));
for (const { theme, scale } of looks) {
  const look = `${theme}-${scale}x`;
  for (const window of WINDOWS) {
    const options = { theme, scale, ...window.size };
    const page = await lab.state(window.start, options);
    const states = await page.evaluate(() => Object.keys(window.lab.states));
    for (const name of states.filter(wanted)) {
      await show(page, name);
      await take(page, window, name, look);
    }
    await page.close();
    for (const [name, [state, act]] of Object.entries(PRESSED)) {
      if (!wanted(name) || !states.includes(state)) continue;
      const pressed = await lab.state(state, options);
      await act(pressed);
      await take(pressed, window, name, look);
      await pressed.close();
    }
  }
}
await lab.close();
