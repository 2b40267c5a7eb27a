import type { FolderState, Obstacle, StatusLine } from "../../gen/view";
import type { FolderAct } from "../../host";
import { count, number, tenths } from "./numbers";

/** "310 bytes", "12.4 kB". */
function bytes(value: number): string {
  if (value < 1000) return count(value, { one: "# byte", other: "# bytes" });
  return `${tenths(value / 1000)} kB`;
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

/** What the page of the agents' hooks and the first run say. */
export const setup = {
  setup: {
    agents: "Agents",
    lead: "Where Vults keeps its hooks, so that your agents can ask on the island.",
    lookAgain: "Look again",
    looking: "Looking…",
    relay: "The hooks call {program}",
    none: {
      title: "No agent found yet",
      says: "Vults knows Claude Code and Codex. Start one of them once on this machine; Vults finds it at its own next start, or when you look again.",
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
      more > 0 ? `${names} and ${number(more)} more` : names,
    dead: {
      disabled: {
        title: "Hooks are switched off",
        says: "{file} says so. Take “disableAllHooks” out of it and they run again.",
      },
      notLoaded: {
        title: "{agent} does not read this file",
        says: (line: number, column: number) =>
          `It reads more strictly than Vults and stops at line ${number(line)}, character ${number(column)}. Put that right and the hooks run.`,
      },
      review: {
        title: "Waiting for your review in {agent}",
        says: "{agent} runs hooks only once you have reviewed them, and asks when you start it. Vults never answers that for you.",
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
          count(sessions, {
            one: "# session is older than the hooks",
            other: "# sessions are older than the hooks",
          }),
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
          ? `Line ${number(line)}`
          : `Line ${number(line)}, character ${number(column)}`,
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
        ? count(all, { one: "# hook in the file", other: "# hooks in the file" })
        : count(all, {
            one: `${number(present)} of # hook in the file`,
            other: `${number(present)} of # hooks in the file`,
          }),
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
        count(hooks, {
          one: `# hook answers, the slowest in ${number(ms)} ms, and prints nothing`,
          other: `# hooks answer, the slowest in ${number(ms)} ms, and print nothing`,
        }),
      bad: (bad: number, hooks: number) =>
        count(hooks, {
          one: `${number(bad)} of # hook failed`,
          other: `${number(bad)} of # hooks failed`,
        }),
      at: (when: string) => `Tested ${when}`,
      nothing: (hooks: number) =>
        hooks === 1 ? "This one printed nothing:" : "These printed nothing:",
      printed: "Printed {output}",
      program: "{program} is {version}",
      ms: (ms: number) => `${number(ms)} ms`,
    },
    failed: "That did not work.",
    noAnswer: "Vults gave no answer. Start it again to see how the file stands.",
  },
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
