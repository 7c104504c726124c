import { createHash } from 'node:crypto';
import pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { TooMany } from '#api/errors.ts';

/** So many attempts within so many seconds; after one more, none for `blockSeconds`. */
export interface Limit {
  /** Part of the counter's key: one name for each thing that is counted. */
  name: string;
  attempts: number;
  seconds: number;
  /** As `seconds` unless told. */
  blockSeconds?: number;
  /** What a person reads who has none left. */
  says: string;
}

/** How far a counter has come. */
export interface Standing {
  used: number;
  /** Null while attempts are left. */
  blockedUntil: Date | null;
}

/** Counters that all nodes share. An attempt is counted before it is made, so that parallel ones cannot slip through. */
export interface Attempts {
  /** Counts one. @returns how many are left. @throws TooMany, with the seconds to wait */
  take(limit: Limit, subject: string): Promise<number>;
  /** Gives one back: it was no failure after all. */
  forgive(limit: Limit, subject: string): Promise<void>;
  /** Forgets everything counted for the subject. */
  clear(limit: Limit, subject: string): Promise<void>;
  standing(limit: Limit, subject: string): Promise<Standing>;
  close(): Promise<void>;
}

/** Counting is short: two connections serve many. */
const connections = 2;

/** Counters in PostgreSQL: they outlive a restart, and a lockout must. */
export function openAttempts(databaseUrl: string): Attempts {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, allowExitOnIdle: true });
  // An idle connection that breaks is replaced with the next attempt.
  pool.on('error', () => undefined);
  const limiters = new Map<string, RateLimiterPostgres>();

  function limiterOf({ name, attempts, seconds, blockSeconds = seconds }: Limit): RateLimiterPostgres {
    const id = `${name} ${attempts} ${seconds} ${blockSeconds}`;
    const known = limiters.get(id);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'attempt',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: attempts,
      duration: seconds,
      blockDuration: blockSeconds,
    });
    limiters.set(id, limiter);
    return limiter;
  }

  return {
    async take(limit, subject) {
      try {
        return (await limiterOf(limit).consume(keyOf(subject))).remainingPoints;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) throw tooMany(limit, refused.msBeforeNext);
        throw refused;
      }
    },
    async forgive(limit, subject) {
      await limiterOf(limit).reward(keyOf(subject));
    },
    async clear(limit, subject) {
      await limiterOf(limit).delete(keyOf(subject));
    },
    async standing(limit, subject) {
      const found = await limiterOf(limit).get(keyOf(subject));
      const used = found?.consumedPoints ?? 0;
      const blocked = found !== null && used > limit.attempts;
      return { used, blockedUntil: blocked ? new Date(Date.now() + found.msBeforeNext) : null };
    },
    close: () => pool.end(),
  };
}

function tooMany({ says }: Limit, milliseconds: number): TooMany {
  return new TooMany(says, Math.max(1, Math.ceil(milliseconds / 1000)));
}

function keyOf(subject: string): string {
  return createHash('sha256').update(subject).digest('base64url');
}
