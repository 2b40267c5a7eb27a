import { t } from "./language.svelte";
import { once } from "./once";

/** How a language writes a moment. */
function datesOf(locale: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, options));
  return {
    time: format({ timeStyle: "short" }),
    weekday: format({ weekday: "short" }),
    day: format({ day: "numeric", month: "short" }),
    dayOfYear: format({ dateStyle: "medium" }),
    longDay: format({ day: "numeric", month: "long" }),
    longDayOfYear: format({ dateStyle: "long" }),
  };
}

type Dates = ReturnType<typeof datesOf>;

const made = new Map<string, Dates>();

function dates(): Dates {
  const locale = t.locale.dates;
  const known = made.get(locale) ?? datesOf(locale);
  made.set(locale, known);
  return known;
}

/** A moment's day, none where it is today, and its time. */
function split(unixMs: number, now: number): [day: string | null, time: string] {
  const [then, today] = [new Date(unixMs), new Date(now)];
  const { time, day, dayOfYear } = dates();
  if (then.toDateString() === today.toDateString()) return [null, time().format(then)];
  const sameYear = then.getFullYear() === today.getFullYear();
  return [(sameYear ? day : dayOfYear)().format(then), time().format(then)];
}

/** A moment, as short as it is clear: "14:02", "12 Mar, 14:02", "30 Dec 2025, 14:02". */
export function when(unixMs: number, now: number): string {
  return split(unixMs, now)
    .filter((part) => part !== null)
    .join(", ");
}

/** The same where there is little room: another day has no time. */
export function roughly(unixMs: number, now: number): string {
  const [day, time] = split(unixMs, now);
  return day ?? time;
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
  const { time, longDay, longDayOfYear } = dates();
  return {
    near:
      then.toDateString() === today.toDateString()
        ? "today"
        : then.toDateString() === yesterday.toDateString()
          ? "yesterday"
          : null,
    date: (sameYear ? longDay : longDayOfYear)().format(then),
    time: time().format(then),
  };
}

const DAY_MS = 24 * 60 * 60_000;

/** The day of a moment that lies ahead, none where it is today, and its time, none where it is far. */
export type Ahead = [day: string | null, time: string | null];

/** A moment that lies ahead, for a sentence: "14:30", "Thu" and "09:00", "12 Mar". */
export function ahead(unixMs: number, now: number): Ahead {
  const [day, time] = split(unixMs, now);
  if (day === null) return [null, time];
  // A week later the day's name would be today's.
  if (unixMs - now > 6 * DAY_MS) return [day, null];
  return [dates().weekday().format(unixMs), time];
}

/** A length of time, as short as it is clear: "4 min", "1 h 7 min", "3 days". */
export function lasted(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return t.time.now;
  if (minutes < 60) return t.time.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t.time.hours(hours, minutes % 60);
  return t.time.days(Math.floor(hours / 24));
}
