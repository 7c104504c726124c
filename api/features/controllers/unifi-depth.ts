import type { ClientReading } from './reading.ts';
import { Budget, BudgetSpent, type CallKind, OUT_OF_TIME } from './unifi-budget.ts';
import { type UnifiError, asUnifiError } from './unifi-errors.ts';
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
  problem?: string;
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

/** What is known of a console's devices before it is asked. */
interface Devices {
  isGateway: (row: network.NetworkDevice) => boolean;
  /** MACs of those that are asked for no figures. */
  unwatched?: ReadonlySet<string>;
}

/** Reads one console through the connector, within its rate budget. Never rejects: a failure becomes `problem`. */
export async function readDepth(
  connection: Connection,
  wants: Wants,
  pace: Pace,
  { isGateway, unwatched }: Devices,
): Promise<{ depth: Depth; pace: Pace }> {
  const now = connection.now ?? Date.now;
  const depth: Depth = {
    rows: new Map(),
    severalSites: false,
    statistics: new Map(),
    ports: new Map(),
    diskFree: new Map(),
    deferred: new Set(),
  };
  if (pace.quietUntil !== undefined && pace.quietUntil > now()) {
    return { depth: { ...depth, problem: pace.because }, pace };
  }
  if (connection.signal?.aborted) return { depth: { ...depth, problem: OUT_OF_TIME }, pace };
  const budget = new Budget(connection, pace.calls);
  let after: string | undefined;
  let failure: UnifiError | undefined;
  try {
    const listing = countedConnectorOf(connection, pace.hostId, budget, 'list');
    const sites = await readLists(listing, wants, depth);
    if (wants.storage) await readDisks(listing, sites, depth);
    const watched = [...depth.rows.values()].filter(({ mac }) => !unwatched?.has(mac));
    const turns = inTurn(watched, wants, pace.after, isGateway);
    ({ after, failure } = await readDevices(connectorOf(connection, pace.hostId), budget, depth, turns));
  } catch (error) {
    failure = asUnifiError(error);
    depth.exhausted = error instanceof BudgetSpent;
  }
  // Our own deadline is no fault of the console: it is not made to wait for it.
  if (failure && connection.signal?.aborted) {
    depth.problem ??= OUT_OF_TIME;
    failure = undefined;
  }
  if (failure) depth.problem ??= failure.message;
  return { depth, pace: paceAfter(pace, { now: now(), calls: budget.calls, after, error: failure }) };
}

async function readLists(ask: network.Ask, wants: Wants, depth: Depth): Promise<network.NetworkSite[]> {
  const sites = await network.listNetworkSites(ask);
  depth.severalSites = sites.items.length > 1;
  const clients = new Map<string, ClientReading>();
  let whole = sites.whole;
  for (const site of sites.items) {
    const rows = (await network.listNetworkDevices(ask, site)).items;
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
      depth.problem ??= 'The console does not tell its disk figures at the moment.';
    }
  }
}
