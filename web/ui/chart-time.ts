import {
  formatDateTime,
  formatShortDate,
  formatShortUtcDay,
  formatTime,
  formatUtcDay,
  utcDayOf,
} from '#web/lib/format.ts';

const day = 86_400;

/** A moment (`2026-11-22T14:00:00.000Z`) and not a UTC day (`2026-11-22`): it is told in the reader's own time zone. */
export const isMoment = (time: string | undefined): boolean => !!time && time.length > 10;

/** As a person reads it. */
export const timeWords = (time: string): string =>
  isMoment(time) ? formatDateTime(new Date(time)) : formatUtcDay(time);

/** Seconds between two marks under a chart of moments. */
export const momentMarks = [60, 300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200].concat(
  [1, 2, 3, 4, 7, 14, 28, 56].map((days) => days * day),
);

/** What stands at a mark: the clock, and the day where one begins. */
export function markWords(second: number, between: number): string {
  const at = new Date(second * 1000);
  const begins = at.getHours() === 0 && at.getMinutes() === 0;
  return between >= day || begins ? formatShortDate(at) : formatTime(at);
}

export const dayWords = (second: number): string => formatShortUtcDay(utcDayOf(new Date(second * 1000)));
