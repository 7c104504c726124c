import { formatTime } from '#web/lib/format.ts';
import { capitalize } from '#web/lib/sentence.ts';
import type { ShownAlert } from './alert-changes.ts';

export type SnoozeChoice = {
  label: string;
  /** Within a sentence: "for 1 hour". */
  phrase: string;
  minutes: number;
};

const lasting = (label: string, minutes: number): SnoozeChoice => ({
  label,
  phrase: `for ${label}`,
  minutes,
});

const usual = [lasting('30 minutes', 30), lasting('1 hour', 60), lasting('4 hours', 240)];

/** How long an alert can be snoozed with one click: tomorrow begins at 8 in the reader's own time zone. */
export function snoozeChoices(now = new Date()): readonly SnoozeChoice[] {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8);
  const phrase = `until tomorrow ${formatTime(tomorrow)}`;
  return [...usual, { label: capitalize(phrase), phrase, minutes: minutesUntil(tomorrow, now) }];
}

/** Rounded up to whole minutes, so that the snooze never ends early. */
export const minutesUntil = (end: Date, now = new Date()): number =>
  Math.ceil((end.getTime() - now.getTime()) / 60_000);

/** A time in the format of `<input type="datetime-local">`. */
export function localInput(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export const isSnoozed = ({ snoozedUntil }: Pick<ShownAlert, 'snoozedUntil'>, now: number): boolean =>
  snoozedUntil != null && Date.parse(snoozedUntil) > now;

/** Whether a maintenance window keeps an alert quiet. */
export const isMaintained = (
  { maintenanceUntil }: Pick<ShownAlert, 'maintenanceUntil'>,
  now: number,
): boolean => maintenanceUntil != null && Date.parse(maintenanceUntil) > now;

/** Whether an open alert needs no action right now: it's acknowledged, snoozed, in maintenance, or clear for now. */
export const isQuiet = (
  alert: Pick<ShownAlert, 'acknowledgedAt' | 'calmSince' | 'snoozedUntil' | 'maintenanceUntil'>,
  now: number,
): boolean =>
  alert.acknowledgedAt != null ||
  alert.calmSince != null ||
  isSnoozed(alert, now) ||
  isMaintained(alert, now);
