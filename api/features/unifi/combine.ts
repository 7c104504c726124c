import { createHash } from 'node:crypto';
import {
  type ConsoleReading,
  type DeviceFacts,
  type DeviceReading,
  type LineReading,
  type MeasuredSpan,
  type SiteFacts,
  type StateReason,
  type UnlistedCounts,
  linkProblem,
  type ReportedState,
} from './reading.ts';
import type { CloudDevice, CloudLine, CloudSite, Host, HostDevices, LinePort } from './cloud.client.ts';
import type { Depth } from './console.client.ts';
import type { NetworkDevice } from './network.client.ts';
import type { Problem } from './errors.ts';

/**
 * If UniFi doesn't report whether a console is connected, an older device list proves nothing. While the
 * console is connected the list's date doesn't matter, because it only moves when the list changes.
 */
const STALE_AFTER_MS = 10 * 60_000;

/** Data about one console from both APIs. */
export interface Findings {
  host: Host;
  /** Absent if UniFi listed no devices of this host. */
  inventory?: HostDevices;
  /** Whether the account's device list was read to its end. */
  inventoryWhole: boolean;
  sites: CloudSite[];
  sitesWhole: boolean;
  depth?: Depth;
  problem?: Problem;
}

/** Joins cloud and console data by MAC. `at` is the time the poll was due. */
export function consoleReading(findings: Findings, at: Date): ConsoleReading {
  const { host, inventory, sites, depth } = findings;
  const gatewayMacs = gatewayMacsOf(sites);
  const rows = depth?.rows ?? new Map<string, NetworkDevice>();
  const macs = new Set([...(inventory?.devices.keys() ?? []), ...rows.keys()]);
  const { link, reportedState } = linkOf(findings);
  const isItself = consoleRowOf(findings);
  const macsById = new Map([...rows.values()].map(({ id, mac }) => [id, mac]));
  const devices = [...macs].map((mac) => {
    const cloud = inventory?.devices.get(mac);
    const row = rows.get(mac);
    return compact<DeviceReading>({
      ...nameAndModel(mac, cloud, row),
      mac,
      role: roleOf(mac, cloud, row, gatewayMacs),
      isConsole: isItself(cloud),
      adopted: cloud ? cloud.managed : !row?.pending,
      unlistedByCloud: !cloud || undefined,
      ...believed({ link, reportedState }, cloud, row, findings, at),
      siteName: depth?.severalSites ? row?.siteName : undefined,
      ...figuresOf(depth, mac),
      ...deviceFacts(mac, cloud, row, depth, macsById, at),
      diskFreePercent: depth?.diskFree.get(mac),
      ports: depth?.ports.get(mac),
      deferred: depth?.deferred.get(mac) ?? (depth?.isPartial && !row ? 'call_budget' : undefined),
    });
  });
  const isListed = findings.inventoryWhole && inventory?.whole === true;
  return compact<ConsoleReading>({
    hostId: host.id,
    name: host.name,
    link,
    reportedState,
    linkChangedAt: host.linkChangedAt && new Date(Math.min(host.linkChangedAt.getTime(), at.getTime())),
    version: host.version,
    facts: siteFacts(findings),
    devicesListed: isListed,
    rowsListed: rowsListed(findings),
    devices,
    clients: depth?.clients,
    lines: linesOf(findings, link, at),
    // If the cloud's states are in doubt, so are its counts.
    unlisted:
      link === 'connected' && cloudTrustIn(findings) === undefined
        ? unlistedCounts(findings, devices)
        : undefined,
    problem: findings.problem ?? problemOf({ link, reportedState }, devices, findings),
  });
}

function figuresOf(depth: Depth | undefined, mac: string) {
  const { cpuPercent, memoryPercent, uplinkBps } = depth?.statistics.get(mac) ?? {};
  return { cpuPercent, memoryPercent, uplinkBps };
}

/**
 * What each side reports about a device. The cloud takes precedence, because it reports in every round: two
 * spellings of one version must not take turns.
 */
function deviceFacts(
  mac: string,
  cloud: CloudDevice | undefined,
  row: NetworkDevice | undefined,
  depth: Depth | undefined,
  macsById: ReadonlyMap<string, string>,
  at: Date,
): { [Fact in keyof DeviceFacts]: DeviceFacts[Fact] | undefined } {
  const uptimeSeconds = depth?.statistics.get(mac)?.uptimeSeconds;
  const startedAt =
    cloud?.startedAt ??
    (uptimeSeconds === undefined ? undefined : new Date(at.getTime() - uptimeSeconds * 1000));
  const detail = depth?.details.get(mac);
  const listed = depth?.uplinks.get(mac);
  const detailed = detail?.uplinkDeviceId && macsById.get(detail.uplinkDeviceId);
  const uplink = listed ?? (detailed ? { mac: detailed, source: 'detail' as const } : undefined);
  const { clientCounts } = depth ?? {};
  return {
    firmwareVersion: cloud?.firmwareVersion ?? row?.firmwareVersion,
    updateAvailable: cloud?.updateAvailable ?? row?.updateAvailable,
    ip: cloud?.ip ?? row?.ip,
    // A console's clock may be ahead of ours.
    startedAt: startedAt && startedAt <= at ? startedAt : undefined,
    adoptedAt: cloud?.adoptedAt ?? detail?.adoptedAt,
    uplinkMac: uplink?.mac,
    uplinkPort: uplink?.port,
    uplinkKind: uplink?.kind,
    uplinkSource: uplink?.source,
    poe: detail?.poe,
    clientCount: clientCounts && row ? (clientCounts.get(mac) ?? 0) : undefined,
  };
}

/** The console itself, with the sum of its sites. A count that a site doesn't report is absent. */
function siteFacts({ host, sites, sitesWhole }: Findings): SiteFacts {
  const counted = sites.filter(({ offline }) => offline.offline !== undefined);
  const sum = (name: 'wifiClients' | 'wiredClients' | 'guestClients') => {
    const total = counted.reduce((all, { facts }) => all + (facts[name] ?? NaN), 0);
    return counted.length > 0 && sitesWhole && !Number.isNaN(total) ? total : undefined;
  };
  const providers = [...new Set(sites.flatMap(({ facts }) => facts.ispName ?? []))];
  return compact<SiteFacts>({
    ...host.facts,
    ispName: providers.length > 0 ? providers.join(', ') : undefined,
    wifiClients: sum('wifiClients'),
    wiredClients: sum('wiredClients'),
    guestClients: sum('guestClients'),
  });
}

/** UniFi's cloud measures lines in periods of five minutes, numbered since 1970. */
const LINE_PERIOD_MS = 300_000;
/**
 * How many of the newest periods count as the present, the running one included. The cloud reports a period minutes after
 * its end, so fewer would end an outage while it lasts.
 */
const PRESENT_PERIODS = 3;
const PERIODS_PER_DAY = 288;

/** The internet lines of a console's sites. Undefined if neither the cloud nor the console reports any. */
function linesOf(
  { host, sites, depth }: Findings,
  link: ConsoleReading['link'],
  at: Date,
): LineReading[] | undefined {
  const withLines = sites.filter(
    ({ lines, reference }) => lines.length > 0 || depth?.lines.has(reference ?? ''),
  );
  const own = withLines.find(({ gatewayMac }) => gatewayMac !== undefined && gatewayMac === host.mac);
  const withPorts = own ?? (withLines.length === 1 ? withLines[0] : undefined);
  const lines = withLines.flatMap((site) => {
    const statuses = depth?.lines.get(site.reference ?? '') ?? [];
    const ports = site === withPorts ? host.ports : [];
    const keys = new Set([...site.lines, ...statuses].map(({ key }) => key));
    return [...keys].toSorted().map((key) => {
      const cloud = site.lines.find((line) => line.key === key);
      const port = ports.find((one) => one.key === key);
      const status = statuses.find((one) => one.key === key && one.state !== 'unknown');
      return compact<LineReading>({
        key,
        siteId: site.siteId,
        siteName: sites.length > 1 ? site.name : undefined,
        carriesConsole: !host.isServer,
        provider: cloud?.provider,
        addressFamily: port?.addressFamily ?? cloud?.addressFamily,
        ...(link === 'connected'
          ? (status ?? takeovers(key, site.lines, stateByCloud(cloud, port, at), at))
          : { state: 'unknown' }),
        source: status && link === 'connected' ? 'console' : 'cloud',
        // A port without a provider was never in use, even if it has been listed for less than a day.
        hasBeenUp: (cloud?.issues && cloud.provider && downShare(cloud.issues.down, at) < 1) || undefined,
      });
    });
  });
  return lines.length > 0 ? lines : undefined;
}

type LineState = Pick<LineReading, 'state' | 'role' | 'down' | 'takeover'>;

/** A cable that isn't there is certain. A line without issues in its list is up. */
function stateByCloud(cloud: CloudLine | undefined, port: LinePort | undefined, at: Date): LineState {
  if (port?.isPlugged === false) return { state: 'down' };
  if (!cloud?.issues) return { state: 'unknown' };
  const { down, unreported } = cloud.issues;
  const span = presentSpan(down, at);
  if (span) return { state: 'down', down: span };
  return { state: presentSpan(unreported, at) ? 'unknown' : 'up' };
}

/** The cloud says of the line that is down that another one carries its traffic. With two lines, that is the other one. */
function takeovers(key: string, lines: readonly CloudLine[], state: LineState, at: Date): LineState {
  const others = lines.filter((line) => line.key !== key);
  const [other] = others;
  if (others.length !== 1 || !other?.issues || state.state === 'unknown') return state;
  const span = state.state === 'up' ? presentSpan(other.issues.failover, at) : undefined;
  return { ...state, takeover: span ?? false };
}

/** The run of periods that reaches into the present. */
function presentSpan(periods: ReadonlySet<number>, at: Date): MeasuredSpan | undefined {
  const now = Math.floor(at.getTime() / LINE_PERIOD_MS);
  // The cloud's clock may be a little ahead.
  let last = now + 1;
  while (!periods.has(last)) if (--last <= now - PRESENT_PERIODS) return undefined;
  let first = last;
  while (periods.has(first - 1)) first--;
  const until = Math.min(at.getTime(), (last + 1) * LINE_PERIOD_MS);
  return { from: new Date(Math.min(first * LINE_PERIOD_MS, until)), until: new Date(until) };
}

/** The part of the last day, from 0 to 1, in which a line was down. All of it: it is an unused port. */
function downShare(down: ReadonlySet<number>, at: Date): number {
  const now = Math.floor(at.getTime() / LINE_PERIOD_MS);
  const count = [...down].filter((index) => index > now - PERIODS_PER_DAY - 1 && index <= now).length;
  // The newest periods may not be listed yet, and the oldest no longer.
  return Math.min(1, count / (PERIODS_PER_DAY - 2 * PRESENT_PERIODS));
}

/** Both gateways of a pair are listed as consoles. The active one has the MAC that the host reports. */
function consoleRowOf({ host, inventory }: Findings): (row: CloudDevice | undefined) => boolean {
  const isReported = host.mac !== undefined && inventory?.devices.get(host.mac)?.isConsole === true;
  return (row) => row?.isConsole === true && (!isReported || row.mac === host.mac);
}

/** Undefined if the console wasn't read, or has too many sites to list all of them at once. */
function rowsListed({ host, depth }: Findings): boolean | undefined {
  if (depth?.rowsListed) return true;
  return depth ? (depth.isPartial ? undefined : false) : host.isNetworkStopped ? false : undefined;
}

/**
 * A console whose own Network application responded through the cloud is connected, whatever UniFi reports.
 */
function linkOf({ host, depth }: Findings): Pick<ConsoleReading, 'link' | 'reportedState'> {
  const { link, reportedState } = host;
  return link === 'unknown' && depth?.rowsListed ? { link: 'connected' } : { link, reportedState };
}

/**
 * Changes with every state that a console's lists report: its link, its devices, the connected clients, and its lines.
 */
export function digestOf({ link, devices, clients, lines }: ConsoleReading): string {
  const states = devices.map(({ mac, adopted, state }) => `${mac}${adopted ? '' : '?'}${state}`);
  const there = clients?.map(({ mac, wired }) => (wired ? mac : ''));
  const lineStates = lines?.map(({ key, siteId, state, role, takeover }) => [
    key,
    siteId,
    state,
    role,
    !!takeover,
  ]);
  const told = JSON.stringify([link, states.sort(), there?.sort(), lineStates]);
  return createHash('sha256').update(told).digest('base64url').slice(0, 16);
}

function nameAndModel(mac: string, cloud: CloudDevice | undefined, row: NetworkDevice | undefined) {
  const model = cloud?.model ?? row?.model ?? cloud?.shortname;
  const name = cloud?.name ?? row?.name;
  return { name: name ?? model ?? mac, isUnnamed: name === undefined || undefined, model };
}

/**
 * The state to trust. The console's report is newer and more precise than the cloud's, so it takes
 * precedence, even if we don't recognize it. The cloud's report is used while the console is connected,
 * however old its date.
 */
function believed(
  { link, reportedState: consoleWord }: Pick<ConsoleReading, 'link' | 'reportedState'>,
  cloud: CloudDevice | undefined,
  row: NetworkDevice | undefined,
  findings: Findings,
  at: Date,
): ReportedState {
  const { depth } = findings;
  // Everything below a console that lost the cloud is frozen at its last report.
  if (link === 'disconnected') return { state: 'unknown', stateReason: 'console_offline' };
  if (row && row.stateReason !== 'unreported') return stateFrom(row);
  const doubt = cloud && doubtOf(cloud, row, findings);
  if (doubt) return { state: 'unknown', stateReason: doubt };
  if (link === 'connected' && cloud) return stateFrom(cloud);
  if (link === 'unknown') {
    const isAnswered = consoleWord === undefined && depth?.failed !== true;
    if (isAnswered && cloud && isFresh(cloud, at)) return stateFrom(cloud);
    return { state: 'unknown', stateReason: 'console_unknown' };
  }
  return { state: 'unknown', stateReason: 'unreported' };
}

/** How far to trust the cloud. Undefined: as usual. */
const cloudTrustIn = ({ host, depth }: Findings): Depth['cloudTrust'] =>
  depth ? depth.cloudTrust : host.isNetworkStopped ? 'none' : undefined;

/** Why the cloud's report isn't trusted for a device that the console didn't report. */
function doubtOf(
  { mac, state, productLine, isConsole }: CloudDevice,
  row: NetworkDevice | undefined,
  findings: Findings,
): StateReason | undefined {
  const { depth } = findings;
  const isNetworkGear = !isConsole && (productLine === undefined || productLine === 'network');
  const trust = cloudTrustIn(findings);
  const isNewlyDown = state !== 'online' && !depth?.down.has(mac);
  if (isNetworkGear && (trust === 'none' || (trust === 'up' && isNewlyDown))) return 'network_stopped';
  // The console's last report differed, and the cloud's hasn't changed since.
  return !row && depth?.disputed.has(mac) ? 'unread' : undefined;
}

const stateFrom = ({ state, stateReason, reportedState }: ReportedState): ReportedState => ({
  state,
  stateReason,
  reportedState,
});

const isFresh = ({ updatedAt }: CloudDevice, at: Date) =>
  updatedAt !== undefined && at.getTime() - updatedAt.getTime() <= STALE_AFTER_MS;

/** What is wrong with the responses about one console, most informative first. */
function problemOf(
  console: Pick<ConsoleReading, 'link' | 'reportedState'>,
  devices: DeviceReading[],
  { host, inventory, inventoryWhole, depth }: Findings,
): Problem | undefined {
  const isKnown = devices.some(({ state }) => state !== 'unknown');
  const ofLink = isKnown ? undefined : linkProblem(console);
  const isStopped = host.isNetworkStopped && !depth;
  const problem = ofLink ?? (isStopped ? ({ code: 'network_stopped' } as const) : depth?.problem);
  if (isKnown || problem !== undefined) return problem;
  if (devices.length > 0) return { code: 'states_unrecognized' };
  return { code: inventoryWhole && (inventory?.whole ?? true) ? 'no_devices' : 'devices_incomplete' };
}

/**
 * UniFi's own counts for the console's sites, minus the devices in its list. Sites that report nothing, such
 * as internal ones, are skipped. A count that only some sites report is absent.
 */
function unlistedCounts(findings: Findings, devices: DeviceReading[]): UnlistedCounts | undefined {
  const { sites, sitesWhole, inventory } = findings;
  const counted = sites.filter(({ offline }) => offline.offline !== undefined);
  if (!sitesWhole || counted.length === 0) return undefined;
  const sum = (countOf: (site: CloudSite) => number | undefined) =>
    counted.reduce((total, site) => total + (countOf(site) ?? NaN), 0);
  const listed = devices.filter(({ mac }) => isCounted(inventory?.devices.get(mac)));
  const down = listed.filter(({ mac }) => inventory?.devices.get(mac)?.state === 'offline');
  const known = (count: number) => (Number.isNaN(count) ? undefined : count);
  const less = (count: number, role?: DeviceReading['role']) =>
    known(count - (role ? down.filter((device) => device.role === role) : down).length);
  return compact<UnlistedCounts>({
    total: known(sum(({ totalDevices }) => totalDevices) - listed.length),
    offline: less(sum(({ offline }) => offline.offline)),
    gateway: less(
      sum(({ offline }) => offline.gateway),
      'gateway',
    ),
    wired: less(
      sum(({ offline }) => offline.wired),
      'switch',
    ),
    wifi: less(
      sum(({ offline }) => offline.wifi),
      'access_point',
    ),
  });
}

/** Whether a site's counts include a device. They only count Network devices. */
const isCounted = (device: CloudDevice | undefined) =>
  device?.managed === true && (device.productLine ?? 'network') === 'network';

/** Removes undefined values, because absent means not measured. */
const compact = <T extends object>(value: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as T;

// Prefixes of Ubiquiti's product names and short names, from its product range.
const GATEWAY = /^(UDM|UDR|UDW|UXG|USG|UCG|UGW|UX($|[\d ])|EFG|Dream|Cloud Gateway|Gateway|Express)/i;
const SWITCH = /^(USW|USF\d|USL\d|USM|USC\d|USPM|USXG|US[- ]?\d|ECS|Switch)/i;
const ACCESS_POINT = /^(UAP|UAL|U[267]|E7|AC[- ]|nanoHD|FlexHD|BeaconHD|In-?Wall|BZ2)/i;

/**
 * A device's role in its network. Neither API reports it directly: a console's own gateway lists only
 * `switching` (unifi/API.md 2), so the gateway's MAC and the model's name take precedence.
 */
export function roleOf(
  mac: string,
  cloud: CloudDevice | undefined,
  row: NetworkDevice | undefined,
  gatewayMacs: ReadonlySet<string>,
): DeviceReading['role'] {
  const names = [cloud?.shortname, cloud?.model, row?.model].filter((name) => name !== undefined);
  const called = (pattern: RegExp) => names.some((name) => pattern.test(name));
  const features = row?.features ?? [];
  if (gatewayMacs.has(mac) || features.includes('gateway')) return 'gateway';
  if (cloud?.productLine && cloud.productLine !== 'network') return 'other';
  if (called(GATEWAY) || (cloud?.isConsole && row)) return 'gateway';
  // A wall-mounted access point has switch ports too.
  if (features.includes('accesspoint')) return 'access_point';
  if (features.includes('switching')) return 'switch';
  if (called(ACCESS_POINT)) return 'access_point';
  return called(SWITCH) ? 'switch' : 'other';
}

/** The gateways named by one console's sites. */
export const gatewayMacsOf = (sites: CloudSite[]): Set<string> =>
  new Set(sites.flatMap((site) => site.gatewayMac ?? []));
