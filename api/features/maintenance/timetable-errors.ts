import { Temporal } from 'temporal-polyfill';
import type { FieldErrors } from '#api/lib/errors.ts';
import { longest } from './maintenance-window.input.ts';
import { occurrenceAfter, occurrenceAt, type Timetable } from './occurrences.ts';

/** What is wrong with when a window is on, by field; empty where nothing is. Each field alone is right already. */
export function timetableErrors(window: Timetable, now: Date): FieldErrors {
  const { repeats, startsAt, minutes, weekdays, lastDay } = window;
  if (!exists(startsAt.slice(0, 10))) return { startsAt: 'There is no such day' };
  if (repeats === 'weekly') {
    if (minutes > longest.weekly) return { minutes: 'A weekly window lasts at most 24 hours' };
    if (weekdays.length === 0) return { weekdays: 'Choose at least one day' };
    if (lastDay && !exists(lastDay)) return { lastDay: 'There is no such day' };
    if (lastDay && lastDay < startsAt.slice(0, 10))
      return { lastDay: 'The last day cannot be before the first' };
  }
  if (occurrenceAt(window, now) || occurrenceAfter(window, now)) return {};
  if (repeats === 'weekly') return { lastDay: 'None of its days comes until then' };
  return { startsAt: 'It would be over already' };
}

function exists(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return Temporal.PlainDate.from({ year, month, day }).day === day;
}
