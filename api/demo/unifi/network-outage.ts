import { hardwareOf, takePort } from './network-build.ts';
import { chance } from './network-identity.ts';
import {
  findCloud,
  loseCloud,
  setState,
  type NetworkConsole,
  type NetworkDevice,
  type NetworkPort,
} from './network-state.ts';

/**
 * Power and cables. Whatever loses either is cut off, with everything behind it: its console notices when
 * heartbeats stay away, and it comes back after its uplink.
 */

/** When something happens, Unix milliseconds, and whether it shows at once, without heartbeats and boot times. */
export interface Moment {
  now: number;
  instant: boolean;
}

/** Milliseconds from `least` to `most` that only depend on the device. */
const spread = ({ mac }: NetworkDevice, what: string, least: number, most: number) =>
  Math.round(least + chance(`${mac} ${what}`) * (most - least));

/** Until its console counts a silent device as offline. */
const noticeAfter = (device: NetworkDevice) => spread(device, 'heartbeat', 5_000, 105_000);
/** Of a device whose restart its console ordered, and so expects. */
const restartNoticedAfter = 5_000;
/** A device that kept its power only has to find its console again. */
const rejoinAfter = (device: NetworkDevice) => spread(device, 'rejoin', 4_000, 20_000);
const bootTime = (device: NetworkDevice) =>
  hardwareOf(device.model).role === 'access_point'
    ? spread(device, 'boot', 45_000, 90_000)
    : spread(device, 'boot', 70_000, 140_000);

/** The port of its uplink that a device is plugged into. */
function portOf(device: NetworkDevice, uplink: NetworkDevice | undefined): NetworkPort | undefined {
  return device.mesh ? undefined : uplink?.ports.find(({ idx }) => idx === device.uplinkPort);
}

/** An access point draws its power from its switch, unless the port has none to give. */
const isFed = (device: NetworkDevice, port: NetworkPort | undefined) =>
  port?.poe !== undefined && hardwareOf(device.model).role === 'access_point';

export function uplinkOf({ devices }: NetworkConsole, device: NetworkDevice): NetworkDevice | undefined {
  return devices.find(({ mac }) => mac === device.uplinkMac);
}

/** Every device that really reaches its console through this one. */
export function behind({ devices }: NetworkConsole, { mac }: NetworkDevice): NetworkDevice[] {
  const next = Map.groupBy(devices, ({ uplinkMac }) => uplinkMac);
  const found: NetworkDevice[] = [];
  const queue = [...(next.get(mac) ?? [])];
  for (const device of queue) {
    found.push(device);
    queue.push(...(next.get(device.mac) ?? []));
  }
  return found;
}

/** What a device finds at the other end of its cable. */
interface Reach {
  powered: boolean;
  connected: boolean;
  /** When it forwards again, Unix milliseconds. */
  from: number;
}

/** Cuts devices off, or lets them return, after power or cables of their console changed. */
export function follow(console: NetworkConsole, moment: Moment): void {
  settle(console, moment.now);
  const byMac = new Map(console.devices.map((device) => [device.mac, device]));
  const known = new Map<NetworkDevice, Reach>();
  const nothing = { powered: true, connected: true, from: moment.now };
  const reach = (device: NetworkDevice): Reach => {
    const found = known.get(device);
    if (found) return found;
    // Ends a circle, which a test can make.
    known.set(device, nothing);
    const uplink = device.uplinkMac === undefined ? undefined : byMac.get(device.uplinkMac);
    const above = uplink ? reach(uplink) : nothing;
    const port = portOf(device, uplink);
    const isDead = device.bootsInVain && device.outage?.unpowered;
    const isStarved = isFed(device, port) && (device.cut || !above.powered);
    const powered = device.powered && !isDead && !isStarved;
    const connected = powered && !device.cut && above.connected;
    if (port && above.connected) setLink(port, powered && !device.cut);
    if (!connected) loseContact(device, powered, moment);
    else if (device.outage) findContact(device, above.from, moment);
    const own = { powered, connected, from: device.outage?.onlineAt ?? moment.now };
    known.set(device, own);
    return own;
  };
  for (const device of console.devices) reach(device);
  const gateway = console.devices.find(({ isConsole }) => isConsole);
  if (gateway?.outage) {
    loseCloud(console, moment.now);
    console.dark = true;
  }
  console.troubled = console.devices.some(({ outage }) => outage);
  settle(console, moment.now);
}

/** A link that is down for another reason stays as it is. */
function setLink(port: NetworkPort, up: boolean): void {
  if (up && port.lost) {
    port.state = 'UP';
    delete port.lost;
  } else if (!up && port.state === 'UP') {
    port.state = 'DOWN';
    port.lost = true;
  }
}

function loseContact(device: NetworkDevice, powered: boolean, { now, instant }: Moment): void {
  const { outage } = device;
  if (outage) {
    outage.unpowered ||= !powered;
    delete outage.onlineAt;
    return;
  }
  device.outage = {
    lostAt: now,
    ...(device.state !== 'OFFLINE' && { offlineAt: now + (instant ? 0 : noticeAfter(device)) }),
    unpowered: !powered,
  };
}

function findContact(device: NetworkDevice, from: number, { now, instant }: Moment): void {
  const { outage } = device;
  if (!outage || outage.onlineAt !== undefined) return;
  const takes = instant ? 0 : outage.unpowered ? bootTime(device) : rejoinAfter(device);
  outage.onlineAt = Math.max(now, from) + takes;
}

/** Shows what has become due on a console. */
export function settle(console: NetworkConsole, now: number): void {
  if (!console.troubled) return;
  for (const device of console.devices) {
    const { outage } = device;
    if (!outage) continue;
    const { offlineAt = Infinity, onlineAt = Infinity } = outage;
    // A break that is shorter than the heartbeats goes unnoticed.
    if (offlineAt <= now && offlineAt < onlineAt) setState(device, 'OFFLINE', offlineAt);
    if (onlineAt > now) continue;
    const { startedAt } = device;
    if (outage.offlineAt !== undefined) setState(device, 'ONLINE', onlineAt);
    device.startedAt = outage.unpowered ? onlineAt : startedAt;
    device.returnedAt = onlineAt;
    delete device.outage;
    if (!device.isConsole || !console.dark) continue;
    console.dark = false;
    if (!console.isCutOff) findCloud(console, onlineAt);
  }
  console.troubled = console.devices.some(({ outage }) => outage);
}

/**
 * Moves a device's cable to another device, or its radio link if that is an access point.
 * @param port Number of the port. Defaults to a free one.
 */
export function plugIn(
  console: NetworkConsole,
  device: NetworkDevice,
  into: NetworkDevice,
  port: number | undefined,
  moment: Moment,
): void {
  if (into === device || behind(console, device).includes(into))
    throw new Error(`${into.name} is behind ${device.name}`);
  const old = portOf(device, uplinkOf(console, device));
  if (old) setLink(old, false);
  device.mesh = hardwareOf(into.model).role === 'access_point';
  device.uplinkMac = into.mac;
  delete device.uplinkPort;
  const taken = device.mesh ? undefined : (port ?? takePort(console, into, hardwareOf(device.model))?.idx);
  if (taken !== undefined) device.uplinkPort = taken;
  follow(console, moment);
}

/** Takes a device's power away for a moment, so that it boots, even if it had hung. */
function reboot(console: NetworkConsole, device: NetworkDevice, moment: Moment): void {
  const { powered } = device;
  device.powered = false;
  follow(console, moment);
  const { outage } = device;
  if (outage) outage.offlineAt = moment.now + (moment.instant ? 0 : restartNoticedAfter);
  device.powered = powered;
  follow(console, moment);
}

/** What its console orders reaches a device only while it is online. */
export function restart(console: NetworkConsole, device: NetworkDevice, moment: Moment): void {
  if (device.state === 'ONLINE') reboot(console, device, moment);
}

/** Takes the power away from whatever draws it from a port of a device. */
export function powerCycle(
  console: NetworkConsole,
  device: NetworkDevice,
  port: NetworkPort,
  moment: Moment,
): void {
  if (device.state !== 'ONLINE') return;
  const fed = console.devices.filter(
    (other) => other.uplinkMac === device.mac && portOf(other, device) === port && isFed(other, port),
  );
  for (const other of fed) reboot(console, other, moment);
}
