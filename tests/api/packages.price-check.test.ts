import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { priceMismatch } from '#api/features/billing/price-check.service.ts';
import { Currency, Package } from '#api/features/packages/package.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { openShop, stock, type PriceList, type Shop } from '#tests/support/selling.ts';

let shop: Shop;
let cast: Cast;
let list: PriceList;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(shop.server);
});

const check = async (id: string) => (await rest(cast.ada).get(`/api/admin/packages/${id}/price-check`)).body;
const change = (id: string, fields: Partial<Package>) =>
  rest(cast.ada).put(`/api/admin/packages/${id}`, fields);

describe("A package's price", () => {
  test('is requested from Stripe in both currencies', async () => {
    list = await stock(shop);
    expect(await check(list.professional.id)).toEqual({ checked: true, problems: [] });
  });

  test('is reported if Stripe doesn’t have it, or has another amount or currency', async () => {
    list = await stock(shop);
    const { id } = list.professional;
    await change(id, { price: '24.99' });
    expect(await check(id)).toEqual({
      checked: true,
      problems: ['price_professional_usd is $29.99 a month in Stripe, but $24.99 on the price list.'],
    });
    await change(id, { price: '29.99', stripePriceId: 'price_nowhere' });
    expect(await check(id)).toEqual({
      checked: true,
      problems: ["The price price_nowhere doesn't exist in Stripe."],
    });
    const dollars = shop.stripe.addPrice({
      id: 'price_other_usd',
      amount: 2999,
      currency: 'usd',
      name: 'Other',
    });
    await change(id, { stripePriceId: dollars });
    expect(await check(id)).toMatchObject({ problems: ['price_other_usd is in USD in Stripe, not in GBP.'] });
  });

  test('is not requested without keys, or for free packages', async () => {
    list = await stock(shop, { secretKey: null, secretKeyTail: null });
    expect(await check(list.professional.id)).toEqual({ checked: false, problems: [] });
    await emptyDatabase();
    cast = await enter(shop.server);
    list = await stock(shop);
    expect(await check(list.free.id)).toEqual({ checked: false, problems: [] });
  });

  test('can’t be checked while Stripe does not respond, which is reported', async () => {
    list = await stock(shop);
    shop.stripe.fail(9, 500);
    const answer = await rest(cast.ada).get(`/api/admin/packages/${list.professional.id}/price-check`);
    expect(answer).toMatchObject({ status: 502, body: { message: expect.stringContaining('Stripe') } });
    shop.stripe.fail(0, 500);
  });
});

describe('A price in Stripe', () => {
  const named = { id: 'price_a', currency: Currency.GBP, price: '29.99' };
  const monthly = { interval: 'month', interval_count: 1, usage_type: 'licensed' };
  const found = { active: true, currency: 'gbp', unit_amount: 2999, recurring: monthly };
  test.each([
    [{}, undefined],
    [{ active: false }, 'price_a is archived in Stripe.'],
    [{ recurring: null }, "price_a isn't billed monthly in Stripe."],
    [{ recurring: { ...monthly, interval: 'year' } }, "price_a isn't billed monthly in Stripe."],
    [{ recurring: { ...monthly, interval_count: 3 } }, "price_a isn't billed monthly in Stripe."],
    [
      { recurring: { ...monthly, usage_type: 'metered' } },
      'price_a is metered in Stripe and has no fixed amount.',
    ],
    [{ currency: 'eur' }, 'price_a is in EUR in Stripe, not in GBP.'],
    [{ unit_amount: null }, 'price_a has no fixed amount in Stripe.'],
    [{ unit_amount: 2998 }, 'price_a is £29.98 a month in Stripe, but £29.99 on the price list.'],
  ])('is compared with the price list: %j', (fields, sentence) => {
    const price = { ...found, ...fields } as Parameters<typeof priceMismatch>[1];
    expect(priceMismatch(named, price)).toBe(sentence);
  });
});
