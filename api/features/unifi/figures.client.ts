import { mapConcurrently } from '#api/lib/concurrency.ts';
import type { DeviceReading, PortReading } from './reading.ts';
import { type Budget } from './budget.client.ts';
import { BudgetSpent, MINUTE_MS } from './call-minute.ts';
import { UnifiError, asUnifiError } from './errors.ts';
import * as network from './network.client.ts';

/** Why a device was not asked in a round. */
type DeferReason = NonNullable<DeviceReading['deferred']>;

/** The figures of the devices of one console. */
export interface DeviceFigures {
  statistics: Map<string, network.Statistics>;
  ports: Map<string, PortReading[]>;
  /** By MAC: the devices that have not been asked, in the end those whose turn comes in a later round. */
  deferred: Map<string, DeferReason>;
}

/** One device to ask, and what for. */
export interface Turn {
  device: network.NetworkDevice;
  ports: boolean;
  statistics: boolean;
}

/** Devices asked at the same time. */
const DEVICES_AT_ONCE = 4;
/** A console that fails this often in a row is left alone until the next round. */
const FAILURES_TO_STOP = 3;
/** A server that hosts many networks has as many gateways; asked first each time, they would starve all others. */
const MOST_GATEWAYS_FIRST = 4;
/** Gateways have a heartbeat every half minute, so asking more often would only repeat values. */
const GATEWAYS_EVERY_MS = 20_000;

interface Order {
  /** The device asked last in turn (MAC). */
  after?: string;
  /** When the gateways were last asked, Unix milliseconds. */
  gatewaysAt?: number;
  now: number;
  /** Milliseconds between two rounds. */
  everyMs: number;
  isGateway: (row: network.NetworkDevice) => boolean;
}

export interface Turns {
  /** Asked first, regardless of whose turn is next. */
  gateways: Turn[];
  /** In turn. */
  others: Turn[];
  all: Turn[];
  /** Calls that asking all of them takes in a minute. */
  needed: number;
}

/** Connector calls that a device costs. */
const callsOf = ({ ports, statistics }: Turn): number => Number(ports) + Number(statistics);

const costOf = (turns: Turn[]): number => turns.reduce((sum, turn) => sum + callsOf(turn), 0);

/**
 * The devices in the order of this round: gateways, whose uplinks are the traffic of the network, then all others in order
 * of MAC, beginning behind the one asked last. Devices that are down or busy have no figures and cost nothing.
 */
export function withLockedTeam(
  rows: network.NetworkDevice[],
  wants: { detail: boolean; statistics: boolean },
  { after, gatewaysAt, now, everyMs, isGateway }: Order,
): Turns {
  const all = rows
    .filter((row) => row.state === 'online' || row.state === 'unknown')
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

/** What a round of figures leaves to the next. */
interface Asked {
  /** The device asked last in turn (MAC). */
  after?: string;
  gatewaysAt?: number;
  /** Why it stopped, if the console is to blame. */
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
      // A gateway that has no room leaves it to the others.
      if (error instanceof BudgetSpent) isSpent ||= !isGateway;
      else if (isOver()) figures.deferred.set(turn.device.mac, 'out_of_time');
      else {
        const passing = error.kind === 'unavailable' || error.kind === 'invalid_answer';
        if (!passing || ++inARow >= FAILURES_TO_STOP) asked.failure ??= error;
      }
    }
  });
  // What a failing console was not asked is unknown; what had no turn is not.
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
  const found = ports ? await network.readPorts(ask, device) : undefined;
  if (found) figures.ports.set(device.mac, found);
}
