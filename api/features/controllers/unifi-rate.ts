import { BudgetSpent, withinMinute } from './unifi-budget.ts';
import type { Problem, UnifiError } from './unifi-errors.ts';

/**
 * What must be remembered of one console between two rounds. Plain JSON: the caller keeps it with the controller, so that
 * any worker may do the next round.
 */
export interface Pace {
  hostId: string;
  /** When each connector call of the last minute was begun, milliseconds since 1970, oldest first; bounded by the budget. */
  calls: number[];
  /** The device asked last in turn (MAC); the next round goes on behind it. */
  after?: string;
  /** Failed rounds in a row. */
  failures: number;
  /** No connector call before this time, milliseconds since 1970. */
  quietUntil?: number;
  /** Why no call is made until then. */
  problem?: Problem;
  /** Of what the lists said in the last round, so that the next one knows news from what was told. */
  digest?: string;
}

export type Cursor = Pace[];

/** A connector that refuses is asked again after this time: the owner may have changed the key's rights. */
const REFUSED_QUIET_MS = 15 * 60_000;

/** The remembered pace of a console, or a fresh one. */
export const paceOf = (cursor: Cursor | undefined, hostId: string): Pace => ({
  failures: 0,
  calls: [],
  ...cursor?.find((pace) => pace.hostId === hostId),
  hostId,
});

/** What stays when the key changes: UniFi counts a console's calls whatever the key; refusals were the old key's. */
export const callsOnly = (cursor: Cursor): Cursor =>
  cursor.map(({ hostId, calls }) => ({ hostId, calls, failures: 0 }));

/** The next round judges what the lists say in any case: a rule waits for its time, and the lists alone may say that it has come. */
export const withoutDigests = (cursor: Cursor): Cursor =>
  cursor.map((pace) => ({ ...pace, digest: undefined }));

/** 5 s, doubled with each failure in a row, at most 10 minutes; a wait that UniFi asked for goes first. */
export const backOffMs = (failures: number, askedMs?: number): number =>
  askedMs ?? Math.min(5_000 * 2 ** Math.max(0, Math.min(failures, 20) - 1), 600_000);

/** The pace after a round that ended with `error`, or well; `calls` are those of the rounds before, too. */
export function paceAfter(
  pace: Pace,
  round: { now: number; calls: number[]; after?: string; error?: UnifiError },
): Pace {
  const next: Pace = { hostId: pace.hostId, calls: withinMinute(round.calls, round.now), failures: 0 };
  const after = round.after ?? pace.after;
  if (after) next.after = after;
  if (!round.error || round.error instanceof BudgetSpent) return next;
  const refused = ['forbidden', 'gone', 'revoked'].includes(round.error.kind);
  next.failures = pace.failures + 1;
  next.quietUntil =
    round.now + (refused ? REFUSED_QUIET_MS : backOffMs(next.failures, round.error.retryAfterMs));
  next.problem = round.error.problem;
  return next;
}
