import { cloudView, type NetworkConsole, type NetworkDevice, type NetworkSite } from './network-state.ts';
import { hardwareOf, isNetworkGear } from './network-build.ts';
import { hexOf, objectIdOf, uuidOf, withColons } from './network-identity.ts';
import { siteLines } from './network-lines.ts';
import { iso, type Json } from './answer.ts';
import { bend } from './traps.ts';

/** Sites and devices as the Site Manager lists them: as of the console's last report. */

const roleOf = (device: NetworkDevice) => hardwareOf(device.model).role;

function counts(devices: NetworkDevice[], clients: { kind: string; guest: boolean }[]): Json {
  const managed = devices.filter((device) => device.managed);
  const offline = managed.filter(
    (device) => !device.listed || offlineWords.has(statusOf(device).toLowerCase()),
  );
  const of = (list: NetworkDevice[], role: string) => list.filter((device) => roleOf(device) === role).length;
  return {
    criticalNotification: 0,
    gatewayDevice: of(managed, 'gateway'),
    guestClient: clients.filter((client) => client.guest).length,
    lanConfiguration: 3,
    offlineDevice: offline.length,
    offlineGatewayDevice: of(offline, 'gateway'),
    offlineWifiDevice: of(offline, 'access_point'),
    offlineWiredDevice: of(offline, 'switch'),
    pendingUpdateDevice: managed.filter((device) => device.firmwareStatus !== 'upToDate').length,
    totalDevice: managed.length,
    wanConfiguration: 2,
    wifiClient: clients.filter((client) => client.kind === 'WIRELESS').length,
    wifiConfiguration: 2,
    wifiDevice: of(managed, 'access_point'),
    wiredClient: clients.filter((client) => client.kind === 'WIRED').length,
    wiredDevice: of(managed, 'switch'),
  };
}

/** One row of `/v1/sites`. */
export function siteRow(console: NetworkConsole, site: NetworkSite, now: number): Json {
  const view = cloudView(console, now);
  const devices = view.devices.filter((device) => device.site === site.name);
  const gateway = devices.find((device) => device.isConsole);
  const clients = connectedClients(view).filter((client) => client.site === site.name);
  const ispInfo = { name: site.isp.name, organization: site.isp.organization };
  return bend(console, 'site', {
    siteId: site.siteId,
    hostId: console.hostId,
    meta: {
      desc: site.desc,
      name: site.name,
      timezone: console.timezone,
      ...(gateway ? { gatewayMac: withColons(gateway.mac) } : {}),
    },
    permission: 'admin',
    isOwner: true,
    statistics: {
      counts: counts(devices, clients),
      percentages: { txRetry: 2.4, wanUptime: 100 },
      internetIssues: [{ index: Math.floor(now / 300_000) - 1 }],
      ...(gateway
        ? {
            gateway: {
              hardwareId: console.hardwareId,
              shortname: hardwareOf(console.model).shortname,
              inspectionState: 'off',
              ipsMode: 'ids',
              ipsSignature: { rulesCount: 54_210, type: 'ET' },
            },
            ispInfo,
            wans: siteLines(console, console.frozen?.at ?? now),
          }
        : {}),
    },
  });
}

/** Clients are connected through devices, so those of an offline device are disconnected. */
export function connectedClients({ devices, clients }: Pick<NetworkConsole, 'devices' | 'clients'>) {
  const up = new Set(devices.filter((device) => device.state === 'ONLINE').map((device) => device.mac));
  return clients.filter((client) => client.connected && (!client.uplinkMac || up.has(client.uplinkMac)));
}

/**
 * The cloud's spelling of a state. Only `online` and `offline` are documented. The others are camel case like
 * its enums.
 */
const statusOf = ({ state, cloudStatus }: NetworkDevice): string =>
  cloudStatus ?? state.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** States that a site's statistics count as offline. */
const offlineWords = new Set(['offline', 'disconnected', 'connectioninterrupted']);

/** Cached by model, because an account with twenty thousand devices has a dozen. */
const pictures = new Map<string, Json>();

function uidbOf(model: string): Json {
  const known = pictures.get(model);
  if (known) return known;
  const id = uuidOf(`uidb ${model}`);
  const images = { default: hexOf(id, 32), nopadding: hexOf(`${id} n`, 32), topology: hexOf(`${id} t`, 32) };
  const uidb = { guid: uuidOf(`guid ${id}`), id, iconId: uuidOf(`icon ${id}`), images };
  pictures.set(model, uidb);
  return uidb;
}

function deviceRow(console: NetworkConsole, device: NetworkDevice, nth: number): Json {
  const protect = !isNetworkGear(device.model) && !device.isConsole;
  return bend(
    console,
    'device',
    {
      id: protect ? objectIdOf(device.mac) : device.mac,
      mac: device.mac,
      name: device.name,
      model: device.model,
      shortname: hardwareOf(device.model).shortname,
      ip: device.ip,
      productLine: isNetworkGear(device.model) ? 'network' : 'protect',
      status: statusOf(device),
      version: device.firmware,
      firmwareStatus: device.firmwareStatus,
      // Null even while an update is pending, as upstream.
      updateAvailable: null,
      isConsole: device.isConsole,
      isManaged: device.managed,
      startupTime: device.state === 'OFFLINE' ? null : iso(device.startedAt + console.clockSkewMs),
      adoptionTime: device.isConsole || !device.managed ? null : iso(device.adoptedAt),
      note: null,
      uidb: uidbOf(device.model),
    },
    nth,
  );
}

/**
 * The host groups of one console in `/v1/devices`, usually one, without devices that are no longer listed.
 */
export function deviceGroups(console: NetworkConsole, now: number): Json[] {
  const view = cloudView(console, now);
  const group = (devices: Json[], updatedAt: number) =>
    bend(console, 'group', {
      hostId: console.hostId,
      hostName: console.name,
      devices,
      updatedAt: iso(updatedAt + console.clockSkewMs),
    });
  const listed = view.devices.filter((device) => device.listed);
  const rows = listed.map((device, nth) => deviceRow(console, device, nth));
  const extra = console.extraRows.map((one) => {
    const twin = listed.findIndex(({ mac }) => mac === one.mac);
    return { ...one, row: { ...rows[twin], ...one.fields } };
  });
  const among = extra.filter(({ updatedAt }) => updatedAt === undefined);
  const inOrder = (first: boolean) =>
    among.filter((one) => (one.first ?? false) === first).map(({ row }) => row);
  return [
    group([...inOrder(true), ...rows, ...inOrder(false)], view.at),
    ...extra.flatMap(({ row, updatedAt }) => (updatedAt === undefined ? [] : [group([row], updatedAt)])),
  ];
}
