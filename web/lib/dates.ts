const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "14:02" in the reader's own time zone. */
export const clockTime = (date: Date): string =>
  date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** "21 Nov 2026" in the reader's own time zone and format. */
export const dayOf = (date: Date): string => date.toLocaleDateString(undefined, { dateStyle: 'medium' });

/** "21 Nov 2026, 14:02" in the reader's own time zone and format. */
export const dayAndTime = (date: Date): string => `${dayOf(date)}, ${clockTime(date)}`;

/** The whole moment in the reader's own format, with seconds. */
export const exactTime = (date: Date): string =>
  date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** Younger than this is "just now", in milliseconds. */
const MOMENT = 5_000;

/** Whether an age is told in seconds. */
export const isFresh = (date: Date, now: number): boolean => now - date.getTime() < MINUTE;

/** "just now", "12 s ago", "12 min ago", "3 h ago", "5 d ago"; a clock that runs ahead counts as now. */
export function relativeTime(date: Date, now: Date): string {
  const age = now.getTime() - date.getTime();
  return age < MOMENT ? 'just now' : `${span(age)} ago`;
}

/** A span of time in its largest whole unit: "45 s", "12 min", "3 h", "5 d". */
export function span(milliseconds: number): string {
  if (milliseconds < MINUTE) return `${Math.max(0, Math.floor(milliseconds / 1000))} s`;
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min`;
  if (milliseconds < DAY) return `${Math.floor(milliseconds / HOUR)} h`;
  return `${Math.floor(milliseconds / DAY)} d`;
}
