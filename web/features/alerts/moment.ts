import { clockTime } from '#web/lib/dates.ts';

/** "14:02" for today, "18 Nov, 14:02" for an earlier day, in the reader's own time zone and format. */
export function momentOf(iso: string, now = new Date()): string {
  const date = new Date(iso);
  if (date.toDateString() === now.toDateString()) return clockTime(date);
  return `${date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })}, ${clockTime(date)}`;
}
