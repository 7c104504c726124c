import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeForm } from '#api/demo/stripe/request.ts';
import { clientOf, customer, openStripeShop, subscribed, type StripeShop } from './demo.stripe-shop.ts';

let shop: StripeShop;

beforeAll(async () => void (shop = await openStripeShop()));
afterAll(() => shop.close());

const post = (path: string, form: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.standIn.url}${path}`, {
    method: 'POST',
    body: form,
    headers: {
      authorization: `Bearer ${shop.standIn.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  });

it('reads nested names, with and without numbers', () => {
  expect(decodeForm('a[b][0][c]=1&a[b][1][c]=2&e[]=x&e[]=y&f=%C3%A9+%26&expand[0]=z')).toEqual({
    a: { b: [{ c: '1' }, { c: '2' }] },
    e: ['x', 'y'],
    f: 'é &',
    expand: ['z'],
  });
});

it('requires a valid key, and rejects others without a code', async () => {
  await expect(clientOf(shop.standIn, 'sk_test_somebody_else_1234').customers.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
    code: undefined,
    message: expect.stringMatching(/^Invalid API Key provided: sk_test_\*+1234$/),
  });
});

it.each([
  ['emaill=x', 'parameter_unknown', 'emaill'],
  ['invoice_settings[method]=x', 'parameter_unknown', 'invoice_settings[method]'],
  ['balance=much', 'parameter_invalid_integer', 'balance'],
  ['test_clock=', 'parameter_invalid_empty', 'test_clock'],
  ['email=nobody', 'email_invalid', 'email'],
])('refuses the parameter of %s', async (form, code, param) => {
  const answer = await post('/v1/customers', form);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error', code, param } });
});

it('reports missing objects: 404 in the path, 400 in a parameter, 404 for unknown paths', async () => {
  const { stripe } = shop;
  await expect(stripe.customers.retrieve('cus_nobody')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
    message: "No such customer: 'cus_nobody'",
    requestId: expect.stringMatching(/^req_/),
  });
  await expect(stripe.subscriptions.list({ customer: 'cus_nobody' })).rejects.toMatchObject({
    statusCode: 400,
    param: 'customer',
  });
  await expect(stripe.coupons.list()).rejects.toMatchObject({ statusCode: 404 });
});

it('accepts pages of one to a hundred, and rejects IDs that are not strings', async () => {
  await expect(shop.stripe.customers.list({ limit: 101 })).rejects.toMatchObject({
    code: 'parameter_invalid_integer',
    param: 'limit',
  });
  expect((await post('/v1/customers/%E0%A4%A', 'name=A')).status).toBe(404);
});

it('sends the same headers as Stripe', async () => {
  const answer = await post('/v1/customers', 'name=A', {
    'idempotency-key': 'one',
    'stripe-version': '2026-10-28.endive',
  });
  const id = answer.headers.get('request-id');
  expect(id).toMatch(/^req_\w{14}$/);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': 'one',
    'original-request': id,
    'stripe-should-retry': 'false',
    'stripe-version': '2026-10-28.endive',
  });
});

it('runs a request once per idempotency key, and repeats the response', async () => {
  const { stripe } = shop;
  const idempotencyKey = 'customer:1';
  const first = await stripe.customers.create({ name: 'Once' }, { idempotencyKey });
  const again = await stripe.customers.create({ name: 'Once' }, { idempotencyKey });
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': first.lastResponse.requestId,
  });
  expect(again.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
  await expect(stripe.customers.create({ name: 'Other' }, { idempotencyKey })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  });
});

it('repeats a declined card for the same key, so a new attempt needs a new one', async () => {
  const { stripe } = shop;
  const owner = await customer(shop);
  const attach = (idempotencyKey: string) =>
    stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: owner.id }, { idempotencyKey });
  const declined = { type: 'StripeCardError', statusCode: 402, decline_code: 'generic_decline' };
  await expect(attach('a')).rejects.toMatchObject(declined);
  const second = await attach('a').catch((error: { headers: object }) => error);
  expect(second).toMatchObject({ headers: { 'idempotent-replayed': 'true' } });
  const third = await attach('b').catch((error: { headers: object }) => error);
  expect(third).toMatchObject({ headers: { 'original-request': expect.any(String) } });
});

it('allows an invalid request to be corrected under its key', async () => {
  const owner = await customer(shop);
  const begin = (price: string) =>
    shop.stripe.subscriptions.create(
      { customer: owner.id, items: [{ price }], payment_behavior: 'default_incomplete' },
      { idempotencyKey: 'sense' },
    );
  await expect(begin('nonsense')).rejects.toMatchObject({ statusCode: 400 });
  expect(await begin(shop.small)).toMatchObject({ status: 'incomplete' });
});

it('rejects a key that is in use, and the library waits for it', async () => {
  shop.standIn.faults.latencyMs = 300;
  const headers = { 'idempotency-key': 'busy' };
  const both = await Promise.all([
    post('/v1/customers', 'name=B', headers),
    post('/v1/customers', 'name=B', headers),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409)!;
  expect(await refused.json()).toMatchObject({ error: { code: 'idempotency_key_in_use' } });
  const two = ['waited', 'waited'].map((idempotencyKey) =>
    shop.stripe.customers.create({ name: 'C' }, { idempotencyKey }),
  );
  const [one, other] = await Promise.all(two);
  shop.standIn.faults.latencyMs = 0;
  expect(one!.id).toBe(other!.id);
});

it('completes requests whose response is lost, and the retry gets the response', async () => {
  const before = (await shop.stripe.customers.list({ email: 'lost@example.org' })).data.length;
  shop.standIn.drop(1);
  await shop.stripe.customers.create({ email: 'lost@example.org' });
  const after = await shop.stripe.customers.list({ email: 'lost@example.org' });
  expect(after.data.length - before).toBe(1);
});

it('fails as often as requested', async () => {
  shop.standIn.fail(2, 503);
  await expect(shop.stripe.customers.list()).rejects.toMatchObject({ statusCode: 503 });
  shop.standIn.fail(1, 429);
  await expect(shop.stripe.customers.list()).rejects.toMatchObject({ type: 'StripeRateLimitError' });
  expect((await shop.stripe.customers.list()).object).toBe('list');
});

it('lists the newest first, page by page in both directions', async () => {
  const own = await openStripeShop();
  try {
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.unshift((await customer(own)).id);
    const first = await own.stripe.customers.list({ limit: 2 });
    expect(first).toMatchObject({ has_more: true, url: '/v1/customers' });
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
    const rest = await own.stripe.customers.list({ limit: 3, starting_after: made[1] });
    expect(rest.has_more).toBe(false);
    expect(rest.data.map(({ id }) => id)).toEqual(made.slice(2));
    const back = await own.stripe.customers.list({ limit: 2, ending_before: made[4] });
    expect(back.data.map(({ id }) => id)).toEqual(made.slice(2, 4));
    expect(back.has_more).toBe(true);
    const all = await own.stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(made);
  } finally {
    await own.close();
  }
});

it('expands the named fields, in objects and in lists, and no others', async () => {
  const { stripe } = shop;
  const { owner, subscription } = await subscribed(shop);
  expect(typeof subscription.latest_invoice).toBe('string');
  const whole = await stripe.invoices.retrieve(subscription.latest_invoice as string, {
    expand: ['customer', 'payments.data.payment.payment_intent'],
  });
  expect(whole).toMatchObject({
    customer: { id: owner.id },
    payments: { data: [{ status: 'paid', payment: { payment_intent: { amount: 1000 } } }] },
  });
  const listed = await stripe.subscriptions.list({
    customer: owner.id,
    expand: ['data.default_payment_method'],
  });
  expect(listed.data[0]).toMatchObject({ default_payment_method: { card: { last4: '4242' } } });
  const product = await stripe.subscriptions.retrieve(subscription.id, {
    expand: ['items.data.price.product'],
  });
  expect(product.items.data[0]!.price.product).toMatchObject({ name: 'Starter Plan' });
  await expect(stripe.subscriptions.retrieve(subscription.id, { expand: ['status'] })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringMatching(/^This property cannot be expanded \(status\)/),
  });
  const plain = await stripe.invoices.list({ customer: owner.id });
  expect(plain.data[0]).not.toHaveProperty('payments');
});
