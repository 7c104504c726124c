import pg from 'pg';
import type { Logger } from 'pino';
import { lockClasses } from '#api/db/lock-keys.ts';
import { withStatementTimeout } from '#api/db/statement-timeout.ts';

/** Each live worker holds a lock of this class. */
const lockClass = lockClasses.worker;

/** Interval in ms between checks for jobs of dead workers. */
const lookEvery = 2000;

/** Delay before a lost connection is reopened, in ms. */
const reconnectAfter = 500;

export interface Liveness {
  /** Marks this pool of workers as alive until the process ends, even if it crashes. */
  register(poolId: string): Promise<void>;
  /** Marks a pool as ended, so that its jobs are released. */
  forget(poolId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Releases the jobs of killed workers, for which the queue alone would wait four hours. Each worker holds a
 * PostgreSQL lock while its connection lives, and jobs claimed by a pool without its lock are released. The
 * lock must be missing twice, because a new pool may claim a job before it has its lock.
 */
export async function openLiveness(
  connectionString: string,
  log: Logger,
  onFreed: () => void = () => undefined,
): Promise<Liveness> {
  const pools = new Set<string>();
  let missed = new Set<string>();
  let closed = false;
  let client = await connect();

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({
      connectionString: withStatementTimeout(connectionString),
      keepAlive: true,
    });
    opened.on('error', () => undefined);
    await opened.connect();
    for (const pool of pools) await opened.query(holding, [lockClass, pool]);
    opened.once('end', () => {
      if (!closed) setTimeout(() => void reconnect(), reconnectAfter);
    });
    return opened;
  }

  async function reconnect(): Promise<void> {
    if (closed) return;
    try {
      client = await connect();
    } catch {
      setTimeout(() => void reconnect(), reconnectAfter);
    }
  }

  let last: Promise<unknown> = Promise.resolve();

  /** One query at a time, because they share a connection. */
  function ask<Row extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<pg.QueryResult<Row>> {
    const answer = last.catch(() => undefined).then(() => client.query<Row>(sql, values));
    last = answer;
    return answer;
  }

  async function look(): Promise<void> {
    const { rows } = await ask<{ locked_by: string }>(orphans, [lockClass]);
    const gone = rows.map((row) => row.locked_by);
    const dead = gone.filter((pool) => missed.has(pool));
    missed = new Set(gone);
    if (dead.length === 0) return;
    await ask('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
    log.warn({ workers: dead }, 'Workers have stopped responding; their jobs will run again');
    onFreed();
  }

  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch(() => undefined)
      .finally(() => (looking = false));
  }, lookEvery);

  return {
    async register(poolId) {
      pools.add(poolId);
      await ask(holding, [lockClass, poolId]);
    },
    async forget(poolId) {
      if (pools.delete(poolId)) await ask('select pg_advisory_unlock($1, hashtext($2))', [lockClass, poolId]);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await client.end().catch(() => undefined);
    },
  };
}

/** Held until the connection ends. */
const holding = 'select pg_advisory_lock($1, hashtext($2))';

/**
 * Pools that have claimed jobs or queues and hold no lock. One-off pools never hold one and are left alone.
 */
const orphans = `
  select locked_by from (
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null
  ) as claimed
  where locked_by not like 'otpool-%' and not exists (
    select from pg_locks
    where locktype = 'advisory' and classid = $1 and objid::bigint = (hashtext(locked_by)::bigint & 4294967295)
      and database = (select oid from pg_database where datname = current_database()))`;
