import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

/** What a process tells of itself: both kinds of servers do. */
export const usage = {
  /** Milliseconds of CPU time since it started. */
  cpu(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },

  /** Bytes of resident memory: the least of several looks, after each of which the heap gives back what it does not need. */
  async memory(): Promise<number> {
    const looks: number[] = [];
    for (let look = 0; look < 5; look++) {
      await globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      await new Promise((resolve) => setTimeout(resolve, 200));
      looks.push(process.memoryUsage().rss);
    }
    return Math.min(...looks);
  },

  /** Bytes that its objects and buffers need, without what is garbage. */
  kept(): number {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },

  /** Milliseconds by which the event loop was late since it was asked last, at the 99th percentile. */
  lag(): number {
    const late = Math.max(0, delay.percentile(99) / 1e6 - 10);
    delay.reset();
    return late;
  },
};
