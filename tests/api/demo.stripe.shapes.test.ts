import { afterAll, beforeAll, expect, it } from 'vitest';
import { recorded } from './demo.stripe-recorded.ts';
import {
  card,
  customerWithCard,
  openStripeShop,
  secretOf,
  subscribe,
  subscribed,
  type StripeShop,
} from './demo.stripe-shop.ts';

let shop: StripeShop;

beforeAll(async () => void (shop = await openStripeShop()));
afterAll(() => shop.close());

/** Names that came with the version which our library asks for; what was recorded is a little older. */
const newer: Record<string, string[]> = {
  subscription: ['billing_schedules', 'managed_payments', 'items.data.current_trial'],
  invoice: ['lines.data.subscription'],
  payment_intent: ['allowed_payment_method_types', 'managed_payments', 'payment_record'],
};
/** Names that are there only sometimes, by what was paid with or asked for. */
const sometimes = [
  'next_action.use_stripe_sdk',
  'payment_method_options',
  'plan',
  'items.data.plan',
  'latest_invoice',
  'test_clock',
  'livemode',
  'threshold_reason',
  'invoice_credit_balance',
  'tax',
  'confirmation_secret',
  'payments',
  'rendering',
  'application',
  'default_price',
  'tiers',
];

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Each place of an answer with its type; of a list the first stands for all. */
function places(value: object, within = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    const at = within ? `${within}.${name}` : name;
    found.set(at, typeOf(inner));
    const next: unknown = Array.isArray(inner) ? inner[0] : inner;
    if (typeof next === 'object' && next !== null)
      for (const [place, type] of places(next, at)) found.set(place, type);
  }
  return found;
}

/** What is there and was not recorded, is not there and was, or is of another type. */
function differences(kind: string, value: object): string[] {
  const ours = places(JSON.parse(JSON.stringify(value)) as object);
  const theirs = new Map(
    recorded[kind]!.trim()
      .split(/\s+/)
      .map((one) => one.split(':') as [string, string]),
  );
  const isLeft = (place: string) => sometimes.some((one) => place === one || place.startsWith(`${one}.`));
  const hasHolder = (place: string) => {
    const holder = ours.get(place.split('.').slice(0, -1).join('.'));
    return holder === undefined ? !place.includes('.') : holder === 'object' || holder === 'list';
  };
  const absent = [...theirs.keys()].filter((place) => !ours.has(place) && !isLeft(place) && hasHolder(place));
  const wrong = [...ours].flatMap(([place, type]) => {
    if (isLeft(place) || newer[kind]?.includes(place) || place.includes('metadata.')) return [];
    const seen = theirs.get(place)?.split('|');
    if (!seen)
      return theirs.has(place.split('.').slice(0, -1).join('.')) || !place.includes('.')
        ? [`+ ${place}`]
        : [];
    const isFine = seen.includes(type) || type === 'null' || seen.every((one) => one === 'null');
    return isFine ? [] : [`${place}: ${type}, not ${seen.join(' or ')}`];
  });
  return [...absent.map((place) => `- ${place}`), ...wrong];
}

it('returns subscriptions and invoices in their recorded shape', async () => {
  const { stripe } = shop;
  const { subscription } = await subscribed(shop);
  expect(differences('subscription', subscription)).toEqual([]);
  const cancelled = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  expect(differences('subscription', cancelled)).toEqual([]);
  expect(differences('subscription', await stripe.subscriptions.cancel(subscription.id))).toEqual([]);
  const owner = await customerWithCard(shop);
  const trial = await subscribe(shop, owner, { trial_period_days: 15, expand: [] });
  expect(differences('subscription', trial)).toEqual([]);
  for (const id of [subscription.latest_invoice, trial.latest_invoice]) {
    const invoice = await stripe.invoices.retrieve(id as string);
    expect(differences('invoice', invoice)).toEqual([]);
  }
  const preview = await stripe.invoices.createPreview({ subscription: trial.id });
  expect(differences('invoice', preview)).toEqual([]);
});

it('returns intents, cards and payments in their recorded shape', async () => {
  const { stripe } = shop;
  const begun = await subscribe(shop, await stripe.customers.create({ email: 'a@example.org' }));
  const secret = secretOf(begun);
  await shop.standIn.confirm(secret, card('4000002500003155'));
  const id = secret.split('_secret_')[0]!;
  expect(differences('payment_intent', await stripe.paymentIntents.retrieve(id))).toEqual([]);
  await shop.standIn.authenticate(secret, true);
  const paid = await stripe.paymentIntents.retrieve(id);
  expect(differences('payment_intent', paid)).toEqual([]);
  const method = await stripe.paymentMethods.retrieve(paid.payment_method as string);
  expect(differences('payment_method', method)).toEqual([]);
  const payments = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: id },
  });
  expect(payments.data).toHaveLength(1);
  expect(differences('invoice_payments', payments)).toEqual([]);
});

it('returns everything else in its recorded or published shape', async () => {
  const { stripe } = shop;
  const customer = await stripe.customers.create({ email: 'a@example.org', expand: ['tax'] });
  expect(differences('customer', customer)).toEqual([]);
  expect(differences('price', await stripe.prices.retrieve(shop.small))).toEqual([]);
  const [product] = (await stripe.products.list()).data;
  expect(differences('product', product!)).toEqual([]);
  const session = await stripe.billingPortal.sessions.create({ customer: customer.id });
  expect(differences('portal_session', session)).toEqual([]);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
  expect(differences('test_helpers.test_clock', clock)).toEqual([]);
  const [event] = (await stripe.events.list({ limit: 1 })).data;
  const { data: _, ...rest } = event!;
  expect(differences('event', { ...rest, data: { object: {} } })).toEqual([]);
});

it.each([
  ['cus_', () => shop.stripe.customers.create()],
  ['prod_', () => shop.stripe.products.create({ name: 'P' })],
  ['seti_', () => shop.stripe.setupIntents.create()],
  ['evt_', async () => (await shop.stripe.events.list({ limit: 1 })).data[0]!],
  ['clock_', () => shop.stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 })],
])('generates IDs that begin with %s', async (prefix, make) => {
  expect((await make()).id).toMatch(new RegExp(`^${prefix}\\w{14,}$`));
});
