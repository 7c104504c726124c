import { UnifiError } from './unifi-errors.ts';

/**
 * What must be remembered of one console between two rounds. Plain JSON: the caller keeps it with the controller, so that
 * any worker may do the next round.
 */
export interface Pace {
  hostId: string;
  /** Connector calls of the last minute: when (milliseconds since 1970) and how many. */
  calls: { at: number; count: number }[];
  /** The device asked last (MAC); the next round goes on behind it. */
  after?: string;
  /** Failed rounds in a row. */
  failures: number;
  /** No connector call before this time, milliseconds since 1970. */
  quietUntil?: number;
  /** Why it is quiet, in words for the owner. */
  because?: string;
}

export type Cursor = Pace[];

/** UniFi allows 100 connector calls a minute and console; the rest is for a person who presses Test. */
export const CALLS_PER_MINUTE = 90;
const MINUTE_MS = 60_000;

/** Calls of the minute that stay free for lists, so that a round that comes early still sees every state. */
export const KEPT_FOR_LISTS = 10;

/** A connector that refuses is asked again after this time: the owner may have changed the key's rights. */
const REFUSED_QUIET_MS = 15 * MINUTE_MS;

/** Our own share of the minute is used up; the console did nothing wrong. */
export class BudgetSpent extends UnifiError {
  constructor() {
    super('rate_limited', 'This console has more to read than UniFi allows in one minute.');
  }
}

/** The remembered pace of a console, or a fresh one. */
export const paceOf = (cursor: Cursor | undefined, hostId: string): Pace => ({
  failures: 0,
  calls: [],
  ...cursor?.find((pace) => pace.hostId === hostId),
  hostId,
});

/** Connector calls that this console may still get within the running minute. */
export function callsLeft(pace: Pace, now: number, perMinute = CALLS_PER_MINUTE): number {
  const spent = pace.calls
    .filter((round) => round.at > now - MINUTE_MS)
    .reduce((sum, round) => sum + round.count, 0);
  return Math.max(0, perMinute - spent);
}

/** 5 s, doubled with each failure in a row, at most 10 minutes; a wait that UniFi asked for goes first. */
export const backOffMs = (failures: number, askedMs?: number): number =>
  askedMs ?? Math.min(5_000 * 2 ** Math.max(0, Math.min(failures, 20) - 1), 600_000);

/** The pace after a round that made `count` calls and ended with `error`, or well. */
export function paceAfter(
  pace: Pace,
  round: { now: number; count: number; after?: string; error?: UnifiError },
): Pace {
  const calls = pace.calls.filter((call) => call.at > round.now - MINUTE_MS);
  if (round.count > 0) calls.push({ at: round.now, count: round.count });
  const next: Pace = { hostId: pace.hostId, calls, failures: 0 };
  const after = round.after ?? pace.after;
  if (after) next.after = after;
  if (!round.error || round.error instanceof BudgetSpent) return next;
  const refused = ['forbidden', 'gone', 'revoked'].includes(round.error.kind);
  next.failures = pace.failures + 1;
  next.quietUntil =
    round.now + (refused ? REFUSED_QUIET_MS : backOffMs(next.failures, round.error.retryAfterMs));
  next.because = round.error.message;
  return next;
}
