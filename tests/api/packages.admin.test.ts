import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Currency, type Package } from '#api/features/packages/package.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { auditLog } from '#tests/support/audit-log.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { at, plan, shelf } from './packages.shelf.ts';

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

const { create, made, change, all, onSale } = shelf(() => ({ running, cast }));
/** Of another price at Stripe: each has its own. */
const another = (name: string, fields: object = {}) =>
  made({ name, stripePriceId: `price_${name}`, ...fields });
const names = (packages: readonly Package[]) => packages.map(({ name }) => name);

describe('A package', () => {
  test('is created last in the list, changed, hidden from the price list and deleted', async () => {
    await another('First');
    const { id } = await made({ name: ' Ünïcode 📦 ', features: 'Alerts\n\n Tickets \r\n' });
    expect(names(await onSale())).toEqual(['First', 'Ünïcode 📦']);
    expect((await all())[1]).toEqual({
      id,
      name: 'Ünïcode 📦',
      description: '',
      price: '29.99',
      currency: 'GBP',
      maxControllers: 5,
      maxDevices: 100,
      maxAlertsPerMonth: 1000,
      dataRetentionDays: 30,
      features: ['Alerts', 'Tickets'],
      stripePriceId: 'price_plan',
      stripePriceIdUsd: null,
      isActive: true,
      subscriberCount: 0,
    });
    const off = await rest(cast.grace).put(`${at}/${id}`, { isActive: false });
    expect(off).toMatchObject({ status: 200, body: { isActive: false, price: '29.99' } });
    expect(names(await onSale())).toEqual(['First']);
    expect(await rest(cast.ada).delete(`${at}/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect(names(await all())).toEqual(['First']);
    expect((await auditLog(running)).map(([action]) => action)).toEqual([
      'package.create',
      'package.create',
      'package.update',
      'package.delete',
    ]);
  });

  test.each([
    ['29.99', '29.99'],
    [29.99, '29.99'],
    [5, '5.00'],
    ['5.5', '5.50'],
    ['20000000.00', '20000000.00'],
    [19999999.99, '19999999.99'],
    [0.07, '0.07'],
    [' 7 ', '7.00'],
  ])('costs exactly the sent amount: %j', async (price, kept) => {
    expect(await create({ price })).toMatchObject({ status: 200, body: { price: kept } });
    expect(await all()).toMatchObject([{ price: kept }]);
    const { errors, data } = await as(cast.ada).ask(
      'mutation($input: PackageInput!) { createPackage(input: $input) { price } }',
      { input: { ...plan, price, stripePriceId: 'price_other' } },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ createPackage: { price: kept } });
  });

  test.each([0, '0', '0.00'])('that is free (%j) needs no Stripe price, and costs 0', async (price) => {
    expect(await create({ price, stripePriceId: undefined })).toMatchObject({
      status: 200,
      body: { price: '0' },
    });
    expect(await onSale()).toMatchObject([{ price: '0', stripePriceId: null }]);
  });

  test('has the documented limits by default', async () => {
    const blank = {
      maxControllers: '',
      maxDevices: null,
      maxAlertsPerMonth: '',
      dataRetentionDays: undefined,
    };
    expect(await made(blank)).toMatchObject({
      maxControllers: -1,
      maxDevices: -1,
      maxAlertsPerMonth: 1000,
      dataRetentionDays: 30,
    });
  });

  const price = 'Price must be a number from 0 to 20,000,000 with at most two decimal places';
  const controllers = 'Max controllers must be -1 for unlimited, or from 1 to 1,000,000';
  const retention = 'Data retention must be from 1 to 3650 days';
  const features = 'Features must be at most 30 lines of 120 characters each';
  test.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'name', 'Name must be 100 characters or less'],
    [{ name: 'a\nb' }, 'name', 'Name must be on one line'],
    [{ description: 'x'.repeat(301) }, 'description', 'Description must be 300 characters or less'],
    [{ price: undefined }, 'price', 'Price is required'],
    [{ price: '' }, 'price', 'Price is required'],
    [{ price: -1 }, 'price', price],
    [{ price: 0.1 + 0.2 }, 'price', price],
    [{ price: '29.999' }, 'price', price],
    [{ price: 100000000 }, 'price', price],
    [{ price: 20000000.01 }, 'price', price],
    [{ price: '29,99' }, 'price', price],
    [{ price: {} }, 'price', 'Price must be a number'],
    [{ currency: 'EUR' }, 'currency', 'Currency must be one of GBP, USD'],
    [{ maxControllers: 0 }, 'maxControllers', controllers],
    [{ maxControllers: -2 }, 'maxControllers', controllers],
    [{ maxControllers: 1.5 }, 'maxControllers', 'Max controllers must be a whole number'],
    [{ maxDevices: 1_000_001 }, 'maxDevices', 'Max devices must be -1 for unlimited, or from 1 to 1,000,000'],
    [{ dataRetentionDays: 0 }, 'dataRetentionDays', retention],
    [{ dataRetentionDays: -1 }, 'dataRetentionDays', retention],
    [{ features: Array(31).fill('x') }, 'features', features],
    [{ features: ['x'.repeat(121)] }, 'features', features],
    [{ stripePriceId: undefined }, 'stripePriceId', 'Stripe price ID is required'],
    [{ stripePriceId: ' ' }, 'stripePriceId', 'Stripe price ID is required'],
    [{ stripePriceId: 'prod_123' }, 'stripePriceId', 'A Stripe price ID starts with price_'],
    [{ stripePriceIdUsd: 'price_ü' }, 'stripePriceIdUsd', 'A Stripe price ID starts with price_'],
    [{ stripePriceId: undefined, currency: 'USD' }, 'stripePriceIdUsd', 'Stripe price ID (USD) is required'],
    [
      { stripePriceIdUsd: 'price_plan' },
      'stripePriceIdUsd',
      'A Stripe price has one currency. Choose another one for dollars',
    ],
  ])('is rejected with %j', async (fields, field, sentence) => {
    expect(await create(fields)).toMatchObject({ status: 400, body: { fields: { [field]: sentence } } });
    expect(await all()).toEqual([]);
  });

  test('in dollars is sold with a price in either currency', async () => {
    const dollars = { currency: Currency.USD, stripePriceId: null, stripePriceIdUsd: 'price_usd' };
    expect(await create(dollars)).toMatchObject({ status: 200, body: { currency: 'USD' } });
    expect(await create({ currency: Currency.USD })).toMatchObject({ status: 200 });
  });

  test('has a Stripe price of its own', async () => {
    await made({ stripePriceIdUsd: 'price_usd' });
    const taken = { status: 400, body: { fields: { stripePriceId: 'Plan already has this price' } } };
    expect(await create({ name: 'Other' })).toMatchObject(taken);
    expect(await create({ name: 'Other', stripePriceId: 'price_usd' })).toMatchObject(taken);
    const answers = await Promise.all(
      [1, 2].map((n) => create({ name: `Twin ${n}`, stripePriceId: 'price_twin' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('without a Stripe price keeps its price, and other fields can be changed', async () => {
    const { id } = await made({ price: 0, stripePriceId: null });
    await running.app.orm.em.execute(`update package set price = 9.99`);
    expect(await change(id, { name: 'Renamed', price: '9.99' })).toMatchObject({ status: 200 });
    expect(await change(id, { price: '10' })).toMatchObject({
      status: 400,
      body: { fields: { stripePriceId: 'Stripe price ID is required' } },
    });
  });

  test('changed by two administrators at once loses neither change', async () => {
    const { id } = await made();
    const answers = await Promise.all([
      rest(cast.ada).put(`${at}/${id}`, { name: 'Anew' }),
      rest(cast.grace).put(`${at}/${id}`, { description: 'For all' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await all()).toMatchObject([{ name: 'Anew', description: 'For all', maxControllers: 5 }]);
  });

  test('is not recorded if nothing changed, or when a customer tries', async () => {
    const { id } = await made();
    expect((await change(id, { ...plan, price: 29.99 })).status).toBe(200);
    for (const answer of [
      await rest(cast.alice).put(`${at}/${id}`, { name: 'Mine' }),
      await rest(cast.alice).get(at),
      await create({}, cast.bob),
      await rest(cast.bob).delete(`${at}/${id}`),
    ])
      expect(answer.status).toBe(403);
    expect(await auditLog(running)).toHaveLength(1);
  });

  test.each(['nonsense', randomUUID()])('that does not exist is not found: %s', async (id) => {
    const absent = { status: 404, body: { message: 'Package not found' } };
    expect(await change(id, { name: 'X' })).toMatchObject(absent);
    expect(await rest(cast.ada).delete(`${at}/${id}`)).toMatchObject(absent);
    expect(await rest(cast.ada).post(`${at}/${id}/preview`, {})).toMatchObject(absent);
    expect(await rest(cast.ada).get(`${at}/${id}/price-check`)).toMatchObject(absent);
    expect(await rest(cast.ada).post('/api/admin/package-order', { ids: [id] })).toMatchObject(absent);
  });
});

describe('The order of the price list', () => {
  const order = (ids: string[]) => rest(cast.ada).post('/api/admin/package-order', { ids });

  test('is the requested one; packages left out come last, and new ones after all', async () => {
    const [one, two, three] = [await another('One'), await another('Two'), await another('Three')];
    const answer = await order([three!.id, one!.id]);
    expect(answer).toMatchObject({
      status: 200,
      body: [{ name: 'Three' }, { name: 'One' }, { name: 'Two' }],
    });
    expect(names(await onSale())).toEqual(['Three', 'One', 'Two']);
    await another('Four');
    expect(names(await all())).toEqual(['Three', 'One', 'Two', 'Four']);
    expect(await order([two!.id, two!.id])).toMatchObject({ status: 400 });
    expect((await auditLog(running)).filter(([action]) => action === 'package.reorder')).toHaveLength(1);
  });

  test('is that of one administrator if two change it at once', async () => {
    const ids = [(await another('A')).id, (await another('B')).id, (await another('C')).id];
    const back = ids.toReversed();
    const answers = await Promise.all([order(ids), order(back), another('D')]);
    expect(answers.slice(0, 2).map((answer) => (answer as { status: number }).status)).toEqual([200, 200]);
    expect(['A,B,C,D', 'C,B,A,D']).toContain(names(await all()).join());
  });
});
