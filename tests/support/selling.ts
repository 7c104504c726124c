import { onlyRow, vault } from '#api/security/secrets.ts';
import { startStripe, type StripeStandIn, type TypedCard } from '#api/demo/stripe/stripe.ts';
import { PaymentSettings } from '#api/features/billing/payment-settings.entity.ts';
import { openStripe, type Stripe } from '#api/features/billing/stripe.client.ts';
import { Currency, Package } from '#api/features/packages/package.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { runJobs } from './mailbox.ts';
import type { Person } from './people.ts';
import { until } from './rounds.ts';
import { startServer, type Running } from './running.ts';

/** A server that sells by a stand-in for Stripe, whose events come to it. */
export interface Shop {
  server: Running;
  stripe: StripeStandIn;
  /** The library, with the saved key. */
  api: Stripe;
  close(): Promise<void>;
}

/** The price list: what `stock` puts there, by name. */
export interface PriceList {
  starter: Package;
  professional: Package;
  provider: Package;
  free: Package;
}

/** Cards as people type them. */
export const cards = {
  good: typed('4242424242424242'),
  declined: typed('4000000000000002'),
  /** The bank asks once. */
  secure: typed('4000002500003155'),
  /** It can be kept, and is refused when it is charged. */
  failsLater: typed('4000000000000341'),
};

function typed(number: string): TypedCard {
  return { number, expMonth: 12, expYear: 2034, cvc: '123' };
}

const prices = [
  { key: 'starter', name: 'Starter Plan', amount: 999, maxControllers: 1, maxDevices: 25 },
  { key: 'professional', name: 'Professional Plan', amount: 2999, maxControllers: 5, maxDevices: 100 },
  { key: 'provider', name: 'Provider Plan', amount: 9999, maxControllers: -1, maxDevices: -1 },
] as const;

export async function openShop(options: Parameters<typeof startServer>[0] = {}): Promise<Shop> {
  const stripe = await startStripe();
  const config = { ...options.config, stripeApiUrl: stripe.url };
  const server = await startServer({ ...options, config });
  stripe.webhooksTo(`${server.url}/api/stripe/webhook`);
  const close = async () => {
    stripe.webhooksTo(undefined);
    await server.close();
    await stripe.close();
  };
  return { server, stripe, api: openStripe(server.app.config, stripe.secretKey), close };
}

/** Fills an empty database: the keys, the open shop, and a price list in pounds and dollars. */
export async function stock(shop: Shop, settings: Partial<PaymentSettings> = {}): Promise<PriceList> {
  const em = shop.server.app.orm.em.fork();
  const { publishableKey, secretKey, webhookSecret } = shop.stripe;
  em.persist(
    Object.assign(new PaymentSettings(), {
      id: 1,
      publishableKey,
      secretKey: vault.seal(secretKey, 'payment_settings.secret_key', onlyRow),
      secretKeyTail: secretKey.slice(-4),
      webhookSecret: vault.seal(webhookSecret, 'payment_settings.webhook_secret', onlyRow),
      webhookSecretTail: webhookSecret.slice(-4),
      livemode: false,
      purchasingEnabled: true,
      ...settings,
    }),
  );
  const packages = prices.map(({ key, name, amount, ...limits }, position) =>
    Object.assign(new Package(), {
      ...limits,
      name,
      position,
      price: (amount / 100).toFixed(2),
      currency: Currency.USD,
      stripePriceId: addPrice(shop, key, 'gbp', amount),
      stripePriceIdUsd: addPrice(shop, key, 'usd', amount),
    }),
  );
  const free = Object.assign(new Package(), {
    name: 'Free Plan',
    price: '0',
    position: 3,
    maxControllers: 1,
  });
  em.persist([...packages, free]);
  await em.flush();
  const [starter, professional, provider] = packages;
  return { starter: starter!, professional: professional!, provider: provider!, free };
}

function addPrice({ stripe }: Shop, key: string, currency: 'gbp' | 'usd', amount: number): string {
  const { name } = prices.find((one) => one.key === key)!;
  return stripe.addPrice({ id: `price_${key}_${currency}`, amount, currency, name });
}

/** Delivers pending events and runs their jobs. @throws if that does not end */
export async function settle({ stripe, server }: Pick<Shop, 'stripe' | 'server'>): Promise<void> {
  // Its clock settles the post, also when no time passes.
  await stripe.clock.advance(0);
  // A job's queue is free a moment after it has run: what waits behind it may be passed over the first time.
  await until(async () => {
    await runJobs(server);
    return !(await isDue(server));
  }, 60_000);
}

async function isDue({ app }: Running): Promise<boolean> {
  const sql = `select from graphile_worker.jobs where run_at <= now() and task_identifier = 'apply-stripe-event' limit 1`;
  const due = await app.orm.em.fork().execute<object[]>(sql);
  return due.length > 0;
}

/** Lets days pass at Stripe; what happens on them has arrived when this comes back. */
export async function pass(shop: Pick<Shop, 'stripe' | 'server'>, days: number): Promise<void> {
  await shop.stripe.clock.advance(days * 86_400_000);
  await settle(shop);
}

/** Creates a team's customer in Stripe as the product does, and stores it with the team by default. */
export async function addCustomerAtStripe(
  { api, server }: Pick<Shop, 'api' | 'server'>,
  { teamId }: Pick<Person, 'teamId'>,
  { noted = true } = {},
): Promise<string> {
  const { id } = await api.customers.create({ metadata: { teamId } });
  if (noted) await server.app.orm.em.fork().nativeUpdate(Team, { id: teamId }, { stripeCustomerId: id });
  return id;
}

/** Creates and pays a subscription in Stripe, without our screens. Returns it as it was created. */
export async function subscribeAtStripe(
  { api, stripe }: Pick<Shop, 'api' | 'stripe'>,
  customer: string,
  price: string,
  { card = cards.good, trialDays }: { card?: TypedCard | null; trialDays?: number } = {},
): Promise<Stripe.Subscription> {
  const made = await api.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    ...(trialDays && {
      trial_period_days: trialDays,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    }),
    expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
  });
  const { latest_invoice: invoice, pending_setup_intent: setup } = made;
  const secret =
    (typeof setup === 'object' && setup?.client_secret) ||
    (typeof invoice === 'object' && invoice?.confirmation_secret?.client_secret);
  if (secret && card) await stripe.confirm(secret, card);
  return made;
}
