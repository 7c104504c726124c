import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { client } from '#api/demo/halopsa/world.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Customer } from '#api/features/customers/customer.entity.ts';
import { TeamSite } from '#api/features/sites/team-site.entity.ts';
import {
  HalopsaImportDocument as Preview,
  ImportHalopsaClientsDocument as Import,
} from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { HalopsaTeam } from './halopsa.team.ts';

let team: HalopsaTeam;

beforeAll(async () => {
  team = await HalopsaTeam.start();
});
afterAll(() => team.running.close());
beforeEach(() => team.begin());
afterEach(() => team.end());

/** HaloPSA has more clients, which are read with the next preview. */
async function haloHas(...clients: ReturnType<typeof client>[]): Promise<void> {
  team.halo.world.clients.push(...clients);
  await team.running.app.orm.em.execute('delete from halopsa_list');
}
const preview = async (who = team.cast.alice, page = { first: 200, skip: 0 }) =>
  (await as(who).run(Preview, page)).halopsaImport;
const row = async (name: string) => (await preview())!.rows.find(({ clientName }) => clientName === name)!;
type Row = Awaited<ReturnType<typeof row>>;
const run = (rows: readonly Row[], who = team.cast.alice) => as(who).run(Import, { rows: choose(...rows) });
const choose = (...rows: readonly Row[]) =>
  rows.map(({ clientId, stamp, sites }) => ({ clientId, stamp, siteIds: sites.map(({ id }) => id) }));

async function addCustomer(name: string, fields: Partial<Customer> = {}): Promise<Customer> {
  const em = team.rows();
  const added = em.assign(new Customer(), {
    team: team.cast.alice.teamId,
    name,
    color: '#2563eb',
    ...fields,
  });
  await em.persist(added).flush();
  return added;
}
async function addSites(...sites: (string | { name: string; customer: Customer })[]): Promise<void> {
  const em = team.rows();
  const { teamId, controllerId } = team.cast.alice;
  for (const one of sites) {
    const site = typeof one === 'string' ? { name: one } : { name: one.name, customer: one.customer.id };
    const place = { team: teamId, controller: controllerId, hostId: `HOST:${site.name}` };
    em.persist(em.assign(new TeamSite(), { ...place, ...site }));
  }
  await em.flush();
}
const customers = async () =>
  (await team.rows().find(Customer, {}, { orderBy: { name: 'asc' } })).map(({ name, haloClientId }) => [
    name,
    haloClientId,
  ]);
const customerOfSite = async (name: string) =>
  (await team.rows().findOneOrFail(TeamSite, { name }, { populate: ['customer'] })).customer?.name ?? null;

describe('The preview', () => {
  test('says which clients match a customer, would be added, are linked or taken, and which sites are theirs', async () => {
    await haloHas(client(400, 'Birch School'), client(401, 'Acme'), client(402, 'Cedar'));
    await addCustomer('contosodental');
    const birch = await addCustomer('Birch School', { haloClientId: 400 });
    await addCustomer('Acme', { haloClientId: 12345 });
    await addSites('Contoso Dental – Leeds', { name: 'Birch School', customer: birch }, 'FABRIKAM  RETAIL');
    await addSites({ name: 'Fabrikam Retail 2', customer: birch }, 'Acme HQ', 'Cedarwood');
    const shown = (await preview())!;
    expect(shown).toMatchObject({ count: 6, isTruncated: false });
    const inShort = shown.rows.map(({ clientName, action, customerName, sites }) => [
      `${clientName} ${action} ${customerName}`,
      ...sites.map(({ name, customerName: now }) => `${name} (${now ?? 'none'})`),
    ]);
    expect(inShort).toEqual([
      ['Acme taken Acme'],
      ['Birch School linked Birch School'],
      ['Cedar create Cedar'],
      ['Contoso Dental link contosodental', 'Contoso Dental – Leeds (none)'],
      [
        'Fabrikam Retail create Fabrikam Retail',
        'FABRIKAM  RETAIL (none)',
        'Fabrikam Retail 2 (Birch School)',
      ],
      ['Unknown create Unknown'],
    ]);
    expect(await customers()).toHaveLength(3);
  });

  test('of thousands of clients comes in pages, from one reading of HaloPSA', async () => {
    await haloHas(...Array.from({ length: 2000 }, (_, at) => client(1000 + at, `Client ${1000 + at}`)));
    await addSites(...Array.from({ length: 600 }, (_, at) => `Client ${1000 + at} site`));
    const [one, last] = [await preview(), await preview(undefined, { first: 200, skip: 2000 })];
    expect([one!.rows.length, last!.rows.length, one!.count]).toEqual([200, 3, 2003]);
    expect(one!.rows[0]).toMatchObject({ clientName: 'Client 1000', sites: [{ name: 'Client 1000 site' }] });
    expect(team.asked('GET /api/Client')).toBe(22);
  });

  test('leaves sites to a person where several clients have the name', async () => {
    await haloHas(client(400, 'Fabrikam retail'));
    await addSites('Fabrikam Retail Leeds');
    for (const name of ['Fabrikam Retail', 'Fabrikam retail'])
      expect(await row(name)).toMatchObject({ sameName: 1, sites: [] });
    const both = [await row('Fabrikam Retail'), await row('Fabrikam retail')];
    await expect(run(both)).rejects.toThrow('Choose one of the clients named “Fabrikam retail”');
  });

  test('is nothing without a connection, and says why the clients cannot be read', async () => {
    expect(await preview({ ...team.cast.alice, ...team.cast.bob })).toBeNull();
    await team.running.app.orm.em.execute('delete from halopsa_list');
    team.halo.faults.add({ on: 'GET /api/Client', does: { status: 500, body: 'Runtime Error' } });
    await expect(preview()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('An import', () => {
  test('adds, links and assigns what was confirmed, and can be repeated', async () => {
    await addCustomer('CONTOSO DENTAL');
    await addSites('Contoso Dental Leeds', 'Fabrikam Retail');
    const rows = [await row('Contoso Dental'), await row('Fabrikam Retail')];
    const done = { created: 1, linked: 1, assigned: 2 };
    expect((await run(rows)).importHalopsaClients).toEqual(done);
    expect(await customers()).toEqual([
      ['CONTOSO DENTAL', 246],
      ['Fabrikam Retail', 301],
    ]);
    expect(await customerOfSite('Fabrikam Retail')).toBe('Fabrikam Retail');
    expect((await run(rows)).importHalopsaClients).toEqual({ created: 0, linked: 0, assigned: 0 });
    expect(await customers()).toHaveLength(2);
    expect(await team.rows().find(AuditEntry, { action: 'customer.import' })).toMatchObject([
      {
        subject: '2 clients',
        after: { created: ['Fabrikam Retail'], linked: ['CONTOSO DENTAL'], sitesAssigned: 2 },
      },
    ]);
    expect(await row('Fabrikam Retail')).toMatchObject({ action: 'linked', sites: [] });
  });

  test('assigns no site that was not ticked', async () => {
    await addSites('Fabrikam Retail', 'Fabrikam Retail 2');
    const { clientId, stamp, sites } = await row('Fabrikam Retail');
    await as(team.cast.alice).run(Import, { rows: [{ clientId, stamp, siteIds: [sites[0]!.id] }] });
    expect(await customerOfSite('Fabrikam Retail')).toBe('Fabrikam Retail');
    expect(await customerOfSite('Fabrikam Retail 2')).toBeNull();
  });

  test('is refused as a whole if anything changed since the preview', async () => {
    await addSites('Fabrikam Retail');
    const rows = [await row('Contoso Dental'), await row('Fabrikam Retail')];
    const birch = await addCustomer('Birch School');
    await team.rows().nativeUpdate(TeamSite, { name: 'Fabrikam Retail' }, { customer: birch.id });
    await expect(run(rows)).rejects.toThrow('“Fabrikam Retail” changed since the preview');
    expect(await customers()).toEqual([['Birch School', null]]);
    expect(await customerOfSite('Fabrikam Retail')).toBe('Birch School');
  });

  test('is refused beyond the 1,000 customers of a team', async () => {
    const { teamId } = team.cast.alice;
    const many = `insert into customer (team_id, name, color) select '${teamId}', 'Customer ' || n, '#2563eb' from generate_series(1, 999) n`;
    await team.running.app.orm.em.execute(many);
    const rows = [await row('Contoso Dental'), await row('Fabrikam Retail')];
    await expect(run(rows)).rejects.toThrow('You have 999, and this adds 2');
    expect((await run([rows[0]!])).importHalopsaClients).toMatchObject({ created: 1 });
  });

  test('touches no other team', async () => {
    await addSites('Fabrikam Retail');
    const own = await row('Fabrikam Retail');
    await expect(run([own], { ...team.cast.alice, ...team.cast.bob })).rejects.toThrow(
      'HaloPSA is not configured',
    );
    const stranger = { clientId: own.clientId, stamp: own.stamp, siteIds: [team.cast.alice.controllerId] };
    await expect(as(team.cast.alice).run(Import, { rows: [stranger] })).rejects.toThrow('Site not found');
    const invented = { clientId: 99_999, stamp: 'x', siteIds: [] };
    await expect(as(team.cast.alice).run(Import, { rows: [invented] })).rejects.toThrow(
      'client 99999 changed since the preview',
    );
    await expect(run([own, own])).rejects.toThrow('Choose each client once');
  });
});
