import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { category, client, site } from '#api/demo/halopsa/world.ts';
import { rest } from '#tests/support/rest.ts';
import { HalopsaTeam } from './halopsa.team.ts';

let team: HalopsaTeam;

beforeAll(async () => {
  team = await HalopsaTeam.start();
});
afterAll(() => team.running.close());
beforeEach(async () => {
  await team.begin({ connected: false });
  await team.connect();
});
afterEach(() => team.end());

const alice = () => rest(team.cast.alice);
const shown = async () => (await alice().get('/api/integrations/halopsa')).body as Record<string, unknown>;
const tried = async () => (await alice().post('/api/integrations/halopsa/test')).body;

describe('Lists', () => {
  const names = async (path: string) =>
    ((await alice().get(path)).body as { name: string }[]).map(({ name }) => name);

  test.each([false, true])('are read in both formats (wrapped: %s)', async (wrapped) => {
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

  test('of any length are read to their end, however pages are limited and counted', async () => {
    team.halo.faults.capsPages = true;
    team.halo.faults.countLies = true;
    team.halo.faults.floatIds = true;
    for (let id = 1000; id < 1230; id++) team.halo.world.clients.push(client(id, `Client ${id}`));
    const all = await names('/api/halopsa/clients');
    expect(all).toHaveLength(233);
    expect(new Set(all).size).toBe(233);
    expect(team.asked('GET /api/Client')).toBe(6);
  });

  test('with rows too long for one response are read in smaller pages', async () => {
    for (let id = 1000; id < 1100; id++)
      team.halo.world.clients.push(client(id, `${id} ${'x'.repeat(60_000)}`));
    expect(await names('/api/halopsa/clients')).toHaveLength(103);
    expect(team.asked('GET /api/Client')).toBeGreaterThan(4);
  });

  test('that ignore paging and are too long are read as far as possible, with a note', async () => {
    for (let id = 1000; id < 1100; id++)
      team.halo.world.categories.push(category(id, `${id} },{ ${'x'.repeat(60_000)}`));
    const read = await names('/api/halopsa/categories');
    expect(read.length).toBeGreaterThan(30);
    expect(read.length).toBeLessThan(104);
    expect((await shown())['problems']).toEqual([
      "HaloPSA has more categories than we can read, so some aren't listed.",
    ]);
  });

  test('are requested once a day, and on request', async () => {
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

  test('are shown from the cache if HaloPSA does not respond, with a note', async () => {
    const before = await names('/api/halopsa/clients');
    await team.running.app.orm.em.execute(
      `update halopsa_list set read_at = now() - interval '2 days'; delete from attempt`,
    );
    team.halo.faults.add({ on: 'GET /api/', does: { status: 500 } });
    expect(await names('/api/halopsa/clients')).toEqual(before);
    expect((await shown())['problems']).toEqual(['HaloPSA returned HTTP 500.']);
  });

  test('that were never read are an error', async () => {
    team.halo.faults.add({ on: 'GET /api/', does: { status: 500 } });
    const { status, body } = await alice().get('/api/halopsa/clients');
    expect(status).toBe(502);
    expect(body).toEqual({ message: 'HaloPSA returned HTTP 500.' });
    expect((await alice().get('/api/halopsa/clients/nobody/sites')).status).toBe(400);
  });

  test('show which selections of a rule or controller no longer exist', async () => {
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
      'The site "Main" does not belong to the client "Contoso Dental" in HaloPSA. It was removed, or belongs to another client. Choose another site in the rule "Anything down", then try again.',
      'The client number 301 no longer exists in HaloPSA. Choose another client in the controller "Head Office", then try again.',
    ]);
  });

  test('share one token among concurrent requests', async () => {
    await Promise.all([1, 2, 3].map(() => names('/api/halopsa/clients')));
    expect(team.asked('POST /auth/token')).toBe(1);
  });

  test('never use the token of previous credentials', async () => {
    await names('/api/halopsa/clients');
    await team.connect({ clientSecret: 'wrong' });
    expect(await tried()).toMatchObject({ success: false });
  });
});
