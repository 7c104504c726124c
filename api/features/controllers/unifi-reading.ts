import { createHash } from 'node:crypto';
import type { ConsoleReading, DeviceReading } from './reading.ts';
import type { CloudDevice, CloudSite, Host, HostDevices } from './unifi-cloud.ts';
import type { Depth } from './unifi-depth.ts';
import type { NetworkDevice } from './unifi-network.ts';
import type { Problem } from './unifi-errors.ts';
import { gatewayMacsOf, roleOf } from './unifi-role.ts';

/**
 * A device report older than this says nothing about now. The constant is ours: UniFi refreshes groups every minute or so but
 * promises nothing, and a frozen report must not pass for health.
 */
const STALE_AFTER_MS = 10 * 60_000;

/** What was read of one console, from both APIs. */
export interface Findings {
  host: Host;
  /** Absent: UniFi listed no devices of this host. */
  inventory?: HostDevices;
  /** The device list of the account was read to its end. */
  inventoryWhole: boolean;
  sites: CloudSite[];
  sitesWhole: boolean;
  depth?: Depth;
  problem?: Problem;
}

/** Joins cloud and console by MAC into what the product judges. `at` is the time the poll was due. */
export function consoleReading(findings: Findings, at: Date): ConsoleReading {
  const { host, inventory, sites, depth } = findings;
  const gatewayMacs = gatewayMacsOf(sites);
  const rows = depth?.rows ?? new Map<string, NetworkDevice>();
  const macs = new Set([...(inventory?.devices.keys() ?? []), ...rows.keys()]);
  const devices = [...macs].map((mac) => {
    const cloud = inventory?.devices.get(mac);
    const row = rows.get(mac);
    return compact<DeviceReading>({
      ...nameAndModel(mac, cloud, row),
      mac,
      role: roleOf(mac, cloud, row, gatewayMacs),
      isConsole: cloud?.isConsole ?? false,
      adopted: cloud ? cloud.managed : !row?.pending,
      state: believed(host.link, cloud, row, at),
      siteName: depth?.severalSites ? row?.siteName : undefined,
      ...depth?.statistics.get(mac),
      diskFreePercent: depth?.diskFree.get(mac),
      ports: depth?.ports.get(mac),
      deferred: depth?.exhausted || depth?.deferred.has(mac) || undefined,
    });
  });
  return compact<ConsoleReading>({
    hostId: host.id,
    name: host.name,
    link: host.link,
    linkChangedAt: host.linkChangedAt && new Date(Math.min(host.linkChangedAt.getTime(), at.getTime())),
    version: host.version,
    devicesListed: findings.inventoryWhole && inventory?.whole === true,
    devices,
    clients: depth?.clients,
    offlineCount: host.link === 'disconnected' ? undefined : offlineCount(findings),
    problem: findings.problem ?? depth?.problem ?? staleness(findings, at),
  });
}

/** Changes with every state of a console that its lists tell: its link, its devices', and which clients are there. */
export function digestOf({ link, devices, clients }: ConsoleReading): string {
  const states = devices.map(({ mac, adopted, state }) => `${mac}${adopted ? '' : '?'}${state}`);
  const there = clients?.map(({ mac, wired }) => (wired ? mac : ''));
  const told = JSON.stringify([link, states.sort(), there?.sort()]);
  return createHash('sha256').update(told).digest('base64url').slice(0, 16);
}

function nameAndModel(mac: string, cloud: CloudDevice | undefined, row: NetworkDevice | undefined) {
  const model = cloud?.model ?? row?.model ?? cloud?.shortname;
  return { name: cloud?.name ?? row?.name ?? model ?? mac, model };
}

/** The state to believe: the console's own word where it has one, the cloud's where it is fresh, else unknown. */
function believed(
  link: Host['link'],
  cloud: CloudDevice | undefined,
  row: NetworkDevice | undefined,
  at: Date,
): DeviceReading['state'] {
  // All below a console that lost the cloud is frozen at its last report.
  if (link === 'disconnected') return 'unknown';
  if (row && row.state !== 'unknown') return row.state;
  if (!cloud || isStale(cloud, at)) return 'unknown';
  // UniFi says neither that the console is connected nor how old this is.
  if (link === 'unknown' && !cloud.updatedAt) return 'unknown';
  return cloud.state;
}

const isStale = (device: CloudDevice, at: Date) =>
  device.updatedAt !== undefined && at.getTime() - device.updatedAt.getTime() > STALE_AFTER_MS;

function staleness({ host, inventory, depth }: Findings, at: Date): Problem | undefined {
  if (host.link === 'disconnected') return undefined;
  const devices = [...(inventory?.devices.values() ?? [])];
  const untold = devices.some((device) => isStale(device, at) && !depth?.rows.has(device.mac));
  return untold ? { code: 'devices_stale' } : undefined;
}

/** UniFi's own count over the sites of the console; absent unless every site tells it. */
function offlineCount({ sites, sitesWhole }: Findings): number | undefined {
  const counts = sites.flatMap((site) => site.offlineDevices ?? []);
  if (!sitesWhole || counts.length === 0) return undefined;
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Without the keys that hold nothing: absent means not measured. */
const compact = <T extends object>(value: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as T;
