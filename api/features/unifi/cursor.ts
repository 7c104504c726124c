import type { ClientReading, DeviceReading } from './reading.ts';
import { BudgetSpent, type Calls, MINUTE_MS, withinMinute } from './call-minute.ts';
import type { Problem, UnifiError } from './errors.ts';
import type { LineStatus, NetworkDevice, NetworkSite, Statistics, Uplink } from './network.client.ts';

/** A site of a console with its lists as last read. Plain JSON. */
export interface KeptSite extends NetworkSite {
  /** Unix milliseconds; 0 if they were never read. */
  at: number;
  /** Calls needed to read them. */
  calls: number;
  rows: KeptRow[];
  /** Whether all its devices are included. */
  rowsWhole?: boolean;
  /** Only if the whole list was read. */
  clients?: ClientReading[];
  /** Free disk space in percent, by MAC. */
  free?: [mac: string, percent: number][];
  /** By MAC. */
  uplinks?: [mac: string, uplink: Uplink][];
  lines?: LineStatus[];
}

/** A device row, with the cloud's report about the device at the same time. */
export type KeptRow = Omit<NetworkDevice, 'siteId' | 'siteName'> & { cloud?: DeviceReading['state'] };

/**
 * One console's state between two rounds. Plain JSON, stored with the controller, so that any worker may do
 * the next round.
 */
export interface Pace extends Calls {
  hostId: string;
  /** When its connector was last read, Unix milliseconds. */
  readAt?: number;
  /** Distinguishes an old heartbeat from a new one. */
  heartbeats?: Heartbeats;
  /** MAC of the device last read in the round-robin. The next round continues after it. */
  after?: string;
  /** When statistics were last read, Unix milliseconds. */
  figuresAt?: number;
  /** When the gateways were last read, Unix milliseconds. */
  gatewaysAt?: number;
  /** Consecutive failed rounds. */
  failures: number;
  /** When they began, Unix milliseconds. */
  failingSince?: number;
  /** No connector call before this time, Unix milliseconds. */
  quietUntil?: number;
  /** The reason for `quietUntil`. */
  problem?: Problem;
  /** When its Network application responded again after refusing, Unix milliseconds. */
  returnedAt?: number;
  /** A hash of the last round's lists, to detect changes. */
  digest?: string;
  /** The lists of its sites, if a round doesn't read all of them. */
  sites?: KeptSite[];
  /** When the list of sites itself was read, Unix milliseconds. */
  sitesAt?: number;
  /** MACs of the devices that were not online when the application was last running. */
  down?: string[];
  /** The cloud's report about devices (by MAC) that the console contradicted. */
  disputed?: Record<string, DeviceReading['state']>;
  facts?: FactsPace;
}

/** Where reading what no rule needs continues (`facts.client.ts`). Times are Unix milliseconds. */
export interface FactsPace {
  /** Calls it may make, which accumulate from round to round. */
  credit: number;
  at: number;
  clientsAt?: number;
  uplinksAt?: number;
  /** When the console last had no topology to offer. */
  noTopologyAt?: number;
  /** When each device's details were last read, by MAC. */
  detailsAt?: Record<string, number>;
  /** When reading details last failed, although the devices exist. */
  detailsFailedAt?: number;
}

/** State that one round of an account passes to the next. */
export interface Cursor {
  consoles: Pace[];
  /** Page size of each cloud list (by path), if the default was too large. */
  pageSizes?: Record<string, number>;
  /** How many consecutive readings missed all or part of an account's list. */
  truncated?: number;
  /** When UniFi's requested wait ends, Unix milliseconds. */
  quietUntil?: number;
}

/** Key in a stored cursor for data that belongs to no console. */
const noConsole = '';

/** An entry of a stored cursor, either a console or shared data. */
type StoredEntry = Pace & Omit<Cursor, 'consoles'>;

/**
 * The stored form of a cursor. A node of the previous release may run the next round, and only reads a list
 * of consoles. So everything else is a separate entry, which it ignores.
 */
export function storedCursor({ consoles, pageSizes = {}, truncated = 0, quietUntil }: Cursor): Pace[] {
  if (Object.keys(pageSizes).length === 0 && truncated === 0 && quietUntil === undefined) return consoles;
  const more: StoredEntry = { hostId: noConsole, calls: [], failures: 0, pageSizes, truncated, quietUntil };
  return [...consoles, more];
}

/** Parses a stored cursor. */
export function cursorOf(stored: unknown): Cursor {
  if (!Array.isArray(stored)) return (stored as Cursor | null | undefined) ?? { consoles: [] };
  const entries = stored as StoredEntry[];
  const more = entries.find(({ hostId }) => hostId === noConsole);
  return {
    consoles: entries.filter(({ hostId }) => hostId !== noConsole),
    pageSizes: more?.pageSizes,
    truncated: more?.truncated,
    quietUntil: more?.quietUntil,
  };
}

/** A console's stored pace, or a fresh one. */
export const paceOf = (cursor: Cursor | undefined, hostId: string): Pace => ({
  failures: 0,
  calls: [],
  ...cursor?.consoles.find((pace) => pace.hostId === hostId),
  hostId,
});

/** Milliseconds since the connector was last read; a minute if it never was. */
export const sinceRead = ({ readAt }: Pace, now: number): number =>
  readAt === undefined ? MINUTE_MS : Math.abs(now - readAt);

/**
 * What stays when the key changes: UniFi counts a console's calls across keys, while refusals belonged to the
 * old key.
 */
export const callsOnly = ({ consoles }: Cursor): Cursor => ({
  consoles: consoles.map(({ hostId, calls, listCalls }) => ({ hostId, calls, listCalls, failures: 0 })),
});

/** Makes the next round evaluate the lists even without changes, because a pending rule's duration may have passed. */
export const withoutDigests = (cursor: Cursor): Cursor => ({
  ...cursor,
  consoles: cursor.consoles.map((pace) => ({ ...pace, digest: undefined })),
});

/** With any interval up to a minute, this wait plus the time to the next round is at most a minute. */
const LONGEST_RETRY_MS = 30_000;
/** A console that times out after half a minute each time would delay all others. */
const LONGEST_TIMEOUT_RETRY_MS = 5 * 60_000;
/** A refusing connector may mean that the application is restarting. After a day it is tried rarely. */
const REFUSED_FOR_LONG_MS = 24 * 3_600_000;
const REFUSED_RETRY_MS = 15 * 60_000;

/**
 * The delay before a console is tried again after `failures` consecutive failures. A wait that UniFi
 * requested takes precedence.
 */
export function backOffMs(
  failures: number,
  { kind, problem, retryAfterMs }: UnifiError,
  failingMs: number,
): number {
  if (retryAfterMs !== undefined) return retryAfterMs;
  if (kind === 'forbidden' || kind === 'gone' || kind === 'revoked') {
    return failingMs < REFUSED_FOR_LONG_MS ? LONGEST_RETRY_MS : REFUSED_RETRY_MS;
  }
  const isSlow = problem.code === 'console_timeout' || problem.code === 'timed_out';
  const growing = 5_000 * 2 ** Math.max(0, Math.min(failures, 20) - 1);
  return Math.min(growing, isSlow ? LONGEST_TIMEOUT_RETRY_MS : LONGEST_RETRY_MS);
}

/** The pace after a round. `pace` is the previous one, updated with the round's findings. */
export function paceAfter(pace: Pace, now: number, error?: UnifiError): Pace {
  const { quietUntil: _quiet, problem: _problem, failingSince, failures, ...rest } = pace;
  const next: Pace = { ...rest, failures: 0, calls: withinMinute(pace.calls, now) };
  if (!error || error instanceof BudgetSpent) return next;
  next.failures = failures + 1;
  next.failingSince = failingSince ?? now;
  next.quietUntil = now + backOffMs(next.failures, error, now - next.failingSince);
  next.problem = error.problem;
  return next;
}

/** A console's heartbeats, stored between rounds. Times are Unix milliseconds. */
interface Heartbeats {
  /** How far the console's clock is ahead of ours, based on its newest heartbeat. */
  aheadMs: number;
  /** By MAC: heartbeats that were behind the console's clock when last read. */
  behind: Record<string, { heartbeatAt: number; movedAt?: number }>;
}

/** Heartbeats are 34 to 78 seconds apart. Older statistics don't count as measurements. */
const STALE_AFTER_MS = 5 * 60_000;

/**
 * Drops statistics that a device reported too long ago. A console's clock may be wrong, so its heartbeats are
 * compared with its newest one and with their earlier values: one that advances is fresh, whatever its date.
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
  // A console may have stopped measuring before it was first read, so old statistics only count once they
  // advance.
  let aheadMs = Math.max(newest.heartbeatAt - now, before?.aheadMs ?? 0);
  // If even the newest one is late but still advances, the console's clock is behind.
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
