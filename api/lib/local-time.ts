import { LRUCache } from 'lru-cache';

/** The person a text is written for. Times are in their time zone, and days relative to now. */
export interface Reader {
  /** IANA name. */
  timeZone: string;
  now: Date;
  /** The reader's browser clock. With it, texts leave out the zone: 2:02 PM, not 14:02 CET. */
  hourCycle?: HourCycle | null;
  /** The reader's browser date order. With it, texts leave out the current year: Nov 20, not 20 Nov 2026. */
  dateOrder?: DateOrder | null;
}

/** How a text shows times. */
export type Clock = Omit<Reader, 'now'> & { now?: Date };

export type HourCycle = 'h12' | 'h23';

export type DateOrder = 'day-month' | 'month-day';

export const knownHourCycle = (name: unknown): HourCycle | undefined =>
  name === 'h12' || name === 'h23' ? name : undefined;

export const knownDateOrder = (name: unknown): DateOrder | undefined =>
  name === 'day-month' || name === 'month-day' ? name : undefined;

/** Used if no zone is known. */
export const defaultZone = 'UTC';

export const reader = (timeZone: string | null | undefined, now: Date): Reader => ({
  timeZone: timeZone ?? defaultZone,
  now,
});

/** "14:02" */
export const clockTime = (at: Date, timeZone: string): string => wall(at, timeZone).time;

/** "20 Nov 2026" */
export const calendarDay = (at: Date, timeZone: string): string => wall(at, timeZone).day;

/** "CET", "UTC", or "GMT+5:30" for a zone without an abbreviation in English. */
export const zoneName = (at: Date, timeZone: string): string => wall(at, timeZone).zone;

/** "14:02 CET" today, "20 Nov 2026, 14:02 CET" on any other day. */
export function momentWords(at: Date, reader: Reader): string {
  const [moment, today] = [shown(at, reader), shown(reader.now, reader)];
  return moment.day === today.day ? timeAndZone(moment) : `${moment.day}, ${timeAndZone(moment)}`;
}

/** "20 Nov 2026, 14:02 CET" */
export function dayAndTime(at: Date, timeZone: string): string {
  const moment = shown(at, { timeZone });
  return `${moment.day}, ${timeAndZone(moment)}`;
}

/** "from 20:18 to 20:21 CET", with days if it ended on another day. Always with both zones if the clocks changed meanwhile. */
export function periodWords(from: Date, until: Date, clock: Clock): string {
  const isOneZone = zoneName(from, clock.timeZone) === zoneName(until, clock.timeZone);
  const [start, end] = [shown(from, clock, !isOneZone), shown(until, clock, !isOneZone)];
  const begun = start.zone === end.zone ? start.time : timeAndZone(start);
  return start.day === end.day
    ? `from ${begun} to ${timeAndZone(end)}`
    : `from ${start.day}, ${begun} to ${end.day}, ${timeAndZone(end)}`;
}

/** A moment as a reader sees it. With a clock of their own, they see a zone only if it is needed. */
function shown(at: Date, { timeZone, hourCycle, dateOrder, now }: Clock, needsZone = false): Wall {
  const local = wall(at, timeZone);
  const isThisYear = now !== undefined && wall(now, timeZone).year === local.year;
  return {
    ...local,
    day: dateOrder ? inOrder(local, dateOrder, isThisYear) : local.day,
    time: hourCycle === 'h12' ? inTwelveHours(local.time) : local.time,
    zone: hourCycle && !needsZone ? '' : local.zone,
  };
}

/** "Nov 20" or "20 Nov", or with another year "Nov 20, 2025" or "20 Nov 2025". */
function inOrder({ date, month, year }: Wall, order: DateOrder, isThisYear: boolean): string {
  if (order === 'month-day') return isThisYear ? `${month} ${date}` : `${month} ${date}, ${year}`;
  return isThisYear ? `${date} ${month}` : `${date} ${month} ${year}`;
}

/** "2:02 PM" for "14:02". */
function inTwelveHours(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

const timeAndZone = ({ time, zone }: Wall): string => (zone ? `${time} ${zone}` : time);

/** RFC 3339 with the zone's offset: `2026-11-20T15:02:10.000+01:00`, or with `Z` in UTC. */
export function isoTime(at: Date, timeZone: string): string {
  const { offset } = clockOf(at, timeZone);
  if (offset === 0) return at.toISOString();
  const minutes = Math.abs(offset) / 60_000;
  const sign = offset < 0 ? '-' : '+';
  return `${shifted(at, offset).slice(0, -1)}${sign}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`;
}

/**
 * The zone if this program knows it, else undefined. Offsets such as `+01:00` have no daylight saving time.
 */
export function knownZone(name: unknown): string | undefined {
  if (typeof name !== 'string' || !/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return undefined;
  try {
    // Returns a shared string, because open connections keep it.
    return formatsOf(name).timeZone;
  } catch {
    return undefined;
  }
}

interface Wall {
  /** "20 Nov 2026", or in the reader's order. */
  day: string;
  date: number;
  month: string;
  year: string;
  time: string;
  zone: string;
}

/** English month names, whatever the machine's locale. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function wall(at: Date, timeZone: string): Wall {
  const { offset, zone } = clockOf(at, timeZone);
  const local = shifted(at, offset);
  const date = Number(local.slice(8, 10));
  const month = months[Number(local.slice(5, 7)) - 1]!;
  const year = local.slice(0, 4);
  return {
    day: `${date} ${month} ${year}`,
    date,
    month,
    year,
    time: local.slice(11, 16),
    zone,
  };
}

const shifted = (at: Date, offset: number): string => new Date(at.getTime() + offset).toISOString();

const twoDigits = (number: number): string => String(Math.floor(number)).padStart(2, '0');

interface ZoneClock {
  /** Milliseconds ahead of UTC. */
  offset: number;
  zone: string;
}

/**
 * Intl takes microseconds per format, and a list has thousands of times. Zone offsets only change at quarter
 * hours.
 */
const quarter = 15 * 60_000;
const clocks = new LRUCache<string, ZoneClock>({ max: 5_000 });

function clockOf(at: Date, timeZone: string): ZoneClock {
  if (timeZone === defaultZone) return { offset: 0, zone: defaultZone };
  const key = `${timeZone} ${Math.floor(at.getTime() / quarter)}`;
  const known = clocks.get(key);
  if (known) return known;
  const { offset, names } = formatsOf(timeZone);
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?/.exec(part(offset, at)) ?? [];
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1000 : 1000);
  const words = names.map((format) => part(format, at));
  const zone = words.find((word) => !/^GMT[+-]/.test(word)) ?? words[0]!;
  const clock = { offset: ms, zone };
  clocks.set(key, clock);
  return clock;
}

interface Formats {
  timeZone: string;
  offset: Intl.DateTimeFormat;
  names: Intl.DateTimeFormat[];
}

/** Each variety of English only has abbreviations for its own region's zones. */
const englishes = ['en-GB', 'en-US', 'en-AU', 'en-IN', 'en-ZA', 'en-AE'];
const zones = new LRUCache<string, Formats>({ max: 1_000 });

/** @throws RangeError for an unknown zone */
function formatsOf(timeZone: string): Formats {
  const known = zones.get(timeZone);
  if (known) return known;
  const formats = {
    timeZone,
    offset: new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }),
    names: englishes.map((english) => new Intl.DateTimeFormat(english, { timeZone, timeZoneName: 'short' })),
  };
  zones.set(timeZone, formats);
  return formats;
}

const part = (format: Intl.DateTimeFormat, at: Date): string =>
  format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
