// The sliding minute of a console's connector calls.
import { UnifiError } from './errors.ts';

export const MINUTE_MS = 60_000;

/** At least one. Readings rarer than once a minute aren't spread over several. */
export const roundsPerMinute = (everyMs: number): number => Math.max(1, MINUTE_MS / everyMs);

/**
 * Our connector calls per console in any minute. UniFi allows 100 (unifi/API.md 1.1), which leaves room for
 * calls in flight when a minute starts.
 */
export const MINUTE_CALLS = 90;

/** The `calls` (Unix milliseconds) that still count, oldest first. A clock set back doesn't block us. */
export const withinMinute = (calls: readonly number[], now: number): number[] =>
  calls.filter((at) => Math.abs(now - at) < MINUTE_MS).sort((a, b) => a - b);

/** When each connector call of the last minute started, Unix milliseconds. */
export interface Calls {
  calls: number[];
  /** The `calls` that read lists. The others read single devices or were probes. */
  listCalls?: number[];
}

/** Our own share of the minute is used up. The console isn't at fault. */
export class BudgetSpent extends UnifiError {
  constructor() {
    super('call_budget');
  }
}
