import type { Entry } from '#web/features/alerts/detail/timeline-items.ts';
import type { AlertEntryKind, DeliveriesQuery } from '#web/gql/graphql.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';

/** A line at a minute past 14 o'clock UTC. */
export const entry = (kind: AlertEntryKind, minute: number, more: Partial<Entry> = {}): Entry => ({
  id: `entry-${minute}`,
  at: `2026-11-20T14:${String(minute).padStart(2, '0')}:00.000Z`,
  kind,
  detail: null,
  by: null,
  until: null,
  ...more,
});

type Told = Unmasked<DeliveriesQuery['deliveries']['nodes'][number]>;
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
  createdAt: '2026-11-20T14:01:00.000Z',
  alertId: 'alert-1',
  integrationId: 'slack',
  entryId: 'entry-1',
  summaryId: null,
  pausedUntil: null,
  summary: null,
  alert: null,
  attemptLog: [],
  ...more,
});
