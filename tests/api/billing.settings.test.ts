import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { stripeOf } from '#api/features/billing/stripe.client.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import {
  addCustomerAtStripe,
  openShop,
  settle,
  stock,
  subscribeAtStripe,
  type Shop,
} from '#tests/support/selling.ts';

const path = '/api/admin/stripe';
const keys = {
  publishableKey: 'pk_test_planted1111',
  secretKey: 'sk_test_planted2222',
  webhookSecret: 'whsec_planted3333',
};
let shop: Shop;
let cast: Cast;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await emptyDatabase();
  shop.server.app.content.changed();
  cast = await enter(shop.server);
});

const admin = () => rest(cast.ada);
const save = (input: object) => admin().post(`${path}/config`, input);
const entries = () => shop.server.app.orm.em.fork().find(AuditEntry, {}, { orderBy: { id: 'asc' } });

describe('The payment settings', () => {
  test('are empty at first, and nothing is sold', async () => {
    expect((await admin().get(path)).body).toEqual({
      stripePublishableKey: null,
      stripeSecretKey: null,
      stripeWebhookSecret: null,
      purchasingEnabled: false,
      livemode: null,
      webhookUrl: 'http://netlantern.test/api/stripe/webhook',
      reconciledAt: null,
    });
    expect((await rest(cast.vic).get('/api/stripe/config')).body).toEqual({
      stripePublishableKey: null,
      purchasingEnabled: false,
    });
  });

  test('store secrets that are never sent back, not even to the log or the audit', async () => {
    const saved = await save(keys);
    expect(saved.body).toMatchObject({
      stripePublishableKey: keys.publishableKey,
      stripeSecretKey: '••••2222',
      stripeWebhookSecret: '••••3333',
      livemode: false,
    });
    const told = [saved.text, (await admin().get(path)).text, JSON.stringify(await entries())];
    const stored = await shop.server.app.orm.em.fork().execute('select * from payment_settings');
    for (const text of [...told, shop.server.logged.join(), JSON.stringify(stored)]) {
      expect(text).not.toContain(keys.secretKey);
      expect(text).not.toContain(keys.webhookSecret);
    }
    expect(await entries()).toMatchObject([
      {
        action: 'payments.update',
        after: { secretKey: 'changed', webhookSecret: 'changed', livemode: false },
      },
    ]);
  });

  test.each([
    [{}],
    [{ secretKey: '', webhookSecret: '  ' }],
    [{ publishableKey: null, secretKey: null }],
    // As a client that fills its form with what it was answered sends them back.
    [{ secretKey: '••••2222', webhookSecret: '••••3333' }],
  ])('keep stored values that are left out: %j', async (given) => {
    await save(keys);
    expect((await save(given)).body).toMatchObject({
      stripePublishableKey: keys.publishableKey,
      stripeSecretKey: '••••2222',
      stripeWebhookSecret: '••••3333',
    });
  });

  test('remove the keys on request', async () => {
    await save(keys);
    expect((await save({ removeKeys: true })).body).toMatchObject({
      stripePublishableKey: null,
      stripeSecretKey: null,
      stripeWebhookSecret: null,
      livemode: null,
    });
  });

  test('say that they are live, and switch to live mode with both keys at once', async () => {
    await save(keys);
    const live = { publishableKey: 'pk_live_1', secretKey: 'rk_live_2' };
    expect((await save(live)).body).toMatchObject({ livemode: true, stripeSecretKey: '••••ve_2' });
  });

  const mixed = 'Both keys must be from the same mode: test or live';
  test.each([
    [
      { publishableKey: 'sk_test_1' },
      'publishableKey',
      'Publishable key must begin with pk_test_ or pk_live_',
    ],
    [
      { publishableKey: '<script>' },
      'publishableKey',
      'Publishable key must begin with pk_test_ or pk_live_',
    ],
    [
      { secretKey: 'pk_test_1' },
      'secretKey',
      'Secret key must begin with sk_test_, sk_live_, rk_test_ or rk_live_',
    ],
    [
      { secretKey: 'sk_test_🚨' },
      'secretKey',
      'Secret key must begin with sk_test_, sk_live_, rk_test_ or rk_live_',
    ],
    [{ secretKey: 'sk_test_a\r\nX-Evil: 1' }, 'secretKey', 'Secret key must be on one line'],
    [{ webhookSecret: 'secret' }, 'webhookSecret', 'Webhook secret must begin with whsec_'],
    [{ webhookSecret: 'whsec_a, nonsense' }, 'webhookSecret', 'Webhook secret must begin with whsec_'],
    [{ secretKey: `sk_test_${'x'.repeat(300)}` }, 'secretKey', 'Secret key must be 300 characters or less'],
    [{ secretKey: 'sk_live_1' }, 'secretKey', mixed],
    [{ publishableKey: 'pk_live_1' }, 'publishableKey', mixed],
    [{ publishableKey: 'pk_test_1', secretKey: 'sk_live_1' }, 'secretKey', mixed],
  ])('refuse %j', async (wrong, field, sentence) => {
    await save(keys);
    const { status, body } = await save(wrong);
    expect([status, (body as { fields: Record<string, string> }).fields[field]]).toEqual([400, sentence]);
    expect(await entries()).toHaveLength(1);
  });

  test.each([[{ secretKey: 7 }], [{ removeKeys: 'perhaps' }], [{ webhookSecret: ['a'] }]])(
    'refuse the wrong type: %j',
    async (wrong) => {
      expect((await save(wrong)).status).toBe(400);
    },
  );

  test('are for administrators only', async () => {
    for (const person of [cast.alice, cast.bob]) {
      expect((await rest(person).get(path)).status).toBe(403);
      expect((await rest(person).post(`${path}/config`, keys)).status).toBe(403);
      expect((await rest(person).put('/api/admin/purchasing-enabled', { enabled: true })).status).toBe(403);
    }
    expect((await rest(cast.vic).get(path)).status).toBe(401);
  });

  test('take effect immediately: a new key is used for the next call', async () => {
    await save(keys);
    const { app } = shop.server;
    await expect(
      (await stripeOf(app.orm.em.fork(), app.config)).customers.list({ limit: 1 }),
    ).rejects.toThrow('Invalid API Key');
    await save({ secretKey: shop.stripe.secretKey });
    const { data } = await (await stripeOf(app.orm.em.fork(), app.config)).customers.list({ limit: 1 });
    expect(data).toEqual(expect.any(Array));
  });
});

describe('The purchasing switch', () => {
  test('is public, and recorded', async () => {
    await save(keys);
    const answer = await admin().put('/api/admin/purchasing-enabled', { enabled: true });
    expect(answer.body).toEqual({ stripePublishableKey: keys.publishableKey, purchasingEnabled: true });
    expect((await rest(cast.vic).get('/api/stripe/config')).body).toEqual(answer.body);
    await admin().put('/api/admin/purchasing-enabled', { enabled: false });
    expect((await rest(cast.vic).get('/api/stripe/config')).body).toMatchObject({ purchasingEnabled: false });
    expect((await entries()).map(({ action }) => action)).toEqual([
      'payments.update',
      'payments.purchasing',
      'payments.purchasing',
    ]);
  });

  test.each([[{}], [{ enabled: 'perhaps' }], [{ enabled: null }]])('rejects %j', async (body) => {
    expect((await admin().put('/api/admin/purchasing-enabled', body)).status).toBe(400);
  });
});

describe('Testing the connection', () => {
  const ask = async () => (await admin().post(`${path}/test`)) as { status: number; body: object };

  test('needs a key', async () => {
    expect(await ask()).toMatchObject({ status: 409, body: { message: "Payments aren't set up yet." } });
  });

  test('says that Stripe accepts it, and in which mode', async () => {
    await stock(shop);
    expect((await ask()).body).toEqual({
      success: true,
      message: 'Stripe accepts the key, in test mode.',
    });
  });

  test('explains the error without showing the key', async () => {
    await save(keys);
    const { body } = await ask();
    expect(body).toMatchObject({ success: false });
    expect(JSON.stringify(body)).toContain("Stripe doesn't accept the saved secret key.");
    expect(JSON.stringify(body)).not.toContain('planted');
    expect((await entries()).at(-1)).toMatchObject({ action: 'payments.test_failed' });
  });

  test('finds missing prices', async () => {
    const { starter } = await stock(shop);
    const sql = `update package set stripe_price_id = 'price_gone' where id = ?`;
    await shop.server.app.orm.em.fork().execute(sql, [starter.id]);
    expect((await ask()).body).toEqual({
      success: false,
      message: "The price price_gone of Starter Plan doesn't exist in Stripe.",
    });
  });
});

describe('The figures', () => {
  const stats = async () => (await admin().get('/api/admin/stats')).body;

  test('are zero before the first sale', async () => {
    expect(await stats()).toMatchObject({
      totalUsers: 4,
      activeSubscriptions: 0,
      monthlyRevenue: 0,
      currency: 'GBP',
      revenues: [],
    });
  });

  test('count paying teams by currency, and trials without revenue', async () => {
    await stock(shop);
    const buyers = [
      [cast.alice, 'price_professional_usd', undefined],
      [cast.bob, 'price_starter_gbp', undefined],
      [cast.grace, 'price_provider_usd', 14],
    ] as const;
    for (const [person, price, trialDays] of buyers)
      await subscribeAtStripe(shop, await addCustomerAtStripe(shop, person), price, { trialDays });
    await settle(shop);
    expect(await stats()).toMatchObject({
      totalUsers: 4,
      activeSubscriptions: 3,
      monthlyRevenue: 29.99,
      currency: 'USD',
      revenues: [
        { currency: 'USD', amount: 2999 },
        { currency: 'GBP', amount: 999 },
      ],
    });
  });
});
