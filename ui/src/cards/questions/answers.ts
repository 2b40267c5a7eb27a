import type { QuestionView } from "../../gen/view";
import type { Picked } from "../../host";
import type { Answer } from "../draft.svelte";

/** A person's own answer may have so many characters; a longer one is not cut, but not sent. */
export const OWN_CHARACTERS = 10_000;

export const UNANSWERED: Answer = { chosen: [], other: false, own: "" };

/** How many characters the person's own words have. */
export const ownLength = ({ own }: Answer) => [...own.trim()].length;

/** What an answer says; null where it leaves the question open. */
export function pickedOf(answer: Answer | undefined): Picked | null {
  if (!answer) return null;
  const words = answer.other ? answer.own.trim() : "";
  if (answer.other && (words === "" || ownLength(answer) > OWN_CHARACTERS)) return null;
  if (answer.chosen.length === 0 && words === "") return null;
  return { options: answer.chosen.toSorted((a, b) => a - b), own: words === "" ? null : words };
}

/** An option is pressed: of one question it is the answer, of another it comes or goes. */
export function choose(question: QuestionView, answer: Answer, option: number): Answer {
  if (!question.several) return { ...answer, chosen: [option], other: false };
  const chosen = answer.chosen.includes(option)
    ? answer.chosen.filter((other) => other !== option)
    : [...answer.chosen, option];
  return { ...answer, chosen };
}

/** The person's own words become part of the answer, or no longer are. */
export function chooseOwn(question: QuestionView, answer: Answer, other: boolean): Answer {
  return { ...answer, other, chosen: question.several || !other ? answer.chosen : [] };
}
