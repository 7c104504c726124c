// Internet lines of the network in a box, as a stranger reads them.
import Fastify from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { registerNetwork } from '#api/demo/unifi/network.routes.ts';
import { makeNetwork } from '#api/demo/unifi/network.ts';
import { consolePath, get, noon, start, unifi } from './demo.asking.ts';

const minute = 60_000;
let now = noon;

beforeEach(async () => {
  now = noon;
  await start({
    network: makeNetwork({
      now: () => now,
      keys: [
        {
          value: 'test-key',
          consoles: [
            {
              name: 'Clinic',
              linesApi: true,
              lines: [{ isp: 'Comcast', ipv6: '2001:db8::1' }, { isp: 'Telia' }],
            },
            { name: 'Shop', lines: [{ isp: 'Comcast' }], traps: ['prefixedAsn'] },
            { name: 'Depot', lines: [{ isp: 'BT' }, { isUnused: true }] },
          ],
        },
      ],
    }),
  });
});

const hostOf = async (name: string) =>
  (await get('/v1/hosts')).body.data.find(
    (host: { id: string }) => host.id === unifi.network.console(name).hostId,
  ).reportedState;
const wansOf = async (name: string) =>
  (await get('/v1/sites')).body.data.find(
    ({ hostId }: { hostId: string }) => hostId === unifi.network.console(name).hostId,
  ).statistics.wans;
const statusOf = async (name: string) =>
  await get(consolePath(name, 'v2/api/site/default/wan/load-balancing/status'));
const statesOf = async (name: string) =>
  (await statusOf(name)).body.wan_interfaces.map(
    ({ wan_networkgroup: key, state }: Record<string, string>) => `${key} ${state}`,
  );
const periodsOf = async (name: string) => {
  const from = new Date(noon).toISOString();
  const { body } = await get(`/v1/isp-metrics/5m?beginTimestamp=${from}`);
  return body.data
    .find(({ hostId }: { hostId: string }) => hostId === unifi.network.console(name).hostId)
    .periods.map(({ data }: { data: { wan: Record<string, unknown> } }) => data.wan);
};

test('While the main line is down, the second one carries the traffic and the console stays connected', async () => {
  expect(await statesOf('Clinic')).toEqual(['WAN ACTIVE', 'WAN2 BACKUP']);
  unifi.network.console('Clinic').line('WAN').goDown();
  now += 11 * minute;
  expect(await statesOf('Clinic')).toEqual(['WAN DISCONNECTED', 'WAN2 ACTIVE']);
  expect(await hostOf('Clinic')).toMatchObject({ state: 'connected', wans: [{ plugged: true }, {}] });
  const { WAN, WAN2 } = await wansOf('Clinic');
  const index = noon / 300_000;
  expect(WAN.wanIssues).toEqual([{ index, count: 2, wanDowntime: true, failoverWanActive: true }]);
  expect(WAN2.wanIssues).toEqual([]);
  expect(await periodsOf('Clinic')).toMatchObject([
    { ispName: 'Telia', ispAsn: '1299', uptime: 100, downtime: 0 },
    { ispName: 'Telia' },
  ]);

  unifi.network.console('Clinic').line('WAN').clear();
  expect(await statesOf('Clinic')).toEqual(['WAN ACTIVE', 'WAN2 BACKUP']);
  now += 30 * minute;
  // What is over stays listed, with the period in which it ended.
  expect((await wansOf('Clinic')).WAN.wanIssues).toEqual([
    { index, count: 3, wanDowntime: true, failoverWanActive: true },
  ]);
});

test('A console whose only line is down loses the cloud until it works again', async () => {
  unifi.network.console('Shop').line().goDown();
  expect(await hostOf('Shop')).toMatchObject({ state: 'disconnected' });
  now += 10 * minute;
  unifi.network.console('Shop').line().clear();
  expect(await hostOf('Shop')).toMatchObject({ state: 'connected' });
  // Nobody measured while it was down.
  now += 5 * minute;
  expect(await periodsOf('Shop')).toMatchObject([{ ispName: 'Comcast', ispAsn: 'AS7922', uptime: 100 }]);
});

test('Packet loss and latency show in the measurements of the line and among its issues', async () => {
  const line = unifi.network.console('Shop').line().lose(20).slowDown(300);
  now += 5 * minute;
  const [period] = await periodsOf('Shop');
  expect(period.packetLoss).toBeGreaterThanOrEqual(20);
  expect(period.avgLatency).toBeGreaterThanOrEqual(308);
  expect((await wansOf('Shop')).WAN.wanIssues).toMatchObject([{ packetLoss: true, highLatency: true }]);
  line.clear();
  now += 5 * minute;
  expect((await periodsOf('Shop')).at(-1).packetLoss).toBeLessThan(5);
});

test('A second port without a provider has always been down, and not every console reports the state of its lines', async () => {
  const { WAN2 } = await wansOf('Depot');
  expect(WAN2).toEqual({
    wanUptime: 0,
    wanIssues: [{ index: noon / 300_000 - 288, count: 288, wanDowntime: true }],
  });
  expect((await hostOf('Depot')).wans).toMatchObject([{ plugged: true }, { plugged: false }]);
  expect((await statusOf('Depot')).status).toBe(404);
  expect((await statusOf('Clinic')).status).toBe(200);
});

test('The demo’s page lets lines and providers fail and work again', async () => {
  const fastify = Fastify();
  fastify.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  registerNetwork(fastify, unifi.network);
  const post = async (url: string) =>
    (await fastify.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: '' }))
      .body;
  expect(await post('/dev/network/line?action=failover')).toContain('failover: WAN of Clinic (Comcast).');
  expect(await statesOf('Clinic')).toEqual(['WAN DISCONNECTED', 'WAN2 ACTIVE']);
  expect(await post('/dev/network/line?action=clear')).toContain('clear: WAN of Clinic (Comcast).');
  expect(await statesOf('Clinic')).toEqual(['WAN ACTIVE', 'WAN2 BACKUP']);
  expect(await post('/dev/network/line?action=__proto__')).toContain('Choose one of these actions');
  expect(await post('/dev/network/line?site=Nowhere&action=down')).toContain('There is no such line.');
  expect(await post('/dev/network/provider')).toContain('Comcast has failed at 2 sites: Clinic, Shop.');
  expect(await hostOf('Shop')).toMatchObject({ state: 'disconnected' });
  expect(await post('/dev/network/provider?name=Comcast&action=clear')).toContain(
    'Comcast works again at 2 sites: Clinic, Shop.',
  );
  expect(await post('/dev/network/provider?name=Nobody')).toContain('No site changed.');
  expect((await fastify.inject('/dev/network')).body).toContain('Fail over to the second internet line');
  await fastify.close();
});
