/** What clocks on a wall show, as `2026-11-20T22:00`. Arithmetic with it knows no summer time, as a wall does not. */
export type Wall = string;

/** What clocks in a zone show at a moment. */
export function wallAt(moment: Date, timeZone: string): Wall {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

export const plusMinutes = (wall: Wall, minutes: number): Wall =>
  asWall(asDate(wall).getTime() + minutes * 60_000);

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (wall: Wall): number => asDate(wall).getUTCDay() || 7;

export const clockOf = (wall: Wall): string => wall.slice(11, 16);

/** "22 Nov", or "22 Nov 2027" in another year than `now`'s. */
export const dayOf = (wall: Wall, now: Wall): string =>
  asDate(wall).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    ...(wall.slice(0, 4) !== now.slice(0, 4) && { year: 'numeric' }),
    timeZone: 'UTC',
  });

const weekdayNames = Array.from(
  { length: 7 },
  (_, index) => (style: 'long' | 'short') =>
    // 5 January 1970 was a Monday.
    new Date(Date.UTC(1970, 0, 5 + index)).toLocaleDateString(undefined, { weekday: style, timeZone: 'UTC' }),
);

/** "Sunday" or "Sun"; 1 Monday to 7 Sunday. */
export const weekdayName = (day: number, style: 'long' | 'short' = 'long'): string =>
  weekdayNames[day - 1]?.(style) ?? '';

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Whether it is a date and a time that can be counted with. */
export const isWall = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(asDate(text).getTime());

const asDate = (wall: Wall) => new Date(`${wall}Z`);
const asWall = (milliseconds: number): Wall => new Date(milliseconds).toISOString().slice(0, 16);
