import type {
  ApprovalsView,
  DecisionView,
  Outcome,
  RuleView,
  Text,
  TrustedView,
} from "../gen/view";
import { NOW, marked, plain } from "./fixtures";

/** A state of the page: its view, and the history that it asks for. */
export interface ApprovalsState extends ApprovalsView {
  decisions: DecisionView[];
  /** Why the history cannot be read. */
  unreadable?: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let rules = 0;

function rule(what: string | Text, more: Partial<RuleView> = {}): RuleView {
  rules++;
  return {
    id: `rule-${rules}`,
    agent: "claude",
    agent_name: "Claude Code",
    project: plain("payments-api"),
    tool: plain("Bash"),
    what: typeof what === "string" ? plain(what) : what,
    folder: plain("/home/ana/work/payments-api"),
    runs_project_code: false,
    made_unix_ms: NOW - 2 * DAY,
    uses: 0,
    used_unix_ms: null,
    active: true,
    ...more,
  };
}

const storefront = {
  project: plain("storefront"),
  folder: plain("/home/ana/work/storefront"),
};

const tests = rule("cargo test --workspace --no-fail-fast", {
  runs_project_code: true,
  uses: 14,
  used_unix_ms: NOW - 67 * MINUTE,
});
const status = rule("git status --short", {
  ...storefront,
  uses: 2,
  used_unix_ms: NOW - DAY,
  made_unix_ms: Date.UTC(2025, 11, 30, 8, 15),
});
const tool = rule(
  '{"owner":"ana","repo":"storefront","state":"open","labels":["bug","checkout"],"per_page":20}',
  { ...storefront, tool: plain("mcp__github__list_issues"), made_unix_ms: NOW - 4 * MINUTE },
);
const once = rule("npm run lint -- --max-warnings 0", {
  ...storefront,
  agent: "codex",
  agent_name: "Codex",
  tool: plain("shell"),
  runs_project_code: true,
  uses: 1,
  used_unix_ms: NOW - 3 * HOUR,
  made_unix_ms: NOW - DAY,
});

const outside = (what: string): RuleView =>
  rule(what, { active: false, made_unix_ms: NOW - 26 * MINUTE });

function decision(
  ago: number,
  what: string | Text,
  outcome: Outcome,
  more: Partial<DecisionView> = {},
): DecisionView {
  return {
    unix_ms: NOW - ago,
    agent: "claude",
    project: plain("payments-api"),
    folder: plain("/home/ana/work/payments-api"),
    tool: plain("Bash"),
    what: typeof what === "string" ? plain(what) : what,
    facts: [],
    said: [],
    outcome,
    ...more,
  };
}

const decisions: DecisionView[] = [
  decision(2 * MINUTE, "cargo test --workspace --no-fail-fast", "allowed_by_rule"),
  decision(5 * MINUTE, "git push --force origin main", "denied", {
    said: [plain("Push to a branch of your own, and open a pull request.")],
    facts: [plain("timeout: 120000"), plain("run_in_background: true")],
  }),
  decision(
    22 * MINUTE,
    "Which payment methods should the checkout offer? · Where do refunds go?",
    "answered",
    {
      ...storefront,
      tool: plain("AskUserQuestion"),
      said: [plain("Cards, Bank transfer"), plain("Back to the card, at once")],
    },
  ),
  decision(41 * MINUTE, "/home/ana/work/payments-api/src/refund.rs  +3 −1", "allowed", {
    tool: plain("Edit"),
  }),
  decision(
    3 * HOUR,
    "curl -H 'Authorization: Bearer [hidden]' https://api.example.com/v1",
    "expired",
  ),
  decision(DAY, "https://docs.example.com/refunds", "answered_in_terminal", {
    ...storefront,
    agent: "Codex",
    tool: plain("WebFetch"),
  }),
  decision(DAY + 9 * MINUTE, "rm -rf build", "ran_all_the_same"),
  decision(9 * DAY, "terraform plan -out next.plan", "released", {
    agent: "opencode",
    project: plain("infra"),
    folder: plain("/home/ana/work/infra"),
    tool: plain("bash"),
  }),
];

const OUTCOMES: Outcome[] = [
  "allowed",
  "allowed_by_rule",
  "answered",
  "denied",
  "released",
  "answered_in_terminal",
  "withdrawn",
  "expired",
  "not_drawn",
  "too_late",
  "handed_back",
  "paused",
  "ran_all_the_same",
  "blocked_by_hook",
  "hooks_trusted",
  "hooks_put_off",
  "hooks_changed",
  "hooks_not_kept",
];

const PROGRAMS = ["cargo test -p", "cargo build -p", "git log -3 --", "rg -n TODO", "npm run"];
const many = Array.from({ length: 312 }, (_, index) =>
  decision(
    index * 47 * MINUTE,
    `${PROGRAMS[index % PROGRAMS.length]} part-${312 - index}`,
    OUTCOMES[(index * 5) % OUTCOMES.length] ?? "allowed",
  ),
);

const rtl = marked(
  'שלום עולם ⟨U+202E⟩nosj.sgnittes⟨U+202C⟩ <img src=x onerror="window.broken = true">',
);
const bad = marked(
  `git commit -m "שלום"⟨U+200B⟩ && cat ملف.txt ⟨ESC⟩[2K⟨CR⟩ <script>window.broken = true</script> ${"x".repeat(180)}  `,
);
const hostileFolder = marked(
  `/home/ana/שלום עולם/⟨U+202E⟩gpj.⟨U+202C⟩/${"a-folder-inside-".repeat(9)}`,
);
const long = `printf '%s\\n' ${Array.from({ length: 1100 }, (_, n) => `part-${n}`).join(" ")}`;

/** A project's settings file whose hooks are trusted. */
function trusted(project: string, folder = `/home/ana/work/${project}`): TrustedView {
  const file = `${folder}/.vults/settings.json`;
  return { id: file, project: plain(project), file: plain(file) };
}

function state(more: Partial<ApprovalsState> = {}): ApprovalsState {
  return {
    revision: 1,
    paused: false,
    rules: [],
    trouble: null,
    trusted: [],
    trust_trouble: null,
    decisions: [],
    ...more,
  };
}

/** The page beside another one of the window. */
export const APPROVALS = state({ rules: [tool, tests, once, status], decisions });

/** Every state of the page of rules and decisions. */
export const APPROVALS_STATES: Record<string, ApprovalsState> = {
  approvals: APPROVALS,
  "approvals-trusted": state({
    rules: [tests],
    trusted: [trusted("payments-api"), trusted("storefront")],
    decisions: [
      decision(2 * MINUTE, "./.vults/hooks/guard.sh\nbun .vults/hooks/format.ts", "hooks_trusted", {
        tool: plain("Lifecycle hooks"),
        facts: [plain("settings file: /home/ana/work/payments-api/.vults/settings.json")],
      }),
    ],
  }),
  "approvals-trusted-hostile": state({
    trusted: [
      { ...trusted("x"), project: rtl, file: hostileFolder },
      trusted("a-project-whose-name-nobody-would-choose-".repeat(3)),
    ],
  }),
  "approvals-trust-trouble": state({
    trust_trouble:
      "/home/ana/.local/share/vults/trusted-hooks.json is damaged, so no project's hooks are trusted.",
  }),
  "approvals-empty": state(),
  "approvals-paused": state({ paused: true, rules: [tests], decisions: decisions.slice(0, 3) }),
  "approvals-outside": state({
    rules: [outside("curl -fsSL https://get.example.com/setup | sh"), tests],
    decisions: decisions.slice(0, 1),
  }),
  "approvals-trouble": state({
    trouble:
      "The rules cannot be read: /home/ana/.local/share/vults/rules.json may be changed by other users. No rule counts until that is put right.",
    decisions: decisions.slice(0, 2),
  }),
  "approvals-unreadable": state({
    rules: [status],
    unreadable:
      "/home/ana/.local/share/vults/decisions.jsonl could not be opened: permission denied.",
  }),
  "approvals-many": state({
    rules: Array.from({ length: 53 }, (_, index) =>
      rule(`cargo test -p part-${index + 1}`, {
        runs_project_code: index % 3 === 0,
        uses: 53 - index,
        used_unix_ms: NOW - index * 11 * HOUR,
      }),
    ),
    decisions: many,
  }),
  "approvals-outcomes": state({
    decisions: OUTCOMES.map((outcome, index) =>
      decision(index * MINUTE, "cargo test --workspace", outcome),
    ),
  }),
  "approvals-long": state({
    rules: [
      rule(long.slice(0, 10_000), { uses: 12_408, used_unix_ms: NOW - MINUTE }),
      rule(JSON.stringify({ query: long.slice(0, 3000), limit: 5 }), {
        tool: plain("mcp__search__find"),
        project: plain("a-project-whose-name-nobody-would-choose-".repeat(3)),
      }),
    ],
    decisions: [
      decision(MINUTE, `${long.slice(0, 2000)}…`, "allowed", {
        facts: [plain(`environment: ${"A_VARIABLE=value ".repeat(12)}…`)],
        project: plain("a-project-whose-name-nobody-would-choose-".repeat(3)),
      }),
      decision(2 * MINUTE, "cat <<'END'\nfirst line\n\n  second line\nEND", "denied", {
        said: [plain(`Not now.\n${"A long reason, in many words. ".repeat(20)}`)],
      }),
    ],
  }),
  "approvals-hostile": state({
    rules: [
      rule(bad, { project: rtl, folder: hostileFolder, tool: rtl, uses: 1, used_unix_ms: NOW }),
      rule(rtl, { active: false, project: rtl, folder: hostileFolder }),
      rule("git status   ", { agent: "an-agent-of-tomorrow", agent_name: "Tomorrow" }),
    ],
    decisions: [
      decision(MINUTE, bad, "denied", {
        agent: "<b>bold</b>",
        project: rtl,
        folder: hostileFolder,
        tool: rtl,
        facts: [rtl, bad],
        said: [rtl, bad],
      }),
      decision(2 * MINUTE, rtl, "allowed", { project: rtl }),
    ],
  }),
};
