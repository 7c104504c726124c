import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { addFirstPackages } from '#api/features/packages/packages.service.ts';
import { Currency, Package } from '#api/features/packages/package.entity.ts';
import { table } from '#api/rest/table.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addController, enter, password, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { raise, startServer, type Running } from '#tests/support/running.ts';
import { audience } from './audience.ts';
import { documented } from './rest.documented.ts';

const rows = Object.entries(table).map(([call, field]) => ({ call, field }));
const audienceOf = (field: string) => audience[`query ${field}`] ?? audience[`mutation ${field}`];
/** What everyone reads elsewhere is for administrators where its path says so. */
const ofAdmins = rows.filter(({ call }) => call.includes(' /api/admin/'));
const forVisitors = rows
  .filter((row) => audienceOf(row.field) === 'visitor' && !ofAdmins.includes(row))
  .map(({ call }) => call);
/** What is said of the one that is not there, by the call that asks for it. */
const absent: Record<string, string> = {
  controllers: 'Controller not found',
  'alert-rules': 'Alert rule not found',
  integrations: 'Integration not found',
  'admin/integration-templates': 'Integration template not found',
  'admin/packages': 'Package not found',
  'admin/users': 'User not found',
  'admin/website/menu': 'Menu item not found',
  'admin/website/social': 'Social link not found',
};
const aboutOne = rows.flatMap(({ call }) => {
  const noun = Object.keys(absent).find((noun) => call.includes(` /api/${noun}/:`));
  return noun ? [{ call, message: absent[noun] }] : [];
});

let running: Running;
let cast: Cast;

beforeAll(async () => {
  // No one listens at port 9: UniFi does not answer.
  running = await startServer({ config: { unifiApiUrl: 'http://127.0.0.1:9' } });
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  running.app.content.changed();
  cast = await enter(running);
});

function call(person: Parameters<typeof rest>[0], row: string, body?: unknown, id: string = randomUUID()) {
  const [method = '', path = ''] = row.split(' ');
  const request = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const headers = { 'content-type': 'application/json' };
  return rest(person).send(path.replace(/:\w+/, id), { ...request, headers });
}

describe('The table of calls', () => {
  test('contains each documented call', () => {
    const written = rows.map((row) => row.call.replace(/:\w+/, ':id'));
    expect(documented.filter((call) => !written.includes(call))).toEqual([]);
  });

  test.each(rows)('names a field of the schema: $call', ({ field }) => {
    const roots = [running.schema.getQueryType(), running.schema.getMutationType()];
    expect(roots.some((type) => type?.getFields()[field])).toBe(true);
  });
});

describe('A visitor', () => {
  test.each(rows.filter((row) => !forVisitors.includes(row.call)))(
    'is refused, whatever they send: $call',
    async (row) => {
      for (const body of [undefined, {}, { name: 5 }, []]) {
        const answer = await call(cast.vic, row.call, row.call.startsWith('GET') ? undefined : body);
        expect(answer).toMatchObject({ status: 401, body: { message: 'You need to be signed in' } });
      }
    },
  );

  test('may see the packages and sign in', async () => {
    expect((await call(cast.vic, 'GET /api/packages')).status).toBe(200);
    expect((await call(cast.vic, 'POST /api/auth/login', {})).status).toBe(400);
  });
});

test('A customer is refused each administrator call, whatever they send', async () => {
  for (const row of ofAdmins)
    expect([
      row.call,
      (await call(cast.alice, row.call, row.call.startsWith('GET') ? undefined : {})).status,
    ]).toEqual([row.call, 403]);
});

describe('Another team’s data', () => {
  test.each(aboutOne)('is not found, like an ID that never existed: $call', async (row) => {
    const em = running.app.orm.em.fork();
    const rule = await em.findOneOrFail(AlertRule, { team: cast.alice.teamId });
    const asker = row.call.includes('/admin/') ? cast.grace : cast.bob;
    const never = await call(asker, row.call);
    expect(never).toMatchObject({ status: 404, body: { message: row.message } });
    for (const id of [rule.id, cast.alice.controllerId, 'no-id', '%00', '%F0%9F%9A%A8']) {
      const answer = await call(asker, row.call, undefined, id);
      expect([answer.status, answer.text]).toEqual([404, never.text]);
    }
  });

  test('an unknown call gets a 404 in JSON', async () => {
    for (const path of [
      '/api',
      '/api/nothing',
      '/api/alert-rules/a/b/c',
      `/api/alert-rules/${'x'.repeat(400)}`,
    ]) {
      const answer = await rest(cast.alice).send(path, { headers: { accept: 'text/html' } });
      expect(answer, path).toMatchObject({ status: 404, body: { message: 'Not found' } });
    }
  });
});

describe('The responses', () => {
  test('to GET /api/auth/user contain the person as documented, and no secrets', async () => {
    const { status, body } = await rest(cast.grace).get('/api/auth/user');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: cast.grace.userId,
      email: 'grace@netlantern.test',
      firstName: 'Grace',
      lastName: 'Tester',
      companyName: "Grace's company",
      websiteUrl: null,
      packageId: null,
      role: 'super_admin',
      subscriptionStatus: 'active',
      suspended: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      stripeSubscriptionId: null,
      twoFactorEnabled: false,
      team: expect.objectContaining({ id: cast.grace.teamId, name: "Grace's company" }),
      // Beside what is documented: what our own screens go by.
      teamRole: 'owner',
      mustSetUpTwoFactor: false,
      sessionTimeout: 30,
      lastSignInAt: null,
      packageName: null,
      administersFromHere: true,
      teamPackage: null,
      emailVerified: true,
    });
  });

  test('to GET /api/controllers contain the controllers, with the last characters of their keys', async () => {
    const { text, body } = await rest(cast.alice).get('/api/controllers');
    expect(body).toEqual([
      expect.objectContaining({
        id: cast.alice.controllerId,
        name: 'Head Office',
        apiKeyTail: '7777',
        url: expect.stringMatching(/^https:\/\//),
        status: 'online',
        version: null,
        deviceCount: null,
        totalSites: null,
        lastSync: null,
        selectedSiteId: 'HOST:1',
        selectedSiteName: 'Head Office',
      }),
    ]);
    expect(text).not.toContain('site-manager-key');
  });

  test('to GET /api/controllers/:id/alerts contain the open alerts and the site', async () => {
    await raise(running, { ...cast.alice }, 'AP Lobby');
    const { body } = await rest(cast.alice).get(`/api/controllers/${cast.alice.controllerId}/alerts`);
    const message = expect.stringMatching(
      /^AP Lobby \(Office\) has been offline since \d\d:\d\d UTC$/,
    ) as string;
    expect(body).toMatchObject({ siteName: 'Head Office', alerts: [{ message }] });
    expect((body as { alerts: object[] }).alerts[0]).toMatchObject({
      id: expect.any(String),
      severity: 'error',
      deviceName: 'AP Lobby',
      timestamp: expect.any(String),
      type: 'device_offline',
    });
    const siteless = await addController(cast.alice, { selectedSiteId: null, selectedSiteName: null });
    const nowhere = await rest(cast.alice).get(`/api/controllers/${siteless}/alerts`);
    expect(nowhere.body).toMatchObject({ alerts: [], siteName: 'Unknown Site' });
  });

  test('to calls about sessions list them, and count those that ended', async () => {
    const login = { email: cast.alice.email, password };
    for (const _twice of [1, 2]) await rest(cast.vic).post('/api/auth/login', login);
    const { body } = await rest(cast.alice).get('/api/auth/sessions');
    expect(body).toHaveLength(3);
    const other = (body as { id: string; current: boolean }[]).find(({ current }) => !current);
    const ended = await rest(cast.alice).delete(`/api/auth/sessions/${other?.id}`);
    expect(ended).toMatchObject({ status: 200, body: { id: other?.id } });
    expect(await rest(cast.alice).delete('/api/auth/sessions')).toMatchObject({ body: { count: 1 } });
    const all = await rest(cast.grace).delete(`/api/admin/users/${cast.alice.userId}/sessions`);
    expect(all).toMatchObject({ status: 200, body: { count: 1 } });
    expect((await rest(cast.alice).get('/api/auth/user')).status).toBe(401);
  });

  test('to DELETE contain the deleted ID', async () => {
    const [rule] = (await rest(cast.alice).get('/api/alert-rules')).body as { id: string }[];
    const answer = await rest(cast.alice).delete(`/api/alert-rules/${rule?.id}`);
    expect(answer).toMatchObject({ status: 200, body: { id: rule?.id } });
    expect((await rest(cast.alice).delete(`/api/alert-rules/${rule?.id}`)).status).toBe(404);
  });

  test('are 502 with the reason if UniFi does not respond', async () => {
    const sites = await rest(cast.alice).get(`/api/unifi/sites?controller=${cast.alice.controllerId}`);
    expect(sites).toMatchObject({
      status: 502,
      body: { message: expect.stringMatching(/^Failed to fetch sites: /) },
    });
    const add = await rest(cast.alice).post('/api/controllers', { name: 'New', apiKey: 'key' });
    expect(add).toMatchObject({
      status: 502,
      body: { message: expect.stringContaining('Failed to connect') },
    });
    const connect = await rest(cast.alice).post('/api/unifi/connect', { apiKey: 'key' });
    expect(connect.status).toBe(502);
    const tried = await rest(cast.alice).post(`/api/controllers/${cast.alice.controllerId}/test`);
    expect(tried).toMatchObject({ status: 200, body: { success: false, error: expect.any(String) } });
  });
});

describe('The price list', () => {
  test('contains the packages on sale, in order, with the documented fields', async () => {
    const em = running.app.orm.em.fork();
    await addFirstPackages(em, Currency.GBP);
    await em.nativeUpdate(Package, { name: 'Provider Plan' }, { position: -1 });
    await em.nativeUpdate(Package, { name: 'Free' }, { isActive: false });
    const { body } = await rest(cast.vic).get('/api/packages');
    const names = (body as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['Provider Plan', 'Professional Plan']);
    expect((body as object[])[1]).toEqual({
      id: expect.any(String),
      name: 'Professional Plan',
      description: expect.any(String),
      price: '29.99',
      currency: 'GBP',
      maxControllers: 5,
      maxDevices: 100,
      maxAlertsPerMonth: 1000,
      dataRetentionDays: 30,
      stripePriceId: null,
      stripePriceIdUsd: null,
      features: expect.arrayContaining(['Live alerts']),
      isActive: true,
      subscriberCount: null,
    });
    expect((body as object[])[0]).toMatchObject({ maxControllers: -1, maxDevices: -1 });
  });
});
