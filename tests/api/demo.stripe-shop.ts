import { Stripe } from 'stripe';
import { startStripe, type StripeStandIn } from '#api/demo/stripe/stripe.ts';

export const cards = {
  good: '4242 4242 4242 4242',
  asking: '4000 0025 0000 3155',
  declined: '4000 0000 0000 0002',
  laterDeclined: '4000 0000 0000 0341',
  empty: '4000 0000 0000 9995',
};

export const day = 86_400_000;
export const hour = 3_600_000;

/** A stand-in with two packages, and the official library that asks it. */
export interface StripeShop {
  standIn: StripeStandIn;
  stripe: Stripe;
  small: string;
  big: string;
  close(): Promise<void>;
}

export async function openStripeShop(file?: string): Promise<StripeShop> {
  const standIn = await startStripe({ file });
  return {
    standIn,
    stripe: clientOf(standIn),
    small: standIn.addPrice({ id: 'price_small', amount: 1000, currency: 'gbp', name: 'Starter Plan' }),
    big: standIn.addPrice({ id: 'price_big', amount: 3000, currency: 'gbp', name: 'Provider Plan' }),
    close: () => standIn.close(),
  };
}

export function clientOf({ url, secretKey }: StripeStandIn, key = secretKey): Stripe {
  const { hostname: host, port } = new URL(url);
  return new Stripe(key, { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 1 });
}

export function card(
  number: string = cards.good,
  more: Partial<{ expMonth: number; expYear: number; cvc: string }> = {},
) {
  return { number, expMonth: 12, expYear: 2040, cvc: '123', ...more };
}

export function customer({ stripe }: StripeShop): Promise<Stripe.Customer> {
  return stripe.customers.create({ email: 'owner@example.org', name: 'Lantern Ltd' });
}

/** One whose card is kept and charged. */
export async function customerWithCard(
  shop: StripeShop,
  number: string = cards.good,
): Promise<Stripe.Customer> {
  const made = await customer(shop);
  const setup = await shop.stripe.setupIntents.create({ customer: made.id });
  await shop.standIn.confirm(setup.client_secret!, card(number));
  if (number === cards.asking) await shop.standIn.authenticate(setup.client_secret!, true);
  const { payment_method: method } = await shop.stripe.setupIntents.retrieve(setup.id);
  const invoice_settings = { default_payment_method: method as string };
  return shop.stripe.customers.update(made.id, { invoice_settings });
}

/** As our own server begins one. */
export function subscribe(
  { stripe, small }: StripeShop,
  { id }: Stripe.Customer,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
) {
  return stripe.subscriptions.create({
    customer: id,
    items: [{ price: small }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
    ...more,
  });
}

export function invoiceOf({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice {
  if (!invoice || typeof invoice === 'string') throw new Error('The invoice was not expanded');
  return invoice;
}

/** What the browser confirms. */
export function secretOf(subscription: Stripe.Subscription): string {
  const setup = subscription.pending_setup_intent;
  const secret =
    setup && typeof setup === 'object'
      ? setup.client_secret
      : invoiceOf(subscription).confirmation_secret?.client_secret;
  if (!secret) throw new Error('There is nothing to confirm');
  return secret;
}

/** A subscription that is paid for. */
export async function subscribed(shop: StripeShop, number: string = cards.good) {
  const owner = await customer(shop);
  const begun = await subscribe(shop, owner);
  await shop.standIn.confirm(secretOf(begun), card(number));
  const subscription = await shop.stripe.subscriptions.retrieve(begun.id);
  return { owner, subscription, itemId: subscription.items.data[0]!.id };
}

/** Types of all events so far, oldest first, from the one with this index on. */
export function told({ standIn }: StripeShop, from = 0): string[] {
  return standIn.webhooks
    .events()
    .slice(from)
    .map(({ type }) => type);
}
