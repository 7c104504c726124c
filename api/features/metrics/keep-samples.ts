import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { partitionAt } from './partition-names.ts';
import { makePartitions } from './partitions.ts';
import type { Sample } from './sample.ts';

/**
 * Keeps what a round saw, in the caller's transaction and in one statement.
 * @param seconds the time since the round before that it stands for
 * @returns whether anything was kept: a missing partition lets nothing be kept, and nothing fail
 */
export async function keepSamples(
  em: EntityManager,
  controllerId: string,
  at: Date,
  seconds: number,
  samples: readonly Sample[],
): Promise<boolean> {
  if (samples.length === 0) return true;
  const { name } = partitionAt('device_sample', at);
  const { affectedRows } = await em.execute<{ affectedRows: number }>(
    `insert into metrics.device_sample (at, device_id, cpu, memory, disk_free, uplink_bps, seconds, state)
     select ?, device.id, cpu, memory, "diskFree", "uplinkBps", ?, seen.state
       from json_to_recordset(?::json) as seen ("hostId" text, mac text, state smallint, cpu real, memory real,
                                                "diskFree" real, "uplinkBps" real)
       join device on device.controller_id = ? and device.host_id = seen."hostId" and device.mac = seen.mac
      where to_regclass('metrics.${name}') is not null
     on conflict do nothing`,
    [at, seconds, JSON.stringify(samples), controllerId],
    'run',
  );
  return affectedRows > 0;
}

/** After a round of which nothing was kept: where the partition was missing, the next one finds it. */
export async function mendPartitions({ orm, log }: App, at: Date): Promise<void> {
  const made = await makePartitions(orm.em.fork(), at);
  if (made.length > 0) log.warn({ made }, 'Partitions were missing; a round was not kept');
}
