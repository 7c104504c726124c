import { buildConsole } from './network-build.ts';
import type { ConsoleOptions, KeyOptions } from './network-build.ts';
import { ClientHandle, ConsoleHandle, DeviceHandle, KeyHandle } from './network-handles.ts';
import { only } from './network-only.ts';
import type { NetworkConsole, NetworkKey } from './network-types.ts';

/**
 * Keys, and the consoles they see with everything below. The fields are plain data that the stand-in answers from;
 * the methods find a thing by its name and hand out what a test may do to it.
 */
export class Network {
  keys: NetworkKey[] = [];
  /** Called before each answer; set by `liveNetwork`. */
  step?: (now: number) => void;

  /** @param now The network's clock, Unix milliseconds. */
  constructor(public now: () => number) {}

  get consoles(): NetworkConsole[] {
    return [...new Set(this.keys.flatMap((key) => key.consoles))];
  }

  addKey(options: KeyOptions): KeyHandle {
    const key: NetworkKey = {
      value: options.value,
      consoles: (options.sees ?? []).map((name) => this.console(name).console),
      revoked: options.revoked ?? false,
      connector: options.connector ?? true,
      ispMetrics: options.ispMetrics ?? true,
    };
    this.keys.push(key);
    for (const console of options.consoles ?? []) this.addConsole(key.value, console);
    return new KeyHandle(key);
  }

  addConsole(key: string, options: ConsoleOptions): ConsoleHandle {
    const console = buildConsole(options, this.now());
    this.key(key).key.consoles.push(console);
    return new ConsoleHandle(console, this.now);
  }

  key(value: string): KeyHandle {
    return new KeyHandle(only(this.keys, (key) => key.value === value, `key ${value}`));
  }

  /** By name or host id. */
  console(name: string): ConsoleHandle {
    const found = only(this.consoles, (c) => c.name === name || c.hostId === name, `console ${name}`);
    return new ConsoleHandle(found, this.now);
  }

  /** By name or MAC, on any console. */
  device(name: string): DeviceHandle {
    const all = this.consoles.flatMap((console) => console.devices.map((device) => ({ console, device })));
    const found = only(all, ({ device }) => device.name === name || device.mac === name, `device ${name}`);
    return new DeviceHandle(found.device, found.console, this.now);
  }

  /**
   * Carries a device to another console.
   * @param leavesRow Its old console goes on listing it, as offline; devices of that name are then found through their console.
   */
  moveDevice(name: string, to: string, { leavesRow = false } = {}): DeviceHandle {
    const { device } = this.device(name);
    const home = this.consoles.find((console) => console.devices.includes(device));
    const target = this.console(to).console;
    const moved = { ...structuredClone(device), site: target.sites[0]?.name, pinned: true };
    const root = target.devices.find((one) => one.isConsole);
    if (root) moved.uplinkMac = root.mac;
    target.devices.push(moved);
    if (leavesRow) Object.assign(device, { state: 'OFFLINE', since: this.now(), pinned: true });
    else if (home) home.devices = home.devices.filter((one) => one !== device);
    return new DeviceHandle(moved, target, this.now);
  }

  /** By name or MAC, on any console. */
  client(name: string): ClientHandle {
    const all = this.consoles.flatMap((console) => console.clients.map((client) => ({ console, client })));
    const found = only(all, ({ client }) => client.name === name || client.mac === name, `client ${name}`);
    return new ClientHandle(found.client, found.console, this.now);
  }
}

export interface NetworkOptions {
  /** The clock, Unix milliseconds; the computer's by default. */
  now?: () => number;
  keys?: KeyOptions[];
}

/** The smallest network worth watching: `test-key` sees console Office with a switch, an access point and a laptop. */
export const smallOffice: KeyOptions = {
  value: 'test-key',
  consoles: [
    {
      name: 'Office',
      devices: [
        { name: 'Switch', model: 'USW Lite 8 PoE' },
        { name: 'AP Lobby', model: 'U6 Pro', uplink: 'Switch' },
      ],
      clients: [{ name: 'Laptop', uplink: 'AP Lobby' }],
    },
  ],
};

/** A network that stands still until somebody changes it. */
export function makeNetwork({ now = Date.now, keys = [smallOffice] }: NetworkOptions = {}): Network {
  const network = new Network(now);
  for (const key of keys) network.addKey(key);
  return network;
}
