import type { ClientReading } from './reading.ts';
import { Budget, BudgetSpent, type CallKind, MINUTE_MS } from './unifi-budget.ts';
import { type Problem, type UnifiError, asUnifiError } from './unifi-errors.ts';
import { type Connection, getJson } from './unifi-http.ts';
import * as network from './unifi-network.ts';
import { type Pace, paceAfter } from './unifi-rate.ts';
import { type DeviceFigures, inTurn, readDevices } from './unifi-turns.ts';

/** Which connector figures the rules of this round need. */
export interface Wants {
  /** Ports: one call a device. */
  detail: boolean;
  /** CPU, memory, uplink: one call a device. */
  statistics: boolean;
  clients: boolean;
  /** Disks, from the undocumented path. */
  storage: boolean;
}

/** What the connector told of one console; what was not asked or failed is absent. */
export interface Depth extends DeviceFigures {
  rows: Map<string, network.NetworkDevice>;
  severalSites: boolean;
  diskFree: Map<string, number>;
  clients?: ClientReading[];
  /** Not even the lists fitted into the budget: every device has to wait. */
  exhausted?: boolean;
  /** The device lists of every site were read to their end. */
  rowsListed?: boolean;
  /** The console was asked, and gave no lists. */
  failed?: boolean;
  problem?: Problem;
}

/** A function that asks one console through the cloud connector. */
const connectorOf =
  (connection: Connection, hostId: string): network.Ask =>
  (path) =>
    getJson(connection, `/v1/connector/consoles/${encodeURIComponent(hostId)}/proxy/${path}`, 'console');

/** The same, every call within the budget. */
export function countedConnectorOf(
  connection: Connection,
  hostId: string,
  budget: Budget,
  kind: CallKind,
): network.Ask {
  const ask = connectorOf(connection, hostId);
  return async (path) => {
    await budget.take(kind);
    return ask(path);
  };
}

/** What is known of a console before it is asked. */
interface Devices {
  /** Milliseconds between two rounds. */
  everyMs: number;
  isGateway: (row: network.NetworkDevice) => boolean;
  /** MACs of those that are asked for no figures. */
  unwatched?: ReadonlySet<string>;
}

/** A console whose lists were read, and whose devices have still to be asked for their figures. */
export interface Listed {
  depth: Depth;
  /** Asks the devices, as far as the budget goes. Never rejects. @returns the pace of the next round */
  readFigures(): Promise<Pace>;
}

/**
 * Reads the lists of one console through the connector, within its rate budget: the states of its devices, and all that is not
 * asked device by device. Those have their figures `deferred` until they are asked. Never rejects: a failure becomes `problem`.
 */
export async function readListed(
  connection: Connection,
  wants: Wants,
  pace: Pace,
  { everyMs, isGateway, unwatched }: Devices,
): Promise<Listed> {
  const now = connection.now ?? Date.now;
  const depth: Depth = {
    rows: new Map(),
    severalSites: false,
    statistics: new Map(),
    ports: new Map(),
    diskFree: new Map(),
    deferred: new Set(),
  };
  const unread = (problem: Problem | undefined) => ({
    depth: { ...depth, problem, failed: true },
    readFigures: async () => pace,
  });
  if (pace.quietUntil !== undefined && pace.quietUntil > now()) return unread(pace.problem);
  if (connection.signal?.aborted) return unread({ code: 'out_of_time' });
  const budget = new Budget(connection, pace.calls);
  const end = (after?: string, failure?: UnifiError): Pace => {
    // Our own deadline is no fault of the console: it is not made to wait for it.
    const isOurs = failure && connection.signal?.aborted;
    if (failure) depth.problem ??= isOurs ? { code: 'out_of_time' } : failure.problem;
    return paceAfter(pace, { now: now(), calls: budget.calls, after, error: isOurs ? undefined : failure });
  };
  try {
    const listing = countedConnectorOf(connection, pace.hostId, budget, 'list');
    const before = budget.calls.length;
    const sites = await readLists(listing, wants, depth);
    if (wants.storage) await readDisks(listing, sites, depth);
    budget.reserve((budget.calls.length - before) * Math.ceil(MINUTE_MS / everyMs));
    const watched = [...depth.rows.values()].filter(({ mac }) => !unwatched?.has(mac));
    const turns = inTurn(watched, wants, pace.after, isGateway);
    depth.deferred = new Set(turns.map(({ device }) => device.mac));
    const ask = connectorOf(connection, pace.hostId);
    return {
      depth,
      async readFigures() {
        const { after, failure } = await readDevices(ask, budget, depth, turns);
        return end(after, failure);
      },
    };
  } catch (error) {
    const failure = asUnifiError(error);
    depth.exhausted = error instanceof BudgetSpent;
    depth.failed = !depth.exhausted;
    const left = end(undefined, failure);
    return { depth, readFigures: async () => left };
  }
}

async function readLists(ask: network.Ask, wants: Wants, depth: Depth): Promise<network.NetworkSite[]> {
  const sites = await network.listNetworkSites(ask);
  depth.severalSites = sites.items.length > 1;
  const clients = new Map<string, ClientReading>();
  let whole = sites.whole;
  let rowsWhole = sites.whole;
  for (const site of sites.items) {
    const listed = await network.listNetworkDevices(ask, site);
    const rows = listed.items;
    rowsWhole &&= listed.whole;
    for (const row of rows) depth.rows.set(row.mac, row);
    if (!wants.clients) continue;
    const uplinks = new Map(rows.map((row) => [row.id, row.mac]));
    const found = await network.listClients(ask, site);
    whole &&= found.whole;
    for (const { uplinkDeviceId, ...client } of found.items) {
      const uplinkMac = uplinkDeviceId && uplinks.get(uplinkDeviceId);
      clients.set(client.mac, uplinkMac ? { ...client, uplinkMac } : client);
    }
  }
  if (rowsWhole) depth.rowsListed = true;
  if (wants.clients && whole) depth.clients = [...clients.values()];
  return sites.items;
}

/** The path is undocumented: that it fails says nothing about the rest of the console. */
async function readDisks(ask: network.Ask, sites: network.NetworkSite[], depth: Depth) {
  for (const site of sites) {
    try {
      for (const [mac, free] of await network.readStorage(ask, site)) depth.diskFree.set(mac, free);
    } catch (error) {
      const { kind } = asUnifiError(error);
      if (kind === 'rate_limited' || kind === 'revoked') throw error;
      depth.problem ??= { code: 'disks_unread' };
    }
  }
}
