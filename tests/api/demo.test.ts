import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { campusKey, demoNetwork, headOfficeKey, retailKey } from '#api/demo/network-demo.ts';
import { advance, liveNetwork } from '#api/demo/network-live.ts';
import { makeNetwork } from '#api/demo/network.ts';
import type { Network } from '#api/demo/network.ts';
import { documentedLimits } from '#api/demo/unifi-limits.ts';
import { startUnifi } from '#api/demo/unifi.ts';
import type { UnifiOptions, UnifiStandIn } from '#api/demo/unifi.ts';

const noon = Date.parse('2027-03-01T12:00:00Z');
const defaultSite = '88f7af54-98f8-306a-a1c7-c9349722b1f6';
const colons = (mac: string) => mac.toLowerCase().match(/../g)?.join(':');

let unifi: UnifiStandIn;
afterEach(() => unifi?.close());

async function start(options: Partial<UnifiOptions> = {}) {
  unifi = await startUnifi({ network: makeNetwork(), ...options });
  return unifi;
}

// The answers are judged by their text, as a stranger to our types would see them.
type Body = ReturnType<typeof JSON.parse>;
interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

async function get(path: string, key: string | null = 'test-key', init: RequestInit = {}): Promise<Answer> {
  const res = await fetch(unifi.url + path, { ...init, headers: key === null ? {} : { 'X-API-Key': key } });
  const text = await res.text();
  return { status: res.status, headers: res.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
}

const consolePath = (name: string, path: string, spelling = 'proxy/network') =>
  `/v1/connector/consoles/${encodeURIComponent(unifi.network.console(name).hostId)}/${spelling}/${path}`;
const onConsole = (name: string, path: string, key = 'test-key') =>
  get(consolePath(name, `integration/v1/${path}`), key);

async function allPages(path: string, key: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let token: string | undefined;
  do {
    const { body } = await get(`${path}${token ? `&nextToken=${token}` : ''}`, key);
    rows.push(...body.data);
    token = body.nextToken;
  } while (token);
  return rows;
}

describe('Keys', () => {
  it('refuses a missing, unknown or revoked key, and a bearer token, in the shape of the cloud', async () => {
    await start();
    unifi.network.addKey({ value: 'old-key', sees: ['Office'] }).revoke();
    const bearer = await fetch(`${unifi.url}/v1/hosts`, { headers: { Authorization: 'Bearer test-key' } });
    expect(bearer.status).toBe(401);
    for (const key of [null, 'wrong-key', 'old-key']) {
      const { status, body } = await get('/v1/hosts', key);
      expect(status).toBe(401);
      expect(body).toEqual({
        code: 'unauthorized',
        httpStatusCode: 401,
        message: 'unauthorized',
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
    }
  });

  it('shows each key its own consoles', async () => {
    await start({ network: demoNetwork() });
    const names = async (key: string) =>
      (await get('/v1/hosts', key)).body.data.map((host: { id: string }) => host.id);
    const [head, retail, campus] = await Promise.all([headOfficeKey, retailKey, campusKey].map(names));
    expect([head?.length, retail?.length, campus?.length]).toEqual([1, 6, 2]);
    expect(new Set([...head, ...retail, ...campus]).size).toBe(9);
  });

  it('lets a key read the inventory and refuses it the connector', async () => {
    await start();
    unifi.network.key('test-key').denyConnector();
    expect((await get('/v1/devices')).status).toBe(200);
    expect(await onConsole('Office', 'sites')).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: 'insufficient permissions or not the owner of the host' },
    });
  });
});

describe('Site Manager', () => {
  it('lists hosts, sites and devices that belong together', async () => {
    await start({ network: makeNetwork({ now: () => noon }) });
    const host = (await get('/v1/hosts')).body.data[0];
    expect(host).toMatchObject({ type: 'console', reportedState: { name: 'Office', state: 'connected' } });
    expect(host.id).toMatch(/^[0-9A-F]{60}:\d+$/);
    expect((await get(`/v1/hosts/${encodeURIComponent(host.id)}`)).body.data).toEqual(host);
    const site = (await get('/v1/sites')).body.data[0];
    expect(site).toMatchObject({ hostId: host.id, meta: { name: 'default' }, permission: 'admin' });
    expect(site.statistics.counts).toMatchObject({ totalDevice: 3, offlineDevice: 0, wifiClient: 1 });
    const group = (await get('/v1/devices')).body.data[0];
    expect(group).toMatchObject({
      hostId: host.id,
      hostName: 'Office',
      updatedAt: '2027-03-01T12:00:00.000Z',
    });
    expect(group.devices.map((device: { name: string }) => device.name)).toEqual([
      'Office',
      'Switch',
      'AP Lobby',
    ]);
    expect(group.devices[0]).toMatchObject({ isConsole: true, status: 'online', productLine: 'network' });
    expect(group.devices[0].mac).toBe(host.reportedState.mac);
    expect(site.meta.gatewayMac).toBe(colons(group.devices[0].mac));
  });

  it('pages by an opaque token and says "no more" differently on each list', async () => {
    await start({ network: demoNetwork() });
    const pages = await allPages('/v1/hosts?pageSize=4', retailKey);
    expect(new Set(pages.map((host) => host.id)).size).toBe(6);
    const last = async (list: string) => (await get(`/v1/${list}?pageSize=100`, retailKey)).body;
    expect((await last('hosts')).nextToken).toBe('');
    expect((await last('sites')).nextToken).toBeNull();
    expect(await last('devices')).not.toHaveProperty('nextToken');
    expect((await get('/ea/hosts?pageSize=2', retailKey)).body.data).toHaveLength(6);
    expect((await get('/v1/hosts?nextToken=nonsense', retailKey)).status).toBe(400);
  });

  it('keeps the devices to the hosts asked for', async () => {
    await start({ network: demoNetwork() });
    const { hostId } = unifi.network.console('Ottilie Jena');
    const { data } = (await get(`/v1/devices?hostIds[]=${encodeURIComponent(hostId)}`, retailKey)).body;
    expect(data.map((group: { hostId: string }) => group.hostId)).toEqual([hostId]);
  });

  it('answers ISP metrics with gaps, for sites with a gateway only', async () => {
    await start({ network: demoNetwork(() => noon) });
    const rows = (await get('/v1/isp-metrics/5m', campusKey)).body.data;
    expect(rows).toHaveLength(1);
    expect(rows[0].periods.length).toBeGreaterThan(260);
    expect(rows[0].periods.length).toBeLessThan(288);
    expect((await get('/v1/isp-metrics/1h?duration=24h', campusKey)).status).toBe(400);
    const body = JSON.stringify({ sites: [{ hostId: 'x', siteId: 'y' }] });
    expect((await get('/v1/isp-metrics/5m/query', campusKey, { method: 'POST', body })).status).toBe(502);
  });
});

describe('Network Integration API through the connector', () => {
  it('knows the same devices by the same MAC, lower case with colons', async () => {
    await start();
    const cloud = (await get('/v1/devices')).body.data[0].devices;
    const { body } = await onConsole('Office', `sites/${defaultSite}/devices`);
    expect(body).toMatchObject({ offset: 0, limit: 25, count: 3, totalCount: 3 });
    expect(body.data.map((row: { macAddress: string }) => row.macAddress)).toEqual(
      cloud.map((device: { mac: string }) => colons(device.mac)),
    );
    const spelled = await get(consolePath('Office', 'integration/v1/info', 'network'));
    expect(spelled.body).toEqual({ applicationVersion: '10.3.55' });
  });

  it('turns features and interfaces from lists into objects in the detail', async () => {
    await start();
    const devices = `sites/${defaultSite}/devices`;
    const rows = (await onConsole('Office', devices)).body.data;
    expect(rows[1]).toMatchObject({
      name: 'Switch',
      state: 'ONLINE',
      features: ['switching'],
      interfaces: ['ports'],
    });
    const detail = (await onConsole('Office', `${devices}/${rows[2].id}`)).body;
    expect(detail).toMatchObject({ features: { accessPoint: {} }, uplink: { deviceId: rows[1].id } });
    expect(detail.interfaces.radios[0]).toMatchObject({ frequencyGHz: 2.4 });
    expect((await onConsole('Office', `${devices}/${rows[0].id}`)).body).not.toHaveProperty('uplink');
    const statistics = (await onConsole('Office', `${devices}/${rows[2].id}/statistics/latest`)).body;
    expect(statistics).toMatchObject({ cpuUtilizationPct: 6, uplink: { txRateBps: 180_000 } });
  });

  it('pages by offset, 25 at a time and at most 200', async () => {
    await start({ network: demoNetwork() });
    const devices = (query: string) =>
      onConsole('Northfield College', `sites/${defaultSite}/devices${query}`, campusKey);
    expect((await devices('')).body).toMatchObject({ count: 25, limit: 25, totalCount: 201 });
    expect((await devices('?limit=200&offset=200')).body).toMatchObject({ count: 1, offset: 200 });
    expect((await devices('?limit=201')).status).toBe(400);
  });

  it('speaks of errors in its own shape, and the connector in the shape of the cloud', async () => {
    await start({ network: demoNetwork() });
    const missing = await onConsole('Northfield College', 'nothing-here', campusKey);
    expect(missing).toMatchObject({
      status: 404,
      body: {
        statusCode: 404,
        statusName: 'NOT_FOUND',
        code: 'api.request.error',
        requestPath: '/integration/v1/nothing-here',
      },
    });
    const cut = await get(
      '/v1/connector/consoles/7483C26F22D5/proxy/network/integration/v1/sites',
      campusKey,
    );
    expect(cut).toMatchObject({ status: 403, body: { httpStatusCode: 403, message: 'host not found' } });
    const recorder = await onConsole('Ottilie Camera Recorder', 'sites', retailKey);
    expect(recorder).toMatchObject({ status: 404, body: { error: { code: 404 } } });
    expect((await onConsole('Ottilie Zwickau', 'sites', retailKey)).status).toBe(403);
  });

  it('tells storage only in the undocumented statistics, only where they exist', async () => {
    await start({ network: demoNetwork() });
    const storage = (name: string, key: string) => get(consolePath(name, 'api/s/default/stat/device'), key);
    const { body } = await storage('Lindqvist Head Office', headOfficeKey);
    expect(body.data[0].storage[0]).toMatchObject({ mount_point: '/data', size: 14_000_000_000 });
    expect((await storage('Ottilie Dresden Neustadt', retailKey)).status).toBe(404);
  });
});

describe('A network that a test changes', () => {
  it('shows an outage in the cloud, on the console and in the count of the site', async () => {
    await start();
    unifi.network.device('AP Lobby').goOffline();
    const device = (await get('/v1/devices')).body.data[0].devices[2];
    expect(device).toMatchObject({ name: 'AP Lobby', status: 'offline', startupTime: null });
    const row = (await onConsole('Office', `sites/${defaultSite}/devices`)).body.data[2];
    expect(row.state).toBe('OFFLINE');
    expect((await get('/v1/sites')).body.data[0].statistics.counts).toMatchObject({
      offlineDevice: 1,
      offlineWifiDevice: 1,
    });
    expect((await onConsole('Office', `sites/${defaultSite}/clients`)).body.data).toEqual([]);
    unifi.network.device('AP Lobby').comeOnline();
    expect((await get('/v1/devices')).body.data[0].devices[2].status).toBe('online');
  });

  it('drops a vanished device from the list and keeps it in the count', async () => {
    await start();
    unifi.network.device('AP Lobby').vanish();
    expect((await get('/v1/devices')).body.data[0].devices).toHaveLength(2);
    expect((await get('/v1/sites')).body.data[0].statistics.counts).toMatchObject({
      totalDevice: 3,
      offlineDevice: 1,
    });
  });

  it('changes ports, load and clients', async () => {
    await start();
    const { network } = unifi;
    network.device('Switch').portDown(2).load({ cpuPercent: 97.5, memoryPercent: undefined });
    const { id } = network.device('Switch').device;
    const at = `sites/${defaultSite}/devices/${id}`;
    expect((await onConsole('Office', at)).body.interfaces.ports[1]).toMatchObject({ idx: 2, state: 'DOWN' });
    const statistics = (await onConsole('Office', `${at}/statistics/latest`)).body;
    expect(statistics.cpuUtilizationPct).toBe(97.5);
    expect(statistics).not.toHaveProperty('memoryUtilizationPct');
    const clients = async () => (await onConsole('Office', `sites/${defaultSite}/clients`)).body.data;
    network.client('Laptop').roamTo('Switch');
    expect((await clients())[0]).toMatchObject({ name: 'Laptop', uplinkDeviceId: id });
    network.client('Laptop').leave();
    expect(await clients()).toEqual([]);
  });

  it('freezes everything below a console that lost the cloud', async () => {
    let now = noon;
    await start({ network: makeNetwork({ now: () => now }) });
    unifi.network.console('Office').disconnect();
    now += 600_000;
    unifi.network.device('Switch').goOffline();
    const group = async () => (await get('/v1/devices')).body.data[0];
    expect(await group()).toMatchObject({
      updatedAt: '2027-03-01T12:00:00.000Z',
      devices: [{}, { status: 'online' }, {}],
    });
    expect((await get('/v1/hosts')).body.data[0]).toMatchObject({
      lastConnectionStateChange: '2027-03-01T12:00:00.000Z',
      reportedState: { state: 'disconnected' },
    });
    expect(await onConsole('Office', 'sites')).toMatchObject({
      status: 408,
      body: { code: 'DeviceTimeout' },
    });
    unifi.network.console('Office').reconnect();
    expect(await group()).toMatchObject({
      updatedAt: '2027-03-01T12:10:00.000Z',
      devices: [{}, { status: 'offline' }, {}],
    });
  });

  it('gives a replaced console a new id, and answers 404 for the old one and for one that left', async () => {
    await start();
    const office = unifi.network.console('Office');
    const old = encodeURIComponent(office.hostId);
    office.replace();
    expect((await get(`/v1/hosts/${old}`)).status).toBe(404);
    expect((await get('/v1/hosts')).body.data[0]).toMatchObject({
      id: office.hostId,
      reportedState: { name: 'Office' },
    });
    office.leaveAccount();
    expect((await get(`/v1/hosts/${encodeURIComponent(office.hostId)}`)).body.code).toBe('NOT_FOUND');
    expect((await get('/v1/hosts')).body.data).toEqual([]);
  });

  it('reports times of a skewed clock and of a stale report', async () => {
    await start({ network: makeNetwork({ now: () => noon }) });
    const updatedAt = async () => (await get('/v1/devices')).body.data[0].updatedAt;
    unifi.network.console('Office').skewClock(-3_600_000);
    expect(await updatedAt()).toBe('2027-03-01T11:00:00.000Z');
    unifi.network
      .console('Office')
      .skewClock(0)
      .goStale(noon - 900_000);
    expect(await updatedAt()).toBe('2027-03-01T11:45:00.000Z');
  });

  it('bends the shapes of a console on demand', async () => {
    await start();
    unifi.network
      .console('Office')
      .trap('nullReportedState', 'nullStatistics', 'noDevices', 'stringFrequency', 'bareStatistics');
    expect((await get('/v1/hosts')).body.data[0].reportedState).toBeNull();
    expect((await get('/v1/sites')).body.data[0].statistics).toBeNull();
    expect((await get('/v1/devices')).body.data[0]).not.toHaveProperty('devices');
    const at = `sites/${defaultSite}/devices/${unifi.network.device('AP Lobby').device.id}`;
    expect((await onConsole('Office', at)).body.interfaces.radios[0].frequencyGHz).toBe('2.4');
    expect((await onConsole('Office', `${at}/statistics/latest`)).body).toEqual({ interfaces: {} });
  });
});

describe('Faults', () => {
  const failure = (path: string) =>
    get(path).then(
      () => 'answered',
      () => 'failed',
    );

  it('strike the next n requests on their path and then go away', async () => {
    await start();
    const fault = unifi.faults.add({ path: /devices/, respond: 'html', times: 1 });
    expect((await get('/v1/hosts')).body.data).toHaveLength(1);
    expect((await get('/v1/devices')).body).toContain('<html>');
    expect((await get('/v1/devices')).body.data).toHaveLength(1);
    expect(fault.hits).toBe(1);
  });

  it('answer documented errors, with and without Retry-After, for one console only', async () => {
    await start();
    unifi.network.addConsole('test-key', { name: 'Shop' });
    const limited = unifi.faults.add({ console: 'Office', respond: 429, retryAfter: '60' });
    expect(await onConsole('Office', 'sites')).toMatchObject({ status: 429, body: { code: 'rate_limit' } });
    expect((await onConsole('Office', 'sites')).headers.get('retry-after')).toBe('60');
    expect((await onConsole('Shop', 'sites')).status).toBe(200);
    limited.clear();
    unifi.faults.add({ console: 'Office', respond: 429, retryAfter: null, times: 1 });
    expect((await onConsole('Office', 'sites')).headers.has('retry-after')).toBe(false);
    unifi.faults.add({ console: 'Office', respond: 404, shape: 'network' });
    expect((await onConsole('Office', 'sites')).body).toMatchObject({
      statusCode: 404,
      requestPath: '/integration/v1/sites',
    });
  });

  it('break the connection: cut off, reset, refused', async () => {
    await start();
    unifi.faults.add({ path: '/v1/hosts', respond: 'cutOff', times: 1 });
    expect(await failure('/v1/hosts')).toBe('failed');
    unifi.faults.add({ path: '/v1/hosts', respond: 'reset', times: 1 });
    expect(await failure('/v1/hosts')).toBe('failed');
    await unifi.refuseConnections();
    expect(await failure('/v1/hosts')).toBe('failed');
    await unifi.acceptConnections();
    expect(await failure('/v1/hosts')).toBe('answered');
  });

  it('take their time: slow, dripping, never', async () => {
    await start();
    const before = performance.now();
    unifi.faults.add({ respond: 'slow', ms: 150, times: 1 });
    expect((await get('/v1/hosts')).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(140);
    for (const fault of [{ respond: 'drip', ms: 20 } as const, { respond: 'never' } as const]) {
      unifi.faults.add({ ...fault, times: 1 });
      const hurried = get('/v1/hosts', 'test-key', { signal: AbortSignal.timeout(150) });
      await expect(hurried).rejects.toThrow();
    }
  });

  it('swell, compress and empty the body', async () => {
    await start();
    unifi.faults.add({ respond: 'huge', times: 1 });
    const huge = await fetch(`${unifi.url}/v1/hosts`, { headers: { 'X-API-Key': 'test-key' } });
    expect((await huge.arrayBuffer()).byteLength).toBeGreaterThan(10 * 1024 * 1024);
    unifi.faults.add({ respond: 'gzip', times: 1 });
    const zipped = await fetch(`${unifi.url}/v1/hosts`, { headers: { 'X-API-Key': 'test-key' } });
    expect(zipped.headers.has('content-encoding')).toBe(false);
    expect(JSON.parse(gunzipSync(await zipped.arrayBuffer()).toString()).data).toHaveLength(1);
    unifi.faults.add({ respond: 'empty', status: 502, times: 1 });
    expect(await get('/v1/hosts')).toMatchObject({ status: 502, body: '' });
    unifi.faults.add({ respond: () => ({ data: 'surprise' }), times: 1 });
    expect((await get('/v1/hosts')).body).toEqual({ data: 'surprise' });
  });

  it('repeat a token, and move an item between pages', async () => {
    await start({ network: demoNetwork() });
    const page = async (token: string) =>
      (await get(`/v1/hosts?pageSize=2&nextToken=${token}`, retailKey)).body;
    const first = await page('');
    unifi.faults.add({ path: '/v1/hosts', respond: 'itemMoves', times: 1 });
    const second = await page(first.nextToken);
    expect(second.data[0].id).toBe(first.data[1].id);
    expect(second.data).toHaveLength(3);
    unifi.faults.add({ path: '/v1/hosts', respond: 'sameToken' });
    expect((await page(first.nextToken)).nextToken).toBe(first.nextToken);
  });

  it('limit the rate per console as documented, when asked to', async () => {
    let now = noon;
    await start({ network: makeNetwork({ now: () => now }), limits: { ...documentedLimits, connector: 3 } });
    unifi.network.addConsole('test-key', { name: 'Shop' });
    for (let i = 0; i < 3; i++) expect((await onConsole('Office', 'info')).status).toBe(200);
    now += 20_000;
    expect(await onConsole('Office', 'info')).toMatchObject({ status: 429, body: { code: 'rate_limit' } });
    expect((await onConsole('Office', 'info')).headers.get('retry-after')).toBe('40');
    expect((await onConsole('Shop', 'info')).status).toBe(200);
    now += 40_000;
    expect((await onConsole('Office', 'info')).status).toBe(200);
    expect(unifi.requests.at(-1)).toMatchObject({
      method: 'GET',
      console: 'Office',
      key: 'test-key',
      at: now,
    });
  });
});

describe('The demo world', () => {
  const outages = (network: Network, key: string) =>
    network.key(key).key.consoles[0]!.devices.filter((device) => device.state === 'OFFLINE');

  it('has some three hundred devices, two of one name, one in a long one, an emoji and umlauts', () => {
    const network = demoNetwork();
    const names = network.consoles.flatMap((console) => console.devices.map((device) => device.name));
    expect(names.length).toBeGreaterThan(300);
    const office = network.console('Lindqvist Head Office').console.devices.map((device) => device.name);
    expect(office.filter((name) => name === 'AP Corridor')).toHaveLength(2);
    expect(names.some((name) => name.length > 100)).toBe(true);
    expect(names.some((name) => /\p{Emoji_Presentation}/u.test(name))).toBe(true);
    const macs = network.consoles.flatMap((console) => console.devices.map((device) => device.mac));
    expect(new Set(macs).size).toBe(macs.length);
  });

  it('begins an outage of at least 100 s within any 60 s, on the first console of each key', () => {
    const network = liveNetwork(demoNetwork(() => noon));
    for (const key of [headOfficeKey, retailKey, campusKey]) {
      const begins = new Set<number>();
      const open = new Map<string, number>();
      for (let at = noon; at <= noon + 1_200_000; at += 1_000) {
        advance(network, at);
        const down = outages(network, key);
        for (const { mac, since } of down) open.set(mac, since);
        for (const [mac, since] of open) {
          if (down.some((device) => device.mac === mac && device.since === since)) continue;
          if (at - since >= 100_000) begins.add(since);
          open.delete(mac);
        }
      }
      // Those still open at the end began too late to be counted.
      const starts = [...begins].filter((since) => since >= noon - 60_000).toSorted((a, b) => a - b);
      const gaps = starts.slice(1).map((start, nth) => start - (starts[nth] ?? 0));
      expect(starts.length).toBeGreaterThan(18);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(60_000);
    }
  });

  it('is in full swing at once: a young outage on each key at the start', () => {
    const network = liveNetwork(demoNetwork(() => noon));
    for (const key of [headOfficeKey, retailKey, campusKey]) {
      expect(outages(network, key).some((device) => noon - device.since <= 60_000)).toBe(true);
    }
  });

  it('reaches the same state from the same seed, however often it was asked on the way', () => {
    const [often, once, other] = ['a', 'a', 'b'].map((seed) =>
      liveNetwork(
        demoNetwork(() => noon),
        { seed },
      ),
    );
    const hour = noon + 3_600_000;
    for (let at = noon; at < hour; at += 60_000) advance(often!, at);
    for (const network of [often!, once!, other!]) advance(network, hour);
    const states = (network?: Network) =>
      network?.consoles.map(({ connected, devices, clients }) => ({
        connected,
        devices: devices.map(({ state, since, ports }) => ({ state, since, ports })),
        clients: clients.map(({ connected: here, uplinkMac }) => ({ here, uplinkMac })),
      }));
    expect(states(often)).toEqual(states(once));
    expect(states(other)).not.toEqual(states(once));
  });

  it('has peaks, updates, closing ports, wandering clients and lost consoles within half an hour', () => {
    const network = liveNetwork(demoNetwork(() => noon));
    const seen = new Set<string>();
    const homes = new Map(
      network.consoles.flatMap((c) => c.clients.map((client) => [client.mac, client.uplinkMac])),
    );
    const upPorts = (all: Network) =>
      all.consoles.flatMap((c) => c.devices.flatMap((d) => d.ports.filter((port) => port.state === 'UP')))
        .length;
    const before = upPorts(demoNetwork(() => noon));
    for (let at = noon; at < noon + 1_800_000; at += 5_000) {
      advance(network, at);
      for (const { connected, devices, clients } of network.consoles) {
        if (!connected) seen.add('console lost');
        for (const device of devices) {
          if ((device.cpuPercent ?? 0) > 90) seen.add('cpu');
          if ((device.memoryPercent ?? 0) > 90) seen.add('memory');
          if (device.state === 'UPDATING') seen.add('update');
          if (device.volumes.some((volume) => volume.usedPercent > 90)) seen.add('disk');
        }
        for (const client of clients) {
          if (!client.connected) seen.add('client gone');
          if (client.uplinkMac !== homes.get(client.mac)) seen.add('client roamed');
        }
      }
      if (upPorts(network) < before) seen.add('port down');
    }
    const all = [
      'client gone',
      'client roamed',
      'console lost',
      'cpu',
      'disk',
      'memory',
      'port down',
      'update',
    ];
    expect([...seen].toSorted()).toEqual(all);
  });

  it('leaves alone what was changed by hand', () => {
    const network = liveNetwork(demoNetwork(() => noon));
    network.device('AP Reception').goOffline();
    for (let at = noon; at < noon + 1_200_000; at += 10_000) {
      advance(network, at);
      expect(network.device('AP Reception').device.state).toBe('OFFLINE');
    }
  });

  it('carries odd shapes for good, and a device that left the list long ago', async () => {
    await start({ network: demoNetwork(() => noon) });
    const hosts = (await get('/v1/hosts', retailKey)).body.data;
    expect(hosts.some((host: { reportedState: object }) => !('state' in host.reportedState))).toBe(true);
    const sites = (await get('/v1/sites', retailKey)).body.data;
    expect(sites).toHaveLength(5);
    const groups = (await get('/v1/devices', retailKey)).body.data;
    const { hostId } = unifi.network.console('Ottilie Dresden Neustadt');
    const of = (rows: { hostId: string }[]) => rows.find((row) => row.hostId === hostId) as never;
    const { devices } = of(groups) as { devices: { name: string }[] };
    expect(devices.map((device) => device.name)).not.toContain('AP Lager Rampe');
    expect((of(sites) as { statistics: { counts: object } }).statistics.counts).toMatchObject({
      offlineDevice: 1,
    });
    const path = consolePath('Ottilie Halle Hauptbahnhof', 'integration/v1/sites');
    const zipped = await fetch(unifi.url + path, { headers: { 'X-API-Key': retailKey } });
    expect([...new Uint8Array(await zipped.arrayBuffer()).slice(0, 2)]).toEqual([0x1f, 0x8b]);
  });
});
