import type { EntityManager } from '@mikro-orm/postgresql';
import { DeliveryAttempt } from './delivery.entity.ts';
import { DeliveryKind, DeliveryStatus, type Delivery, type SummaryStanding } from './delivery.entity.ts';
import { isPaused } from './destination.ts';
import { dateOf } from './rows.ts';

const unsettled: readonly DeliveryStatus[] = [DeliveryStatus.waiting, DeliveryStatus.retrying];

/** Reads what is shown with deliveries: attempts, summaries and pauses. A few queries, however many they are. */
export async function complete(em: EntityManager, shown: readonly Delivery[]): Promise<void> {
  await em.populate([...shown], ['alert', 'integration']);
  const attempts = await em.find(
    DeliveryAttempt,
    { delivery: [...shown] },
    { orderBy: { at: 'asc', id: 'asc' } },
  );
  const summaries = await summariesOf(em, shown);
  for (const delivery of shown) {
    delivery.attemptLog = attempts.filter((attempt) => attempt.delivery.id === delivery.id);
    delivery.toldBy = summaries.get(summaryIdOf(delivery) ?? '') ?? null;
    delivery.pausedUntil = pauseOf(delivery);
  }
}

/** The message that tells it together with others; a summary is one itself. */
function summaryIdOf({ id, kind, status, summaryId }: Delivery): string | null {
  if (kind === DeliveryKind.summary) return id;
  return status === DeliveryStatus.summarised ? summaryId : null;
}

async function summariesOf(
  em: EntityManager,
  shown: readonly Delivery[],
): Promise<Map<string, SummaryStanding>> {
  const ids = new Set(shown.flatMap((delivery) => summaryIdOf(delivery) ?? []));
  if (ids.size === 0) return new Map();
  const rows = await em.execute<(Omit<SummaryStanding, 'notBefore'> & { notBefore: string | null })[]>(
    `select s.id, s.status, s.reason, s.not_before as "notBefore",
            (select count(distinct told.alert_id)::int from delivery told
              where told.summary_id = s.id and told.kind <> 'summary') as alerts
       from delivery s where s.id in (select jsonb_array_elements_text(?::jsonb)::uuid)`,
    [JSON.stringify([...ids])],
  );
  return new Map(rows.map((row) => [row.id, { ...row, notBefore: dateOf(row.notBefore) }]));
}

/** Of what waits, itself or in its summary. */
function pauseOf({ status, toldBy, integration }: Delivery): Date | null {
  const waits = unsettled.includes(
    status === DeliveryStatus.summarised ? (toldBy?.status ?? status) : status,
  );
  return waits && integration && isPaused(integration) ? (integration.pausedUntil ?? null) : null;
}
