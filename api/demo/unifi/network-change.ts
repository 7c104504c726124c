import { hostIdOf, macOf, uuidOf } from './network-identity.ts';
import type { FrozenView, NetworkConsole, NetworkDevice } from './network-types.ts';

/** What the cloud knows of a console at this moment: live, or as it was when the console was last heard. */
export const cloudView = (console: NetworkConsole, now: number): FrozenView =>
  console.frozen ?? { at: dateOf(console, now), devices: console.devices, clients: console.clients };

function dateOf({ updatedAt, devices, connectionChangedAt }: NetworkConsole, now: number): number {
  if (updatedAt !== 'quiet') return updatedAt ?? now;
  return Math.max(connectionChangedAt, ...devices.map(({ since }) => since));
}

/** The console loses the cloud: what the cloud shows below it stands still. */
export function loseCloud(console: NetworkConsole, now: number): void {
  if (!console.connected) return;
  console.frozen = structuredClone({ at: now, devices: console.devices, clients: console.clients });
  console.connected = false;
  console.connectionChangedAt = now;
}

/** The console is back: the cloud sees it as it is now. */
export function findCloud(console: NetworkConsole, now: number): void {
  if (console.connected) return;
  delete console.frozen;
  console.connected = true;
  console.connectionChangedAt = now;
}

/** Sets a device's state; one that comes online has just started. */
export function setState(device: NetworkDevice, state: NetworkDevice['state'], now: number): void {
  if (device.state === state) return;
  device.state = state;
  device.since = now;
  if (state === 'ONLINE') device.startedAt = now;
}

/** Swaps the hardware: new MAC and host id, same name, same devices below. */
export function swapHardware(console: NetworkConsole, now: number): void {
  const mac = macOf(`${console.mac} replaced ${now}`);
  for (const device of console.devices) {
    if (device.uplinkMac === console.mac) device.uplinkMac = mac;
    if (!device.isConsole) continue;
    device.mac = mac;
    device.id = uuidOf(`device ${mac}`);
  }
  for (const client of console.clients) if (client.uplinkMac === console.mac) client.uplinkMac = mac;
  console.hostId = console.kind === 'network-server' ? uuidOf(`server ${mac}`) : hostIdOf(mac);
  console.hardwareId = uuidOf(`hardware ${mac}`);
  console.mac = mac;
  console.connectionChangedAt = now;
}
