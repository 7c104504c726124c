import type { PortReading } from './reading.ts';
import { type Budget, BudgetSpent, type CallKind } from './unifi-budget.ts';
import { UnifiError, asUnifiError } from './unifi-errors.ts';
import * as network from './unifi-network.ts';

/** What the devices of one console told. */
export interface DeviceFigures {
  statistics: Map<string, network.Statistics>;
  ports: Map<string, PortReading[]>;
  /** MACs of the devices that have not been asked: in the end those whose turn comes in a later round. */
  deferred: Set<string>;
}

/** One device to ask, and what for. */
export interface Turn {
  device: network.NetworkDevice;
  kind: Extract<CallKind, 'gateway' | 'device'>;
  ports: boolean;
  statistics: boolean;
}

/** Devices asked at the same time. */
const LANES = 4;
/** A console that fails this often in a row is left alone until the next round. */
const FAILURES_TO_STOP = 3;
/** A server that hosts many networks has as many gateways; asked first each time, they would starve all others. */
const MOST_GATEWAYS_FIRST = 4;

/**
 * The devices in the order of this round: gateways, whose uplinks are the transfer of the network; then all others in
 * order of MAC, beginning behind the one asked last. Devices that are down or busy have nothing to tell and cost nothing.
 */
export function inTurn(
  rows: network.NetworkDevice[],
  wants: { detail: boolean; statistics: boolean },
  after: string | undefined,
  isGateway: (row: network.NetworkDevice) => boolean,
): Turn[] {
  const turns = rows
    .filter((row) => row.state === 'online' || row.state === 'unknown')
    .map((device) => ({ device, ports: wants.detail && device.hasPorts, statistics: wants.statistics }))
    .filter(({ ports, statistics }) => ports || statistics)
    .sort((a, b) => (a.device.mac < b.device.mac ? -1 : 1));
  const gateways = turns.filter(({ device }) => isGateway(device));
  const first = new Set(gateways.length > MOST_GATEWAYS_FIRST ? [] : gateways);
  const others = turns.filter((turn) => !first.has(turn));
  const start = after === undefined ? 0 : others.findIndex(({ device }) => device.mac > after);
  const rotated = start > 0 ? [...others.slice(start), ...others.slice(0, start)] : others;
  return [
    ...[...first].map((turn) => ({ ...turn, kind: 'gateway' as const })),
    ...rotated.map((turn) => ({ ...turn, kind: 'device' as const })),
  ];
}

/**
 * Asks the devices in a few lanes for as long as the budget has room; those left then stay `deferred`. Stops when the
 * console refuses or fails again and again.
 * @returns the device asked last in the rotation, and why it stopped if the console is to blame
 */
export async function readDevices(ask: network.Ask, budget: Budget, figures: DeviceFigures, turns: Turn[]) {
  const waiting = [...turns];
  let after: string | undefined;
  let inARow = 0;
  let isSpent = false;
  let failure: UnifiError | undefined;
  const lane = async () => {
    for (let turn = waiting.shift(); turn && !failure && !isSpent; turn = waiting.shift()) {
      try {
        // Both calls of a device count from here on, so that none is left half asked.
        await budget.take(turn.kind, Number(turn.ports) + Number(turn.statistics));
        figures.deferred.delete(turn.device.mac);
        if (turn.kind === 'device') after = turn.device.mac;
        await readDevice(ask, figures, turn);
        inARow = 0;
      } catch (caught) {
        const error = asUnifiError(caught);
        if (error.kind === 'gone') continue;
        if (error instanceof BudgetSpent) {
          isSpent = true;
          continue;
        }
        const passing = error.kind === 'unavailable' || error.kind === 'invalid_answer';
        if (!passing || ++inARow >= FAILURES_TO_STOP) failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  // What a failing console was not asked is unknown; what had no turn is not.
  if (failure) figures.deferred.clear();
  return { after, failure };
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
