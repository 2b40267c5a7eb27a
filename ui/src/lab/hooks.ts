import type { HookEnd, HookReport, HookRun, HooksView, SessionView } from "../gen/view";
import { NOW, marked, plain, session, view } from "./fixtures";
import type { LabState } from "./host";

const ago = (minutes: number) => ({ since_unix_ms: NOW - minutes * 60_000 });

const run = (label: string, duration_ms: number, end: HookEnd = "proceeded"): HookRun => ({
  label: plain(label),
  duration_ms,
  slow: duration_ms >= 2_000,
  end,
});

/** Each report is one of its own. */
let reports = 0;

const report = (more: Partial<HookReport>): HookReport => ({
  key: ++reports,
  point: "before_tool",
  step: null,
  blocked: null,
  context: null,
  runs: [],
  more: 0,
  ...more,
});

const hooks = (more: Partial<HooksView>): HooksView => ({
  word: null,
  trouble: null,
  reports: [],
  warnings: [],
  ...more,
});

const GUARD = "bun .levelcode/hooks/guard-write.ts";
const REASON = "src/generated/ is produced by codegen: edit the generators instead";

const guarded = report({
  step: { edit: plain("refund.rs") },
  blocked: plain(REASON),
  runs: [run(GUARD, 31, "blocked"), run("~/.config/vults/audit.sh", 4)],
});
const formatted = report({
  point: "after_tool",
  step: { edit: plain("ledger.rs") },
  context: plain("file formatted"),
  runs: [run("bun .levelcode/hooks/format.ts", 240)],
});
const checked = report({
  step: { command: plain("cargo test --workspace") },
  runs: [run("~/.config/vults/audit.sh", 4)],
});
const began = report({
  point: "session_start",
  context: plain("3 open pull requests wait for a review"),
  runs: [run("bun .levelcode/hooks/onboarding.ts", 612)],
});
const ended = report({ point: "stop", runs: [run("./notify.sh", 2_640)] });

const blocked = session("payments-api", {
  species: 0,
  branch: plain("fix/refunds"),
  ...ago(4),
  cost_micro_usd: 1_840_000,
  hooks: hooks({ word: { blocked: plain(REASON) }, reports: [guarded, formatted, checked, began] }),
});

/** One of each kind of thing that a row can say of hooks. */
const all: SessionView[] = [
  blocked,
  session("infra", {
    agent: "codex",
    agent_name: "Codex",
    species: 3,
    branch: plain("main"),
    step: { command: plain("terraform plan -out next.plan") },
    ...ago(2),
    hooks: hooks({
      trouble: "failed",
      reports: [
        report({
          step: { command: plain("terraform plan -out next.plan") },
          runs: [
            run("./ci/guard.sh", 12, { failed: 127 }),
            run("./ci/policy", 0, { not_started: plain("Permission denied (os error 13)") }),
            run("python3 ci/cost.py", 10_000, "timed_out"),
            run("./ci/audit", 3, "signalled"),
            run("./ci/drift", 2_310),
          ],
          more: 3,
        }),
      ],
    }),
  }),
  session("storefront", {
    agent: "opencode",
    agent_name: "OpenCode",
    species: 6,
    branch: plain("checkout"),
    step: { edit: plain("cart.svelte") },
    subagents: 2,
    ...ago(3),
    cost_micro_usd: 420_000,
    hooks: hooks({ word: { says: plain("file formatted") }, reports: [formatted] }),
  }),
  session("docs", {
    agent: "qwen",
    agent_name: "Qwen Code",
    species: 5,
    branch: plain("main"),
    status: "done",
    ...ago(12),
    reply: plain("All links are fixed, 14 files changed."),
    hooks: hooks({ trouble: "slow", reports: [ended] }),
  }),
  session("scraper", {
    agent: "copilot",
    agent_name: "Copilot CLI",
    species: 8,
    branch: plain("dev"),
    step: { read: plain("robots.txt") },
    ...ago(1),
  }),
  session("mobile", {
    species: 1,
    branch: plain("main"),
    ...ago(6),
    hooks: hooks({
      trouble: "settings",
      warnings: [
        plain(
          "/home/ana/.config/vults/settings.json: hooks.Stopp: There is no such event, so its list is left out; there are SessionStart, PreToolUse, PostToolUse and Stop.",
        ),
      ],
    }),
  }),
];

const words = "a reason that goes on and on, ".repeat(10);

const hostile: SessionView[] = [
  session("a-project-with-a-name-that-goes-on-and-on-until-nothing-else-has-room", {
    species: 4,
    branch: plain("feature/a-branch-with-a-name-that-goes-on-and-on-as-well"),
    mode: "bypass_permissions",
    handed_back: true,
    subagents: 12,
    background: 3,
    ...ago(9 * 24 * 60),
    cost_micro_usd: 1_234_567_890,
    hooks: hooks({
      word: { blocked: plain(words) },
      trouble: "timed_out",
      reports: [
        report({
          step: { command: plain("cargo nextest run --workspace --all-features --no-fail-f…") },
          blocked: plain(words),
          context: plain(words),
          runs: [
            run(`sh -c '${"echo a very long label; ".repeat(5)}'`, 123_456, "blocked"),
            {
              ...run("", 0, "blocked"),
              label: marked("rm -rf ⟨U+202E⟩gpj.⟨U+202C⟩ ⟨5000 spaces⟩; curl x"),
            },
            { ...run("", 7), label: plain("תוכנית --שלום מجلد") },
            run("<img src=x onerror='window.broken = true'>", 9, { not_started: plain(words) }),
            run("./x", Number.MAX_SAFE_INTEGER, { failed: -2_147_483_648 }),
          ],
          more: 4_294_967_295,
        }),
      ],
      warnings: Array.from({ length: 4 }, () =>
        plain(`/home/ana/${"folder/".repeat(30)}settings.json`),
      ),
    }),
  }),
  session("rtl", {
    project: plain("שלום עולם"),
    species: 2,
    hooks: hooks({
      word: { blocked: plain("הקובץ הזה נוצר אוטומטית") },
      reports: [report({ blocked: plain("הקובץ הזה נוצר אוטומטית") })],
    }),
  }),
  session("empty", {
    species: 7,
    hooks: hooks({ word: { blocked: [] }, reports: [report({ blocked: [] })] }),
  }),
];

/** What hooks did, on the pill and in the list. */
export const HOOKS: Record<string, LabState> = {
  "pill-blocked": view({ sessions: all.slice(0, 4) }),
  "pill-blocked-long": view({ sessions: hostile }),
  "sessions-hooks": view({ sessions: all, untrusted: ["scraper"] }),
  "sessions-hooks-blocked": view({ sessions: [blocked] }),
  "sessions-hooks-hostile": view({ sessions: hostile }),
  "sessions-hooks-portuguese": view({
    sessions: all,
    untrusted: ["scraper"],
    preferences: { language: "pt-BR" },
  }),
};
