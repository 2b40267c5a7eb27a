import { describe, expect, test } from "vitest";

import type { Dead, FolderState, FolderView } from "../gen/view";
import type { Tone } from "../kit/Sign.svelte";
import { missingHooks, reachOf, toneOf, type Reach } from "./state";

const file = [{ plain: "/etc/settings.json" }];
const disabled: Dead = { why: "disabled", file };
const elsewhere: Dead = { why: "disabled", file: [{ plain: "/project/settings.json" }] };
const unread: Dead = { why: "not_loaded", line: 3, column: 1 };
const managed: Dead = { why: "managed", file };
const managedOff: Dead = { why: "managed_off", file };
const untrusted: Dead = { why: "untrusted", folder: file };
const review: Dead = { why: "review" };
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

test.each<[FolderState, Dead[], Tone, Reach]>([
  ["installed", [], "good", "all"],
  ["installed", [older], "good", "all"],
  ["installed", [untrusted, older], "good", "all"],
  ["installed", [disabled], "bad", "none"],
  ["installed", [elsewhere], "bad", "some"],
  ["installed", [elsewhere, disabled], "bad", "none"],
  ["installed", [older, managed], "bad", "none"],
  ["installed", [managedOff], "bad", "none"],
  ["installed", [elsewhere, managedOff], "bad", "none"],
  ["installed", [unread], "bad", "none"],
  ["installed", [review], "bad", "none"],
  ["partial", [], "bad", "all"],
  ["partial", [disabled], "bad", "none"],
  ["missing", [], "bad", "all"],
  ["not_editable", [], "bad", "all"],
  ["removed", [], "gone", "all"],
  ["not_installed", [], "gone", "all"],
])("%s with %j is %s and reaches %s", (state, dead, tone, reach) => {
  expect(toneOf(folder(state, { dead }))).toBe(tone);
  expect(reachOf(folder(state, { dead }))).toBe(reach);
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
