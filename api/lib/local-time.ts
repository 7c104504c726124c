import { LRUCache } from 'lru-cache';

/** Who a text is written for. Its times are given in their zone, and its days relative to now. */
export interface Reader {
  /** IANA name. */
  timeZone: string;
  now: Date;
}

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
export function momentWords(at: Date, { timeZone, now }: Reader): string {
  return calendarDay(at, timeZone) === calendarDay(now, timeZone)
    ? `${clockTime(at, timeZone)} ${zoneName(at, timeZone)}`
    : dayAndTime(at, timeZone);
}

/** "20 Nov 2026, 14:02 CET" */
export function dayAndTime(at: Date, timeZone: string): string {
  const { day, time, zone } = wall(at, timeZone);
  return `${day}, ${time} ${zone}`;
}

/** "from 20:18 to 20:21 CET"; with days where it did not end on the day it began. */
export function periodWords(from: Date, until: Date, timeZone: string): string {
  const [start, end] = [wall(from, timeZone), wall(until, timeZone)];
  const zone = start.zone === end.zone ? '' : ` ${start.zone}`;
  return start.day === end.day
    ? `from ${start.time}${zone} to ${end.time} ${end.zone}`
    : `from ${start.day}, ${start.time}${zone} to ${end.day}, ${end.time} ${end.zone}`;
}

/** RFC 3339 with the zone's offset: `2026-11-20T15:02:10.000+01:00`; with a `Z` in UTC. */
export function isoTime(at: Date, timeZone: string): string {
  const { offset } = clockOf(at, timeZone);
  if (offset === 0) return at.toISOString();
  const minutes = Math.abs(offset) / 60_000;
  const sign = offset < 0 ? '-' : '+';
  return `${shifted(at, offset).slice(0, -1)}${sign}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`;
}

/** The zone if it is one that this program knows, else undefined. Offsets such as `+01:00` know no summer time. */
export function knownZone(name: unknown): string | undefined {
  if (typeof name !== 'string' || !/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return undefined;
  try {
    // The same text for all who name it: an open connection keeps it.
    return formatsOf(name).timeZone;
  } catch {
    return undefined;
  }
}

interface Wall {
  day: string;
  time: string;
  zone: string;
}

/** Months as English writes them, whatever the locale of the machine. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function wall(at: Date, timeZone: string): Wall {
  const { offset, zone } = clockOf(at, timeZone);
  const local = shifted(at, offset);
  const month = months[Number(local.slice(5, 7)) - 1];
  return {
    day: `${Number(local.slice(8, 10))} ${month} ${local.slice(0, 4)}`,
    time: local.slice(11, 16),
    zone,
  };
}

const shifted = (at: Date, offset: number): string => new Date(at.getTime() + offset).toISOString();

const twoDigits = (number: number): string => String(Math.floor(number)).padStart(2, '0');

interface Clock {
  /** Milliseconds ahead of UTC. */
  offset: number;
  zone: string;
}

/** Formatting by Intl takes microseconds, and a list has thousands of times: clocks change at quarters of an hour at most. */
const quarter = 15 * 60_000;
const clocks = new LRUCache<string, Clock>({ max: 5_000 });

function clockOf(at: Date, timeZone: string): Clock {
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

/** Each variety of English has abbreviations for the zones of its own part of the world only. */
const englishes = ['en-GB', 'en-US', 'en-AU', 'en-IN', 'en-ZA', 'en-AE'];
const zones = new LRUCache<string, Formats>({ max: 1_000 });

/** @throws RangeError for a zone that is not known */
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
