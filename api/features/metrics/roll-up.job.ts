import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, orNull, text, uuid } from '#api/db/columns.ts';
import { changeRows, queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { App } from '#api/config/app.ts';
import { maintain, allowMaintenance } from '#api/db/statement-timeout.ts';
import { lockKeys } from '#api/db/lock-keys.ts';
import { dropPartitions, makePartitions, partitionNamed } from './partitions.store.ts';
import { rawDays } from './series.ts';

const day = 86_400_000;

/** Maximum rows deleted by one statement. */
const batch = 5000;

/** Hourly: creates partitions for the coming days, sums up past hours, and drops expired partitions. */
export async function rollUpMetrics(
  { orm, config, log }: App,
  _payload: Record<string, never>,
): Promise<void> {
  const em = orm.em.fork();
  await makePartitions(em);
  await rollUp(em, new Date(), config.pollIntervalSeconds * 1000);
  const dropped = await dropOld(em);
  if (dropped.length > 0) log.info({ dropped }, 'Dropped old partitions of measurements');
}

/** @returns the names of the dropped partitions */
async function dropOld(em: EntityManager): Promise<string[]> {
  const old = Date.now() - rawDays * day;
  // Samples that haven't been summed yet stay, whatever their age.
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

/** The longest history of any package in days. `null` if there are none, or one has no limit. */
async function longestHistory(em: EntityManager): Promise<number | null> {
  const [row] = await queryRows(
    em,
    { days: orNull(tables.package.data_retention_days), boundless: orNull(bool) },
    'select max(data_retention_days) as days, bool_or(data_retention_days < 0) as boundless from package',
  );
  return row?.boundless ? null : (row?.days ?? null);
}

/**
 * Nightly: deletes hours of devices and lines whose controllers were deleted. They can't be queried any more,
 * and their samples are dropped with their partitions within days.
 */
export async function removeUnownedMetrics({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  await removeUnowned(em, 'device_hour', 'device_id', 'device');
  await removeUnowned(em, 'wan_hour', 'wan_id', 'wan');
}

async function removeUnowned(em: EntityManager, table: string, column: string, owner: string): Promise<void> {
  // Skip from ID to ID in the index, so that as many rows are read as there are owners, not hours.
  const unowned = await maintain(em, (tx) =>
    queryRows(
      tx,
      { id: uuid },
      `with recursive ids as (
       (select ${column} as id from metrics.${table} order by 1 limit 1)
       union all
       select (select ${column} from metrics.${table} where ${column} > ids.id order by 1 limit 1)
         from ids where ids.id is not null)
     select id from ids where id is not null and not exists (select from "${owner}" o where o.id = ids.id)`,
    ),
  );
  for (const { id } of unowned) {
    let gone: number;
    do {
      gone = await changeRows(
        em,
        `delete from metrics.${table} where ${column} = ? and at in (
           select at from metrics.${table} where ${column} = ? limit ${batch})`,
        [id, id],
      );
    } while (gone === batch);
  }
}

const hour = 3_600_000;

/** Milliseconds after its end, plus the polling interval, at which an hour is complete. */
const settled = 10 * 60_000;

/**
 * Sums up samples by the hour, each in its own transaction together with its completion mark. So a killed,
 * late or duplicate run doesn't change the result.
 * @param intervalMs the longest polling interval, because a reading is stored under the time it was due
 */
export async function rollUp(em: EntityManager, now: Date, intervalMs: number): Promise<void> {
  const end = floor(now.getTime() - settled - intervalMs);
  for (;;) if (!(await rollNext(em, new Date(end)))) return;
}

/** The end of the last hour summed up. `null` before the first one. */
export async function rolledUntil(em: EntityManager): Promise<Date | null> {
  const [row] = await queryRows(em, { until: tables.rolled_up.until }, 'select until from metrics.rolled_up');
  return row ? new Date(row.until) : null;
}

function rollNext(em: EntityManager, end: Date): Promise<boolean> {
  return em.transactional(async (tx) => {
    const run = (text: string, values: unknown[] = []) => tx.execute(text, values, 'run');
    await allowMaintenance(tx);
    await run(`select pg_advisory_xact_lock(${lockKeys.rollUp})`);
    const rolled = await rolledUntil(tx);
    const from = rolled ?? (await firstHour(tx));
    if (!from || from >= end) return false;
    const until = new Date(from.getTime() + hour);
    await makePartitions(em.fork(), from, ['device_hour']);
    await run(rolling, [from, until]);
    await run(
      rolled ? 'update metrics.rolled_up set until = ?' : 'insert into metrics.rolled_up values (?)',
      [until],
    );
    return true;
  });
}

/** SQL: sums up the hours from one moment to another. */
export const rolling = `
  insert into metrics.device_hour as kept (at, device_id, samples, cpu, cpu_max, memory, memory_max, disk_free,
                                           uplink_bps, uplink_bps_max, observed_seconds, online_seconds)
  select date_trunc('hour', at, 'UTC'), device_id, count(*), avg(cpu), max(cpu), avg(memory), max(memory), min(disk_free),
         avg(uplink_bps), max(uplink_bps), coalesce(sum(seconds) filter (where state in (1, 2, 4)), 0),
         coalesce(sum(seconds) filter (where state = 1), 0)
    from metrics.device_sample where at >= ? and at < ? group by 1, 2
  on conflict (device_id, at) do update set
    samples = excluded.samples, cpu = excluded.cpu, cpu_max = excluded.cpu_max, memory = excluded.memory,
    memory_max = excluded.memory_max, disk_free = excluded.disk_free, uplink_bps = excluded.uplink_bps,
    uplink_bps_max = excluded.uplink_bps_max, observed_seconds = excluded.observed_seconds,
    online_seconds = excluded.online_seconds`;

/** The start of the oldest possible samples. Undefined while there are no partitions. */
async function firstHour(em: EntityManager): Promise<Date | undefined> {
  const oldest = Date.now() - rawDays * 24 * hour;
  const partitions = await queryRows(
    em,
    { name: text },
    `select relname as name from pg_class c join pg_inherits i on i.inhrelid = c.oid
        where i.inhparent = 'metrics.device_sample'::regclass and relkind = 'r' order by relname`,
  );
  const days = partitions.flatMap(({ name }) => partitionNamed(name) ?? []);
  const first = days.find(({ until }) => until.getTime() > oldest);
  return first && new Date(Math.max(first.from.getTime(), floor(oldest)));
}

const floor = (at: number): number => Math.floor(at / hour) * hour;
