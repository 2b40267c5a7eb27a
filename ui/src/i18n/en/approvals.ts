import { count, number } from "./numbers";

/** How often a rule was used, and when it was last. */
function used(uses: number, last: string | null): string {
  if (uses === 0) return "Not used yet";
  if (last === null) {
    if (uses === 2) return "Used twice";
    return count(uses, { one: "Used once", other: "Used # times" });
  }
  if (uses === 2) return `Used twice, last ${last}`;
  return count(uses, { one: `Used once, ${last}`, other: `Used # times, last ${last}` });
}

const decisions = (all: number) => count(all, { one: "# decision", other: "# decisions" });

/** What the page of rules and decisions says. */
export const approvals = {
  sections: "Settings",
  title: "Approvals",
  lead: "What you have decided, and what needs no card any more.",
  noAnswer: "Vults gave no answer. Start it again, then look here once more.",
  paused: "Paused",
  when: {
    today: (time: string) => `today at ${time}`,
    yesterday: (time: string) => `yesterday at ${time}`,
    other: (date: string, time: string) => `on ${date} at ${time}`,
  },
  pause: {
    label: "Pause",
    title: "Pause",
    says: "Every request goes back to its terminal until you go on: no card, and no rule answers.",
    pausedTitle: "Paused: every request goes back to its terminal",
    pausedSays: "Until you go on, there is no card, and no rule answers.",
  },
  rules: {
    title: "Rules",
    count: (rules: number) => count(rules, { one: "# rule", other: "# rules" }),
    says: "Each one allows exactly this request, in this folder, without a card. You make a rule on a card; removing one takes a click, and holds at once.",
    what: "What it allows",
    in: "Only in {folder}",
    outside: "Added outside Vults: does not count",
    outsideSays: "No person made it on a card. Requests like it still get a card.",
    runs: "Runs the project’s own code: it allows whatever that code does by then.",
    use: (uses: number, last: string | null, made: string) => `${used(uses, last)} · Made ${made}`,
    added: (made: string) => `Says that it was made ${made}`,
    remove: "Remove",
    removing: "Removing…",
    more: "Show more",
    rest: (shown: number, all: number) =>
      count(all, { one: `${number(shown)} of # rule`, other: `${number(shown)} of # rules` }),
    none: {
      title: "No rules yet",
      says: "A card that may become one has an Always button, which says exactly what it covers. Press it, and that very request needs no card from then on.",
    },
  },
  trusted: {
    title: "Trusted projects",
    count: (projects: number) => count(projects, { one: "# project", other: "# projects" }),
    says: "The hooks of these settings files run as you, as they were when you trusted them. After any change Vults asks again; removing one takes a click, and holds at once.",
  },
  history: {
    title: "History",
    says: "What became of each request, with secrets taken out. The oldest go by themselves.",
    search: "Search the history",
    reading: "Reading…",
    count: decisions,
    matches: (found: number) =>
      count(found, { one: "# decision found", other: "# decisions found" }),
    today: "Today",
    yesterday: "Yesterday",
    at: (date: string, time: string) => `${date}, ${time}`,
    more: "Show more",
    rest: (shown: number, found: number) =>
      count(found, {
        one: `${number(shown)} of # decision`,
        other: `${number(shown)} of # decisions`,
      }),
    when: "When",
    what: "What it asked for",
    facts: "Also",
    said: "You said",
    quoted: "“{words}”",
    folder: "Folder",
    export: "Export",
    exporting: "Exporting…",
    exported: "Written to {file}",
    clearFirst: "Clear…",
    clearTitle: (all: number) =>
      count(all, {
        one: "Clear # decision? This cannot be undone.",
        other: "Clear # decisions? This cannot be undone.",
      }),
    clear: "Clear",
    clearing: "Clearing…",
    keep: "Keep",
    none: {
      title: "No decisions yet",
      says: "Each answer of yours is written down here, and each request that a rule or the terminal has answered.",
    },
    noMatch: "No decision fits “{search}”.",
    all: "Show all",
    unreadable: "The history cannot be read",
    again: "Try again",
  },
} as const;
