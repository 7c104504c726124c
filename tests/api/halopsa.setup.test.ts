import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { HalopsaConnection } from '#api/features/halopsa/halopsa-connection.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { category, client, site } from '#api/demo/halopsa-world.ts';
import { addMember } from '#tests/support/members.ts';
import { rest } from '#tests/support/rest.ts';
import { HalopsaTeam } from './halopsa.team.ts';

let team: HalopsaTeam;

beforeAll(async () => {
  team = await HalopsaTeam.start();
});
afterAll(() => team.running.close());
beforeEach(() => team.begin({ connected: false }));
afterEach(() => team.end());

const alice = () => rest(team.cast.alice);
const shown = async () => (await alice().get('/api/integrations/halopsa')).body as Record<string, unknown>;
const tried = async () => (await alice().post('/api/integrations/halopsa/test')).body;

describe('Connecting', () => {
  test('begins with nothing', async () => {
    expect(await shown()).toBeNull();
    expect((await alice().get('/api/halopsa/clients')).body).toEqual([]);
    expect(await tried()).toEqual({
      success: false,
      message: 'HaloPSA is not configured. Set it up, then try again.',
    });
    expect((await alice().delete('/api/integrations/halopsa')).status).toBe(409);
  });

  test('takes the four documented fields, finds the tenant, and shows no secret', async () => {
    const { status, body, text } = await team.connect();
    expect(status).toBe(200);
    const { authServer, resourceServer, clientId, clientSecret } = team.halo;
    expect(body).toMatchObject({
      authServer,
      resourceServer,
      clientId,
      tenant: 'lantern',
      clientSecretTail: clientSecret.slice(-4),
      scope: 'read:customers read:tickets edit:tickets',
      problems: [],
    });
    expect(text).not.toContain(clientSecret);
    expect(await tried()).toEqual({
      success: true,
      message: 'Connected to HaloPSA: 3 clients and 2 ticket types.',
    });
    const [entry] = await team.rows().find(AuditEntry, { action: 'halopsa.connect' });
    expect(entry).toMatchObject({ actor: team.cast.alice.email, subject: 'HaloPSA' });
    expect(JSON.stringify(entry)).not.toContain(clientSecret);
  });

  test('completes bare addresses and takes slashes off', async () => {
    const { url } = team.halo;
    const { body } = await team.connect({ authServer: `${url}/`, resourceServer: url });
    expect(body).toMatchObject({ authServer: `${url}/auth`, resourceServer: `${url}/api` });
    const again = await team.connect({ authServer: `${url}/auth/token/`, resourceServer: `${url}/api//` });
    expect(again.body).toMatchObject({ authServer: `${url}/auth`, resourceServer: `${url}/api` });
  });

  test('knows servers without tenants, and sends them none', async () => {
    await team.end();
    await team.begin({ tenant: null, connected: false });
    await team.connect();
    expect(await tried()).toMatchObject({ success: true });
    const asked = team.halo.requests.find(({ path }) => path === '/auth/token');
    expect(asked!.query.has('tenant')).toBe(false);
  });

  test.each([
    [{ authServer: '' }, 'Please enter a valid URL'],
    [{ authServer: 'halo' }, 'Please enter a valid URL'],
    [{ resourceServer: 'ftp://halo.example' }, 'Please enter a valid URL'],
    [{ resourceServer: `https://halo.example/${'x'.repeat(500)}` }, 'Please enter a valid URL'],
    [{ clientId: '  ' }, 'Client ID is required'],
    [{ clientSecret: '' }, 'Client Secret is required'],
    [{ clientSecret: null }, 'Client Secret is required'],
    [{ authServer: 'https://10.0.0.7/auth' }, 'not on the public internet'],
    [{ authServer: 'http://169.254.169.254/auth' }, 'not on the public internet'],
    [{ tenant: 'a b' }, 'Tenant must be a name as it stands in the address'],
    [{ ticketTypeId: 'many' }, 'Ticket type id must be a whole number'],
  ])('refuses %j', async (changes, sentence) => {
    const { status, body } = await team.connect(changes);
    expect(status).toBe(400);
    expect((body as { message: string }).message).toContain(sentence);
    expect(await shown()).toBeNull();
  });

  test('keeps the stored secret where none is sent, but for no other server', async () => {
    await team.connect();
    expect((await team.connect({ clientSecret: '', closesTickets: true })).status).toBe(200);
    expect(await tried()).toMatchObject({ success: true });
    for (const field of ['authServer', 'resourceServer']) {
      const { status, body } = await team.connect({ clientSecret: '', [field]: 'https://elsewhere.example' });
      expect(status).toBe(400);
      expect(body).toMatchObject({ fields: { clientSecret: 'Client Secret is required' } });
    }
    expect(await shown()).toMatchObject({ authServer: team.halo.authServer, closesTickets: true });
  });

  test('ends with everything that was kept, by a member and for the record', async () => {
    await team.connect();
    expect((await alice().delete('/api/integrations/halopsa')).status).toBe(200);
    expect(await shown()).toBeNull();
    expect(await team.rows().count(AuditEntry, { action: 'halopsa.disconnect' })).toBe(1);
  });

  test('is nobody else’s business', async () => {
    await team.connect();
    expect((await rest(team.cast.bob).get('/api/integrations/halopsa')).body).toBeNull();
    expect((await rest(team.cast.bob).get('/api/halopsa/clients')).body).toEqual([]);
    expect((await rest(team.cast.vic).get('/api/integrations/halopsa')).status).toBe(401);
    const viewer = rest(await addMember(team.cast.alice, TeamRole.viewer));
    expect((await viewer.get('/api/integrations/halopsa')).status).toBe(200);
    expect((await viewer.post('/api/integrations/halopsa/test')).status).toBe(403);
    expect((await viewer.post('/api/integrations/halopsa', { ...team.halo.auth.settings })).status).toBe(403);
    expect((await viewer.delete('/api/integrations/halopsa')).status).toBe(403);
  });
});

describe('The connection test says what is wrong', () => {
  test.each([
    ['a wrong secret', { clientSecret: 'wrong' }, 'does not accept the client ID and secret'],
    ['a wrong tenant', { tenant: 'other' }, 'Check the authorisation server and the tenant.'],
    [
      'a scope that is not allowed',
      { scope: 'read:tickets read:teams' },
      'does not allow one of the scopes "read:tickets read:teams"',
    ],
  ])('%s', async (_, changes, said) => {
    await team.connect(changes);
    const { success, message } = (await tried()) as { success: boolean; message: string };
    expect(success).toBe(false);
    expect(message).toContain(said);
    expect(await shown()).toMatchObject({ lastFailure: message, problems: [message] });
  });

  test('rights that are missing, by what was granted', async () => {
    await team.connect({ scope: 'read:tickets' });
    expect(((await tried()) as { message: string }).message).toContain(
      'no access to Client. Granted: read:tickets.',
    );
    team.halo.requests.length = 0;
    await tried();
    // A new token might have had more rights: it was worth one try.
    expect(team.asked('GET /api/Client')).toBe(2);
  });

  test('an address where something else answers, and one where nothing does', async () => {
    await team.connect({ resourceServer: `${team.halo.url}/elsewhere`, tenant: 'lantern' });
    expect(((await tried()) as { message: string }).message).toContain('Check the resource server.');
    await team.connect();
    await team.halo.close();
    expect(((await tried()) as { message: string }).message).toContain('The server refused the connection');
  });

  test('and a repaired one is well again', async () => {
    await team.connect({ clientSecret: 'wrong' });
    await tried();
    await team.connect();
    expect(await tried()).toMatchObject({ success: true });
    expect(await shown()).toMatchObject({ lastFailure: null, problems: [] });
  });
});

describe('Lists', () => {
  beforeEach(() => team.connect());

  const names = async (path: string) =>
    ((await alice().get(path)).body as { name: string }[]).map(({ name }) => name);

  test.each([false, true])('are read in both shapes (wrapped: %s)', async (wrapped) => {
    team.halo.faults.wrapsLists = wrapped;
    expect(await names('/api/halopsa/clients')).toEqual(['Contoso Dental', 'Unknown', 'Fabrikam Retail']);
    expect(await names('/api/halopsa/clients/246/sites')).toEqual(['Main', 'Branch']);
    expect(await names('/api/halopsa/categories')).toEqual([
      'Account Administration',
      'Hardware>Laptop',
      'Hardware>Network',
      'Network>Wireless',
    ]);
    expect((await alice().get('/api/halopsa/priorities')).body).toEqual([
      { id: 1, name: 'Critical' },
      { id: 2, name: 'High' },
      { id: 3, name: 'Medium' },
      { id: 4, name: 'Low' },
    ]);
    expect(await names('/api/halopsa/ticket-types')).toEqual(['Incident', 'Alert']);
    expect(await names('/api/halopsa/statuses')).toContain('Closed');
  });

  test('of any length are read to their end, however pages are capped and counted', async () => {
    team.halo.faults.capsPages = true;
    team.halo.faults.countLies = true;
    team.halo.faults.floatIds = true;
    for (let id = 1000; id < 1230; id++) team.halo.world.clients.push(client(id, `Client ${id}`));
    const all = await names('/api/halopsa/clients');
    expect(all).toHaveLength(233);
    expect(new Set(all).size).toBe(233);
    expect(team.asked('GET /api/Client')).toBe(6);
  });

  test('with rows too long for one answer are read in smaller pages', async () => {
    for (let id = 1000; id < 1100; id++)
      team.halo.world.clients.push(client(id, `${id} ${'x'.repeat(60_000)}`));
    expect(await names('/api/halopsa/clients')).toHaveLength(103);
    expect(team.asked('GET /api/Client')).toBeGreaterThan(4);
  });

  test('that come whole and are too long are read as far as they go, and that is said', async () => {
    for (let id = 1000; id < 1100; id++)
      team.halo.world.categories.push(category(id, `${id} },{ ${'x'.repeat(60_000)}`));
    const read = await names('/api/halopsa/categories');
    expect(read.length).toBeGreaterThan(30);
    expect(read.length).toBeLessThan(104);
    expect((await shown())['problems']).toEqual([
      'HaloPSA has more categories than could be read: some are not listed.',
    ]);
  });

  test('are asked for once a day, and again on demand', async () => {
    await names('/api/halopsa/clients');
    team.halo.world.clients.push(client(400, 'New client'));
    expect(await names('/api/halopsa/clients')).not.toContain('New client');
    expect(team.asked('GET /api/Client')).toBe(2);
    expect((await alice().post('/api/integrations/halopsa/refresh')).status).toBe(200);
    expect(await names('/api/halopsa/clients')).toContain('New client');
  });

  test('are refreshed after saving', async () => {
    await names('/api/halopsa/clients');
    team.halo.world.clients.push(client(400, 'New client'));
    await team.connect({ clientSecret: '' });
    await team.work();
    expect(await names('/api/halopsa/clients')).toContain('New client');
  });

  test('are shown as they were where HaloPSA does not answer, and that is said', async () => {
    const before = await names('/api/halopsa/clients');
    await team.running.app.orm.em
      .getConnection()
      .execute(`update halopsa_list set read_at = now() - interval '2 days'; delete from attempt`);
    team.halo.faults.add({ on: 'GET /api/', does: { status: 500 } });
    expect(await names('/api/halopsa/clients')).toEqual(before);
    expect((await shown())['problems']).toEqual(['HaloPSA answered 500.']);
  });

  test('that were never read are an error', async () => {
    team.halo.faults.add({ on: 'GET /api/', does: { status: 500 } });
    const { status, body } = await alice().get('/api/halopsa/clients');
    expect(status).toBe(502);
    expect(body).toEqual({ message: 'HaloPSA answered 500.' });
    expect((await alice().get('/api/halopsa/clients/nobody/sites')).status).toBe(400);
  });

  test('say what of a rule or a controller is not in them any more', async () => {
    await alice().put(`/api/controllers/${team.cast.alice.controllerId}/halopsa-config`, {
      enabled: true,
      haloClientId: 301,
    });
    await tried();
    team.halo.world.clients = team.halo.world.clients.filter(({ id }) => id !== 301);
    team.halo.world.sites = [site(20, 'Main', 12, 'Unknown')];
    await alice().post('/api/integrations/halopsa/refresh');
    await names('/api/halopsa/clients/246/sites');
    expect((await shown())['problems']).toEqual([
      'The site "Main" does not belong to the client "Contoso Dental" in HaloPSA: it is gone, or another client\'s. Choose another site in the rule "Anything down", then try again.',
      'The client number 301 is not in HaloPSA any more. Choose another client in the controller "Head Office", then try again.',
    ]);
  });

  test('share one token, however many want one at a time', async () => {
    await Promise.all([1, 2, 3].map(() => names('/api/halopsa/clients')));
    expect(team.asked('POST /auth/token')).toBe(1);
  });

  test('never meet the token of credentials that were changed', async () => {
    await names('/api/halopsa/clients');
    await team.connect({ clientSecret: 'wrong' });
    expect(await tried()).toMatchObject({ success: false });
  });
});

describe('A controller', () => {
  beforeEach(() => team.connect());

  const path = () => `/api/controllers/${team.cast.alice.controllerId}`;
  const configure = (body: unknown) => alice().put(`${path()}/halopsa-config`, body);

  test('is told what of its alerts becomes a ticket; names are stored, another client clears the site', async () => {
    await alice().post('/api/integrations/halopsa/refresh');
    await alice().get('/api/halopsa/clients/246/sites');
    const all = {
      enabled: true,
      severityLevels: ['critical', 'warning'],
      haloClientId: 246,
      haloSiteId: 554,
      haloPriority: 1,
      haloCategory: 7,
    };
    expect((await configure(all)).body).toMatchObject({
      haloEnabled: true,
      haloSeverityLevels: ['critical', 'warning'],
      haloClientId: 246,
      haloClientName: 'Contoso Dental',
      haloSiteId: 554,
      haloSiteName: 'Branch',
      haloPriority: 1,
      haloCategory: 7,
      haloCategoryName: 'Hardware>Network',
    });
    expect((await configure({ haloClientId: 301 })).body).toMatchObject({
      haloEnabled: true,
      haloClientName: 'Fabrikam Retail',
      haloSiteId: null,
      haloSiteName: null,
    });
  });

  test.each([
    [{ haloPriority: 4 }, 'Priority must be between 1 and 3'],
    [{ haloPriority: 0 }, 'Priority must be between 1 and 3'],
    [{ haloCategory: 0 }, 'Category must be at least 1'],
    [{ severityLevels: ['dreadful'] }, 'Severity levels must be one of'],
    [{ severityLevels: ['info', 'info'] }, 'Each severity can be chosen once'],
    [{ haloSiteId: 554 }, 'Choose a client before a site'],
    [{ enabled: 'perhaps' }, 'Enabled must be true or false'],
    [{ haloClientName: 'x'.repeat(201) }, 'Client name must be 200 characters or less'],
  ])('is not configured by %j', async (body, sentence) => {
    const answer = await configure(body);
    expect(answer.status).toBe(400);
    expect((answer.body as { message: string }).message).toContain(sentence);
    const { haloSiteId, haloPriority } = await team
      .rows()
      .findOneOrFail(Controller, team.cast.alice.controllerId);
    expect({ haloSiteId, haloPriority }).toEqual({ haloSiteId: null, haloPriority: 2 });
  });

  test('cannot be enabled without HaloPSA', async () => {
    await team.rows().nativeDelete(HalopsaConnection, {});
    expect((await configure({ enabled: true })).body).toMatchObject({
      message: 'You need to configure HaloPSA integration before enabling automatic ticket creation.',
    });
  });

  test('opens a real test ticket that says what it is', async () => {
    await configure({ enabled: true, haloClientId: 246 });
    const { body } = await alice().post(`${path()}/test-halopsa-alert`);
    expect(body).toEqual({
      success: true,
      message: `Test ticket 1000 was opened in HaloPSA: ${team.halo.url}/tickets?id=1000`,
    });
    expect(team.halo.tickets).toMatchObject([
      { summary: expect.stringMatching(/^\[Test\] Test alert of Head Office \[NL-/), client_id: 246 },
    ]);
  });

  test('opens one test ticket also where the answer is lost, and says what HaloPSA refuses', async () => {
    team.halo.faults.add({ on: 'POST /api/Tickets', does: 'doThenDrop', times: 1 });
    const { body } = await alice().post(`${path()}/test-halopsa-alert`);
    expect(body).toMatchObject({ success: true });
    expect(team.halo.tickets).toHaveLength(1);
    team.halo.world.ticketTypes[0]!.mandatory.push('category_1');
    expect((await alice().post(`${path()}/test-halopsa-alert`)).body).toMatchObject({
      success: false,
      message: expect.stringContaining('Please enter a value for category_1 (Incident)'),
    });
  });

  test('of another team is not found, and test tickets are not without end', async () => {
    const bob = rest(team.cast.bob);
    expect((await bob.put(`${path()}/halopsa-config`, { enabled: true })).status).toBe(404);
    expect((await bob.post(`${path()}/test-halopsa-alert`)).status).toBe(404);
    expect((await rest(team.cast.vic).post(`${path()}/test-halopsa-alert`)).status).toBe(401);
    for (let one = 0; one < 10; one++) await alice().post(`${path()}/test-halopsa-alert`);
    expect((await alice().post(`${path()}/test-halopsa-alert`)).status).toBe(429);
    expect(team.halo.tickets).toHaveLength(10);
  });
});
