import type { AlertEntryKind, AlertSeverity } from '#web/gql/graphql.ts';
import type { State } from '#web/ui/StateShape.tsx';

/** What each line of a timeline says. */
export const entryWords: Record<AlertEntryKind, string> = {
  noticed: 'Noticed',
  held: 'Held',
  raised: 'Alert raised',
  flapping: 'Came back: flapping',
  calm: 'Well again',
  disturbed: 'Wrong again',
  stable: 'Stable again, and over',
  escalated: 'Escalated',
  eased: 'Improved, still open',
  changed: 'Changed',
  resolved: 'Resolved',
  acknowledged: 'Acknowledged',
  unacknowledged: 'Acknowledgement taken back',
  snoozed: 'Snoozed',
  unsnoozed: 'Snooze ended',
  reminded: 'Snooze over, still open',
  maintenance: 'In maintenance: recorded, not sent',
  ticket_opened: 'Ticket opened',
  ticket_noted: 'Ticket noted',
  ticket_closed: 'Ticket closed',
  ticket_failed: 'Ticket failed',
};

const states: Partial<Record<AlertEntryKind, State>> = {
  flapping: 'warning',
  calm: 'ok',
  stable: 'ok',
  resolved: 'ok',
  changed: 'unknown',
  ticket_failed: 'error',
};

/** What kinds say of the network itself; of what people did there is none. */
const wrong: readonly AlertEntryKind[] = ['raised', 'disturbed', 'escalated', 'eased', 'reminded'];

/** The shape beside a line; undefined for what people did and for what is only noted. An end with a reason is no recovery. */
export function entryState(
  { kind, detail }: { kind: AlertEntryKind; detail?: string | null },
  severity: AlertSeverity,
): State | undefined {
  if (kind === 'resolved' && detail) return 'unknown';
  return wrong.includes(kind) ? severity : states[kind];
}
