import { expect, test } from "vitest";

import type { QuestionView } from "../../gen/view";
import { choose, chooseOwn, pickedOf, UNANSWERED } from "./answers";

const question = (several: boolean): QuestionView => ({
  question: { text: [{ plain: "Which?" }], lines: 1, characters: 6, hidden: 0 },
  header: null,
  options: [],
  several,
});
const [one, any] = [question(false), question(true)];

test("of one question the last option counts", () => {
  const answer = choose(one, choose(one, UNANSWERED, 0), 2);
  expect(pickedOf(answer)).toEqual({ options: [2], own: null });
  expect(pickedOf(choose(one, answer, 2))).toEqual({ options: [2], own: null });
});

test("of another each option comes and goes", () => {
  const answer = choose(any, choose(any, UNANSWERED, 2), 0);
  expect(pickedOf(answer)).toEqual({ options: [0, 2], own: null });
  expect(pickedOf(choose(any, choose(any, answer, 0), 2))).toBe(null);
});

test("own words are instead of an option, or beside some", () => {
  const own = { ...UNANSWERED, own: " mine\n" };
  expect(pickedOf(own)).toBe(null);
  expect(pickedOf(chooseOwn(one, choose(one, own, 1), true))).toEqual({
    options: [],
    own: "mine",
  });
  expect(pickedOf(chooseOwn(any, choose(any, own, 1), true))).toEqual({
    options: [1],
    own: "mine",
  });
  expect(pickedOf(choose(one, chooseOwn(one, own, true), 1))).toEqual({ options: [1], own: null });
});

test("own words that are blank or too long leave the question open", () => {
  const check = (own: string) =>
    pickedOf(chooseOwn(any, choose(any, { ...UNANSWERED, own }, 0), true));
  expect(check(" \n")).toBe(null);
  expect(check("語".repeat(10_001))).toBe(null);
  expect(check("𝄞".repeat(10_000))?.options).toEqual([0]);
  expect(pickedOf(undefined)).toBe(null);
});
