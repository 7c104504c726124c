import { databaseTimeoutMs, rejectAfter } from '#api/graphql/deadline.ts';
import { memoize } from '#api/lib/concurrency.ts';
import { toProductError, NotReady } from '#api/lib/errors.ts';
import type { PubSub } from '#api/live/pubsub.ts';

/** What visitors read, kept in memory until somebody changes it: a burst of reads asks the database once. */
export interface ContentCache {
  /**
   * What is kept under this name; else loads it, once for all who ask meanwhile. What fails is not kept, but where the
   * database is away what was read before still holds.
   */
  read<T>(name: string, load: () => Promise<T>): Promise<T>;
  /** Forgets everything at once on every node. Call it when what was changed has been committed. */
  changed(): void;
  close(): void;
}

/** Milliseconds after which everything is read anew, should both the ring and the news that it was lost be lost. */
const longest = 60_000;

type Reads<T = unknown> = Map<string, Promise<T>>;

/** Every node keeps its own; the bell tells them all. Loading gives up after `patience`, in milliseconds. */
export function openContentCache(pubsub: PubSub, patience = databaseTimeoutMs): ContentCache {
  let since = 0;
  let kept: Reads = new Map();
  /** What was kept before its time was over. It is still true as far as anybody knows. */
  let former: Reads = new Map();

  /** New maps, so that a read which began before the change ends where nobody looks any more. */
  function forget(): void {
    former = new Map();
    kept = new Map();
    since = performance.now();
  }

  /** All at once: what was made from other reads is never older than they are. */
  function renew(): void {
    former = kept;
    kept = new Map();
    since = performance.now();
  }

  const stopListening = pubsub.subscribe(({ topic }) => {
    if (topic === 'content' || topic === 'lost') forget();
  });
  return {
    read<T>(name: string, load: () => Promise<T>): Promise<T> {
      if (performance.now() - since >= longest) renew();
      return memoize(kept as Reads<T>, name, () => {
        const before = (former as Reads<T>).get(name);
        const loaded = rejectAfter(patience, load());
        return before ? loaded.catch((error: unknown) => orBefore(error, before)) : loaded;
      });
    },
    changed() {
      forget();
      pubsub.publish({ topic: 'content' });
    },
    close: stopListening,
  };
}

/** While the database is away visitors read what they read before. @throws whatever else went wrong */
function orBefore<T>(error: unknown, before: Promise<T>): Promise<T> {
  if (toProductError(error) instanceof NotReady) return before;
  throw error;
}
