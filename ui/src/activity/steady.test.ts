import { expect, test } from "vitest";

import { session } from "../lab/fixtures";
import { Steady } from "./steady";

const of = (...projects: string[]) => projects.map((project) => session(project));

test.each<[string, boolean, string[], string[]]>([
  ["another order, seen by nobody", false, ["c", "a", "b"], ["c", "a", "b"]],
  ["another order, under the pointer", true, ["c", "a", "b"], ["a", "b", "c"]],
  ["a new one, under the pointer", true, ["d", "a", "b", "c"], ["a", "b", "c", "d"]],
  ["one that has gone, under the pointer", true, ["c", "a"], ["a", "b ended", "c"]],
  ["one that has gone, seen by nobody", false, ["c", "a"], ["c", "a"]],
])("%s", (_, held, now, expected) => {
  const steady = new Steady();
  steady.take(of("a", "b", "c"), false);
  const rows = steady.take(of(...now), held);
  expect(rows.map(({ key, status }) => (status === "ended" ? `${key} ended` : key))).toEqual(
    expected,
  );
});

test("a row that is held says what its session does now", () => {
  const steady = new Steady();
  steady.take(of("a", "b"), false);
  const rows = steady.take([session("b", { status: "failed" }), session("a")], true);
  expect(rows.map(({ key, status }) => [key, status])).toEqual([
    ["a", "working"],
    ["b", "failed"],
  ]);
});

test("one that comes back is there once", () => {
  const steady = new Steady();
  steady.take(of("a", "b"), false);
  steady.take(of("b"), true);
  expect(steady.take(of("a", "b"), true).map(({ key }) => key)).toEqual(["a", "b"]);
});
