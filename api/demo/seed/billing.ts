import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { openStripe } from '#api/features/billing/stripe.client.ts';
import { syncCustomer } from '#api/features/billing/sync/sync.store.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { newAccount } from '#api/features/auth/registration/accounts.store.ts';
import { hashPassword } from '#api/features/auth/sign-in/password-hash.service.ts';
import { Package, Currency } from '#api/features/packages/package.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { newToken } from '#api/security/token.ts';
import { onlyRow, vault } from '#api/security/secrets.ts';
import { demoAccounts } from '#api/features/auth/demo-accounts.ts';
import { PaymentSettings } from '#api/features/billing/payment-settings.entity.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import type { StripeStandIn } from '../stripe/stripe.ts';

const day = 86_400_000;

/** Length of every trial in ms. */
export const trial = 14 * day;

/**
 * Days since the demo's latest invoice: the next payment is near, and the last one is too old to email about.
 */
const lastPaid = 12;

interface Subscriber {
  begin: Date;
  team: Team;
  email: string;
  priceId: string;
}

/**
 * Gives a team a subscription in the past, after a trial. Everything happens at the stand-in and is synced
 * from there as usual.
 */
async function subscribeTeam(
  app: App,
  standIn: StripeStandIn,
  { begin, team, email, priceId }: Subscriber,
): Promise<void> {
  const customer = await subscribeAt(begin, standIn, {
    priceId,
    who: { name: team.name, email, metadata: { teamId: team.id } },
  });
  await app.orm.em.fork().nativeUpdate(
    Team,
    { id: team.id },
    {
      stripeCustomerId: customer,
      trialEndsAt: begin,
      createdAt: raw('least(created_at, ?)', [new Date(begin.getTime() - trial)]),
    },
  );
  await syncCustomer(app, customer);
}

/** Sets the clock back to subscribe. Later events then happen while it is moved forward again. */
async function subscribeAt(
  begin: Date,
  standIn: StripeStandIn,
  { priceId, who }: { priceId: string; who: { name: string; email: string; metadata: { teamId: string } } },
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

/**
 * When someone started paying who has paid for this many full months plus the current one. Uses a day that
 * every month has.
 */
export function monthsPaid(months: number): number {
  const begin = new Date(Date.now() - lastPaid * day);
  begin.setUTCDate(Math.min(begin.getUTCDate(), 28));
  return begin.setUTCMonth(begin.getUTCMonth() - months);
}

type Paying = { plan: string; price: 'stripePriceId' | 'stripePriceIdUsd'; months: number };

interface Customer {
  name: string;
  company: string;
  email: string;
  /** Days ago: they went no further than their trial. Or what they pay for since it was over, how many months by now. */
  since: number | Paying;
}

const usd = (plan: string, months: number): Paying => ({ plan, price: 'stripePriceIdUsd', months });
const gbp = (plan: string, months: number): Paying => ({ plan, price: 'stripePriceId', months });
const [professional, provider] = ['Professional Plan', 'Provider Plan'];

/** Customers who joined in the year before the demo starts. */
const customers: Customer[] = [
  ['Marta Okafor', 'Harbour Managed IT', 'marta@harbour-it.test', usd(provider, 10)],
  ['Jonas Lind', 'Lind & Söhne', 'jonas@lind-soehne.test', 291],
  ['Ruth Castellanos', 'Castellanos Hoteles', 'ruth@castellanos.test', usd(professional, 7)],
  ['Owen Pritchard', 'Pritchard Dairies', 'owen@pritchard-dairies.test', 198],
  ['Aiko Tanabe', 'Tanabe Print', 'aiko@tanabe-print.test', 163],
  ['Fergus McLeish', 'Skye Broadband', 'fergus@skye-broadband.test', gbp(professional, 4)],
  ['Leïla Haddad', 'Cabinet Haddad', 'leila@cabinet-haddad.test', 96],
  ['Grace Adeyemi', 'Adeyemi Schools Trust', 'grace@adeyemi-trust.test', gbp(professional, 0)],
  ['Peter Vos', 'Vos Logistiek', 'peter@vos-logistiek.test', 26],
  ['Ines Duarte', 'Duarte Clinics', 'ines@duarte-clinics.test', 9],
  ['Tom Whitfield', 'Whitfield IT', 'tom@whitfield-it.test', 5],
].map(([name, company, email, since]) => ({ name, company, email, since }) as Customer);

/** Adds customers whose passwords no one knows. */
export async function addCustomers(em: EntityManager, plan: Package | null): Promise<void> {
  const passwordHash = await hashPassword(newToken());
  for (const { name, company, email, since } of customers) {
    const joined = typeof since === 'number' ? Date.now() - since * day : monthsPaid(since.months) - trial;
    const createdAt = new Date(joined);
    const [firstName = '', lastName = ''] = name.split(' ');
    const { team } = newAccount(em, {
      email,
      passwordHash,
      firstName,
      lastName,
      companyName: company,
      package: plan,
      emailVerifiedAt: createdAt,
      agreedToTermsAt: createdAt,
      createdAt,
    });
    const end = new Date(joined + trial);
    Object.assign(team, { createdAt, trialEndsAt: end, activeUntil: end });
  }
}

/** The teams that visitors sign in to. The service provider is only there with `DEMO_FLEET`. */
const demoTeams: Pick<Customer, 'email' | 'since'>[] = [
  { email: demoAccounts.customer, since: usd(professional, 2) },
  { email: demoAccounts.serviceProvider, since: usd(provider, 11) },
];

/** Subscribes paying customers at the end of their trial. */
async function subscribePaying(
  app: App,
  standIn: StripeStandIn,
  paying: readonly Pick<Customer, 'email' | 'since'>[],
): Promise<void> {
  const em = app.orm.em.fork();
  for (const { email, since } of paying) {
    if (typeof since === 'number') continue;
    const mine = { role: TeamRole.owner, user: { email }, team: { stripeCustomerId: null } };
    const owner = await em.findOne(Membership, mine, {
      populate: ['team'],
      orderBy: { createdAt: 'asc' },
    });
    const plan = await em.findOne(Package, { name: since.plan });
    const priceId = plan?.[since.price];
    if (!owner || !priceId) continue;
    const begin = new Date(monthsPaid(since.months));
    await subscribeTeam(app, standIn, { begin, team: owner.team, email, priceId });
  }
}

/** Matches any stand-in's keys. Real ones are longer. */
const ownKey = /^pk_test_51\w{40}$/;

/** Prices of the demo's packages in pounds. */
const pounds: Record<string, number> = { 'Professional Plan': 2399, 'Provider Plan': 7999 };

/**
 * Connects the demo's billing to the stand-in: saves its keys, unless keys other than an earlier stand-in's
 * are saved, and adds a price to each package without one.
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
      // Keep purchasing off if someone has turned it off since.
      ...(isUntouched && { purchasingEnabled: true }),
    });
  for (const plan of await em.find(Package, {})) addPrices(stripe, plan);
  await em.flush();
}

/** Restores prices under their earlier IDs, even if the stand-in has lost its data. */
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
 * Gives the demo's teams subscriptions that started months ago, with invoices paid by card. Everything happens at the
 * stand-in and is synced from there as usual. Skipped if the demo's customer has subscribed before.
 */
export async function subscribeDemoTeams(app: App, standIn: StripeStandIn): Promise<void> {
  const em = app.orm.em.fork();
  const isNew =
    (await em.count(Membership, {
      role: TeamRole.owner,
      user: { email: demoAccounts.customer },
      team: { stripeCustomerId: null },
    })) > 0;
  const isSold = (await em.count(Package, { name: professional, stripePriceIdUsd: { $ne: null } })) > 0;
  const usesStandIn = (await em.count(PaymentSettings, { publishableKey: standIn.publishableKey })) > 0;
  if (isNew && isSold && usesStandIn) await subscribePaying(app, standIn, [...customers, ...demoTeams]);
}
