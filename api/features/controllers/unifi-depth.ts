import type { ClientReading, PortReading } from './reading.ts';
import { UnifiError } from './unifi-errors.ts';
import { type Connection, getJson } from './unifi-http.ts';
import * as network from './unifi-network.ts';
import { BudgetSpent, KEPT_FOR_LISTS, type Pace, callsLeft, paceAfter } from './unifi-rate.ts';

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
export interface Depth {
  rows: Map<string, network.NetworkDevice>;
  severalSites: boolean;
  statistics: Map<string, network.Statistics>;
  ports: Map<string, PortReading[]>;
  diskFree: Map<string, number>;
  clients?: ClientReading[];
  /** MACs of the devices whose turn comes in a later round. */
  deferred: Set<string>;
  /** Not even the lists fitted into the budget: every device has to wait. */
  exhausted?: boolean;
  problem?: string;
}

const LANES = 4;
/** A console that fails this often in a row is left alone until the next round. */
const FAILURES_TO_STOP = 3;
const OUT_OF_TIME = 'There was no time left to read this console in this round.';

/** A function that asks one console through the cloud connector. */
export const connectorOf =
  (connection: Connection, hostId: string): network.Ask =>
  (path) =>
    getJson(connection, `/v1/connector/consoles/${encodeURIComponent(hostId)}/proxy/${path}`, 'console');

/** Reads one console through the connector, within its rate budget. Never rejects: a failure becomes `problem`. */
export async function readDepth(
  connection: Connection,
  wants: Wants,
  pace: Pace,
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
  const left = callsLeft(pace, now(), connection.callsPerMinute);
  let count = 0;
  const connector = connectorOf(connection, pace.hostId);
  const ask: network.Ask = async (path) => {
    if (count >= left) throw new BudgetSpent();
    count++;
    return connector(path);
  };
  let after: string | undefined;
  let failure: UnifiError | undefined;
  try {
    const sites = await readLists(ask, wants, depth);
    if (wants.storage) await readDisks(ask, sites, depth);
    const round = chooseDevices([...depth.rows.values()], wants, pace.after, left - count - KEPT_FOR_LISTS);
    depth.deferred = leftForLater([...depth.rows.values()], round);
    ({ after, failure } = await readDevices(ask, wants, depth, round));
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
  return { depth, pace: paceAfter(pace, { now: now(), count, after, error: failure }) };
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

interface DeviceRound {
  device: network.NetworkDevice;
  ports: boolean;
  statistics: boolean;
}

/**
 * The devices to ask in this round: in order of MAC, beginning behind the one asked last, as many as the calls allow.
 * Devices that are down or busy have nothing to tell and cost nothing.
 */
export function chooseDevices(
  rows: network.NetworkDevice[],
  wants: Pick<Wants, 'detail' | 'statistics'>,
  after: string | undefined,
  calls: number,
): DeviceRound[] {
  const awake = rows
    .filter((row) => row.state === 'online' || row.state === 'unknown')
    .sort((a, b) => (a.mac < b.mac ? -1 : 1));
  const start = after === undefined ? 0 : awake.findIndex((row) => row.mac > after);
  const turn = start > 0 ? [...awake.slice(start), ...awake.slice(0, start)] : awake;
  const chosen: DeviceRound[] = [];
  let left = calls;
  for (const device of turn) {
    const ports = wants.detail && device.hasPorts;
    const cost = Number(ports) + Number(wants.statistics);
    if (cost > left) break;
    if (cost > 0) chosen.push({ device, ports, statistics: wants.statistics });
    left -= cost;
  }
  return chosen;
}

function leftForLater(rows: network.NetworkDevice[], round: DeviceRound[]): Set<string> {
  const asked = new Set(round.map(({ device }) => device.mac));
  return new Set(rows.map(({ mac }) => mac).filter((mac) => !asked.has(mac)));
}

/** Asks the chosen devices in a few lanes; stops when the console refuses or fails again and again. */
async function readDevices(ask: network.Ask, wants: Wants, depth: Depth, round: DeviceRound[]) {
  const waiting = [...round];
  let after: string | undefined;
  let inARow = 0;
  let failure: UnifiError | undefined;
  const lane = async () => {
    for (let next = waiting.shift(); next && !failure; next = waiting.shift()) {
      after = next.device.mac;
      try {
        await readDevice(ask, depth, next);
        inARow = 0;
      } catch (caught) {
        const error = asUnifiError(caught);
        if (error.kind === 'gone') continue;
        const passing = error.kind === 'unavailable' || error.kind === 'invalid_answer';
        if (!passing || ++inARow >= FAILURES_TO_STOP) failure ??= error;
      }
    }
  };
  if (wants.detail || wants.statistics) await Promise.all(Array.from({ length: LANES }, lane));
  return { after, failure };
}

async function readDevice(ask: network.Ask, depth: Depth, { device, ports, statistics }: DeviceRound) {
  if (statistics) depth.statistics.set(device.mac, await network.readStatistics(ask, device));
  const found = ports ? await network.readPorts(ask, device) : undefined;
  if (found) depth.ports.set(device.mac, found);
}

const asUnifiError = (error: unknown) => {
  if (error instanceof UnifiError) return error;
  throw error;
};
