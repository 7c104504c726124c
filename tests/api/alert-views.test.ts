// Views of Current Alerts that a person saves for themselves in a team.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertView } from '#api/features/alerts/views/alert-view.entity.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { enter, type Cast, type Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

interface View {
  id: string;
  name: string;
  isDefault: boolean;
  missing: { kind: string; id: string; name: string | null }[];
  filters: Record<string, unknown>;
}
const fields =
  'id name isDefault order by missing { kind id name } filters { search controllerId siteId level types states customerIds unassigned tags }';
const em = () => running.app.orm.em.fork();

async function ask<T>(person: Visitor, document: string, variables: object = {}): Promise<T> {
  const { data, errors } = await as(person).ask(document, variables);
  if (errors) throw new Error(JSON.stringify(errors[0]));
  return Object.values(data!)[0] as T;
}
const views = (person: Visitor = cast.alice) => ask<View[]>(person, `{ alertViews { ${fields} } }`);
const save = (input: object, person: Visitor = cast.alice) =>
  ask<View>(person, `mutation ($input: AlertViewInput!) { createAlertView(input: $input) { ${fields} } }`, {
    input: { name: 'Mine', filters: {}, ...input },
  });
const update = (id: string, input: object, person: Visitor = cast.alice) =>
  ask<View>(
    person,
    `mutation ($id: ID!, $input: AlertViewChanges!) { updateAlertView(id: $id, input: $input) { ${fields} } }`,
    { id, input },
  );
const remove = (id: string, person: Visitor = cast.alice) =>
  ask<string>(person, 'mutation ($id: ID!) { deleteAlertView(id: $id) }', { id });
const addCustomer = async (name: string, person: Visitor = cast.alice) =>
  (await rest(person).post('/api/customers', { name })).body as { id: string };

const nothing = {
  search: null,
  controllerId: null,
  siteId: null,
  level: null,
  types: null,
  states: null,
  customerIds: null,
  unassigned: null,
  tags: null,
};

describe('A saved view', () => {
  test('keeps filters, order and groups, without blank ones, and belongs to one person in one team', async () => {
    const { id: acme } = await addCustomer('Acme');
    const filters = {
      search: ' lobby ',
      controllerId: cast.alice.controllerId,
      level: 'critical',
      types: ['device_offline', 'port_down'],
      states: ['new'],
      customerIds: [acme],
      unassigned: true,
      tags: ['Gold', 'gold '],
      siteId: '',
    };
    const saved = await save({ name: ' Night shift ', filters, order: 'oldest', by: 'customer' });
    expect(saved).toEqual({
      id: saved.id,
      name: 'Night shift',
      isDefault: false,
      missing: [],
      order: 'oldest',
      by: 'customer',
      filters: { ...nothing, ...filters, search: 'lobby', tags: ['gold'], siteId: null },
    });
    const colleague = await addMember(cast.alice, TeamRole.viewer, 'Vera');
    expect(await views(colleague)).toEqual([]);
    expect(await save({ name: 'Night shift' }, colleague)).toMatchObject({ filters: nothing });
    expect(await views()).toEqual([saved]);
    for (const change of [update(saved.id, { name: 'x' }, colleague), remove(saved.id, cast.bob)])
      await expect(change).rejects.toThrow('View not found');
  });

  test('is renamed, changed as a whole, and deleted', async () => {
    const { id } = await save({ name: 'Mine', filters: { search: 'a', level: 'info' } });
    expect(await update(id, { name: 'Yours' })).toMatchObject({ name: 'Yours', filters: { search: 'a' } });
    const filters = { states: ['snoozed'] };
    expect((await update(id, { filters })).filters).toEqual({ ...nothing, ...filters });
    await save({ name: 'Mine' });
    await expect(update(id, { name: 'MINE' })).rejects.toThrow('You already have a view with this name');
    await expect(save({ name: 'mine' })).rejects.toThrow('You already have a view with this name');
    expect(await remove(id)).toBe(id);
    expect((await views()).map(({ name }) => name)).toEqual(['Mine']);
  });

  test('is the one that Current Alerts opens with, until another is', async () => {
    const first = await save({ name: 'First', isDefault: true });
    const second = await save({ name: 'Second', isDefault: true });
    expect(await views()).toMatchObject([{ isDefault: false }, { isDefault: true }]);
    await update(first.id, { isDefault: true });
    expect(await views()).toMatchObject([{ isDefault: true }, { isDefault: false }]);
    await update(first.id, { isDefault: false });
    expect((await views()).some(({ isDefault }) => isDefault)).toBe(false);
    expect(second.isDefault).toBe(true);
  });

  test('says which customer, site or controller no longer exists, and still filters by it', async () => {
    const { id: acme } = await addCustomer('Acme');
    const { controllerId } = cast.alice;
    const { id } = await save({ filters: { customerIds: [acme], controllerId } });
    await rest(cast.alice).delete(`/api/customers/${acme}`);
    await em().nativeDelete(Controller, { id: controllerId });
    const [view] = await views();
    const customer = { kind: 'customer', id: acme, name: 'Acme' };
    const controller = { kind: 'controller', id: controllerId, name: expect.stringMatching(/./) };
    expect(view!.missing).toEqual([customer, controller]);
    expect(view!.filters).toMatchObject({ customerIds: [acme], controllerId });
    // It can still be saved as it is.
    const again = await update(id, { filters: { customerIds: [acme], level: 'info' } });
    expect(again.missing).toEqual([customer]);
  });

  test('can’t name what the team doesn’t have', async () => {
    const { id: foreign } = await addCustomer('Foreign', cast.bob);
    const wrong = [
      [{ customerIds: [foreign] }, 'Customer not found'],
      [{ customerIds: ['x'] }, 'Customer not found'],
      [{ controllerId: randomUUID() }, 'Controller not found'],
      [{ siteId: 'HOST:404' }, 'Site not found'],
      [{ tags: ['\n'] }, 'Tags must have visible characters'],
      [{ search: 'x'.repeat(201) }, 'Search must be 200 characters or less'],
      [{ level: 'error' }, 'AlertLevel'],
      [{ by: 'customer' }, 'not defined'],
    ] as const;
    for (const [filters, message] of wrong) await expect(save({ filters })).rejects.toThrow(message);
    expect(await views()).toEqual([]);
  });

  test('is one of 50', async () => {
    const membership = await em().findOneOrFail(Membership, { user: cast.alice.userId });
    const rows = Array.from({ length: 50 }, (_, n) => ({
      membership,
      name: `View ${n}`,
      filters: {},
      names: {},
    }));
    await em().insertMany(AlertView, rows as AlertView[]);
    await expect(save({ name: 'One more' })).rejects.toThrow('You have 50 views');
    await remove((await views())[0]!.id);
    await save({ name: 'One more' });
  });

  test('is part of the person’s data, and goes with their membership', async () => {
    const vera = await addMember(cast.alice, TeamRole.member, 'Vera');
    await save({ name: 'Night shift', filters: { level: 'critical' } }, vera);
    const { body } = await rest(vera).get('/api/auth/data');
    expect((body as { alertViews: object[] }).alertViews).toEqual([
      {
        team: expect.any(String),
        name: 'Night shift',
        filters: { level: 'critical' },
        by: null,
        order: 'worst',
        isDefault: false,
        createdAt: expect.any(String),
      },
    ]);
    await em().nativeDelete(Membership, { user: vera.userId });
    expect(await em().count(AlertView, {})).toBe(0);
  });
});
