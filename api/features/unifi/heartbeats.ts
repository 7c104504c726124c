import type { Statistics } from './network.ts';

/** What is remembered of the heartbeats of one console between two rounds. Times are Unix milliseconds. */
export interface Heartbeats {
  /** How far the console's clock is ahead of ours, judging by its newest heartbeat. */
  aheadMs: number;
  /** By MAC: heartbeats that were behind the console's clock when they were last read. */
  behind: Record<string, { heartbeatAt: number; movedAt?: number }>;
}

/** Heartbeats are 34 to 78 seconds apart. Figures that a device reported longer ago are no measurement. */
const STALE_AFTER_MS = 5 * 60_000;

/**
 * Leaves out figures that a device reported too long ago. A console's clock may be wrong, so its heartbeats are compared
 * with its newest one and with themselves: one that moves on is fresh, whatever its date.
 */
export function withoutStale(
  statistics: ReadonlyMap<string, Statistics>,
  before: Heartbeats | undefined,
  now: number,
): { statistics: Map<string, Statistics>; heartbeats: Heartbeats | undefined } {
  const read = [...statistics].flatMap(([mac, { heartbeatAt }]) =>
    heartbeatAt ? [{ mac, heartbeatAt }] : [],
  );
  if (read.length === 0) return { statistics: new Map(statistics), heartbeats: before };
  const newest = read.reduce((one, other) => (other.heartbeatAt > one.heartbeatAt ? other : one));
  // A console may have stopped measuring before it was first read, so old figures count only once they move on.
  let aheadMs = Math.max(newest.heartbeatAt - now, before?.aheadMs ?? 0);
  // If even the newest one is late and still moves on, the console's clock is behind.
  if (newest.heartbeatAt > (before?.behind[newest.mac]?.heartbeatAt ?? Infinity))
    aheadMs = newest.heartbeatAt - now;
  const behind = { ...before?.behind };
  const fresh = new Map(statistics);
  for (const { mac, heartbeatAt } of read) {
    const known = behind[mac];
    delete behind[mac];
    if (now + aheadMs - heartbeatAt <= STALE_AFTER_MS) continue;
    const hasMoved = known !== undefined && heartbeatAt > known.heartbeatAt;
    const movedAt = hasMoved ? now : known?.movedAt;
    behind[mac] = { heartbeatAt, ...(movedAt !== undefined && { movedAt }) };
    if (movedAt === undefined || now - movedAt > STALE_AFTER_MS) fresh.set(mac, {});
  }
  return { statistics: fresh, heartbeats: { aheadMs, behind } };
}
