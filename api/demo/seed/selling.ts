import type { EntityManager } from '@mikro-orm/postgresql';
import { onlyRow, vault } from '#api/security/secrets.ts';
import type { App } from '#api/config/app.ts';
import { demoAccounts } from '#api/features/auth/demo-accounts.ts';
import { PaymentSettings } from '#api/features/billing/payment-settings.entity.ts';
import { Currency, Package } from '#api/features/packages/package.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { subscribeOthers } from './customers.ts';
import { monthsPaid, subscribeTeam } from './subscribing.ts';
import type { StripeStandIn } from '../stripe/stripe.ts';

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
      secretKey: vault.seal(stripe.secretKey, 'payment_settings.secret_key', onlyRow),
      secretKeyTail: stripe.secretKey.slice(-4),
      webhookSecret: vault.seal(stripe.webhookSecret, 'payment_settings.webhook_secret', onlyRow),
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
  const begin = new Date(monthsPaid(2));
  const { user, team } = owner;
  await subscribeOthers(app, standIn);
  await subscribeTeam(app, standIn, { begin, team, email: user.email, priceId: plan.stripePriceIdUsd });
}
