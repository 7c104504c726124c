import { Temporal } from 'temporal-polyfill';

/** A day of a calendar month in a time zone. It has 23 or 25 hours when the clocks change. */
export interface Day {
  /** `2026-05-31` */
  day: string;
  from: Date;
  /** Exclusive. */
  until: Date;
}

/** A calendar month in a time zone. */
export interface Month {
  /** `2026-05` */
  name: string;
  timeZone: string;
  from: Date;
  /** Exclusive. */
  until: Date;
  days: Day[];
}

/** A month by its name, which is a valid one. */
export function monthOf(name: string, timeZone: string): Month {
  const month = Temporal.PlainYearMonth.from(name);
  const days = Array.from({ length: month.daysInMonth }, (_, at) =>
    dayOf(month.toPlainDate({ day: at + 1 }), timeZone),
  );
  return { name, timeZone, from: days[0]!.from, until: days.at(-1)!.until, days };
}

/** The days from one to another, both included. */
export function daysBetween(first: string, last: string, timeZone: string): Day[] {
  const from = Temporal.PlainDate.from(first);
  const count = from.until(last).days + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => dayOf(from.add({ days: at }), timeZone));
}

function dayOf(date: Temporal.PlainDate, timeZone: string): Day {
  const [from, until] = [date, date.add({ days: 1 })].map(
    (one) => new Date(one.toZonedDateTime(timeZone).epochMilliseconds),
  );
  return { day: date.toString(), from: from!, until: until! };
}

/** Whether a text names a month from 2000 to 2999. */
export const isMonth = (text: string): boolean => /^2\d{3}-(0[1-9]|1[0-2])$/.test(text);

/** The day of a moment. */
export const dayAt = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The month of a moment. */
export const monthAt = (at: Date, timeZone: string): string => dayAt(at, timeZone).slice(0, 7);

export const monthBefore = (name: string): string =>
  Temporal.PlainYearMonth.from(name).subtract({ months: 1 }).toString();

export const monthAfter = (name: string): string =>
  Temporal.PlainYearMonth.from(name).add({ months: 1 }).toString();

export const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
