import { databaseTimeoutMs, rejectAfter } from '#api/graphql/deadline.ts';
import { memoize } from '#api/lib/concurrency.ts';
import { toProductError, NotReady } from '#api/lib/errors.ts';
import type { PubSub } from '#api/live/pubsub.ts';

/** Public content, cached in memory until someone changes it. A burst of reads queries the database once. */
export interface ContentCache {
  /**
   * Returns the cached value, or loads it once for all concurrent callers. Failures aren't cached, but while
   * the database is unreachable the previous value is still served.
   */
  read<T>(name: string, load: () => Promise<T>): Promise<T>;
  /** Clears the cache on every node. Call it once a change has been committed. */
  changed(): void;
  close(): void;
}

/** Maximum age in ms, in case both a signal and the notice of its loss go missing. */
const longest = 60_000;

type Reads<T = unknown> = Map<string, Promise<T>>;

/** Each node keeps its own cache and is invalidated through pub/sub. Loading gives up after `patience` ms. */
export function openContentCache(pubsub: PubSub, patience = databaseTimeoutMs): ContentCache {
  let since = 0;
  let kept: Reads = new Map();
  /** Values from before the last renewal. Still current, as far as we know. */
  let former: Reads = new Map();

  /** Replaces the maps, so that a read that began before the change isn't cached. */
  function forget(): void {
    former = new Map();
    kept = new Map();
    since = performance.now();
  }

  /** Replaces everything at once, so that a cached value is never older than the reads it was made from. */
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

/**
 * While the database is unreachable, visitors get the previous value.
 * @throws any other error
 */
function orBefore<T>(error: unknown, before: Promise<T>): Promise<T> {
  if (toProductError(error) instanceof NotReady) return before;
  throw error;
}
