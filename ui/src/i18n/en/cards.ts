import { count, number } from "./numbers";

/** What the cards' buttons and fields say. */
export const cards = {
  permission: {
    allow: "Allow",
    deny: "Deny",
    withWords: "Deny with words",
    placeholder: "Say why, or what to do instead",
    scroll: "Scroll to the end to allow",
    notWhole: "Allow needs the whole card on the screen",
  },
  plan: {
    allow: "Approve",
    deny: "Keep planning",
    withWords: "Keep planning, with words",
    placeholder: "Say what should change",
    scroll: "Scroll to the end to approve",
    notWhole: "Approve needs the whole card on the screen",
    view: "How the plan is shown",
    read: "Formatted",
    source: "As written",
    image: "Image:",
    code: "Code",
    open: (target: string) => `Open ${target} in the browser`,
    tooLong: "Shown as it is written: it is too long to be formatted",
  },
  words: {
    tooLong: "The agent gets only the first 2,000 bytes of this",
  },
  always: {
    command: "[Always allow] this exact command in {folder}",
    otherCommand: "[Always allow] exactly {what} in {folder}",
    tool: "[Always allow] {what} with exactly this input in {folder}",
    projectCode: "Also covers whatever the project’s own code does by then",
  },
  trust: {
    label: (project: string) => `${project} has hooks of its own that wait for your trust`,
    kind: "its own hooks",
    wants: (commands: number) =>
      count(commands, { one: "would run [# command]", other: "would run [# commands]" }),
    event: {
      session_start: "When a session starts",
      pre_tool_use: "Before a tool runs",
      post_tool_use: "After a tool has run",
      stop: "When a turn ends",
    },
    matcher: "that matches {matcher}",
    limit: (seconds: number) =>
      count(seconds, { one: "# second at most", other: "# seconds at most" }),
    file: "from",
    files: (files: number) => count(files, { one: "Names # file", other: "Names # files" }),
    starts: "What these files start or load themselves is not shown.",
    noRoom: "Not shown: there is no room for it here.",
    runs: "These commands run as you, without asking, whenever an agent works in this project.",
    tooMuch:
      "There is more here than a card can show. Read the files, then run {command} in a terminal in this folder.",
    unread:
      "A file that a command names cannot be shown. Look at it, then run {command} in a terminal in this folder.",
    trust: "Trust these hooks",
    notNow: "Not now",
    scroll: "Scroll to the end to trust",
    notWhole: "Trust needs the whole card on the screen",
  },
  questions: {
    label: (agent: string, project: string) => `${agent} asks a question in ${project}`,
    step: (step: number, of: number) => `asks [question ${number(step)} of ${number(of)}]`,
    one: "Choose one",
    several: "Choose one or more",
    words: "Write your own answer, or choose another",
    tooLong: (characters: number) =>
      `Your own answer has ${number(characters)} characters; 10,000 are the most`,
    scroll: "Scroll to the end to go on",
    notWhole: "An answer needs the whole card on the screen",
    other: "Your own answer",
    own: "Something else",
    back: "Back",
    next: "Next",
    send: "Send",
    sendAll: (questions: number) =>
      count(questions, { one: "Send # answer", other: "Send # answers" }),
  },
} as const;
