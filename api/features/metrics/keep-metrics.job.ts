import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { maintain } from '#api/db/statement-timeout.ts';
import { dropPartitions, makePartitions } from './partitions.ts';
import { rolledUntil, rollUp } from './roll-up.ts';
import { rawDays } from './span.ts';

const day = 86_400_000;

/** Rows that one statement removes at most. */
const batch = 5000;

/** Hourly: partitions for the days to come, the hours that are over summed up, and what is too old dropped as a whole. */
export async function rollUpMetrics(
  { orm, config, log }: App,
  _payload: Record<string, never>,
): Promise<void> {
  const em = orm.em.fork();
  await makePartitions(em);
  await rollUp(em, new Date(), config.pollIntervalSeconds * 1000);
  const dropped = await dropOld(em);
  if (dropped.length > 0) log.info({ dropped }, 'Old partitions of measurements were dropped');
}

/** @returns the names of those that are gone */
async function dropOld(em: EntityManager): Promise<string[]> {
  const old = Date.now() - rawDays * day;
  // What is not summed up yet stays, whatever its age.
  const rolled = (await rolledUntil(em))?.getTime() ?? 0;
  const dropped = [
    ...(await dropPartitions(em, 'device_sample', new Date(Math.min(old, rolled)))),
    ...(await dropPartitions(em, 'wan_sample', new Date(old))),
  ];
  const longest = await longestHistory(em);
  if (longest === null) return dropped;
  const before = new Date(Date.now() - longest * day);
  return [
    ...dropped,
    ...(await dropPartitions(em, 'device_hour', before)),
    ...(await dropPartitions(em, 'wan_hour', before)),
  ];
}

/** Days of history of the package that has the most; null where there is none, or one without a limit. */
async function longestHistory(em: EntityManager): Promise<number | null> {
  const [row]: { days: number | null; boundless: boolean | null }[] = await em.execute(
    'select max(data_retention_days) as days, bool_or(data_retention_days < 0) as boundless from package',
  );
  return row?.boundless ? null : (row?.days ?? null);
}

/**
 * Nightly: hours of devices and lines that are gone, whose controllers were deleted. Nobody can ask for them since then;
 * their samples go with their partitions within days.
 */
export async function removeUnownedMetrics({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  await removeUnowned(em, 'device_hour', 'device_id', 'device');
  await removeUnowned(em, 'wan_hour', 'wan_id', 'wan');
}

async function removeUnowned(em: EntityManager, table: string, column: string, owner: string): Promise<void> {
  // The index is asked for the next id behind each, so that as many rows are looked at as there are owners, not hours.
  const unowned = await maintain(em, (tx) =>
    tx.execute<{ id: string }[]>(
      `with recursive ids as (
       (select ${column} as id from metrics.${table} order by 1 limit 1)
       union all
       select (select ${column} from metrics.${table} where ${column} > ids.id order by 1 limit 1)
         from ids where ids.id is not null)
     select id from ids where id is not null and not exists (select from "${owner}" o where o.id = ids.id)`,
    ),
  );
  for (const { id } of unowned) {
    let gone: { affectedRows: number };
    do {
      gone = await em.execute<{ affectedRows: number }>(
        `delete from metrics.${table} where ${column} = ? and at in (
           select at from metrics.${table} where ${column} = ? limit ${batch})`,
        [id, id],
        'run',
      );
    } while (gone.affectedRows === batch);
  }
}
