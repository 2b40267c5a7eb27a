import type { Content, Unread } from "../../gen/view";
import { count, number } from "./numbers";

/** What a card shows, for who cannot see it. */
const things: Record<Content["kind"], string> = {
  command: "The command",
  files: "The changes",
  open: "The address",
  subagent: "The task",
  plan: "The plan",
  questions: "The questions",
  hooks: "The commands",
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
  link: "It is a link: what it leads to stays.",
  old_text_missing: "The file does not have the text that should go.",
  old_text_repeated: "The file has the text that should go more than once.",
  cell_missing: "The notebook does not have exactly one such cell.",
  too_many_changes: "There are too many changes to work out.",
};

/** What a card says of what is asked for. */
export const content = {
  card: {
    label: (agent: string, project: string) => `${agent} asks for a permission in ${project}`,
    wants: {
      command: "wants to [run a command]",
      edit: "wants to [edit {name}]",
      editMany: (files: number) =>
        count(files, { one: "wants to [edit # file]", other: "wants to [edit # files]" }),
      create: "wants to [create {name}]",
      createMany: (files: number) =>
        count(files, { one: "wants to [create # file]", other: "wants to [create # files]" }),
      delete: "wants to [delete {name}]",
      deleteMany: (files: number) =>
        count(files, { one: "wants to [delete # file]", other: "wants to [delete # files]" }),
      open: "wants to [open {name}]",
      openLong: "wants to [open an address]",
      subagent: "wants to [start a sub-agent: {name}]",
      subagentAny: "wants to [start a sub-agent]",
      plan: "wants to [carry out a plan]",
      questions: (questions: number) =>
        count(questions, { one: "asks [a question]", other: "asks [# questions]" }),
      use: "wants to [use {name}]",
      useOf: "wants to [use {server}: {name}]",
    },
    thing: things,
    waiting: "What it asks for is on its way",
    position: (position: number, of: number) => `${number(position)} of ${number(of)}`,
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
  keys: {
    allow: ["Ctrl", "Alt", "Y"],
    deny: ["Ctrl", "Alt", "N"],
  },
  command: {
    lines: (lines: number) => count(lines, { one: "# line", other: "# lines" }),
    characters: (characters: number) =>
      count(characters, { one: "# character", other: "# characters" }),
    hidden: (hidden: number) =>
      count(hidden, { one: "# hidden character", other: "# hidden characters" }),
    hiddenCharacter: (label: string) => `A character that cannot be seen: ${label}`,
    blanks: (blanks: number) => count(blanks, { one: "# blank", other: "# blanks" }),
  },
  files: {
    created: "new",
    deleted: "deleted",
    leadsTo: "Leads to {path}",
    leadsOutside: "Leads to {path}, outside the project",
    outside: "Outside the project",
    filesOutside: (files: number) =>
      count(files, { one: "# is outside the project", other: "# are outside the project" }),
    unread,
    unreadWrite: "{why} Only what comes in is shown.",
    unreadDelete: "{why} What it holds goes too, and is not shown.",
    unreadEdit: "{why} What goes and what comes in is shown whole.",
    count: (files: number) => count(files, { one: "# file", other: "# files" }),
    replacement: (position: number, of: number) =>
      `Replacement ${number(position)} of ${number(of)}`,
    empty: "An empty file",
    emptied: "Nothing comes in",
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
    values: (values: number) => count(values, { one: "# value", other: "# values" }),
    list: (items: number) =>
      items === 0 ? "empty list" : count(items, { one: "# item", other: "# items" }),
    object: (parts: number) =>
      parts === 0 ? "nothing in it" : count(parts, { one: "# part", other: "# parts" }),
    outside: "A path is outside the project",
  },
  diff: {
    label: "The change, line by line",
    added: (lines: number) => `+${number(lines)}`,
    removed: (lines: number) => `−${number(lines)}`,
    addedLines: (lines: number) => count(lines, { one: "# line in", other: "# lines in" }),
    removedLines: (lines: number) => count(lines, { one: "# line out", other: "# lines out" }),
    unchanged: (lines: number) =>
      count(lines, { one: "# unchanged line", other: "# unchanged lines" }),
    more: (lines: number) => count(lines, { one: "Show the # line", other: "Show all # lines" }),
    less: "Show only the start",
  },
} as const;
