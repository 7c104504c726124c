import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Logger } from 'pino';

/** Share of the heap's limit that is still in use after all that could be given back was: V8 would end the process at once. */
const fullAt = 0.85;

/**
 * A promise that failed and nobody waited for is logged, and the process lives: what it was about stands in the database
 * as it did before. After an exception that nobody caught, or with a heap that is nearly full, nobody knows what still
 * works: `end` is called, once, to finish what is under way and leave; whoever keeps the process running starts it anew.
 */
export function guardProcess(log: Logger, end: () => void): void {
  let isEnding = false;
  const endOnce = () => {
    if (!isEnding) end();
    isEnding = true;
  };
  process.on('unhandledRejection', (err) => log.error({ err }, 'Unhandled promise rejection'));
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'Uncaught exception; the process exits');
    endOnce();
  });
  const observer = new PerformanceObserver((list) => {
    const { NODE_PERFORMANCE_GC_MAJOR: major } = constants;
    const isMajor = list.getEntries().some((entry) => kindOf(entry) === major);
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    if (!isMajor || used < fullAt * limit) return;
    observer.disconnect();
    log.fatal({ used, limit }, 'The memory is nearly used up: the process ends');
    endOnce();
  });
  observer.observe({ entryTypes: ['gc'] });
}

/** Node adds it to what it tells of a collection; its types do not. */
const kindOf = (entry: PerformanceEntry) => (entry as { detail?: { kind?: number } }).detail?.kind;
