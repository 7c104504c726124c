import type { EntityManager } from '@mikro-orm/postgresql';
import { changeRows } from '#api/db/query-rows.ts';
import type { App } from '#api/config/app.ts';
import { partitionAt, makePartitions } from './partitions.store.ts';
import type { Sample, Reachability } from './samples.ts';

/**
 * Stores a round's measurements, in the caller's transaction and in one statement.
 * @param seconds the time since the previous round that they represent
 * @returns whether anything was stored: without a partition nothing is stored, and nothing fails
 */
export async function insertSamples(
  em: EntityManager,
  controllerId: string,
  at: Date,
  seconds: number,
  samples: readonly Sample[],
): Promise<boolean> {
  if (samples.length === 0) return true;
  const { name } = partitionAt('device_sample', at);
  const kept = await changeRows(
    em,
    `insert into metrics.device_sample (at, device_id, cpu, memory, disk_free, uplink_bps, seconds, state,
                                        deferred)
     select ?, device.id, cpu, memory, "diskFree", "uplinkBps", ?, seen.state, deferred
       from json_to_recordset(?::json) as seen ("hostId" text, mac text, state smallint, cpu real, memory real,
                                                "diskFree" real, "uplinkBps" real, deferred boolean)
       join device on device.controller_id = ? and device.host_id = seen."hostId" and device.mac = seen.mac
      where to_regclass('metrics.${name}') is not null
     on conflict do nothing`,
    [at, seconds, JSON.stringify(samples), controllerId],
  );
  return kept > 0;
}

/** Creates the missing partition after a round that couldn't be stored, so that the next one can. */
export async function repairPartitions({ orm, log }: App, at: Date): Promise<void> {
  const made = await makePartitions(orm.em.fork(), at);
  if (made.length > 0) log.warn({ made }, "Partitions were missing, so a poll's samples weren't stored");
}

/**
 * Starts and ends intervals that changed since the previous round, in the caller's transaction. A console
 * that isn't included is no longer monitored.
 * @param at when the round was due
 */
export async function recordReachability(
  em: EntityManager,
  controllerId: string,
  at: Date,
  sights: readonly Reachability[],
): Promise<void> {
  await em.execute(
    `with now as (
       select * from json_to_recordset(?::json) as seen ("hostId" text, seen boolean, problem text)
     ), open as (
       select id, host_id, seen, problem from reachability_interval where controller_id = ? and until is null
     ), ended as (
       update reachability_interval set until = ? where id in (
         select id from open where not exists (
           select from now where now."hostId" = open.host_id and now.seen = open.seen
              and now.problem is not distinct from open.problem))
     )
     insert into reachability_interval (controller_id, host_id, began, seen, problem)
     select ?, "hostId", ?, now.seen, now.problem from now where not exists (
       select from open where now."hostId" = open.host_id and now.seen = open.seen
          and now.problem is not distinct from open.problem)`,
    [JSON.stringify(sights), controllerId, at, controllerId, at],
    'run',
  );
}

/** Ends open intervals where monitoring stopped, so that earlier states don't extend into the gap. */
export async function endReachability(em: EntityManager, controllerId: string, at: Date): Promise<void> {
  await em.execute(
    'update reachability_interval set until = greatest(began, ?) where controller_id = ? and until is null',
    [at, controllerId],
    'run',
  );
}
