import type {
  NetworkPort,
  NetworkRadio,
  NetworkClient,
  NetworkConsole,
  NetworkDevice,
  NetworkKey,
  NetworkLine,
  NetworkSite,
  Trap,
} from './network-state.ts';
import { chance, hostIdOf, macOf, objectIdOf, uuidOf } from './network-identity.ts';

/** What the demo needs to know about a UniFi product. */
export interface Hardware {
  /** The cloud's `shortname`. */
  shortname: string;
  role: 'gateway' | 'switch' | 'access_point' | 'recorder' | 'camera';
  firmware: string;
  ports: { count: number; connector: NetworkPort['connector']; mbps: number; poe?: boolean }[];
  radios?: Omit<NetworkRadio, 'channel'>[];
  /** Idle load in percent. Gateways are always high. */
  idle: { cpu: number; memory: number };
}

const rj45 = (count: number, mbps = 1000, poe = false) => ({ count, connector: 'RJ45' as const, mbps, poe });
const sfpPlus = (count: number) => ({ count, connector: 'SFPPLUS' as const, mbps: 10_000 });
const radio = (wlanStandard: string, frequencyGHz: number, channelWidthMHz: number) => ({
  wlanStandard,
  frequencyGHz,
  channelWidthMHz,
});

const gateway = (shortname: string, firmware: string, ports: Hardware['ports']): Hardware => ({
  shortname,
  role: 'gateway',
  firmware,
  ports,
  idle: { cpu: 18, memory: 71 },
});
const wired = (shortname: string, ports: Hardware['ports'], firmware = '7.2.123'): Hardware => ({
  shortname,
  role: 'switch',
  firmware,
  ports,
  idle: { cpu: 14, memory: 38 },
});
const accessPoint = (shortname: string, firmware: string, radios: Hardware['radios']): Hardware => ({
  shortname,
  role: 'access_point',
  firmware,
  ports: [rj45(1, 2500)],
  radios,
  idle: { cpu: 6, memory: 48 },
});
const wifi6 = [radio('802.11ax', 2.4, 20), radio('802.11ax', 5, 80)];

/** By the model's display name, which both APIs spell the same way. */
export const hardware: Record<string, Hardware> = {
  'UDM SE': gateway('UDMPROSE', '5.1.12', [rj45(8, 1000, true), rj45(1, 2500), sfpPlus(2)]),
  'UDM Pro': gateway('UDMPRO', '5.1.12', [rj45(8), rj45(1), sfpPlus(2)]),
  'UCG Ultra': gateway('UDRULT', '5.0.16', [rj45(4), rj45(1, 2500)]),
  UDR7: { ...gateway('UDR7', '5.0.12', [rj45(4, 2500, true), sfpPlus(1)]), radios: wifi6 },
  'USW Pro 48 PoE': wired('US48PRO', [rj45(48, 1000, true), sfpPlus(4)]),
  'USW Pro 24 PoE': wired('US24PRO', [rj45(24, 1000, true), sfpPlus(2)]),
  'USW Lite 8 PoE': wired('USL8LP', [rj45(8, 1000, true)]),
  'USW Aggregation': wired('USL8A', [sfpPlus(8)]),
  'USW Flex Mini': wired('USMINI', [rj45(5)], '2.1.6'),
  'USW Flex': wired('USF5P', [rj45(5, 1000, true)], 'US.mt7621_7.1.26+15869.241008.1451'),
  'U7 Pro': accessPoint('U7PRO', '8.0.26', [...wifi6, radio('802.11be', 6, 160)]),
  'U6 Pro': accessPoint('UAP6MP', '6.7.17', wifi6),
  'U6 Lite': accessPoint('UAL6', '6.7.17', wifi6),
  'AC Mesh': accessPoint('U7MSH', '6.6.77', [radio('802.11ac', 2.4, 20), radio('802.11ac', 5, 40)]),
  UNVR: { ...wired('UNVR', [], '4.3.10'), role: 'recorder' },
  'G5 Bullet': { ...wired('UVC G5 Bullet', [], '4.74.106'), role: 'camera' },
  'G4 Dome': { ...wired('UVC G4 Dome', [], '4.74.106'), role: 'camera' },
};

/** @throws for an unknown model */
export function hardwareOf(model: string): Hardware {
  const found = hardware[model];
  if (!found) throw new Error(`No such model in the demo: ${model}`);
  return found;
}

/** Whether it belongs to the Network application instead of Protect. */
export const isNetworkGear = (model: string): boolean =>
  !['recorder', 'camera'].includes(hardwareOf(model).role);

export interface DeviceOptions extends Partial<
  Pick<
    NetworkDevice,
    'mac' | 'state' | 'managed' | 'listed' | 'firmwareStatus' | 'since' | 'badCable' | 'cpuPercent'
  >
> {
  name: string;
  /** Default `U6 Pro`. */
  model?: string;
  /** Internal name of its site. Defaults to the first site. */
  site?: string;
  /** Name of the device it connects to. Defaults to the console's gateway. */
  uplink?: string;
  /** Connects by radio, to an access point. */
  mesh?: boolean;
}

export interface ClientOptions {
  name: string;
  mac?: string;
  /** Name of the device it connects to. Defaults to the console's first access point or switch. */
  uplink?: string;
  /** Derived from the uplink by default. */
  kind?: NetworkClient['kind'];
  guest?: boolean;
}

export interface ConsoleOptions extends Partial<
  Pick<
    NetworkConsole,
    | 'kind'
    | 'ip'
    | 'osVersion'
    | 'networkVersion'
    | 'timezone'
    | 'connector'
    | 'storageApi'
    | 'linesApi'
    | 'topologyApi'
  >
> {
  name: string;
  /** Default `UDM Pro`. A self-hosted server has none. The console itself becomes its first device. */
  model?: string;
  /** Defaults to one site, `default`, or none for consoles without the Network application. */
  sites?: { name: string; desc?: string | null; isp?: string }[];
  /** Its internet lines, `WAN` first. Defaults to one, with the provider of the first site. */
  lines?: LineOptions[];
  devices?: DeviceOptions[];
  clients?: ClientOptions[];
  traps?: Iterable<Trap>;
}

export interface LineOptions {
  /** Defaults to the provider of the first site. */
  isp?: string;
  /** Default: the provider's. */
  asn?: string;
  /** Default: every line but the first. */
  isStandby?: boolean;
  isUnused?: boolean;
  ipv6?: string;
}

export interface KeyOptions extends Partial<
  Pick<NetworkKey, 'revoked' | 'connector' | 'writes' | 'ispMetrics'>
> {
  value: string;
  consoles?: ConsoleOptions[];
  /** Names of consoles added by another key that this one can see too. */
  sees?: string[];
}

// Seen on unrelated consoles: the UUID is derived from the site's name (unifi/API.md, joining the two APIs).
const defaultSiteUuid = '88f7af54-98f8-306a-a1c7-c9349722b1f6';
const day = 86_400_000;

/** AS numbers of real providers, so that they look authentic. */
const providers: Record<string, string> = {
  'Deutsche Glasfaser': '60294',
  Bahnhof: '8473',
  Telia: '1299',
  Vodafone: '3209',
  Jisc: '786',
  BT: '2856',
  'Virgin Media': '5089',
  'Zen Internet': '13037',
  CityFibre: '201838',
  Gigaclear: '60377',
  Comcast: '7922',
};

const ispOf = (name: string, asn = providers[name] ?? '64500') => ({
  name,
  organization: `${name} GmbH`,
  asn,
});

/** The lines of a console with a gateway. */
function buildLines(console: NetworkConsole, options: LineOptions[], now: number): NetworkLine[] {
  const usual = console.sites[0]?.isp.name ?? 'Deutsche Glasfaser';
  return options.slice(0, 2).map(({ isp = usual, asn, isStandby, isUnused = false, ipv6 }, nth) => ({
    key: nth === 0 ? 'WAN' : 'WAN2',
    isp: ispOf(isp, asn),
    ...(!isUnused && {
      ipv4: nth === 0 ? console.ip : `198.51.100.${10 + Math.floor(chance(console.mac) * 200)}`,
    }),
    ...(ipv6 && { ipv6 }),
    isStandby: isStandby ?? nth > 0,
    isUnused,
    history: [{ at: now - 400 * day, isDown: isUnused, isUnplugged: isUnused, lossPercent: 0, addedMs: 0 }],
  }));
}

function buildSite(
  hostId: string,
  options: { name: string; desc?: string | null; isp?: string },
): NetworkSite {
  const isp = options.isp ?? 'Deutsche Glasfaser';
  return {
    name: options.name,
    desc: options.desc === undefined ? 'Default' : options.desc,
    siteId: objectIdOf(`${hostId} ${options.name}`),
    id: options.name === 'default' ? defaultSiteUuid : uuidOf(`site ${options.name}`),
    isp: ispOf(isp),
  };
}

/** Adds a device to a console in its state after adoption. */
export function buildDevice(console: NetworkConsole, options: DeviceOptions, now: number): NetworkDevice {
  const model = options.model ?? 'U6 Pro';
  const gear = hardwareOf(model);
  const nth = console.devices.length;
  const mac = options.mac ?? macOf(`${console.name} ${nth} ${options.name}`);
  const root = console.devices.find((device) => device.isConsole && device.site);
  const uplink = options.uplink ? console.devices.find((device) => device.name === options.uplink) : root;
  if (options.uplink && !uplink)
    throw new Error(`${options.name} hangs on ${options.uplink}, which is not there yet`);
  const ports = gear.ports.flatMap((group) => Array.from({ length: group.count }, () => group));
  const device: NetworkDevice = {
    mac,
    id: uuidOf(`device ${mac}`),
    name: options.name,
    model,
    ip: `10.${10 + (nth >> 8)}.0.${(nth & 255) + 1}`,
    site: isNetworkGear(model) ? (options.site ?? console.sites[0]?.name) : undefined,
    isConsole: mac === console.mac,
    managed: options.managed ?? true,
    state: options.state ?? 'ONLINE',
    since: options.since ?? now - 9 * day,
    startedAt: now - 9 * day,
    adoptedAt: now - 200 * day,
    listed: options.listed ?? true,
    listedByConsole: true,
    firmware: gear.firmware,
    firmwareStatus: options.firmwareStatus ?? 'upToDate',
    ...(uplink && { uplinkMac: uplink.mac }),
    mesh: options.mesh ?? false,
    reportedUplinks: {},
    powered: true,
    cut: false,
    bootsInVain: false,
    cpuPercent: options.cpuPercent ?? gear.idle.cpu,
    memoryPercent: gear.idle.memory,
    uplinkBps: { tx: 180_000, rx: 420_000 },
    ports: ports.map((group, at) => ({
      idx: at + 1,
      // The first ports are the uplink and the most common device. The rest are connected at random.
      state: at < 2 || chance(`${mac} port ${at}`) < 0.6 ? 'UP' : 'DOWN',
      connector: group.connector,
      maxSpeedMbps: group.mbps,
      ...(group.poe && { poe: poweredAtRandom(`${mac} poe ${at}`) }),
    })),
    radios: (gear.radios ?? []).map((radio) => ({ ...radio, channel: radio.frequencyGHz < 3 ? 6 : 44 })),
    volumes:
      gear.role === 'gateway' ? [{ mountPoint: '/data', sizeBytes: 14_000_000_000, usedPercent: 41 }] : [],
    badCable: options.badCable ?? false,
    pinned: false,
  };
  if (uplink && !device.mesh) device.uplinkPort = takePort(console, uplink, gear)?.idx;
  console.devices.push(device);
  return device;
}

/** Phones and cameras on the remaining ports. */
function poweredAtRandom(luck: string): NetworkPort['poe'] {
  const drawn = chance(luck);
  return drawn < 0.3 ? 'UP' : drawn < 0.33 ? 'LIMITED' : 'DOWN';
}

/**
 * Takes a free port of a device, preferably one that is up. Its first port is its own uplink. An access point
 * draws its power from the port.
 * @returns undefined if all are taken
 */
export function takePort(
  { devices }: NetworkConsole,
  { mac, ports }: NetworkDevice,
  { role }: Hardware,
): NetworkPort | undefined {
  const taken = new Set(devices.flatMap((one) => (one.uplinkMac === mac ? [one.uplinkPort] : [])));
  const free = ports.filter(({ idx }) => idx > 1 && !taken.has(idx));
  const port = free.find(({ state }) => state === 'UP') ?? free[0];
  if (!port) return undefined;
  port.state = 'UP';
  delete port.lost;
  if (port.poe && role === 'access_point') port.poe = 'UP';
  return port;
}

/** Adds a connected client to a console. */
export function buildClient(console: NetworkConsole, options: ClientOptions, now: number): NetworkClient {
  const nth = console.clients.length;
  const uplink = options.uplink
    ? console.devices.find((device) => device.name === options.uplink)
    : (console.devices.find((device) => device.site && !device.isConsole) ?? console.devices[0]);
  if (!uplink)
    throw new Error(`${options.name} hangs on ${options.uplink ?? 'a device'}, which is not there`);
  const mac = options.mac ?? macOf(`client ${console.name} ${nth} ${options.name}`);
  const client: NetworkClient = {
    mac,
    id: uuidOf(`client ${mac}`),
    name: options.name,
    kind: options.kind ?? (hardwareOf(uplink.model).role === 'access_point' ? 'WIRELESS' : 'WIRED'),
    guest: options.guest ?? false,
    site: uplink.site ?? 'default',
    ip: `10.20.${nth >> 8}.${nth & 255}`,
    uplinkMac: uplink.mac,
    connected: true,
    connectedAt: now - Math.floor(chance(`${mac} since`) * day),
    pinned: false,
  };
  console.clients.push(client);
  return client;
}

/** A console with everything below it, connected for a day. */
export function buildConsole(options: ConsoleOptions, now: number): NetworkConsole {
  const selfHosted = options.kind === 'network-server';
  const model = options.model ?? 'UDM Pro';
  const gear = hardwareOf(model);
  const mac = macOf(`console ${options.name}`);
  const runsNetwork = selfHosted || isNetworkGear(model);
  const hostId = selfHosted ? uuidOf(`server ${options.name}`) : hostIdOf(mac);
  const sites = options.sites ?? (runsNetwork ? [{ name: 'default' }] : []);
  const console: NetworkConsole = {
    hostId,
    hardwareId: uuidOf(`hardware ${mac}`),
    kind: options.kind ?? 'console',
    name: options.name,
    mac,
    model,
    ip: options.ip ?? `203.0.113.${10 + Math.floor(chance(mac) * 200)}`,
    osVersion: options.osVersion ?? gear.firmware,
    networkVersion:
      options.networkVersion === undefined ? (runsNetwork ? '10.3.55' : null) : options.networkVersion,
    timezone: options.timezone ?? 'Europe/Berlin',
    connected: true,
    connectionChangedAt: now - day,
    inAccount: true,
    // The connector isn't known to work for self-hosted servers.
    connector: options.connector ?? !selfHosted,
    networkRunning: runsNetwork,
    storageApi: options.storageApi ?? false,
    linesApi: options.linesApi ?? false,
    lines: [],
    topologyApi: options.topologyApi ?? options.storageApi ?? false,
    dark: false,
    troubled: false,
    clockSkewMs: 0,
    extraRows: [],
    traps: new Set(options.traps),
    sites: sites.map((site) => buildSite(hostId, site)),
    devices: [],
    clients: [],
    pinned: false,
  };
  if (!selfHosted) buildDevice(console, { name: options.name, model, mac }, now);
  if (!selfHosted && gear.role === 'gateway') console.lines = buildLines(console, options.lines ?? [{}], now);
  for (const device of options.devices ?? []) buildDevice(console, device, now);
  for (const client of options.clients ?? []) buildClient(console, client, now);
  return console;
}

/** Name of the nth site of a console. The first contains the gateway. */
export const siteName = (nth: number): string => (nth === 0 ? 'default' : `site-${nth + 1}`);

/** Counted instead of derived from names, which would collide among twenty thousand. */
const fleetMac = (console: number, nth: number) =>
  `F0${(console * 4096 + nth).toString(16).toUpperCase().padStart(10, '0')}`;

/**
 * Consoles of equal size for one key: `Console 1` with `Device 1.1`, `Device 1.2` and so on, spread evenly
 * over its Network sites.
 * @param devices per console, in addition to the console itself
 * @param tree Whether they form a tree: every twentieth device is a switch with the next 19 behind it, the last
 * of them by radio. Otherwise all are directly behind the gateway.
 */
export function fleet({
  consoles = 1,
  sites = 1,
  devices = 1,
  model = 'U6 Lite',
  tree = false,
} = {}): ConsoleOptions[] {
  return Array.from({ length: consoles }, (_, at) => ({
    name: `Console ${at + 1}`,
    sites: Array.from({ length: sites }, (_site, nth) => ({ name: siteName(nth), desc: `Site ${nth + 1}` })),
    devices: Array.from({ length: devices }, (_device, nth) => ({
      name: `Device ${at + 1}.${nth + 1}`,
      model,
      site: siteName(nth % sites),
      mac: fleetMac(at + 1, nth),
      ...(tree && branch(nth, (other) => `Device ${at + 1}.${other + 1}`)),
    })),
  }));
}

/** Devices of a tree on each switch, and switches behind each switch. */
const twigs = 19;
const branches = 8;

function branch(nth: number, nameOf: (nth: number) => string): Partial<DeviceOptions> {
  const size = twigs + 1;
  const limb = Math.floor(nth / size);
  const isSwitch = nth % size === 0;
  if (isSwitch) {
    const model = 'USW Pro 48 PoE';
    return limb === 0 ? { model } : { model, uplink: nameOf(Math.floor((limb - 1) / branches) * size) };
  }
  const isLast = nth % size === twigs;
  return isLast ? { uplink: nameOf(nth - 1), mesh: true } : { uplink: nameOf(limb * size) };
}
