import { Gauge } from 'prom-client';
import { bool, notNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { App } from '#api/config/app.ts';
import { registry } from '#api/observability/metrics.ts';
import { lockDestinations, longestWait, scheduleSender } from './deliveries.store.ts';
import { destinationOf } from './destinations.store.ts';
import { never, releaseHeld } from './re-evaluate.store.ts';

const oldestWaiting = new Gauge({
  name: 'deliveries_oldest_waiting_seconds',
  help: "Seconds that the oldest due delivery has waited. Paused destinations don't count.",
  registers: [registry],
});

/**
 * Every minute, makes sure that waiting deliveries have a job, re-evaluates held ones against current maintenance windows
 * and quiet hours, and settles those whose channel was removed.
 */
export async function resumeDeliveries({ orm }: App): Promise<void> {
  const em = orm.em.fork();
  await em.execute(
    `update delivery set status = 'skipped', reason_code = 'channel_removed', reason_params = null, not_before = null
      where integration_id is null and status in ('waiting', 'retrying', 'held')`,
    [],
    'run',
  );
  const waiting = await queryRows(
    em,
    { id: notNull(tables.delivery.integration_id), held: bool, jobless: bool },
    `select integration_id as id, bool_or(status = 'held') as held,
            not exists (select from graphile_worker.jobs
                         where key = 'deliver:' || integration_id and attempts < max_attempts) as jobless
       from delivery where status in ('waiting', 'retrying', 'held') and integration_id is not null
      group by integration_id`,
  );
  for (const { id } of waiting.filter(({ held }) => held)) {
    const destination = await destinationOf(em, id);
    if (!destination?.isActive) continue;
    await em.transactional(async (tx) => {
      await lockDestinations(tx, [id]);
      await releaseHeld(tx, destination, new Date(), never);
    });
  }
  const woken = waiting.filter(({ held, jobless }) => held || jobless).map(({ id }) => id);
  await em.transactional((tx) => scheduleSender(tx, woken));
  oldestWaiting.set(await longestWait(em));
}
