import type { DeviceReading } from './console-reading.ts';
import type { CloudDevice, CloudSite } from './cloud.ts';
import type { NetworkDevice } from './network.ts';

// Beginnings of Ubiquiti's product names and short names, from its product range.
const GATEWAY = /^(UDM|UDR|UDW|UXG|USG|UCG|UGW|UX($|[\d ])|EFG|Dream|Cloud Gateway|Gateway|Express)/i;
const SWITCH = /^(USW|USF\d|USL\d|USM|USC\d|USPM|USXG|US[- ]?\d|ECS|Switch)/i;
const ACCESS_POINT = /^(UAP|UAL|U[267]|E7|AC[- ]|nanoHD|FlexHD|BeaconHD|In-?Wall|BZ2)/i;

/**
 * What a device does in its network. Neither API says it outright: a console's own gateway lists only `switching`
 * (unifi/API.md 2), so the gateway's MAC and the name of the model go first.
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
  // An access point in a wall outlet has switch ports too.
  if (features.includes('accesspoint')) return 'access_point';
  if (features.includes('switching')) return 'switch';
  if (called(ACCESS_POINT)) return 'access_point';
  return called(SWITCH) ? 'switch' : 'other';
}

/** The gateways that the sites of one console name. */
export const gatewayMacsOf = (sites: CloudSite[]): Set<string> =>
  new Set(sites.flatMap((site) => site.gatewayMac ?? []));
