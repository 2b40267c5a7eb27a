import type { Outcome } from "../gen/view";

const number = new Intl.NumberFormat("en");

/** "1 line", "312 lines". */
function count(value: number, one: string, other: string): string {
  return `${number.format(value)} ${value === 1 ? one : other}`;
}

const outcomes: Record<Outcome, string> = {
  allowed: "Allowed",
  denied: "Denied",
  released: "Sent back to the terminal",
  too_late: "Too late: the agent had stopped waiting",
  answered_in_terminal: "Answered in the terminal",
  withdrawn: "The agent stopped waiting",
  expired: "Time is up: asks in the terminal",
  not_drawn: "No room to show it: asks in the terminal",
  ran_all_the_same: "Ran all the same: the terminal had answered first",
};

/** English. Whole sentences; see `parts` for the marks in them. */
export const en = {
  island: {
    label: "Vults",
    quiet: "No agent is at work",
  },
  card: {
    label: (agent: string, project: string) => `${agent} asks for a permission in ${project}`,
    wants: {
      command: "wants to [run a command]",
    },
    position: (position: number, of: number) => `${position} of ${of}`,
    subagent: "sub-agent {name}",
    folder: "in",
    says: "{agent} says {words}",
    quoted: "“{words}”",
    allow: "Allow",
    deny: "Deny",
    replyInTerminal: "Reply in the terminal",
    scrollToAllow: "Scroll to the end to allow",
    notWhole: "Allow needs the whole card on the screen",
    countdown: (minutes: number, seconds: number) =>
      `Goes back to the terminal in ${minutes}:${String(seconds).padStart(2, "0")}`,
  },
  keys: {
    allow: ["Ctrl", "Alt", "Y"],
    deny: ["Ctrl", "Alt", "N"],
  },
  command: {
    label: "The command",
    lines: (lines: number) => count(lines, "line", "lines"),
    characters: (characters: number) => count(characters, "character", "characters"),
    hidden: (hidden: number) => count(hidden, "hidden character", "hidden characters"),
    hiddenCharacter: (label: string) => `A character that cannot be seen: ${label}`,
    blanks: (blanks: number) => count(blanks, "blank", "blanks"),
  },
  queue: {
    label: "Also waiting",
  },
  session: {
    waitsHere: "{project} waits for you",
    waitsInTerminal: "{project} waits in its terminal",
    failed: "{project} stopped with an error",
    runs: "{project} runs {step}",
    uses: "{project} uses {step}",
    works: "{project} works",
    done: "{project} is done",
    started: "{project} is ready",
    more: (more: number) => `+${number.format(more)}`,
    others: (others: number) => count(others, "other session", "other sessions"),
  },
  outcome: {
    says: outcomes,
  },
} as const;
