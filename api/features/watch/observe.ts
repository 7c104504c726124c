import type {
  ClientReading,
  DeviceReading,
  Reading,
  StateReason,
} from '#api/features/controllers/reading.ts';
import type { Known, KnownClient, KnownDevice } from './change.ts';
import { readableName } from './name.ts';
import { indexReading, type SeenDevice } from './sight.ts';

/**
 * What a reading adds to what is known: whole rows to insert or replace by hostId and MAC, and nothing when nothing
 * changed.
 * Devices that were not seen stay, as unknown. Clients are remembered only when `watchClients`, and only wired ones.
 */
export function observe(known: Known, reading: Reading, watchClients: boolean): Known {
  return {
    devices: observeDevices(known.devices, reading),
    clients: watchClients ? observeClients(known.clients, reading) : [],
  };
}

function observeDevices(known: KnownDevice[], reading: Reading): KnownDevice[] {
  const { devices } = indexReading(reading);
  const changed: KnownDevice[] = [];
  const before = new Map<string, KnownDevice>();
  for (const device of known) {
    before.set(key(device.hostId, device.mac), device);
    const isSeen = devices.get(device.mac)?.console.hostId === device.hostId;
    if (isSeen) continue;
    const stateReason = whyUnseen(device, reading);
    if (device.state === 'unknown' && device.stateReason === stateReason) continue;
    const stateSince = device.state === 'unknown' ? device.stateSince : reading.at;
    const { reportedState: _, ...rest } = device;
    changed.push({ ...rest, state: 'unknown', stateReason, stateSince });
  }
  for (const [mac, seen] of devices) {
    const device = observeDevice(before.get(key(seen.console.hostId, mac)), seen, reading.at);
    if (device) changed.push(device);
  }
  return changed;
}

function whyUnseen({ hostId, mac }: KnownDevice, { consoles }: Reading): StateReason {
  const console = consoles.find((one) => one.hostId === hostId);
  if (console?.link === 'disconnected') return 'console_offline';
  return console?.devicesListed && !console.devices.some((device) => device.mac === mac)
    ? 'unlisted'
    : 'unread';
}

function key(hostId: string, mac: string): string {
  return `${mac} ${hostId}`;
}

function observeDevice(before: KnownDevice | undefined, seen: SeenDevice, at: Date): KnownDevice | undefined {
  const { device, console, state } = seen;
  const { mac, role, isConsole } = device;
  const { stateReason, reportedState } = wordsFor(seen);
  const { hostId } = console;
  // What UniFi left out this once is still as it was last known.
  const model = device.model ?? before?.model ?? undefined;
  const name = device.name === before?.name ? before.name : readableName(device.name, model, mac);
  const newPorts = portsComeUp(before?.upPorts ?? [], seen);
  if (
    before?.name === name &&
    (before.model ?? undefined) === model &&
    before.role === role &&
    before.isConsole === isConsole &&
    before.state === state &&
    (before.stateReason ?? undefined) === stateReason &&
    (before.reportedState ?? undefined) === reportedState &&
    newPorts.length === 0
  ) {
    return undefined;
  }
  return {
    hostId,
    mac,
    name,
    ...(model ? { model } : {}),
    role,
    isConsole,
    state,
    ...(stateReason ? { stateReason } : {}),
    ...(reportedState ? { reportedState } : {}),
    stateSince: before?.state === state ? before.stateSince : at,
    upPorts: [...new Set([...(before?.upPorts ?? []), ...newPorts])].sort((a, b) => a - b),
  };
}

/** What UniFi's words say of the state, where they are about this state: a connected console is up whatever its row says. */
function wordsFor({
  device,
  console,
  state,
}: SeenDevice): Pick<DeviceReading, 'stateReason' | 'reportedState'> {
  if (state === device.state) return { stateReason: device.stateReason, reportedState: device.reportedState };
  return console.link === 'disconnected' ? { stateReason: 'console_offline' } : {};
}

function portsComeUp(upPorts: number[], { device, state }: SeenDevice): number[] {
  if (state !== 'online' || !device.ports) return [];
  return device.ports
    .filter((port) => port.state === 'up' && !upPorts.includes(port.index))
    .map((port) => port.index);
}

function observeClients(known: KnownClient[], reading: Reading): KnownClient[] {
  const before = new Map(known.map((client) => [key(client.hostId, client.mac), client]));
  const now = new Map<string, KnownClient>();
  for (const { hostId, clients } of reading.consoles) {
    for (const client of clients ?? []) {
      if (client.wired) now.set(client.mac, knownClient(hostId, client, before.get(key(hostId, client.mac))));
    }
  }
  return [...now.values()].filter((client) => {
    const old = before.get(key(client.hostId, client.mac));
    return old?.name !== client.name || (old.uplinkMac ?? undefined) !== client.uplinkMac;
  });
}

function knownClient(hostId: string, client: ClientReading, before: KnownClient | undefined): KnownClient {
  const uplinkMac = client.uplinkMac ?? before?.uplinkMac ?? undefined;
  return {
    hostId,
    mac: client.mac,
    name: client.name === before?.name ? before.name : readableName(client.name, client.mac),
    ...(uplinkMac ? { uplinkMac } : {}),
  };
}
