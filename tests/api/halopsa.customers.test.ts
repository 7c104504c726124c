import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { Customer } from '#api/features/customers/customer.entity.ts';
import { TeamSite } from '#api/features/sites/team-site.entity.ts';
import { HalopsaTicketRoutesDocument as Routes } from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { rest } from '#tests/support/rest.ts';
import { HalopsaTeam } from './halopsa.team.ts';

let team: HalopsaTeam;

beforeAll(async () => {
  team = await HalopsaTeam.start();
});
afterAll(() => team.running.close());
beforeEach(() => team.begin());
afterEach(() => team.end());

/** Where the tickets went: client and site. */
const places = () => team.halo.tickets.map(({ client_id: client, site_id: site }) => [client, site]);
const controllerOpens = (fields: object) =>
  team
    .rows()
    .nativeUpdate(Controller, { id: team.cast.alice.controllerId }, { haloEnabled: true, ...fields });
const ruleWithoutClient = () =>
  team.changeRule({ haloClientId: null, haloClientName: null, haloSiteId: null, haloSiteName: null });

/** The site of every alert belongs to a customer. */
async function siteOf(fields: Partial<Customer>): Promise<Customer> {
  const em = team.rows();
  const { teamId, controllerId } = team.cast.alice;
  const acme = em.assign(new Customer(), { team: teamId, name: 'Acme', color: '#2563eb', ...fields });
  const place = { team: teamId, controller: controllerId, customer: acme };
  em.persist(em.assign(new TeamSite(), { ...place, hostId: 'HOST:1', name: 'Head Office' }));
  em.persist(em.assign(new TeamSite(), { ...place, customer: null, hostId: 'HOST:2', name: 'Branch' }));
  await em.flush();
  return acme;
}
async function firstPlace(): Promise<unknown[]> {
  await team.raise();
  await team.work();
  return places();
}

test('A customer keeps the name of its client when only its ID is sent, and gets that of another from HaloPSA', async () => {
  const { id } = await siteOf({ haloClientId: 301, haloClientName: 'Fabrikam (as it was)' });
  const alice = rest(team.cast.alice);
  await alice.get('/api/halopsa/clients');
  const linkedTo = async (body: object) => {
    const { haloClientId, haloClientName } = (await alice.put(`/api/customers/${id}`, body)).body as Record<
      string,
      unknown
    >;
    return [haloClientId, haloClientName];
  };
  expect(await linkedTo({ haloClientId: 301 })).toEqual([301, 'Fabrikam (as it was)']);
  expect(await linkedTo({ name: 'Acme 2' })).toEqual([301, 'Fabrikam (as it was)']);
  expect(await linkedTo({ haloClientId: 246 })).toEqual([246, 'Contoso Dental']);
  expect(await linkedTo({ haloClientName: 'Contoso' })).toEqual([246, 'Contoso']);
  expect(await linkedTo({ haloClientId: 9999 })).toEqual([9999, null]);
  expect(await linkedTo({ haloClientId: null })).toEqual([null, null]);
  const { body } = await alice.post('/api/customers', { name: 'Birch', haloClientId: 246 });
  expect(body).toMatchObject({ haloClientId: 246, haloClientName: 'Contoso Dental' });
});

describe('The HaloPSA client of a ticket', () => {
  const linked = { haloClientId: 301, haloClientName: 'Fabrikam Retail' };
  const main = 601;

  test('is the rule’s own, whatever the customer is linked to', async () => {
    await siteOf(linked);
    expect(await firstPlace()).toEqual([[246, 553]]);
  });

  test('is else that of the site’s customer, at its main site', async () => {
    await siteOf(linked);
    await ruleWithoutClient();
    expect(await firstPlace()).toEqual([[301, main]]);
    await team.raise('AP Branch', { siteId: 'HOST:2', siteName: 'Branch' });
    await team.work();
    expect(places()[1]).not.toEqual([301, main]);
  });

  test('comes before the controller’s, which counts for sites of no linked customer', async () => {
    await siteOf(linked);
    await team.changeRule({ haloEnabled: false });
    await controllerOpens({ haloClientId: 246, haloSiteId: 554 });
    expect(await firstPlace()).toEqual([[301, main]]);
    await team.raise('AP Branch', { siteId: 'HOST:2', siteName: 'Branch' });
    await team.work();
    expect(places()[1]).toEqual([246, 554]);
  });

  test('stays as it was while no customer has a client', async () => {
    await siteOf({});
    expect(await firstPlace()).toEqual([[246, 553]]);
    await team.changeRule({ haloEnabled: false });
    await controllerOpens({ haloClientId: 246, haloSiteId: 554 });
    await team.raise('AP 2');
    await team.work();
    await team.changeRule({ haloEnabled: true });
    await ruleWithoutClient();
    await team.raise('AP 3');
    await team.work();
    // A rule without a client names none, and HaloPSA files the ticket under "Unknown".
    expect(places().slice(1)).toEqual([
      [246, 554],
      [12, 20],
    ]);
  });

  test('that no longer exists is repaired at the customer, and a retry uses the new one', async () => {
    const acme = await siteOf({ haloClientId: 999, haloClientName: 'Gone Ltd' });
    await ruleWithoutClient();
    const id = await team.raise();
    await team.work();
    expect(await team.timeline(id)).toEqual([
      'ticket_failed: The client "Gone Ltd" no longer exists in HaloPSA. Choose another client in the customer "Acme", then try again.',
    ]);
    const { body } = await rest(team.cast.alice).get('/api/integrations/halopsa');
    expect(body).toMatchObject({
      problems: ['The HaloPSA client of "Acme" no longer exists. Choose another on the Customers page.'],
    });
    await rest(team.cast.alice).put(`/api/customers/${acme.id}`, linked);
    const retry = `mutation { retryTicket(alertId: "${id}") { id } }`;
    expect((await as(team.cast.alice).ask(retry)).errors).toBeUndefined();
    await team.work();
    expect(places()).toEqual([[301, main]]);
  });

  test('is that of the customer whose site it is when the ticket is opened, even if it waited', async () => {
    const acme = await siteOf(linked);
    await ruleWithoutClient();
    await team.raise();
    const birch = { haloClientId: 246, haloClientName: 'Contoso Dental' };
    await rest(team.cast.alice).put(`/api/customers/${acme.id}`, birch);
    await team.work();
    expect(places()).toMatchObject([[246, expect.any(Number)]]);
  });

  test('is shown for each customer before any ticket is opened', async () => {
    await siteOf(linked);
    await controllerOpens({ haloClientId: 246, haloClientName: 'Contoso Dental' });
    const routes = async (controllerId?: string) =>
      (await as(team.cast.alice).run(Routes, { controllerId, first: 20 })).halopsaTicketRoutes;
    const acme = { source: 'customer', customerName: 'Acme', clientId: 301, siteCount: 1 };
    const own = { source: 'controller', customerName: null, clientId: 246, clientName: 'Contoso Dental' };
    expect(await routes(team.cast.alice.controllerId)).toMatchObject([acme, own]);
    expect(await routes()).toMatchObject([acme, { source: null, clientId: null, siteCount: 1 }]);
    await expect(
      as(team.cast.bob).run(Routes, { controllerId: team.cast.alice.controllerId, first: 20 }),
    ).rejects.toThrow('Controller not found');
  });
});
