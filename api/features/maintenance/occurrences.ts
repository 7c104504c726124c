import { Temporal } from 'temporal-polyfill';
import type { MaintenanceWindow } from './maintenance-window.entity.ts';
import { covers, dateAt, wallSpan, type Span } from './wall-span.ts';

/** When a window is on: what of its row decides that. */
export type Timetable = Pick<
  MaintenanceWindow,
  'repeats' | 'timeZone' | 'startsAt' | 'minutes' | 'weekdays' | 'lastDay' | 'endedAt'
>;

const week = 7;

/** The occurrence that is on at a moment; it ends when it should or when somebody ended it. */
export function occurrenceAt(window: Timetable, at: Date): Span | undefined {
  return around(window, at).find((span) => covers(span, at));
}

/** The first occurrence that begins after a moment. */
export function occurrenceAfter(window: Timetable, at: Date): Span | undefined {
  return around(window, at).find(({ start }) => start > at.getTime());
}

/** The occurrences that can be on at a moment, and the first ones behind it, in their order. */
function around(window: Timetable, at: Date): Span[] {
  const first = Temporal.PlainDateTime.from(window.startsAt);
  if (window.repeats === 'once') return [ended(window, first)];
  const beginning = first.toPlainDate();
  const today = dateAt(at, window.timeZone);
  // Two days back: one of a day may still be on. A week and a day ahead: today's may be over already.
  const from = later(beginning, today.subtract({ days: 2 }));
  const last = later(beginning, today).add({ days: week + 1 });
  const days = Array.from({ length: from.until(last).days + 1 }, (_, day) => from.add({ days: day }));
  return days
    .filter((day) => window.weekdays.includes(day.dayOfWeek))
    .filter((day) => !window.lastDay || Temporal.PlainDate.compare(day, window.lastDay) <= 0)
    .map((day) => ended(window, day.toPlainDateTime(first)));
}

function ended({ minutes, timeZone, endedAt }: Timetable, start: Temporal.PlainDateTime): Span {
  const span = wallSpan(start, minutes, timeZone);
  return endedAt && covers(span, endedAt) ? { ...span, end: endedAt.getTime() } : span;
}

function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) < 0 ? other : one;
}
