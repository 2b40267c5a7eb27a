/** A sentence as a number changes it; `#` stands for the number. */
export interface Forms {
  one: string;
  other: string;
}

/** How a language writes numbers. */
export interface Numbers {
  /** "18,123", with no more than so many decimals. */
  number(value: number, decimals?: number): string;
  /** The form of a sentence that goes with a number: "1 line", "312 lines". */
  count(value: number, forms: Forms): string;
}

export function numbersOf(locale: string): Numbers {
  const plural = new Intl.PluralRules(locale);
  const number = (value: number, decimals = 0) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }).format(value);
  return {
    number,
    count: (value, { one, other }) =>
      (plural.select(value) === "one" ? one : other).replaceAll("#", number(value)),
  };
}
