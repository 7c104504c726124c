import { openStripe, type Stripe } from '#api/features/billing/stripe.client.ts';
import type { StripeEventLike, StripeStandIn } from './stripe.ts';

const day = 86_400_000;

/** What was done on the page, and what the stand-in told of it. */
export interface Happened {
  what: string;
  events: StripeEventLike[];
}

/** What is shown of a customer. */
export interface ShownCustomer {
  customer: Stripe.Customer;
  /** `visa …4242`; null without one. */
  card: string | null;
  /** Newest first. */
  subscriptions: ReturnType<StripeStandIn['subscriptionsOf']>;
  invoices: ReturnType<StripeStandIn['invoicesOf']>;
}

export interface Shown {
  now: Date;
  customers: ShownCustomer[];
  prices: Stripe.Price[];
  /** Newest first. */
  events: StripeEventLike[];
}

/** Customers, prices and events that are shown at most. */
const most = 100;

/** What the page of the stand-in shows and does; it asks as any program does. */
export function deedsOf(standIn: StripeStandIn) {
  const stripe = openStripe({ stripeApiUrl: standIn.url }, standIn.secretKey);

  /** Does something, lets what it caused arrive, and answers with it. */
  async function during(what: string, deed: () => Promise<unknown>): Promise<Happened> {
    const before = new Set(standIn.webhooks.events().map(({ id }) => id));
    await deed();
    await standIn.clock.advance(0);
    const events = standIn.webhooks.events().filter(({ id }) => !before.has(id));
    return { what, events };
  }

  async function shownCustomer(customer: Stripe.Customer): Promise<ShownCustomer> {
    const subscriptions = standIn.subscriptionsOf(customer.id).toReversed();
    const live = subscriptions.find(({ ended_at: ended }) => ended === null);
    const id = live?.default_payment_method ?? customer.invoice_settings.default_payment_method;
    const { card } = typeof id === 'string' ? await stripe.paymentMethods.retrieve(id) : {};
    const invoices = standIn.invoicesOf(customer.id).toReversed();
    return { customer, card: card ? `${card.brand} …${card.last4}` : null, subscriptions, invoices };
  }

  return {
    async shown(): Promise<Shown> {
      const { data: customers } = await stripe.customers.list({ limit: most });
      const { data: prices } = await stripe.prices.list({ limit: most, expand: ['data.product'] });
      return {
        now: new Date(standIn.clock.now()),
        customers: await Promise.all(customers.map(shownCustomer)),
        prices,
        events: standIn.webhooks.events().slice(-most).toReversed(),
      };
    },

    advance: (days: number) =>
      during(`${days === 1 ? '1 day' : `${days} days`} went by.`, () => standIn.clock.advance(days * day)),

    /** Gives a customer the card that is kept and then declined, or one that pays. */
    card: (customer: string, work: boolean) =>
      during(`The next payments ${work ? 'work' : 'fail'}.`, async () => {
        const name = work ? 'pm_card_visa' : 'pm_card_chargeCustomerFail';
        const { id } = await stripe.paymentMethods.attach(name, { customer });
        await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
        for (const one of standIn.subscriptionsOf(customer))
          if (one.ended_at === null && one.status !== 'incomplete')
            await stripe.subscriptions.update(one.id, { default_payment_method: id });
      }),

    /** What a browser may see of an intent whose secret it has. */
    async intent(clientSecret: string): Promise<object | undefined> {
      const id = clientSecret.split('_secret_')[0]!;
      const asked = id.startsWith('pi_') ? stripe.paymentIntents : stripe.setupIntents;
      const found = await asked.retrieve(id).catch(() => undefined);
      if (found?.client_secret !== clientSecret) return undefined;
      const { object, status, client_secret, payment_method, created, livemode } = found;
      return { id, object, status, client_secret, payment_method, created, livemode };
    },
  };
}
