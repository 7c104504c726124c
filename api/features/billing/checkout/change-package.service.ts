import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import { record } from '#api/features/audit/audit.service.ts';
import type { Package } from '#api/features/packages/package.entity.ts';
import { countDevices, exceededLimits, packageUsage } from '../usage.service.ts';
import {
  withStripe,
  attemptOf,
  type StripeSession,
  checkPurchasing,
  packageOnSale,
  findStripeCustomer,
} from './stripe-session.store.ts';
import {
  latestInvoiceOf,
  itemOf,
  startOf,
  withSecrets,
  readPrice,
  withIntentStatus,
  runningSubscription,
} from './subscriptions.client.ts';
import { purchaseMetadata, currencyOf, isFree, type StripePrice } from '../prices.ts';
import { Subscription } from '../subscription.entity.ts';
import type { Stripe } from '../stripe.client.ts';
import { PaymentStep, type PackageChangePreview, type SubscriptionStart } from './checkout.ts';
import { syncCustomer } from '../sync/sync.store.ts';

/** Previews what changing to another package costs now and each month. @throws NotFound, Refused, Conflict */
export async function previewPackageChange(
  ctx: ViewerContext,
  packageId: string,
): Promise<PackageChangePreview> {
  const plan = await payablePackage(ctx, packageId);
  return withStripe(ctx, async (session) => {
    const { subscription, price } = await changeOf(session, plan);
    const { id, current_period_end: periodEnd } = itemOf(subscription);
    const common = {
      package: plan,
      currency: price.currency,
      nextPaymentAt: new Date(periodEnd * 1000),
      over: exceededLimits({ ...(await packageUsage(ctx)), devices: await countDevices(ctx) }, plan),
    };
    const customer = await findStripeCustomer(session.stripe, customerIdOf(subscription));
    const balance = customer?.balance ?? 0;
    if (subscription.status === 'trialing')
      return { ...common, amountDue: 0, credit: 0, nextAmount: Math.max(0, price.amount + balance) };
    const preview = await session.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id, price: price.id }],
        proration_behavior: 'always_invoice',
      },
    });
    const creditLeft = Math.max(0, -(balance + preview.total));
    return {
      ...common,
      amountDue: Math.max(0, preview.amount_due),
      credit: Math.max(0, -preview.total),
      nextAmount: Math.max(0, price.amount - creditLeft),
    };
  });
}

/**
 * Changes the package and charges the difference immediately. If the payment needs the owner's confirmation,
 * the change stays pending until it is paid. @throws NotFound, Refused, Conflict
 */
export async function changePackage(
  ctx: ViewerContext,
  { packageId, attemptId }: { packageId: string; attemptId?: string | null },
): Promise<SubscriptionStart> {
  const attempt = attemptOf(attemptId);
  const plan = await payablePackage(ctx, packageId);
  return withStripe(ctx, async (session) => {
    await checkPurchasing(session.em);
    const { subscription, price, waiting } = await changeOf(session, plan);
    const changed =
      waiting === price.id
        ? subscription
        : await changeAtStripe(session, plan, { subscription, price, attempt });
    if (changed !== subscription) await recordChange(ctx, plan, price, changed);
    await syncCustomer(ctx.app, customerIdOf(subscription));
    return withIntentStatus(session.stripe, changeStart(changed));
  });
}

/** @throws Conflict for a free package */
async function payablePackage(ctx: ViewerContext, packageId: string): Promise<Package> {
  const plan = await packageOnSale(ctx.em, packageId);
  await checkPurchasing(ctx.em);
  if (isFree(plan))
    throw new Conflict(`Cancel your subscription. When it has ended, you can choose ${plan.name}.`);
  return plan;
}

interface Change {
  subscription: Stripe.Subscription;
  price: StripePrice;
  /** Stripe price ID of a pending change. */
  waiting?: string;
}

/** @throws Conflict if the subscription can't be changed now */
async function changeOf(session: StripeSession, plan: Package): Promise<Change> {
  const subscription = await runningSubscription(session);
  const currency = currencyOf(subscription.currency);
  if (!currency)
    throw new Conflict(
      `Your subscription is in ${subscription.currency.toUpperCase()}, and no other package has a price in it.`,
    );
  const price = await readPrice(session.stripe, plan, currency);
  if (await isOf(session, subscription, plan, price))
    throw new Conflict(`Your team already has ${plan.name}.`);
  if (subscription.cancel_at_period_end || subscription.cancel_at)
    throw new Conflict('Your subscription is canceled. Resume it first.');
  if (subscription.status !== 'active' && subscription.status !== 'trialing')
    throw new Conflict('Pay the open invoice first.');
  return { subscription, price, waiting: waitingPrice(subscription) };
}

/** A customer keeps paying a price that the package no longer has, so compare the package too. */
async function isOf(
  { em }: StripeSession,
  subscription: Stripe.Subscription,
  plan: Package,
  price: StripePrice,
): Promise<boolean> {
  const { id: priceId } = itemOf(subscription).price;
  if (priceId === price.id) return true;
  return (await em.count(Subscription, { stripeId: subscription.id, priceId, package: plan.id })) > 0;
}

function waitingPrice({ pending_update: update }: Stripe.Subscription): string | undefined {
  return update?.subscription_items?.[0]?.price.id;
}

async function changeAtStripe(
  { stripe, team }: StripeSession,
  plan: Package,
  { subscription, price, attempt }: Change & { attempt: string },
): Promise<Stripe.Subscription> {
  const invoice = latestInvoiceOf(subscription);
  // Void the invoice of an earlier pending change, so that no one pays for two changes.
  if (subscription.pending_update && invoice?.status === 'open')
    await stripe.invoices.voidInvoice(invoice.id);
  // Undo a scheduled cancellation in a separate call, because Stripe rejects it together with a pending
  // update.
  await stripe.subscriptions.update(subscription.id, { metadata: purchaseMetadata(plan, price) });
  const asked: Stripe.SubscriptionUpdateParams = {
    items: [{ id: itemOf(subscription).id, price: price.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    expand: withSecrets,
  };
  const idempotencyKey = ['change', team.id, attempt, price.id].join(':');
  const changed = await stripe.subscriptions.update(subscription.id, asked, { idempotencyKey });
  if (!changed.lastResponse.headers['idempotent-replayed']) return changed;
  return stripe.subscriptions.retrieve(subscription.id, { expand: withSecrets });
}

/** Tells the browser to confirm the payment that a pending change is waiting for. */
function changeStart(subscription: Stripe.Subscription): SubscriptionStart {
  const start = startOf(subscription);
  const invoice = latestInvoiceOf(subscription);
  const clientSecret = invoice?.confirmation_secret?.client_secret;
  if (!subscription.pending_update || invoice?.status !== 'open' || !clientSecret)
    return { ...start, clientSecret: null, confirm: PaymentStep.none };
  return {
    ...start,
    amount: invoice.amount_remaining,
    clientSecret,
    confirm: PaymentStep.payment,
  };
}

function customerIdOf({ customer }: Stripe.Subscription): string {
  return typeof customer === 'string' ? customer : customer.id;
}

async function recordChange(
  ctx: ViewerContext,
  plan: Package,
  { amount, currency }: StripePrice,
  { id, pending_update: update }: Stripe.Subscription,
): Promise<void> {
  const { team } = ctx.viewer;
  const after = { package: plan.name, amount, currency, waits: Boolean(update), stripeSubscriptionId: id };
  await ctx.em
    .fork()
    .transactional((em) =>
      record(em, ctx, { action: 'subscription.change', subject: team.name, subjectId: team.id, after }),
    );
}
