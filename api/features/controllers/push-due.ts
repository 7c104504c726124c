import type { Controller } from './controller.entity.ts';
import { MINUTE_CALLS, withinMinute } from '../unifi/call-minute.ts';
import { cursorOf } from '../unifi/cursor.ts';

/** Minimum milliseconds between rounds, so that constant pushes can't cause constant readings. */
const minIntervalMs = 10_000;

const minute = 60_000;

type Read = Pick<Controller, 'nextPollAt' | 'lastRoundAt' | 'failures' | 'readCursor'>;

/**
 * When to read a controller after its console pushed: now, or once a full round's calls fit into the
 * console's minute, so that no push costs measurements. Never later than already scheduled, and not before
 * UniFi's requested wait is over. Backoff after failures stays, and a rejected key isn't used.
 * @param now milliseconds since 1970
 */
export function nextPollAfterPush(
  { nextPollAt, lastRoundAt, failures, readCursor }: Read,
  now: number,
): Date | null {
  if (!nextPollAt || failures > 0) return nextPollAt;
  const last = lastRoundAt?.getTime() ?? 0;
  const { consoles, quietUntil = 0 } = cursorOf(readCursor);
  const room = consoles.map(({ calls }) => budgetFreeAt(calls, last, now));
  const free = Math.max(now, quietUntil, last + minIntervalMs, ...room);
  return new Date(Math.min(nextPollAt.getTime(), free));
}

/** When the budget allows as many calls again as in the round that started at `last`. */
function budgetFreeAt(calls: number[], last: number, now: number): number {
  const recent = withinMinute(calls, now);
  const round = recent.filter((at) => at >= last).length;
  const tooMany = recent.length + round - MINUTE_CALLS;
  // If one round takes more than half of the minute, all of its previous calls must have left the window.
  return tooMany <= 0 ? 0 : recent[Math.min(tooMany, recent.length) - 1]! + minute;
}
