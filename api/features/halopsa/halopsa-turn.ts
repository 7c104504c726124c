import { setTimeout as sleep } from 'node:timers/promises';
import { HalopsaError } from './halopsa-errors.ts';
import { takeTurn } from './halopsa-rate.ts';
import type { HalopsaSettings } from './halopsa-settings.ts';

/** Milliseconds that are waited for in place; more is left to whoever asks. */
const shortWait = 2000;

/** Milliseconds that one request may take. */
const patience = 10_000;

/** Whose pace a request is counted in: each connection has its own, so that nobody's junk or silence delays another. */
export function paceOf({ id, resourceServer }: HalopsaSettings): string {
  return `${id} ${URL.parse(resourceServer)?.origin}`;
}

/** Waits until a connection may ask once more. @throws HalopsaError where that takes longer, or all took too long */
export async function waitForTurn(settings: HalopsaSettings, pace: string, most?: number): Promise<void> {
  for (;;) {
    patienceOf(settings);
    const waitMs = takeTurn(pace, Date.now(), most);
    if (waitMs === 0) return;
    if (waitMs > shortWait) {
      const says = `HaloPSA is given a pause; it is asked again in ${Math.ceil(waitMs / 1000)} s.`;
      throw new HalopsaError('throttled', says, { waitMs });
    }
    await sleep(waitMs);
  }
}

/** Milliseconds that the next request may take. @throws HalopsaError once everything together has taken too long */
export function patienceOf({ until = Infinity }: HalopsaSettings): number {
  const left = until - Date.now();
  if (left > 0) return Math.min(patience, left);
  throw new HalopsaError('unavailable', 'HaloPSA takes too long to answer. Try again later.');
}
