import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerStripe } from '#api/demo/demo.ts';
import { createServer } from '#api/wiring/routes.ts';
import { as } from '#tests/support/as.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { rest } from '#tests/support/rest.ts';
import { openShop, stock, type PriceList, type Shop } from '#tests/support/selling.ts';

let shop: Shop;
let server: Awaited<ReturnType<typeof createServer>>;
let list: PriceList;
let alice: Person;

beforeAll(async () => {
  shop = await openShop();
  list = await stock(shop);
  alice = await addPerson(shop.server, { firstName: 'Alice' });
  const { app, schema } = shop.server;
  server = await createServer(app, schema, { more: (fastify) => registerStripe(fastify, shop.stripe) });
});
afterAll(async () => {
  await server.close();
  await shop.close();
});

async function post(deed: string, payload: object) {
  const { statusCode, body } = await server.inject({ method: 'POST', url: `/dev/stripe/${deed}`, payload });
  return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> };
}
const page = async () => (await server.inject('/dev/stripe')).body;
const create = 'mutation ($id: ID!) { createSubscription(packageId: $id) { clientSecret } }';
const card = { number: '4000002500003155', expMonth: 12, expYear: 2039, cvc: '123' };
const stateNow = async () => {
  await runJobs(shop.server);
  return ((await rest(alice).get('/api/subscription')).body as { state: string }).state;
};

describe('The page of the stand-in for Stripe', () => {
  test('accepts the browser’s requests: a card, the bank’s answer, the status; service follows', async () => {
    const { data } = await as(alice).ask(create, { id: list.professional.id });
    const { clientSecret } = (data as { createSubscription: { clientSecret: string } }).createSubscription;
    expect(await post('confirm', { clientSecret, card })).toMatchObject({
      body: { status: 'requires_action' },
    });
    expect(await post('intent', { clientSecret })).toMatchObject({ body: { status: 'requires_action' } });
    expect(await post('authenticate', { clientSecret, ok: true })).toMatchObject({
      body: { status: 'succeeded' },
    });
    expect(await post('intent', { clientSecret })).toMatchObject({ body: { status: 'succeeded' } });
    expect(['active', 'trialing']).toContain(await stateNow());
  });

  test.each([
    ['confirm', {}],
    ['confirm', { clientSecret: 'pi_1', card }],
    ['confirm', { clientSecret: 'pi_1_secret_1', card: { ...card, expMonth: -1 } }],
    ['authenticate', { clientSecret: 'pi_1_secret_1' }],
    ['intent', { clientSecret: { $ne: 1 } }],
    ['advance', { days: 0 }],
    ['advance', { days: 1e9 }],
    ['card', { customer: '../prices', work: true }],
    ['price', { name: '', amount: 100, currency: 'usd' }],
    ['price', { name: 'X', amount: 1.5, currency: 'usd' }],
  ])('refuses invalid requests: %s %j', async (deed, body) => {
    expect((await post(deed, body)).status).toBe(400);
  });

  test('rejects an unknown intent, and a wrong secret as Stripe does', async () => {
    const clientSecret = 'pi_1_secret_1';
    expect(await post('intent', { clientSecret })).toMatchObject({ status: 404 });
    expect(await post('confirm', { clientSecret, card })).toMatchObject({ body: { status: 'failed' } });
  });

  test('advances time and makes payments fail, then succeed, and shows the outcome', async () => {
    const html = await page();
    const [, customer = ''] = /"customer":"(cus_\w+)"/.exec(html) ?? [];
    expect(html).toContain('visa …3155');
    await post('card', { customer, work: false });
    expect(await page()).toContain('visa …0341');
    await post('advance', { days: 16 });
    expect(await page()).toContain('16 days went by.');
    expect(await page()).toContain('invoice.payment_failed');
    await expect.poll(stateNow, { timeout: 15_000 }).toBe('past_due');
    await post('card', { customer, work: true });
    expect(await page()).toContain('visa …4242');
  });

  test('creates a price that a package can use', async () => {
    expect((await post('price', { name: '<b>Gold</b>', amount: 4999, currency: 'gbp' })).status).toBe(200);
    const html = await page();
    expect(html).toContain('&lt;b&gt;Gold&lt;/b&gt;');
    expect(html).toContain('£49.99');
    expect(html).not.toContain('<b>Gold');
  });

  test('rejects requests from other sites', async () => {
    const url = '/dev/stripe/advance';
    const headers = { origin: 'https://evil.test' };
    const { statusCode } = await server.inject({ method: 'POST', url, headers, payload: { days: 3 } });
    expect(statusCode).toBe(403);
  });

  test('serves the stand-in for Stripe.js as one script', async () => {
    const { body, headers } = await server.inject('/dev/stripe.js');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(body).toContain('confirmPayment');
    expect(() => new Function(body)).not.toThrow();
  });
});

test('Outside the demo, the page and script of the stand-in don’t exist', async () => {
  for (const url of ['/dev/stripe', '/dev/stripe.js'])
    expect((await shop.server.server.inject(url)).statusCode).toBe(404);
});
