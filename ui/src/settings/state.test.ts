import { describe, expect, test } from "vitest";

import type { Dead, FolderState, FolderView } from "../gen/view";
import type { Tone } from "../kit/Sign.svelte";
import { missingHooks, switchedOff, toneOf } from "./state";

const file = [{ plain: "/etc/settings.json" }];
const disabled: Dead = { why: "disabled", file };
const managed: Dead = { why: "managed", file };
const untrusted: Dead = { why: "untrusted", folder: file };
const older: Dead = { why: "older_sessions", count: 2 };

function folder(state: FolderState, more: Partial<FolderView> = {}): FolderView {
  return {
    id: "1",
    agent: "claude",
    agent_name: "Claude Code",
    file,
    target: null,
    state,
    since_unix_ms: null,
    entries: [],
    status_line: "untouched",
    dead: [],
    written: null,
    offer: null,
    removal: null,
    backup: null,
    shrunk: null,
    problem: null,
    test: null,
    ...more,
  };
}

test.each<[FolderState, Dead[], Tone, boolean]>([
  ["installed", [], "good", false],
  ["installed", [older], "good", false],
  ["installed", [untrusted, older], "good", false],
  ["installed", [disabled], "bad", true],
  ["installed", [older, managed], "bad", true],
  ["partial", [], "bad", false],
  ["partial", [disabled], "bad", false],
  ["missing", [], "bad", false],
  ["not_editable", [], "bad", false],
  ["removed", [], "gone", false],
  ["removed", [managed], "gone", false],
  ["not_installed", [], "gone", false],
])("%s with %j is %s, switched off: %s", (state, dead, tone, off) => {
  expect(toneOf(folder(state, { dead }))).toBe(tone);
  expect(switchedOff(folder(state, { dead }))).toBe(off);
});

describe("missing hooks", () => {
  const entry = (event: string, present: boolean) => ({ event, matcher: null, present });

  test.each<[string[], string[], number]>([
    [[], [], 0],
    [["Stop"], ["Stop"], 0],
    [["PreToolUse", "PreToolUse", "Stop"], ["PreToolUse", "Stop"], 0],
    [["A", "B", "C", "D", "E", "E", "F"], ["A", "B", "C", "D"], 2],
  ])("%j", (absent, names, more) => {
    const entries = [entry("Setup", true), ...absent.map((event) => entry(event, false))];
    expect(missingHooks(folder("partial", { entries }))).toEqual({ names, more });
  });
});
