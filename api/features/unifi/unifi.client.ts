import { mapConcurrently } from '#api/lib/concurrency.ts';
import type { ConsoleCapabilities, ConsoleReading, Reading } from './reading.ts';
import {
  type CloudSite,
  type Host,
  type DevicesListed,
  type Listed,
  type PageSizes,
  listDevices,
  listHosts,
  listSites,
} from './cloud.client.ts';
import { MINUTE_MS, withinMinute } from './call-minute.ts';
import { type Listed as ListedConsole, readListed } from './console.client.ts';
import { type Problem, asUnifiError } from './errors.ts';
import type { Connection } from './http.client.ts';
import type { Wants } from './lists.client.ts';
import type { NetworkDevice } from './network.client.ts';
import { type Cursor, type Pace, paceOf } from './cursor.ts';
import { consoleReading, digestOf, gatewayMacsOf, roleOf } from './combine.ts';

/** What an API key can see, for choosing a console. */
export interface Account {
  consoles: AccountConsole[];
  /** False: the list of consoles is incomplete, so there may be more. */
  complete: boolean;
  totalSites: number;
  /** Version of the first console that reports one. */
  version?: string;
}

export interface AccountConsole extends Pick<
  ConsoleReading,
  'hostId' | 'name' | 'link' | 'reportedState' | 'version'
> {
  /** Absent if UniFi doesn't report it. */
  deviceCount?: number;
}

interface Inventory {
  hosts: Listed<Host>;
  sites: Listed<CloudSite>;
  devices: DevicesListed;
  /** Why the devices are missing. */
  problem?: Problem;
}

/**
 * Timeout for listing devices while a person waits for a key's consoles. In a large account that takes longer
 * than its sites' counts.
 */
const ACCOUNT_DEVICES_MS = 2_000;

/**
 * The consoles an API key can see.
 * @throws UnifiError
 */
export async function readAccount(connection: Connection): Promise<Account> {
  const { hosts, sites, devices } = await readInventory(connection, {}, ACCOUNT_DEVICES_MS);
  const consoles = hosts.items.map(({ id, name, link, reportedState, version }) => ({
    hostId: id,
    name,
    link,
    reportedState,
    version,
    deviceCount: devices.byHost.get(id)?.devices.size ?? totalDevices(sites.items, id),
  }));
  const version = consoles.find((found) => found.version !== undefined)?.version;
  return { consoles, complete: hosts.whole, totalSites: consoles.length, version };
}

function totalDevices(sites: CloudSite[], hostId: string): number | undefined {
  const counts = sites.filter((site) => site.hostId === hostId).flatMap((site) => site.totalDevices ?? []);
  return counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : undefined;
}

export interface ReadOptions {
  /** The time the poll was due. */
  at: Date;
  /** Consoles to read through their connector. Absent means all. */
  hostIds?: string[];
  /** Each console's capabilities, or a way to probe them once the consoles are known. */
  capabilities:
    ConsoleCapabilities[] | ((hosts: Listed<Host>, cursor: Cursor) => Promise<ConsoleCapabilities[]>);
  wants: Wants;
  /** Milliseconds until the next round. Defaults to a minute. */
  everyMs?: number;
  /** The last round's result. */
  cursor?: Cursor;
  /** MACs of listed devices whose statistics aren't read, because they aren't monitored. */
  unwatched?: ReadonlySet<string>;
  /**
   * Called with the lists if they changed since the last round, before devices are read one by one. That
   * takes seconds, and an outage must not wait for it.
   */
  listed?: (reading: Reading) => Promise<void>;
}

/** Consoles read through their connector at the same time. */
export const CONSOLES_AT_ONCE = 8;

/**
 * The part of the interval in which devices are read, so that a large account doesn't delay the next round. Statistics
 * leave some of it for facts.
 */
const DEVICES_PART = 0.9;
const FIGURES_PART = 0.75;
/** At short intervals, reading devices may take at least this long anyway. */
const LEAST_DEVICES_MS = 10_000;

/**
 * One round over an account: the cloud's inventory, and what each console offers through its connector. A
 * console that fails stays in the reading with `problem` and without statistics. Pass the returned cursor to
 * the next round, in any process.
 * @throws UnifiError if the account itself can't be read; `revoked` ends polling, and all others are
 * transient
 */
export async function readController(
  connection: Connection,
  { at, everyMs = MINUTE_MS, hostIds, capabilities, wants, cursor: before, unwatched, listed }: ReadOptions,
): Promise<{ reading: Reading; cursor: Cursor }> {
  const now = connection.now ?? Date.now;
  const begun = now();
  const cursor: Cursor = { consoles: before?.consoles ?? [], pageSizes: { ...before?.pageSizes } };
  const inventory = await readInventory(connection, cursor.pageSizes);
  const { hosts, sites, devices } = inventory;
  const retryAfterMs = Math.max(...[hosts, sites, devices].map((list) => list.retryAfterMs ?? 0));
  const offered = typeof capabilities === 'function' ? await capabilities(hosts, cursor) : capabilities;
  const paces = new Map(cursor.consoles.map((pace) => [pace.hostId, pace]));
  const listings = new Map<string, ListedConsole>();
  // Lists are read even if the console offers no statistics, because it knows states better than the cloud.
  const isAsked = ({ id, link }: Host) =>
    Object.values(wants).some(Boolean) &&
    link !== 'disconnected' &&
    (hostIds?.includes(id) ?? true) &&
    offered.some(({ hostId, connector }) => hostId === id && connector);
  await mapConcurrently(
    longestAgoFirst(hosts.items.filter(isAsked), ({ id }) => paces.get(id)?.readAt),
    CONSOLES_AT_ONCE,
    async (host) => {
      const can = offered.find(({ hostId }) => hostId === host.id);
      const needs = {
        ...wants,
        statistics: wants.statistics && can?.statistics === true,
        storage: wants.storage && can?.storage === true,
        lines: wants.lines === true && can?.lines === true,
      };
      const known = {
        everyMs,
        unwatched,
        isStopped: host.isNetworkStopped === true,
        hasStorage: can?.storage === true,
        ...knownOf(inventory, host.id),
      };
      listings.set(host.id, await readListed(connection, needs, paceOf(cursor, host.id), known));
    },
  );
  const soFar = (): Reading => {
    const consoles = hosts.items.map((host) => readingOf(inventory, host, listings.get(host.id), at));
    // A retry reads everything again, so it would waste the calls of consoles that listed their devices themselves.
    const isMissed = ({ hostId, link, devicesListed, rowsListed }: ConsoleReading) =>
      !devicesListed && !rowsListed && link !== 'disconnected' && (hostIds?.includes(hostId) ?? true);
    const isTruncated = hosts.truncated || sites.truncated || (devices.truncated && consoles.some(isMissed));
    return {
      at,
      consoles,
      ...(!hosts.whole && { consolesIncomplete: true }),
      ...(isTruncated && { truncated: true }),
      ...(retryAfterMs > 0 && { retryAfterMs }),
    };
  };
  const lists = soFar();
  const digests = new Map(lists.consoles.map((console) => [console.hostId, digestOf(console)]));
  const isNews = [...listings.keys()].some((hostId) => digests.get(hostId) !== paces.get(hostId)?.digest);
  if (isNews) await listed?.(lists);
  const until = (part: number) => begun + Math.max(part * everyMs, LEAST_DEVICES_MS);
  const turns = longestAgoFirst([...listings], ([hostId]) => paces.get(hostId)?.figuresAt);
  await mapConcurrently(turns, CONSOLES_AT_ONCE, ([, { readFigures }]) => readFigures(until(FIGURES_PART)));
  await mapConcurrently(turns, CONSOLES_AT_ONCE, async ([hostId, { readFacts }]) => {
    paces.set(hostId, { ...(await readFacts(until(DEVICES_PART))), digest: digests.get(hostId) });
  });
  const consoles = [...paces.values()].filter((pace) => isWorthKeeping(pace, now()));
  return { reading: soFar(), cursor: { ...cursor, consoles } };
}

function readingOf(
  { sites, devices, problem }: Inventory,
  host: Host,
  listing: ListedConsole | undefined,
  at: Date,
): ConsoleReading {
  return consoleReading(
    {
      host,
      inventory: devices.byHost.get(host.id),
      inventoryWhole: devices.whole,
      sites: sites.items.filter((site) => site.hostId === host.id),
      sitesWhole: sites.whole,
      depth: listing?.depth,
      problem,
    },
    at,
  );
}

/** What the cloud reports about one console's devices. */
function knownOf({ devices, sites }: Inventory, hostId: string) {
  const known = devices.byHost.get(hostId)?.devices;
  const macs = gatewayMacsOf(sites.items.filter((site) => site.hostId === hostId));
  return {
    roleOf: (row: NetworkDevice) => roleOf(row.mac, known?.get(row.mac), row, macs),
    cloud: new Map([...(known?.values() ?? [])].map(({ mac, state }) => [mac, state])),
    sitesWithLines: new Set(
      sites.items.flatMap(({ hostId: of, reference, lines }) =>
        of === hostId && reference && lines.length > 0 ? [reference] : [],
      ),
    ),
  };
}

/** If the deadline cuts a round short, the next one starts with those left out. */
function longestAgoFirst<Item>(items: readonly Item[], lastRead: (item: Item) => number | undefined): Item[] {
  return items.toSorted((a, b) => (lastRead(a) ?? 0) - (lastRead(b) ?? 0));
}

/** The calls of a console missing from this list still count against its budget. */
const isWorthKeeping = (pace: Pace, now: number): boolean =>
  withinMinute(pace.calls, now).length > 0 || pace.after !== undefined || pace.failures > 0;

/** Hosts must respond. Without sites or devices the rest is still useful. */
async function readInventory(
  connection: Connection,
  pageSizes: PageSizes = {},
  devicesWithinMs?: number,
): Promise<Inventory> {
  const { signal } = connection;
  const inTime = devicesWithinMs === undefined ? [] : [AbortSignal.timeout(devicesWithinMs)];
  const ofDevices = { ...connection, signal: AbortSignal.any([...(signal ? [signal] : []), ...inTime]) };
  const [hosts, sites, devices] = await Promise.allSettled([
    listHosts(connection, pageSizes),
    listSites(connection, pageSizes),
    listDevices(ofDevices, pageSizes),
  ]);
  if (hosts.status === 'rejected') throw hosts.reason;
  return {
    hosts: hosts.value,
    sites:
      sites.status === 'fulfilled'
        ? sites.value
        : lost(sites.reason, { items: [], whole: false, truncated: true }),
    devices:
      devices.status === 'fulfilled'
        ? devices.value
        : lost(devices.reason, { byHost: new Map(), whole: false, truncated: true }),
    problem: devices.status === 'rejected' ? devicesProblem(devices.reason) : undefined,
  };
}

const devicesProblem = (error: unknown): Problem => ({
  code: asUnifiError(error).kind === 'rate_limited' ? 'rate_limited' : 'devices_unread',
});

/**
 * A failed list counts as empty, because the others are still useful. A key that lists consoles isn't
 * revoked.
 */
function lost<T extends Listed<unknown> | DevicesListed>(error: unknown, instead: T): T {
  const { retryAfterMs } = asUnifiError(error);
  return retryAfterMs === undefined ? instead : { ...instead, retryAfterMs };
}
