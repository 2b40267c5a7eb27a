import { t } from "../i18n";

const UNITS = [
  ["weeks", 7 * 24 * 60],
  ["days", 24 * 60],
  ["hours", 60],
] as const;

/** What a plan's window is called, by its length. */
export function lengthOf(minutes: number): string {
  for (const [unit, length] of UNITS) {
    if (minutes > 0 && minutes % length === 0) return t.limits[unit](minutes / length);
  }
  return t.limits.minutes(minutes);
}
