import { clockTime } from '#web/lib/dates.ts';
import type { ShownAlert } from './useCurrentAlerts.ts';

/** What is offered first, in minutes. */
const usual = [
  { label: '30 minutes', minutes: 30 },
  { label: '1 hour', minutes: 60 },
  { label: '4 hours', minutes: 240 },
];

/** How long an alert can be snoozed with one click: tomorrow begins at 8 in the reader's own time zone. */
export function snoozeChoices(now = new Date()): readonly { label: string; minutes: number }[] {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8);
  return [...usual, { label: `Until tomorrow ${clockTime(tomorrow)}`, minutes: minutesUntil(tomorrow, now) }];
}

/** Whole minutes, so that it ends no sooner than was asked for. */
export const minutesUntil = (end: Date, now = new Date()): number =>
  Math.ceil((end.getTime() - now.getTime()) / 60_000);

/** A moment as `<input type="datetime-local">` has it. */
export function localInput(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export const isSnoozed = ({ snoozedUntil }: ShownAlert, now: number): boolean =>
  snoozedUntil != null && Date.parse(snoozedUntil) > now;

/** Whether an open alert asks for nobody at the moment: somebody sees to it, it is snoozed, or well for now. */
export const isQuiet = (alert: ShownAlert, now: number): boolean =>
  alert.acknowledgedAt != null || alert.calmSince != null || isSnoozed(alert, now);
