import type { ConnectorError, NetworkConsole, NetworkKey, NetworkSite } from './network-state.ts';
import {
  cloudAnswer,
  cloudError,
  cloudPage,
  edgeError,
  networkError,
  type Answer,
  type Ask,
  iso,
  type Json,
} from './answer.ts';
import { answerConsole } from './integration.ts';
import { deviceGroups, siteRow } from './inventory.ts';
import { hardwareOf } from './network-build.ts';
import { chance, hexOf, uuidOf } from './network-identity.ts';
import { hostLines, measuredPeriod } from './network-lines.ts';
import { bend } from './traps.ts';

/** The Site Manager's response for a key. */
export function answerCloud(key: NetworkKey, ask: Ask): Answer {
  const [version, kind, id] = ask.segments;
  const consoles = key.consoles.filter((console) => console.inAccount);
  if (version !== 'v1' && version !== 'ea') return cloudError(404, 'not found');
  if (kind === 'isp-metrics') return ispMetrics(key, consoles, ask);
  if (kind === 'connector' && version === 'v1') return answerConnector(key, consoles, ask);
  if (ask.method !== 'GET' || ask.segments.length > 3) return cloudError(404, 'not found');
  if (kind === 'hosts' && id !== undefined) {
    const console = consoles.find((one) => one.hostId === id);
    return console ? cloudAnswer(hostRow(console, ask.now)) : cloudError(404, `thing not found: ${id}`);
  }
  if (id !== undefined) return cloudError(404, 'not found');
  if (kind === 'sd-wan-configs') return cloudAnswer([]);
  const list = listOf(kind, consoles, ask);
  if (!list) return cloudError(404, 'not found');
  if ('status' in list) return list;
  // Early Access lists have no paging.
  return version === 'ea' ? cloudAnswer(list.rows) : cloudPage(list.rows, ask, list.lastToken);
}

/** The three lists. Each ends in a different one of the observed ways. */
function listOf(kind: string | undefined, consoles: NetworkConsole[], ask: Ask) {
  switch (kind) {
    case 'hosts':
      return { rows: consoles.map((console) => hostRow(console, ask.now)), lastToken: '' as const };
    case 'sites':
      return {
        rows: consoles.flatMap((console) => console.sites.map((site) => siteRow(console, site, ask.now))),
        lastToken: null,
      };
    case 'devices': {
      const time = ask.query.get('time');
      if (time && !/^\d{4}-\d\d-\d\dT/.test(time)) return cloudError(400, `invalid time format: ${time}`);
      const wanted = ask.query.getAll('hostIds[]');
      const asked = consoles.filter((console) => wanted.length === 0 || wanted.includes(console.hostId));
      return { rows: asked.flatMap((console) => deviceGroups(console, ask.now)), lastToken: undefined };
    }
    default:
      return undefined;
  }
}

// The connector requires console firmware 5.0.3 or later.
const reaches = ({ osVersion }: NetworkConsole) => {
  const [major = 0, minor = 0, patch = 0] = osVersion.split('.').map(Number);
  return major * 1e6 + minor * 1e3 + patch >= 5_000_003;
};

function answerConnector(key: NetworkKey, consoles: NetworkConsole[], ask: Ask): Answer {
  const [, , of, hostId, ...path] = ask.segments;
  if (of !== 'consoles' || path.length === 0) return cloudError(400, 'path is invalid');
  const console = consoles.find((one) => one.hostId === hostId);
  if (!console) return cloudError(403, 'host not found');
  if (!key.connector || (ask.method !== 'GET' && !key.writes)) return cloudError(403);
  if (!console.connector || (console.networkVersion !== null && !reaches(console))) {
    return cloudError(403, 'insufficient permissions for this host');
  }
  if (!console.connected) return cloudError(408);
  const refused = console.connectorError;
  if (refused) return connectorRefusal(refused, ask);
  if (console.networkVersion === null) return edgeError(404, 'Not Found');
  const gzipWithoutHeader = console.traps.has('gzipWithoutHeader');
  return { ...answerConsole(console, path, ask), gzipWithoutHeader };
}

function connectorRefusal({ status, shape = 'cloud' }: ConnectorError, ask: Ask): Answer {
  if (shape === 'edge') return edgeError(status, status === 401 ? 'Unauthorized' : 'Service Unavailable');
  return shape === 'network' ? networkError(status, ask.path, ask.now) : cloudError(status);
}

const day = 86_400_000;

/** Whether the cloud has contact with the console, in any wording. */
const stateOf = ({ connected, stateWord }: NetworkConsole): Json => {
  const state = stateWord === undefined ? (connected ? 'connected' : 'disconnected') : stateWord;
  return state === null ? {} : { state };
};

/**
 * `reportedState` of a console, mostly camelCase. No CPU, memory, disk or temperature, as in the real API.
 */
function consoleState(console: NetworkConsole, now: number): Json {
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
    // Doesn't mean connectivity: connected consoles report this too.
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
    wans: hostLines(console, console.frozen?.at ?? now),
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

/** One row of `/v1/hosts`. Personal data is in `userData` as it is upstream, and readers should ignore it. */
function hostRow(console: NetworkConsole, now: number): Json {
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
    reportedState: console.kind === 'network-server' ? serverState(console) : consoleState(console, now),
  });
}

const stepMs = { '5m': 300_000, '1h': 3_600_000 };
type MetricType = keyof typeof stepMs;
const durations: Record<MetricType, Record<string, number>> = {
  '5m': { '24h': 86_400_000 },
  '1h': { '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 },
};

interface Span {
  from: number;
  to: number;
}

function metricRow(console: NetworkConsole, site: NetworkSite, metricType: MetricType, span: Span): Json {
  const step = stepMs[metricType];
  const to = Math.min(span.to, console.frozen?.at ?? span.to);
  const periods: Json[] = [];
  for (let at = Math.ceil(span.from / step) * step; at + step <= to; at += step) {
    // Some periods never arrive: about 283 of 288 in a day.
    const luck = chance(`${site.siteId} ${at}`);
    if (luck < 5 / 288) continue;
    const wan = measuredPeriod(console, at, step);
    if (!wan) continue;
    periods.push({ data: { wan }, metricTime: iso(at), version: console.networkVersion });
  }
  return bend(console, 'metric', { metricType, periods, hostId: console.hostId, siteId: site.siteId });
}

// Only a site with a gateway has a connection to measure.
const measured = (consoles: NetworkConsole[]) =>
  consoles.flatMap((console) =>
    console.sites
      .filter((site) => console.devices.some((device) => device.isConsole && device.site === site.name))
      .map((site) => ({ console, site })),
  );

function spanOf(
  type: MetricType,
  now: number,
  begin?: string | null,
  end?: string | null,
  duration?: string | null,
) {
  const asked = duration ? durations[type][duration] : Object.values(durations[type])[0];
  if (asked === undefined) return `invalid duration: ${duration}`;
  if (duration && (begin || end)) return 'duration excludes beginTimestamp and endTimestamp';
  const to = end ? Date.parse(end) : now;
  const from = begin ? Date.parse(begin) : to - asked;
  if (Number.isNaN(from)) return `invalid time format: ${begin}`;
  if (Number.isNaN(to)) return `invalid time format: ${end}`;
  // Older periods are dropped: a day of 5m, thirty days of 1h.
  return { from: Math.max(from, now - Math.max(...Object.values(durations[type]))), to: Math.min(to, now) };
}

/** `GET /v1/isp-metrics/{type}` and `POST …/query`. */
function ispMetrics(key: NetworkKey, consoles: NetworkConsole[], ask: Ask): Answer {
  const [, , type, query] = ask.segments;
  if (!key.ispMetrics || (type !== '5m' && type !== '1h')) return cloudError(404, 'not found');
  if (ask.method === 'GET' && query === undefined) {
    const { query: q } = ask;
    const span = spanOf(type, ask.now, q.get('beginTimestamp'), q.get('endTimestamp'), q.get('duration'));
    if (typeof span === 'string') return cloudError(400, span);
    return cloudAnswer(measured(consoles).map(({ console, site }) => metricRow(console, site, type, span)));
  }
  return ask.method === 'POST' && query === 'query'
    ? queryMetrics(type, consoles, ask)
    : cloudError(404, 'not found');
}

interface AskedSite {
  hostId?: string;
  siteId?: string;
  beginTimestamp?: string;
  endTimestamp?: string;
}

function queryMetrics(type: MetricType, consoles: NetworkConsole[], ask: Ask): Answer {
  const asked = sitesIn(ask.body);
  if (!asked) return cloudError(400, 'error while parsing request');
  const metrics: Json[] = [];
  for (const wanted of asked) {
    const found = measured(consoles).find(
      ({ console, site }) => console.hostId === wanted.hostId && site.siteId === wanted.siteId,
    );
    const span = spanOf(type, ask.now, wanted.beginTimestamp, wanted.endTimestamp);
    if (typeof span === 'string') return cloudError(400, span);
    if (found) metrics.push(metricRow(found.console, found.site, type, span));
  }
  if (metrics.length === 0) return cloudError(502);
  const missing = asked.length - metrics.length;
  return cloudAnswer(
    missing ? { metrics, status: 'partialSuccess', message: `${missing} sites failed` } : { metrics },
  );
}

function sitesIn(body: string): AskedSite[] | undefined {
  try {
    const { sites } = JSON.parse(body) as { sites?: AskedSite[] };
    return Array.isArray(sites) && sites.length > 0 ? sites : undefined;
  } catch {
    return undefined;
  }
}
