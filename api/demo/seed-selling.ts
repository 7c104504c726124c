import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/app.ts';
import { demoAccounts } from '#api/features/auth/demo-accounts.ts';
import { PaymentSettings } from '#api/features/billing/payment-settings.entity.ts';
import { openStripe } from '#api/features/billing/stripe.ts';
import { syncCustomer } from '#api/features/billing/sync.ts';
import { Currency, Package } from '#api/features/packages/package.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { loadSingleton } from '#api/singleton.ts';
import type { StripeStandIn } from './stripe.ts';

const day = 86_400_000;

/** Days since the last of the demo's invoices: its next payment is near, and it is no news that would be mailed. */
const lastPaid = 12;

/** As the stand-in's own keys look, whichever it had before: real ones are longer. */
const ownKey = /^pk_test_51\w{40}$/;

/** What the packages of the demo cost in pounds. */
const pounds: Record<string, number> = { 'Professional Plan': 2399, 'Provider Plan': 7999 };

/**
 * Makes the demo sell through the stand-in: its keys, where none but an earlier stand-in's are saved, and a price for each
 * package that has none.
 */
export async function followStripe(em: EntityManager, stripe: StripeStandIn): Promise<void> {
  const settings = await loadSingleton(em, PaymentSettings);
  const { publishableKey, secretKeyTail } = settings;
  const isUntouched = !publishableKey && !secretKeyTail;
  if (isUntouched || (publishableKey !== stripe.publishableKey && ownKey.test(publishableKey ?? '')))
    em.assign(settings, {
      publishableKey: stripe.publishableKey,
      secretKey: stripe.secretKey,
      secretKeyTail: stripe.secretKey.slice(-4),
      webhookSecret: stripe.webhookSecret,
      webhookSecretTail: stripe.webhookSecret.slice(-4),
      livemode: false,
      // Whoever has closed the shop since keeps it closed.
      ...(isUntouched && { purchasingEnabled: true }),
    });
  for (const plan of await em.find(Package, {})) addPrices(stripe, plan);
  await em.flush();
}

/** Ids that it made before it knows again, also when it has lost its memory. */
function addPrices(stripe: StripeStandIn, plan: Package): void {
  const { id, name, price, currency, stripePriceId, stripePriceIdUsd } = plan;
  const amount = Math.round(Number(price) * 100);
  if (amount === 0) return;
  const idOf = (code: 'gbp' | 'usd') => `price_demo_${id.replaceAll('-', '')}_${code}`;
  const isOurs = (saved: string | null | undefined, code: 'gbp' | 'usd') =>
    saved ? saved === idOf(code) : !stripePriceId && !stripePriceIdUsd;
  const inPounds = currency === Currency.GBP ? amount : pounds[name];
  if (inPounds && isOurs(stripePriceId, 'gbp'))
    plan.stripePriceId = stripe.addPrice({ id: idOf('gbp'), amount: inPounds, currency: 'gbp', name });
  if (currency === Currency.USD && isOurs(stripePriceIdUsd, 'usd'))
    plan.stripePriceIdUsd = stripe.addPrice({ id: idOf('usd'), amount, currency: 'usd', name });
}

/**
 * Lets the demo's team have subscribed some two months ago: three invoices paid by a card. All of it happens at the
 * stand-in, and is read there as everything is. Not again once the team has been a customer.
 */
export async function subscribeDemoTeam(app: App, standIn: StripeStandIn): Promise<void> {
  const em = app.orm.em.fork();
  const owner = await em.findOne(
    Membership,
    { role: TeamRole.owner, user: { email: demoAccounts.customer }, team: { stripeCustomerId: null } },
    { populate: ['team', 'user'], orderBy: { createdAt: 'asc' } },
  );
  const plan = await em.findOne(Package, { name: 'Professional Plan', stripePriceIdUsd: { $ne: null } });
  if (
    !owner ||
    !plan?.stripePriceIdUsd ||
    (await em.findOne(PaymentSettings, { publishableKey: standIn.publishableKey })) === null
  )
    return;
  const begin = twoMonthsBefore(new Date(Date.now() - lastPaid * day));
  const { user, team } = owner;
  const customer = await subscribeAt(begin, standIn, {
    priceId: plan.stripePriceIdUsd,
    who: { name: team.name, email: user.email, metadata: { teamId: team.id } },
  });
  await em.nativeUpdate(
    Team,
    { id: team.id },
    {
      stripeCustomerId: customer,
      trialEndsAt: begin,
      createdAt: raw('least(created_at, ?)', [new Date(begin.getTime() - 14 * day)]),
    },
  );
  await syncCustomer(app, customer);
}

interface Subscriber {
  priceId: string;
  who: { name: string; email: string; metadata: { teamId: string } };
}

/** The time goes back for it; what comes of it since then happens while it goes on again. */
async function subscribeAt(
  begin: Date,
  standIn: StripeStandIn,
  { priceId, who }: Subscriber,
): Promise<string> {
  const stripe = openStripe({ stripeApiUrl: standIn.url }, standIn.secretKey);
  const back = standIn.clock.now() - begin.getTime();
  await standIn.clock.advance(-back);
  try {
    const customer = await stripe.customers.create(who);
    const { latest_invoice: invoice } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: priceId }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      metadata: who.metadata,
      expand: ['latest_invoice.confirmation_secret'],
    });
    const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
    const card = {
      number: '4242424242424242',
      expMonth: 12,
      expYear: begin.getUTCFullYear() + 3,
      cvc: '123',
    };
    await standIn.confirm(secret ?? '', card);
    return customer.id;
  } finally {
    await standIn.clock.advance(back);
  }
}

/** On a day that every month has, so that each has its invoice. */
function twoMonthsBefore(date: Date): Date {
  const before = new Date(date);
  before.setUTCDate(Math.min(before.getUTCDate(), 28));
  before.setUTCMonth(before.getUTCMonth() - 2);
  return before;
}
