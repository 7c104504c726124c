import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Logger } from 'pino';

/** Share of the heap limit in use after a full collection, at which V8 is about to end the process. */
const fullAt = 0.85;

/**
 * Logs unhandled rejections and keeps running, because the data in the database is unaffected. After an
 * uncaught exception, or with a nearly full heap, the process's state is unknown. Then `end` is called once,
 * to finish the work under way and exit, and the supervisor restarts the process.
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

/** Node sets it on garbage collection entries, but its types omit it. */
const kindOf = (entry: PerformanceEntry) => (entry as { detail?: { kind?: number } }).detail?.kind;
