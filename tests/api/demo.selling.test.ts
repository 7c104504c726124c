import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, type Config } from '#api/config/config.ts';
import { seedDemo, startBox, subscribeDemoTeams } from '#api/demo/demo.ts';
import type { Box } from '#api/demo/stand-ins.ts';
import { demoAccounts } from '#api/features/auth/demo-accounts.ts';
import { PaymentSettings } from '#api/features/billing/payment-settings.entity.ts';
import { addFirstPackages } from '#api/features/packages/packages.service.ts';
import { Currency, Package } from '#api/features/packages/package.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import type { Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let dataDir: string;
let config: Config;
let box: Box;
let running: Running;
let dana: Visitor;
let alex: Visitor;

/** Starts the demo over the same database and directory, as a restart does. */
async function begin(): Promise<void> {
  box = await startBox(config);
  const { stripeApiUrl, unifiApiUrl } = box;
  running = await startServer({
    databaseUrl: running?.databaseUrl,
    config: { demo: true, stripeApiUrl, unifiApiUrl },
  });
}
async function fill(): Promise<void> {
  const em = running.app.orm.em.fork();
  await addFirstPackages(em, Currency.USD);
  await seedDemo(em, running.app.config, box);
  await subscribeDemoTeams(running.app, box.standIns.stripe!);
}
async function end(): Promise<void> {
  await running.close();
  await box.close();
}
async function signedIn(email: string): Promise<Visitor> {
  const visitor = { server: running, token: null };
  const credentials = { email, password: demoAccounts.password };
  const { body } = await rest(visitor).post('/api/auth/login', credentials);
  return { server: running, token: (body as { token: string }).token };
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'demo-'));
  // No network is needed here: an operator's own address keeps it away.
  config = { ...readConfig({}), dataDir, unifiApiUrl: 'http://127.0.0.1:1' };
  await begin();
  await emptyDatabase();
  await fill();
  [dana, alex] = [await signedIn(demoAccounts.customer), await signedIn(demoAccounts.admin)];
});
afterAll(async () => {
  await end();
  await rm(dataDir, { recursive: true });
});

describe('The demo’s customer', () => {
  it('has the documented plan, price, limits and card', async () => {
    const { status, body } = await rest(dana).get('/api/subscription');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'active',
      isActive: true,
      package: { name: 'Professional Plan', price: '29.99', maxControllers: 5, maxDevices: 100 },
      amount: 2999,
      currency: 'USD',
      paymentMethod: { brand: 'visa', last4: '4242' },
      canPurchase: true,
      pastDueSince: null,
      activeUntil: null,
    });
    const { currentPeriodEnd } = body as { currentPeriodEnd: string };
    expect(Date.parse(currentPeriodEnd)).toBeGreaterThan(Date.now() + 10 * 86_400_000);
  });

  it('has three paid invoices of the last months, with their files', async () => {
    const { body } = await rest(dana).get('/api/invoices');
    const invoices = body as { id: string; date: string; hasPdf: boolean }[];
    expect(invoices).toHaveLength(3);
    for (const one of invoices)
      expect(one).toMatchObject({ amount: 2999, currency: 'USD', status: 'paid', amountRemaining: 0 });
    const days = invoices.map(({ date }) => (Date.now() - Date.parse(date)) / 86_400_000);
    expect(days[0]).toBeGreaterThan(8);
    expect(days[0]).toBeLessThan(16);
    expect(days[2]).toBeGreaterThan(65);
    expect(days[2]).toBeLessThan(80);
  });

  it('was sent no email about those past events', async () => {
    const mails = await running.app.orm.em.fork().execute('select subject from mail');
    expect(mails).toEqual([]);
  });
});

describe('The demo’s administrator', () => {
  it('finds the shop open, with keys that Stripe’s stand-in accepts and prices that it has', async () => {
    const { stripe } = box.standIns;
    expect((await rest(alex).get('/api/admin/stripe')).body).toMatchObject({
      stripePublishableKey: stripe?.publishableKey,
      stripeSecretKey: `••••${stripe?.secretKey.slice(-4)}`,
      purchasingEnabled: true,
      livemode: false,
    });
    expect((await rest(alex).post('/api/admin/stripe/test')).body).toMatchObject({ success: true });
    const plans = await running.app.orm.em.fork().find(Package, { price: { $ne: '0' } });
    for (const plan of plans) {
      expect(plan.stripePriceId).toMatch(/^price_demo_/);
      expect(plan.stripePriceIdUsd).toMatch(/^price_demo_/);
    }
  });

  it('sees incoming events, and no difference to Stripe', async () => {
    expect((await rest(alex).get('/api/admin/stats')).body).toMatchObject({
      totalUsers: 13,
      activeSubscriptions: 5,
      monthlyRevenue: 159.97,
      currency: 'USD',
    });
  });
});

describe('A restart', () => {
  it('changes nothing, and the stand-in still has its customers', async () => {
    const before = (await rest(dana).get('/api/invoices')).body;
    const { secretKey } = box.standIns.stripe!;
    await end();
    await begin();
    await fill();
    dana = { ...dana, server: running };
    expect(box.standIns.stripe?.secretKey).toBe(secretKey);
    expect((await rest(dana).get('/api/invoices')).body).toEqual(before);
    const { customer } = box.standIns.stripe!.webhooks.events().at(-1)!.data.object as { customer: string };
    expect(box.standIns.stripe?.invoicesOf(customer)).toHaveLength(3);
  });

  it('keeps a closed shop closed and the operator’s own keys, and gives new keys to a stand-in that lost its own', async () => {
    const em = running.app.orm.em.fork();
    const settings = await em.findOneOrFail(PaymentSettings, 1);
    const own = `pk_test_51${'x'.repeat(90)}`;
    em.assign(settings, { publishableKey: own, purchasingEnabled: false });
    await em.flush();
    await fill();
    const found = await running.app.orm.em.fork().findOneOrFail(PaymentSettings, 1);
    expect(found).toMatchObject({ publishableKey: own, purchasingEnabled: false });
    em.assign(settings, { publishableKey: `pk_test_51${'y'.repeat(40)}` });
    await em.flush();
    await fill();
    expect(await running.app.orm.em.fork().findOneOrFail(PaymentSettings, 1)).toMatchObject({
      publishableKey: box.standIns.stripe?.publishableKey,
      purchasingEnabled: false,
    });
  });
});

it('keeps an operator’s own Stripe account', async () => {
  const own = await startBox({ ...config, stripeApiUrl: 'http://127.0.0.1:7' });
  await own.close();
  expect(own.stripeApiUrl).toBe('http://127.0.0.1:7');
  expect(own.standIns.stripe).toBeUndefined();
});
