import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, day, openStripeShop, subscribed } from './demo.stripe-shop.ts';

let dir: string;

beforeAll(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'stripe-'))));
afterAll(() => rm(dir, { recursive: true }));

it('remembers everything after a restart: keys, customers, its time, requests and invoice addresses', async () => {
  const file = path.join(dir, 'deeper', 'stripe.json');
  const before = await openStripeShop(file);
  const { owner, subscription } = await subscribed(before);
  await before.standIn.clock.advance(3 * day);
  const idempotencyKey = 'twice';
  const { id } = await before.stripe.customers.create({ name: 'A' }, { idempotencyKey });
  const events = before.standIn.webhooks.events().length;
  await before.close();

  const after = await openStripeShop(file);
  expect(after.standIn.secretKey).toBe(before.standIn.secretKey);
  expect(after.standIn.webhookSecret).toBe(before.standIn.webhookSecret);
  expect(after.standIn.clock.now()).toBeGreaterThan(Date.now() + 2.9 * day);
  expect(after.standIn.webhooks.events()).toHaveLength(events);
  expect((await after.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  expect((await after.stripe.customers.create({ name: 'A' }, { idempotencyKey })).id).toBe(id);
  const [invoice] = (await after.stripe.invoices.list({ customer: owner.id })).data;
  expect((await fetch(invoice!.invoice_pdf!)).status).toBe(200);
  await after.standIn.clock.advance(30 * day);
  expect(after.standIn.invoicesOf(owner.id).at(-1)).toMatchObject({ status: 'paid', total: 1000 });
  await after.close();
  expect(await readdir(path.dirname(file))).toEqual(['stripe.json']);
});

it('keeps an existing price, and one product for all prices of a name', async () => {
  const shop = await openStripeShop();
  const again = shop.standIn.addPrice({ id: shop.small, amount: 5, currency: 'usd', name: 'Other' });
  expect(again).toBe(shop.small);
  expect((await shop.stripe.prices.retrieve(shop.small)).unit_amount).toBe(1000);
  shop.standIn.addPrice({ id: 'price_small_usd', amount: 1200, currency: 'usd', name: 'Starter Plan' });
  const { data } = await shop.stripe.prices.list({ expand: ['data.product'] });
  expect(new Set(data.map(({ product }) => JSON.stringify(product))).size).toBe(2);
  await shop.close();
});

it('has a page and a PDF for every invoice, and pages to cancel and resume', async () => {
  const shop = await openStripeShop();
  const { owner, subscription } = await subscribed(shop);
  const [invoice] = shop.standIn.invoicesOf(owner.id);
  const page = await fetch(invoice!.hosted_invoice_url!);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain(`Invoice ${invoice!.number}`);
  const pdf = await fetch(invoice!.invoice_pdf!);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  const bytes = Buffer.from(await pdf.arrayBuffer()).toString('latin1');
  expect(bytes).toMatch(/^%PDF-1\.4\n[^]+\(Invoice number: .+-0001\)[^]+%%EOF\n$/);
  const table = Number(/startxref\n(\d+)/.exec(bytes)![1]);
  expect(bytes.slice(table, table + 4)).toBe('xref');
  expect((await fetch(`${shop.standIn.url}/i/test_guessed`)).status).toBe(404);

  const session = await shop.stripe.billingPortal.sessions.create({
    customer: owner.id,
    return_url: 'http://localhost/back',
  });
  const press = (deed: string) =>
    fetch(session.url, {
      method: 'POST',
      body: new URLSearchParams({ deed, subscription: subscription.id }),
    });
  expect(await (await press('cancel')).text()).toContain('cancel on');
  expect(shop.standIn.subscription(subscription.id)).toMatchObject({ cancel_at_period_end: true });
  await press('resume');
  expect(shop.standIn.subscription(subscription.id)).toMatchObject({ cancel_at_period_end: false });
  await shop.close();
});

it('accepts only its own key', async () => {
  const [one, other] = [await openStripeShop(), await openStripeShop()];
  await expect(clientOf(one.standIn, other.standIn.secretKey).customers.list()).rejects.toThrow(
    'Invalid API Key',
  );
  await Promise.all([one.close(), other.close()]);
});
