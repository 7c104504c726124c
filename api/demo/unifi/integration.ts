import { uuidOf, chance, hexOf, withColons } from './network-identity.ts';
import {
  uplinkIn,
  type NetworkConsole,
  type NetworkSite,
  type NetworkClient,
  type NetworkDevice,
  type NetworkPort,
  type ReportedUplink,
} from './network-state.ts';
import { networkError, networkPage, type Answer, type Ask, type Json, iso } from './answer.ts';
import { connectedClients } from './inventory.ts';
import { hardwareOf } from './network-build.ts';
import { powerCycle, restart } from './network-outage.ts';
import { loadBalancing } from './network-lines.ts';
import { bend } from './traps.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A console's Network application's response.
 * @param path segments below the console, with or without a leading `proxy`
 */
export function answerConsole(console: NetworkConsole, path: string[], ask: Ask): Answer {
  const [application, ...rest] = path[0] === 'proxy' ? path.slice(1) : path;
  const notFound = (at: string) =>
    networkError(404, at, ask.now, {
      code: 'api.request.error',
      message: `No endpoint ${ask.method} ${at}.`,
    });
  const requestPath = `/${rest.join('/')}`;
  const isAction = ask.method === 'POST' && rest[0] === 'integration' && rest.at(-1) === 'actions';
  if (application !== 'network' || (ask.method !== 'GET' && !isAction)) return notFound(requestPath);
  if (rest[0] === 'api') return legacy(console, rest.slice(1), ask) ?? notFound(requestPath);
  if (rest[0] === 'v2') return undocumented(console, rest.slice(1), ask) ?? notFound(requestPath);
  if (rest[0] !== 'integration' || rest[1] !== 'v1') return notFound(requestPath);
  const [kind, siteId, ...below] = rest.slice(2);
  if (kind === 'info' && siteId === undefined) {
    return { status: 200, body: { applicationVersion: console.networkVersion } };
  }
  if (kind === 'pending-devices' && siteId === undefined) return networkPage([], ask, requestPath);
  if (kind !== 'sites') return notFound(requestPath);
  if (siteId === undefined) {
    const rows = console.sites.map((site) => ({
      id: site.id,
      internalReference: site.name,
      name: site.desc ?? 'Default',
    }));
    return networkPage(rows, ask, requestPath);
  }
  const site = console.sites.find((one) => one.id === siteId);
  if (!site) return networkError(uuid.test(siteId) ? 404 : 400, requestPath, ask.now);
  return inSite(console, site, below, ask, requestPath) ?? notFound(requestPath);
}

function inSite(
  console: NetworkConsole,
  site: NetworkSite,
  [kind, id, ...below]: string[],
  ask: Ask,
  requestPath: string,
): Answer | undefined {
  const page = (rows: Json[]) => {
    const kept = filtered(rows, ask.query.get('filter'));
    return kept
      ? networkPage(kept, ask, requestPath)
      : networkError(400, requestPath, ask.now, {
          code: 'api.request.invalid-filter',
          message: 'Invalid filter',
        });
  };
  const one = (row: Json | undefined): Answer =>
    row ? { status: 200, body: row } : networkError(404, requestPath, ask.now);
  if (kind === 'devices') {
    const devices = console.devices.filter(
      (device) => device.site === site.name && device.managed && device.listedByConsole,
    );
    if (id === undefined) return page(devices.map((device, nth) => deviceListRow(console, device, nth)));
    const device = devices.find((candidate) => candidate.id === id);
    const what = below.join('/');
    if (below.at(-1) === 'actions')
      return device ? act(console, device, below, ask, requestPath) : one(undefined);
    if (what === '') return one(device && deviceDetail(console, device));
    return what === 'statistics/latest'
      ? one(device && deviceStatistics(console, device, ask.now))
      : undefined;
  }
  if (kind === 'clients' && below.length === 0) {
    const clients = connectedClients(console).filter((client) => client.site === site.name);
    const rows = clients.map((client, nth) => clientRow(console, client, nth));
    return id === undefined ? page(rows) : one(rows.find((row) => row.id === id));
  }
  if (kind === 'wans' && id === undefined) {
    return page(console.lines.map(({ key: name }) => ({ id: uuidOf(`wan ${site.id} ${name}`), name })));
  }
  return undefined;
}

/**
 * An action on a device or on one of its ports, accepted before it is known whether it works. What is offline
 * doesn't hear of it.
 */
function act(
  console: NetworkConsole,
  device: NetworkDevice,
  path: string[],
  ask: Ask,
  requestPath: string,
): Answer | undefined {
  if (ask.method !== 'POST') return undefined;
  const action = actionIn(ask.body);
  const accepted: Answer = { status: 200, body: undefined };
  if (path.length === 1) {
    if (action !== 'RESTART') return networkError(400, requestPath, ask.now);
    restart(console, device, ask);
    return accepted;
  }
  const [interfaces, ports, idx, ...more] = path;
  if (interfaces !== 'interfaces' || ports !== 'ports' || more.length !== 1) return undefined;
  const port = device.ports.find((one) => String(one.idx) === idx);
  if (!port) return networkError(404, requestPath, ask.now);
  if (action !== 'POWER_CYCLE') return networkError(400, requestPath, ask.now);
  if (!port.poe)
    return networkError(400, requestPath, ask.now, {
      code: 'api.request.error',
      message: 'Port does not support PoE',
    });
  powerCycle(console, device, port, ask);
  return accepted;
}

function actionIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { action?: unknown } | null)?.action;
  } catch {
    return undefined;
  }
}

/** The undocumented `/api/s/{site}/stat/device`, which most consoles don't have. */
function legacy(console: NetworkConsole, [s, name, stat, kind]: string[], ask: Ask): Answer | undefined {
  const site = console.sites.find((one) => one.name === name);
  if (!console.storageApi || s !== 's' || !site || stat !== 'stat' || kind !== 'device') return undefined;
  const devices = console.devices.filter((device) => device.site === site.name);
  const data = devices.map((device) => legacyDeviceRow(device, ask.now));
  return { status: 200, body: { meta: { rc: 'ok' }, data } };
}

/** The undocumented `/v2/api/site/{site}/…`. Only the site with the gateway has internet lines. */
function undocumented(
  console: NetworkConsole,
  [api, of, name, ...what]: string[],
  ask: Ask,
): Answer | undefined {
  const site = console.sites.find((one) => one.name === name);
  if (api !== 'api' || of !== 'site' || !site) return undefined;
  if (what.join('/') === 'topology' && console.topologyApi) return topology(console, site);
  if (what.join('/') === 'wan/load-balancing/status' && console.linesApi && site === console.sites[0])
    return { status: 200, body: loadBalancing(console, ask.now) };
  return undefined;
}

/** As on real consoles, clients are listed among the devices, and only `vertices` tell them apart. */
function topology(console: NetworkConsole, site: NetworkSite): Answer {
  const devices = console.devices.filter(
    (device) => device.site === site.name && device.managed && device.state === 'ONLINE',
  );
  const clients = connectedClients(console).filter(
    (client) => client.site === site.name && (client.kind === 'WIRED' || client.kind === 'WIRELESS'),
  );
  const edges = [
    ...devices.flatMap((device) => {
      const uplink = uplinkIn('topology', device);
      return uplink ? [edge(device.mac, uplink)] : [];
    }),
    ...clients.flatMap(({ mac, uplinkMac, kind: link }) =>
      uplinkMac ? [edge(mac, { mac: uplinkMac, wireless: link === 'WIRELESS' })] : [],
    ),
  ];
  const vertex = (type: 'DEVICE' | 'CLIENT', { mac, name: called }: { mac: string; name: string }) => ({
    mac: withColons(mac),
    name: called,
    type,
  });
  const vertices = [
    ...devices.map((device) => vertex('DEVICE', device)),
    ...clients.map((client) => vertex('CLIENT', client)),
  ];
  return { status: 200, body: { edges, vertices } };
}

const edge = (downlinkMac: string, { mac, port, wireless }: ReportedUplink): Json => ({
  uplinkMac: withColons(mac),
  ...(port === undefined ? {} : { uplinkPortNumber: port }),
  downlinkMac: withColons(downlinkMac),
  type: wireless ? 'WIRELESS' : 'WIRED',
});

/** Devices and clients in the Network Integration API's format. */

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

// A UDM lists only `switching`, not `gateway`, as seen on a real one.
const featuresOf = (device: NetworkDevice) => [
  ...(device.ports.length > 1 ? ['switching'] : []),
  ...(device.radios.length ? ['accessPoint'] : []),
];

/** A row of `/sites/{id}/devices`, with `features` and `interfaces` as arrays. */
function deviceListRow(console: NetworkConsole, device: NetworkDevice, nth: number): Json {
  const interfaces = [...(device.ports.length ? ['ports'] : []), ...(device.radios.length ? ['radios'] : [])];
  return bend(
    console,
    'netDevice',
    { ...common(console, device), features: featuresOf(device), interfaces },
    nth,
  );
}

const powerOf = ({ state, poe }: NetworkPort) => (state === 'UP' ? poe : 'DOWN');

/** Also of a device that isn't on this console. */
const idOf = ({ devices }: NetworkConsole, mac: string) =>
  devices.find((device) => device.mac === mac)?.id ?? uuidOf(`device ${mac}`);

/** A device's details, with `features` and `interfaces` as objects, and all ports and radios. */
function deviceDetail(console: NetworkConsole, device: NetworkDevice): Json {
  const uplink = uplinkIn('detail', device);
  const ports = device.ports.map((port) => ({
    idx: port.idx,
    state: port.state,
    connector: port.connector,
    maxSpeedMbps: port.maxSpeedMbps,
    ...(port.state === 'UP' ? { speedMbps: port.maxSpeedMbps } : {}),
    ...(port.poe ? { poe: { standard: '802.3at', type: 2, enabled: true, state: powerOf(port) } } : {}),
  }));
  return bend(console, 'netDetail', {
    ...common(console, device),
    ...(device.isConsole ? {} : { adoptedAt: iso(device.adoptedAt) }),
    provisionedAt: iso(device.adoptedAt + 60_000),
    configurationId: hexOf(device.mac, 16),
    ...(uplink ? { uplink: { deviceId: idOf(console, uplink.mac) } } : {}),
    features: Object.fromEntries(featuresOf(device).map((feature) => [feature, {}])),
    interfaces: {
      ...(ports.length ? { ports } : {}),
      ...(device.radios.length ? { radios: device.radios.map((radio) => ({ ...radio })) } : {}),
    },
  });
}

/** Latest statistics. An offline device only reports its last heartbeat. */
function deviceStatistics(console: NetworkConsole, device: NetworkDevice, now: number): Json {
  // Heartbeats as observed: 34 s apart on gateways, 78 s on all others.
  const beat = device.isConsole ? 34_000 : 78_000;
  const last =
    device.lastHeartbeatAt ??
    device.outage?.lostAt ??
    (device.state === 'ONLINE' ? now - (now % beat) : device.since);
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

/** A connected client. VPN and Teleport clients have neither MAC nor uplink. */
function clientRow(console: NetworkConsole, client: NetworkClient, nth: number): Json {
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

/** A row of the undocumented `stat/device`, the only place with storage. Sizes in bytes. */
function legacyDeviceRow(device: NetworkDevice, now: number): Json {
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
    ...lastUplink(device, gear.role),
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

/** Only access points report the port (unifi/API.md 7). */
function lastUplink(device: NetworkDevice, role: string): Json {
  const uplink = uplinkIn('statistics', device);
  if (!uplink) return {};
  const port = role === 'access_point' ? uplink.port : undefined;
  return {
    last_uplink: {
      uplink_mac: withColons(uplink.mac),
      ...(port === undefined ? {} : { uplink_remote_port: port }),
    },
  };
}

const call = /^(\w+)\.(eq|ne|in|notIn)\((.*)\)$/;

/** Strings are in single quotes, doubled to escape. */
const values = (list: string) =>
  [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, text]) => (text ?? '').replaceAll("''", "'"));

/**
 * Applies one `property.function('value', …)` of the Integration API's filter language. `and`, `or` and `not`
 * aren't supported.
 * @returns undefined for an invalid filter
 */
function filtered(rows: Json[], filter: string | null): Json[] | undefined {
  if (!filter) return rows;
  const [, property, verb, list] = call.exec(filter) ?? [];
  if (property === undefined || list === undefined) return undefined;
  const wanted = values(list);
  const positive = verb === 'eq' || verb === 'in';
  return wanted.length
    ? rows.filter((row) => wanted.includes(String(row[property])) === positive)
    : undefined;
}
