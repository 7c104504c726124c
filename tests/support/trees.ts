import type { ConsoleOptions, DeviceOptions } from '#api/demo/unifi/network-build.ts';
import type { Network } from '#api/demo/unifi/network.ts';

/** Numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const pick = <T>(roll: () => number, from: readonly T[]): T => {
  const found = from[Math.floor(roll() * from.length)];
  if (found === undefined) throw new Error('Nothing to choose from');
  return found;
};

/** A gateway with up to four levels of switches, access points on them, and some of those by radio. */
export function randomTree(roll: () => number, options: Partial<ConsoleOptions> = {}): ConsoleOptions {
  const devices: DeviceOptions[] = [{ name: 'Core', model: 'USW Aggregation' }];
  const switches = [{ name: 'Core', level: 1 }];
  const floors = 2 + Math.floor(roll() * 4);
  for (let nth = 1; nth <= floors; nth++) {
    const above = pick(
      roll,
      switches.filter(({ level }) => level < 4),
    );
    const name = `Switch ${nth}`;
    devices.push({ name, model: 'USW Pro 24 PoE', uplink: above.name });
    switches.push({ name, level: above.level + 1 });
  }
  for (let nth = 1; nth <= floors; nth++) {
    for (let at = 1; at <= 1 + roll() * 3; at++)
      devices.push({ name: `AP ${nth}.${at}`, uplink: `Switch ${nth}` });
    if (roll() < 0.4)
      devices.push({ name: `Mesh ${nth}`, model: 'AC Mesh', uplink: `AP ${nth}.1`, mesh: true });
  }
  return { name: 'Office', storageApi: true, topologyApi: true, devices, ...options };
}

const nth = (at: number) => String(at).padStart(3, '0');

/** A gateway, 20 switches and 480 access points: 500 devices behind a gateway that isn't the console. */
export function campus(): DeviceOptions[] {
  const switches = Array.from({ length: 20 }, (_, at) => `Switch ${nth(at)}`);
  return [
    { name: 'Gateway', model: 'UDM Pro' },
    ...switches.map((name, at) => ({
      name,
      model: 'USW Pro 24 PoE',
      uplink: at === 0 ? 'Gateway' : switches[Math.floor((at - 1) / 3)]!,
    })),
    ...Array.from({ length: 480 }, (_, at) => ({ name: `AP ${nth(at)}`, uplink: switches[at % 20]! })),
  ];
}

/** Names of the devices that are behind another one. */
export function behind(network: Network, name: string): string[] {
  const { devices } = network.console('Office').console;
  const { mac } = network.device(name).device;
  const below = devices.filter(({ uplinkMac }) => uplinkMac === mac).map((one) => one.name);
  return below.flatMap((one) => [one, ...behind(network, one)]);
}

/** Names of the devices that are down, the console excepted. */
export const downIn = (network: Network): string[] =>
  network
    .console('Office')
    .console.devices.flatMap(({ name, state, isConsole }) =>
      state === 'OFFLINE' && !isConsole ? [name] : [],
    );
