const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });

/** A moment, as short as it is clear: "14:02", "12 Mar, 14:02", "30 Dec 2025, 14:02". */
export function when(unixMs: number, now: number): string {
  const [then, today] = [new Date(unixMs), new Date(now)];
  if (then.toDateString() === today.toDateString()) return time.format(then);
  const sameYear = then.getFullYear() === today.getFullYear();
  return `${(sameYear ? day : dayOfYear).format(then)}, ${time.format(then)}`;
}

/** The same where there is little room: another day has no time. */
export function roughly(unixMs: number, now: number): string {
  return when(unixMs, now).replace(/, [\d:]+$/, "");
}
