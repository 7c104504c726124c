import type { EntityManager } from '@mikro-orm/postgresql';
import { addJob } from '#api/jobs/queue.ts';
import { lockDestinations } from './lock-destinations.ts';

/**
 * Sees to it that what waits for destinations is sent when it is time, within the caller's transaction. Whoever changes
 * what waits does it under the channel's row lock, so that the earliest time is always that of all. What comes after
 * something else of its alert has no time of its own.
 */
export async function wake(em: EntityManager, integrationIds: readonly string[]): Promise<void> {
  if (integrationIds.length === 0) return;
  const asked = JSON.stringify(integrationIds);
  await lockDestinations(em, integrationIds);
  const due = await em.execute<{ id: string; at: string }[]>(
    `select i.id, greatest(i.paused_until, next.at) as at
       from integration i
       join lateral (
         select min(first.at) as at from (
           select distinct on (coalesce(d.alert_id, d.id), d.recipient) coalesce(d.not_before, d.created_at) as at
             from delivery d where d.integration_id = i.id and d.status in ('waiting', 'retrying', 'held')
            order by coalesce(d.alert_id, d.id), d.recipient, d.created_at, d.id) first) next on true
      where i.id in (select jsonb_array_elements_text(?::jsonb)::uuid) and next.at is not null`,
    [asked],
  );
  for (const { id, at } of due) {
    const name = `deliver:${id}`;
    await addJob(
      em,
      'deliver',
      { integrationId: id },
      { jobKey: name, queueName: name, runAt: new Date(at) },
    );
  }
}
