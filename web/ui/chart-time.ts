import {
  formatDateTime,
  formatShortDate,
  formatShortUtcDay,
  formatTime,
  formatUtcDay,
  utcDayOf,
} from '#web/lib/format.ts';

const day = 86_400;

/** Whether it's a moment (`2026-11-22T14:00:00.000Z`), shown in the reader's time zone, or a UTC day (`2026-11-22`). */
export const isMoment = (time: string | undefined): boolean => !!time && time.length > 10;

/** As a person reads it. */
export const timeWords = (time: string): string =>
  isMoment(time) ? formatDateTime(new Date(time)) : formatUtcDay(time);

/** Seconds between two marks under a chart of moments. */
export const momentMarks = [60, 300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200].concat(
  [1, 2, 3, 4, 7, 14, 28, 56].map((days) => days * day),
);

/** The label of a tick: the time, or the day where one begins. */
export function markWords(second: number, between: number): string {
  const at = new Date(second * 1000);
  const begins = at.getHours() === 0 && at.getMinutes() === 0;
  return between >= day || begins ? formatShortDate(at) : formatTime(at);
}

/** Round times between two moments, as far apart as needed to have at most so many. */
export function marksBetween(from: Date, until: Date, most: number): { at: Date; words: string }[] {
  const seconds = (until.getTime() - from.getTime()) / 1000;
  const between = momentMarks.find((step) => seconds / step <= most) ?? momentMarks.at(-1)!;
  const marks: { at: Date; words: string }[] = [];
  const midnight = new Date(from);
  midnight.setHours(0, 0, 0, 0);
  for (let at = midnight; at <= until; at = later(at, between))
    if (at >= from) marks.push({ at, words: markWords(at.getTime() / 1000, between) });
  return marks;
}

/** Days are counted by the calendar, because those on which clocks change have 23 or 25 hours. */
function later(at: Date, seconds: number): Date {
  if (seconds < day) return new Date(at.getTime() + seconds * 1000);
  const next = new Date(at);
  next.setDate(at.getDate() + seconds / day);
  return next;
}

export const dayWords = (second: number): string => formatShortUtcDay(utcDayOf(new Date(second * 1000)));
