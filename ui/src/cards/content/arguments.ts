import type { ArgumentView, Text } from "../../gen/view";
import { textRows } from "../../kit/rows";
import { lengthOf, linesOf } from "../../kit/text";

/** A longer text stands below its name instead of beside it. */
const BESIDE = 56;

/** A row of an input: a value with its name, or a line of a text that stands below its name. */
export type Row =
  | { kind: "value"; argument: ArgumentView; beside: Text | null }
  | { kind: "text"; depth: number; text: Text; goesOn: boolean; first: boolean; last: boolean };

/** Every value's rows, in order. */
export function rowsOfArguments(all: readonly ArgumentView[]): Row[] {
  return all.flatMap((argument): Row[] => {
    if (!("text" in argument.value)) return [{ kind: "value", argument, beside: null }];
    const { text, lines } = argument.value.text;
    const name = lengthOf(argument.name ?? []);
    if (lines <= 1 && name + lengthOf(text) <= BESIDE && !endsLine(text)) {
      return [{ kind: "value", argument, beside: text }];
    }
    const rows = linesOf(text).flatMap((line) =>
      textRows(line).map((text, index) => ({ text, goesOn: index > 0 })),
    );
    const below = rows.map(({ text, goesOn }, index): Row => {
      const [first, last] = [index === 0, index === rows.length - 1];
      return { kind: "text", depth: argument.depth + 1, text, goesOn, first, last };
    });
    return [{ kind: "value", argument, beside: null }, ...below];
  });
}

function endsLine(text: Text): boolean {
  const last = text.at(-1);
  return last !== undefined && "plain" in last && last.plain.endsWith("\n");
}
