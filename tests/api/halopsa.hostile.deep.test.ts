import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HalopsaTicket, TicketStatus } from '#api/features/halopsa/tickets/halopsa-ticket.entity.ts';
import { openHalopsa } from '#api/features/halopsa/client/halopsa.client.ts';
import { category, client } from '#api/demo/halopsa/world.ts';
import { rest } from '#tests/support/rest.ts';
import { HalopsaTeam } from './halopsa.team.ts';

let team: HalopsaTeam;

beforeAll(async () => {
  team = await HalopsaTeam.start();
});
afterAll(() => team.running.close());
beforeEach(() => team.begin());
afterEach(() => team.end());

const alice = () => rest(team.cast.alice);
const onTickets = 'POST /api/Tickets';
const tried = () => alice().post('/api/integrations/halopsa/test');

/** What no database takes, and no screen shows: NUL, a pubsub, half a character, and what turns texts round. */
const junk = 'No\u0000 way\u0007 \ud83d \u202eend';
const cleanJunk = 'No way \ufffd end';

describe('A HaloPSA text that can’t be stored', () => {
  test('is cleaned in the error of a ticket', async () => {
    team.halo.faults.add({ on: onTickets, does: { status: 400, body: { Message: junk } } });
    const id = await team.raise();
    await team.work();
    expect(await team.ticket(id)).toMatchObject({ status: TicketStatus.failed });
    expect((await team.ticket(id)).reason).toContain(`HaloPSA rejected the ticket: ${cleanJunk}.`);
  });

  test('is cleaned in the error of a test, which says so', async () => {
    team.halo.faults.add({ on: 'GET /api/Client', does: { status: 500, body: { Message: junk } } });
    const { status, body } = await tried();
    expect(status).toBe(200);
    expect(body).toEqual({ success: false, message: `HaloPSA returned HTTP 500: ${cleanJunk}` });
  });

  test('is cleaned and shortened in names', async () => {
    team.halo.world.clients = [client(1, junk), client(2, 'x'.repeat(300))];
    await alice().post('/api/integrations/halopsa/refresh');
    expect((await alice().get('/api/halopsa/clients')).body).toEqual([
      { id: 1, name: cleanJunk },
      { id: 2, name: 'x'.repeat(200) },
    ]);
  });
});

describe('A number that can’t be stored', () => {
  test.each([3e9, -3e9, 1.5, 'GUID', null])('%j drops its row from the list', async (id) => {
    team.halo.world.clients = [client(id as number, 'Odd'), client(7, 'Even')];
    team.halo.world.categories = [category(id as number, 'Odd'), category(8, 'Even')];
    expect((await tried()).body).toMatchObject({ success: true });
    expect((await alice().get('/api/halopsa/clients')).body).toEqual([{ id: 7, name: 'Even' }]);
    expect((await alice().get('/api/halopsa/categories')).body).toEqual([{ id: 8, name: 'Even' }]);
  });

  test('for an existing ticket is reported, and no second ticket is opened', async () => {
    team.halo.faults.add({ on: onTickets, does: { status: 201, body: { id: 3e9 } } });
    const id = await team.raise();
    await team.work();
    expect(await team.ticket(id)).toMatchObject({
      status: TicketStatus.unknown,
      reason: 'HaloPSA accepted the ticket but returned no usable ticket number.',
    });
    const { reference } = await team.ticket(id);
    const row = { id: 3e9, summary: `AP [${reference}]`, details: '' };
    team.halo.faults.add({ on: 'GET /api/Tickets', does: { status: 200, body: { tickets: [row] } } });
    await team.later();
    expect(await team.ticket(id)).toMatchObject({
      status: TicketStatus.failed,
      reason: 'HaloPSA created the ticket with an unusable number: 3000000000.',
    });
    expect(team.asked(onTickets)).toBe(1);
  });

  test('for a ticket that is never found is searched for a few times, then left to a person', async () => {
    team.halo.faults.add({ on: onTickets, does: { status: 201, body: {} } });
    const id = await team.raise();
    await team.work();
    for (let look = 0; look < 6; look++) await team.later();
    const { reference, status, reason } = await team.ticket(id);
    expect(status).toBe(TicketStatus.failed);
    expect(reason).toBe(
      `HaloPSA accepted the ticket, but we can't find it by its reference ${reference}. Look for it in HaloPSA.`,
    );
    expect(team.asked(onTickets)).toBe(1);
    expect(await team.timeline(id)).toEqual([`ticket_failed: ${reason}`]);
  });
});

describe('Requests to HaloPSA are limited', () => {
  test('for concurrent tests: ten, and then none for a while', async () => {
    await team.connect({ clientSecret: 'wrong' });
    await team.work();
    team.halo.requests.length = 0;
    const answers = await Promise.all(Array.from({ length: 30 }, tried));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(team.asked('POST /auth/token')).toBeLessThanOrEqual(10);
    expect((await tried()).body).toEqual({
      message: 'The connection was tested too often. Try again in a few minutes.',
    });
  });

  test('for lists that are refreshed, and connections that are saved', async () => {
    const refresh = () => alice().post('/api/integrations/halopsa/refresh');
    for (let one = 0; one < 10; one++) expect((await refresh()).status).toBe(200);
    expect((await refresh()).status).toBe(429);
    for (let one = 0; one < 19; one++) expect((await team.connect({ tenant: 'lantern' })).status).toBe(200);
    expect((await team.connect()).status).toBe(429);
  });

  test('for people who open a list that fails: once a minute', async () => {
    await team.running.app.orm.em.execute('delete from halopsa_list');
    team.halo.faults.add({ on: 'GET /api/Client', does: { status: 500 } });
    for (let one = 0; one < 5; one++) {
      const { status, body } = await alice().get('/api/halopsa/clients');
      expect(status).toBe(502);
      expect(body).toEqual({ message: 'HaloPSA returned HTTP 500.' });
    }
    expect(team.asked('GET /api/Client')).toBe(1);
  });

  test('for the sites of unknown clients: never', async () => {
    for (let one = 1000; one < 1020; one++)
      expect((await alice().get(`/api/halopsa/clients/${one}/sites`)).body).toEqual([]);
    expect(team.halo.requests).toEqual([]);
  });

  test('for the sites of many clients: thirty in five minutes', async () => {
    // What failed once and has worked since is not named as the reason.
    team.halo.faults.add({ on: 'GET /api/Client', does: { status: 500 }, times: 1 });
    await tried();
    for (let one = 1000; one < 1040; one++) team.halo.world.clients.push(client(one, `Client ${one}`));
    await alice().post('/api/integrations/halopsa/refresh');
    const statuses: number[] = [];
    for (let one = 1000; one < 1040; one++)
      statuses.push((await alice().get(`/api/halopsa/clients/${one}/sites`)).status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
    expect(statuses.slice(30)).toEqual(Array(10).fill(429));
  });

  test('but a refreshed client shows its new sites immediately', async () => {
    const sites = async () => (await alice().get('/api/halopsa/clients/246/sites')).body;
    expect(await sites()).toHaveLength(2);
    team.halo.world.sites.push({ ...team.halo.world.sites[0]!, id: 777, name: 'New site' });
    expect(await sites()).toHaveLength(2);
    await alice().post('/api/integrations/halopsa/refresh');
    expect(await sites()).toHaveLength(3);
  });

  test('for two people who refresh at the same time: once', async () => {
    team.halo.faults.latencyMs = 50;
    const both = await Promise.all([1, 2].map(() => alice().post('/api/integrations/halopsa/refresh')));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(team.asked('GET /api/Priority')).toBe(1);
  });

  test('and lists stop at five thousand rows', async () => {
    for (let id = 1000; id < 7000; id++) team.halo.world.categories.push(category(id, `Category ${id}`));
    await alice().post('/api/integrations/halopsa/refresh');
    expect((await alice().get('/api/halopsa/categories')).body).toHaveLength(5000);
  });
});

test('A slow response for one team delays no other on the same server', async () => {
  const { authServer, resourceServer, clientId, clientSecret } = team.halo;
  const bob = rest(team.cast.bob);
  await bob.post('/api/integrations/halopsa', { authServer, resourceServer, clientId, clientSecret });
  const throttle = { status: 429, headers: { 'retry-after': '600' } };
  team.halo.faults.add({ on: 'GET /api/Client', does: throttle, times: 1 });
  expect((await bob.post('/api/integrations/halopsa/test')).body).toMatchObject({ success: false });
  const id = await team.raise();
  await team.work();
  expect(await team.alert(id)).toMatchObject({ ticketId: 1000 });
});

test('A HaloPSA that is slow with every page times out, before all pages are read', async () => {
  const { halo } = team;
  for (let id = 1000; id < 2000; id++) halo.world.clients.push(client(id, `Client ${id}`));
  halo.faults.latencyMs = 60;
  const until = Date.now() + 300;
  const slow = openHalopsa(team.running.app.outbound, {
    ...halo,
    ...halo.auth.settings,
    scope: 'all',
    id: 'slow',
    until,
  });
  await expect(slow.clients()).rejects.toThrow(/in time|too long to answer/);
  expect(Date.now() - until).toBeLessThan(500);
  expect(team.asked('GET /api/Client')).toBeLessThan(6);
});

describe('Credentials in an address', () => {
  test.each(['authServer', 'resourceServer'] as const)('are rejected in %s, not removed', async (field) => {
    const address = team.halo[field].replace('://', '://ada:lovelace@');
    const { status, body } = await team.connect({ [field]: address });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      fields: { [field]: 'Remove the user name and password from the URL' },
    });
  });
});

describe('Ticket settings require a severity, and a site needs its client', () => {
  const severities = { message: 'Choose at least one severity' };
  const rules = () => `/api/alert-rules/${team.ruleId}`;
  const controller = () => `/api/controllers/${team.cast.alice.controllerId}/halopsa-config`;
  const strange = 'This site belongs to another client in HaloPSA';

  test('in a rule', async () => {
    const none = await alice().put(rules(), { haloSeverityLevels: [] });
    expect([none.status, none.body]).toEqual([400, expect.objectContaining(severities)]);
    expect((await alice().put(rules(), { haloEnabled: false, haloSeverityLevels: [] })).status).toBe(200);
    expect((await alice().put(rules(), { haloEnabled: true })).status).toBe(400);
    await alice().get('/api/halopsa/clients/246/sites');
    const other = await alice().put(rules(), { haloClientId: 246, haloSiteId: 601 });
    expect(other.body).toMatchObject({ fields: { haloSiteId: strange } });
    expect((await alice().put(rules(), { haloClientId: 246, haloSiteId: 554 })).status).toBe(200);
    await alice().get('/api/halopsa/clients/301/sites');
    const moved = await alice().put(rules(), { haloClientId: 301 });
    expect(moved.body).toMatchObject({ fields: { haloSiteId: strange } });
    const nobody = await alice().put(rules(), { haloClientId: null });
    expect(nobody.body).toMatchObject({ fields: { haloSiteId: 'Choose a client before a site' } });
    expect((await alice().put(rules(), { haloClientId: 301, haloSiteId: null })).status).toBe(200);
  });

  test('in a controller', async () => {
    const none = await alice().put(controller(), { enabled: true, severityLevels: [] });
    expect([none.status, none.body]).toEqual([400, expect.objectContaining(severities)]);
    expect((await alice().put(controller(), { severityLevels: [] })).status).toBe(200);
    expect((await alice().put(controller(), { enabled: true })).status).toBe(400);
    await alice().get('/api/halopsa/clients/246/sites');
    const other = await alice().put(controller(), { haloClientId: 246, haloSiteId: 601 });
    expect(other.body).toMatchObject({ fields: { haloSiteId: strange } });
    expect((await alice().put(controller(), { haloClientId: 246, haloSiteId: 554 })).status).toBe(200);
  });
});

test('An invalid response for one ticket does not prevent checks of others', async () => {
  const [odd, even] = [await team.raise('odd'), await team.raise('even')];
  await team.work();
  const { ticketId } = await team.alert(odd);
  team.halo.faults.add({ on: `GET /api/Tickets/${ticketId}`, does: { status: 400, body: junk } });
  team.halo.closeTicket((await team.alert(even)).ticketId!);
  await team.rows().nativeUpdate(HalopsaTicket, { alert: odd }, { nextCheckAt: new Date(0) });
  await team.later();
  expect((await team.alert(even)).acknowledgedAt).not.toBeNull();
  expect((await team.alert(odd)).acknowledgedAt).toBeNull();
});
