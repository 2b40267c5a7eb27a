import { once } from "./once";

/** A sentence as a number changes it; `#` stands for the number. */
export interface Forms {
  one: string;
  other: string;
}

/** How a language writes numbers. */
export interface Numbers {
  /** "18,123". */
  number(value: number): string;
  /** "12.4". */
  tenths(value: number): string;
  /** "42%". */
  percent(value: number): string;
  /** "$0.42": what so many millionths of a dollar are. */
  dollars(micro: number): string;
  /** The form of a sentence that goes with a number: "1 line", "312 lines". */
  count(value: number, forms: Forms): string;
}

export function numbersOf(locale: string): Numbers {
  const plural = once(() => new Intl.PluralRules(locale));
  const format = (options: Intl.NumberFormatOptions) =>
    once(() => new Intl.NumberFormat(locale, options));
  const whole = format({ maximumFractionDigits: 0 });
  const tenths = format({ maximumFractionDigits: 1 });
  const percent = format({ style: "percent" });
  const dollars = format({ style: "currency", currency: "USD" });
  const number = (value: number) => whole().format(value);
  return {
    number,
    tenths: (value) => tenths().format(value),
    percent: (value) => percent().format(value / 100),
    dollars: (micro) => dollars().format(micro / 1_000_000),
    // Of nothing there are several in Brazil too, whatever the table of plurals says.
    count: (value, { one, other }) =>
      (value !== 0 && plural().select(value) === "one" ? one : other).replaceAll(
        "#",
        number(value),
      ),
  };
}
