import type { Mode, PlanView, SessionView, Status, StepView, WindowView } from "../gen/view";
import { NOW, marked, plain, session, view } from "./fixtures";
import type { LabState } from "./host";

const MINUTE = 60_000;

const agents = [
  { agent: "claude", agent_name: "Claude Code" },
  { agent: "codex", agent_name: "Codex" },
  { agent: "opencode", agent_name: "OpenCode" },
  { agent: "qwen", agent_name: "Qwen Code" },
  { agent: "copilot", agent_name: "Copilot CLI" },
];

const [, codex, opencode, qwen, copilot] = agents;

const ago = (minutes: number) => ({ since_unix_ms: NOW - minutes * MINUTE });

/** An ordinary morning. */
const day: SessionView[] = [
  session("infra", {
    ...codex,
    species: 3,
    branch: plain("main"),
    status: "waits_in_terminal",
    ...ago(67),
    cost_micro_usd: 310_000,
  }),
  session("payments-api", {
    species: 0,
    branch: plain("fix/refunds"),
    step: { command: plain("cargo test --workspace") },
    ...ago(4),
    cost_micro_usd: 1_840_000,
  }),
  session("storefront", {
    ...opencode,
    species: 6,
    branch: plain("checkout"),
    step: { edit: plain("cart.svelte") },
    subagents: 2,
    ...ago(3),
    cost_micro_usd: 420_000,
  }),
  session("docs", {
    ...qwen,
    species: 5,
    branch: plain("main"),
    status: "done",
    ...ago(12),
    reply: plain(
      "All links are fixed, 14 files changed. Two pages had no title; they have one now.",
    ),
  }),
  session("scraper", { ...copilot, species: 8, branch: plain("dev"), status: "quiet", ...ago(41) }),
];

const window = (minutes: number, more: Partial<WindowView> = {}): WindowView => ({
  minutes,
  used_percent: 42,
  resets_unix_ms: null,
  told_unix_ms: NOW - MINUTE,
  ...more,
});

const plan = (windows: WindowView[], more: Partial<PlanView> = {}): PlanView => ({
  agent: "claude",
  agent_name: "Claude Code",
  windows,
  ...more,
});

const usual = plan([
  window(300, { resets_unix_ms: NOW + 81 * MINUTE }),
  window(10_080, { used_percent: 11, resets_unix_ms: NOW + 4.75 * 24 * 60 * MINUTE }),
]);

const list = (sessions: SessionView[], more: Partial<LabState> = {}) => view({ sessions, ...more });

const many = (length: number) =>
  Array.from({ length }, (_, index): SessionView => {
    const at = day[index % day.length] as SessionView;
    return {
      ...at,
      ...agents[index % agents.length],
      key: `session-${index}`,
      project: plain(`project-${index + 1}`),
      species: index,
    };
  });

const STATUSES: Status[] = [
  "waits_here",
  "waits_in_terminal",
  "failed",
  "working",
  "compacting",
  "in_background",
  "done",
  "interrupted",
  "quiet",
  "started",
  "ended",
  "gone",
];

const STEPS: StepView[] = [
  { command: plain("cargo nextest run") },
  { edit: plain("main.rs") },
  { read: plain("README.md") },
  { open: plain("docs.example.test") },
  { subagent: plain("Explore") },
  { server_tool: { server: plain("github"), tool: plain("list_pull_requests") } },
  { tool: plain("TodoWrite") },
];

const MODES: Mode[] = ["accept_edits", "plan", "auto", "dont_ask", "bypass_permissions"];

/** The list of the sessions, open. */
export const LISTS: Record<string, LabState> = {
  sessions: list(day, { limits: [usual] }),
  "sessions-one": list(day.slice(1, 2)),
  "sessions-statuses": list(
    STATUSES.map((status, index) =>
      session(status.replaceAll("_", "-"), {
        ...agents[index % agents.length],
        species: index,
        branch: plain("main"),
        status,
        ...ago(index * 7),
        ...(status === "in_background" ? { subagents: 1, background: 2 } : {}),
        ...(status === "done" ? { reply: plain("The refund tests pass.") } : {}),
      }),
    ),
  ),
  "sessions-steps": list(
    STEPS.map((step, index) =>
      session(`project-${index}`, {
        ...agents[index % agents.length],
        species: index,
        step,
        ...ago(index),
      }),
    ),
  ),
  "sessions-modes": list(
    MODES.map((mode, index) =>
      session(mode.replaceAll("_", "-"), {
        species: index,
        mode,
        branch: plain("main"),
        handed_back: index % 2 === 1,
        ...ago(60 * index ** 3),
        cost_micro_usd: 7 * 10 ** (3 + index),
      }),
    ),
  ),
  "sessions-20": list(many(20), { limits: [usual] }),
  "sessions-64": list(many(64), { limits: [usual] }),
  "sessions-hostile": list(
    [
      session("a-project-with-a-name-that-goes-on-and-on-until-nothing-else-has-room", {
        species: 4,
        branch: plain("feature/a-branch-with-a-name-that-goes-on-and-on-as-well"),
        mode: "bypass_permissions",
        handed_back: true,
        step: { command: plain("cargo nextest run --workspace --all-features --no-fail-fast") },
        subagents: 12,
        background: 3,
        ...ago(9 * 24 * 60),
        cost_micro_usd: 1_234_567_890,
      }),
      session("rtl", {
        project: plain("שלום עולם"),
        branch: plain("مجلد/ثاني"),
        status: "done",
        reply: plain("הכול תוקן, 14 קבצים השתנו"),
        species: 2,
      }),
      session("hidden", {
        ...codex,
        project: marked("pay⟨U+202E⟩ipa"),
        branch: marked("ma⟨U+200B⟩in"),
        step: { edit: marked("gpj.⟨U+202E⟩exe") },
        species: 1,
      }),
      session("markup", {
        ...opencode,
        project: plain("<b>bold</b>"),
        branch: plain('<img src=x onerror="window.broken = true">'),
        step: { server_tool: { server: plain("<i>"), tool: plain("__a--b_") } },
        species: 7,
      }),
    ],
    {
      limits: [
        plan([window(300, { used_percent: 255 })], {
          agent_name: "An agent with a name that goes on and on",
        }),
      ],
    },
  ),
  "sessions-plans": list(day.slice(1, 3), {
    limits: [
      usual,
      plan([window(300, { used_percent: null }), window(10_080, { used_percent: 100 })]),
      plan(
        [
          window(300, {
            used_percent: 63,
            resets_unix_ms: NOW + 81 * MINUTE,
            told_unix_ms: NOW - 130 * MINUTE,
          }),
          window(10_080, { used_percent: 0, told_unix_ms: NOW - 3 * 24 * 60 * MINUTE }),
          window(43_200, { used_percent: 7, resets_unix_ms: NOW + 20 * 24 * 60 * MINUTE }),
          window(90, { used_percent: 88 }),
        ],
        codex,
      ),
    ],
  }),
  "sessions-plain": list(many(9), { limits: [usual], preferences: { marks: "plain" } }),
  "sessions-portuguese": list(day, { limits: [usual], preferences: { language: "pt-BR" } }),
  "sessions-portuguese-statuses": list(
    STATUSES.map((status, index) =>
      session(status.replaceAll("_", "-"), { species: index, status }),
    ),
    { preferences: { language: "pt-BR" } },
  ),
};
