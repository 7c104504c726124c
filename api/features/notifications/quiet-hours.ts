import { Temporal } from 'temporal-polyfill';
import type { NotificationPreferences } from '../account/notification-preferences.entity.ts';
import { covers, dateAt, wallSpan } from '../maintenance/wall-span.ts';

/** When somebody does not want to be disturbed. */
export type QuietHours = Pick<NotificationPreferences, 'quietHours' | 'quietFrom' | 'quietUntil'> & {
  timeZone: string;
};

/** When the quiet hours end that are on at a moment; undefined outside them. From a time until the same is a whole day. */
export function quietUntil(hours: QuietHours, at: Date): Date | undefined {
  if (!hours.quietHours) return undefined;
  const from = Temporal.PlainTime.from(hours.quietFrom);
  const minutes = minutesFrom(from, Temporal.PlainTime.from(hours.quietUntil));
  const today = dateAt(at, hours.timeZone);
  const spans = [today.subtract({ days: 1 }), today].map((day) =>
    wallSpan(day.toPlainDateTime(from), minutes, hours.timeZone),
  );
  const on = spans.filter((span) => covers(span, at));
  return on.length > 0 ? new Date(Math.max(...on.map(({ end }) => end))) : undefined;
}

const day = 24 * 60;

function minutesFrom(from: Temporal.PlainTime, until: Temporal.PlainTime): number {
  return (from.until(until).total('minutes') + day) % day || day;
}
