import type { DecisionView, Text } from "../gen/view";
import { t } from "../i18n";
import { moment, type Moment } from "../i18n/when";

const AGENTS: readonly (readonly [word: string, name: string])[] = [
  ["claude", "Claude Code"],
  ["codex", "Codex"],
  ["opencode", "OpenCode"],
  ["qwen", "Qwen Code"],
  ["copilot", "Copilot CLI"],
];

/** The agent of a decision, of which only its word or its name was written down. */
export function agentOf(written: string): { word: string; name: string } {
  const [word, name] = AGENTS.find((agent) => agent.includes(written)) ?? [written, written];
  return { word, name };
}

/** "today at 14:02", "on 12 March at 14:02". */
export function wordsOf({ near, date, time }: Moment): string {
  const { when } = t.approvals;
  return near === null ? when.other(date, time) : when[near](time);
}

/** A decision in its place in the list. */
export interface Entry {
  /** Stays the same when newer ones come before it. */
  key: string;
  decision: DecisionView;
  moment: Moment;
}

/** The decisions of one day. */
export interface Day {
  key: string;
  moment: Moment;
  entries: Entry[];
}

/** The decisions by days, in the order in which they come: the newest first. */
export function daysOf(decisions: readonly DecisionView[], now: number): Day[] {
  const days: Day[] = [];
  const seen = new Map<string, number>();
  /** A clock that was set back repeats a moment, or a whole day. */
  const keyOf = (name: string) => {
    const same = seen.get(name) ?? 0;
    seen.set(name, same + 1);
    return `${name}-${same}`;
  };
  // From the oldest on, so that a newer one changes no key.
  for (const decision of decisions.toReversed()) {
    const when = moment(decision.unix_ms, now);
    let day = days[0];
    if (day?.moment.date !== when.date) {
      day = { key: keyOf(when.date.replaceAll(" ", "-")), moment: when, entries: [] };
      days.unshift(day);
    }
    day.entries.unshift({ key: keyOf(String(decision.unix_ms)), decision, moment: when });
  }
  return days;
}

/** The start of a text, for a line that is cut anyway. */
export function startOf(text: Text, characters = 240): Text {
  const start: Text = [];
  let room = characters;
  for (const segment of text) {
    if (room <= 0) break;
    if ("hidden" in segment) {
      start.push(segment);
      room -= segment.hidden.length;
      continue;
    }
    const kept = [...segment.plain.slice(0, 2 * room)].slice(0, room).join("");
    start.push({ plain: kept });
    room -= kept.length;
  }
  return start;
}
