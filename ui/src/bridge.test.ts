import { beforeEach, expect, test, vi } from "vitest";

import permissions from "../../src-tauri/permissions/pages.toml?raw";

import { approvalsBridge, bridge, preferencesBridge, setupBridge } from "./bridge";

const { invoke } = vi.hoisted(() => ({
  invoke: vi.fn<(command: string) => Promise<null>>().mockResolvedValue(null),
}));
vi.mock("@tauri-apps/api/core", () => ({ invoke }));
vi.mock("@tauri-apps/api/event", () => ({ listen: vi.fn() }));

beforeEach(() => invoke.mockClear());

/** The commands that native code lets a page call. Any other one does nothing, without a word. */
function allowed(page: string): string[] {
  const [, list = ""] =
    new RegExp(`identifier = "${page}"[^[]*commands\\.allow = \\[([^\\]]*)\\]`).exec(permissions) ??
    [];
  return Array.from(list.matchAll(/"([^"]+)"/g), ([, command = ""]) => command).toSorted();
}

/** The commands that a page can call: everything its host offers, called once. */
function called(...hosts: object[]): string[] {
  for (const host of hosts) {
    for (const act of Object.values(host) as ((...values: unknown[]) => unknown)[]) act(null);
  }
  return [...new Set(invoke.mock.calls.map(([command]) => command))].toSorted();
}

test("the island may do all that it offers, and no more", () => {
  expect(called(bridge)).toEqual(allowed("island"));
});

test("the settings may do all that they offer, and no more", () => {
  expect(called(setupBridge, approvalsBridge, preferencesBridge)).toEqual(allowed("settings"));
});
