export const number = new Intl.NumberFormat("en");

/** "1 line", "312 lines". */
export function count(value: number, one: string, other: string): string {
  return `${number.format(value)} ${value === 1 ? one : other}`;
}
