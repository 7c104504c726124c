import {
  findCloud,
  loseCloud,
  type DeviceState,
  type NetworkClient,
  type NetworkConsole,
  type NetworkDevice,
  type NetworkPort,
} from './network-state.ts';
import { hardwareOf } from './network-build.ts';
import { chance } from './network-identity.ts';
import type { Network } from './network.ts';

/** The devices on one console that can have incidents. */
interface Cast {
  console: NetworkConsole;
  paces: typeof firstConsole;
  /** Position among the consoles that may lose the cloud. */
  turn: number;
  peaks: NetworkDevice[];
  /** They fail one after another. */
  leaves: NetworkDevice[];
  flappers: NetworkDevice[];
  ports: { device: NetworkDevice; port: NetworkPort }[];
  roaming: { client: NetworkClient; home?: string; away: string }[];
  leaving: NetworkClient[];
}

function castOf(network: Network, console: NetworkConsole, seed: string, turn: number): Cast {
  const shuffled = <T>(all: T[], id: (one: T) => string) =>
    all.toSorted((a, b) => chance(`${seed} ${id(a)}`) - chance(`${seed} ${id(b)}`));
  const uplinks = new Set(console.devices.map((device) => device.uplinkMac));
  const taken = new Set(console.devices.map(({ uplinkMac, uplinkPort }) => `${uplinkMac} ${uplinkPort}`));
  // Only devices with nothing behind them fail, so that an outage affects one device instead of a whole
  // floor.
  const leaves = shuffled(
    console.devices.filter((d) => d.site && !d.isConsole && !uplinks.has(d.mac) && d.state === 'ONLINE'),
    (device) => device.mac,
  );
  const accessPoints = console.devices.filter(
    (d) => d.state === 'ONLINE' && hardwareOf(d.model).role === 'access_point',
  );
  const clients = shuffled(console.clients, (client) => client.mac);
  const wireless = clients.filter((client) => client.kind === 'WIRELESS');
  return {
    console,
    paces: network.consoles[0] === console ? firstConsole : otherConsole,
    turn,
    peaks: shuffled(console.devices, (device) => `peak ${device.mac}`),
    leaves: leaves.filter((device) => !device.badCable),
    flappers: leaves.filter((device) => device.badCable),
    // The first port is the uplink, and a port with a device on it only fails with that device. A port that is
    // down is unused and stays down. If a switch itself fails, its ports would be unknown.
    ports: console.devices
      .filter((device) => hardwareOf(device.model).role === 'switch' && uplinks.has(device.mac))
      .flatMap((device) =>
        device.ports
          .filter(({ idx, state }) => idx > 1 && state === 'UP' && !taken.has(`${device.mac} ${idx}`))
          .map((port) => ({ device, port })),
      )
      .filter((_, at) => at % 5 === 0),
    roaming: wireless.flatMap((client, at) => {
      const away = accessPoints[at % (accessPoints.length || 1)]?.mac;
      return at % 2 && away ? [{ client, home: client.uplinkMac, away }] : [];
    }),
    leaving: clients.filter((_, at) => at % 3 === 0),
  };
}

/** Varies a device's load: slow waves with some noise that changes every 15 s, like heartbeats. */
function breathe(
  device: NetworkDevice,
  seed: string,
  now: number,
  cpuPeak: boolean,
  memoryPeak: boolean,
): void {
  const { idle, role } = hardwareOf(device.model);
  const own = chance(`${seed} ${device.mac}`);
  const noise = chance(`${seed} ${device.mac} ${Math.floor(now / 15_000)}`);
  const wave = (periodSec: number) => Math.sin((now / 1_000 / periodSec + own) * 2 * Math.PI);
  const percent = (value: number) => Math.round(Math.min(99.4, Math.max(0.5, value)) * 10) / 10;
  device.cpuPercent = percent(cpuPeak ? 92 + noise * 6 : idle.cpu * (1 + 0.35 * wave(420)) + noise * 9);
  device.memoryPercent = percent(
    memoryPeak ? 92.5 + noise * 4 : idle.memory + own * 9 + 3 * wave(900) + noise,
  );
  const capacity = role === 'gateway' ? 380e6 : role === 'switch' ? 90e6 : 24e6;
  const rx = Math.round(capacity * (0.35 + 0.25 * wave(300) + 0.2 * noise));
  device.uplinkBps = { rx, tx: Math.round(rx * (0.15 + 0.2 * own)) };
  // Exceeds 90 % for a few minutes in each half hour, on consoles that report it.
  for (const volume of device.volumes) volume.usedPercent = percent(78 + 15 * wave(1_800));
}

/** Sets a device to the state of its ongoing episode, or to online since its latest one ended. */
function setState(device: NetworkDevice, episodes: (Episode & { state: DeviceState })[]): void {
  if (device.pinned || device.outage) return;
  const lasting = episodes.find(({ active }) => active);
  const wellSince = Math.max(device.returnedAt ?? 0, ...episodes.map(({ to }) => to));
  device.state = lasting?.state ?? 'ONLINE';
  device.since = lasting?.from ?? wellSince;
  if (!lasting) device.startedAt = wellSince;
}

/** Moves one console to its state at a moment. `at` returns a cast member's latest turn. */
function moveConsole(cast: Cast, seed: string, origin: number, now: number): void {
  const at = (lane: Lane, member: number, size: number, lasts?: Pace['lasts']): Episode => {
    const pace = calmed(cast.paces[lane], size);
    const salt = `${seed} ${cast.console.hardwareId} ${lane}`;
    return episodeOf(lasts ? { ...pace, lasts } : pace, salt, now, member, size);
  };

  const size = cast.leaves.length;
  cast.leaves.forEach((device, member) => {
    // Every other one has blips, and every fourth is updated. Both are a third of a round away from its
    // outage, so that they don't lengthen it.
    const away = (thirds: number) => (member + Math.floor((size * thirds) / 3)) % size;
    const blip = member % 2 === 0 && at('outage', away(1), size, blipLasts);
    const update = member % 4 === 1 && at('outage', away(2), size, updateLasts);
    setState(device, [
      { ...at('outage', member, size), state: 'OFFLINE' },
      ...(blip ? [{ ...blip, state: 'OFFLINE' }] : []),
      ...(update ? [{ ...update, state: 'UPDATING' }] : []),
    ]);
  });
  for (const device of cast.flappers)
    setState(device, [{ ...flapOf(`${seed} ${device.mac}`, origin, now), state: 'OFFLINE' }]);
  cast.peaks.forEach((device, member) => {
    if (device.pinned || device.state !== 'ONLINE') return;
    const cpuPeak = at('cpuPeak', member, cast.peaks.length).active;
    // Starts from the other end, so that the same device doesn't have both.
    const memoryPeak = at('memoryPeak', cast.peaks.length - 1 - member, cast.peaks.length).active;
    breathe(device, seed, now, cpuPeak, memoryPeak);
  });
  cast.ports.forEach(({ device, port }, member) => {
    if (!device.pinned) port.state = at('portDown', member, cast.ports.length).active ? 'DOWN' : 'UP';
  });
  cast.roaming.forEach(({ client, home, away }, member) => {
    if (!client.pinned) client.uplinkMac = at('roam', member, cast.roaming.length).active ? away : home;
  });
  cast.leaving.forEach((client, member) => {
    if (client.pinned) return;
    const { active, to } = at('clientAway', member, cast.leaving.length);
    client.connected = !active;
    if (!active) client.connectedAt = to;
  });
}

interface LiveOptions {
  now?: number;
  seed?: string;
  isStill?: (console: NetworkConsole) => boolean;
}

/**
 * Makes a network live: devices fail, update and recover, load varies, clients come and go. The state at a
 * moment depends only on the network and the seed (for a bad cable also on the start), not on how often it
 * was requested.
 * @param now Start of the simulation, Unix milliseconds. Defaults to the network's clock.
 * @param isStill Consoles that don't change by themselves.
 */
export function liveNetwork(
  network: Network,
  { now = network.now(), seed = 'netlantern', isStill = () => false }: LiveOptions = {},
): Network {
  const origin = Math.floor(now / 1_000) * 1_000;
  let spare = 0;
  const casts = network.consoles.flatMap((console) => {
    if (isStill(console)) return [];
    const first = network.keys.some((key) => key.consoles[0] === console);
    return [castOf(network, console, seed, first ? -1 : spare++)];
  });
  let second = -1;
  network.step = (at) => {
    const moment = Math.floor(at / 1_000) * 1_000;
    if (moment === second) return;
    second = moment;
    for (const cast of casts) {
      const { console } = cast;
      if (cast.turn >= 0 && !console.pinned && !console.dark) {
        const loss = episodeOf(cloudLoss, `${seed} cloud`, moment, cast.turn, spare);
        if (loss.active && console.connected) {
          moveConsole(cast, seed, origin, loss.from);
          loseCloud(console, loss.from);
        } else if (!loss.active) {
          findCloud(console, loss.to);
          console.connectionChangedAt = loss.to;
        }
      }
      moveConsole(cast, seed, origin, moment);
    }
  };
  advance(network, now);
  return network;
}

/** Advances a live network to a moment, Unix milliseconds. A static one doesn't change. */
export function advance(network: Network, now: number): void {
  network.settle(now);
}

/** How often one kind of incident starts in a cast, and how long it lasts. All in seconds. */
interface Pace {
  /** Minimum. A small cast is slower, so that no member's turn comes too soon. */
  every: number;
  /** Each start is delayed by up to this much. */
  jitter: number;
  lasts: [least: number, most: number];
}

/**
 * Incidents on the first console, the one that visitors look at. Durations over 60 s exceed the demo's rules.
 * - `outage`: starts are less than a minute apart, so that a visitor soon sees one.
 * - `cpuPeak`, `memoryPeak`: over 90 % for some minutes.
 */
const firstConsole = {
  outage: { every: 50, jitter: 6, lasts: [180, 300] },
  portDown: { every: 240, jitter: 60, lasts: [8, 240] },
  roam: { every: 25, jitter: 10, lasts: [60, 300] },
  clientAway: { every: 60, jitter: 20, lasts: [60, 240] },
  cpuPeak: { every: 300, jitter: 60, lasts: [150, 240] },
  memoryPeak: { every: 480, jitter: 90, lasts: [200, 320] },
} satisfies Record<string, Pace>;

/**
 * Other consoles have fewer and longer incidents. Those that aren't their key's first lose the cloud now and
 * then.
 */
const otherConsole = {
  outage: { every: 150, jitter: 30, lasts: [500, 900] },
  portDown: { every: 400, jitter: 90, lasts: [8, 300] },
  roam: { every: 60, jitter: 20, lasts: [60, 300] },
  clientAway: { every: 120, jitter: 30, lasts: [60, 240] },
  cpuPeak: { every: 600, jitter: 120, lasts: [150, 300] },
  memoryPeak: { every: 900, jitter: 200, lasts: [200, 400] },
} satisfies Record<string, Pace>;

/**
 * Seconds. Blips recover before a one-minute rule is due, so they show in the list but never raise alerts.
 */
const blipLasts: Pace['lasts'] = [20, 45];
const updateLasts: Pace['lasts'] = [120, 180];

const cloudLoss: Pace = { every: 1_500, jitter: 400, lasts: [90, 180] };

/**
 * Minimum seconds between a member's turns. A problem that returns within 20 minutes of its recovery is
 * flapping, so this adds a few minutes for a recovery that is noticed late.
 */
const rest = 26 * 60;

/**
 * The device with the bad cable. Its calm is longer than those 20 minutes plus a `rest`, so that a new spell
 * is a new alert.
 */
const flap = { every: 240, jitter: 20, lasts: [120, 150] } satisfies Pace;
const spell = { lasts: 130 * 60, every: 180 * 60 };

type Lane = keyof typeof firstConsole;

/** The pace at which every member of a cast of this size gets its rest. */
function calmed(pace: Pace, cast: number): Pace {
  return { ...pace, every: Math.max(pace.every, (rest + pace.lasts[1] + pace.jitter) / cast) };
}

/** A member's latest turn: when it started and ended, Unix milliseconds, and whether it is ongoing. */
interface Episode {
  from: number;
  to: number;
  active: boolean;
}

/**
 * Turns rotate through the cast. A pure function of the clock: the result for a moment is always the same,
 * even after a restart, so that what just recovered doesn't fail again.
 * @param salt Seed and lane, so that lanes with the same pace aren't in step.
 * @param member Its position in the cast.
 */
function episodeOf(pace: Pace, salt: string, now: number, member: number, cast: number): Episode {
  const [least, most] = pace.lasts;
  const every = pace.every * 1_000;
  const begin = (turn: number) =>
    Math.round(turn * every + chance(`${salt} late ${turn}`) * pace.jitter * 1_000);
  const newest = Math.floor(now / every);
  let turn = newest - ((((newest - member) % cast) + cast) % cast);
  if (begin(turn) > now) turn -= cast;
  const from = begin(turn);
  const to = from + Math.round((least + chance(`${salt} long ${turn}`) * (most - least)) * 1_000);
  return { from, to, active: now < to };
}

/**
 * It goes down every few minutes for two hours, is fine for most of an hour, and starts again.
 * @param origin Start of the simulation, Unix milliseconds, so that a visitor of a fresh demo needn't wait
 * for the next spell.
 */
function flapOf(salt: string, origin: number, now: number): Episode {
  const begin = (turn: number) =>
    origin + Math.round(turn * flap.every + chance(`${salt} late ${turn}`) * flap.jitter) * 1_000;
  const isSpell = (turn: number) => (turn * flap.every) % spell.every < spell.lasts;
  let turn = Math.max(0, Math.floor((now - origin) / (flap.every * 1_000)));
  if (begin(turn) > now) turn -= 1;
  while (turn > 0 && !isSpell(turn)) turn -= 1;
  const [least, most] = flap.lasts;
  const from = begin(turn);
  const to = from + Math.round(least + chance(`${salt} long ${turn}`) * (most - least)) * 1_000;
  return { from, to, active: now < to };
}
