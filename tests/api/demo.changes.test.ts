import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { demoNetwork, retailKey } from '#api/demo/unifi/network-demo.ts';
import { fleet } from '#api/demo/unifi/network-build.ts';
import { makeNetwork } from '#api/demo/unifi/network.ts';
import { documentedLimits } from '#api/demo/unifi/answer.ts';
import { defaultSite, get, noon, onConsole, start, unifi } from './demo.asking.ts';

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
      .dateGroup(noon - 900_000);
    expect(await updatedAt()).toBe('2027-03-01T11:45:00.000Z');
  });

  it('lets the cloud and the console disagree, in any words', async () => {
    await start();
    const ap = unifi.network.device('AP Lobby');
    const words = async () => {
      const row = (await onConsole('Office', `sites/${defaultSite}/devices`)).body.data[2];
      return [(await get('/v1/devices')).body.data[0].devices[2].status, row.state];
    };
    ap.become('CONNECTION_INTERRUPTED');
    expect(await words()).toEqual(['connectionInterrupted', 'CONNECTION_INTERRUPTED']);
    ap.cloudSays('Online');
    expect(await words()).toEqual(['Online', 'CONNECTION_INTERRUPTED']);
    expect((await get('/v1/sites')).body.data[0].statistics.counts.offlineDevice).toBe(0);
    ap.comeOnline().cloudSays(undefined);
    expect(await words()).toEqual(['online', 'ONLINE']);
  });

  it('lists a device twice, in its group or in another, and rows without a MAC', async () => {
    await start({ network: makeNetwork({ now: () => noon }) });
    const { mac } = unifi.network.device('AP Lobby').device;
    const office = unifi.network.console('Office');
    office.listExtra({ mac, fields: { status: 'offline' }, first: true });
    office.listExtra({ fields: { name: 'No MAC', status: 'offline' } });
    office.listExtra({ mac, fields: { status: 'offline' }, updatedAt: noon - 60_000 });
    const { data } = (await get('/v1/devices')).body;
    expect(data).toMatchObject([
      { devices: [{ mac, status: 'offline' }, {}, {}, { mac, status: 'online' }, { name: 'No MAC' }] },
      { devices: [{ mac, status: 'offline' }], updatedAt: '2027-03-01T11:59:00.000Z' },
    ]);
    expect(data[0].devices[4]).not.toHaveProperty('mac');
  });

  it('carries a device to another console, which its old one may go on listing as offline', async () => {
    await start();
    unifi.network.addConsole('test-key', { name: 'Shop' });
    const names = async () =>
      (await get('/v1/devices')).body.data.map(({ devices }: { devices: Record<string, string>[] }) =>
        devices.map(({ name, status }) => `${name} ${status}`),
      );
    unifi.network.moveDevice('Switch', 'Shop');
    unifi.network.moveDevice('AP Lobby', 'Shop', { leavesRow: true });
    expect(await names()).toEqual([
      ['Office online', 'AP Lobby offline'],
      ['Shop online', 'Switch online', 'AP Lobby online'],
    ]);
  });

  it('stops the Network application, whose console stays connected and refuses the connector', async () => {
    await start();
    const office = unifi.network.console('Office').stopNetwork();
    const application = async () =>
      (await get('/v1/hosts')).body.data[0].reportedState.controllers.find(
        ({ name }: { name: string }) => name === 'network',
      );
    expect(await application()).toMatchObject({ isRunning: false, version: '10.3.55' });
    expect(await onConsole('Office', 'sites')).toMatchObject({ status: 503, body: { error: { code: 503 } } });
    office.stopNetwork({ status: 401 });
    expect(await onConsole('Office', 'sites')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    office.startNetwork();
    expect(await application()).toMatchObject({ isRunning: true });
    expect((await onConsole('Office', 'sites')).status).toBe(200);
  });

  it('reports an offline console in other words, or not at all', async () => {
    await start();
    const office = unifi.network.console('Office');
    const state = async () => (await get('/v1/hosts')).body.data[0].reportedState;
    office.disconnect('sleeping');
    expect(await state()).toHaveProperty('state', 'sleeping');
    expect((await onConsole('Office', 'sites')).status).toBe(408);
    office.sayState(null);
    expect(await state()).not.toHaveProperty('state');
    office.reconnect();
    expect(await state()).toHaveProperty('state', 'connected');
  });

  it('moves the date of a quiet group only when a device changes, and keeps old heartbeats', async () => {
    let now = noon;
    await start({ network: makeNetwork({ now: () => now }) });
    unifi.network.console('Office').goQuiet();
    const ap = unifi.network.device('AP Lobby').stopHeartbeats();
    now += 3_600_000;
    const statistics = `sites/${defaultSite}/devices/${ap.device.id}/statistics/latest`;
    expect((await onConsole('Office', statistics)).body).toMatchObject({
      cpuUtilizationPct: 6,
      lastHeartbeatAt: '2027-03-01T12:00:00.000Z',
    });
    const updatedAt = async () => (await get('/v1/devices')).body.data[0].updatedAt;
    expect(Date.parse(await updatedAt())).toBeLessThanOrEqual(noon);
    unifi.network.device('Switch').goOffline();
    expect(await updatedAt()).toBe('2027-03-01T13:00:00.000Z');
  });

  it('creates accounts of any size, each device with its own MAC', async () => {
    const key = { value: 'test-key', consoles: fleet({ consoles: 100, sites: 2, devices: 200 }) };
    await start({ network: makeNetwork({ keys: [key] }) });
    const macs = unifi.network.consoles.flatMap(({ devices }) => devices.map(({ mac }) => mac));
    expect(new Set(macs).size).toBe(20_100);
    const sizeOf = async (pageSize: number) =>
      (
        await (
          await fetch(`${unifi.url}/v1/devices?pageSize=${pageSize}`, {
            headers: { 'X-API-Key': 'test-key' },
          })
        ).arrayBuffer()
      ).byteLength;
    expect(await sizeOf(100)).toBeGreaterThan(10 * 1024 * 1024);
    expect(await sizeOf(25)).toBeLessThan(10 * 1024 * 1024);
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

  it('apply to the next n requests on their path and then disappear', async () => {
    await start();
    const fault = unifi.faults.add({ path: /devices/, respond: 'html', times: 1 });
    expect((await get('/v1/hosts')).body.data).toHaveLength(1);
    expect((await get('/v1/devices')).body).toContain('<html>');
    expect((await get('/v1/devices')).body.data).toHaveLength(1);
    expect(fault.hits).toBe(1);
  });

  it('apply until a given time, and only to requests for large pages', async () => {
    let now = noon;
    await start({ network: makeNetwork({ now: () => now }) });
    unifi.faults.add({ path: '/v1/hosts', respond: 429, until: noon + 20_000 });
    expect((await get('/v1/hosts')).status).toBe(429);
    now += 20_000;
    expect((await get('/v1/hosts')).status).toBe(200);
    unifi.faults.add({ path: '/v1/devices', respond: 500, overPageSize: 25 });
    expect((await get('/v1/devices')).status).toBe(500);
    expect((await get('/v1/devices?pageSize=26')).status).toBe(500);
    expect((await get('/v1/devices?pageSize=25')).status).toBe(200);
  });

  it('return documented errors, with and without Retry-After, for one console only', async () => {
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

  it('delay responses: slow, dripping, never', async () => {
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

  it('enlarge, compress and empty the body', async () => {
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

  it('limit the rate per console as documented, on request', async () => {
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
