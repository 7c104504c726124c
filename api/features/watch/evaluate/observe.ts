import type {
  ClientReading,
  ConsoleReading,
  DeviceReading,
  Reading,
  StateReason,
} from '#api/features/unifi/reading.ts';
import type { Known, KnownClient, KnownDevice, KnownLine, UplinkChange } from './types.ts';
import { deviceKey, type Inference } from './infer.ts';
import {
  areClientsDue,
  factsAfter,
  hasSameFacts,
  observeSiteReadings,
  uplinkChange,
} from './observe-facts.ts';
import { observeLines } from './lines.ts';
import { indexReading, type SeenDevice, type IndexedReading } from './indexed-reading.ts';

/**
 * Updates to what is known: complete rows to insert or replace by hostId and MAC, and nothing if nothing
 * changed. Devices that weren't seen stay, as unknown. Clients are only recorded if `watchClients`, and only
 * wired ones.
 */
export function observe(known: Known, inference: Inference, watchClients: boolean): Known {
  const { reading, consoles } = inference;
  const devices = observeDevices(known, inference);
  const uplinkChanges = observeUplinks(known.devices, devices, reading.at);
  return {
    devices,
    ...(uplinkChanges.length > 0 && { uplinkChanges }),
    clients: watchClients ? observeClients(known.clients, reading) : [],
    ...(known.lines && { lines: observeAllLines(known.lines, inference) }),
    ...(isSame(known.consoles ?? {}, consoles) ? {} : { consoles }),
    ...(known.siteReadings && { siteReadings: observeSiteReadings(known.siteReadings, reading) }),
  };
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

function observeDevices(known: Known, inference: Inference): KnownDevice[] {
  const { reading } = inference;
  const indexed = indexReading(reading);
  const sites = new Map(known.siteReadings?.map((site) => [site.hostId, site]));
  const counted = new Set(
    reading.consoles.filter((console) => areClientsDue(sites.get(console.hostId), console, reading.at)),
  );
  const changed: KnownDevice[] = [];
  const before = new Map<string, KnownDevice>();
  for (const device of known.devices) {
    before.set(deviceKey(device), device);
    const isSeen = indexed.devices.get(device.mac)?.console.hostId === device.hostId;
    const unseen = isSeen ? undefined : observeUnseen(device, indexed, inference);
    if (unseen) changed.push(unseen);
  }
  for (const [mac, seen] of indexed.devices) {
    const known = before.get(deviceKey({ hostId: seen.console.hostId, mac }));
    const device = observeDevice(known, seen, reading.at, counted.has(seen.console));
    if (device) changed.push(device);
  }
  return changed;
}

function observeUplinks(known: KnownDevice[], changed: KnownDevice[], at: Date): UplinkChange[] {
  if (changed.length === 0) return [];
  const before = new Map(known.map((device) => [deviceKey(device), device]));
  return changed.flatMap((device) => uplinkChange(before.get(deviceKey(device)), device, at) ?? []);
}

function observeAllLines(known: readonly KnownLine[], { reading, missingLines }: Inference): KnownLine[] {
  const linesAt = Map.groupBy(known, ({ hostId }) => hostId);
  const seen = new Set(reading.consoles.map(({ hostId }) => hostId));
  const unread = known.filter(({ hostId, state }) => !seen.has(hostId) && state !== 'unknown');
  return [
    ...reading.consoles.flatMap((console) =>
      observeLines(console, linesAt.get(console.hostId) ?? [], missingLines, reading.at),
    ),
    ...unread.map((line) => ({
      ...line,
      state: 'unknown' as const,
      stateSince: reading.at,
      downUntil: null,
      takesOver: null,
      takeoverUntil: null,
    })),
  ];
}

function observeUnseen(
  before: KnownDevice,
  { consoles }: IndexedReading,
  { reading: { at }, missing, left, consoles: remembered }: Inference,
): KnownDevice | undefined {
  const key = deviceKey(before);
  const leftAt = left.get(key);
  const missingSince = leftAt ? undefined : missing.get(key);
  const console = consoles.get(before.hostId);
  const isConsoleGone = !console && remembered[before.hostId]?.goneSince !== undefined;
  const stateReason = leftAt ? 'unlisted' : isConsoleGone ? 'console_gone' : whyUnseen(before.mac, console);
  const isUnknown = before.state === 'unknown';
  if (
    isUnknown &&
    before.stateReason === stateReason &&
    before.leftAt?.getTime() === leftAt?.getTime() &&
    before.missingSince?.getTime() === missingSince?.getTime()
  ) {
    return undefined;
  }
  const { reportedState: _, leftAt: __, missingSince: ___, downPorts: ____, ...rest } = before;
  return {
    ...rest,
    state: 'unknown',
    stateReason,
    stateSince: isUnknown ? before.stateSince : at,
    ...(leftAt ? { leftAt } : {}),
    ...(missingSince ? { missingSince } : {}),
  };
}

function whyUnseen(mac: string, console: ConsoleReading | undefined): StateReason {
  if (console?.link === 'disconnected') return 'console_offline';
  return console?.devicesListed && !console.devices.some((device) => device.mac === mac)
    ? 'unlisted'
    : 'unread';
}

function observeDevice(
  before: KnownDevice | undefined,
  seen: SeenDevice,
  at: Date,
  isCounted: boolean,
): KnownDevice | undefined {
  const { device, console, state } = seen;
  const { mac, role, isConsole, updatingSince } = device;
  const { stateReason, reportedState } = wordsFor(seen);
  const { hostId } = console;
  // Values that UniFi left out this time keep their last known value.
  const model = device.model ?? before?.model ?? undefined;
  const name = device.name === before?.name ? before.name : readableName(device.name, model, mac);
  const newPorts = portsComeUp(before?.upPorts ?? [], seen);
  const upPorts = [...new Set([...(before?.upPorts ?? []), ...newPorts])].sort((a, b) => a - b);
  const downPorts = portsDown(before, upPorts, seen);
  const facts = factsAfter(before, device, { at, isUp: state === 'online', isCounted });
  if (
    before?.name === name &&
    (before.model ?? undefined) === model &&
    before.role === role &&
    before.isConsole === isConsole &&
    before.state === state &&
    (before.stateReason ?? undefined) === stateReason &&
    (before.reportedState ?? undefined) === reportedState &&
    before.updatingSince?.getTime() === updatingSince?.getTime() &&
    !before.leftAt &&
    !before.missingSince &&
    newPorts.length === 0 &&
    hasSamePorts(before.downPorts, downPorts) &&
    hasSameFacts(before, facts)
  ) {
    return undefined;
  }
  return {
    ...facts,
    hostId,
    mac,
    name,
    ...(model ? { model } : {}),
    role,
    isConsole,
    state,
    ...(stateReason ? { stateReason } : {}),
    ...(reportedState ? { reportedState } : {}),
    stateSince: before?.state === state && !before.leftAt ? before.stateSince : at,
    ...(updatingSince ? { updatingSince } : {}),
    upPorts,
    ...(downPorts ? { downPorts } : {}),
  };
}

/**
 * UniFi's word for the state, if it describes this state. A connected console is up whatever its row says.
 */
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

/** The ports that were up before and are down now. `null` if the ports aren't known. */
function portsDown(
  before: KnownDevice | undefined,
  upPorts: readonly number[],
  { device, state }: SeenDevice,
): number[] | null {
  if (state !== 'online') return null;
  if (!device.ports) return device.deferred ? (before?.downPorts ?? null) : null;
  return device.ports
    .filter((port) => port.state === 'down' && upPorts.includes(port.index))
    .map(({ index }) => index)
    .sort((a, b) => a - b);
}

const hasSamePorts = (before: readonly number[] | null | undefined, now: readonly number[] | null) =>
  JSON.stringify(before ?? null) === JSON.stringify(now);

function observeClients(known: KnownClient[], reading: Reading): KnownClient[] {
  const before = new Map(known.map((client) => [deviceKey(client), client]));
  const now = new Map<string, KnownClient>();
  for (const { hostId, clients } of reading.consoles) {
    for (const client of clients ?? []) {
      if (client.wired)
        now.set(client.mac, knownClient(hostId, client, before.get(deviceKey({ hostId, mac: client.mac }))));
    }
  }
  return [...now.values()].filter((client) => {
    const old = before.get(deviceKey(client));
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

const longest = 100;
// Control characters, lone surrogates, line separators and bidirectional control characters.
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * The first of these with visible text: on one line, at most 100 characters, and without characters that a
 * database or terminal can't handle. HTML isn't escaped here, but where it is rendered.
 */
export function readableName(...names: (string | null | undefined)[]): string {
  for (const name of names) {
    const plain = name?.replace(unprintable, ' ').trim();
    if (plain) return shorten(plain);
  }
  return 'unnamed';
}

function shorten(name: string): string {
  if (name.length <= longest) return name;
  const characters = Array.from(name);
  return characters.length <= longest
    ? name
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
