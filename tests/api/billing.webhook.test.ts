import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PaymentSettings } from '#api/features/billing/payment-settings.entity.ts';
import { StripeEvent, StripeEventStatus } from '#api/features/billing/events/stripe-event.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { runJobs } from '#tests/support/mailbox.ts';
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
import type { StripeEventLike } from '#api/demo/stripe/stripe.ts';

const path = '/api/stripe/webhook';
let shop: Shop;
let cast: Cast;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await emptyDatabase();
  Object.assign(shop.stripe.webhooks, { hold: false, duplicate: false, reorder: false, lose: 0 });
  await stock(shop);
  cast = await enter(shop.server);
});

const rows = () => shop.server.app.orm.em.fork();
const stored = () => rows().find(StripeEvent, {}, { orderBy: { receivedAt: 'asc' } });
const jobs = async () => {
  const sql = `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'apply-stripe-event'`;
  const [found] = await rows().execute<{ n: number }[]>(sql);
  return found?.n;
};
const seconds = () => Math.floor(Date.now() / 1000);

function event(fields: Partial<Record<keyof StripeEventLike, unknown>> = {}) {
  return {
    id: 'evt_made_up_1',
    object: 'event',
    type: 'customer.subscription.updated',
    api_version: '2026-10-28.endive',
    created: seconds(),
    livemode: false,
    data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_1' } },
    request: { id: null, idempotency_key: null },
    pending_webhooks: 1,
    ...fields,
  };
}

function sign(body: string, { secret = shop.stripe.webhookSecret, at = seconds() } = {}): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** A delivery as Stripe makes it, or nearly. */
async function deliver(given: unknown, signature?: string | null, type = 'application/json; charset=utf-8') {
  const body = typeof given === 'string' ? given : JSON.stringify(given);
  const header = signature === undefined ? sign(body) : signature;
  const response = await fetch(`${shop.server.url}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, ...(header && { 'stripe-signature': header }) },
  });
  return { status: response.status, body: (await response.json()) as { message?: string } };
}

describe("Stripe's events", () => {
  test("are accepted immediately and stored with a job, and their content isn't trusted", async () => {
    expect(await deliver(event())).toEqual({ status: 200, body: { received: true } });
    expect(await stored()).toMatchObject([
      {
        stripeId: 'evt_made_up_1',
        type: 'customer.subscription.updated',
        objectId: 'sub_1',
        customerId: 'cus_1',
        status: StripeEventStatus.received,
      },
    ]);
    expect(await jobs()).toBe(1);
  });

  test('are stored once, however often and however close together they come', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(event())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await stored()).toHaveLength(1);
    expect(await jobs()).toBe(1);
  });

  const tampered = () => JSON.stringify(event({ type: 'invoice.paid' }));
  test.each([
    ['without a signature', () => [event(), null]],
    [
      'with a signature of another secret',
      () => [event(), sign(JSON.stringify(event()), { secret: 'whsec_x' })],
    ],
    ['signed six minutes ago', () => [event(), sign(JSON.stringify(event()), { at: seconds() - 360 })]],
    ['changed after they were signed', () => [tampered(), sign(JSON.stringify(event()))]],
    ['with an empty signature', () => [event(), 't=,v1=']],
    ['with junk for a signature', () => [event(), 'Bearer whsec_x']],
    ['that are no JSON', () => ['{"id":', undefined]],
    ['that are no event', () => [{ hello: 'world' }, undefined]],
    ['without a time', () => [event({ created: undefined }), undefined]],
    ['with a text for a time', () => [event({ created: 'yesterday' }), undefined]],
    ['with a time that never comes', () => [event({ created: 1e300 }), undefined]],
    ['of neither mode', () => [event({ livemode: null }), undefined]],
    ['with a nothing in their id', () => [event({ id: 'evt_\u0000' }), undefined]],
    ['with an endless id', () => [event({ id: `evt_${'x'.repeat(5000)}` }), undefined]],
    ['with an endless type', () => [event({ type: 'x'.repeat(5000) }), undefined]],
    ['about nothing', () => [event({ data: null }), undefined]],
    [
      'about something with an endless id',
      () => [event({ data: { object: { id: 'x'.repeat(5000) } } }), undefined],
    ],
    ['that are a text', () => ['"evt_1"', undefined]],
    ['that are nothing', () => ['', undefined]],
  ] as [string, () => [unknown, string | null | undefined]][])(
    'are refused %s, and change nothing',
    async (_, make) => {
      const [body, signature] = make();
      const { status, body: said } = await deliver(body, signature);
      expect([status, said.message]).toEqual([400, 'The signature is invalid or expired']);
      expect(await stored()).toEqual([]);
      expect(await jobs()).toBe(0);
    },
  );

  test('are refused while no secret is saved', async () => {
    await rows().nativeUpdate(PaymentSettings, { id: 1 }, { webhookSecret: null });
    expect((await deliver(event())).status).toBe(400);
  });

  test('are accepted with any of several secrets, and with a new one immediately', async () => {
    const secret = 'whsec_the_next_one';
    const both = `${shop.stripe.webhookSecret} ${secret}`;
    const saved = await rest(cast.ada).post('/api/admin/stripe/config', { webhookSecret: both });
    expect(saved.body).toMatchObject({ stripeWebhookSecret: '••••_one' });
    expect((await deliver(event())).status).toBe(200);
    const other = JSON.stringify(event({ id: 'evt_2' }));
    expect((await deliver(other, sign(other, { secret }))).status).toBe(200);
    await rest(cast.ada).post('/api/admin/stripe/config', { webhookSecret: secret });
    expect((await deliver(event({ id: 'evt_3' }))).status).toBe(400);
  });

  test('are recorded and ignored if nothing depends on their type', async () => {
    expect((await deliver(event({ type: 'radar.early_fraud_warning.created' }))).status).toBe(200);
    expect(await stored()).toMatchObject([{ status: StripeEventStatus.ignored }]);
    expect(await jobs()).toBe(0);
  });

  test('are recorded and ignored if they are from the other mode', async () => {
    await deliver(event({ livemode: true }));
    expect(await stored()).toMatchObject([
      { status: 'ignored', failure: "It's from live mode, but the saved keys aren't." },
    ]);
  });

  test("of someone who isn't our customer are ignored", async () => {
    const stranger = await shop.api.customers.create({ metadata: { teamId: 'nobody' } });
    await settle(shop);
    const found = (await stored()).filter(({ customerId }) => customerId === stranger.id);
    expect(found.map(({ status }) => status)).toEqual(['ignored']);
  });

  test('are accepted if they are large, but not if they are far too large', async () => {
    const filler = (length: number) => event({ request: { id: 'x'.repeat(length), idempotency_key: null } });
    expect((await deliver(filler(500_000))).status).toBe(200);
    expect((await deliver(filler(2_000_000))).status).toBe(413);
  });

  test('may have any content type, and need no bearer token', async () => {
    expect((await deliver(event(), undefined, 'text/plain')).status).toBe(200);
  });
});

describe('An event', () => {
  test('that cannot be applied is recorded as failed, retried, and applied in the end', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await settle(shop);
    shop.stripe.fail(3, 400);
    await deliver(event({ data: { object: { id: 'sub_1', customer } } }));
    await runJobs(shop.server);
    const failed = (await stored()).find(({ stripeId }) => stripeId === 'evt_made_up_1');
    expect(failed).toMatchObject({ status: 'failed', attempts: 1 });
    expect(failed?.failure).toContain("Stripe couldn't process the request");
    shop.stripe.fail(0, 400);
    await deliver(event({ data: { object: { id: 'sub_1', customer } } }));
    await runJobs(shop.server);
    expect((await stored()).find(({ id }) => id === failed?.id)).toMatchObject({
      status: 'applied',
      attempts: 2,
      failure: null,
    });
  });

  test('is shown in the log, newest first, by status and in pages', async () => {
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await deliver(event({ id }));
    await deliver(event({ id: 'evt_4', type: 'radar.nothing' }));
    const log = async (query = '') =>
      (await rest(cast.ada).get(`/api/admin/stripe/events${query}`)).body as unknown as StripeEvent[];
    const ids = (events: StripeEvent[]) => events.map(({ stripeId }) => stripeId);
    expect(ids(await log())).toEqual(['evt_4', 'evt_3', 'evt_2', 'evt_1']);
    expect(ids(await log('?status=ignored'))).toEqual(['evt_4']);
    const [first, second] = await log('?first=2');
    expect(ids([first!, second!])).toEqual(['evt_4', 'evt_3']);
    expect(ids(await log(`?first=2&after=${second!.id}`))).toEqual(['evt_2', 'evt_1']);
    expect((await rest(cast.ada).get('/api/admin/stripe/events?first=0')).status).toBe(400);
    expect((await rest(cast.alice).get('/api/admin/stripe/events')).status).toBe(403);
  });

  test('is applied again when an administrator requests it', async () => {
    const customer = await addCustomerAtStripe(shop, cast.alice);
    await subscribeAtStripe(shop, customer, 'price_professional_usd');
    await settle(shop);
    const applied = (await stored()).find(({ status }) => status === StripeEventStatus.applied);
    const answer = await rest(cast.ada).post(`/api/admin/stripe/events/${applied!.id}/replay`);
    expect(answer.body).toMatchObject({ id: applied!.id, status: 'received' });
    await runJobs(shop.server);
    expect(await rows().findOne(StripeEvent, { id: applied!.id })).toMatchObject({
      status: 'applied',
      attempts: 2,
    });
  });

  test.each(['nonsense', '00000000-0000-4000-8000-000000000000'])(
    'that doesn’t exist cannot be replayed: %s',
    async (id) => {
      expect((await rest(cast.ada).post(`/api/admin/stripe/events/${id}/replay`)).status).toBe(404);
    },
  );
});
