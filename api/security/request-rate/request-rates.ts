import type { Logger } from 'pino';
import { Redis } from 'ioredis';
import type { Config } from '#api/config/config.ts';
import { TooMany } from '#api/lib/errors.ts';
import { subjectKey, type Attempts } from '../attempts/attempts.ts';

/** Length of the rate limit window in milliseconds. */
export const rateWindow = 60_000;

/**
 * Fraction of a limit that a node counts locally before it syncs. Each node may exceed the limit by about
 * twice that.
 */
const unsentFraction = 1 / 40;

/** Milliseconds before a failed store is retried. */
const storeRetryMs = 1000;

const counted = ['requests', 'cost'] as const;
export type RateName = (typeof counted)[number];

/** Current state of a count. */
export interface RateStatus {
  name: RateName;
  /** Per minute. */
  allowed: number;
  remaining: number;
  /** Seconds until the count resets. */
  reset: number;
}

/**
 * Requests and their cost, per minute and subject. Counted in memory and synced in the background, in steps
 * of a fortieth of a limit (`unsentFraction`), so that an ordinary request writes nothing and never waits.
 */
export interface RequestRates {
  /**
   * Counts a request.
   * @throws TooMany without counting it
   */
  take(subject: string): void;
  /**
   * Counts the cost of its operation.
   * @throws TooMany without counting it
   */
  spend(subject: string, cost: number): void;
  status(subject: string): RateStatus[];
  close(): Promise<void>;
}

/**
 * One count of one subject within its minute. `total` is what all nodes had counted together at the last
 * sync.
 */
interface Count {
  total: number;
  sending: number;
  unsent: number;
}

interface Entry {
  key: string;
  /** Milliseconds since 1970. */
  ends: number;
  requests: Count;
  cost: Count;
}

type Limits = Pick<Config, 'requestsPerMinute' | 'costPerMinute'>;

interface Options {
  limits: Limits;
  store: RateStore;
  log: Logger;
  now?: () => number;
}

export function openRequestRates({ limits, store, log, now = Date.now }: Options): RequestRates {
  const entries = new Map<string, Entry>();
  let waiting = new Set<Entry>();
  let telling = false;
  let notBefore = 0;
  let failed = false;

  function allowed(subject: string, name: RateName): number {
    const full = name === 'requests' ? limits.requestsPerMinute : limits.costPerMinute;
    return isVisitor(subject) ? Math.ceil(full / 2) : full;
  }

  function entryOf(subject: string): Entry {
    const known = entries.get(subject);
    if (known && known.ends > now()) return known;
    const key = known?.key ?? subjectKey(subject);
    const entry = { key, ends: endOf(key, now()), requests: emptyCount(), cost: emptyCount() };
    entries.set(subject, entry);
    return entry;
  }

  function count(subject: string, name: RateName, amount: number): void {
    const entry = entryOf(subject);
    const most = allowed(subject, name);
    if (usedIn(entry[name]) + amount > most) throw tooMany(name, most, secondsTo(entry, now()));
    entry[name].unsent += amount;
    if (entry[name].unsent < most * unsentFraction) return;
    waiting.add(entry);
    if (!telling && now() >= notBefore) void sendCounts();
  }

  async function sendCounts(): Promise<void> {
    telling = true;
    try {
      while (waiting.size > 0) {
        const shares = [...waiting].flatMap(sharesOf);
        waiting = new Set();
        await sendShares(shares);
        failed = false;
      }
    } catch (error) {
      notBefore = now() + storeRetryMs;
      if (!failed) log.warn({ err: error }, 'Failed to share request rates; each node counts on its own');
      failed = true;
    } finally {
      telling = false;
    }
  }

  async function sendShares(shares: (Share & { count: Count })[]): Promise<void> {
    try {
      const totals = await store.add(shares);
      shares.forEach(({ count: of }, index) => {
        of.total = totals[index] ?? 0;
        of.sending = 0;
      });
    } catch (error) {
      for (const { count: of } of shares) {
        of.unsent += of.sending;
        of.sending = 0;
      }
      throw error;
    }
  }

  const sweeper = setInterval(() => {
    for (const [subject, { ends }] of entries) if (ends <= now()) entries.delete(subject);
  }, rateWindow).unref();

  return {
    take: (subject) => count(subject, 'requests', 1),
    spend: (subject, cost) => count(subject, 'cost', cost),
    status(subject) {
      const entry = entryOf(subject);
      return counted.map((name) => {
        const most = allowed(subject, name);
        const remaining = Math.max(0, most - usedIn(entry[name]));
        return { name, allowed: most, remaining, reset: secondsTo(entry, now()) };
      });
    },
    close() {
      clearInterval(sweeper);
      return store.close();
    },
  };
}

const emptyCount = (): Count => ({ total: 0, sending: 0, unsent: 0 });

const usedIn = ({ total, sending, unsent }: Count): number => total + sending + unsent;

const secondsTo = ({ ends }: Entry, at: number): number => Math.max(1, Math.ceil((ends - at) / 1000));

/**
 * Each subject's minute starts at a different second, the same on every node, so that blocked callers don't
 * all return at once.
 */
function endOf(key: string, at: number): number {
  const shift = Number.parseInt(key.slice(0, 8), 16) % rateWindow;
  return (Math.floor((at - shift) / rateWindow) + 1) * rateWindow + shift;
}

function sharesOf(entry: Entry): (Share & { count: Count })[] {
  const told = counted.filter((name) => entry[name].unsent > 0);
  return told.map((name) => {
    const of = entry[name];
    of.sending = of.unsent;
    of.unsent = 0;
    return { key: `${name}:${entry.key}`, amount: of.sending, ends: entry.ends, count: of };
  });
}

const isVisitor = (subject: string): boolean => subject.startsWith('address:');

function tooMany(limit: RateName, allowed: number, retryAfter: number): TooMany {
  const what = limit === 'requests' ? `${allowed} requests` : `A cost of ${allowed}`;
  const verb = limit === 'requests' ? 'are' : 'is';
  const wait = `Try again in ${retryAfter} second${retryAfter === 1 ? '' : 's'}.`;
  return new TooMany(`${what} per minute ${verb} allowed. ${wait}`, retryAfter, { limit, allowed });
}

/** Counts that a node hasn't shared with the others yet. */
export interface Share {
  key: string;
  amount: number;
  /** Milliseconds since 1970, when the count is dropped. */
  ends: number;
}

/** Shares counts between nodes. */
interface RateStore {
  /** @returns the total of all nodes for each share */
  add(shares: readonly Share[]): Promise<number[]>;
  close(): Promise<void>;
}

/** Uses Redis if configured, otherwise the attempt counters in PostgreSQL. */
export function openRateStore(attempts: Attempts, { redisUrl }: Config): RateStore {
  if (redisUrl) return redisStore(redisUrl);
  return { add: (shares) => attempts.add(shares), close: async () => undefined };
}

/** Response timeout in milliseconds, because a hanging Redis keeps its connections open. */
const redisTimeoutMs = 1000;

/** Fails immediately while the store is unavailable, so that nodes count on their own until it is back. */
function redisStore(url: string): RateStore {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    socketTimeout: redisTimeoutMs,
  });
  // Each failed call reports its own error.
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
