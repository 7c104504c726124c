import { randomUUID } from 'node:crypto';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { ProductError, Conflict, Unauthenticated } from '#api/lib/errors.ts';
import type { Package, Currency } from '#api/features/packages/package.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { record } from '#api/features/audit/audit.service.ts';
import { applyLimits } from '#api/features/controllers/limits.store.ts';
import { withLockedTeam } from '#api/features/teams/lock-team.store.ts';
import {
  startTerms,
  currenciesOf,
  isFree,
  type StripePrice,
  lockedCurrencyOf,
  purchaseMetadata,
  paymentCurrency,
} from '../prices.ts';
import {
  readPrice,
  abandon,
  alreadySubscribed,
  canResume,
  latestInvoiceOf,
  isFinal,
  isUnfinished,
  itemOf,
  openSubscriptions,
  startOf,
  withSecrets,
  withIntentStatus,
} from './subscriptions.client.ts';
import {
  checkPurchasing,
  packageOnSale,
  findStripeCustomer,
  withStripe,
  attemptOf,
  type StripeSession,
  ensureCustomer,
  savedCardOf,
} from './stripe-session.store.ts';
import { cardOf } from '../sync/snapshot.ts';
import { stripeFailure, stripeOf, type Stripe } from '../stripe.client.ts';
import { type SubscriptionOffer, type SubscriptionStart, PaymentStep } from './checkout.ts';
import { payInvoice } from '../sync/customer.client.ts';
import { syncCustomer } from '../sync/sync.store.ts';
import { finalStatuses, Subscription } from '../subscription.entity.ts';

/** Each request reads prices from Stripe. */
const offers: Limit = {
  name: 'billing-offer',
  attempts: 60,
  seconds: 300,
  sliding: true,
  message: "You've checked prices too often. Try again in a few minutes.",
};

/**
 * Previews what subscribing costs, with prices read from Stripe. @throws NotFound, Refused, Conflict, TooMany
 */
export async function subscriptionOffer(ctx: ViewerContext, packageId: string): Promise<SubscriptionOffer> {
  const { em, app, viewer } = ctx;
  const plan = await packageOnSale(em, packageId);
  await checkPurchasing(em);
  if (isFree(plan)) return { package: plan, prices: [], fixedCurrency: null, firstPaymentAt: null };
  const stripe = await stripeOf(em, app.config);
  await app.attempts.take(offers, viewer.team.id);
  const team = await em.findOneOrFail(Team, viewer.team.id, { refresh: true });
  try {
    const customer = await findStripeCustomer(stripe, team.stripeCustomerId);
    const fixedCurrency = lockedCurrencyOf(customer);
    const prices = fixedCurrency
      ? [await readPrice(stripe, plan, fixedCurrency)]
      : await readPrices(stripe, plan);
    const { firstPaymentAt } = startTerms(team, new Date());
    const savedCard = cardOf(customer?.invoice_settings.default_payment_method);
    return { package: plan, prices, fixedCurrency, firstPaymentAt, savedCard };
  } catch (error) {
    throw stripeFailure(error);
  }
}

/**
 * Returns the prices that can be paid. One broken price doesn't hide the others. @throws Conflict if none can
 */
async function readPrices(stripe: Stripe, plan: Package): Promise<StripePrice[]> {
  const payable = currenciesOf(plan);
  const tried = payable.length > 0 ? payable : [plan.currency];
  const read = await Promise.allSettled(tried.map((currency) => readPrice(stripe, plan, currency)));
  const prices = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failure = read.find((one) => one.status === 'rejected');
  const isOurs = failure?.reason instanceof ProductError;
  if (failure && (prices.length === 0 || !isOurs)) throw failure.reason;
  return prices;
}

interface Wanted {
  packageId: string;
  currency?: Currency | null;
  attemptId?: string | null;
  /** Charges the saved card without confirmation, because the owner has seen it and agreed. */
  savedCard?: boolean;
}

/**
 * Starts a subscription and returns what the browser must confirm. Service starts when Stripe reports the
 * payment. @throws NotFound, Refused while purchasing is off, Conflict without keys or with a subscription
 */
export async function createSubscription(ctx: ViewerContext, wanted: Wanted): Promise<SubscriptionStart> {
  const attempt = attemptOf(wanted.attemptId);
  const plan = await packageOnSale(ctx.em, wanted.packageId);
  await checkPurchasing(ctx.em);
  if (isFree(plan)) return subscribeFree(ctx, plan);
  return withStripe(ctx, async (session) => {
    // Both may have changed while waiting for the lock.
    await checkPurchasing(session.em);
    const sold = await packageOnSale(session.em, plan.id);
    const customer = await ensureCustomer(ctx, session);
    const currency = paymentCurrency(sold, lockedCurrencyOf(customer), wanted.currency ?? null);
    const price = await readPrice(session.stripe, sold, currency);
    const card = wanted.savedCard ? savedCardOf(customer) : undefined;
    const begun = await unfinishedSubscription(ctx, session.stripe, customer.id, price);
    const subscription = begun
      ? await resumePayment(session.stripe, begun, card === undefined ? undefined : { card, attempt })
      : await createAtStripe(session, sold, {
          customer: customer.id,
          price,
          attempt,
          isCharged: card !== undefined,
        });
    await cancelIfTeamDeleted(ctx, session, subscription);
    if (!begun) await recordStart(ctx, sold, price, subscription);
    await syncCustomer(ctx.app, customer.id);
    return withIntentStatus(session.stripe, startOf(subscription));
  });
}

/**
 * Returns an unfinished subscription with the same price to continue with, and cancels one with another
 * price. @throws Conflict if there is a finished one
 */
async function unfinishedSubscription(
  { app }: ViewerContext,
  stripe: Stripe,
  customer: string,
  price: StripePrice,
): Promise<Stripe.Subscription | undefined> {
  const open = await openSubscriptions(stripe, customer);
  if (!open.every(isUnfinished)) {
    // Sync first, so that Billing shows the subscription even if its webhook hasn't arrived.
    await syncCustomer(app, customer);
    throw new Conflict(alreadySubscribed);
  }
  const same = open.find((one) => itemOf(one).price.id === price.id && canResume(one));
  for (const other of open) if (other !== same) await abandon(stripe, other);
  return same;
}

/** Resumes an unfinished subscription, and pays it with the saved card if requested. */
async function resumePayment(
  stripe: Stripe,
  begun: Stripe.Subscription,
  payment: { card: string; attempt: string } | undefined,
): Promise<Stripe.Subscription> {
  const invoice = latestInvoiceOf(begun);
  if (!payment || begun.status !== 'incomplete' || invoice?.status !== 'open') return begun;
  await payInvoice(stripe, { invoice: invoice.id, ...payment });
  return stripe.subscriptions.retrieve(begun.id, { expand: withSecrets });
}

interface Creation {
  customer: string;
  price: StripePrice;
  attempt: string;
  /** Charge the saved card immediately. */
  isCharged: boolean;
}

async function createAtStripe(
  session: StripeSession,
  plan: Package,
  creation: Creation,
): Promise<Stripe.Subscription> {
  const { stripe, team } = session;
  const { customer, price, attempt, isCharged } = creation;
  const { trial } = startTerms(team, new Date());
  const asked: Stripe.SubscriptionCreateParams = {
    customer,
    items: [{ price: price.id }],
    payment_behavior: isCharged && !trial ? 'allow_incomplete' : 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    ...(trial && { ...trial, trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } }),
    metadata: { teamId: team.id, ...purchaseMetadata(plan, price) },
    expand: withSecrets,
  };
  const made = await stripe.subscriptions.create(asked, {
    idempotencyKey: ['subscribe', team.id, attempt, price.id, trial ? 'trial' : asked.payment_behavior].join(
      ':',
    ),
  });
  if (!made.lastResponse.headers['idempotent-replayed']) return made;
  // A replayed response shows the state at that time. The subscription may have been canceled since for
  // another package.
  const now = await stripe.subscriptions.retrieve(made.id, { expand: withSecrets });
  return isFinal(now) ? createAtStripe(session, plan, { ...creation, attempt: randomUUID() }) : now;
}

/**
 * Cancels the new subscription if the team was deleted in the meantime, so that no one is charged. @throws
 * Unauthenticated
 */
async function cancelIfTeamDeleted(
  { app }: ViewerContext,
  { stripe, team }: StripeSession,
  subscription: Stripe.Subscription,
): Promise<void> {
  if ((await app.orm.em.fork().count(Team, { id: team.id })) > 0) return;
  await stripe.subscriptions.cancel(subscription.id);
  throw new Unauthenticated();
}

async function recordStart(
  ctx: ViewerContext,
  plan: Package,
  { amount, currency }: StripePrice,
  { id, status }: Stripe.Subscription,
): Promise<void> {
  const { team } = ctx.viewer;
  await ctx.em.fork().transactional((em) =>
    record(em, ctx, {
      action: 'subscription.create',
      subject: team.name,
      subjectId: team.id,
      after: { package: plan.name, amount, currency, status, stripeSubscriptionId: id },
    }),
  );
}

/** Switches to a free package immediately. @throws Conflict while another package is being paid for */
async function subscribeFree(ctx: ViewerContext, plan: Package): Promise<SubscriptionStart> {
  const { stripeCustomerId } = await ctx.em.findOneOrFail(Team, ctx.viewer.team.id, { refresh: true });
  const live = { team: ctx.viewer.team, status: { $nin: [...finalStatuses] } };
  if (stripeCustomerId && (await ctx.em.count(Subscription, live)) > 0)
    await withStripe(ctx, (session) => abandonUnfinished(ctx, session, plan));
  await withLockedTeam(ctx, 'own', async (own) => {
    const team = await own.em.findOneOrFail(Team, ctx.viewer.team.id, { populate: ['package'] });
    if ((await own.em.count(Subscription, live)) > 0) throw new Conflict(cancelFirst(plan));
    const before = { package: team.package?.name ?? null };
    own.em.assign(team, { package: plan.id, activeUntil: null });
    await own.em.flush();
    await applyLimits(own.em, team.id);
    await record(own.em, ctx, {
      action: 'subscription.free',
      subject: team.name,
      subjectId: team.id,
      before,
      after: { package: plan.name },
    });
  });
  return {
    clientSecret: null,
    confirm: PaymentStep.none,
    status: 'active',
    amount: 0,
    currency: plan.currency,
  };
}

const cancelFirst = ({ name }: Package) =>
  `Cancel your subscription first. When it has ended, you can choose ${name}.`;

/**
 * Cancels unfinished subscriptions, so that choosing a free package costs nothing. @throws Conflict if one
 * was paid
 */
async function abandonUnfinished(
  ctx: ViewerContext,
  { stripe, team }: StripeSession,
  plan: Package,
): Promise<void> {
  const customer = team.stripeCustomerId ?? '';
  const open = await openSubscriptions(stripe, customer);
  if (!open.every(isUnfinished)) throw new Conflict(cancelFirst(plan));
  for (const one of open) await abandon(stripe, one);
  await syncCustomer(ctx.app, customer);
}
