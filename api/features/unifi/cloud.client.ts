import {
  type AddressFamily,
  type ConsoleReading,
  deviceStateOf,
  linkOf,
  type DeviceFacts,
  type ReportedState,
  type SiteFacts,
} from './reading.ts';
import { type Problem, UnifiError, asUnifiError } from './errors.ts';
import { type Connection, getJson, pause } from './http.client.ts';
import { field, ip, keyWithoutMac, list, mac, number, opaqueId, record, text, time, word } from './shapes.ts';

/** A list as far as it could be read. `whole` is false if something may be missing. */
export interface Listed<T> {
  items: T[];
  whole: boolean;
  /** A later page failed, and a retry may succeed. */
  truncated?: true;
  /** How long UniFi asked to wait before this list is read again, in milliseconds. */
  retryAfterMs?: number;
}

export interface Host {
  id: string;
  name: string;
  link: ConsoleReading['link'];
  /** UniFi's own word for `link`, if it is neither `connected` nor `disconnected`. */
  reportedState?: string;
  linkChangedAt?: Date;
  /** Version of the Network application. */
  version?: string;
  /** Its own MAC, as in `DeviceReading`. */
  mac?: string;
  /** It reports that its Network application is installed but not running. */
  isNetworkStopped?: boolean;
  facts: Pick<SiteFacts, 'hardware' | 'osVersion' | 'backedUpAt'>;
  /** A self-hosted server, which may be elsewhere than its sites. */
  isServer: boolean;
  /** Ports for internet lines, in use or not. */
  ports: LinePort[];
}

/** A console's port for an internet line. */
export interface LinePort {
  /** `WAN`, `WAN2`. */
  key: string;
  /** Absent: not reported. */
  isPlugged?: boolean;
  addressFamily?: AddressFamily;
}

/** An internet line, as the cloud lists it with a site. */
export interface CloudLine {
  key: string;
  provider?: string;
  addressFamily?: AddressFamily;
  /** Numbers of troubled periods, by trouble. Absent: the cloud lists no issues. */
  issues?: { down: Set<number>; failover: Set<number>; unreported: Set<number> };
}

export interface CloudSite {
  hostId: string;
  siteId: string;
  /** Short internal name, as in `NetworkSite`. */
  reference?: string;
  name?: string;
  gatewayMac?: string;
  /** Empty if the cloud reports none. */
  lines: CloudLine[];
  totalDevices?: number;
  /** Offline devices, in total and by kind. Includes those no longer in the device list. */
  offline: { offline?: number; gateway?: number; wired?: number; wifi?: number };
  facts: Pick<SiteFacts, 'ispName' | 'wifiClients' | 'wiredClients' | 'guestClients'>;
}

export interface CloudDevice
  extends ReportedState, Pick<DeviceFacts, 'firmwareVersion' | 'updateAvailable' | 'ip'> {
  /** As in `DeviceReading`. */
  mac: string;
  name?: string;
  model?: string;
  shortname?: string;
  productLine?: string;
  isConsole: boolean;
  managed: boolean;
  /** When its group last changed. This may be long ago while the console is connected and nothing changes. */
  updatedAt?: Date;
  /** When it was last adopted. Consoles have none. */
  adoptedAt?: Date;
  /** When it last started. Offline devices mostly have none. */
  startedAt?: Date;
}

export interface HostDevices {
  /** False if `devices` was missing or contained something unreadable. */
  whole: boolean;
  devices: Map<string, CloudDevice>;
}

/** The devices of an account by host. */
export interface DevicesListed extends Omit<Listed<never>, 'items'> {
  byHost: Map<string, HostDevices>;
}

const PAGE_SIZE = 100;
/** Far more than any account has. Ends a list that never stops returning tokens. */
const MOST_PAGES = 1000;
/** Delay before a failed page is retried. */
const AGAIN_AFTER_MS = 200;
/** Failures that often succeed on retry, without costing half a minute each. */
const RETRYABLE: ReadonlySet<string> = new Set<Problem['code']>([
  'server_error',
  'unreachable',
  'not_json',
  'empty',
  'broken_gzip',
  'no_list',
]);

/** Page size of each list (by path), if the default was too large. Updated while reading. */
export type PageSizes = Record<string, number>;

/**
 * Every item of a paged list. The first page must succeed. If a later one fails, the items read so far are
 * returned and marked incomplete. A key that has just listed a page isn't revoked, whatever the next page
 * says.
 * @throws UnifiError of the first page
 */
async function listAll(connection: Connection, path: string, pageSizes: PageSizes): Promise<Listed<unknown>> {
  const items: unknown[] = [];
  const tokens = new Set<string>();
  let token: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    let answer: { found: unknown[]; next: unknown };
    try {
      answer = await readPage(connection, path, token, pageSizes);
    } catch (error) {
      const { retryAfterMs } = asUnifiError(error);
      if (page === 0) throw error;
      return { items, ...truncated, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    }
    const { found, next } = answer;
    items.push(...found);
    if (!next) return { items, whole: true };
    if (found.length === 0 || typeof next !== 'string' || tokens.has(next)) return { items, ...truncated };
    tokens.add(next);
    token = next;
  }
  return { items, whole: false };
}

const truncated = { whole: false, truncated: true } as const;

/** Reads one page, in smaller ones until it fits. Retries a transient failure once. */
async function readPage(
  connection: Connection,
  path: string,
  token: string | undefined,
  pageSizes: PageSizes,
) {
  let isLastTry = false;
  for (;;) {
    const pageSize = pageSizes[path] ?? PAGE_SIZE;
    const query = new URLSearchParams({ pageSize: String(pageSize), ...(token && { nextToken: token }) });
    try {
      const answer = await getJson(connection, `${path}?${query}`, 'account');
      const found = list(field(answer, 'data'));
      if (!found) throw new UnifiError('no_list');
      return { found, next: field(answer, 'nextToken') };
    } catch (error) {
      const { code } = asUnifiError(error).problem;
      if (code === 'too_large' && pageSize > 1) pageSizes[path] = Math.ceil(pageSize / 2);
      else if (RETRYABLE.has(code) && !isLastTry) {
        isLastTry = true;
        await pause(connection, AGAIN_AFTER_MS);
      } else throw error;
    }
  }
}

/** Hosts in UniFi's order without duplicates, because a host may move to a later page while we read. */
export async function listHosts(connection: Connection, pageSizes: PageSizes): Promise<Listed<Host>> {
  const { items, whole, ...rest } = await listAll(connection, '/v1/hosts', pageSizes);
  const hosts = new Map<string, Host>();
  let readable = true;
  for (const item of items) {
    const host = hostOf(item);
    if (host) hosts.set(host.id, host);
    else readable = false;
  }
  return { items: [...hosts.values()], whole: whole && readable, ...rest };
}

function hostOf(item: unknown): Host | undefined {
  const id = opaqueId(field(item, 'id'));
  if (!id) return undefined;
  const state = field(item, 'reportedState');
  const network = networkApplication(state);
  const isServer = word(field(item, 'type')) === 'networkserver';
  return {
    id,
    name: text(field(state, 'name')) ?? text(field(state, 'hostname')) ?? id,
    ...linkOf(field(state, 'state')),
    linkChangedAt: time(field(item, 'lastConnectionStateChange')),
    mac: mac(field(state, 'mac')) ?? mac(field(field(state, 'hardware'), 'mac')),
    version: isServer ? text(field(state, 'version')) : text(field(network, 'version')),
    isNetworkStopped:
      field(network, 'isRunning') === false && word(field(network, 'installState')) !== 'uninstalled',
    isServer,
    ports: linePorts(field(state, 'wans')),
    facts: {
      hardware: text(field(field(state, 'hardware'), 'name')),
      osVersion: isServer ? undefined : text(field(state, 'version')),
      backedUpAt: time(field(item, 'latestBackupTime')),
    },
  };
}

/** `WAN` and `WAN2` are all that gateways have today. */
const lineKey = (value: unknown): string | undefined =>
  typeof value === 'string' && /^WAN\d{0,2}$/i.test(value) ? value.toUpperCase() : undefined;

/** A port that is turned off isn't a line. */
const linePorts = (ports: unknown): LinePort[] =>
  (list(ports) ?? []).flatMap((port) => {
    const key = lineKey(field(port, 'type'));
    if (!key || field(port, 'enabled') === false) return [];
    const plugged = field(port, 'plugged');
    return [
      {
        key,
        isPlugged: typeof plugged === 'boolean' ? plugged : undefined,
        addressFamily: addressFamilyOf(field(port, 'ipv4'), field(port, 'ipv6')),
      },
    ];
  });

/** By addresses that UniFi reports: a text, a list, or nothing. */
function addressFamilyOf(...addresses: unknown[]): AddressFamily | undefined {
  const valid = addresses.flatMap((one) => list(one) ?? [one]).flatMap((one) => ip(bare(one)) ?? []);
  // A link-local address exists without a provider.
  const global = valid.filter((one) => !/^(fe[89ab]|169\.254\.)/i.test(one));
  const isV6 = global.some((one) => one.includes(':'));
  const isV4 = global.some((one) => !one.includes(':'));
  if (isV4 && isV6) return 'dual';
  return isV6 ? 'ipv6' : isV4 ? 'ipv4' : undefined;
}

/** An address without the length of its prefix. */
const bare = (address: unknown): unknown => (typeof address === 'string' ? address.split('/')[0] : address);

/** Ends a list of issues that claims an absurd number of periods. The cloud keeps a day. */
const MOST_PERIODS = 2000;

function cloudLines(wans: unknown): CloudLine[] {
  return Object.entries(record(wans) ?? {}).flatMap(([name, wan]) => {
    const key = lineKey(name);
    if (!key || !record(wan)) return [];
    return [
      {
        key,
        provider: text(field(field(wan, 'ispInfo'), 'name')),
        addressFamily: addressFamilyOf(field(wan, 'externalIp')),
        issues: issuesIn(list(field(wan, 'wanIssues'))),
      },
    ];
  });
}

/** An issue without a number can't be dated, so it says nothing about now. `count` issues in a row are one entry. */
function issuesIn(listed: unknown[] | undefined): CloudLine['issues'] {
  if (!listed) return undefined;
  const issues = { down: new Set<number>(), failover: new Set<number>(), unreported: new Set<number>() };
  for (const issue of listed.slice(0, MOST_PERIODS)) {
    const index = number(field(issue, 'index'), 1, 1e9);
    if (index === undefined || !Number.isInteger(index)) continue;
    const count = Math.floor(number(field(issue, 'count'), 1, MOST_PERIODS) ?? 1);
    for (let at = index; at < index + count; at++) {
      if (isSaid(field(issue, 'wanDowntime'))) issues.down.add(at);
      if (isSaid(field(issue, 'failoverWanActive'))) issues.failover.add(at);
      if (isSaid(field(issue, 'notReported'))) issues.unreported.add(at);
    }
  }
  return issues;
}

/** Captures have `true`. A number counts what was seen. */
const isSaid = (value: unknown): boolean => value === true || (typeof value === 'number' && value > 0);

const networkApplication = (state: unknown): unknown =>
  list(field(state, 'controllers'))?.find((app) => word(field(app, 'name')) === 'network');

export async function listSites(connection: Connection, pageSizes: PageSizes): Promise<Listed<CloudSite>> {
  const { items, whole, ...rest } = await listAll(connection, '/v1/sites', pageSizes);
  const sites = new Map<string, CloudSite>();
  let readable = true;
  for (const item of items) {
    const hostId = opaqueId(field(item, 'hostId'));
    const siteId = opaqueId(field(item, 'siteId'));
    if (!hostId || !siteId) {
      readable = false;
      continue;
    }
    const statistics = field(item, 'statistics');
    const counts = field(statistics, 'counts');
    const count = (name: string) => number(field(counts, name), 0, 1e6);
    const meta = field(item, 'meta');
    sites.set(`${hostId} ${siteId}`, {
      hostId,
      siteId,
      reference: opaqueId(field(meta, 'name')),
      name: text(field(meta, 'desc')) ?? text(field(meta, 'name')),
      lines: cloudLines(field(statistics, 'wans')),
      gatewayMac: mac(field(meta, 'gatewayMac')),
      totalDevices: count('totalDevice'),
      offline: {
        offline: count('offlineDevice'),
        gateway: count('offlineGatewayDevice'),
        wired: count('offlineWiredDevice'),
        wifi: count('offlineWifiDevice'),
      },
      facts: {
        ispName: text(field(field(statistics, 'ispInfo'), 'name')),
        wifiClients: count('wifiClient'),
        wiredClients: count('wiredClient'),
        guestClients: count('guestClient'),
      },
    });
  }
  return { items: [...sites.values()], whole: whole && readable, ...rest };
}

/** Devices by host. A host may appear on two pages. For a device listed twice, the fresher report wins. */
export async function listDevices(connection: Connection, pageSizes: PageSizes): Promise<DevicesListed> {
  const { items, whole, ...rest } = await listAll(connection, '/v1/devices', pageSizes);
  const byHost = new Map<string, HostDevices>();
  let readable = true;
  for (const group of items) {
    const hostId = opaqueId(field(group, 'hostId'));
    if (!hostId) {
      readable = false;
      continue;
    }
    const host = byHost.get(hostId) ?? { whole: true, devices: new Map<string, CloudDevice>() };
    byHost.set(hostId, host);
    const devices = list(field(group, 'devices'));
    if (!devices) host.whole = false;
    const updatedAt = time(field(group, 'updatedAt'));
    for (const item of devices ?? []) {
      const device = deviceOf(item, updatedAt);
      // A row with a malformed MAC is shown, and may belong to a device that we know by its MAC.
      if (!device || hasMalformedMac(item)) host.whole = false;
      if (device && !isOlder(device, host.devices.get(device.mac))) host.devices.set(device.mac, device);
    }
  }
  return { byHost, whole: whole && readable, ...rest };
}

/**
 * Which of two rows about one device wins: the adopted one, then the one in the fresher group, then the one
 * adopted or started later, because a leftover row has an older adoption or no start. Otherwise the later in
 * the list.
 */
function isOlder(device: CloudDevice, known: CloudDevice | undefined): boolean {
  if (!known) return false;
  if (device.managed !== known.managed) return known.managed;
  const behind = (one?: Date, other?: Date) => (other?.getTime() ?? 0) - (one?.getTime() ?? 0);
  const difference =
    behind(device.updatedAt, known.updatedAt) ||
    behind(device.adoptedAt, known.adoptedAt) ||
    behind(device.startedAt, known.startedAt);
  return difference > 0;
}

const hasMalformedMac = (item: unknown): boolean =>
  ![undefined, null, ''].includes(field(item, 'mac') as null) &&
  !mac(field(item, 'mac')) &&
  !mac(field(item, 'id'));

function deviceOf(item: unknown, updatedAt: Date | undefined): CloudDevice | undefined {
  const key = mac(field(item, 'mac')) ?? mac(field(item, 'id')) ?? keyWithoutMac(item);
  if (!record(item) || !key) return undefined;
  return {
    mac: key,
    name: text(field(item, 'name')),
    model: text(field(item, 'model')),
    shortname: text(field(item, 'shortname')),
    productLine: word(field(item, 'productLine')),
    isConsole: field(item, 'isConsole') === true,
    managed: field(item, 'isManaged') !== false,
    ...deviceStateOf(field(item, 'status')),
    updatedAt,
    adoptedAt: time(field(item, 'adoptionTime')),
    startedAt: time(field(item, 'startupTime')),
    firmwareVersion: text(field(item, 'version')),
    updateAvailable: updateOffered(field(item, 'firmwareStatus')),
    ip: ip(field(item, 'ip')),
  };
}

/** UniFi also has `updateAvailable`, but it is null even while an update is available (unifi/API.md 1.7). */
const updateOffered = (firmwareStatus: unknown): boolean | undefined => {
  const status = word(firmwareStatus);
  if (status === 'uptodate') return false;
  return status === 'updateavailable' || status === 'updatepending' || undefined;
};
