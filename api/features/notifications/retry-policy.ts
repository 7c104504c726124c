import { cleaned } from '#api/lib/plain-text.ts';
import type { Failure } from '../integrations/channel-failures.ts';
import type { Channel } from './channels/channel.client.ts';
import type { Outcome } from './channels/message.ts';
import { DeliveryStatus } from './delivery.entity.ts';
import { because, type Reason } from './reason-text.ts';

/**
 * Longest pause of an unresponsive destination, in ms. Kept short, so that alerts resume soon after it is
 * back.
 */
const maxPauseMs = 15 * 60_000;

/** Milliseconds after which a destination that lets nothing through is turned off. */
export const disableAfterMs = 3 * 86_400_000;

/** Maximum stored characters of a reason or a reference. */
const longest = 1000;

/** The effect of an attempt on a delivery and its destination. */
export type AttemptOutcome = {
  notBefore: Date | null;
  reference: string | null;
  /** Nothing is sent to the destination before this. */
  pausedUntil: Date | null;
  /** Nothing else would get through either: it is turned off. */
  disable: boolean;
} & (
  | {
      status: DeliveryStatus.sent | DeliveryStatus.accepted | DeliveryStatus.retrying | DeliveryStatus.failed;
      /** Why it failed. `null` if it was delivered. */
      reason: Failure | null;
    }
  | { status: DeliveryStatus.skipped; reason: Reason }
);

/**
 * @param before number of earlier attempts
 * @param random 0 to 1: makes the delay up to a tenth shorter or longer, so that retries don't all arrive at
 * once
 */
export function afterAttempt(
  outcome: Outcome,
  before: number,
  retries: Channel['retries'],
  now: Date,
  random: number,
): AttemptOutcome {
  const after = (ms: number) => new Date(now.getTime() + ms);
  const nothing = { reason: null, notBefore: null, reference: null, pausedUntil: null, disable: false };
  if (outcome.result === 'skipped')
    return { ...nothing, status: DeliveryStatus.skipped, reason: because('no_message') };
  if (!('reason' in outcome)) {
    return {
      ...nothing,
      status: DeliveryStatus[outcome.result],
      reference: outcome.reference === undefined ? null : cleaned(outcome.reference, longest),
      pausedUntil: outcome.pauseMs ? after(outcome.pauseMs) : null,
    };
  }
  const failed = { ...nothing, reason: sanitizeFailure(outcome.reason) };
  if (outcome.result === 'failed')
    return { ...failed, status: DeliveryStatus.failed, disable: !!outcome.disable };
  const delay = retries[before];
  const spread = delay === undefined ? 0 : delay * (0.9 + random / 5);
  const asked = outcome.afterMs ?? 0;
  const pause = asked || Math.min(spread || maxPauseMs, maxPauseMs);
  const pausedUntil = outcome.scope === 'destination' ? after(pause) : null;
  if (delay === undefined) return { ...failed, status: DeliveryStatus.failed, pausedUntil };
  // A wait requested by the service takes precedence, even if it's shorter.
  const notBefore = after(asked || spread);
  return { ...failed, status: DeliveryStatus.retrying, notBefore, pausedUntil };
}

/** A failure without characters that can't be stored, and no longer than is shown. */
export function sanitizeFailure({ reasonCode, reasonParams }: Failure): Failure {
  if (!reasonParams) return { reasonCode, reasonParams };
  const { text, detail, ...rest } = reasonParams;
  const words = {
    ...(text !== undefined && { text: cleaned(text, longest) }),
    ...(detail !== undefined && { detail: cleaned(detail, longest) }),
  };
  return { reasonCode, reasonParams: { ...rest, ...words } };
}

/** A destination's recent successes and failures. */
export interface Health {
  lastDeliveredAt: Date | null;
  lastFailure: Failure | null;
  lastFailureAt: Date | null;
  failures: number;
  failingSince: Date | null;
  pausedUntil: Date | null;
}

/**
 * Consecutive failures of any kind after which other messages wait too, because the message isn't the cause.
 */
const failuresBeforePause = 5;

/**
 * Milliseconds without an attempt after which a new failure streak starts. No retry schedule pauses that
 * long.
 */
const failureStreakExpiresMs = 2 * 86_400_000;

/** Updates a destination's health after an attempt. */
export function updateHealth(destination: Health, at: Date, verdict: AttemptOutcome): void {
  // Nothing was delivered, and nothing is wrong with the destination.
  if (verdict.status === DeliveryStatus.skipped) return;
  // Nothing is sent during a pause, so one that is still active was set by a concurrent attempt.
  const asked = destination.pausedUntil && destination.pausedUntil > at ? destination.pausedUntil : null;
  if (isDelivered(verdict)) {
    const pausedUntil = later(asked, verdict.pausedUntil);
    Object.assign(destination, { lastDeliveredAt: at, failures: 0, failingSince: null, pausedUntil });
    return;
  }
  // If nothing was sent, it isn't known to have failed all along.
  const { lastFailureAt } = destination;
  if (lastFailureAt && at.getTime() - lastFailureAt.getTime() > failureStreakExpiresMs)
    Object.assign(destination, { failures: 0, failingSince: null });
  destination.failures += 1;
  destination.failingSince ??= at;
  const own = destination.failures >= failuresBeforePause ? verdict.notBefore : null;
  const pause = own && new Date(Math.min(own.getTime(), at.getTime() + maxPauseMs));
  destination.pausedUntil = later(later(asked, verdict.pausedUntil), pause);
  Object.assign(destination, { lastFailureAt: at, lastFailure: verdict.reason });
}

export function isDelivered({ status }: AttemptOutcome): boolean {
  return status === DeliveryStatus.sent || status === DeliveryStatus.accepted;
}

function later(one: Date | null, other: Date | null): Date | null {
  return one && other ? (one > other ? one : other) : (one ?? other);
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Retry delays for chats, in ms. Short, because hours later the news is old and screens have shown it. */
export const chatRetries: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
];

/** Retry delays for email in ms. Long, because a late email is better than none. */
export const mailRetries: readonly number[] = [
  minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
];

/**
 * Retry delays for webhooks in ms. Receivers may be down over a weekend (Standard Webhooks 1.0, retry
 * schedule).
 */
export const webhookRetries: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
