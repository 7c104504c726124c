import { cleaned } from '#api/lib/plain-text.ts';
import type { Channel, Outcome } from './channels/channel.ts';
import { DeliveryStatus } from './delivery.entity.ts';

/** The longest a destination that does not answer is left alone, milliseconds: alerts should not learn late that it is back. */
export const longestPause = 15 * 60_000;

/** Milliseconds after which a destination that lets nothing through is switched off. */
export const mostFailing = 3 * 86_400_000;

/** Characters of a reason or a reference that are kept. */
const longest = 1000;

/** What becomes of a delivery after an attempt, and of its destination. */
export interface Verdict {
  status: DeliveryStatus.sent | DeliveryStatus.accepted | DeliveryStatus.retrying | DeliveryStatus.failed;
  /** What came of the attempt, in words. */
  outcome: string;
  reason: string | null;
  notBefore: Date | null;
  reference: string | null;
  /** Nothing goes to the destination before. */
  pausedUntil: Date | null;
  /** Nothing else would get through either: it is switched off. */
  disable: boolean;
}

/**
 * @param before how often it was tried before
 * @param random 0 to 1: the delay is up to a tenth shorter or longer, so that not everything comes back at once
 */
export function afterAttempt(
  outcome: Outcome,
  before: number,
  retries: Channel['retries'],
  now: Date,
  random: number,
): Verdict {
  const after = (ms: number) => new Date(now.getTime() + ms);
  const nothing = { reason: null, notBefore: null, reference: null, pausedUntil: null, disable: false };
  if (!('reason' in outcome)) {
    return {
      ...nothing,
      status: DeliveryStatus[outcome.result],
      outcome: outcome.result === 'sent' ? 'Delivered' : 'Accepted',
      reference: outcome.reference === undefined ? null : cleaned(outcome.reference, longest),
      pausedUntil: outcome.pauseMs ? after(outcome.pauseMs) : null,
    };
  }
  const reason = cleaned(outcome.reason, longest);
  if (outcome.result === 'failed')
    return { ...nothing, status: DeliveryStatus.failed, outcome: reason, reason, disable: !!outcome.disable };
  const delay = retries[before];
  const spread = delay === undefined ? 0 : delay * (0.9 + random / 5);
  const asked = outcome.afterMs ?? 0;
  const pause = asked || Math.min(spread || longestPause, longestPause);
  const pausedUntil = outcome.scope === 'destination' ? after(pause) : null;
  if (delay === undefined)
    return { ...nothing, status: DeliveryStatus.failed, outcome: reason, reason, pausedUntil };
  // A place that says when knows best: there is no waiting longer than that.
  const notBefore = after(asked || spread);
  return { ...nothing, status: DeliveryStatus.retrying, outcome: reason, reason, notBefore, pausedUntil };
}
