import type { HookPoint, HookTrouble, Mode, Outcome, Status } from "../../gen/view";
import { count, dollars, number, percent, tenths } from "./numbers";

const outcomes: Record<Outcome, string> = {
  allowed: "Allowed",
  denied: "Denied",
  answered: "Answered",
  released: "Sent back to the terminal",
  too_late: "Too late: the agent had stopped waiting",
  answered_in_terminal: "Answered in the terminal",
  withdrawn: "The agent stopped waiting",
  expired: "Time is up: asks in the terminal",
  not_drawn: "Not shown in time or in full: asks in the terminal",
  allowed_by_rule: "Allowed by your rule",
  handed_back: "Handed back: asks in the terminal",
  paused: "Paused: asks in the terminal",
  ran_all_the_same: "Ran all the same: the terminal had answered first",
  blocked_by_hook: "Blocked by a hook",
  hooks_trusted: "Hooks trusted",
  hooks_put_off: "Hooks not trusted: they do not run",
  hooks_changed: "Hooks changed meanwhile: not trusted",
  hooks_not_kept: "Hooks not trusted: it could not be kept",
};

/** When an agent asks, where that is not the ordinary way. */
const modes: Record<Exclude<Mode, "default">, string> = {
  accept_edits: "accepts edits",
  plan: "plan mode",
  auto: "auto mode",
  dont_ask: "never asks",
  bypass_permissions: "bypasses permissions",
};

/** What a session does; while it works, its step says more. */
const statuses: Record<Status, string> = {
  waits_here: "Waits for you",
  waits_in_terminal: "Waits in its terminal",
  failed: "Stopped with an error",
  working: "Thinking",
  compacting: "Summing up the conversation",
  in_background: "In the background",
  done: "Done",
  interrupted: "Interrupted",
  quiet: "Quiet",
  started: "Ready",
  ended: "Ended",
  gone: "Its process is gone",
};

/** What is wrong with hooks. */
const hookTroubles: Record<HookTrouble, string> = {
  failed: "A hook failed",
  timed_out: "A hook timed out",
  settings: "A hook setting has no effect",
  slow: "A hook is slow",
};

/** On what hooks ran, where no call is known. */
const hookPoints: Record<HookPoint, string> = {
  session_start: "When the session began",
  before_tool: "Before a tool",
  after_tool: "After a tool",
  stop: "When the turn ended",
};

/** What the pill, the list of sessions and the queue say. */
export const island = {
  island: {
    label: "Vults",
    quiet: "No agent is at work",
    settings: "Settings",
    paused: "Paused: agents ask in their terminals",
    resume: "Resume",
    drift: (agent: string, partial: boolean, since: string) =>
      partial
        ? `${agent}: some hooks missing since ${since}`
        : `${agent}: hooks missing since ${since}`,
  },
  session: {
    status: statuses,
    step: {
      command: "Running {step}",
      edit: "Editing {step}",
      read: "Reading {step}",
      open: "Opening {step}",
      subagent: "Starting {step}",
      tool: "Using {step}",
      serverTool: "{server}: {step}",
    },
    hooks: {
      blocked: "Blocked by a hook",
      says: "Hook: {words}",
      trouble: hookTroubles,
      title: "What hooks did",
      show: (project: string) => `What hooks did in ${project}`,
      point: hookPoints,
      before: "before",
      after: "after",
      end: {
        blocked: "blocked",
        slow: "slow",
        signalled: "ended by a signal",
        timed_out: "timed out",
        failed: (code: number) => `failed with code ${code}`,
        not_started: "did not start",
      },
      milliseconds: (ms: number) => `${number(ms)} ms`,
      seconds: (seconds: number) => `${tenths(seconds)} s`,
      more: (hooks: number) => count(hooks, { one: "# more hook", other: "# more hooks" }),
      settings: "Hook settings",
    },
    waitsInTerminalSince: (since: string) => `Waits in its terminal since ${since}`,
    subagents: (subagents: number) =>
      count(subagents, { one: "# sub-agent", other: "# sub-agents" }),
    background: (commands: number) =>
      count(commands, {
        one: "# background command",
        other: "# background commands",
      }),
    cost: (microUsd: number) => dollars(microUsd),
    costAt: (microUsd: number) => `${dollars(microUsd)} at API prices`,
    costNote: "Costs are at API prices, by each agent’s own count",
    handedBack: "Asks in its terminal",
    takeAgain: "Take cards again",
    untrusted: "Project hooks not trusted",
    review: "Review",
    all: "Sessions",
    list: (others: number) =>
      others === 0
        ? "Show the session"
        : count(others, {
            one: "Show the session and # other session",
            other: "Show the session and # other sessions",
          }),
    more: (more: number) => `+${number(more)}`,
  },
  time: {
    now: "now",
    minutes: (minutes: number) => `${number(minutes)} min`,
    hours: (hours: number, minutes: number) =>
      minutes === 0 ? `${number(hours)} h` : `${number(hours)} h ${number(minutes)} min`,
    days: (days: number) => count(days, { one: "# day", other: "# days" }),
  },
  limits: {
    label: "Plans",
    used: percent,
    /** A window by its length. */
    minutes: (minutes: number) => count(minutes, { one: "# minute", other: "# minutes" }),
    hours: (hours: number) => count(hours, { one: "# hour", other: "# hours" }),
    days: (days: number) => count(days, { one: "# day", other: "# days" }),
    weeks: (weeks: number) => count(weeks, { one: "Week", other: "# weeks" }),
    resets: (day: string | null, time: string | null) =>
      ["resets", day, time].filter((part) => part !== null).join(" "),
    told: (ago: string) => `as of ${ago} ago`,
    anew: "begun anew",
  },
  mode: modes,
  outcome: {
    says: outcomes,
    before: (says: string) => `${says}:`,
  },
  compact: {
    label: "Waiting",
    open: "Open the card",
  },
  queue: {
    label: "Also waiting",
    bring: "Bring to the front",
    left: (minutes: number, seconds: number) => `${minutes}:${String(seconds).padStart(2, "0")}`,
    edit: "Edit {name}",
    editMany: (files: number) => count(files, { one: "Edit # file", other: "Edit # files" }),
    create: "Create {name}",
    createMany: (files: number) => count(files, { one: "Create # file", other: "Create # files" }),
    delete: "Delete {name}",
    deleteMany: (files: number) => count(files, { one: "Delete # file", other: "Delete # files" }),
    open: "Open {name}",
    subagent: "Start {name}",
    subagentAny: "Start a sub-agent",
    subagentFor: "Start {name}: {words}",
    subagentAnyFor: "Start a sub-agent: {words}",
    plan: "Plan: {line}",
    question: "Asks: {line}",
    questions: (questions: number) =>
      count(questions, { one: "Asks # question: {line}", other: "Asks # questions: {line}" }),
    use: "Use {name}",
    useOf: "{server}: {name}",
  },
} as const;
