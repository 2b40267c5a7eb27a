import { approvals } from "./approvals";
import { cards } from "./cards";
import { content } from "./content";
import { island } from "./island";
import { setup } from "./setup";

/** English. Whole sentences; see `parts` for the marks in them. */
export const en = {
  /** What the language is called for the browser's own words, and for numbers and dates. */
  locale: { words: "en", dates: "en-GB" },
  ...island,
  ...content,
  ...cards,
  ...setup,
  approvals,
} as const;
