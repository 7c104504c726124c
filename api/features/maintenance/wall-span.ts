import { Temporal } from 'temporal-polyfill';

/** A stretch of time: from its start until before its end, in milliseconds since 1970. */
export interface Span {
  start: number;
  end: number;
}

/**
 * When clocks on the wall of `timeZone` show `start` until they show `minutes` later. So 00:00 to 04:00 ends at 04:00
 * also in a night that has an hour less or more. A time that the clocks show twice is the first of the two.
 */
export function wallSpan(start: Temporal.PlainDateTime, minutes: number, timeZone: string): Span {
  const first = start.toZonedDateTime(timeZone);
  // A start that the clocks jump over is as much later as they jump; the whole stretch moves with it.
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
