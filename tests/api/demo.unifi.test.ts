import { describe, expect, it } from 'vitest';
import { campusKey, demoNetwork, headOfficeKey, retailKey } from '#api/demo/unifi/network-demo.ts';
import { makeNetwork } from '#api/demo/unifi/network.ts';
import { consolePath, defaultSite, get, noon, onConsole, start, unifi } from './demo.asking.ts';

const colons = (mac: string) => mac.toLowerCase().match(/../g)?.join(':');

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
  it('rejects a missing, unknown or revoked key, and a bearer token, in the format of the cloud', async () => {
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

  it('can allow a key to read the inventory but not the connector', async () => {
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
  it('lists matching hosts, sites and devices', async () => {
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

  it('pages by an opaque token and ends each list differently', async () => {
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

  it('limits the devices to the requested hosts', async () => {
    await start({ network: demoNetwork() });
    const { hostId } = unifi.network.console('Ottilie Jena');
    const { data } = (await get(`/v1/devices?hostIds[]=${encodeURIComponent(hostId)}`, retailKey)).body;
    expect(data.map((group: { hostId: string }) => group.hostId)).toEqual([hostId]);
  });

  it('returns ISP metrics with gaps, only for sites with a gateway', async () => {
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
  it('has the same devices with the same MAC, lower case with colons', async () => {
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

  it('returns features and interfaces as lists, and as objects in the details', async () => {
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

  it('has its own error format, and the connector has the cloud’s', async () => {
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

  it('reports storage only in the undocumented statistics, if they exist', async () => {
    await start({ network: demoNetwork() });
    const storage = (name: string, key: string) => get(consolePath(name, 'api/s/default/stat/device'), key);
    const { body } = await storage('Lindqvist Head Office', headOfficeKey);
    expect(body.data[0].storage[0]).toMatchObject({ mount_point: '/data', size: 14_000_000_000 });
    expect((await storage('Ottilie Dresden Neustadt', retailKey)).status).toBe(404);
  });
});
