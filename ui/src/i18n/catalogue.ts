import type { en } from "./en";

/** The same words in any language: the keys and the values they take stay. */
type InAnyLanguage<Words> = Words extends string
  ? string
  : Words extends (...values: infer Values) => string
    ? (...values: Values) => string
    : Words extends readonly string[]
      ? readonly string[]
      : { readonly [Key in keyof Words]: InAnyLanguage<Words[Key]> };

/** What every language must say: the English catalogue's keys and the values they take. */
export type Catalogue = InAnyLanguage<typeof en>;
