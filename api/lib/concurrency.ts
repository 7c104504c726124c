import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { TooMany } from './errors.ts';
import type { Steps } from './steps.ts';

/** A `Map`, a `WeakMap` or an `LRUCache` of promises. */
interface PromiseCache<Key, Value> {
  get(key: Key): Promise<Value> | undefined;
  set(key: Key, value: Promise<Value>): unknown;
  delete(key: Key): unknown;
}

/** Loads a value once for all callers. A failed load isn't kept, so the next caller tries again. */
export function memoize<Key, Value>(
  cache: PromiseCache<Key, Value>,
  key: Key,
  load: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known) return known;
  const loading = load();
  cache.set(key, loading);
  loading.catch(() => cache.get(key) === loading && cache.delete(key));
  return loading;
}

/** Shares work that is already running. Once it has finished, the next caller starts it again. */
export class SingleFlight {
  #running = new Map<string, Promise<unknown>>();

  run<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const running = this.#running as Map<string, Promise<Value>>;
    return memoize(running, key, () => work().finally(() => running.delete(key)));
  }
}

/**
 * Shares results among callers with the same request: after a network failure thousands reconnect at once.
 * One request at a time runs per key, so the slower requests are, the more callers share the next. No caller
 * gets a result from a request that started before theirs.
 */
export class RequestCoalescer<Answer> {
  #waiting = new Map<string, Promise<Answer>>();
  #running = new Map<string, Promise<unknown>>();

  /**
   * @param window minimum milliseconds between two requests for the same key, in which callers gather. The
   * first doesn't wait.
   */
  constructor(private window: number) {}

  coalesce(key: string, begin: () => Promise<Answer>): Promise<Answer> {
    const known = this.#waiting.get(key);
    if (known) return known;
    const turn = this.#running.get(key) ?? new Promise((resolve) => setImmediate(resolve));
    const answer = turn.then(() => this.#begin(key, begin));
    this.#waiting.set(key, answer);
    return answer;
  }

  #begin(key: string, begin: () => Promise<Answer>): Promise<Answer> {
    this.#waiting.delete(key);
    const answer = begin();
    const over = Promise.allSettled([answer]).then(() => sleep(this.window));
    this.#running.set(key, over);
    void over.then(() => this.#running.get(key) === over && this.#running.delete(key));
    return answer;
  }
}

/** Milliseconds for which steps run before they yield to the event loop. */
const sliceMs = 10;

/** Runs steps, and yields to the event loop in between, so that other requests are answered. */
export async function runYielding<Result>(steps: Steps<Result>): Promise<Result> {
  let until = performance.now() + sliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + sliceMs;
  }
}

/** Runs the tasks of one key sequentially, in order. */
export class KeyedSequence {
  #limits = new Map<string, LimitFunction>();

  async run<Value>(key: string, task: () => Promise<Value>): Promise<Value> {
    const limit = this.#limits.get(key) ?? pLimit(1);
    this.#limits.set(key, limit);
    try {
      return await limit(task);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.#limits.delete(key);
    }
  }
}

/**
 * Maps items in order, at most `concurrency` at a time.
 * @throws the first error, after which no further item starts
 */
export async function mapConcurrently<Item, Result>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit(concurrency);
  try {
    return await limit.map(items, work);
  } catch (error) {
    limit.clearQueue();
    throw error;
  }
}

interface Bounds {
  /** Tasks that run at the same time. */
  atOnce: number;
  /** Tasks that one party may have waiting, so that it can't delay the others. */
  mostOfOne: number;
  /** Tasks that may wait in total. */
  mostOfAll: number;
  /** Error message if the queue is full. */
  message: string;
}

/** Queues slow tasks. @throws TooMany if the queue is full */
export type FairQueue = <Value>(party: string, task: () => Promise<Value>) => Promise<Value>;

interface Waiting {
  begin: () => void;
  reject: () => void;
}

/**
 * Parties take turns, however many tasks one of them queues. So a newcomer waits for one task of each other
 * party. If the queue is full, the party with the most waiting tasks gives one up for the newcomer.
 */
export function fairQueue({ atOnce, mostOfOne, mostOfAll, message }: Bounds): FairQueue {
  /** In the order of the parties' next turns. */
  const queues = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function wait(party: string): Promise<void> {
    const queue = queues.get(party) ?? [];
    if (queue.length >= mostOfOne) throw new TooMany(message);
    if (waiting >= mostOfAll && !makeRoom(queue.length)) throw new TooMany(message);
    queues.set(party, queue);
    waiting += 1;
    return new Promise((resolve, reject) => {
      queue.push({ begin: resolve, reject: () => reject(new TooMany(message)) });
    });
  }

  /** Makes room for a party with `own` waiting tasks. False if no other party has at least two more. */
  function makeRoom(own: number): boolean {
    let longest: Waiting[] = [];
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= own + 1) return false;
    longest.pop()?.reject();
    waiting -= 1;
    return true;
  }

  function beginNext(): boolean {
    const [next] = queues;
    if (!next) return false;
    const [party, queue] = next;
    queue.shift()?.begin();
    waiting -= 1;
    queues.delete(party);
    if (queue.length > 0) queues.set(party, queue);
    return true;
  }

  return async (party, task) => {
    if (running >= atOnce) await wait(party);
    else running += 1;
    try {
      return await task();
    } finally {
      if (!beginNext()) running -= 1;
    }
  };
}
