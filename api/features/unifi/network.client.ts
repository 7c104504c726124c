import {
  deviceStateOf,
  type DeviceFacts,
  type LineReading,
  type PoePorts,
  type PortReading,
  type ReportedState,
  type UplinkSource,
} from './reading.ts';
import type { Listed } from './cloud.client.ts';
import { UnifiError } from './errors.ts';
import { field, ip, list, mac, number, opaqueId, text, time, word } from './shapes.ts';

/** Calls a path below one console's `/proxy`, counting against its budget. */
export type Ask = (path: string) => Promise<unknown>;

/** A site of the Network Integration API. Its ID isn't unique across consoles. */
export interface NetworkSite {
  id: string;
  /** Short internal name, required by the undocumented API. */
  reference?: string;
  name?: string;
}

/** A device row of the Network Integration API, which only lists adopted devices. */
export interface NetworkDevice
  extends ReportedState, Pick<DeviceFacts, 'firmwareVersion' | 'updateAvailable' | 'ip'> {
  mac: string;
  id: string;
  siteId: string;
  siteName?: string;
  name?: string;
  model?: string;
  pending: boolean;
  /** Reported features, as case-insensitive words. */
  features: string[];
  hasPorts: boolean;
}

export interface NetworkClient {
  mac: string;
  name: string;
  uplinkDeviceId?: string;
  /** Connected by cable. Wi-Fi clients come and go. */
  wired?: true;
}

export interface Statistics {
  /** When the device last reported these statistics, by the console's clock, Unix milliseconds. */
  heartbeatAt?: number;
  cpuPercent?: number;
  memoryPercent?: number;
  uplinkBps?: number;
  uptimeSeconds?: number;
}

/** What only a device's details report. */
export interface NetworkDetail extends Pick<DeviceFacts, 'adoptedAt' | 'poe'> {
  /** Absent if the details don't list them. */
  ports?: PortReading[];
  /** The Network API's ID of the device that it connects to. */
  uplinkDeviceId?: string;
}

/** The device that another one connects to. */
export interface Uplink {
  mac: string;
  /** The port there. */
  port?: number;
  kind?: DeviceFacts['uplinkKind'];
  source: UplinkSource;
}

/** What one site's undocumented statistics report, by MAC. */
export interface LegacyFacts {
  /** Percentage of free space on the fullest volume. */
  free: Map<string, number>;
  uplinks: Map<string, Uplink>;
}

const BASE = 'network/integration/v1';
/** The maximum in the API reference. */
const PAGE_SIZE = 200;
const MOST_PAGES = 100;

/** Encodes the ID, because it comes from outside. */
const sitePath = (siteId: string) => `${BASE}/sites/${encodeURIComponent(siteId)}`;
const devicePath = (device: NetworkDevice) =>
  `${sitePath(device.siteId)}/devices/${encodeURIComponent(device.id)}`;

/**
 * A list by offset. It can change while it is read: when an entry disappears, the next page skips one. So the
 * list only counts as whole if as many distinct entries were seen as the highest count on any page.
 */
async function listAll(ask: Ask, path: string): Promise<Listed<unknown>> {
  const items = new Map<unknown, unknown>();
  let offset = 0;
  let mostCounted = 0;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await ask(`${path}?offset=${offset}&limit=${PAGE_SIZE}`);
    const found = list(field(answer, 'data'));
    if (!found) throw new UnifiError('no_list');
    const before = items.size;
    for (const item of found) items.set(field(item, 'id') ?? item, item);
    offset += found.length;
    const total = number(field(answer, 'totalCount'), 0, 1e6);
    mostCounted = Math.max(mostCounted, total ?? 0);
    const done = found.length === 0 || (total !== undefined && offset >= total);
    if (done) return { items: [...items.values()], whole: total !== undefined && items.size >= mostCounted };
    if (items.size === before) break;
  }
  return { items: [...items.values()], whole: false };
}

export async function listNetworkSites(ask: Ask): Promise<Listed<NetworkSite>> {
  const { items, whole } = await listAll(ask, `${BASE}/sites`);
  const sites = items.flatMap((item) => {
    const id = opaqueId(field(item, 'id'));
    const reference = opaqueId(field(item, 'internalReference'));
    return id ? [{ id, reference, name: text(field(item, 'name')) ?? reference }] : [];
  });
  return { items: sites, whole: whole && sites.length === items.length };
}

/**
 * The adopted devices of one site. Devices without a MAC can't be joined with the cloud's rows, which include
 * them too.
 */
export async function listNetworkDevices(ask: Ask, site: NetworkSite): Promise<Listed<NetworkDevice>> {
  const { items, whole } = await listAll(ask, `${sitePath(site.id)}/devices`);
  const devices = items.flatMap((item) => networkDevice(item, site) ?? []);
  return { items: devices, whole: whole && items.every((item) => opaqueId(field(item, 'id'))) };
}

function networkDevice(item: unknown, site: NetworkSite): NetworkDevice | undefined {
  const key = mac(field(item, 'macAddress'));
  const id = opaqueId(field(item, 'id'));
  if (!key || !id) return undefined;
  const interfaces = namesIn(field(item, 'interfaces'));
  return {
    mac: key,
    id,
    siteId: site.id,
    siteName: site.name,
    name: text(field(item, 'name')),
    model: text(field(item, 'model')),
    ...deviceStateOf(field(item, 'state')),
    pending: word(field(item, 'state')) === 'pendingadoption',
    features: namesIn(field(item, 'features')),
    // Rows that don't list interfaces may have ports, so try.
    hasPorts: interfaces.length === 0 || interfaces.includes('ports'),
    ip: ip(field(item, 'ipAddress')),
    firmwareVersion: text(field(item, 'firmwareVersion')),
    updateAvailable: flag(field(item, 'firmwareUpdatable')),
  };
}

const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

/** `features` and `interfaces` are arrays in a list and objects in a device's details. */
const namesIn = (value: unknown) =>
  (list(value) ?? (typeof value === 'object' && value ? Object.keys(value) : [])).flatMap(
    (name) => word(name) ?? [],
  );

/** The connected clients of one site. Not whole if a client that should have a MAC has none. */
export async function listClients(ask: Ask, site: NetworkSite): Promise<Listed<NetworkClient>> {
  const { items, whole } = await listAll(ask, `${sitePath(site.id)}/clients`);
  let readable = true;
  const clients = items.flatMap((item) => {
    const key = mac(field(item, 'macAddress'));
    const type = word(field(item, 'type'));
    if (!key) {
      if (type === undefined || type === 'wired' || type === 'wireless') readable = false;
      return [];
    }
    const name = text(field(item, 'name')) ?? key;
    return [
      {
        mac: key,
        name,
        uplinkDeviceId: opaqueId(field(item, 'uplinkDeviceId')),
        wired: type === 'wired' || undefined,
      },
    ];
  });
  return { items: clients, whole: whole && readable };
}

/** The details of one device. */
export async function readDetail(ask: Ask, device: NetworkDevice): Promise<NetworkDetail> {
  const detail = await ask(devicePath(device));
  const ports = list(field(field(detail, 'interfaces'), 'ports'));
  return {
    ports: ports?.flatMap((port) => {
      const index = portNumber(field(port, 'idx'));
      const state = word(field(port, 'state'));
      if (index === undefined) return [];
      return [{ index, state: state === 'up' || state === 'down' ? state : 'unknown' }];
    }),
    poe: ports && poePorts(ports),
    adoptedAt: time(field(detail, 'adoptedAt')),
    uplinkDeviceId: opaqueId(field(field(detail, 'uplink'), 'deviceId')),
  };
}

/** Absent if none of the ports can supply power, or the Network application is too old to say so. */
function poePorts(ports: unknown[]): PoePorts | undefined {
  const states = ports.flatMap((port) => {
    const poe = field(port, 'poe');
    return poe === undefined ? [] : [word(field(poe, 'state'))];
  });
  if (states.length === 0) return undefined;
  const limited = states.filter((state) => state === 'limited').length;
  return {
    total: states.length,
    inUse: states.filter((state) => state === 'up').length + limited,
    limited,
  };
}

function portNumber(value: unknown): number | undefined {
  const index = number(value, 1, 1000);
  return index !== undefined && Number.isInteger(index) ? index : undefined;
}

/** A rate that access points always report both ways. It looks like their link speed (unifi/API.md 3). */
const IMPLAUSIBLE_BPS = 1_000_000_000;

/** Current CPU, memory and uplink rate of one device. */
export async function readStatistics(ask: Ask, device: NetworkDevice): Promise<Statistics> {
  const answer = await ask(`${devicePath(device)}/statistics/latest`);
  const uplink = field(answer, 'uplink');
  const sent = number(field(uplink, 'txRateBps'), 0, 1e13);
  const received = number(field(uplink, 'rxRateBps'), 0, 1e13);
  const linkSpeed =
    sent === IMPLAUSIBLE_BPS && received === IMPLAUSIBLE_BPS && device.features.includes('accesspoint');
  return {
    heartbeatAt: time(field(answer, 'lastHeartbeatAt'))?.getTime(),
    cpuPercent: number(field(answer, 'cpuUtilizationPct'), 0, 100),
    memoryPercent: number(field(answer, 'memoryUtilizationPct'), 0, 100),
    uplinkBps: sent === undefined || received === undefined || linkSpeed ? undefined : sent + received,
    uptimeSeconds: number(field(answer, 'uptimeSec'), 0, 1e9),
  };
}

/** Storage and uplinks, from one site's undocumented statistics. */
export async function readLegacy(ask: Ask, site: NetworkSite): Promise<LegacyFacts> {
  const answer = await ask(`network/api/s/${encodeURIComponent(site.reference ?? 'default')}/stat/device`);
  const rows = list(field(answer, 'data'));
  if (!rows) throw new UnifiError('disks_unread');
  const found: LegacyFacts = { free: new Map(), uplinks: new Map() };
  for (const row of rows) {
    const key = mac(field(row, 'mac'));
    if (!key) continue;
    const volumes = (list(field(row, 'storage')) ?? []).flatMap((volume) => freePercent(volume) ?? []);
    if (volumes.length > 0) found.free.set(key, Math.min(...volumes));
    const last = field(row, 'last_uplink');
    const uplinkMac = mac(field(last, 'uplink_mac'));
    // Only access points report the port (unifi/API.md 7).
    const port = portNumber(field(last, 'uplink_remote_port'));
    if (uplinkMac)
      found.uplinks.set(key, { mac: uplinkMac, source: 'statistics', ...(port !== undefined && { port }) });
  }
  return found;
}

/** Uplinks by MAC, from one site's undocumented topology. Clients are in it, too. */
export async function readTopology(ask: Ask, site: NetworkSite): Promise<Map<string, Uplink>> {
  const answer = await ask(`network/v2/api/site/${encodeURIComponent(site.reference ?? 'default')}/topology`);
  const edges = list(field(answer, 'edges'));
  if (!edges) throw new UnifiError('no_list');
  const uplinks = new Map<string, Uplink>();
  for (const edge of edges) {
    const key = mac(field(edge, 'downlinkMac'));
    const uplinkMac = mac(field(edge, 'uplinkMac'));
    if (!key || !uplinkMac) continue;
    const port = portNumber(field(edge, 'uplinkPortNumber'));
    const type = word(field(edge, 'type'));
    const kind = type === 'wired' || type === 'wireless' ? type : undefined;
    uplinks.set(key, {
      mac: uplinkMac,
      source: 'topology',
      ...(port !== undefined && { port }),
      ...(kind && { kind }),
    });
  }
  return uplinks;
}

/** The state of one internet line, as the console reports it. */
export interface LineStatus {
  key: string;
  state: LineReading['state'];
  role?: LineReading['role'];
}

const lineWords: Record<string, Omit<LineStatus, 'key'>> = {
  active: { state: 'up', role: 'active' },
  backup: { state: 'up', role: 'standby' },
  disconnected: { state: 'down' },
};

/** The undocumented state of one site's internet lines. */
export async function readLines(ask: Ask, { reference }: NetworkSite): Promise<LineStatus[]> {
  const site = encodeURIComponent(reference ?? 'default');
  const answer = await ask(`network/v2/api/site/${site}/wan/load-balancing/status`);
  const found = list(field(answer, 'wan_interfaces'));
  if (!found) throw new UnifiError('no_list');
  return found.flatMap((line) => {
    const group = field(line, 'wan_networkgroup');
    if (typeof group !== 'string' || !/^WAN\d{0,2}$/i.test(group)) return [];
    const said = word(field(line, 'state')) ?? '';
    const known = Object.hasOwn(lineWords, said) ? lineWords[said] : undefined;
    return [{ key: group.toUpperCase(), ...(known ?? { state: 'unknown' as const }) }];
  });
}

function freePercent(volume: unknown): number | undefined {
  const size = number(field(volume, 'size'), 1, 1e18);
  const used = number(field(volume, 'used'), 0, 1e18);
  const type = word(field(volume, 'type')) ?? '';
  // Memory-backed and overlay file systems aren't disks.
  if (size === undefined || used === undefined || used > size || /tmpfs|ramfs|overlay/.test(type))
    return undefined;
  return Math.round((1 - used / size) * 1000) / 10;
}
