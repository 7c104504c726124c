import { createHash } from 'node:crypto';
import { DriverException } from '@mikro-orm/core';
import pg from 'pg';
import { TooMany } from '#api/lib/errors.ts';
import { withStatementTimeout } from '#api/db/statement-timeout.ts';

/** Allows `attempts` within `seconds`. One more blocks the subject for `blockSeconds`. */
export interface Limit {
  /** Unique name of the limit, part of the counter's key. */
  name: string;
  attempts: number;
  seconds: number;
  /** Defaults to `seconds`. */
  blockSeconds?: number;
  /**
   * Each attempt restarts the window, so that no window ever has more than `attempts`. Refused attempts
   * don't, so that no one is locked out for good. Without it, the window starts at the first attempt.
   */
  sliding?: boolean;
  /** Error message when no attempts are left. */
  message: string;
}

/** Current value of a counter. */
export interface AttemptStatus {
  used: number;
  /** `null` while attempts are left. */
  blockedUntil: Date | null;
}

/** Counters shared by all nodes. An attempt is counted before it is made, so that parallel ones can't exceed the limit. */
export interface Attempts {
  /** Counts one. @returns how many are left. @throws TooMany, with the seconds to wait */
  take(limit: Limit, subject: string): Promise<number>;
  /** Refunds an attempt that turned out not to be a failure. */
  forgive(limit: Limit, subject: string): Promise<void>;
  /** Resets the subject's counter. */
  clear(limit: Limit, subject: string): Promise<void>;
  status(limit: Limit, subject: string): Promise<AttemptStatus>;
  /** Blocked subjects by `subjectKey`, with the end of their block. */
  blocked(limit: Limit): Promise<Map<string, Date>>;
  /**
   * Adds to plain counters, each until it `ends` (milliseconds since 1970), in one statement.
   * @returns the new totals
   */
  add(amounts: readonly { key: string; amount: number; ends: number }[]): Promise<number[]>;
  /** Deletes expired counters. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

interface Counter {
  key: string;
  points: number;
  expire: string;
}

/** Counting is fast, so two connections are enough. */
const connections = 2;

/**
 * Counts in one statement, under the row's lock, so that concurrent attempts each get their own number. Once
 * an attempt is refused, a counter stays at `attempts` + 1. $1 key, $2 now, $3 ms, $4 attempts, $5 sliding,
 * $6 ms of the block.
 */
const count = `
  insert into attempt as a (key, points, expire) values ($1, 1, $2::bigint + $3)
  on conflict (key) do update set
    points = case when a.expire <= $2 then 1 else least(a.points, $4::int) + 1 end,
    expire = case
      when a.expire <= $2 or ($5 and a.points < $4) then $2::bigint + $3
      when a.points = $4 and not $5 then $2::bigint + $6
      else a.expire end
  returning points, expire`;

/** Locks rows in key order, so that two nodes that add to the same ones can't deadlock. */
const addTo = `
  insert into attempt as a (key, points, expire)
  select * from unnest($1::text[], $2::int[], $3::bigint[]) as added (key, points, expire) order by key
  on conflict (key) do update set
    points = excluded.points + case when a.expire = excluded.expire then a.points else 0 end,
    expire = excluded.expire
  returning key, points, expire`;

/** Counters in PostgreSQL, because lockouts must survive a restart. */
export function openAttempts(databaseUrl: string): Attempts {
  const pool = new pg.Pool({
    connectionString: withStatementTimeout(databaseUrl),
    max: connections,
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is replaced with the next attempt.
  pool.on('error', () => undefined);

  async function ask(text: string, values: unknown[]): Promise<Counter[]> {
    try {
      return (await pool.query<Counter>(text, values)).rows;
    } catch (error) {
      // Throw the ORM's exception, so that an unreachable database isn't mistaken for a bug of ours.
      throw new DriverException(error as Error);
    }
  }

  return {
    async take(limit, subject) {
      const { attempts, seconds, blockSeconds = seconds, sliding = false } = limit;
      const now = Date.now();
      const values = [keyOf(limit, subject), now, seconds * 1000, attempts, sliding, blockSeconds * 1000];
      const [counter] = await ask(count, values);
      const { points, expire } = counter!;
      if (points > attempts) throw tooMany(limit, Number(expire) - now);
      return attempts - points;
    },
    async forgive(limit, subject) {
      await ask('update attempt set points = points - 1 where key = $1 and expire > $2 and points > 0', [
        keyOf(limit, subject),
        Date.now(),
      ]);
    },
    async clear(limit, subject) {
      await ask('delete from attempt where key = $1', [keyOf(limit, subject)]);
    },
    async status(limit, subject) {
      const [counter] = await ask('select points, expire from attempt where key = $1 and expire > $2', [
        keyOf(limit, subject),
        Date.now(),
      ]);
      const used = Math.min(counter?.points ?? 0, limit.attempts);
      return { used, blockedUntil: counter && used === limit.attempts ? dateOf(counter) : null };
    },
    async blocked({ name, attempts }) {
      const counters = await ask(
        'select key, expire from attempt where starts_with(key, $1) and expire > $2 and points >= $3',
        [`${name}:`, Date.now(), attempts],
      );
      return new Map(counters.map((counter) => [counter.key.slice(name.length + 1), dateOf(counter)]));
    },
    async add(amounts) {
      const counters = await ask(addTo, [
        amounts.map(({ key }) => key),
        amounts.map(({ amount }) => amount),
        amounts.map(({ ends }) => ends),
      ]);
      const totals = new Map(counters.map(({ key, points }) => [key, points]));
      return amounts.map(({ key, amount }) => totals.get(key) ?? amount);
    },
    async sweep() {
      await ask('delete from attempt where expire <= $1', [Date.now()]);
    },
    close: () => pool.end(),
  };
}

/** The subject's part of a counter's key: SHA-256, hex. */
export function subjectKey(subject: string): string {
  return createHash('sha256').update(subject).digest('hex');
}

const keyOf = ({ name }: Limit, subject: string): string => `${name}:${subjectKey(subject)}`;

const dateOf = ({ expire }: Counter): Date => new Date(Number(expire));

function tooMany({ message }: Limit, milliseconds: number): TooMany {
  return new TooMany(message, Math.max(1, Math.ceil(milliseconds / 1000)));
}
