// What a rule would cover, as the dialog shows it, next to what the following polls really raise.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { KeyOptions } from '#api/demo/unifi/network-build.ts';
import { addPriceList, give, limitPackage } from '#tests/support/limits.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds } from '#tests/support/rounds.ts';

const aps = ['AP Lobby', 'AP Guest 1', 'AP Guest 2'];
const fleet: KeyOptions = {
  value: 'test-key',
  consoles: [
    {
      name: 'Leeds',
      devices: [
        { name: 'Core', model: 'USW Lite 8 PoE' },
        ...aps.map((name) => ({ name, model: 'U6 Pro', uplink: 'Core' })),
      ],
    },
    { name: 'York', devices: [{ name: 'AP York', model: 'U7 Pro' }] },
    { name: 'Hull', devices: [{ name: 'AP Hull', model: 'U7 Pro' }] },
  ],
};

let rounds: Rounds;
let office: string;
let acme: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin({ keys: [fleet] });
  office = await rounds.addController();
  await rounds.round(office, 1);
  acme = String((await rounds.rest('POST /api/customers', { name: 'Acme', tags: ['gold'] })).body['id']);
  await rounds.rows(`update team_site set customer_id = ? where name in ('Leeds', 'York')`, [acme]);
  await rounds.rows(`update team_site set tags = '{remote}' where name = 'York'`);
  await rounds.rows(`update device set model = null where name = 'AP Hull'`);
});
afterEach(() => rounds.end());

interface Preview {
  covers: string;
  siteCount: number;
  deviceCount: number;
  roles: { role: string; deviceCount: number }[];
  customers: { customer: { name: string } | null; siteCount: number; deviceCount: number }[];
  customerCount: number;
  leftOut: number[];
  withoutModel: number;
  unmonitored: number;
  troubled: number | null;
  offlineSites: number | null;
  devices: { id: string; name: string; siteName: string; state: string }[];
}
async function preview(input: object, page: object = {}): Promise<Preview> {
  const { status, body } = await rounds.rest('POST /api/alert-rules/preview', { ...input, ...page });
  expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)]);
  return body as unknown as Preview;
}
const namesIn = ({ devices }: Preview) => devices.map(({ name }) => name);

test('The preview names exactly the devices that the following polls raise alerts about', async () => {
  const hosts = await rounds.rows<{ host_id: string }>(`select host_id from team_site where name = 'York'`);
  const [lobby] = await rounds.rows<{ mac: string }>(`select mac from device where name = 'AP Lobby'`);
  const limits: Record<string, unknown>[] = [
    {},
    { scope: { customerIds: [acme] } },
    { scope: { tags: ['remote', 'other'] } },
    { scope: { siteIds: [hosts[0]!.host_id] } },
    { scope: { deviceRoles: ['switch', 'gateway'] } },
    { scope: { models: ['u7 pro'] } },
    { scope: { names: ['ap guest ?', '*hull'] } },
    { scope: { macs: [lobby!.mac.toLowerCase()] } },
    { scope: { customerIds: [acme], deviceRoles: ['access_point'] }, exceptions: [{ names: ['*guest*'] }] },
    { exceptions: [{ customerIds: [acme] }] },
    { controllerId: office, siteId: hosts[0]!.host_id },
    { scope: { customerIds: [acme], names: ['*hull'] } },
  ];
  // UniFi doesn't report the model anymore, so the polls don't know it either.
  rounds.network.device('AP Hull').change({ model: undefined });
  // The latest device exceeds the package's limit.
  await rounds.rows(
    `update device set created_at = created_at + interval '1 hour' where name = 'AP Guest 2'`,
  );
  await addPriceList(rounds.running);
  await limitPackage(rounds.running, 'Starter Plan', { maxDevices: 8 });
  await give(rounds.running, rounds.alice.teamId, 'Starter Plan');
  const expected: Record<string, string[]> = {};
  for (const limit of limits) {
    // Devices behind a failed one would be part of its alert.
    const id = await rounds.addRule({ ...limit, fold: false });
    const shown = await preview({ condition: 'device_offline', ...limit });
    expect(namesIn(shown)).toHaveLength(shown.deviceCount);
    // The consoles stay up.
    expected[id] = namesIn(shown)
      .filter((name) => /AP|Core/.test(name))
      .toSorted();
  }
  for (const name of [...aps, 'Core', 'AP York', 'AP Hull']) rounds.network.device(name).goOffline();
  for (const minute of [2, 3]) await rounds.round(office, minute);
  const alerts = await rounds.rows<{ rule: string; name: string }>(
    'select rule_id as rule, device_name as name from alert',
  );
  const raised = Object.fromEntries(
    Object.keys(expected).map((id) => [
      id,
      alerts.flatMap(({ rule, name }) => (rule === id ? name : [])).toSorted(),
    ]),
  );
  expect(raised).toEqual(expected);
  expect(Object.values(expected).map(({ length }) => length)).toEqual([5, 4, 1, 1, 1, 1, 2, 1, 2, 1, 1, 0]);
});

test('The preview counts devices by type and customer, what exceptions leave out, and what it can’t know', async () => {
  rounds.network.device('AP Lobby').goOffline();
  rounds.network.console('York').disconnect();
  rounds.network.device('AP Hull').change({ model: undefined });
  await rounds.round(office, 2);
  await rounds.rows(`update device set over_limit = true where name = 'AP Guest 2'`);
  const scope = { deviceRoles: ['access_point'] };
  const exceptions = [{ names: ['* guest 1'] }, { ...scope, names: ['ap guest*', 'ap hull'] }];
  const shown = await preview({ condition: 'device_offline', scope, exceptions });
  expect(shown).toMatchObject({
    covers:
      'Access points, except devices named * guest 1, and except access points named ap guest* or ap hull',
    siteCount: 2,
    deviceCount: 2,
    roles: [{ role: 'access_point', deviceCount: 2 }],
    customers: [{ customer: { name: 'Acme' }, siteCount: 2, deviceCount: 2 }],
    customerCount: 1,
    leftOut: [1, 2],
    withoutModel: 0,
    unmonitored: 0,
    troubled: 1,
    offlineSites: 1,
    devices: [
      { name: 'AP Lobby', siteName: 'Leeds', state: 'offline' },
      { name: 'AP York', siteName: 'York', state: 'unknown' },
    ],
  });
  expect(await preview({ condition: 'high_cpu', scope: { models: ['U6 Pro'] } })).toMatchObject({
    deviceCount: 2,
    unmonitored: 1,
    withoutModel: 1,
    troubled: null,
    offlineSites: null,
  });
  const all = await preview({}, { first: 3 });
  const { customers } = all;
  expect(customers.map(({ customer, siteCount }) => [customer?.name, siteCount])).toEqual([
    ['Acme', 2],
    [undefined, 1],
  ]);
  const rest = await preview({}, { first: 200, after: all.devices.at(-1)!.id });
  expect(all.devices.length + rest.devices.length).toBe(all.deviceCount);
  expect(new Set([...all.devices, ...rest.devices].map(({ id }) => id)).size).toBe(all.deviceCount);
});

test('A saved rule is previewed with changes, and nothing is saved', async () => {
  const ruleId = await rounds.addRule({ scope: { customerIds: [acme] } });
  const before = (await rounds.rest('GET /api/alert-rules')).body;
  expect(namesIn(await preview({ exceptions: [{ names: ['ap guest*'] }] }, { ruleId }))).toEqual(
    expect.arrayContaining(['AP Lobby', 'AP York', 'Core']),
  );
  expect(namesIn(await preview({ exceptions: [{ names: ['*'] }] }, { ruleId }))).toEqual([]);
  expect((await rounds.rest('GET /api/alert-rules')).body).toEqual(before);
});

test('What isn’t monitored isn’t covered: other sites, and controllers over the limit', async () => {
  await rounds.rows(
    `update controller set selected_site_id = host_id, selected_site_ids = array[host_id], selected_site_names = '{York}'
       from team_site where team_site.name = 'York'`,
  );
  expect(await preview({})).toMatchObject({ siteCount: 1, deviceCount: 2, unmonitored: 0 });
  await rounds.rows(
    `update controller set selected_site_id = null, selected_site_ids = null, over_limit = true`,
  );
  expect(await preview({})).toMatchObject({ siteCount: 0, deviceCount: 0, unmonitored: 9, customers: [] });
});

test('Rules, controllers and customers of another team are not found, and its devices never show', async () => {
  const bob = rest(await rounds.person('Bob'));
  const ask = (body: object) => bob.post('/api/alert-rules/preview', body);
  expect((await ask({ controllerId: office })).status).toBe(404);
  expect((await ask({ scope: { customerIds: [acme] } })).status).toBe(404);
  expect((await ask({ ruleId: await rounds.addRule() })).status).toBe(404);
  expect((await ask({})).body).toMatchObject({ siteCount: 0, deviceCount: 0, unmonitored: 0, devices: [] });
  expect((await bob.get('/api/device-models')).body).toEqual([]);
  expect((await rounds.rest('GET /api/device-models')).body).toEqual(
    expect.arrayContaining([{ model: 'U6 Pro', devices: 3 }]),
  );
});
