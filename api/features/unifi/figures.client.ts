import { mapConcurrently } from '#api/lib/concurrency.ts';
import type { DeviceReading, PortReading } from './reading.ts';
import { type Budget } from './budget.client.ts';
import { BudgetSpent, MINUTE_MS } from './call-minute.ts';
import { UnifiError, asUnifiError } from './errors.ts';
import * as network from './network.client.ts';

/** Why a device wasn't read in a round. */
type DeferReason = NonNullable<DeviceReading['deferred']>;

/** The statistics of one console's devices. */
export interface DeviceFigures {
  statistics: Map<string, network.Statistics>;
  ports: Map<string, PortReading[]>;
  details: Map<string, network.NetworkDetail>;
  /** By MAC: devices that haven't been read yet. Those left at the end are read in a later round. */
  deferred: Map<string, DeferReason>;
}

/** One device to read, and what to read. */
export interface Turn {
  device: network.NetworkDevice;
  ports: boolean;
  statistics: boolean;
}

/** Devices read at the same time. */
const DEVICES_AT_ONCE = 4;
/** After this many consecutive failures, a console isn't called until the next round. */
const FAILURES_TO_STOP = 3;
/**
 * A server that hosts many networks has as many gateways. If they always came first, no other device would be
 * read.
 */
const MOST_GATEWAYS_FIRST = 4;
/** Gateways have a heartbeat every half minute, so reading them more often would only repeat values. */
const GATEWAYS_EVERY_MS = 20_000;

interface Order {
  /** MAC of the device last read in the round-robin. */
  after?: string;
  /** When the gateways were last read, Unix milliseconds. */
  gatewaysAt?: number;
  now: number;
  /** Milliseconds between two rounds. */
  everyMs: number;
  isGateway: (row: network.NetworkDevice) => boolean;
}

export interface Turns {
  /** Read first, regardless of whose turn is next. */
  gateways: Turn[];
  /** Read in turns. */
  others: Turn[];
  all: Turn[];
  /** Calls needed to read all of them in a minute. */
  needed: number;
}

/** Connector calls that a device costs. */
const callsOf = ({ ports, statistics }: Turn): number => Number(ports) + Number(statistics);

const costOf = (turns: Turn[]): number => turns.reduce((sum, turn) => sum + callsOf(turn), 0);

/** Devices that are down or busy have neither statistics nor details. */
export const mayRespond = ({ state }: network.NetworkDevice): boolean =>
  state === 'online' || state === 'unknown';

/**
 * The order of devices in this round: gateways, whose uplinks carry the network's traffic, then all others by
 * MAC, starting after the last one read.
 */
export function turnsOf(
  rows: network.NetworkDevice[],
  wants: { detail: boolean; statistics: boolean },
  { after, gatewaysAt, now, everyMs, isGateway }: Order,
): Turns {
  const all = rows
    .filter(mayRespond)
    .map((device) => ({ device, ports: wants.detail && device.hasPorts, statistics: wants.statistics }))
    .filter((turn) => callsOf(turn) > 0)
    .sort((a, b) => (a.device.mac < b.device.mac ? -1 : 1));
  const gateways = all.filter(({ device }) => isGateway(device));
  const first = new Set(gateways.length > MOST_GATEWAYS_FIRST ? [] : gateways);
  const others = all.filter((turn) => !first.has(turn));
  const start = after === undefined ? 0 : others.findIndex(({ device }) => device.mac > after);
  const rotated = start > 0 ? [...others.slice(start), ...others.slice(0, start)] : others;
  const isTime = gatewaysAt === undefined || Math.abs(now - gatewaysAt) >= GATEWAYS_EVERY_MS - 1000;
  const gatewayRounds = MINUTE_MS / Math.max(everyMs, GATEWAYS_EVERY_MS);
  const needed = costOf(others) + costOf([...first]) * Math.max(1, gatewayRounds);
  return { gateways: isTime ? [...first] : [], others: rotated, all, needed };
}

interface Bounds {
  /** Connector calls for devices that are not gateways. */
  allowed: number;
  /** Unix milliseconds on the clock `now`. */
  until: number;
  now: () => number;
  signal?: AbortSignal;
}

/** State that a round of statistics passes to the next. */
export interface Asked {
  /** MAC of the device last read in the round-robin. */
  after?: string;
  gatewaysAt?: number;
  /** Why it stopped, if the console is at fault. */
  failure?: UnifiError;
}

/**
 * Reads a few devices at a time for as long as budget and time allow. The rest stay `deferred`. Stops when
 * the console refuses or keeps failing.
 */
export async function readDevices(
  ask: network.Ask,
  budget: Budget,
  figures: DeviceFigures,
  { gateways, others }: Turns,
  { allowed, until, now, signal }: Bounds,
): Promise<Asked> {
  const first = new Set(gateways);
  const asked: Asked = {};
  let left = allowed;
  let inARow = 0;
  let isSpent = false;
  const isOver = () => signal?.aborted === true || now() >= until;
  await mapConcurrently([...gateways, ...others], DEVICES_AT_ONCE, async (turn) => {
    const isGateway = first.has(turn);
    if (asked.failure || isSpent || isOver() || (!isGateway && left <= 0)) return;
    try {
      if (!isGateway) left -= callsOf(turn);
      // Reserve all calls of a device up front, so that none is left half-read.
      await budget.take(isGateway ? 'gateway' : 'device', callsOf(turn));
      figures.deferred.delete(turn.device.mac);
      if (isGateway) asked.gatewaysAt = now();
      else asked.after = turn.device.mac;
      await readDevice(ask, figures, turn);
      inARow = 0;
    } catch (caught) {
      const error = asUnifiError(caught);
      if (error.kind === 'gone') return;
      // A gateway that doesn't fit leaves the budget to the others.
      if (error instanceof BudgetSpent) isSpent ||= !isGateway;
      else if (isOver()) figures.deferred.set(turn.device.mac, 'out_of_time');
      else {
        const passing = error.kind === 'unavailable' || error.kind === 'invalid_answer';
        if (!passing || ++inARow >= FAILURES_TO_STOP) asked.failure ??= error;
      }
    }
  });
  // Devices skipped because the console failed are unknown. Those without a turn aren't.
  if (asked.failure) figures.deferred.clear();
  else if (isOver()) for (const mac of figures.deferred.keys()) figures.deferred.set(mac, 'out_of_time');
  return asked;
}

async function readDevice(
  ask: network.Ask,
  figures: DeviceFigures,
  { device, ports, statistics }: Turn,
): Promise<void> {
  if (statistics) figures.statistics.set(device.mac, await network.readStatistics(ask, device));
  if (!ports) return;
  const detail = await network.readDetail(ask, device);
  figures.details.set(device.mac, detail);
  if (detail.ports) figures.ports.set(device.mac, detail.ports);
}
