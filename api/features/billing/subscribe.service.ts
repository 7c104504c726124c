import { randomUUID } from 'node:crypto';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict, Unauthenticated } from '#api/lib/errors.ts';
import type { Currency, Package } from '../packages/package.entity.ts';
import { Team } from '../teams/team.entity.ts';
import { record } from '../audit/audit.service.ts';
import { atDesk, attemptOf, type Desk } from './desk.ts';
import { tryToPay } from './default-card.ts';
import { beginningOf } from './first-payment.ts';
import { takeFree } from './free-package.ts';
import {
  abandon,
  alreadySubscribed,
  canGoOn,
  invoiceOf,
  isFinal,
  isUnfinished,
  itemOf,
  openAtStripe,
  startOf,
  withSecrets,
} from './open-subscriptions.ts';
import { boughtAs, isFree, readPrice, type ReadPrice } from './package-price.ts';
import { asItStands } from './payment-intent.ts';
import { fixedCurrencyOf, payCurrency } from './pay-currency.ts';
import { checkPurchasing, soldPackage } from './sold-package.ts';
import type { Stripe } from './stripe.ts';
import { customerOf, savedCardOf } from './stripe-customer.ts';
import type { SubscriptionStart } from './subscription-start.ts';
import { syncCustomer } from './sync.ts';

interface Wanted {
  packageId: string;
  currency?: Currency | null;
  attemptId?: string | null;
  /** The known card is charged without being asked for again: somebody saw it, and said so. */
  savedCard?: boolean;
}

/**
 * Begins a subscription. What the browser has to do for it is answered; service follows when Stripe says so.
 * @throws NotFound, Refused while nothing is sold, Conflict without keys or with a subscription
 */
export async function createSubscription(ctx: CustomerContext, wanted: Wanted): Promise<SubscriptionStart> {
  const attempt = attemptOf(wanted.attemptId);
  const plan = await soldPackage(ctx.em, wanted.packageId);
  await checkPurchasing(ctx.em);
  if (isFree(plan)) return takeFree(ctx, plan);
  return atDesk(ctx, async (desk) => {
    // Both may have changed while others had their turn.
    await checkPurchasing(desk.em);
    const sold = await soldPackage(desk.em, plan.id);
    const customer = await customerOf(ctx, desk);
    const currency = payCurrency(sold, fixedCurrencyOf(customer), wanted.currency ?? null);
    const price = await readPrice(desk.stripe, sold, currency);
    const card = wanted.savedCard ? savedCardOf(customer) : undefined;
    const begun = await begunBefore(ctx, desk.stripe, customer.id, price);
    const subscription = begun
      ? await goOn(desk.stripe, begun, card === undefined ? undefined : { card, attempt })
      : await create(desk, sold, { customer: customer.id, price, attempt, isCharged: card !== undefined });
    await keepUnlessGone(ctx, desk, subscription);
    if (!begun) await note(ctx, sold, price, subscription);
    await syncCustomer(ctx.app, customer.id);
    return asItStands(desk.stripe, startOf(subscription));
  });
}

/**
 * The one that was begun with this price before, to go on with; what was begun with another is ended.
 * @throws Conflict where there is more than a beginning
 */
async function begunBefore(
  { app }: CustomerContext,
  stripe: Stripe,
  customer: string,
  price: ReadPrice,
): Promise<Stripe.Subscription | undefined> {
  const open = await openAtStripe(stripe, customer);
  if (!open.every(isUnfinished)) {
    // Whoever is led to Billing finds it there, also where we have not heard of it yet.
    await syncCustomer(app, customer);
    throw new Conflict(alreadySubscribed);
  }
  const same = open.find((one) => itemOf(one).price.id === price.id && canGoOn(one));
  for (const other of open) if (other !== same) await abandon(stripe, other);
  return same;
}

/** What was begun, paid by the known card if that is wanted. */
async function goOn(
  stripe: Stripe,
  begun: Stripe.Subscription,
  payment: { card: string; attempt: string } | undefined,
): Promise<Stripe.Subscription> {
  const invoice = invoiceOf(begun);
  if (!payment || begun.status !== 'incomplete' || invoice?.status !== 'open') return begun;
  await tryToPay(stripe, { invoice: invoice.id, ...payment });
  return stripe.subscriptions.retrieve(begun.id, { expand: withSecrets });
}

interface Creation {
  customer: string;
  price: ReadPrice;
  attempt: string;
  /** The known card is charged at once. */
  isCharged: boolean;
}

async function create(desk: Desk, plan: Package, creation: Creation): Promise<Stripe.Subscription> {
  const { stripe, team } = desk;
  const { customer, price, attempt, isCharged } = creation;
  const { trial } = beginningOf(team, new Date());
  const asked: Stripe.SubscriptionCreateParams = {
    customer,
    items: [{ price: price.id }],
    payment_behavior: isCharged && !trial ? 'allow_incomplete' : 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    ...(trial && { ...trial, trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } }),
    metadata: { teamId: team.id, ...boughtAs(plan, price) },
    expand: withSecrets,
  };
  const made = await stripe.subscriptions.create(asked, {
    idempotencyKey: ['subscribe', team.id, attempt, price.id, trial ? 'trial' : asked.payment_behavior].join(
      ':',
    ),
  });
  if (!made.lastResponse.headers['idempotent-replayed']) return made;
  // What is replayed is how it stood then: it may have been ended since, for another package.
  const now = await stripe.subscriptions.retrieve(made.id, { expand: withSecrets });
  return isFinal(now) ? create(desk, plan, { ...creation, attempt: randomUUID() }) : now;
}

/** The team may have been deleted with its owner's account meanwhile: then nobody is charged. @throws Unauthenticated */
async function keepUnlessGone(
  { app }: CustomerContext,
  { stripe, team }: Desk,
  subscription: Stripe.Subscription,
): Promise<void> {
  if ((await app.orm.em.fork().count(Team, { id: team.id })) > 0) return;
  await stripe.subscriptions.cancel(subscription.id);
  throw new Unauthenticated();
}

async function note(
  ctx: CustomerContext,
  plan: Package,
  { amount, currency }: ReadPrice,
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
