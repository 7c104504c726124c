import { setTimeout as sleep } from 'node:timers/promises';
import { UnifiError } from './unifi-errors.ts';
import type { Connection } from './unifi-http.ts';

/**
 * Connector calls of a minute up to which each kind may go: what matters more goes further. UniFi allows 100 a console
 * (unifi/API.md 1.1); the calls that are still on their way when its minute begins have to fit beside these.
 */
export const CEILINGS = { device: 80, gateway: 86, list: 90, probe: 92 };
export type CallKind = keyof typeof CEILINGS;

export const MINUTE_MS = 60_000;

/** All waiting for room in one round; longer would make the news of the round old. */
export const LONGEST_WAIT_MS = 5_000;

/** Our own share of the minute is used up; the console did nothing wrong. */
export class BudgetSpent extends UnifiError {
  constructor() {
    super('call_budget');
  }
}

/** Those of `calls` (milliseconds since 1970) that still count, oldest first. A clock set back does not lock us out. */
export const withinMinute = (calls: number[], now: number): number[] =>
  calls.filter((at) => Math.abs(now - at) < MINUTE_MS).sort((a, b) => a - b);

/** The connector calls of one console in one round, held within its sliding minute. */
export class Budget {
  /** When each call of the last minute was begun, milliseconds since 1970, oldest first. */
  calls: number[];
  private waitedMs = 0;
  private reserved = 0;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly connection: Pick<Connection, 'now' | 'wait' | 'signal'>,
    calls: number[],
  ) {
    this.calls = withinMinute(calls, this.now());
  }

  /**
   * Takes room for `count` calls that are made at once; first come, first served. Waits a little where that helps.
   * @throws BudgetSpent when there will be no room soon enough; UnifiError `unavailable` when the signal aborts
   */
  take(kind: CallKind, count = 1): Promise<void> {
    const taken = this.queue.then(() => this.takeNext(this.ceilingOf(kind), count));
    this.queue = taken.catch(() => undefined);
    return taken;
  }

  /** Figures leave room for so many calls of lists: what is down is told by lists, and may not wait for how busy the rest is. */
  reserve(lists: number): void {
    this.reserved = lists;
  }

  private ceilingOf(kind: CallKind): number {
    const isFigure = kind === 'device' || kind === 'gateway';
    return isFigure ? Math.min(CEILINGS[kind], CEILINGS.list - this.reserved) : CEILINGS[kind];
  }

  private async takeNext(ceiling: number, count: number): Promise<void> {
    for (;;) {
      if (this.connection.signal?.aborted) throw new UnifiError('out_of_time');
      const now = this.now();
      this.calls = withinMinute(this.calls, now);
      const tooMany = this.calls.length + count - ceiling;
      if (tooMany <= 0) {
        this.calls.push(...Array<number>(count).fill(now));
        return;
      }
      const leaving = this.calls[tooMany - 1] ?? Infinity;
      await this.wait(leaving + MINUTE_MS - now);
    }
  }

  private async wait(ms: number): Promise<void> {
    this.waitedMs += ms;
    if (this.waitedMs > LONGEST_WAIT_MS) throw new BudgetSpent();
    await (this.connection.wait ?? patiently)(ms, this.connection.signal);
  }

  private now(): number {
    return (this.connection.now ?? Date.now)();
  }
}

/** Ends early, and quietly, when the signal aborts. */
const patiently = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
