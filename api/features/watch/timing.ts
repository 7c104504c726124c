import type { UnifiError } from '../unifi/errors.ts';

/** Most cloud faults pass within seconds, and an alert must not wait for a whole interval because of one. */
const firstRetryMs = 5_000;

/** Retries don't slow down for this long, so that an alert is late by little more than the fault lasted. */
const quickRetriesMs = 60_000;

/** The longest delay between retries, unless the interval itself is longer or UniFi asks for more. */
const longestRetryMs = 5 * 60_000;

/**
 * The scheduled time a late round stands for: the last tick of its cadence, so that a busy worker judges by the same
 * times as an idle one and a stopped one does not replay the hours it missed.
 */
export function tickOf(dueAt: Date, now: Date, intervalMs: number): { at: Date; skipped: number } {
  const skipped = Math.max(0, Math.floor((now.getTime() - dueAt.getTime()) / intervalMs));
  return { at: new Date(dueAt.getTime() + skipped * intervalMs), skipped };
}

/** When a controller is read again after a round that succeeded. The cadence is kept; the first one is spread out. */
export function nextTick(at: Date, intervalMs: number, isFirst: boolean, random = Math.random()): Date {
  return new Date(at.getTime() + intervalMs * (isFirst ? 0.5 + random / 2 : 1));
}

/**
 * When a failed reading is retried, or null for never. Retries are quick for the first minute, then delays double, with
 * jitter. Never before UniFi asked, and never more often than a controller that responds.
 */
export function retryTick(
  now: Date,
  intervalMs: number,
  failures: number,
  error: Pick<UnifiError, 'kind' | 'retryAfterMs'>,
  random = Math.random(),
): Date | null {
  if (error.kind === 'revoked') return null;
  const first = Math.min(firstRetryMs, intervalMs);
  const longest = Math.max(longestRetryMs, intervalMs);
  // A response that can't be read costs as much every time, and rarely changes within a minute.
  const quick = error.kind === 'invalid_answer' ? 1 : quickRetriesMs / first;
  const slower = Math.max(0, failures - quick);
  const delay = Math.min(longest, first * 2 ** Math.min(slower, 20));
  return new Date(now.getTime() + Math.max(delay * (1 + random / 5), error.retryAfterMs ?? 0));
}

/** At short intervals a round may take longer than several of them. That is no gap. */
const shortestGapMs = 60_000;

/**
 * Whether so much time passed since the last round that nobody can say what was in between, or the clock was set back by so
 * much: then nobody can say how long it was.
 */
export function isGap(lastRoundAt: Date | null | undefined, at: Date, intervalMs: number): boolean {
  return (
    !!lastRoundAt && Math.abs(at.getTime() - lastRoundAt.getTime()) > Math.max(3 * intervalMs, shortestGapMs)
  );
}
