import type {
  ConsoleReading,
  DeviceReading,
  LineReading,
  PortReading,
  Reading,
} from '#api/features/unifi/reading.ts';
import { type Place, subjectKey } from './types.ts';

export type DeviceState = DeviceReading['state'];

/** A device of the reading, with its trusted state. */
export interface SeenDevice {
  device: DeviceReading;
  console: ConsoleReading;
  state: DeviceState;
  /** Its place in the tree, once a round has prepared it. */
  place: Place | undefined;
}

/** A reading, indexed once for the whole round. */
export interface IndexedReading {
  at: Date;
  consoles: Map<string, ConsoleReading>;
  /** Adopted devices by MAC, each once. */
  devices: Map<string, SeenDevice>;
  /** MACs that are only listed as not adopted. */
  unadopted: Set<string>;
  /** MACs of all connected clients, on any device. */
  clients: Set<string>;
  /** Internet lines by subject. */
  lines: Map<string, SeenLine>;
}

export interface SeenLine {
  line: LineReading;
  console: ConsoleReading;
}

/** @param left Whether a device is known to have left a console for another one. */
export function indexReading(
  reading: Reading,
  left: (mac: string, hostId: string) => boolean = () => false,
): IndexedReading {
  const indexed: IndexedReading = {
    at: reading.at,
    consoles: new Map(),
    devices: new Map(),
    unadopted: new Set(),
    clients: new Set(),
    lines: new Map(),
  };
  for (const console of reading.consoles) {
    indexed.consoles.set(console.hostId, console);
    for (const device of console.devices) {
      if (!device.adopted) {
        indexed.unadopted.add(device.mac);
        continue;
      }
      const seen = { device, console, state: believedState(console, device), place: undefined };
      const other = indexed.devices.get(device.mac);
      if (!other || weight(seen, left) > weight(other, left)) indexed.devices.set(device.mac, seen);
    }
    for (const client of console.clients ?? []) indexed.clients.add(client.mac);
    for (const line of console.lines ?? [])
      indexed.lines.set(subjectKey({ about: 'line', hostId: console.hostId, ...line }), { line, console });
  }
  for (const mac of indexed.devices.keys()) indexed.unadopted.delete(mac);
  return indexed;
}

/**
 * Behind a disconnected console every state is frozen at its last report. A connected console is online even if its own row
 * is late, unless UniFi explicitly reports another state.
 */
function believedState(
  { link }: ConsoleReading,
  { isConsole, state, stateReason }: DeviceReading,
): DeviceState {
  if (link === 'disconnected') return 'unknown';
  const isSaid = state === 'impaired' || stateReason === 'interrupted' || stateReason === 'unrecognized';
  return isConsole && link === 'connected' && !isSaid ? 'online' : state;
}

/**
 * A device that moved, or whose console was replaced, is listed twice. The console that sees it online is right. Otherwise
 * it's the one that the device moved to, whatever its old console reports.
 */
function weight({ console, device, state }: SeenDevice, left: Parameters<typeof indexReading>[1]): number {
  const isConnected = console.link === 'connected';
  const isUp = isConnected && state === 'online';
  return (isUp ? 4 : 0) + (left?.(device.mac, console.hostId) ? 0 : 2) + (isConnected ? 1 : 0);
}

/** State of a port, if it can be trusted. A device that isn't online says nothing about its ports. */
export function portState(seen: SeenDevice | undefined, index: number): PortReading['state'] {
  if (seen?.state !== 'online') return 'unknown';
  return seen.device.ports?.find((port) => port.index === index)?.state ?? 'unknown';
}
