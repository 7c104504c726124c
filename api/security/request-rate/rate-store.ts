import { Redis } from 'ioredis';
import type { Attempts } from '#api/security/attempts/attempts.ts';
import type { Config } from '#api/config/config.ts';

/** What a node has counted and the others do not know yet. */
export interface Share {
  key: string;
  amount: number;
  /** Milliseconds since 1970; the count is forgotten then. */
  ends: number;
}

/** What nodes tell each other of what they have counted. */
export interface RateStore {
  /** @returns for each share what all nodes together have counted */
  add(shares: readonly Share[]): Promise<number[]>;
  close(): Promise<void>;
}

/** Redis where there is one; else PostgreSQL, among the counters of attempts. */
export function openRateStore(attempts: Attempts, { redisUrl }: Config): RateStore {
  if (redisUrl) return redisStore(redisUrl);
  return { add: (shares) => attempts.add(shares), close: async () => undefined };
}

/** Milliseconds for an answer. A Redis that hangs keeps its connections open. */
const patience = 1000;

/** A store that is away fails at once: nodes count by themselves until it is back. */
function redisStore(url: string): RateStore {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    socketTimeout: patience,
  });
  // Each call that fails says so.
  redis.on('error', () => undefined);
  return {
    async add(shares) {
      const pipeline = redis.pipeline();
      for (const { key, amount, ends } of shares) {
        const name = `netlantern:rate:${key}:${ends}`;
        pipeline.incrby(name, amount).pexpireat(name, ends);
      }
      const answers = (await pipeline.exec()) ?? [];
      return shares.map((_share, index) => totalIn(answers[index * 2]));
    },
    close: async () => redis.disconnect(),
  };
}

function totalIn([error, total]: [Error | null, unknown] = [new Error('No answer'), null]): number {
  if (error) throw error;
  return Number(total);
}
