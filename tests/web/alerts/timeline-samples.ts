import type { Entry } from '#web/features/alerts/detail/timeline-items.ts';
import type { AlertDeliveriesQuery, AlertEntryKind } from '#web/gql/graphql.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';

/** A line at a minute past 14 o'clock UTC. */
export const entry = (kind: AlertEntryKind, minute: number, more: Partial<Entry> = {}): Entry => ({
  id: `entry-${minute}`,
  at: `2026-11-20T14:${String(minute).padStart(2, '0')}:00.000Z`,
  kind,
  detail: null,
  causeAlertId: null,
  by: null,
  until: null,
  ...more,
});

export type Told = Unmasked<AlertDeliveriesQuery['deliveries']['nodes'][number]>;
export const delivery = (more: Partial<Told> = {}): Told => ({
  id: 'delivery-1',
  kind: 'opened',
  status: 'sent',
  channel: 'slack',
  recipient: '',
  reason: null,
  attempts: 1,
  notBefore: null,
  sentAt: '2026-11-20T14:01:05.000Z',
  entryId: 'entry-1',
  pausedUntil: null,
  summary: null,
  attemptLog: [],
  ...more,
});
