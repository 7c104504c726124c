import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { HalopsaConnection } from '#api/features/halopsa/halopsa-connection.entity.ts';
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

describe('A controller', () => {
  const path = () => `/api/controllers/${team.cast.alice.controllerId}`;
  const configure = (body: unknown) => alice().put(`${path()}/halopsa-config`, body);

  test('starts with the documented defaults', async () => {
    expect((await alice().get('/api/controllers')).body).toMatchObject([
      { haloEnabled: false, haloSeverityLevels: ['critical'], haloPriority: 2, haloCategory: 1 },
    ]);
  });

  test('can choose which alerts become tickets; names are stored, and another client clears the site', async () => {
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

  test('keeps the names of its selection if they are missing from the lists', async () => {
    const all = { haloClientId: 246, haloSiteId: 554, haloPriority: 1, haloCategory: 7 };
    const names = { haloClientName: 'Contoso Dental', haloSiteName: 'Branch', haloCategoryName: 'Networks' };
    await configure({ ...all, ...names });
    expect((await configure({ enabled: true, severityLevels: ['critical'], ...all })).body).toMatchObject(
      names,
    );
    expect((await configure({ haloSiteId: 555, haloCategory: 8 })).body).toMatchObject({
      haloClientName: 'Contoso Dental',
      haloSiteName: null,
      haloCategoryName: null,
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
  ])('can’t be configured with %j', async (body, sentence) => {
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

  test('opens a real test ticket that is marked as one', async () => {
    await configure({ enabled: true, haloClientId: 246 });
    const { body } = await alice().post(`${path()}/test-halopsa-alert`);
    expect(body).toEqual({
      success: true,
      message: `Created test ticket 1000 in HaloPSA: ${team.halo.url}/tickets?id=1000`,
      ticketUrl: `${team.halo.url}/tickets?id=1000`,
    });
    expect(team.halo.tickets).toMatchObject([
      { summary: expect.stringMatching(/^\[Test\] Test alert for Head Office \[NL-/), client_id: 246 },
    ]);
  });

  test('opens one test ticket even if the response is lost, and shows why HaloPSA rejects one', async () => {
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

  test('opens its test tickets one after another, and not at the same time as those of alerts', async () => {
    await team.raise();
    team.halo.faults.latencyMs = 30;
    const send = () => alice().post(`${path()}/test-halopsa-alert`);
    await Promise.all([send(), send(), send(), team.work()]);
    expect(team.halo.tickets).toHaveLength(4);
    expect(team.halo.mostWrites()).toBe(1);
  });

  test('of another team is not found, and test tickets are rate limited', async () => {
    const bob = rest(team.cast.bob);
    expect((await bob.put(`${path()}/halopsa-config`, { enabled: true })).status).toBe(404);
    expect((await bob.post(`${path()}/test-halopsa-alert`)).status).toBe(404);
    expect((await rest(team.cast.vic).post(`${path()}/test-halopsa-alert`)).status).toBe(401);
    for (let one = 0; one < 10; one++) await alice().post(`${path()}/test-halopsa-alert`);
    expect((await alice().post(`${path()}/test-halopsa-alert`)).status).toBe(429);
    expect(team.halo.tickets).toHaveLength(10);
  });
});
