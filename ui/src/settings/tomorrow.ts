/** When "until tomorrow" ends. The tray says the same. */
const MORNING = 8;

/** How many minutes there are until tomorrow morning, where the person is. */
export function minutesTillTomorrow(now: number): number {
  const today = new Date(now);
  // Not 24 hours: a day may have 23 or 25.
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate() + 1];
  const morning = new Date(year, month, day, MORNING).getTime();
  // A minute that has begun counts, so that it is not over before.
  return Math.ceil((morning - now) / 60_000);
}
