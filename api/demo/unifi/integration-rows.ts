import { hardwareOf } from './network-hardware.ts';
import { chance, hexOf, withColons } from './network-identity.ts';
import type { NetworkClient, NetworkConsole, NetworkDevice } from './network-types.ts';
import { iso } from './answer.ts';
import type { Json } from './answer.ts';
import { bend } from './traps.ts';

/** Devices and clients as the Network Integration API spells them. */

function common(console: NetworkConsole, device: NetworkDevice): Json {
  return {
    id: device.id,
    macAddress: withColons(device.mac),
    // A gateway shows its WAN address here.
    ipAddress: device.isConsole ? console.ip : device.ip,
    name: device.name,
    model: device.model,
    state: device.state,
    supported: true,
    firmwareVersion: device.firmware,
    firmwareUpdatable: device.firmwareStatus !== 'upToDate',
  };
}

// A UDM lists only `switching`, not `gateway`: found on a real one.
const featuresOf = (device: NetworkDevice) => [
  ...(device.ports.length > 1 ? ['switching'] : []),
  ...(device.radios.length ? ['accessPoint'] : []),
];

/** A row of `/sites/{id}/devices`: `features` and `interfaces` are lists. */
export function deviceListRow(console: NetworkConsole, device: NetworkDevice, nth: number): Json {
  const interfaces = [...(device.ports.length ? ['ports'] : []), ...(device.radios.length ? ['radios'] : [])];
  return bend(
    console,
    'netDevice',
    { ...common(console, device), features: featuresOf(device), interfaces },
    nth,
  );
}

/** The detail: `features` and `interfaces` are objects, ports and radios whole. */
export function deviceDetail(console: NetworkConsole, device: NetworkDevice): Json {
  const uplink = console.devices.find((other) => other.mac === device.uplinkMac);
  const ports = device.ports.map((port) => ({
    idx: port.idx,
    state: port.state,
    connector: port.connector,
    maxSpeedMbps: port.maxSpeedMbps,
    ...(port.state === 'UP' ? { speedMbps: port.maxSpeedMbps } : {}),
    ...(port.poe ? { poe: { standard: '802.3at', type: 2, enabled: true, state: port.state } } : {}),
  }));
  return bend(console, 'netDetail', {
    ...common(console, device),
    ...(device.isConsole ? {} : { adoptedAt: iso(device.adoptedAt) }),
    provisionedAt: iso(device.adoptedAt + 60_000),
    configurationId: hexOf(device.mac, 16),
    ...(uplink ? { uplink: { deviceId: uplink.id } } : {}),
    features: Object.fromEntries(featuresOf(device).map((feature) => [feature, {}])),
    interfaces: {
      ...(ports.length ? { ports } : {}),
      ...(device.radios.length ? { radios: device.radios.map((radio) => ({ ...radio })) } : {}),
    },
  });
}

/** Latest statistics. A device that is down reports nothing but the time of its last heartbeat. */
export function deviceStatistics(console: NetworkConsole, device: NetworkDevice, now: number): Json {
  // Heartbeats as seen: 34 s apart on gateways, 78 s on the rest.
  const beat = device.isConsole ? 34_000 : 78_000;
  const last = device.lastHeartbeatAt ?? (device.state === 'ONLINE' ? now - (now % beat) : device.since);
  const at = (time: number) => iso(time + console.clockSkewMs);
  const load = ((device.cpuPercent ?? 0) / 25) * (device.isConsole ? 4 : 1);
  const rounded = (value: number) => Math.round(value * 100) / 100;
  const radios = device.radios.map(({ frequencyGHz }) => ({
    frequencyGHz,
    txRetriesPct: Math.round(chance(`${device.mac} ${frequencyGHz} ${Math.floor(now / beat)}`) * 120) / 10,
  }));
  const alive: Json = {
    uptimeSec: Math.max(0, Math.floor((now - device.startedAt) / 1_000)),
    lastHeartbeatAt: at(last),
    nextHeartbeatAt: at(last + beat),
    loadAverage1Min: rounded(load),
    loadAverage5Min: rounded(load * 0.9),
    loadAverage15Min: rounded(load * 0.85),
    ...(device.cpuPercent === undefined ? {} : { cpuUtilizationPct: device.cpuPercent }),
    ...(device.memoryPercent === undefined ? {} : { memoryUtilizationPct: device.memoryPercent }),
    ...(device.uplinkBps
      ? { uplink: { txRateBps: device.uplinkBps.tx, rxRateBps: device.uplinkBps.rx } }
      : {}),
    interfaces: device.radios.length && !device.isConsole ? { radios } : {},
  };
  const dead: Json = { lastHeartbeatAt: at(last), interfaces: {} };
  return bend(console, 'netStatistics', device.state === 'ONLINE' ? alive : dead);
}

/** A connected client; those of VPN and Teleport have neither MAC nor uplink. */
export function clientRow(console: NetworkConsole, client: NetworkClient, nth: number): Json {
  const uplink = console.devices.find((device) => device.mac === client.uplinkMac);
  const local = client.kind === 'WIRED' || client.kind === 'WIRELESS';
  const access = client.guest ? { type: 'GUEST', authorized: true } : { type: 'DEFAULT' };
  return bend(
    console,
    'netClient',
    {
      type: client.kind,
      id: client.id,
      name: client.name,
      connectedAt: iso(client.connectedAt + console.clockSkewMs),
      ipAddress: client.ip,
      access,
      ...(local ? { macAddress: withColons(client.mac), uplinkDeviceId: uplink?.id } : {}),
    },
    nth,
  );
}

/** A row of the undocumented `stat/device`: the one place where storage appears. Sizes in bytes. */
export function legacyDeviceRow(device: NetworkDevice, now: number): Json {
  const types = { gateway: 'udm', switch: 'usw', access_point: 'uap', recorder: 'unvr', camera: 'uvc' };
  const gear = hardwareOf(device.model);
  return {
    mac: withColons(device.mac),
    name: device.name,
    model: gear.shortname,
    type: types[gear.role],
    state: device.state === 'ONLINE' ? 1 : 0,
    adopted: device.managed,
    ip: device.ip,
    version: device.firmware,
    uptime: Math.max(0, Math.floor((now - device.startedAt) / 1_000)),
    'system-stats': { cpu: String(device.cpuPercent ?? ''), mem: String(device.memoryPercent ?? '') },
    ...(device.volumes.length
      ? {
          storage: device.volumes.map((volume) => ({
            mount_point: volume.mountPoint,
            name: 'Backup',
            size: volume.sizeBytes,
            type: 'eMMC',
            used: Math.round((volume.sizeBytes * volume.usedPercent) / 100),
          })),
        }
      : {}),
  };
}
