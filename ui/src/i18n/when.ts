const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const longDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
const longDayOfYear = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });
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

/** A moment for a sentence, which says today and yesterday in its own words. */
export interface Moment {
  near: "today" | "yesterday" | null;
  /** "12 March", "30 December 2025". */
  date: string;
  /** "14:02". */
  time: string;
}

export function moment(unixMs: number, now: number): Moment {
  const [then, today] = [new Date(unixMs), new Date(now)];
  // Not 24 hours: a day may have 23 or 25.
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  const sameYear = then.getFullYear() === today.getFullYear();
  return {
    near:
      then.toDateString() === today.toDateString()
        ? "today"
        : then.toDateString() === yesterday.toDateString()
          ? "yesterday"
          : null,
    date: (sameYear ? longDay : longDayOfYear).format(then),
    time: time.format(then),
  };
}
