import { approvals } from "./approvals";
import { cards } from "./cards";
import { content } from "./content";
import { general } from "./general";
import { island } from "./island";
import { setup } from "./setup";

/** English. Whole sentences; see `parts` for the marks in them. */
export const en = {
  /** What the language calls itself, and is called for the browser's own words and for dates. */
  locale: { name: "English", words: "en", dates: "en-GB" },
  ...island,
  ...content,
  ...cards,
  ...setup,
  approvals,
  general,
} as const;
