import type { ConsoleCapabilities, ConsoleReading, Reading } from './reading.ts';
import {
  type CloudSite,
  type Host,
  type HostDevices,
  type Listed,
  listDevices,
  listHosts,
  listSites,
} from './unifi-cloud.ts';
import { MINUTE_MS } from './unifi-budget.ts';
import { type Listed as ListedConsole, type Wants, readListed } from './unifi-depth.ts';
import { type Problem, UnifiError } from './unifi-errors.ts';
import type { Connection } from './unifi-http.ts';
import type { NetworkDevice } from './unifi-network.ts';
import { type Cursor, type Pace, paceOf } from './unifi-rate.ts';
import { consoleReading, digestOf } from './unifi-reading.ts';
import { gatewayMacsOf, roleOf } from './unifi-role.ts';

/** What an API key sees, for choosing a console. */
export interface Account {
  consoles: AccountConsole[];
  /** False: the list of consoles could not be read whole, so there may be more. */
  complete: boolean;
  totalSites: number;
  /** Version of the first console that tells one. */
  version?: string;
}

export interface AccountConsole extends Pick<
  ConsoleReading,
  'hostId' | 'name' | 'link' | 'reportedState' | 'version'
> {
  /** Absent when UniFi does not tell. */
  deviceCount?: number;
}

interface Inventory {
  hosts: Listed<Host>;
  sites: Listed<CloudSite>;
  devices: { byHost: Map<string, HostDevices>; whole: boolean };
  /** Why the devices are missing. */
  problem?: Problem;
}

/**
 * The consoles an API key can see.
 * @throws UnifiError
 */
export async function readAccount(connection: Connection): Promise<Account> {
  const { hosts, sites, devices } = await readInventory(connection);
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
  /** Consoles to read through their connector; absent means all. */
  hostIds?: string[];
  capabilities: ConsoleCapabilities[];
  wants: Wants;
  /** Milliseconds until the next round; a minute unless told. */
  everyMs?: number;
  /** What the last round returned. */
  cursor?: Cursor;
  /** MACs of devices that are listed and asked for no figures: nobody watches them. */
  unwatched?: ReadonlySet<string>;
  /**
   * Told what the lists say where it is another than in the last round, before devices are asked for their figures one by one:
   * that takes seconds, and the news of an outage is not to wait for it.
   */
  listed?: (reading: Reading) => Promise<void>;
}

/** Consoles read through their connector at the same time. */
const CONSOLES_AT_ONCE = 4;

/**
 * One round over an account: cloud inventory always, connector figures where a rule wants them and the console offers them.
 * A console that fails keeps its place in the reading with `problem`, its figures absent.
 * The returned cursor belongs into the next round, in whichever process it runs.
 * @throws UnifiError when the account itself cannot be read; `revoked` ends polling, all else is transient
 */
export async function readController(
  connection: Connection,
  { at, everyMs = MINUTE_MS, hostIds, capabilities, wants, cursor, unwatched, listed }: ReadOptions,
): Promise<{ reading: Reading; cursor: Cursor }> {
  const inventory = await readInventory(connection);
  const paces = new Map<string, Pace>();
  const listings = new Map<string, ListedConsole>();
  await inLanes(longestUnreadFirst(inventory.hosts.items, cursor), async (host) => {
    const pace = paceOf(cursor, host.id);
    const can = capabilities.find((known) => known.hostId === pace.hostId);
    const needs = needsOf(wants, can);
    paces.set(host.id, pace);
    if (host.link === 'disconnected' || !(hostIds?.includes(host.id) ?? true) || !needs) return;
    const known = { everyMs, isGateway: gatewayTest(inventory, host.id), unwatched };
    listings.set(host.id, await readListed(connection, needs, pace, known));
  });
  const soFar = (): Reading => ({
    at,
    consoles: inventory.hosts.items.map((host) => readingOf(inventory, host, listings.get(host.id), at)),
    ...(!inventory.hosts.whole && { consolesIncomplete: true }),
  });
  const lists = soFar();
  const digests = new Map(lists.consoles.map((console) => [console.hostId, digestOf(console)]));
  const isNews = [...listings.keys()].some((hostId) => digests.get(hostId) !== paces.get(hostId)?.digest);
  if (isNews) await listed?.(lists);
  await inLanes([...listings], async ([hostId, { readFigures }]) => {
    paces.set(hostId, { ...(await readFigures()), digest: digests.get(hostId) });
  });
  return { reading: soFar(), cursor: [...paces.values()].filter(isWorthKeeping) };
}

async function inLanes<Item>(items: readonly Item[], read: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await read(item);
  };
  await Promise.all(Array.from({ length: CONSOLES_AT_ONCE }, lane));
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

/** Tells the gateways of one console by what the cloud says of them, too. */
function gatewayTest({ devices, sites }: Inventory, hostId: string): (row: NetworkDevice) => boolean {
  const known = devices.byHost.get(hostId)?.devices;
  const macs = gatewayMacsOf(sites.items.filter((site) => site.hostId === hostId));
  return (row) => roleOf(row.mac, known?.get(row.mac), row, macs) === 'gateway';
}

/** Where the deadline cuts a round short, the next one begins with those that were left out. */
function longestUnreadFirst(hosts: Host[], cursor: Cursor | undefined): Host[] {
  const lastRead = (host: Host) => paceOf(cursor, host.id).calls.at(-1) ?? 0;
  return [...hosts].sort((a, b) => lastRead(a) - lastRead(b));
}

const isWorthKeeping = (pace: Pace) => pace.calls.length > 0 || pace.after !== undefined || pace.failures > 0;

/** What can be asked of what is wanted; nothing when a connector call would be in vain. */
function needsOf(wants: Wants, can: ConsoleCapabilities | undefined): Wants | undefined {
  if (!can?.connector) return undefined;
  const needs = {
    detail: wants.detail,
    statistics: wants.statistics && can.statistics,
    clients: wants.clients,
    storage: wants.storage && can.storage,
  };
  return Object.values(needs).some(Boolean) ? needs : undefined;
}

/** Hosts must answer; without sites or devices the rest still tells something. */
async function readInventory(connection: Connection): Promise<Inventory> {
  const [hosts, sites, devices] = await Promise.allSettled([
    listHosts(connection),
    listSites(connection),
    listDevices(connection),
  ]);
  if (hosts.status === 'rejected') throw hosts.reason;
  return {
    hosts: hosts.value,
    sites: sites.status === 'fulfilled' ? sites.value : lost(sites.reason, { items: [], whole: false }),
    devices:
      devices.status === 'fulfilled'
        ? devices.value
        : lost(devices.reason, { byHost: new Map<string, HostDevices>(), whole: false }),
    problem: devices.status === 'rejected' ? { code: 'devices_unread' } : undefined,
  };
}

/** A lost list is worth an empty one, unless its failure concerns the whole account. */
function lost<T>(error: unknown, instead: T): T {
  if (!(error instanceof UnifiError) || error.kind === 'revoked' || error.kind === 'rate_limited')
    throw error;
  return instead;
}
