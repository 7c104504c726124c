import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { customer, day, openStripeShop, subscribed, type StripeShop } from './demo.stripe-shop.ts';

let shop: StripeShop;
let listener: Server;
/** What came, checked as our own server checks it. */
let came: Stripe.Event[];
/** What is answered next; afterwards 200. */
let answers: number[];

beforeEach(async () => {
  shop = await openStripeShop();
  came = [];
  answers = [];
  listener = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  shop.standIn.webhooksTo(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`);
});
afterEach(async () => {
  await shop.close();
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
});

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const signature = request.headers['stripe-signature']!;
  came.push(shop.stripe.webhooks.constructEvent(body, signature, shop.standIn.webhookSecret));
  response.writeHead(answers.shift() ?? 200).end();
}

const settled = () => shop.standIn.clock.advance(0);
const types = () => came.map(({ type }) => type);
const created = () => shop.stripe.customers.create({ name: 'A' }, { idempotencyKey: `key ${Math.random()}` });

it('signs every event, in chronological order', async () => {
  await subscribed(shop);
  await settled();
  expect(types()).toEqual(shop.standIn.webhooks.events().map(({ type }) => type));
  expect(came[0]).toMatchObject({
    id: expect.stringMatching(/^evt_/),
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    type: 'customer.created',
  });
});

it('includes the request and the previous attributes', async () => {
  const { id } = await created();
  await shop.stripe.customers.update(id, { name: 'B' }, { idempotencyKey: 'rename' });
  await settled();
  expect(came[1]).toMatchObject({
    type: 'customer.updated',
    request: { id: expect.stringMatching(/^req_/), idempotency_key: 'rename' },
    data: { object: { id, name: 'B' }, previous_attributes: { name: 'A' } },
  });
});

it('stores an event as it happened, and returns it on request', async () => {
  const { id } = await created();
  await shop.stripe.customers.update(id, { name: 'B' });
  await settled();
  const first = await shop.stripe.events.retrieve(came[0]!.id);
  expect(first.data.object).toMatchObject({ name: 'A' });
  const listed = await shop.stripe.events.list({ types: ['customer.updated'] });
  expect(listed.data.map((one) => one.id)).toEqual([came[1]!.id]);
  await shop.standIn.clock.advance(31 * day);
  expect((await shop.stripe.events.list()).data).toEqual([]);
});

it('resends rejected events', async () => {
  shop.standIn.webhooks.retryMs = 20;
  answers = [500, 404];
  await created();
  await expect.poll(() => came.length).toBe(3);
  expect(new Set(came.map(({ id }) => id)).size).toBe(1);
});

it('can hold all events until asked to send them', async () => {
  shop.standIn.webhooks.hold = true;
  await customer(shop);
  await settled();
  expect(came).toEqual([]);
  await shop.standIn.webhooks.flush();
  expect(types()).toEqual(['customer.created']);
  await created();
  shop.standIn.webhooks.hold = false;
  await expect.poll(() => came.length).toBe(2);
});

it('can send every event twice', async () => {
  shop.standIn.webhooks.duplicate = true;
  await created();
  await settled();
  expect(came.map(({ id }) => id)).toEqual([came[0]!.id, came[0]!.id]);
});

it('can send the last event first', async () => {
  shop.standIn.webhooks.reorder = true;
  shop.standIn.webhooks.hold = true;
  await subscribed(shop);
  await shop.standIn.webhooks.flush();
  expect(types().at(-1)).toBe('customer.created');
  expect(types().toReversed()).toEqual(shop.standIn.webhooks.events().map(({ type }) => type));
});

it('can lose an event, and send it on request', async () => {
  shop.standIn.webhooks.lose = 1;
  await created();
  await created();
  await settled();
  const [lost, kept] = shop.standIn.webhooks.events();
  expect(came.map(({ id }) => id)).toEqual([kept!.id]);
  expect(await shop.standIn.webhooks.redeliver(lost!.id)).toBe(200);
  answers = [400];
  expect(await shop.standIn.webhooks.redeliver(lost!.id)).toBe(400);
});

it('can delay events', async () => {
  shop.standIn.webhooks.delayMs = 300;
  const from = Date.now();
  await created();
  expect(came).toEqual([]);
  await settled();
  expect(came).toHaveLength(1);
  expect(Date.now() - from).toBeGreaterThan(280);
});
