// The sliding minute of a console's connector calls.
import { UnifiError } from './errors.ts';

export const MINUTE_MS = 60_000;

/** At least one. Readings rarer than once a minute aren't spread over several. */
export const roundsPerMinute = (everyMs: number): number => Math.max(1, MINUTE_MS / everyMs);

/**
 * Connector calls of one console in any minute. UniFi allows 100 (unifi/API.md 1.1); calls that are still on their way when
 * a minute begins have to fit beside these.
 */
export const MINUTE_CALLS = 90;

/** Those of `calls` (Unix milliseconds) that still count, oldest first. A clock set back does not lock us out. */
export const withinMinute = (calls: readonly number[], now: number): number[] =>
  calls.filter((at) => Math.abs(now - at) < MINUTE_MS).sort((a, b) => a - b);

/** When each connector call of the last minute began, Unix milliseconds. */
export interface Calls {
  calls: number[];
  /** Those of `calls` that read lists; the others asked single devices, or were a probe's. */
  listCalls?: number[];
}

/** Our own share of the minute is used up. The console did nothing wrong. */
export class BudgetSpent extends UnifiError {
  constructor() {
    super('call_budget');
  }
}
