import { Temporal } from 'temporal-polyfill';
import { coversSite, type SiteLabels, type SiteLimit } from '../customers/site-limit.ts';
import type { MaintenancePlace, MaintenanceWindow } from './maintenance-window.entity.ts';

/** A period in milliseconds since 1970. The end is excluded. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The period from wall-clock time `start` in `timeZone` until the clock shows `minutes` later. So 00:00 to
 * 04:00 ends at 04:00 even in a night when clocks change. Of a repeated time, the first one counts.
 */
export function wallSpan(start: Temporal.PlainDateTime, minutes: number, timeZone: string): Span {
  const first = start.toZonedDateTime(timeZone);
  // A start that the clocks skip moves forward by the skipped hour, and the whole period with it.
  const end = first.toPlainDateTime().equals(start)
    ? start.add({ minutes }).toZonedDateTime(timeZone)
    : first.add({ minutes });
  return { start: first.epochMilliseconds, end: end.epochMilliseconds };
}

/** The date in `timeZone` at a moment. */
export function dateAt(at: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Whether a moment is within a span. */
export function covers({ start, end }: Span, at: Date): boolean {
  return start <= at.getTime() && at.getTime() < end;
}

/** The parts of a row that decide when a window is active. */
export type Timetable = Pick<
  MaintenanceWindow,
  'repeats' | 'timeZone' | 'startsAt' | 'minutes' | 'weekdays' | 'lastDay' | 'endedAt'
>;

const week = 7;

/** The occurrence that is active at a moment. It ends as scheduled, or when someone ended it. */
export function occurrenceAt(window: Timetable, at: Date): Span | undefined {
  return around(window, at).find((span) => covers(span, at));
}

/** The first occurrence that begins after a moment. */
export function occurrenceAfter(window: Timetable, at: Date): Span | undefined {
  return around(window, at).find(({ start }) => start > at.getTime());
}

/** When a window next begins or ends. `null` if it won't. */
export function nextStartOrEnd(window: Timetable, now: Date): Date | null {
  const at = occurrenceAt(window, now)?.end ?? occurrenceAfter(window, now)?.start;
  return at === undefined ? null : new Date(at);
}

/** The occurrences that overlap a period, in order. */
export function occurrencesBetween(window: Timetable, from: Date, until: Date): Span[] {
  // Start two days back, because a day-long one may still be active.
  const first = dateAt(from, window.timeZone).subtract({ days: 2 });
  return beginningBetween(window, first, dateAt(until, window.timeZone)).filter(
    ({ start, end }) => start < until.getTime() && end > from.getTime(),
  );
}

/** Occurrences that can be active at a moment, and the first ones after it, in order. */
function around(window: Timetable, at: Date): Span[] {
  const beginning = Temporal.PlainDateTime.from(window.startsAt).toPlainDate();
  const today = dateAt(at, window.timeZone);
  // End a week and a day ahead, because today's may be over.
  return beginningBetween(
    window,
    today.subtract({ days: 2 }),
    later(beginning, today).add({ days: week + 1 }),
  );
}

/** Occurrences that begin on these days. A window that happens once has the same one on all of them. */
function beginningBetween(window: Timetable, first: Temporal.PlainDate, last: Temporal.PlainDate): Span[] {
  const start = Temporal.PlainDateTime.from(window.startsAt);
  if (window.repeats === 'once') return [ended(window, start)];
  const from = later(start.toPlainDate(), first);
  const count = Math.max(0, from.until(last).days + 1);
  const days = Array.from({ length: count }, (_, day) => from.add({ days: day }));
  return days
    .filter((day) => window.weekdays.includes(day.dayOfWeek))
    .filter((day) => !window.lastDay || Temporal.PlainDate.compare(day, window.lastDay) <= 0)
    .map((day) => ended(window, day.toPlainDateTime(start)));
}

function ended({ minutes, timeZone, endedAt }: Timetable, start: Temporal.PlainDateTime): Span {
  const span = wallSpan(start, minutes, timeZone);
  return endedAt && covers(span, endedAt) ? { ...span, end: endedAt.getTime() } : span;
}

function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) < 0 ? other : one;
}

/** The parts of a window, or of planned work that is over, that decide what it covers. Missing ones don't limit it. */
export interface WindowCoverage extends SiteLimit {
  controllerId?: string | null;
  siteId?: string | null;
  deviceMac?: string | null;
  /** Devices and sites that it is limited to. Empty: not limited. */
  places: readonly Pick<MaintenancePlace, 'siteId' | 'deviceMac'>[];
}

/** The parts of a window that decide what it covers, and when. */
export type Coverage = Timetable & WindowCoverage;

/** Location of a problem. `null`: not at one site, or not with one device. */
export interface Place extends SiteLabels {
  controllerId: string | null;
  siteId: string | null;
  deviceMac: string | null;
}

/** The window that covers a place at a moment, and its end. Of several, the one that ends last. */
export function windowOver<W extends Coverage>(
  windows: readonly W[],
  place: Place,
  at: Date,
): { window: W; endsAt: Date } | undefined {
  const [last] = windows
    .filter((window) => coversPlace(window, place))
    .flatMap((window) => {
      const on = occurrenceAt(window, at);
      return on ? [{ window, endsAt: new Date(on.end) }] : [];
    })
    .sort((one, other) => other.endsAt.getTime() - one.endsAt.getTime());
  return last;
}

/** Whether a window applies to a place, while it is on. */
export function coversPlace(window: WindowCoverage, place: Place): boolean {
  const isThere = (['controllerId', 'siteId', 'deviceMac'] as const).every(
    (part) => !window[part] || window[part] === place[part],
  );
  return isThere && coversSite(window, place) && isAmong(window.places, place);
}

type Places = readonly Pick<MaintenancePlace, 'siteId' | 'deviceMac'>[];

/** The devices of each site. `null` is the whole site. */
type PlaceIndex = Map<string, Set<string | null>>;

/** By list, because thousands of alerts are compared with thousands of places. */
const indexes = new WeakMap<Places, PlaceIndex>();

function indexOf(places: Places): PlaceIndex {
  const known = indexes.get(places);
  if (known) return known;
  const index: PlaceIndex = new Map();
  for (const { siteId, deviceMac } of places) {
    const there = index.get(siteId);
    if (there) there.add(deviceMac || null);
    else index.set(siteId, new Set([deviceMac || null]));
  }
  indexes.set(places, index);
  return index;
}

/** Whether one of the places is the device or its whole site. Without any, everything is. */
export function isAmong(places: Places, { siteId, deviceMac }: Pick<Place, 'siteId' | 'deviceMac'>): boolean {
  if (places.length === 0) return true;
  const there = siteId === null ? undefined : indexOf(places).get(siteId);
  return there !== undefined && (there.has(null) || there.has(deviceMac));
}
