import type {
  Content,
  FolderState,
  Mode,
  Obstacle,
  Outcome,
  StatusLine,
  Unread,
} from "../gen/view";
import type { FolderAct } from "../host";
import { approvals } from "./approvals.en";
import { cards } from "./cards.en";
import { count, number } from "./count.en";

const outcomes: Record<Outcome, string> = {
  allowed: "Allowed",
  denied: "Denied",
  answered: "Answered",
  released: "Sent back to the terminal",
  too_late: "Too late: the agent had stopped waiting",
  answered_in_terminal: "Answered in the terminal",
  withdrawn: "The agent stopped waiting",
  expired: "Time is up: asks in the terminal",
  not_drawn: "No room to show it: asks in the terminal",
  allowed_by_rule: "Allowed by your rule",
  handed_back: "Handed back: asks in the terminal",
  paused: "Paused: asks in the terminal",
  ran_all_the_same: "Ran all the same: the terminal had answered first",
};

/** When an agent asks, where that is not the ordinary way. */
const modes: Record<Exclude<Mode, "default">, string> = {
  accept_edits: "accepts edits",
  plan: "plan mode",
  auto: "auto mode",
  dont_ask: "never asks",
  bypass_permissions: "bypasses permissions",
};

/** What a card shows, for who cannot see it. */
const things: Record<Content["kind"], string> = {
  command: "The command",
  files: "The changes",
  open: "The address",
  subagent: "The task",
  plan: "The plan",
  questions: "The questions",
  tool: "The input",
};

/** Why a change is not shown as a difference to what is there. */
const unread: Record<Unread, string> = {
  unclear_path: "It is not clear which file this is.",
  missing: "There is no such file.",
  not_a_file: "What is there is not an ordinary file.",
  too_large: "The file has more than 1 MiB.",
  not_text: "What is there cannot be read as text.",
  unreadable: "The file cannot be read.",
  old_text_missing: "The file does not have the text that should go.",
  old_text_repeated: "The file has the text that should go more than once.",
  cell_missing: "The notebook does not have exactly one such cell.",
  too_many_changes: "There are too many changes to work out.",
};

/** "310 bytes", "12.4 kB". */
function bytes(value: number): string {
  if (value < 1000) return count(value, "byte", "bytes");
  return `${new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(value / 1000)} kB`;
}

/** How the hooks stand in a settings file; `since` where that is known. */
const states: Record<FolderState, (since: string | null) => string> = {
  installed: () => "Installed",
  partial: (since) =>
    since === null ? "Some hooks are missing" : `Some hooks are missing since ${since}`,
  missing: (since) =>
    since === null ? "The hooks are missing" : `The hooks are missing since ${since}`,
  removed: (since) => (since === null ? "Removed by you" : `Removed by you, ${since}`),
  not_installed: () => "Not installed",
  not_editable: () => "Left alone",
};

/** What that state means. */
const meanings: Record<Exclude<FolderState, "not_editable">, string> = {
  installed: "{agent} tells Vults what it does, and asks on the island.",
  partial: "Gone from the file: {hooks}. They come back only when you install them.",
  missing:
    "Something took them out of the file. They come back only when you install them; until then {agent} asks in its own terminal.",
  removed: "{agent} asks in its own terminal.",
  not_installed: "{agent} asks in its own terminal.",
};

/** The same for a file that is left alone, by what stands in the way. */
const obstacles: Record<Obstacle, string> = {
  contents: "Vults could not change this file without harming it, so it leaves it as it is.",
  access: "Vults cannot read this file, so it leaves it as it is.",
  record: "Vults does not know what you have removed, so it leaves this file as it is.",
};

/** What a person can do about it. */
const remedies: Record<Obstacle, string> = {
  contents: "Put that right, then look again.",
  access: "Put that right, then look again.",
  record: "Until that is put right, no hook is installed or brought up to date.",
};

const statusLines: Record<StatusLine, string> = {
  untouched: "As it was; Vults has nothing in it",
  ours: "Read by Vults, which shows nothing in it",
  chained: "Yours, and looks as before; Vults only reads along",
  theirs: "Yours: you changed it after Vults, so it stays",
};

const acts: Record<FolderAct, string> = {
  install: "Install hooks",
  remove: "Remove hooks",
  undo: "Undo",
  test: "Test my setup",
};

const doing: Record<FolderAct, string> = {
  install: "Installing…",
  remove: "Removing…",
  undo: "Undoing…",
  test: "Testing…",
};

/** English. Whole sentences; see `parts` for the marks in them. */
export const en = {
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
  card: {
    label: (agent: string, project: string) => `${agent} asks for a permission in ${project}`,
    wants: {
      command: "wants to [run a command]",
      edit: "wants to [edit {name}]",
      editMany: (files: number) => `wants to [edit ${count(files, "file", "files")}]`,
      create: "wants to [create {name}]",
      createMany: (files: number) => `wants to [create ${count(files, "file", "files")}]`,
      open: "wants to [open {name}]",
      openLong: "wants to [open an address]",
      subagent: "wants to [start a sub-agent: {name}]",
      subagentAny: "wants to [start a sub-agent]",
      plan: "wants to [carry out a plan]",
      questions: (questions: number) =>
        questions === 1 ? "asks [a question]" : `asks [${number.format(questions)} questions]`,
      use: "wants to [use {name}]",
      useOf: "wants to [use {server}: {name}]",
    },
    thing: things,
    waiting: "What it asks for is on its way",
    position: (position: number, of: number) => `${position} of ${of}`,
    subagent: "sub-agent {name}",
    folder: "in",
    began: "began in",
    says: "{agent} says {words}",
    quoted: "“{words}”",
    replyInTerminal: "Reply in the terminal",
    handBack: "Hand this session back to its terminal",
    countdown: (minutes: number, seconds: number) =>
      `Goes back to the terminal in ${minutes}:${String(seconds).padStart(2, "0")}`,
  },
  ...cards,
  keys: {
    allow: ["Ctrl", "Alt", "Y"],
    deny: ["Ctrl", "Alt", "N"],
  },
  command: {
    lines: (lines: number) => count(lines, "line", "lines"),
    characters: (characters: number) => count(characters, "character", "characters"),
    hidden: (hidden: number) => count(hidden, "hidden character", "hidden characters"),
    hiddenCharacter: (label: string) => `A character that cannot be seen: ${label}`,
    blanks: (blanks: number) => count(blanks, "blank", "blanks"),
  },
  files: {
    created: "new",
    leadsTo: "Leads to {path}",
    leadsOutside: "Leads to {path}, outside the project",
    outside: "Outside the project",
    filesOutside: (files: number) =>
      files === 1 ? "1 is outside the project" : `${number.format(files)} are outside the project`,
    unread,
    unreadWrite: "{why} Only what comes in is shown.",
    unreadEdit: "{why} What goes and what comes in is shown whole.",
    count: (files: number) => count(files, "file", "files"),
    replacement: (position: number, of: number) =>
      `Replacement ${number.format(position)} of ${number.format(of)}`,
    empty: "An empty file",
    same: "Nothing in it changes",
  },
  address: {
    punycode: "Written {name} in plain letters: check that it is not only a look-alike",
    user: "Signs in as {name}",
    asks: "What it wants from there",
    written: "as written",
  },
  input: {
    none: "No input",
    values: (values: number) => count(values, "value", "values"),
    list: (items: number) => (items === 0 ? "empty list" : count(items, "item", "items")),
    object: (parts: number) => (parts === 0 ? "nothing in it" : count(parts, "part", "parts")),
    outside: "A path is outside the project",
  },
  queue: {
    label: "Also waiting",
    bring: "Bring to the front",
    left: (minutes: number, seconds: number) => `${minutes}:${String(seconds).padStart(2, "0")}`,
    edit: "Edit {name}",
    editMany: (files: number) => `Edit ${count(files, "file", "files")}`,
    create: "Create {name}",
    createMany: (files: number) => `Create ${count(files, "file", "files")}`,
    open: "Open {name}",
    subagent: "Start {name}",
    subagentAny: "Start a sub-agent",
    subagentFor: "Start {name}: {words}",
    subagentAnyFor: "Start a sub-agent: {words}",
    plan: "Plan: {line}",
    question: "Asks: {line}",
    questions: (questions: number) => `Asks ${count(questions, "question", "questions")}: {line}`,
    use: "Use {name}",
    useOf: "{server}: {name}",
  },
  session: {
    waitsHere: "{project} waits for you",
    waitsInTerminal: "{project} waits in its terminal",
    waitsInTerminalSince: (since: string) => `{project} waits in its terminal since ${since}`,
    handedBack: "asks in its terminal",
    takeAgain: "Take cards again",
    all: "Sessions",
    list: (others: number) =>
      others === 0
        ? "Show the session"
        : `Show the session and ${count(others, "other session", "other sessions")}`,
    failed: "{project} stopped with an error",
    runs: "{project} runs {step}",
    edits: "{project} edits {step}",
    reads: "{project} reads {step}",
    opens: "{project} opens {step}",
    subagent: "{project} has started {step}",
    uses: "{project} uses {step}",
    usesOf: "{project} uses {server}: {step}",
    works: "{project} works",
    done: "{project} is done",
    started: "{project} is ready",
    more: (more: number) => `+${number.format(more)}`,
  },
  mode: modes,
  outcome: {
    says: outcomes,
    before: (says: string) => `${says}:`,
  },
  diff: {
    label: "The change, line by line",
    added: (lines: number) => `+${number.format(lines)}`,
    removed: (lines: number) => `−${number.format(lines)}`,
    counts: (added: number, removed: number) =>
      `${count(added, "line", "lines")} in, ${count(removed, "line", "lines")} out`,
    unchanged: (lines: number) => count(lines, "unchanged line", "unchanged lines"),
    more: (lines: number) => `Show all ${count(lines, "line", "lines")}`,
    less: "Show only the start",
  },
  setup: {
    agents: "Agents",
    lead: "Where Vults keeps its hooks, so that your agents can ask on the island.",
    lookAgain: "Look again",
    looking: "Looking…",
    relay: "The hooks call {program}",
    none: {
      title: "No agent found yet",
      says: "Vults knows Claude Code. Start that once on this machine; Vults finds it at its own next start, or when you look again.",
    },
    folder: (agent: string, file: string) => `${agent}, ${file}`,
    linkTo: "a link to {file}",
    state: states,
    notRunning: {
      some: "Installed, but not running everywhere",
      none: "Installed, but not running",
    },
    means: meanings,
    leftAlone: obstacles,
    andMore: (names: string, more: number) =>
      more > 0 ? `${names} and ${number.format(more)} more` : names,
    dead: {
      disabled: {
        title: "Hooks are switched off",
        says: "{file} says so. Take “disableAllHooks” out of it and they run again.",
      },
      notLoaded: {
        title: "{agent} does not read this file",
        says: (line: number, column: number) =>
          `It reads more strictly than Vults and stops at line ${number.format(line)}, character ${number.format(column)}. Put that right and the hooks run.`,
      },
      managed_off: {
        title: "Your administrator has switched all hooks off",
        says: "{file} says so, and only your administrator can change it. Until then {agent} asks in its own terminal.",
      },
      managed: {
        title: "Only your administrator’s hooks may run",
        says: "{file} says so, and only your administrator can change it. Until then {agent} asks in its own terminal.",
      },
      untrusted: {
        title: "A session runs in a folder that {agent} does not trust",
        says: "No hook runs in {folder}. Start {agent} there, say that you trust the folder, and they run.",
      },
      olderSessions: {
        title: (sessions: number) =>
          sessions === 1
            ? "1 session is older than the hooks"
            : `${number.format(sessions)} sessions are older than the hooks`,
        says: "They have not been heard of since. If one stays silent, end it and start it again.",
      },
    },
    shrunk: {
      title: "The file may have been cut",
      says: (before: number, now: number) =>
        `It had ${bytes(before)} when Vults last wrote it, and has ${bytes(now)} now.`,
      backup: "The copy from before is {file}.",
    },
    problem: {
      place: (line: number, column: number | null) =>
        column === null
          ? `Line ${number.format(line)}`
          : `Line ${number.format(line)}, character ${number.format(column)}`,
      todo: remedies,
    },
    rows: {
      hooks: "Hooks",
      statusLine: "Status line",
      written: "Last change",
      backup: "Last backup",
      test: "Last test",
    },
    hooks: (present: number, all: number) =>
      present === all
        ? `${count(all, "hook", "hooks")} in the file`
        : `${number.format(present)} of ${count(all, "hook", "hooks")} in the file`,
    hookMissing: "missing",
    statusLine: statusLines,
    act: acts,
    doing,
    removeFirst: "Remove…",
    keep: "Keep them",
    offer: "Install would write this",
    offerNote: "A copy of the file as it is now is kept first.",
    removal: "Remove would write this",
    removalNote: "Everything else in the file stays as it is.",
    written: (when: string) => `What Vults wrote, ${when}`,
    test: {
      running: "A harmless event goes through each hook…",
      good: (hooks: number, ms: number) =>
        `${count(hooks, "hook answers", "hooks answer")}, the slowest in ${number.format(ms)} ms, and print nothing`,
      bad: (bad: number, hooks: number) =>
        `${number.format(bad)} of ${count(hooks, "hook", "hooks")} failed`,
      at: (when: string) => `Tested ${when}`,
      nothing: (hooks: number) =>
        hooks === 1 ? "This one printed nothing:" : "These printed nothing:",
      printed: "Printed {output}",
      ms: (ms: number) => `${number.format(ms)} ms`,
    },
    failed: "That did not work.",
    noAnswer: "Vults gave no answer. Start it again to see how the file stands.",
  },
  approvals,
  firstRun: {
    title: "Vults is ready",
    titleNothing: "Nothing is installed",
    titleNone: "Vults is waiting for an agent",
    lead: "When a coding agent asks for a permission, the question comes to one island at the top of the screen, and one click of yours answers it.",
    backup: "The file as it was before is kept in {file}",
    know: "Good to know",
    keys: {
      title: "Two shortcuts",
      allow: "allows",
      deny: "denies",
      says: "Only while a card is on the screen, whole. Not in a Wayland session.",
    },
    closed: {
      title: "Closed means out of the way",
      says: "While Vults is not running, every agent asks in its own terminal, as before.",
    },
    later: "The settings button on the island brings you back here.",
    done: "Done",
  },
} as const;
