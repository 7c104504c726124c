import { hardwareOf } from './network-hardware.ts';
import { chance, hexOf, uuidOf, withColons } from './network-identity.ts';
import type { NetworkConsole } from './network-types.ts';
import { iso } from './answer.ts';
import type { Json } from './answer.ts';
import { bend } from './traps.ts';

const day = 86_400_000;

/** Whether the cloud hears the console, in whatever words. */
const stateOf = ({ connected, stateWord }: NetworkConsole): Json => {
  const state = stateWord === undefined ? (connected ? 'connected' : 'disconnected') : stateWord;
  return state === null ? {} : { state };
};

/** `reportedState` of a console: camelCase, mostly. No CPU, memory, disk or temperature, as in life. */
function consoleState(console: NetworkConsole): Json {
  const { shortname } = hardwareOf(console.model);
  const application = (name: string, port: number, version: string | null, isRunning = version !== null) => ({
    name,
    type: 'controller',
    state: isRunning ? 'active' : 'inactive',
    status: isRunning ? 'ok' : 'offline',
    statusMessage: '',
    installState: version ? 'installed' : 'uninstalled',
    isInstalled: version !== null,
    isRunning,
    isConfigured: version !== null,
    port,
    releaseChannel: 'release',
    updateAvailable: null,
    unadoptedDevices: [],
    version,
  });
  const sysid = 59_900 + Math.floor(chance(console.model) * 90);
  const id = uuidOf(`uidb ${console.model}`);
  return {
    anonid: uuidOf(`anon ${console.mac}`),
    apps: [{ name: 'users', type: 'app', port: 9080, controllerStatus: 'READY', version: '1.9.61' }],
    controller_uuid: console.hostId,
    controllers: [
      application('network', 8081, console.networkVersion, console.networkRunning),
      application('protect', 7080, console.networkVersion ? null : '6.1.74'),
      application('access', 12080, null),
      application('talk', 30080, null),
    ],
    country: 276,
    // Not connectivity: connected consoles say this too.
    deviceState: console.connected ? 'setup' : 'updateAvailable',
    deviceErrorCode: null,
    deviceStateLastChanged: Math.floor(console.connectionChangedAt / 1_000),
    directConnectDomain: `${hexOf(console.mac, 37)}.id.ui.direct`,
    features: {
      cloud: { applicationEvents: true },
      cloudBackup: true,
      hasGateway: console.networkVersion !== null,
    },
    firmwareUpdate: { latestAvailableVersion: null },
    hardware: {
      shortname,
      name: `UniFi ${console.model}`,
      firmwareVersion: console.osVersion,
      mac: console.mac,
      serialno: console.mac.toLowerCase(),
      sysid,
      uuid: console.hardwareId,
      'cpu.id': hexOf(`cpu ${console.mac}`, 16),
      bom: '113-00923-11',
    },
    host_type: sysid,
    hostname: console.name.replaceAll(' ', '-'),
    internetIssues5min: { periods: [{ index: 5_990_401, not_reported: true }, { index: 5_990_402 }] },
    ip: console.ip,
    ipAddrs: ['fe80::7683:c2ff:fe10:2030', console.ip],
    isStacked: false,
    location: { lat: 51.34, long: 12.37, radius: 200, text: 'Leipzig' },
    mac: console.mac,
    mgmt_port: 443,
    name: console.name,
    releaseChannel: 'release',
    ...stateOf(console),
    timezone: console.timezone,
    ucareState: null,
    uidb: { guid: uuidOf(`guid ${id}`), id, images: { default: hexOf(id, 32), nopadding: hexOf(id, 32) } },
    unadoptedUnifiOSDevices: [],
    version: console.osVersion,
    wans: [
      {
        interface: 'eth8',
        type: 'WAN',
        enabled: true,
        plugged: true,
        ipv4: console.ip,
        mac: withColons(console.mac),
        port: 9,
      },
    ],
  };
}

/** `reportedState` of a self-hosted Network Server: snake_case. */
const serverState = (console: NetworkConsole): Json => ({
  controller_uuid: console.hardwareId,
  deviceId: console.hostId,
  firmware_version: null,
  hardware_id: console.hardwareId,
  host_type: 0,
  hostname: 'unifi.halls.example.org',
  inform_port: 8080,
  ipAddrs: [console.ip],
  mgmt_port: 8443,
  name: console.name,
  override_inform_host: false,
  release_channel: 'release',
  ...stateOf(console),
  ui: { entrypoint: 'hybrid-swai.js', swaiVersion: 3 },
  version: console.networkVersion,
});

/** One row of `/v1/hosts`. Personal data stands in `userData` as it does upstream, for the reader to leave alone. */
export function hostRow(console: NetworkConsole, now: number): Json {
  const role = console.networkVersion ? 'network' : 'protect';
  return bend(console, 'host', {
    id: console.hostId,
    hardwareId: console.hardwareId,
    type: console.kind,
    ipAddress: console.ip,
    owner: true,
    isBlocked: false,
    registrationTime: iso(now - 400 * day),
    lastConnectionStateChange: iso(console.connectionChangedAt + console.clockSkewMs),
    latestBackupTime: iso(now - (now % day)),
    userData: {
      apps: ['users'],
      controllers: [role],
      email: 'owner@example.com',
      fullName: 'Example Owner',
      localId: uuidOf(`local ${console.hostId}`),
      permissions: { [`${role}.management`]: ['admin'] },
      role: 'owner',
      status: 'ACTIVE',
    },
    reportedState: console.kind === 'network-server' ? serverState(console) : consoleState(console),
  });
}
