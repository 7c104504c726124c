import { hostIdOf, macOf, uuidOf } from './network-identity.ts';

/** The stand-in's state as plain data. Times are Unix milliseconds of the network's own clock. */

/** States of the Network Integration API. Any other text stands in for a future value. */
export type DeviceState =
  | 'ONLINE'
  | 'OFFLINE'
  | 'PENDING_ADOPTION'
  | 'UPDATING'
  | 'GETTING_READY'
  | 'ADOPTING'
  | 'DELETING'
  | 'CONNECTION_INTERRUPTED'
  | 'ISOLATED'
  | 'U5G_INCORRECT_TOPOLOGY'
  | (string & {});

export interface NetworkPort {
  /** Starts at 1. */
  idx: number;
  state: 'UP' | 'DOWN' | 'UNKNOWN';
  connector: 'RJ45' | 'SFP' | 'SFPPLUS';
  maxSpeedMbps: number;
  /** Whether it supplies power while it is up. Absent: it can't. */
  poe?: 'UP' | 'DOWN' | 'LIMITED';
  /** DOWN because the device on it lost its power or its cable. */
  lost?: true;
}

export interface NetworkRadio {
  wlanStandard: string;
  frequencyGHz: number;
  channelWidthMHz: number;
  channel: number;
}

export interface NetworkVolume {
  mountPoint: string;
  sizeBytes: number;
  /** 0 to 100. */
  usedPercent: number;
}

/** How a device connects to its uplink, as UniFi reports it. */
export interface ReportedUplink {
  /** Not necessarily of a device on the same console. */
  mac: string;
  port?: number;
  wireless: boolean;
}

/** Where UniFi reports a device's uplink: its details, `stat/device` and the topology. */
export const uplinkSources = ['detail', 'statistics', 'topology'] as const;
export type UplinkSource = (typeof uplinkSources)[number];

/** What a loss of power or of a cable does to a device. Times are Unix milliseconds. */
export interface Outage {
  /** When it was cut off. Its heartbeats end here. */
  lostAt: number;
  /** When its console notices. Absent: the device already was offline for a reason of its own. */
  offlineAt?: number;
  /** When it is back. Absent: it is still cut off. */
  onlineAt?: number;
  /** It lost its power as well, so it has to boot. */
  unpowered: boolean;
}

export interface NetworkDevice {
  /** 12 upper-case hex digits. */
  mac: string;
  /** UUID in the Integration API. */
  id: string;
  name: string;
  model: string;
  ip: string;
  /** Internal name of its site. Absent for devices of applications other than Network. */
  site?: string;
  isConsole: boolean;
  /** False: seen but never adopted. */
  managed: boolean;
  state: DeviceState;
  /** The cloud's own word, if cloud and console disagree. Absent: it follows `state`. */
  cloudStatus?: string;
  /** When `state` last changed. */
  since: number;
  startedAt: number;
  adoptedAt: number;
  /** False: missing from the cloud's device list, while the site still counts it as offline. */
  listed: boolean;
  /** False: also missing from the console's own device list. */
  listedByConsole: boolean;
  /** Last heartbeat, if its statistics are frozen. Absent: the heartbeat is recent. */
  lastHeartbeatAt?: number;
  firmware: string;
  firmwareStatus: 'upToDate' | 'updateAvailable' | 'updatePending';
  /** MAC of the device it really connects to. Absent for the root. */
  uplinkMac?: string;
  /** Port number on that device. Absent for a mesh access point, or if all ports are taken. */
  uplinkPort?: number;
  /** A mesh access point: its uplink is another access point's radio. */
  mesh: boolean;
  /** What UniFi reports by source, if that differs from the real uplink. Null: it reports none. */
  reportedUplinks: Partial<Record<UplinkSource, ReportedUplink | null>>;
  /** False: its own power is off. */
  powered: boolean;
  /** True: the cable (or radio link) to its uplink is cut. */
  cut: boolean;
  /** It starts no more after a restart or a loss of power. */
  bootsInVain: boolean;
  /** From the moment it is cut off until it is back. */
  outage?: Outage;
  /** When its latest outage ended. */
  returnedAt?: number;
  /** 0 to 100. Absent: not reported. */
  cpuPercent?: number;
  /** 0 to 100. Absent: not reported. */
  memoryPercent?: number;
  /** Bits per second. Absent: not reported. */
  uplinkBps?: { tx: number; rx: number };
  ports: NetworkPort[];
  radios: NetworkRadio[];
  volumes: NetworkVolume[];
  /** A live network makes it go down again and again. */
  badCable: boolean;
  /** Changed by a test, so a live network leaves it alone. */
  pinned: boolean;
}

export interface NetworkClient {
  mac: string;
  id: string;
  name: string;
  kind: 'WIRED' | 'WIRELESS' | 'VPN' | 'TELEPORT';
  guest: boolean;
  site: string;
  ip: string;
  uplinkMac?: string;
  connected: boolean;
  connectedAt: number;
  pinned: boolean;
}

/** How an internet line does from a moment on, until its next change. */
export interface LineState {
  at: number;
  isDown: boolean;
  /** No cable. */
  isUnplugged: boolean;
  /** Percent of packets, in addition to what every line loses. */
  lossPercent: number;
  /** Milliseconds more than usual. */
  addedMs: number;
}

/** An internet line of a console's gateway. */
export interface NetworkLine {
  key: 'WAN' | 'WAN2';
  isp: { name: string; organization: string; asn: string };
  ipv4?: string;
  ipv6?: string;
  /** It only carries traffic while no other line does. */
  isStandby: boolean;
  /** Never had a provider, so it has always been down. */
  isUnused: boolean;
  /** Oldest first. */
  history: LineState[];
}

export interface NetworkSite {
  /** Internal short name: `meta.name` in the cloud, `internalReference` in the Integration API. */
  name: string;
  desc: string | null;
  /** 24 hex digits, cloud. */
  siteId: string;
  /** UUID in the Integration API. `default` has the same one everywhere. */
  id: string;
  isp: { name: string; organization: string; asn: string };
}

/** The cloud's last data about a console before it lost contact. */
interface FrozenView {
  at: number;
  devices: NetworkDevice[];
  clients: NetworkClient[];
}

export interface ConnectorError {
  status: number;
  /** Source of the response: the cloud (the default), the console's front door or the Network application. */
  shape?: 'cloud' | 'edge' | 'network';
}

/** A row in a device group for no device of the console, or a duplicate of one. */
export interface ExtraRow {
  /** Overrides fields of the device with this MAC. A separate row if there is none. */
  mac?: string;
  fields: Record<string, unknown>;
  /** Listed in a separate group with this date, instead of among the other rows. */
  updatedAt?: number;
  /** Listed before the other rows instead of after them. */
  first?: boolean;
}

export interface NetworkConsole {
  hostId: string;
  hardwareId: string;
  kind: 'console' | 'ucore' | 'network-server' | (string & {});
  name: string;
  mac: string;
  model: string;
  ip: string;
  /** UniFi OS version. The connector requires 5.0.3 or later. */
  osVersion: string;
  /** Null: no Network application runs here (a recorder, a NAS). */
  networkVersion: string | null;
  timezone: string;
  connected: boolean;
  /** Overrides `reportedState.state`. Null: the key is missing. Absent: it follows `connected`. */
  stateWord?: string | null;
  connectionChangedAt: number;
  /** False: it left the account, and its ID returns 404. */
  inAccount: boolean;
  /** Whether the connector can reach it. */
  connector: boolean;
  /** Response to every connector call instead of data. */
  connectorError?: ConnectorError;
  /** False: the Network application is installed but not running (`controllers[].isRunning`). */
  networkRunning: boolean;
  /** Whether the undocumented device statistics with `storage` are available. */
  storageApi: boolean;
  /** Whether the undocumented status of its internet lines is available. */
  linesApi: boolean;
  /** Those of its gateway. Empty without one. */
  lines: NetworkLine[];
  /** It lost the cloud because none of its lines works. */
  isCutOff?: boolean;
  /** Whether the undocumented topology is available. */
  topologyApi: boolean;
  /** It lost the cloud because its gateway has no power. */
  dark: boolean;
  /** Something on it is cut off or on its way back. */
  troubled: boolean;
  /** How far the console's clock is ahead in ms. Negative: behind. */
  clockSkewMs: number;
  /**
   * `updatedAt` of its device group, while the console stays connected. `quiet`: it only changes with a
   * device.
   */
  updatedAt?: number | 'quiet';
  /** Additional rows in its device group: duplicates, rows without a MAC. */
  extraRows: ExtraRow[];
  frozen?: FrozenView;
  traps: Set<Trap>;
  sites: NetworkSite[];
  devices: NetworkDevice[];
  clients: NetworkClient[];
  pinned: boolean;
}

export interface NetworkKey {
  value: string;
  /** In the cloud's order. */
  consoles: NetworkConsole[];
  revoked: boolean;
  /** False: the key can read the inventory but gets 403 for every connector call. */
  connector: boolean;
  /** False: the key can read through the connector but gets 403 for every action. */
  writes: boolean;
  /** False: this account gets 404 on ISP metrics. */
  ispMetrics: boolean;
}

/** Oddities of real responses, each switchable per console (see `traps.ts`). */
const trapNames = [
  'nullReportedState',
  'noState',
  'nullUserData',
  'emptyUserData',
  'emptyDates',
  'absentDates',
  'nullStatistics',
  'emptyPercentages',
  'noGateway',
  'noIspInfo',
  'noWans',
  'nullDesc',
  'emptyPermission',
  'oddStartupTime',
  'emptyUpdateAvailable',
  'noDevices',
  'stringFrequency',
  'bareStatistics',
  'oldRows',
  'unknownEnums',
  'unknownFields',
  'reorderedKeys',
  'metricsWithoutIds',
  'prefixedAsn',
  'gzipWithoutHeader',
  'noControllers',
] as const;
export type Trap = (typeof trapNames)[number];

/** The cloud's current view of a console: live, or as of the last contact. */
export const cloudView = (console: NetworkConsole, now: number): FrozenView =>
  console.frozen ?? { at: dateOf(console, now), devices: console.devices, clients: console.clients };

function dateOf({ updatedAt, devices, connectionChangedAt }: NetworkConsole, now: number): number {
  if (updatedAt !== 'quiet') return updatedAt ?? now;
  return Math.max(connectionChangedAt, ...devices.map(({ since }) => since));
}

/** The console loses contact with the cloud, whose view of it is frozen. */
export function loseCloud(console: NetworkConsole, now: number): void {
  if (!console.connected) return;
  console.frozen = structuredClone({ at: now, devices: console.devices, clients: console.clients });
  console.connected = false;
  console.connectionChangedAt = now;
}

/** The console is back, and the cloud sees its current state. */
export function findCloud(console: NetworkConsole, now: number): void {
  if (console.connected) return;
  delete console.frozen;
  console.connected = true;
  console.connectionChangedAt = now;
}

/** The uplink that UniFi reports for a device in one of its sources. */
export function uplinkIn(source: UplinkSource, device: NetworkDevice): ReportedUplink | undefined {
  const reported = device.reportedUplinks[source];
  if (reported !== undefined) return reported ?? undefined;
  const { uplinkMac: mac, uplinkPort: port, mesh: wireless } = device;
  return mac === undefined ? undefined : { mac, ...(port !== undefined && { port }), wireless };
}

/** Sets a device's state. A device that comes online has just started. */
export function setState(device: NetworkDevice, state: NetworkDevice['state'], now: number): void {
  if (device.state === state) return;
  device.state = state;
  device.since = now;
  if (state === 'ONLINE') device.startedAt = now;
}

/** Replaces the hardware: new MAC and host ID, same name and devices. */
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
