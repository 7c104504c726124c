import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import {
  partitionNamed,
  partitionsBetween,
  partitioned,
  type Partition,
  type Partitioned,
} from './partition-names.ts';

const day = 86_400_000;

/** Partitions are there so long before they are needed, milliseconds: a job that fails for two days costs nothing. */
const ahead = 3 * day;

/** One process at a time makes partitions. */
const lockKey = 427_104;

/** How long a partition that is to go waits for those who still read it, before it is left for the next time. */
const patience = '2s';

/** The first answer of the cloud about a line reaches back a day. */
const yesterday = () => new Date(Date.now() - day);

const all = Object.keys(partitioned) as Partitioned[];

/** Makes the partitions that are missing, from a moment on until some days ahead. @returns their names */
export async function makePartitions(
  em: EntityManager,
  from = yesterday(),
  tables: readonly Partitioned[] = all,
): Promise<string[]> {
  const to = new Date(Math.max(Date.now(), from.getTime()) + ahead);
  const wanted = tables.flatMap((table) => partitionsBetween(table, from, to));
  const there = new Set((await namesOf(em)).map(({ name }) => name));
  const missing = wanted.filter(({ name }) => !there.has(name));
  for (const partition of missing) await make(em, partition);
  return missing.map(({ name }) => name);
}

/**
 * `create table … partition of` would lock out everybody who reads or writes the table; a table of its own that is then
 * attached does not.
 */
async function make(em: EntityManager, { table, name, from, until }: Partition): Promise<void> {
  await em.execute(`
    do $$ begin
      perform pg_advisory_xact_lock(${lockKey});
      if to_regclass('metrics.${name}') is null then
        create table metrics.${name} (like metrics.${table} including all);
        alter table metrics.${table} attach partition metrics.${name}
          for values from ('${from.toISOString()}') to ('${until.toISOString()}');
      end if;
    exception when duplicate_table then
      -- Whoever had the lock before has made it; the look at what is there may be older than that.
      null;
    end $$`);
}

/**
 * Drops the partitions of one table that hold nothing younger than `before`. Nobody who reads or writes waits for it: it
 * is taken out beside them, and dropped once nobody looks at it any more. What cannot be dropped now can be the next time.
 * @returns the names of those that are gone
 */
export async function dropPartitions(em: EntityManager, table: Partitioned, before: Date): Promise<string[]> {
  const old = (await namesOf(em)).filter(({ name }) => {
    const partition = partitionNamed(name);
    return partition?.table === table && partition.until <= before;
  });
  if (old.length === 0) return [];
  // A connection of its own: no transaction may be around it, and its patience must not stay on anybody else's.
  const client = new pg.Client({ connectionString: em.config.get('clientUrl') });
  // The database may go away: that fails what is asked of it, and nothing else.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`set lock_timeout = '${patience}'`);
    const gone: string[] = [];
    for (const one of old) if (await drop(client, table, one)) gone.push(one.name);
    return gone;
  } finally {
    await client.end();
  }
}

/** `leaving`: whoever took it out was stopped in the middle. `out`: before it was dropped. */
type Stage = 'in' | 'leaving' | 'out';

interface Found {
  name: string;
  stage: Stage;
}

function namesOf(em: EntityManager): Promise<Found[]> {
  return em.execute(
    `select t.relname as name,
            case when i.inhrelid is null then 'out' when i.inhdetachpending then 'leaving' else 'in' end as stage
       from pg_class t left join pg_inherits i on i.inhrelid = t.oid
      where t.relnamespace = 'metrics'::regnamespace and t.relkind = 'r' order by t.relname`,
  );
}

async function drop(client: pg.Client, table: Partitioned, { name, stage }: Found): Promise<boolean> {
  const how = { in: 'concurrently', leaving: 'finalize', out: undefined }[stage];
  try {
    if (how) await client.query(`alter table metrics.${table} detach partition metrics.${name} ${how}`);
    await client.query(`drop table if exists metrics.${name}`);
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** Somebody else holds it: a reader, or another process that drops it. */
function isBusy(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '55P03' || code === '40P01' || code === '55000' || code === '42P01';
}
