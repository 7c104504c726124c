import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { bytes, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { allowMaintenance } from '#api/db/statement-timeout.ts';
import { tables } from '#api/db/tables.ts';
import { dropPartitions, existingPartitions, makePartitions } from './partitions.store.ts';
import {
  alignedTo,
  collectedRounds,
  collectedSamples,
  measures,
  statesIn,
  type StoredSamples,
} from './sample-days.ts';
import { recordEarlierStates } from './state-changes.store.ts';

const day = 86_400_000;

/** Days for which packed samples are kept. */
export const packedDays = 31;

/** Milliseconds after its end, plus the polling interval, at which a day is complete. */
const settled = 10 * 60_000;

/** Devices whose samples are in memory at a time, about 20 KB each. */
const batch = 200;

/**
 * Hourly: packs the samples of each finished day, one row per device, so that a month of them can be read in seconds.
 * Samples are dropped after eight days.
 */
export async function packDays({ orm, config, log }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const packed = await packUntil(em, new Date(), config.pollIntervalSeconds * 1000);
  const before = new Date(Date.now() - packedDays * day);
  for (const table of ['device_day', 'round_day'] as const) await dropPartitions(em, table, before);
  if (packed > 0) log.info({ packed }, 'Packed the samples of finished days');
}

/** @returns how many days of controllers were packed */
export async function packUntil(em: EntityManager, now: Date, intervalMs: number): Promise<number> {
  const end = now.getTime() - settled - intervalMs;
  let packed = 0;
  for (const { from, until } of await existingPartitions(em, 'device_sample')) {
    if (until.getTime() > end) continue;
    const missing = await queryRows(
      em,
      { id: tables.controller.id },
      `select id from controller c where created_at < ? and not exists (
         select from metrics.round_day r where r.controller_id = c.id and r.at = ?)`,
      [until, from],
    );
    if (missing.length === 0) continue;
    await makePartitions(em, from, ['device_day', 'round_day']);
    for (const { id } of missing) packed += (await packDay(em, id, from)) ? 1 : 0;
  }
  return packed;
}

/** @returns whether the controller had any rounds on that day */
function packDay(em: EntityManager, controllerId: string, from: Date): Promise<boolean> {
  return em.transactional(async (tx) => {
    await allowMaintenance(tx);
    const until = new Date(from.getTime() + day);
    const devices = await queryRows(
      tx,
      { id: tables.device.id },
      'select id from device where controller_id = ? order by id',
      [controllerId],
    );
    const [rounds] = await queryRows(tx, { offsets: bytes, seconds: bytes }, collectedRounds, [
      from,
      asArray(devices),
      from,
      until,
    ]);
    const { offsets, seconds } = rounds!;
    for (let at = 0; at < devices.length && offsets.length > 0; at += batch) {
      const some = devices.slice(at, at + batch);
      const collected = await queryRows(tx, collectedColumns, collectedSamples(), [
        from,
        asArray(some),
        from,
        until,
      ]);
      const days = collected.map(({ deviceId, ...own }) => ({ deviceId, ...alignedTo(offsets, own) }));
      await store(tx, from, days);
      await recordEarlierStates(
        tx,
        controllerId,
        days.flatMap((one) => statesIn(from, offsets, one)),
      );
    }
    // Written last, as the mark of completion.
    await tx.execute(
      `insert into metrics.round_day (at, controller_id, offsets, seconds)
       values (?, ?, decode(?, 'base64'), decode(?, 'base64')) on conflict do nothing`,
      [from, controllerId, offsets.toString('base64'), seconds.toString('base64')],
      'run',
    );
    return offsets.length > 0;
  });
}

const asArray = (devices: readonly { id: string }[]): string => `{${devices.map(({ id }) => id).join(',')}}`;

const collectedColumns = {
  deviceId: tables.device_sample.device_id,
  offsets: bytes,
  state: bytes,
  cpu: orNull(bytes),
  memory: orNull(bytes),
  disk_free: orNull(bytes),
  uplink_bps: orNull(bytes),
};

const stored = ['state', ...measures] as const;

async function store(
  em: EntityManager,
  from: Date,
  days: readonly ({ deviceId: string } & StoredSamples)[],
): Promise<void> {
  if (days.length === 0) return;
  const rows = days.map((one) => ({
    deviceId: one.deviceId,
    ...Object.fromEntries(stored.map((name) => [name, one[name]?.toString('base64')])),
  }));
  await em.execute(
    `insert into metrics.device_day (at, device_id, ${stored.join(', ')})
     select ?, "deviceId", ${stored.map((name) => `decode(${name}, 'base64')`).join(', ')}
       from json_to_recordset(?::json) as packed ("deviceId" uuid, ${stored.map((name) => `${name} text`).join(', ')})
     on conflict do nothing`,
    [from, JSON.stringify(rows)],
    'run',
  );
}
