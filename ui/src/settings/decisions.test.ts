import { describe, expect, test } from "vitest";

import type { DecisionView, Text } from "../gen/view";
import { agentOf, daysOf, startOf, wordsOf } from "./decisions";

const now = new Date(2026, 2, 14, 15, 9).getTime();
const minutes = (ago: number) => now - ago * 60_000;

function decision(unix_ms: number): DecisionView {
  const text: Text = [{ plain: "cargo test" }];
  return {
    unix_ms,
    agent: "claude",
    project: text,
    folder: text,
    tool: text,
    what: text,
    facts: [],
    said: [],
    outcome: "allowed",
  };
}

describe("days", () => {
  const list = [1, 1, 16 * 60, 16 * 60 + 1, 9 * 24 * 60].map((ago) => decision(minutes(ago)));
  const days = daysOf(list, now);

  test("each has its own decisions, in their order", () => {
    expect(days.map(({ moment }) => moment.near ?? moment.date)).toEqual([
      "today",
      "yesterday",
      "5 March",
    ]);
    expect(days.flatMap(({ entries }) => entries.map((entry) => entry.decision))).toEqual(list);
  });

  test("every key is its own, and stays when newer ones come", () => {
    const keys = days.flatMap(({ entries }) => entries.map(({ key }) => key));
    expect(new Set(keys).size).toBe(list.length);
    const later = daysOf([decision(minutes(0)), decision(minutes(1)), ...list], now);
    expect(later.flatMap(({ entries }) => entries.map(({ key }) => key)).slice(2)).toEqual(keys);
    expect(later.map(({ key }) => key)).toEqual(days.map(({ key }) => key));
  });

  test("a clock that was set back makes no key twice", () => {
    const back = daysOf([...list, ...list], now);
    const keys = back.flatMap(({ key, entries }) => [key, ...entries.map((entry) => entry.key)]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("none without decisions", () => {
    expect(daysOf([], now)).toEqual([]);
  });
});

test.each([
  [0, "today at 15:09"],
  [16 * 60, "yesterday at 23:09"],
  [9 * 24 * 60, "on 5 March at 15:09"],
])("%i minutes ago is %s", (ago, expected) => {
  const [day] = daysOf([decision(minutes(ago))], now);
  expect(day && wordsOf(day.moment)).toBe(expected);
});

test.each([
  ["claude", { word: "claude", name: "Claude Code" }],
  ["Claude Code", { word: "claude", name: "Claude Code" }],
  ["someone-else", { word: "someone-else", name: "someone-else" }],
])("the agent that was written as %s", (written, expected) => {
  expect(agentOf(written)).toEqual(expected);
});

test.each<[Text, number, Text]>([
  [[{ plain: "short" }], 9, [{ plain: "short" }]],
  [[{ plain: "longer" }], 4, [{ plain: "long" }]],
  [[{ hidden: "ESC" }, { plain: "longer" }], 5, [{ hidden: "ESC" }, { plain: "lo" }]],
  [[{ plain: "😀😀😀" }], 2, [{ plain: "😀😀" }]],
  [[{ plain: "full" }, { hidden: "CR" }, { plain: "x" }], 4, [{ plain: "full" }]],
])("the start of %j in %i characters", (text, characters, expected) => {
  expect(startOf(text, characters)).toEqual(expected);
});
