/** What a person has chosen so far for one question. */
export interface Answer {
  /** The options, by their place. */
  chosen: number[];
  /** Whether the person's own words are part of it, or all of it. */
  other: boolean;
  own: string;
}

/** What a person has begun to say on one card. */
export class Draft {
  /** The words that go with a deny. */
  words = $state("");
  /** Whether their field is open. */
  writing = $state(false);
  /** The question that is in front. */
  step = $state(0);
  /** An answer for each question that has been looked at. */
  answers = $state<Answer[]>([]);
  /** The questions that have been on screen to their end. */
  seen = $state<number[]>([]);
  /** Whether a plan is shown as it is written. */
  source = $state(false);
}
