import { cloudView } from './network-change.ts';
import { hardwareOf, isNetworkGear } from './network-hardware.ts';
import { hexOf, objectIdOf, uuidOf, withColons } from './network-identity.ts';
import type { NetworkConsole, NetworkDevice, NetworkSite } from './network-types.ts';
import { iso } from './unifi-answer.ts';
import type { Json } from './unifi-answer.ts';
import { bend } from './unifi-traps.ts';

/** Sites and devices as the Site Manager lists them: as of the console's last report. */

const roleOf = (device: NetworkDevice) => hardwareOf(device.model).role;

function counts(devices: NetworkDevice[], clients: { kind: string; guest: boolean }[]): Json {
  const managed = devices.filter((device) => device.managed);
  const offline = managed.filter((device) => device.state === 'OFFLINE');
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
            wans: { WAN: { externalIp: console.ip, ispInfo, wanUptime: 100, wanIssues: [] } },
          }
        : {}),
    },
  });
}

/** Clients hang on devices: those of a device that is down are not connected. */
export function connectedClients({ devices, clients }: Pick<NetworkConsole, 'devices' | 'clients'>) {
  const up = new Set(devices.filter((device) => device.state === 'ONLINE').map((device) => device.mac));
  return clients.filter((client) => client.connected && (!client.uplinkMac || up.has(client.uplinkMac)));
}

/** The cloud's spelling of a state: only `online` and `offline` are documented, the others follow their pattern. */
const statusOf = (device: NetworkDevice) => device.state.toLowerCase();

function deviceRow(console: NetworkConsole, device: NetworkDevice, nth: number): Json {
  const uidb = uuidOf(`uidb ${device.model}`);
  const images = {
    default: hexOf(uidb, 32),
    nopadding: hexOf(`${uidb} n`, 32),
    topology: hexOf(`${uidb} t`, 32),
  };
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
      // Null even while an update waits, as upstream.
      updateAvailable: null,
      isConsole: device.isConsole,
      isManaged: device.managed,
      startupTime: device.state === 'OFFLINE' ? null : iso(device.startedAt + console.clockSkewMs),
      adoptionTime: device.isConsole || !device.managed ? null : iso(device.adoptedAt),
      note: null,
      uidb: { guid: uuidOf(`guid ${uidb}`), id: uidb, iconId: uuidOf(`icon ${uidb}`), images },
    },
    nth,
  );
}

/** One host group of `/v1/devices`, without the devices that have dropped off the list. */
export function deviceGroup(console: NetworkConsole, now: number): Json {
  const view = cloudView(console, now);
  const listed = view.devices.filter((device) => device.listed);
  return bend(console, 'group', {
    hostId: console.hostId,
    hostName: console.name,
    devices: listed.map((device, nth) => deviceRow(console, device, nth)),
    updatedAt: iso((console.frozen?.at ?? view.at) + console.clockSkewMs),
  });
}
