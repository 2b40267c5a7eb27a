import type {
  DiffView,
  FolderView,
  HunkView,
  LineChange,
  LineView,
  SetupView,
  TestedHook,
  Text,
} from "../gen/view";
import { NOW } from "./fixtures";

const MINUTE = 60_000;
const plain = (text: string): Text => [{ plain: text }];

/** Lines by their first character: a blank stays, + comes in, - goes. */
function hunk(before: number, after: number, source: string): HunkView {
  const changes: Record<string, LineChange> = { "+": "added", "-": "removed" };
  const lines = source.split("\n").map((line): LineView => ({
    change: changes[line[0] ?? ""] ?? "same",
    text: plain(line.slice(1)),
  }));
  return { before, after, lines };
}

function diff(...hunks: HunkView[]): DiffView {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (change: LineChange) => lines.filter((line) => line.change === change).length;
  return { added: count("added"), removed: count("removed"), hunks };
}

const swapped = (of: DiffView): DiffView =>
  diff(
    ...of.hunks.map(({ before, after, lines }) => ({
      before: after,
      after: before,
      lines: lines.map(({ change, text }) => ({
        change: ({ same: "same", added: "removed", removed: "added" } as const)[change],
        text,
      })),
    })),
  );

const RELAY = "/home/ana/.local/share/vults/bin/vults-hook";
const BACKUP = "/home/ana/.local/share/vults/backups/claude-settings/2026-03-14T14-02-11.json";

const EVENTS: [string, string | null, number][] = [
  ["PermissionRequest", null, 120],
  ["PreToolUse", "AskUserQuestion", 120],
  ["PreToolUse", null, 60],
  ["PostToolUse", null, 60],
  ["PostToolUseFailure", null, 60],
  ["UserPromptSubmit", null, 60],
  ["SessionStart", null, 60],
  ["SessionEnd", null, 60],
  ["Stop", null, 60],
  ["StopFailure", null, 60],
  ["SubagentStart", null, 60],
  ["SubagentStop", null, 60],
  ["Notification", null, 5],
  ["PreCompact", null, 5],
  ["CwdChanged", null, 5],
];

function entryLines([event, matcher, timeout]: [string, string | null, number]): string[] {
  const ask = matcher === null ? "" : " --ask";
  return [
    `+      {`,
    ...(matcher === null ? [] : [`+        "matcher": "${matcher}",`]),
    `+        "hooks": [`,
    `+          {`,
    `+            "type": "command",`,
    `+            "command": "{ [ -x '${RELAY}' ] && '${RELAY}' --agent claude${ask} ${event}; } 2>/dev/null || :",`,
    `+            "timeout": ${timeout}`,
    `+          }`,
    `+        ]`,
    `+      }`,
  ];
}

const installing = diff(
  hunk(
    9,
    9,
    [
      `   "model": "opus",`,
      `   // Mine: run the formatter after every edit.`,
      `-  "hooks": {}`,
      `+  "hooks": {`,
      ...EVENTS.flatMap((entry) => [`+    "${entry[0]}": [`, ...entryLines(entry), `+    ],`]),
      `+  },`,
      `+  "statusLine": {`,
      `+    "type": "command",`,
      `+    "command": "{ [ -x '${RELAY}' ] && '${RELAY}' --agent claude StatusLine; } 2>/dev/null || :"`,
      `+  }`,
      ` }`,
    ].join("\n"),
  ),
);

const repairing = diff(
  hunk(
    38,
    38,
    [
      `     "PreToolUse": [`,
      `       { "matcher": "Bash", "hooks": [{ "type": "command", "command": "~/bin/guard" }] },`,
      ...entryLines(["PreToolUse", null, 60]),
      `     ],`,
    ].join("\n"),
  ),
  hunk(
    97,
    107,
    [
      `     ],`,
      `+    "Stop": [`,
      ...entryLines(["Stop", null, 60]),
      `+    ],`,
      `     "Setup": [`,
    ].join("\n"),
  ),
);

/** One line in place of another, beside a secret of the person's own. */
const updating = diff(
  hunk(
    3,
    3,
    [
      `   "env": { "API_TOKEN": "[hidden]" },`,
      `   "hooks": {`,
      `     "Notification": [`,
      `-      { "hooks": [{ "type": "command", "command": "'${RELAY}' --agent claude", "timeout": 60 }] },`,
      `+      { "hooks": [{ "type": "command", "command": "'${RELAY}' --agent claude", "timeout": 5 }] },`,
      `     ],`,
    ].join("\n"),
  ),
);

const entries = EVENTS.map(([event, matcher]) => ({ event, matcher, present: true }));
const absent = (...gone: string[]) =>
  entries.map((entry) => ({
    ...entry,
    present: !gone.includes(entry.event) || entry.matcher !== null,
  }));

const tested: TestedHook[] = EVENTS.map(([event], index) => ({
  event,
  ms: 4 + ((index * 5) % 9),
  printed: null,
  trouble: null,
}));

function folder(more: Partial<FolderView> = {}): FolderView {
  return {
    id: "claude-1",
    agent: "claude",
    agent_name: "Claude Code",
    file: plain("/home/ana/.claude/settings.json"),
    target: null,
    state: "installed",
    since_unix_ms: NOW - 67 * MINUTE,
    entries,
    status_line: "ours",
    dead: [],
    written: { unix_ms: NOW - 67 * MINUTE, diff: installing, undo: true },
    offer: null,
    removal: swapped(installing),
    backup: plain(BACKUP),
    shrunk: null,
    problem: null,
    test: null,
    ...more,
  };
}

const work = folder({
  id: "claude-2",
  file: plain("/home/ana/work/.claude-work/settings.json"),
  target: plain("/home/ana/dotfiles/claude/settings.json"),
  status_line: "chained",
});

const gone: Partial<FolderView> = {
  entries: entries.map((entry) => ({ ...entry, present: false })),
  offer: installing,
  removal: null,
};

const missing = folder({ ...gone, state: "missing", status_line: "theirs" });

const broken = folder({
  state: "not_editable",
  since_unix_ms: null,
  entries: [],
  written: null,
  removal: null,
  backup: null,
  problem: {
    obstacle: "contents",
    sentence: "It is no JSON that can be edited: a comma or a closing brace is missing.",
    line: 41,
    column: 7,
  },
});

const rtl: Text = [
  { plain: "/home/ana/שלום עולם/" },
  { hidden: "U+202E" },
  { plain: "nosj.sgnittes" },
  { hidden: "U+202C" },
  { plain: `/<img src=x onerror="window.broken = true">/${"a-folder-inside-".repeat(9)}` },
];

const hostile = folder({
  file: rtl,
  target: rtl,
  backup: rtl,
  state: "installed",
  dead: [
    { why: "disabled", file: rtl },
    { why: "untrusted", folder: rtl },
  ],
  written: {
    unix_ms: NOW - 4 * MINUTE,
    undo: true,
    diff: {
      added: 4,
      removed: 1,
      hunks: [
        {
          before: 120_411,
          after: 120_411,
          lines: [
            { change: "same", text: plain('  "שלום": "عالم",  "naïve": "漢字",') },
            {
              change: "removed",
              text: [{ plain: '  "a' }, { hidden: "U+200B" }, { plain: '": 1' }],
            },
            { change: "added", text: rtl },
            { change: "added", text: plain(`\t"${"x".repeat(600)}",`) },
            { change: "added", text: plain("<b>bold</b><script>window.broken = true</script>") },
            { change: "added", text: [{ hidden: "ESC" }, { plain: "[2K" }, { hidden: "CR" }] },
          ],
        },
      ],
    },
  },
  test: {
    unix_ms: NOW,
    hooks: [{ event: "Stop", ms: 7, printed: rtl, trouble: null }, ...tested.slice(0, 3)],
    program: { file: rtl, version: rtl },
    review: null,
  },
  shrunk: { before: 12_431, now: 310 },
});

const PROGRAM = {
  file: plain("/home/ana/.local/bin/claude"),
  version: plain("2.1.332 (Claude Code)"),
};

function setup(...folders: FolderView[]): SetupView {
  return { revision: 1, first_run: false, relay: plain(RELAY), relay_trouble: null, folders };
}

const first = (...folders: FolderView[]): SetupView => ({ ...setup(...folders), first_run: true });

const RELAY_TROUBLE =
  "The program that the hooks call could not be put into /home/ana/.local/share/vults/bin: the disk is full. Nothing was written into any settings file. Make room and start Vults again.";

/** The page beside another one of the window. */
export const SETUP = setup(folder());

/** Every state of the page of agents, and of the first run. */
export const SETUP_STATES: Record<string, SetupView> = {
  "first-run": first(folder()),
  "first-run-none": first(),
  "first-run-two": first(folder(), work),
  "first-run-short": first(
    folder({
      written: { unix_ms: NOW, diff: diff(hunk(3, 3, ` {\n+  "hooks": {}\n }`)), undo: true },
    }),
  ),
  "first-run-broken": first(broken),
  "first-run-undone": first(
    folder({
      ...gone,
      state: "removed",
      since_unix_ms: NOW,
      written: { unix_ms: NOW, diff: swapped(installing), undo: false },
    }),
  ),
  "first-run-relay-trouble": { ...first(), relay_trouble: RELAY_TROUBLE },
  "settings-installed": SETUP,
  "settings-updated": setup(
    folder({
      written: { unix_ms: NOW - 4 * MINUTE, undo: false, diff: updating },
    }),
  ),
  "settings-none": setup(),
  "settings-two": setup(folder(), work),
  "settings-missing": setup(missing),
  "settings-partial": setup(
    folder({
      state: "partial",
      entries: absent("PreToolUse", "Stop"),
      offer: repairing,
      status_line: "chained",
    }),
  ),
  "settings-removed": setup(
    folder({
      ...gone,
      state: "removed",
      since_unix_ms: NOW - 3 * 24 * 60 * MINUTE,
      status_line: "untouched",
      written: { unix_ms: NOW - 3 * 24 * 60 * MINUTE, diff: swapped(installing), undo: false },
    }),
  ),
  "settings-not-installed": setup(
    folder({
      ...gone,
      state: "not_installed",
      since_unix_ms: null,
      status_line: "untouched",
      written: null,
      backup: null,
    }),
  ),
  "settings-broken": setup(broken),
  "settings-broken-no-place": setup({
    ...broken,
    problem: {
      obstacle: "access",
      sentence: "It could not be opened: permission denied.",
      line: null,
      column: null,
    },
  }),
  "settings-read-only": setup(
    folder({
      ...gone,
      state: "not_installed",
      since_unix_ms: null,
      status_line: "untouched",
      written: null,
      backup: null,
      problem: { obstacle: "access", sentence: "It is read-only.", line: null, column: null },
    }),
  ),
  "settings-record-damaged": setup({
    ...broken,
    entries,
    removal: swapped(installing),
    problem: {
      obstacle: "record",
      sentence:
        "Nothing is changed, because the record of Vults, /home/ana/.local/share/vults/installed.json, is damaged; removing the hooks begins a new one.",
      line: null,
      column: null,
    },
  }),
  "settings-disabled": setup(
    folder({ dead: [{ why: "disabled", file: plain("/home/ana/.claude/settings.json") }] }),
  ),
  "settings-disabled-by-a-project": setup(
    folder({
      dead: [{ why: "disabled", file: plain("/home/ana/work/storefront/.claude/settings.json") }],
    }),
  ),
  "settings-not-loaded": setup(folder({ dead: [{ why: "not_loaded", line: 12, column: 3 }] })),
  "settings-managed": setup(
    folder({ dead: [{ why: "managed", file: plain("/etc/claude-code/managed-settings.json") }] }),
  ),
  "settings-managed-off": setup(
    folder({
      dead: [{ why: "managed_off", file: plain("/etc/claude-code/managed-settings.json") }],
    }),
  ),
  "settings-untrusted": setup(
    folder({ dead: [{ why: "untrusted", folder: plain("/home/ana/work/storefront") }] }),
  ),
  "settings-review": setup(
    folder({
      agent: "codex",
      agent_name: "Codex",
      file: plain("/home/ana/.codex/hooks.json"),
      status_line: "untouched",
      dead: [{ why: "review" }],
    }),
  ),
  "settings-older-sessions": setup(folder({ dead: [{ why: "older_sessions", count: 2 }] })),
  "settings-shrunk": setup(folder({ shrunk: { before: 12_431, now: 310 } })),
  "settings-test-good": setup(
    folder({ test: { unix_ms: NOW, hooks: tested, program: PROGRAM, review: null } }),
  ),
  "settings-test-bad": setup(
    folder({
      test: {
        unix_ms: NOW - 2 * MINUTE,
        hooks: tested.map((hook, index) => {
          if (index === 2)
            return { ...hook, ms: 5004, trouble: "It had not ended after 5 seconds." };
          if (index !== 8) return hook;
          return { ...hook, printed: plain('sh: 1: vults-hook: "not found"\n') };
        }),
        program: PROGRAM,
        review: null,
      },
    }),
  ),
  "settings-relay-trouble": { ...setup(missing), relay_trouble: RELAY_TROUBLE },
  "settings-hostile": setup(hostile),
};
