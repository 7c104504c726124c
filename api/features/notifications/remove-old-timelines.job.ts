import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { App } from '#api/config/app.ts';

/** Days after an alert's end that its notifications can still be looked up. */
const kept = 90;

/**
 * Alerts or summaries whose entries are deleted by one statement. Kept small, so that others don't wait long.
 */
const batch = 500;

/**
 * Nightly: deletes the timelines of alerts that ended long ago, with their deliveries and attempts, and old
 * summaries.
 */
export async function removeOldTimelines({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const before = new Date(Date.now() - kept * 86_400_000);
  let last: string | undefined = first;
  while (last) last = await removeSome(em, before, last);
  while ((await removeSummaries(em, before)) === batch);
}

/** Sorts before every other ID. */
const first = '00000000-0000-0000-0000-000000000000';

/**
 * Deliveries and attempts are deleted with their timeline entry.
 * @returns the last of these alerts
 */
async function removeSome(em: EntityManager, before: Date, after: string): Promise<string | undefined> {
  const over = await queryRows(
    em,
    { id: tables.alert.id },
    `select id from alert where resolved_at < ? and id > ? order by id limit ${batch}`,
    [before, after],
  );
  const ids = over.map(({ id }) => id);
  await em.execute(
    `delete from alert_entry where alert_id in (select jsonb_array_elements_text(?::jsonb)::uuid)`,
    [JSON.stringify(ids)],
    'run',
  );
  return ids.at(-1);
}

async function removeSummaries(em: EntityManager, before: Date): Promise<number> {
  const gone = await queryRows(
    em,
    { id: tables.delivery.id },
    `delete from delivery where id in (
       select id from delivery
        where kind = 'summary' and created_at < ? and status not in ('waiting', 'retrying', 'held') limit ${batch})
     returning id`,
    [before],
  );
  return gone.length;
}
