import type { Alert } from './alert.entity.ts';
import { type AlertEntry, AlertEntryKind } from './alert-entry.entity.ts';
import { messageOf, type AlertParts } from './message.ts';

/** A line of a timeline as it is read: stored, or worked out. */
export type Line = Pick<AlertEntry, 'id' | 'at' | 'kind' | 'detail' | 'params' | 'by' | 'until' | 'since'>;

/** Of an alert, as far as the beginning of its timeline needs it. */
export type Beginning = Pick<Alert, 'id' | 'since' | 'timestamp'>;

/**
 * A whole timeline, oldest first: when it was noticed, that it held for as long as its rule asks, then what was entered. An
 * alert of a time without entries begins with its raise all the same.
 * @param entries oldest first
 * @param duration minutes that its rule asked for, as far as that is known
 */
export function timelineOf(alert: Beginning, entries: readonly Line[], duration: number | undefined): Line[] {
  const raised = entries.find(({ kind }) => kind === AlertEntryKind.raised) ?? {
    id: `${alert.id}-raised`,
    kind: AlertEntryKind.raised,
    at: alert.timestamp,
    since: alert.since,
  };
  const since = raised.since ?? alert.since;
  const beginning: Line[] = [{ id: `${alert.id}-noticed`, kind: AlertEntryKind.noticed, at: since }];
  const passed = Math.floor((raised.at.getTime() - since.getTime()) / 60_000);
  // The rule of today may ask for more than it did then.
  const minutes = Math.min(duration ?? passed, passed);
  if (minutes > 0) {
    const at = new Date(since.getTime() + minutes * 60_000);
    const held = minutes === 1 ? '1 minute' : `${minutes} minutes`;
    const detail = `It held for ${held}, as its rule asks`;
    beginning.push({ id: `${alert.id}-held`, kind: AlertEntryKind.held, at, detail });
  }
  if (!entries.includes(raised as Line)) beginning.push(raised);
  return [...beginning, ...entries];
}

/** Lines that give the alert's message at that time. */
const described: readonly AlertEntryKind[] = [
  AlertEntryKind.raised,
  AlertEntryKind.flapping,
  AlertEntryKind.disturbed,
  AlertEntryKind.escalated,
  AlertEntryKind.eased,
  AlertEntryKind.reminded,
];

/** What a line says besides its kind, for one reader. */
export function detailOf(alert: AlertParts, line: Line, timeZone: string): string | null {
  const { kind, detail = null, params, since, at } = line;
  if (params?.window !== undefined) return `Maintenance window “${params.window}”`;
  if (!described.includes(kind)) return detail;
  const then = { ...alert, ...params, since: since ?? alert.since, timestamp: at };
  return messageOf(then, { timeZone, now: at });
}
