import { occurrenceAfter, occurrenceAt, type Timetable } from './occurrences.ts';

/** When the occurrence that is on now ends; null where none is. */
export function activeUntil(window: Timetable): Date | null {
  const on = occurrenceAt(window, new Date());
  return on ? new Date(on.end) : null;
}

/** When the next occurrence begins, or ends; null where there is none. */
export function nextOf(window: Timetable, side: 'start' | 'end'): Date | null {
  const next = occurrenceAfter(window, new Date());
  return next ? new Date(next[side]) : null;
}
