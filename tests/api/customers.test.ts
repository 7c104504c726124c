import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '#tests/support/as.ts';
import { auditLog } from '#tests/support/audit-log.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds } from '#tests/support/rounds.ts';
import { smallOffice } from '#api/demo/unifi/network.ts';

interface Customer {
  id: string;
  name: string;
  color: string;
  tags: string[];
  siteCount: number;
}
interface Site {
  id: string;
  name: string;
  hostId: string;
  customer: { name: string } | null;
  allTags: string[];
}

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin({ keys: [smallOffice] });
  office = await rounds.addController();
});
afterEach(() => rounds.end());

const customers = () => rest(rounds.alice);
const add = async (body: object) => (await customers().post('/api/customers', body)).body as Customer;
const listed = async () => (await customers().get('/api/customers')).body as Customer[];

const siteFields = 'id name hostId customer { name } allTags';
async function sites(filter = ''): Promise<Site[]> {
  const { data, errors } = await as(rounds.alice).ask(`{ teamSites${filter} { ${siteFields} } }`);
  expect(errors).toBeUndefined();
  return data?.['teamSites'] as Site[];
}
async function change(mutation: string): Promise<Site[] | string> {
  const { data, errors } = await as(rounds.alice).ask(`mutation { answer: ${mutation} { ${siteFields} } }`);
  return errors ? errors[0]!.message : (data?.['answer'] as Site[]);
}

test('A customer without a chosen color gets the one that is used least, even after others were deleted', async () => {
  const first = await add({ name: 'Acme' });
  const second = await add({ name: 'Birch' });
  await customers().delete(`/api/customers/${first.id}`);
  const third = await add({ name: 'Cedar' });
  expect(third.color).not.toBe(second.color);
  await add({ name: 'Dogwood', color: '#0E7490' });
  const more = await Promise.all(Array.from({ length: 5 }, (_, n) => add({ name: `More ${n}` })));
  const used = [second, third, ...more].map(({ color }) => color);
  expect(new Set([...used, '#0e7490']).size).toBe(8);
  expect(used).not.toContain('#0e7490');
});

test('A customer is added with a color of its own, renamed, tagged and deleted', async () => {
  const acme = await add({ name: ' Acme Dental ', tags: ['Gold', 'gold ', 'Leeds'] });
  expect(acme).toMatchObject({ name: 'Acme Dental', tags: ['gold', 'leeds'], siteCount: 0 });
  const { color } = await add({ name: 'Birch School' });
  expect(color).toMatch(/^#[0-9a-f]{6}$/);
  expect(color).not.toBe(acme.color);
  const changed = await customers().put(`/api/customers/${acme.id}`, { name: 'acme group', tags: [] });
  expect(changed.body).toMatchObject({ name: 'acme group', tags: [], color: acme.color });
  expect((await listed()).map(({ name }) => name)).toEqual(['acme group', 'Birch School']);
  await customers().delete(`/api/customers/${acme.id}`);
  expect((await listed()).map(({ name }) => name)).toEqual(['Birch School']);
});

test('Each of several changes in one request answers with what is true after it', async () => {
  await rounds.round(office, 1);
  const [acme, birch] = [await add({ name: 'Acme' }), await add({ name: 'Birch' })];
  const [site] = await sites();
  const assign = (to: Customer) =>
    `assignSites(siteIds: ["${site!.id}"], customerId: "${to.id}") { customer { name siteCount } }`;
  const { data, errors } = await as(rounds.alice).ask(`mutation { a: ${assign(acme)} b: ${assign(birch)} }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    a: [{ customer: { name: 'Acme', siteCount: 1 } }],
    b: [{ customer: { name: 'Birch', siteCount: 1 } }],
  });
});

test.each([
  [{ name: 'ACME' }, 'Your team already has a customer of this name'],
  [{ name: '  ' }, 'Customer name is required'],
  [{ name: 'Birch', color: 'red' }, 'Use a color such as #0369a1'],
  [{ name: 'Birch', tags: ['\u200b'] }, 'Tags must have visible characters, on one line'],
  [{ name: 'Birch', tags: ['x'.repeat(41)] }, 'Tags must be 40 characters or less'],
])('%j is refused: %s', async (body, message) => {
  await add({ name: 'Acme' });
  const { status, body: refused } = await customers().post('/api/customers', body);
  expect([status, refused]).toMatchObject([400, { message }]);
});

test('Sites appear with the first poll, and belong to the default customer of their controller', async () => {
  const acme = await add({ name: 'Acme', tags: ['gold'] });
  await customers().put(`/api/controllers/${office}/default-customer`, { customerId: acme.id });
  expect(await sites()).toEqual([]);
  await rounds.round(office, 1);
  expect(await sites()).toMatchObject([{ name: 'Office', customer: { name: 'Acme' }, allTags: ['gold'] }]);
  expect(await listed()).toMatchObject([{ siteCount: 1 }]);
  rounds.network.console('Office').change({ name: 'Leeds' });
  await rounds.round(office, 2);
  expect(await sites()).toMatchObject([{ name: 'Leeds', customer: { name: 'Acme' } }]);
});

test('Assigning a site changes its open alerts on every screen, and a search finds it', async () => {
  const acme = await add({ name: 'Acme', tags: ['gold'] });
  await rounds.addRule();
  rounds.network.device('AP Lobby').goOffline();
  await rounds.round(office, 1);
  await rounds.round(office, 3);
  const [site] = await sites();
  expect(await sites('(unassigned: true)')).toHaveLength(1);
  const events = (await rounds.history()).length;
  expect(await change(`assignSites(siteIds: ["${site!.id}"], customerId: "${acme.id}")`)).toMatchObject([
    { customer: { name: 'Acme' } },
  ]);
  await change(`tagSites(siteIds: ["${site!.id}"], add: ["Guest"])`);
  expect((await rounds.history()).length).toBe(events + 2);
  const { data } = await as(rounds.alice).ask(
    `{ currentAlerts(controllerId: "${office}") { alerts { customer { name } tags } } }`,
  );
  expect(data).toEqual({
    currentAlerts: { alerts: [{ customer: { name: 'Acme' }, tags: ['gold', 'guest'] }] },
  });
  expect(await sites('(search: "ACME gue")')).toHaveLength(1);
  expect(await sites('(tags: ["guest"])')).toHaveLength(1);
  expect(await sites(`(customerIds: ["${acme.id}"])`)).toHaveLength(1);
  expect(await sites('(unassigned: true)')).toEqual([]);
  expect(await sites('(skip: 1)')).toEqual([]);
});

test('A bulk change reports the open alerts whose customer or tags it changes, and no others', async () => {
  const acme = await add({ name: 'Acme', tags: ['gold'] });
  await rounds.addRule();
  rounds.network.device('AP Lobby').goOffline();
  await rounds.round(office, 1);
  await rounds.round(office, 3);
  const [site] = await sites();
  const count = async () => (await rounds.history()).length;
  const before = await count();
  const ids = `siteIds: ["${site!.id}"]`;
  const [assign, tag] = [
    () => change(`assignSites(${ids}, customerId: "${acme.id}")`),
    (what: string) => change(`tagSites(${ids}, ${what})`),
  ];
  await assign();
  await tag('add: ["vip"]');
  expect(await count()).toBe(before + 2);
  await assign();
  await tag('add: ["VIP"]');
  await tag('remove: ["silver"]');
  // Its customer has the tag already.
  await tag('add: ["gold"]');
  expect(await count()).toBe(before + 2);
  expect(await sites()).toMatchObject([{ customer: { name: 'Acme' }, allTags: ['gold', 'vip'] }]);
  await tag('remove: ["gold", "vip"]');
  expect(await count()).toBe(before + 3);
  expect(await sites()).toMatchObject([{ allTags: ['gold'] }]);
});

test('Changing or deleting a customer changes its open alerts on every screen', async () => {
  const acme = await add({ name: 'Acme' });
  await rounds.addRule();
  rounds.network.device('AP Lobby').goOffline();
  await rounds.round(office, 1);
  await rounds.round(office, 3);
  const [site] = await sites();
  await change(`assignSites(siteIds: ["${site!.id}"], customerId: "${acme.id}")`);
  const events = (await rounds.history()).length;
  await customers().put(`/api/customers/${acme.id}`, { haloClientId: 7 });
  expect((await rounds.history()).length).toBe(events);
  await customers().put(`/api/customers/${acme.id}`, { name: 'Acme Dental', tags: ['gold'] });
  expect((await rounds.history()).length).toBe(events + 1);
  await customers().delete(`/api/customers/${acme.id}`);
  expect((await rounds.history()).length).toBe(events + 2);
});

test('A site keeps its customer while no controller lists it', async () => {
  const acme = await add({ name: 'Acme' });
  await rounds.round(office, 1);
  const [site] = await sites();
  await change(`assignSites(siteIds: ["${site!.id}"], customerId: "${acme.id}")`);
  await customers().delete(`/api/controllers/${office}`);
  expect(await sites()).toEqual([]);
  office = await rounds.addController();
  await rounds.round(office, 2);
  expect(await sites()).toMatchObject([{ id: site!.id, customer: { name: 'Acme' } }]);
});

test('Deleting a customer leaves its sites without one', async () => {
  const acme = await add({ name: 'Acme' });
  await rounds.round(office, 1);
  const [site] = await sites();
  await change(`assignSites(siteIds: ["${site!.id}"], customerId: "${acme.id}")`);
  await customers().delete(`/api/customers/${acme.id}`);
  expect(await sites()).toMatchObject([{ id: site!.id, customer: null }]);
});

test('A list says what is open and down at each customer and site, those in trouble first', async () => {
  const [acme, zeta] = [await add({ name: 'Acme' }), await add({ name: 'Zeta' })];
  await rounds.addRule();
  rounds.network.device('AP Lobby').goOffline();
  await rounds.round(office, 1);
  await rounds.round(office, 3);
  const [site] = await sites();
  await change(`assignSites(siteIds: ["${site!.id}"], customerId: "${zeta.id}")`);
  const facts = 'openAlertCount worstSeverity devices { online offline unknown }';
  const { data } = await as(rounds.alice).ask(`{
    customers(worstFirst: true) { name ${facts} }
    teamSites(worstFirst: true) { controllerName isMonitored ${facts} }
    byName: customers(first: 1, skip: 1) { name } customerCount(search: "zet")
    some: customers(ids: ["${acme.id}", "x"]) { name }
  }`);
  const inTrouble = { openAlertCount: 1, worstSeverity: 'error' };
  const [{ devices }] = data!['teamSites'] as [{ devices: { online: number } }];
  expect(devices).toMatchObject({ offline: 1, unknown: 0 });
  expect(devices.online).toBeGreaterThan(1);
  expect(data).toEqual({
    customers: [
      { name: 'Zeta', ...inTrouble, devices },
      {
        name: 'Acme',
        openAlertCount: 0,
        worstSeverity: null,
        devices: { online: 0, offline: 0, unknown: 0 },
      },
    ],
    teamSites: [{ controllerName: 'Office', isMonitored: true, ...inTrouble, devices }],
    byName: [{ name: 'Zeta' }],
    customerCount: 1,
    some: [{ name: 'Acme' }],
  });
});

test('Of customers and sites in equal trouble, those with more open alerts come first', async () => {
  const named = async (name: string, alerts: number) => {
    const { id } = await add({ name });
    const em = rounds.running.app.orm.em.fork();
    await em.execute(
      'insert into team_site (team_id, host_id, name, controller_id, customer_id) values (?, ?, ?, ?, ?)',
      [rounds.alice.teamId, name, `${name} office`, office, id],
    );
    await em.execute(
      `insert into alert (team_id, controller_id, rule_name, subject, type, severity, site_id, site_name, since, "timestamp")
       select ?, ?, 'Down', ? || n, 'device_offline', 'error', ?, ?, now(), now() from generate_series(1, ?) n`,
      [rounds.alice.teamId, office, name, name, name, alerts],
    );
  };
  await named('Acme', 1);
  await named('Birch', 9);
  await named('Zeta', 10);
  const { data } = await as(rounds.alice).ask(
    '{ customers(worstFirst: true) { name } teamSites(worstFirst: true, first: 3) { name } }',
  );
  expect(data).toEqual({
    customers: [{ name: 'Zeta' }, { name: 'Birch' }, { name: 'Acme' }],
    teamSites: [{ name: 'Zeta office' }, { name: 'Birch office' }, { name: 'Acme office' }],
  });
  // They have no timeline, as alerts of a controller would.
  await rounds.running.app.orm.em.fork().execute('delete from alert');
});

describe('A bulk assignment', () => {
  const assignment = '11111111-1111-4111-8111-111111111111';
  let [acme, birch, cedar]: Customer[] = [];
  const named = async () =>
    Object.fromEntries((await sites()).map(({ name, customer }) => [name, customer?.name ?? null]));
  const idOf = async (name: string) => (await sites()).find((site) => site.name === name)!.id;
  const assignAll = () =>
    customers().post('/api/sites/assign-matching', {
      filter: {},
      customerId: cedar!.id,
      assignmentId: assignment,
    });
  const undo = (person = rounds.alice) => rest(person).post(`/api/sites/assignments/${assignment}/undo`);

  beforeEach(async () => {
    [acme, birch, cedar] = [
      await add({ name: 'Acme' }),
      await add({ name: 'Birch' }),
      await add({ name: 'Cedar' }),
    ];
    const em = rounds.running.app.orm.em.fork();
    for (const [name, customer] of [
      ['Leeds', acme],
      ['York', birch],
      ['Hull', undefined],
    ] as const)
      await em.execute(
        'insert into team_site (team_id, host_id, name, controller_id, customer_id) values (?, ?, ?, ?, ?)',
        [rounds.alice.teamId, name, name, office, customer?.id ?? null],
      );
  });

  test('is undone by giving each site back the customer it had before', async () => {
    expect((await assignAll()).body).toEqual({ changed: 3, unchanged: 0 });
    expect(await named()).toEqual({ Leeds: 'Cedar', York: 'Cedar', Hull: 'Cedar' });
    expect(await undo()).toMatchObject({ status: 200, body: { count: 3 } });
    expect(await named()).toEqual({ Leeds: 'Acme', York: 'Birch', Hull: null });
    expect((await undo()).status).toBe(404);
    expect((await auditLog(rounds.running)).map(([action]) => action)).toContain('site.assign_undo');
  });

  test('of several calls is undone as a whole, to what each site had before the first of them', async () => {
    const [leeds, york] = [await idOf('Leeds'), await idOf('York')];
    const assign = (siteIds: string[], to: Customer) =>
      customers().post('/api/sites/assign', { siteIds, customerId: to.id, assignmentId: assignment });
    await assign([leeds], birch!);
    await assign([leeds, york], cedar!);
    expect((await undo()).body).toEqual({ count: 2 });
    expect(await named()).toEqual({ Leeds: 'Acme', York: 'Birch', Hull: null });
  });

  test('leaves out sites that were assigned again since, even to the same customer', async () => {
    await assignAll();
    await customers().post('/api/sites/assign', { siteIds: [await idOf('York')], customerId: acme!.id });
    await customers().post('/api/sites/assign', { siteIds: [await idOf('Hull')], customerId: cedar!.id });
    expect((await undo()).body).toEqual({ count: 1 });
    expect(await named()).toEqual({ Leeds: 'Acme', York: 'Acme', Hull: 'Cedar' });
  });

  test('does not touch sites that already had the customer', async () => {
    await customers().post('/api/sites/assign', { siteIds: [await idOf('York')], customerId: cedar!.id });
    await assignAll();
    expect((await undo()).body).toEqual({ count: 2 });
    expect(await named()).toEqual({ Leeds: 'Acme', York: 'Cedar', Hull: null });
  });

  test('leaves a site without a customer if the former one was deleted', async () => {
    await assignAll();
    await customers().delete(`/api/customers/${acme!.id}`);
    await undo();
    expect(await named()).toEqual({ Leeds: null, York: 'Birch', Hull: null });
  });

  test('that is repeated with upper-case IDs is undone once', async () => {
    const leeds = await idOf('Leeds');
    const assignmentId = assignment.replaceAll('1', 'A');
    const assign = () =>
      customers().post('/api/sites/assign', {
        siteIds: [leeds, leeds.toUpperCase()],
        customerId: cedar!.id,
        assignmentId,
      });
    expect([(await assign()).status, (await assign()).status]).toEqual([200, 200]);
    const path = `/api/sites/assignments/${assignmentId}/undo`;
    const undone = await Promise.all([1, 2, 3].map(() => rest(rounds.alice).post(path)));
    expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect(await named()).toMatchObject({ Leeds: 'Acme' });
  });

  test('can only be undone by its own team', async () => {
    await assignAll();
    expect((await undo(await rounds.person('Bob'))).status).toBe(404);
    expect(await named()).toMatchObject({ Leeds: 'Cedar' });
  });

  test('needs a UUID to be undone by', async () => {
    const { status, body } = await customers().post('/api/sites/assign-matching', {
      filter: {},
      assignmentId: 'mine',
    });
    expect([status, body]).toMatchObject([400, { message: 'Give a UUID' }]);
  });
});

test('Every matching site is assigned and tagged at once', async () => {
  const acme = await add({ name: 'Acme' });
  await rounds.round(office, 1);
  const bulk = async (mutation: string) =>
    (await as(rounds.alice).ask(`mutation { n: ${mutation} { changed unchanged } }`)).data;
  const [site] = await sites();
  const assign = (filter: string) => bulk(`assignMatchingSites(filter: ${filter}, customerId: "${acme.id}")`);
  const none = { n: { changed: 0, unchanged: 0 } };
  expect(await assign('{ search: "elsewhere" }')).toEqual(none);
  expect(await assign('{ ids: ["nobody", "00000000-0000-0000-0000-000000000000"] }')).toEqual(none);
  expect(await assign('{ unassigned: true }')).toEqual({ n: { changed: 1, unchanged: 0 } });
  expect(await assign('{ unassigned: true }')).toEqual(none);
  expect(await assign(`{ ids: ["${site!.id}"] }`)).toEqual({ n: { changed: 0, unchanged: 1 } });
  expect(await bulk(`tagMatchingSites(filter: { customerIds: ["${acme.id}"] }, add: ["Gold"])`)).toEqual({
    n: { changed: 1, unchanged: 0 },
  });
  expect(await sites()).toMatchObject([{ customer: { name: 'Acme' }, allTags: ['gold'] }]);
  const bob = as(await rounds.person('Bob'));
  const { errors } = await bob.ask(
    `mutation { assignMatchingSites(filter: {}, customerId: "${acme.id}") { changed } }`,
  );
  expect(errors).toMatchObject([{ message: 'Customer not found' }]);
});

test('Assigning sites to an empty customer ID is rejected, and they keep their customer', async () => {
  const acme = await add({ name: 'Acme' });
  await rounds.round(office, 1);
  const assign = (id: string) =>
    as(rounds.alice).ask(`mutation { assignMatchingSites(filter: {}, customerId: "${id}") { changed } }`);
  await assign(acme.id);
  expect((await assign('')).errors).toMatchObject([{ message: 'Customer not found' }]);
  expect(await sites()).toMatchObject([{ customer: { name: 'Acme' } }]);
});

test('A change to many sites costs a point for every ten of them', async () => {
  await rounds.round(office, 1);
  await rounds.running.app.orm.em.execute(
    `insert into team_site (team_id, controller_id, host_id, name)
     select team_id, id, 'HOST:' || n, 'Site ' || n from controller cross join generate_series(1, 500) n`,
  );
  const left = ({ headers }: { headers: Headers }) =>
    Number(/"cost";r=(\d+)/.exec(headers.get('ratelimit')!)![1]);
  const tag = (search: string) =>
    customers().post('/api/sites/tag-matching', { filter: { search }, add: ['gold'] });
  const [none, all] = [await tag('elsewhere'), await tag('Site')];
  expect([none.body, all.body]).toEqual([
    { changed: 0, unchanged: 0 },
    { changed: 500, unchanged: 0 },
  ]);
  expect(left(none) - left(all)).toBeGreaterThanOrEqual(50);
});

test('A change that open alerts follow costs a point for every ten of them, and nothing for them otherwise', async () => {
  await rounds.round(office, 1);
  await rounds.running.app.orm.em.execute(
    `insert into alert (team_id, controller_id, rule_name, subject, type, severity, device_name, site_id, site_name, since, timestamp)
     select c.team_id, c.id, 'Down', 'device ' || n, 'device_offline', 'error', 'AP ' || n, s.host_id, s.name, now(), now()
       from controller c cross join team_site s cross join generate_series(1, 1000) n`,
  );
  const left = ({ headers }: { headers: Headers }) =>
    Number(/"cost";r=(\d+)/.exec(headers.get('ratelimit')!)![1]);
  const tag = (name: string) => customers().post('/api/sites/tag-matching', { filter: {}, add: [name] });
  const [first, again, other, none] = [
    await tag('gold'),
    await tag('gold'),
    await tag('vip'),
    await tag('vip'),
  ];
  const costOfNothing = left(first) - left(again);
  expect(costOfNothing).toBeLessThan(50);
  expect(left(again) - left(other) - costOfNothing).toBeGreaterThanOrEqual(100);
  expect(left(other) - left(none)).toBe(costOfNothing);
  await rounds.running.app.orm.em.execute('delete from alert', [], 'run');
});

test('Customers and sites of another team are not found', async () => {
  const acme = await add({ name: 'Acme' });
  await rounds.round(office, 1);
  const [site] = await sites();
  const bob = rest(await rounds.person('Bob'));
  expect((await bob.get('/api/customers')).body).toEqual([]);
  expect((await bob.get('/api/sites')).body).toEqual([]);
  expect((await bob.put(`/api/customers/${acme.id}`, { name: 'Mine' })).status).toBe(404);
  expect((await bob.delete(`/api/customers/${acme.id}`)).status).toBe(404);
  const assigned = await bob.post('/api/sites/assign', { siteIds: [site!.id], customerId: null });
  expect(assigned.status).toBe(404);
  const his = (await bob.post('/api/customers', { name: 'Acme' })).body as Customer;
  expect(await change(`assignSites(siteIds: ["${site!.id}"], customerId: "${his.id}")`)).toBe(
    'Customer not found',
  );
  expect(await change(`assignSites(siteIds: [])`)).toBe('Choose at least one site');
});
