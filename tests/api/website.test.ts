import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MenuItem } from '#api/features/website/menu-item.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
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
  running.app.content.changed();
  cast = await enter(running);
});

const at = '/api/admin/website';
const add = async (fields: object) =>
  (await rest(cast.ada).post(`${at}/menu`, { title: 'Packages', url: '/packages', ...fields }))
    .body as MenuItem;

describe('The menu', () => {
  test('is empty at first, takes lines, changes one field of them, orders and deletes them', async () => {
    expect(await rest(cast.vic).get('/api/menu')).toMatchObject({ status: 200, body: [] });
    const one = await add({ title: ' Ünïcode 📦 ' });
    const two = await add({
      title: 'Docs',
      url: 'https://docs.example.test/a?b#c',
      order: 1,
      isExternal: true,
    });
    expect(one).toEqual({
      id: one.id,
      title: 'Ünïcode 📦',
      url: '/packages',
      order: 0,
      isExternal: false,
      isVisible: true,
    });
    expect(await rest(cast.vic).get('/api/menu')).toMatchObject({ body: [{ id: one.id }, { id: two.id }] });
    const hidden = await rest(cast.grace).put(`${at}/menu/${one.id}`, { isVisible: false });
    expect(hidden).toMatchObject({ status: 200, body: { ...one, isVisible: false } });
    expect(await rest(cast.vic).get('/api/menu')).toMatchObject({ body: [{ id: two.id }] });
    expect(await rest(cast.ada).get(`${at}/menu`)).toMatchObject({ body: [{ id: one.id }, { id: two.id }] });
    const order = await rest(cast.ada).post(`${at}/menu-order`, { ids: [two.id] });
    expect(order).toMatchObject({
      status: 200,
      body: [
        { id: two.id, order: 0 },
        { id: one.id, order: 1 },
      ],
    });
    expect(await rest(cast.ada).delete(`${at}/menu/${two.id}`)).toMatchObject({ body: { id: two.id } });
    expect(await rest(cast.ada).get(`${at}/menu`)).toMatchObject({ body: [{ id: one.id }] });
  });

  test('comes back with its ids when a change is undone', async () => {
    const one = await add({});
    const two = await add({ title: 'Docs', url: '/docs', order: 1 });
    await rest(cast.ada).delete(`${at}/menu/${one.id}`);
    const { body } = await rest(cast.ada).get('/api/admin/revisions/menu');
    const [last] = body as { id: string; version: number }[];
    expect(last).toMatchObject({ version: 3, changes: [{ field: 'items', before: [one, two] }] });
    expect(await rest(cast.ada).post(`/api/admin/revisions/${last?.id}/revert`, {})).toMatchObject({
      status: 200,
      body: { revertOf: 3, version: 4 },
    });
    expect(await rest(cast.vic).get('/api/menu')).toMatchObject({ body: [one, two] });
  });
});
