import { KEPT_MS, PERIOD_MS } from '../unifi/isp.client.ts';
import type { UnifiError } from '../unifi/errors.ts';

/** A period is asked for once it has been over for so long, and then never again: the cloud needs a while. */
const settleMs = 5 * 60_000;

/** An account that offers no measurements is asked again after this time. */
const notOfferedMs = 6 * 3_600_000;

/** From when until when measurements of lines are missing. */
export interface WanSpan {
  from: Date;
  until: Date;
}

/** What is to be asked now; undefined while nothing new can be there. */
export function wanSpan(readUntil: Date | null | undefined, now: Date): WanSpan | undefined {
  const until = floor(now.getTime() - settleMs);
  const from = Math.max(readUntil?.getTime() ?? 0, floor(now.getTime() - KEPT_MS) + PERIOD_MS);
  return until - from >= PERIOD_MS ? { from: new Date(from), until: new Date(until) } : undefined;
}

/** When the next period is due. */
export function nextWanAsk(now: Date): Date {
  return new Date(floor(now.getTime()) + PERIOD_MS);
}

/** When it is asked again after it failed: what is missing then is asked for with it. */
export function nextWanTry(now: Date, error: Pick<UnifiError, 'kind' | 'retryAfterMs'>): Date {
  const refused = error.kind === 'gone' || error.kind === 'forbidden';
  return new Date(now.getTime() + Math.max(refused ? notOfferedMs : PERIOD_MS, error.retryAfterMs ?? 0));
}

const floor = (at: number): number => Math.floor(at / PERIOD_MS) * PERIOD_MS;
