import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds reserved for each millisecond of work: exports work for a sixth of them. */
const reservedPerWork = 6;

/** The most that counts as work, in milliseconds: when a slice took longer, its client was slow, or the machine was busy. */
const mostWork = 3;

/** Shorter rests are put off until they add up to this many milliseconds, because waking up is slow on a busy machine. */
const shortestRest = 5;

/**
 * Shares the event loop between exports and requests, which are answered between any two slices. All exports of a node together
 * take at most a sixth of its time, however many there are.
 */
export class Pace {
  #reservedUntil = 0;

  /** Resolves when the export that just worked so many milliseconds may go on. */
  async rest(worked: number): Promise<void> {
    const now = performance.now();
    const began = Math.max(now - worked, this.#reservedUntil);
    this.#reservedUntil = began + reservedPerWork * Math.min(worked, mostWork);
    const pause = this.#reservedUntil - now;
    await (pause < shortestRest ? nextTurn() : sleep(pause));
  }
}
