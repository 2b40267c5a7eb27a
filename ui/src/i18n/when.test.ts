import { afterEach, expect, test } from "vitest";

import { catalogueOf, speak } from ".";
import { ahead, lasted, moment, roughly, when, type Moment } from "./when";

/** The language in which a test begins. */
const english = catalogueOf({ language: "en", system_language: "" });
const portuguese = catalogueOf({ language: "pt-BR", system_language: "" });
afterEach(() => speak(english));

const now = new Date(2026, 2, 14, 15, 9, 26).getTime();

test.each<[string, Date]>([
  ["15:09", new Date(2026, 2, 14, 15, 9, 26)],
  ["00:00", new Date(2026, 2, 14)],
  ["13 Mar, 23:59", new Date(2026, 2, 13, 23, 59, 59)],
  ["1 Jan, 07:05", new Date(2026, 0, 1, 7, 5)],
  ["31 Dec 2025, 23:59", new Date(2025, 11, 31, 23, 59)],
  ["15 Mar, 00:01", new Date(2026, 2, 15, 0, 1)],
])("%s", (expected, then) => {
  expect(when(then.getTime(), now)).toBe(expected);
});

test.each<[string, Date]>([
  ["15:09", new Date(2026, 2, 14, 15, 9, 26)],
  ["13 Mar", new Date(2026, 2, 13, 23, 59, 59)],
  ["31 Dec 2025", new Date(2025, 11, 31, 23, 59)],
])("roughly %s", (expected, then) => {
  expect(roughly(then.getTime(), now)).toBe(expected);
});

test.each<[Date, Moment]>([
  [new Date(2026, 2, 14, 0, 0), { near: "today", date: "14 March", time: "00:00" }],
  [new Date(2026, 2, 13, 23, 59), { near: "yesterday", date: "13 March", time: "23:59" }],
  [new Date(2026, 2, 12, 23, 59), { near: null, date: "12 March", time: "23:59" }],
  [new Date(2025, 11, 31, 7, 5), { near: null, date: "31 December 2025", time: "07:05" }],
])("%s in words", (then, expected) => {
  expect(moment(then.getTime(), now)).toEqual(expected);
});

test.each<[string, string, Date]>([
  ["15:09", "15:09", new Date(2026, 2, 14, 15, 9)],
  ["13 de mar., 23:59", "13 de mar.", new Date(2026, 2, 13, 23, 59)],
  ["31 de dez. de 2025, 23:59", "31 de dez. de 2025", new Date(2025, 11, 31, 23, 59)],
])("%s in Portuguese", (exactly, about, then) => {
  speak(portuguese);
  expect(when(then.getTime(), now)).toBe(exactly);
  expect(roughly(then.getTime(), now)).toBe(about);
});

test.each<[string, string, Date]>([
  ["resets 16:30", "renova às 16:30", new Date(2026, 2, 14, 16, 30)],
  ["resets Sun 00:01", "renova dom. às 00:01", new Date(2026, 2, 15, 0, 1)],
  ["resets Thu 09:00", "renova qui. às 09:00", new Date(2026, 2, 19, 9, 0)],
  ["resets 21 Mar", "renova em 21 de mar.", new Date(2026, 2, 21, 9, 0)],
])("ahead: %s, %s", (inEnglish, inPortuguese, then) => {
  for (const [catalogue, expected] of [
    [english, inEnglish],
    [portuguese, inPortuguese],
  ] as const) {
    speak(catalogue);
    expect(catalogue.limits.resets(...ahead(then.getTime(), now))).toBe(expected);
  }
});

const MINUTE = 60_000;

test.each<[number, string]>([
  [-5 * MINUTE, "now"],
  [MINUTE - 1, "now"],
  [MINUTE, "1 min"],
  [59 * MINUTE, "59 min"],
  [60 * MINUTE, "1 h"],
  [67 * MINUTE, "1 h 7 min"],
  [24 * 60 * MINUTE, "1 day"],
  [9 * 24 * 60 * MINUTE, "9 days"],
])("%d ms", (ms, expected) => {
  expect(lasted(ms)).toBe(expected);
});
