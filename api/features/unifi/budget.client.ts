import pLimit from 'p-limit';
import { UnifiError } from './errors.ts';
import { type Connection, pause } from './http.client.ts';
import { BudgetSpent, type Calls, MINUTE_CALLS, MINUTE_MS, withinMinute } from './call-minute.ts';

/** Probes, facts, and gateways, whose uplinks carry the network's traffic, may use a little more. */
const MOST_CALLS = 92;
const GATEWAY_EXTRA = 4;

/**
 * Lists come first, because states matter most. Still, this much of the minute is reserved for statistics if
 * needed.
 */
const LEAST_FIGURES = 36;

/** With it, a console with 500 devices has named all uplinks within ten minutes. */
const MOST_URGENT_PART = 0.75;

/** Calls reserved for the lists of an early round, after a push. */
const EARLY_LISTS = 8;

export type CallKind = 'list' | 'gateway' | 'device' | 'probe' | 'fact';

/**
 * The longest a round waits for budget. A longer wait would make its findings old. Rounds at short intervals
 * wait less.
 */
export const LONGEST_WAIT_MS = 5_000;
const WAIT_PART = 0.1;

/** The connector calls of one console in one round, limited by its sliding minute. Each call counts once. */
export class Budget {
  calls: number[];
  listCalls: number[];
  private most = { list: MINUTE_CALLS - LEAST_FIGURES, figures: LEAST_FIGURES };
  private readonly longestWaitMs: number;
  private waitedMs = 0;
  private readonly oneAtATime = pLimit(1);

  constructor(
    private readonly connection: Pick<Connection, 'now' | 'wait' | 'signal'>,
    { calls, listCalls = [] }: Calls,
    everyMs = MINUTE_MS,
  ) {
    this.longestWaitMs = Math.min(LONGEST_WAIT_MS, WAIT_PART * everyMs);
    this.calls = withinMinute(calls, this.now());
    this.listCalls = withinMinute(listCalls, this.now());
  }

  /** Divides the minute between lists and statistics in proportion to what each needs. */
  share(needed: { lists: number; figures: number }): void {
    const figures = Math.min(LEAST_FIGURES, needed.figures);
    const list = Math.min(needed.lists + EARLY_LISTS, MINUTE_CALLS - figures);
    this.most = { list, figures: MINUTE_CALLS - list };
  }

  /**
   * How many of the calls needed per minute a round may make. All of them if they fit, otherwise a share in
   * proportion to the time since the last round, so that some are left for the next.
   */
  allowance(of: 'list' | 'figures', needed: number, elapsedMs: number): number {
    const most = this.most[of];
    if (needed <= most) return Infinity;
    return Math.max(1, Math.ceil((most * Math.min(elapsedMs, MINUTE_MS)) / MINUTE_MS));
  }

  /** Calls per minute for what no rule needs: half of those that statistics leave, so that they never wait. */
  spare(figuresNeeded: number): number {
    return Math.max(0, Math.floor((this.most.figures - figuresNeeded) / 2));
  }

  /** Calls per minute for facts that an alert may need soon. Statistics keep the rest. */
  mostUrgent(): number {
    return Math.floor(this.most.figures * MOST_URGENT_PART);
  }

  /**
   * Reserves `count` calls to be made at once, first come first served. Waits briefly if that helps, except
   * for facts, which nobody waits for.
   * @throws BudgetSpent if no budget frees up soon enough; UnifiError `out_of_time` when the signal aborts
   */
  take(kind: CallKind, count = 1): Promise<void> {
    return this.oneAtATime(() => this.takeNext(kind, count));
  }

  private async takeNext(kind: CallKind, count: number): Promise<void> {
    for (;;) {
      if (this.connection.signal?.aborted) throw new UnifiError('out_of_time');
      const now = this.now();
      this.calls = withinMinute(this.calls, now);
      this.listCalls = withinMinute(this.listCalls, now);
      const roomAt = this.roomFor(kind, count);
      if (roomAt <= now) {
        const made = Array<number>(count).fill(now);
        this.calls.push(...made);
        if (kind === 'list') this.listCalls.push(...made);
        return;
      }
      if (kind === 'fact') throw new BudgetSpent();
      await this.wait(roomAt - now);
    }
  }

  /** When `count` more calls of a kind fit, in Unix milliseconds. In the past if they fit now. */
  private roomFor(kind: CallKind, count: number): number {
    const { list, figures } = this.most;
    const all = kind === 'list' || kind === 'device' ? MINUTE_CALLS : MOST_CALLS;
    const total = fitsAt(this.calls, count, all);
    if (kind === 'probe' || kind === 'fact') return total;
    if (kind === 'list') return Math.max(total, fitsAt(this.listCalls, count, list));
    const most = kind === 'gateway' ? figures + GATEWAY_EXTRA : figures;
    return Math.max(total, fitsAt(without(this.calls, this.listCalls), count, most));
  }

  private async wait(ms: number): Promise<void> {
    this.waitedMs += ms;
    if (!(this.waitedMs <= this.longestWaitMs)) throw new BudgetSpent();
    await pause(this.connection, ms);
  }

  private now(): number {
    return (this.connection.now ?? Date.now)();
  }
}

/**
 * When enough of these calls, oldest first, have left the minute for `count` more. Never, if the limit is
 * lower than that.
 */
function fitsAt(calls: readonly number[], count: number, most: number): number {
  const tooMany = calls.length + count - most;
  if (tooMany <= 0) return -Infinity;
  const leaving = calls[tooMany - 1];
  return leaving === undefined ? Infinity : leaving + MINUTE_MS;
}

/** `all` without `some`, which it includes. Both are sorted. */
function without(all: readonly number[], some: readonly number[]): number[] {
  let next = 0;
  return all.filter((at) => {
    if (at !== some[next]) return true;
    next++;
    return false;
  });
}
