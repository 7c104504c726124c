import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ConsoleCapabilities, Reading } from '#api/features/unifi/reading.ts';
import { readController } from '#api/features/unifi/unifi.client.ts';
import type { Wants } from '#api/features/unifi/lists.client.ts';

/** A page from a server of our own that answers as the test says, in the shapes of both UniFi APIs. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON. */
  body?: unknown;
  /** Closes the connection after this many bytes of the announced length. */
  cutAfter?: number;
  /** Answers never. */
  silent?: boolean;
}

export type Answer = (url: URL) => Reply | undefined;

export const HOST = '900A6F00301100000000074A6BA90000000007A3387E0000000063EC9853:123456789';
export const SERVER = '1d9cf3ee-0c0f-466e-933c-9af829f09b50';
export const NOW = new Date('2026-11-20T12:00:00Z');
export const ALL: Wants = { detail: true, statistics: true, clients: true, storage: true };
export const NONE: Wants = { detail: false, statistics: false, clients: false, storage: false };
export const CAN: ConsoleCapabilities = { hostId: HOST, connector: true, statistics: true, storage: true };

export const cloudPage = (data: unknown, more: object = {}) => ({
  data,
  httpStatusCode: 200,
  traceId: 'a7dc15e0',
  ...more,
});
export const page = (data: unknown[], total = data.length) => ({
  offset: 0,
  limit: 200,
  count: data.length,
  totalCount: total,
  data,
});

export const hosts = () => [
  {
    id: HOST,
    type: 'console',
    ipAddress: '203.0.113.7',
    owner: true,
    isBlocked: false,
    lastConnectionStateChange: '2026-11-19T08:00:00Z',
    latestBackupTime: '',
    userData: { email: 'someone@example.com', fullName: 'Some One', role: 'owner' },
    reportedState: {
      state: 'connected',
      name: 'Zürich 🏔',
      hostname: 'zurich',
      version: '5.0.16',
      controllers: [
        { name: 'protect', version: null },
        { name: 'network', version: '10.3.55' },
      ],
    },
  },
  {
    id: SERVER,
    type: 'network-server',
    lastConnectionStateChange: '2026-11-18T08:00:00Z',
    userData: null,
    reportedState: { state: 'disconnected', hostname: 'cellar', version: '8.4.59', firmware_version: null },
  },
];

export const sites = () => [
  {
    siteId: '661de833b6b2463f0c20b319',
    hostId: HOST,
    meta: { desc: null, gatewayMac: '24:5a:4c:00:00:01', name: 'default' },
    statistics: { counts: { totalDevice: 4, offlineDevice: 1 }, percentages: {} },
  },
  {
    siteId: '661900ae6aec8f548d49fd54',
    hostId: SERVER,
    meta: { name: 'super' },
    permission: '',
    statistics: null,
  },
];

const device = (more: object) => ({
  productLine: 'network',
  status: 'online',
  isConsole: false,
  isManaged: true,
  ...more,
});

export const devices = () => [
  {
    hostId: HOST,
    hostName: 'Zürich',
    updatedAt: '2026-11-20T11:59:30Z',
    devices: [
      device({
        mac: '245A4C000001',
        name: 'Gateway',
        model: 'UDM Pro',
        shortname: 'UDMPRO',
        isConsole: true,
      }),
      device({
        mac: '245A4C000002',
        name: 'Keller',
        model: 'USW Pro 24',
        shortname: 'US24PRO',
        startupTime: null,
      }),
      device({ mac: '245A4C000003', name: 'Büro', model: 'U6 LR', shortname: 'UALR6v2', status: 'offline' }),
      device({
        mac: '245A4C000004',
        id: '655e8032b821b72c0aba2945',
        name: 'Camera',
        model: 'G5 Flex',
        productLine: 'protect',
        status: 'offline',
        isManaged: false,
      }),
    ],
  },
  {
    hostId: SERVER,
    hostName: 'cellar',
    updatedAt: '2026-11-18T08:00:00Z',
    devices: [device({ mac: '245A4C0000F1', name: 'Frozen', model: 'USW Flex', status: 'offline' })],
  },
];

const row = (last: number, name: string, features: string[], interfaces: string[]) => ({
  id: `0cd24618-8745-b626-b3c3-00000000000${last}`,
  macAddress: `24:5a:4c:00:00:0${last}`,
  name,
  model: name,
  state: 'ONLINE',
  features,
  interfaces,
});

export const rows = () => [
  row(1, 'UDM Pro', ['switching'], ['ports']),
  row(2, 'USW Pro 24', ['switching'], ['ports']),
  row(3, 'U6 LR', ['accessPoint'], ['radios']),
];

export const statistics = () => ({
  uptimeSec: 277227,
  cpuUtilizationPct: 19.8,
  memoryUtilizationPct: 78.9,
  uplink: { txRateBps: 4552, rxRateBps: 4968 },
  interfaces: {},
});

export const detail = () => ({
  features: { switching: {} },
  interfaces: {
    ports: [
      { idx: 1, state: 'UP', connector: 'RJ45', speedMbps: 1000 },
      { idx: 2, state: 'DOWN', connector: 'RJ45' },
      { idx: 3, state: 'LIMITED' },
    ],
    radios: [{ frequencyGHz: '2.4' }, { frequencyGHz: 5 }],
  },
});

export const clients = () => [
  {
    id: '7fe038e8',
    type: 'WIRED',
    name: 'Till',
    macAddress: 'aa:bb:cc:00:00:01',
    uplinkDeviceId: '0cd24618-8745-b626-b3c3-000000000002',
  },
  { id: '7fe038e9', type: 'WIRELESS', name: '', macAddress: 'aa:bb:cc:00:00:02' },
  { id: '7fe038ea', type: 'VPN', name: 'Home office' },
];

export const storage = () => ({
  meta: { rc: 'ok' },
  data: [
    {
      mac: '24:5a:4c:00:00:01',
      storage: [
        { mount_point: '/persistent', name: 'Backup', size: 2_000_000, type: 'eMMC', used: 500_000 },
        { mount_point: '/volume1', name: 'Disk', size: 1_000_000, type: 'hdd', used: 900_000 },
        { mount_point: '/tmp', name: 'Memory', size: 1000, type: 'tmpfs', used: 999 },
      ],
    },
    { mac: '24:5a:4c:00:00:02' },
  ],
});

/** A healthy account: one console that answers through its connector, one server that lost the cloud. */
export const healthy: Answer = ({ pathname }) => {
  const connector = `/v1/connector/consoles/${encodeURIComponent(HOST)}/proxy/network/`;
  if (pathname === '/v1/hosts') return { body: cloudPage(hosts()) };
  if (pathname === '/v1/sites') return { body: cloudPage(sites()) };
  if (pathname === '/v1/devices') return { body: cloudPage(devices()) };
  if (!pathname.startsWith(connector)) return undefined;
  const path = pathname.slice(connector.length).replace('integration/v1/', '');
  if (path === 'info') return { body: { applicationVersion: '10.3.55' } };
  if (path === 'sites')
    return { body: page([{ id: 'site-1', internalReference: 'default', name: 'Default' }]) };
  if (path === 'sites/site-1/devices') return { body: page(rows()) };
  if (path === 'sites/site-1/clients') return { body: page(clients()) };
  if (path === 'api/s/default/stat/device') return { body: storage() };
  if (/^sites\/site-1\/devices\/[^/]+\/statistics\/latest$/.test(path)) return { body: statistics() };
  return /^sites\/site-1\/devices\/[^/]+$/.test(path) ? { body: detail() } : undefined;
};

/** The healthy account, except for what the test answers itself. */
export const except =
  (first: Answer): Answer =>
  (url) =>
    first(url) ?? healthy(url);

/** An error in the shape of the cloud. */
export const cloudError = (status: number, code: string, message: string, headers = {}): Reply => ({
  status,
  headers,
  body: { code, httpStatusCode: status, message, traceId: 'a7dc15e0' },
});

/** Serves until disposed; `asked` holds every path with its query. */
export async function serve(answer: Answer) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    send(response, answer(new URL(request.url ?? '', 'http://stand-in')));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const connection = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'secret-key-of-the-owner',
    callTimeoutMs: 5000,
  };
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((done) => server.close(() => done()));
  };
  return { connection, asked, [Symbol.asyncDispose]: close };
}

function send(response: ServerResponse, reply: Reply = cloudError(404, 'not_found', 'thing not found')) {
  if (reply.silent) return;
  const { body } = reply;
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''));
  response.writeHead(reply.status ?? 200, { 'Content-Length': bytes.length, ...reply.headers });
  if (reply.cutAfter === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, reply.cutAfter), () => response.destroy());
}

export const zipped = (body: unknown) => gzipSync(JSON.stringify(body));

/** One round over an account that answers so, with everything wanted. */
export async function readingOf(answer: Answer, options: object = {}): Promise<Reading> {
  await using unifi = await serve(answer);
  const { reading } = await readController(unifi.connection, {
    at: NOW,
    capabilities: [CAN],
    wants: ALL,
    ...options,
  });
  return reading;
}

export const consoleOf = (reading: Reading, hostId = HOST) => {
  const found = reading.consoles.find((one) => one.hostId === hostId);
  if (!found) throw new Error('The console is not in the reading.');
  return found;
};

/** By the last two digits of its MAC. */
export const deviceOf = (reading: Reading, last: string, hostId = HOST) => {
  const found = consoleOf(reading, hostId).devices.find((one) => one.mac === `245A4C0000${last}`);
  if (!found) throw new Error('The device is not in the reading.');
  return found;
};

/** The healthy account, with another body at every path that ends so. */
export const at = (end: string, body: () => unknown): Answer =>
  except(({ pathname }) => (pathname.endsWith(end) ? { body: body() } : undefined));
