import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { text } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';

/** Tables of the schema `metrics`, and whether one partition of each covers a day or a month, UTC. */
const partitioned = {
  device_sample: 'day',
  device_day: 'day',
  round_day: 'day',
  wan_sample: 'day',
  device_hour: 'month',
  wan_hour: 'month',
} as const;

type Partitioned = keyof typeof partitioned;

interface Partition {
  table: Partitioned;
  name: string;
  from: Date;
  /** Exclusive. */
  until: Date;
}

/** The partition that holds a moment. */
export function partitionAt(table: Partitioned, at: Date): Partition {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const daily = partitioned[table] === 'day';
  const from = new Date(Date.UTC(year, month, daily ? day : 1));
  const until = new Date(Date.UTC(year, daily ? month : month + 1, daily ? day + 1 : 1));
  const digits = from.toISOString().slice(0, 10).replaceAll('-', '');
  return { table, name: `${table}_${daily ? digits : digits.slice(0, 6)}`, from, until };
}

/** A table's partitions that cover a period, in order. */
export function partitionsBetween(table: Partitioned, from: Date, to: Date): Partition[] {
  const found: Partition[] = [];
  for (let at = from; at <= to; at = found.at(-1)!.until) found.push(partitionAt(table, at));
  return found;
}

/** The partition with a name. Undefined if it isn't ours. */
export function partitionNamed(name: string): Partition | undefined {
  const [, table, year, month, day = '01'] = /^([a-z_]+)_(\d{4})(\d\d)(\d\d)?$/.exec(name) ?? [];
  if (!table || !(table in partitioned)) return undefined;
  const partition = partitionAt(table as Partitioned, new Date(`${year}-${month}-${day}T00:00:00Z`));
  return partition.name === name ? partition : undefined;
}

const day = 86_400_000;

/** How far in advance partitions are created, in ms. A job may fail for two days without consequences. */
const ahead = 3 * day;

/** How long dropping a partition is retried while someone reads the table, milliseconds. Then it waits for the next run. */
const dropPatience = 2000;

/**
 * Milliseconds between attempts to drop a partition, so that queries that waited for the last one can catch
 * up.
 */
const dropPause = 100;

/** The cloud's first response about a connection covers the last day. */
const yesterday = () => new Date(Date.now() - day);

const all = Object.keys(partitioned) as Partitioned[];

/**
 * Creates missing partitions from a moment until some days ahead.
 * @returns their names
 */
export async function makePartitions(
  em: EntityManager,
  from = yesterday(),
  tables: readonly Partitioned[] = all,
): Promise<string[]> {
  const to = new Date(Math.max(Date.now(), from.getTime()) + ahead);
  const wanted = tables.flatMap((table) => partitionsBetween(table, from, to));
  const there = new Set(await namesOf(em));
  const missing = wanted.filter(({ name }) => !there.has(name));
  for (const partition of missing) await make(em, partition);
  return missing.map(({ name }) => name);
}

const make = (em: EntityManager, { table, name, from, until }: Partition) =>
  em.execute('select metrics.make_partition(?, ?, ?, ?)', [table, name, from, until], 'run');

/**
 * Drops a table's partitions with no rows newer than `before`. Readers and writers wait 50 ms at most. A
 * partition that can't be dropped within `dropPatience` is left for the next run.
 * @returns the names of the dropped partitions
 */
export async function dropPartitions(em: EntityManager, table: Partitioned, before: Date): Promise<string[]> {
  const old = (await namesOf(em)).filter((name) => {
    const partition = partitionNamed(name);
    return partition?.table === table && partition.until <= before;
  });
  const giveUp = performance.now() + dropPatience;
  const dropped: string[] = [];
  for (const name of old) if (await drop(em, name, giveUp)) dropped.push(name);
  return dropped;
}

/** A table's existing partitions, in order. */
export async function existingPartitions(em: EntityManager, table: Partitioned): Promise<Partition[]> {
  const found = (await namesOf(em)).flatMap((name) => partitionNamed(name) ?? []);
  return found.filter((partition) => partition.table === table);
}

/** Attached or detached, because an older version detached partitions first and may have been interrupted. */
async function namesOf(em: EntityManager): Promise<string[]> {
  const rows = await queryRows(
    em,
    { name: text },
    `select relname as name from pg_class
      where relnamespace = 'metrics'::regnamespace and relkind = 'r' order by relname`,
  );
  return rows.map(({ name }) => name);
}

async function drop(em: EntityManager, name: string, giveUp: number): Promise<boolean> {
  for (;;) {
    try {
      await em.execute('select metrics.drop_partition(?)', [name], 'run');
      return true;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > giveUp) return false;
      await sleep(dropPause);
    }
  }
}

/** Someone reads the table (lock_not_available), or waits for us while we wait for them (deadlock_detected). */
function isBusy(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '55P03' || code === '40P01';
}
