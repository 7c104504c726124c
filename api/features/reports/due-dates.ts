import { Temporal } from 'temporal-polyfill';
import {
  type Day,
  dayAfter,
  dayAt,
  daysBetween,
  type Month,
  monthAfter,
  monthAt,
  monthBefore,
  monthOf,
} from '#api/lib/calendar-month.ts';

/** What reports need to know about a team. */
export interface ReportTeam {
  id: string;
  timeZone: string;
  /** Days for which its package keeps alerts. `null`: all. */
  retentionDays: number | null;
  /** When its first controller was added. `null`: it has none. */
  since: Date | null;
  isActive: boolean;
}

/** Time on the first day of the next month at which a month's report is stored and sent. */
const dueTime = '07:00';

/** When the figures of a month are stored. */
export function finalAt(name: string, timeZone: string): Date {
  const due = Temporal.PlainDateTime.from(`${monthAfter(name)}-01T${dueTime}`);
  return new Date(due.toZonedDateTime(timeZone).epochMilliseconds);
}

/** The days that reports need and that are over, from the one after `storedUntil` on. */
export function daysToStore(team: ReportTeam, storedUntil: string | null, now: Date): Day[] {
  if (!team.since) return [];
  const { timeZone } = team;
  const today = dayAt(now, timeZone);
  const earliest = [`${monthBefore(monthAt(now, timeZone))}-01`, dayAt(team.since, timeZone)]
    .toSorted()
    .at(-1)!;
  const first = storedUntil ? dayAfter(storedUntil) : earliest;
  return daysBetween(first, today, timeZone).slice(0, -1);
}

/** The months that are over and can be stored now, oldest first. Every day of them has been added up. */
export function monthsToStore(
  { timeZone }: ReportTeam,
  known: readonly { month: string; isFinal: boolean }[],
  storedUntil: string | null,
  now: Date,
): string[] {
  const lastDayOf = (month: string) =>
    dayAt(new Date(monthOf(month, timeZone).until.getTime() - 1), timeZone);
  return known
    .filter(({ month, isFinal }) => !isFinal && month < monthAt(now, timeZone))
    .map(({ month }) => month)
    .filter((month) => now >= finalAt(month, timeZone) && (storedUntil ?? '') >= lastDayOf(month))
    .toSorted();
}

/** Whether a team has a day to add up, or a month to store: the latest one that can be stored isn't. */
export function isDue(
  team: ReportTeam,
  { storedUntil, storedMonth }: { storedUntil: string | null; storedMonth: string | null },
  now: Date,
): boolean {
  if (daysToStore(team, storedUntil, now).length > 0) return true;
  const previous = monthBefore(monthAt(now, team.timeZone));
  const last = now >= finalAt(previous, team.timeZone) ? previous : monthBefore(previous);
  const isKnown = team.since !== null && monthAt(team.since, team.timeZone) <= last;
  return isKnown && (storedMonth ?? '') < last;
}

/** How long after a month became final its report is still sent, in milliseconds. After that it's out of date. */
const sendWithinMs = 3 * 86_400_000;

/** Whether a month that is stored now is also sent. */
export const isStillSent = ({ timeZone }: ReportTeam, month: string, now: Date): boolean =>
  now.getTime() - finalAt(month, timeZone).getTime() < sendWithinMs;

/** From when on the package keeps alerts, if it doesn't keep the whole month's. */
export function alertsSince({ retentionDays }: ReportTeam, { from }: Month, now: Date): Date | null {
  if (retentionDays === null) return null;
  const since = new Date(now.getTime() - retentionDays * 86_400_000);
  return since > from ? since : null;
}
