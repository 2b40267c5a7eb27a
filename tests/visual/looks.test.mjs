// What a person sees, state by state, with the clock stopped.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { axeSource, inEachState, lastDrawn, settle } from "./browser.mjs";
import { LONG, LONG_OTHERS, change, finished, lab, on, rectsOf } from "./states.mjs";

/** The words of an element from left to right, line by line, as places. */
const placesOfWords = (page, selector) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element, row) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const word of node.data.matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          const { left, top } = range.getBoundingClientRect();
          found.push([row, Math.round(top / 20), left]);
        }
      }
      return found;
    }),
  );

/** The words of each element stand from left to right, line by line, in the order in which they are read. */
const keepsWordsInOrder = async (page, selector) => {
  const places = await placesOfWords(page, selector);
  const sorted = places.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  assert.deepEqual(places, sorted);
};

describe("the command", () => {
  on("card-hidden", "every hidden character is a token that can be read", async (page) => {
    const tokens = page.locator("code .token");
    assert.deepEqual(await tokens.allTextContents(), ["U+202E", "U+202C", "ESC", "CR", "U+200B"]);
    for (const token of await tokens.all()) {
      const [fits, inBox] = await token.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
        const thing = element.closest("[data-scroller]").getBoundingClientRect();
        return [
          text.left >= box.left && text.right <= box.right,
          box.left >= thing.left && box.right <= thing.right,
        ];
      });
      assert.ok(fits && inBox, await token.textContent());
    }
    assert.ok((await page.locator("[data-card]").innerText()).includes("5 hidden characters"));
  });

  for (const name of [...LONG, "card-blanks", "card-several-lines", "card-right-to-left"]) {
    on(name, "every character is in the page, in order, and inside its box", async (page) => {
      await finished(page);
      const [shown, meant] = await page.evaluate(() => [
        document.querySelector("[data-scroller] code").textContent,
        window.lab.host.view.content.command.text.map((segment) => segment.plain).join(""),
      ]);
      assert.equal(shown, meant);
      const wide = await page
        .locator("[data-scroller]")
        .evaluate((element) => element.scrollWidth > element.clientWidth);
      assert.equal(wide, false);
    });
  }

  on("card-blanks", "what follows 5,000 blanks is in sight, and their number too", async (page) => {
    assert.equal(await page.locator(".blanks").getAttribute("data-label"), "5,000 blanks");
    const { top, bottom } = await page.evaluate(() => {
      const code = document.querySelector("[data-scroller] code");
      const range = document.createRange();
      const last = [...code.querySelectorAll(".line")].at(-1);
      range.selectNodeContents(last.lastElementChild ?? last);
      return range.getBoundingClientRect();
    });
    const box = await page.locator("[data-scroller]").boundingBox();
    assert.ok(top >= box.y && bottom <= box.y + box.height);
  });

  on("card-right-to-left", "words keep their order", async (page) => {
    await keepsWordsInOrder(page, "[data-scroller] code >> nth=0");
  });

  on("card-300-lines", "its length is said and the keyboard can scroll it", async (page) => {
    await finished(page);
    const text = await page.locator("[data-card]").innerText();
    assert.ok(text.includes("300 lines") && text.includes("18,123 characters"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("End");
    await page.waitForFunction(() => window.lab.host.drawnReports.at(-1).front.whole);
  });

  on("card-several-lines", "can be selected; nothing else can", async (page) => {
    const selects = (selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).userSelect);
    assert.equal(await selects("[data-scroller] code"), "text");
    assert.equal(await selects("header"), "none");
  });
});

describe("what a card shows", () => {
  /** Every text of a content, in the order in which a person reads it. */
  const meant = (page) =>
    page.evaluate(() => {
      const { content, large } = window.lab.host.view;
      const text = (segments) => segments.map((s) => s.plain ?? s.hidden).join("");
      const shown = content ?? large;
      switch (shown.kind) {
        case "files":
          return shown.files.flatMap(({ path, diff }) => [
            text(path),
            ...diff.hunks.flatMap(({ lines }) => lines.map((line) => text(line.text))),
          ]);
        case "open":
          return [text(shown.host) + (shown.port ? `:${shown.port}` : "") + text(shown.rest)];
        case "subagent":
          return text(shown.prompt.text).split("\n");
        case "questions":
          return shown.questions
            .slice(0, 1)
            .flatMap(({ question, options }) => [
              text(question.text),
              ...options.flatMap(({ label, description, preview }) => [
                text(label),
                ...(description ? [text(description.text)] : []),
                ...(preview ? [text(preview.text)] : []),
              ]),
            ]);
        case "plan":
          // Everything but the marks; the page's own tests hold it to that letter by letter.
          return text(shown.plan.text)
            .split(/[\s\\`*_~#>()[\]<"|!-]+/)
            .filter((word) => /\w/.test(word));
        case "tool":
          return shown.arguments.flatMap(({ name, value }) => [
            ...(name ? [text(name)] : []),
            ...(value.text ? text(value.text.text).split("\n") : []),
            ...(value.literal ? [value.literal] : []),
          ]);
      }
    });
  const WHOLE = [
    "card-edit-several",
    "card-edit-hostile",
    "card-edit-right-to-left",
    "card-edit-unread",
    "card-edit-long-path",
    "card-open-long",
    "card-open-user",
    "card-subagent-start",
    "card-tool",
    "card-tool-deep",
    "card-tool-hostile",
    "card-plan",
    "card-plan-long",
    "card-plan-hostile",
    "card-plan-right-to-left",
    "card-question",
    "card-question-preview",
    "card-question-hostile",
    "card-questions-longest",
    ...LONG_OTHERS,
  ];
  for (const name of WHOLE) {
    on(name, "is all of it, in order, inside its box", async (page) => {
      await finished(page);
      const [shown, wide] = await page
        .locator("[data-scroller]")
        .evaluate((element) => [element.textContent, element.scrollWidth > element.clientWidth]);
      assert.equal(wide, false);
      let at = 0;
      for (const part of await meant(page)) {
        const found = shown.indexOf(part, at);
        assert.ok(found >= at, `${part.slice(0, 80)} is missing`);
        at = found + part.length;
      }
      assert.equal(await page.locator("img, [data-scroller] script").count(), 0);
      assert.equal(await page.evaluate(() => window.broken), undefined);
    });
  }

  const ORDERED = { "card-edit-right-to-left": ".line code", "card-tool-hostile": ".value .text" };
  for (const [name, selector] of Object.entries(ORDERED)) {
    on(name, "keeps the order of its words whatever their letters", async (page) => {
      await keepsWordsInOrder(page, selector);
    });
  }

  const SAYS = {
    "card-edit": ["wants to edit refund.rs", "+5", "−2"],
    "card-create": ["wants to create notes.md", "new", "+5"],
    "card-create-empty": ["wants to create __init__.py", "An empty file"],
    "card-edit-nothing": ["Nothing in it changes"],
    "card-edit-several": ["wants to edit 4 files", "1 is outside the project"],
    "card-edit-outside": ["Outside the project"],
    "card-edit-link": ["Leads to /home/ana/.bashrc, outside the project"],
    "card-edit-link-inside": ["Leads to /home/ana/work/payments-api/docs/README.md"],
    "card-edit-unread": ["does not have the text that should go", "Replacement 2 of 2"],
    "card-edit-unread-write": ["more than 1 MiB", "Only what comes in is shown."],
    "card-edit-unclear": ["It is not clear which file this is.", "in\n/home/ana/work/payments-api"],
    "card-delete": [
      "wants to delete 4 files",
      "An empty file",
      "cannot be read as text. What it holds goes too, and is not shown.",
      "It is a link: what it leads to stays.",
    ],
    "card-delete-unclear": [
      "wants to delete gone.txt",
      "It is not clear which file this is. What it holds goes too, and is not shown.",
      "in\n/home/ana/work/payments-api",
    ],
    "card-edit-elsewhere": ["began in\n/home/ana/work/payments-api"],
    "card-edit-queue": [
      "Create notes.md",
      "Edit 4 files",
      "Open docs.example.test",
      "Start Explore: Find refunds",
      "github: create_issue",
    ],
    "card-open": ["wants to open docs.example.test", "What it wants from there"],
    "card-open-punycode": ["xn--pypal-4ve.com", "as written"],
    "card-open-user": ["Signs in as github.com:secret", "wants to open evil.example.test"],
    "card-open-long": ["wants to open an address"],
    "card-subagent-start": ["wants to start a sub-agent: Explore", "“Find refunds”"],
    "card-subagent-any": ["wants to start a sub-agent"],
    "card-tool": ["wants to use github: create_issue", "2 items", "10 values"],
    "card-tool-none": ["No input"],
    "card-tool-path": ["wants to use Read", "Outside the project"],
    "card-plan": ["wants to carry out a plan", "https://docs.example.test/ledger#lines"],
    "card-plan-hostile": ["4 hidden characters", "javascript:window.broken=true", "<!--"],
    "card-question": ["asks a question", "Choose one", "Reply in the terminal"],
    "card-questions": ["asks question 1 of 3"],
    "card-always": ["Always allow this exact command in payments-api"],
    "card-always-project-code": ["Also covers whatever the project’s own code does by then"],
    "card-always-tool": ["Always allow WebFetch with exactly this input in /srv/link/payments-api"],
    "card-many": ["Hand this session back to its terminal"],
    "card-mode": ["accepts edits"],
    "card-queue-countdown": ["Goes back to the terminal in 0:09", "0:21", "0:29"],
    "card-after-denied": ["use the staging key"],
    "pill-waits-in-terminal": ["infra", "Waits in its terminal since 14:02"],
    "pill-mode": ["bypasses permissions"],
    "pill-paused": ["Paused: agents ask in their terminals", "Resume"],
    "pill-edit": ["Editing main.rs"],
    "pill-read": ["Reading main.rs"],
    "pill-open": ["Opening example.test"],
    "pill-subagent": ["Starting Explore"],
    "pill-server-tool": ["github: create issue"],
  };
  for (const [name, sentences] of Object.entries(SAYS)) {
    on(name, "is said in words", async (page) => {
      const text = await page.locator("main").innerText();
      for (const sentence of sentences) assert.ok(text.includes(sentence), `${sentence}: ${text}`);
    });
  }
});

describe("the colours of code", () => {
  const KINDS = ["keyword", "string", "number", "comment"];
  const coloured = (page, kinds = KINDS) =>
    page.waitForFunction(
      (kinds) => kinds.every((kind) => document.querySelector(`.line .${kind}`)),
      kinds,
    );
  /** Holds every worker back until the page is told to let them work. */
  const holds = () => {
    window.held = [];
    window.Worker = class extends Worker {
      postMessage(message) {
        window.held.push(() => super.postMessage(message));
      }
    };
  };

  const STATES = {
    "card-edit-colours": KINDS,
    "card-edit-long": ["string"],
    "card-edit-right-to-left": ["string"],
  };
  for (const [name, kinds] of Object.entries(STATES)) {
    on(
      name,
      "come later, and change nothing but colours",
      async (page) => {
        const places = () =>
          page.evaluate(() => {
            const lines = [...document.querySelectorAll(".line code")].map((line) => {
              const { x, y, width, height } = line.getBoundingClientRect();
              const range = document.createRange();
              range.selectNodeContents(line);
              // A cut rounds a width to a part of a pixel.
              const rows = new Set([...range.getClientRects()].map(({ y }) => Math.round(y)));
              return [line.textContent, x, y, width, height, rows.size];
            });
            return [lines, document.querySelectorAll(".line .token").length];
          });
        await finished(page);
        await page.waitForFunction(() => window.held.length > 0);
        assert.equal(await page.locator(".line :is(.keyword, .string)").count(), 0);
        const before = [await places(), await rectsOf(page), await lastDrawn(page)];
        await page.evaluate(() => window.held.forEach((work) => work()));
        await coloured(page, kinds);
        await settle(page);
        assert.deepEqual([await places(), await rectsOf(page), await lastDrawn(page)], before);
      },
      { before: holds },
    );
  }

  for (const theme of ["dark", "light"]) {
    on(
      "card-edit-colours",
      `can be read on every line, ${theme}`,
      async (page) => {
        await coloured(page);
        await page.evaluate(await axeSource());
        const { passes, violations } = await page.evaluate(() =>
          window.axe.run(document.querySelector(".files"), { runOnly: ["color-contrast"] }),
        );
        assert.deepEqual(
          violations.flatMap(({ nodes }) => nodes.map(({ failureSummary }) => failureSummary)),
          [],
        );
        const checked = passes.flatMap(({ nodes }) => nodes.map(({ html }) => html)).join();
        for (const kind of KINDS) assert.ok(checked.includes(`class="${kind}`), kind);
      },
      { theme },
    );
  }

  on(
    "card-edit-huge",
    "are left out where there is too much",
    async (page) => {
      await finished(page);
      assert.equal(await page.evaluate(() => window.held.length), 0);
    },
    { before: holds },
  );
});

describe("markup in text from outside", () => {
  on("card-short", "is text", async (page) => {
    const text = '<img src=x onerror="window.broken = true"><b>bold</b>';
    await change(page, {
      front: {
        id: 5,
        project: [{ plain: text }],
        folder: [{ plain: text }],
        subagent: [{ plain: text }],
      },
      content: {
        kind: "command",
        command: { text: [{ plain: text }, { hidden: text }], lines: 1, characters: 9, hidden: 1 },
        description: { text: [{ plain: text }], lines: 1, characters: 9, hidden: 0 },
        facts: [{ name: [{ plain: text }], value: [{ plain: text }] }],
      },
      trouble: text,
      outcome: {
        card: 4,
        project: [{ plain: text }],
        outcome: "denied",
        words: [{ plain: text }],
      },
    });
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.evaluate(() => window.broken), undefined);
  });
});

describe("every state", () => {
  /** A state of each window, in which its other states are shown. */
  const WINDOWS = ["pill-empty", "settings-installed", "approvals", "general"];
  const LOOKS = WINDOWS.flatMap((start) => ["dark", "light"].map((theme) => [start, theme]));

  test("is free of what axe finds, in light and dark, with enough contrast", async () => {
    const axe = await axeSource();
    for (const [start, theme] of LOOKS) {
      const page = await lab.state(start, { theme });
      await page.evaluate(axe);
      const found = await inEachState(page, async () => {
        const { violations } = await window.axe.run(document.querySelector("#app"), {
          runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
          // One landmark with no headings is what an island is.
          rules: { "page-has-heading-one": { enabled: false } },
        });
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
        );
      });
      assert.deepEqual(found, {}, theme);
      assert.deepEqual(page.problems, []);
      page.done();
    }
  });

  test("keeps still: nothing is animated without an end", async () => {
    for (const start of WINDOWS) {
      const page = await lab.state(start, { motion: true });
      const found = await inEachState(page, () =>
        document
          .getAnimations()
          .filter(({ effect }) => effect.getComputedTiming().iterations === Infinity)
          .map(({ effect }) => effect.target.outerHTML),
      );
      assert.deepEqual(found, {});
      page.done();
    }
  });
});
