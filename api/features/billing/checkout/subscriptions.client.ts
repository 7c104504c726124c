import { Conflict } from '#api/lib/errors.ts';
import type { Currency, Package } from '#api/features/packages/package.entity.ts';
import { currencyOf, priceIdOf, type StripePrice } from '../prices.ts';
import { type Stripe, isMissing } from '../stripe.client.ts';
import { finalStatuses } from '../subscription.entity.ts';
import { PaymentStep, type SubscriptionStart } from './checkout.ts';
import type { StripeSession } from './stripe-session.store.ts';

/** Expanded fields that the browser needs to continue a subscription. */
export const withSecrets = ['latest_invoice.confirmation_secret', 'pending_setup_intent'];

/** The customer's subscriptions in Stripe that haven't ended, newest first. */
export async function openSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const expand = withSecrets.map((path) => `data.${path}`);
  const { data } = await stripe.subscriptions.list({ customer, limit: 100, expand });
  return data.filter((one) => !isFinal(one));
}

export function isFinal({ status }: Stripe.Subscription): boolean {
  return (finalStatuses as readonly string[]).includes(status);
}

/** Whether it awaits its first payment, or the first card of its trial. Nothing has been bought yet. */
export function isUnfinished(subscription: Stripe.Subscription): boolean {
  return subscription.status === 'incomplete' || wantsCard(subscription);
}

function wantsCard({ status, default_payment_method: card, ...rest }: Stripe.Subscription): boolean {
  return status === 'trialing' && !card && setupOf(rest) !== undefined;
}

/** Whether the browser can continue where the owner left off. */
export function canResume(subscription: Stripe.Subscription): boolean {
  return wantsCard(subscription) || latestInvoiceOf(subscription)?.status === 'open';
}

export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error('A subscription at Stripe has no item');
  return item;
}

/** Latest invoice, if it was expanded. */
export function latestInvoiceOf({
  latest_invoice: invoice,
}: Pick<Stripe.Subscription, 'latest_invoice'>): Stripe.Invoice | undefined {
  return invoice && typeof invoice === 'object' ? invoice : undefined;
}

/** Open setup intent, if it was expanded. */
function setupOf({
  pending_setup_intent: setup,
}: Pick<Stripe.Subscription, 'pending_setup_intent'>): Stripe.SetupIntent | undefined {
  const isOpen = setup && typeof setup === 'object' && setup.status.startsWith('requires_');
  return isOpen ? setup : undefined;
}

/** Derives the browser's next step from the status, not from which secrets exist. */
export function startOf(subscription: Stripe.Subscription): SubscriptionStart {
  const { status, trial_end: trialEnd } = subscription;
  const { price } = itemOf(subscription);
  const invoice = latestInvoiceOf(subscription);
  const setup = setupOf(subscription);
  const inTrial = status === 'trialing' && trialEnd !== null;
  const common = {
    status,
    currency: currencyOf(subscription.currency) ?? null,
    amount: inTrial ? price.unit_amount : (invoice?.amount_due ?? null),
    firstPaymentAt: inTrial ? new Date(trialEnd * 1000) : null,
  };
  const secret = invoice?.confirmation_secret?.client_secret;
  if (status === 'incomplete' && secret)
    return { ...common, confirm: PaymentStep.payment, clientSecret: secret };
  if (setup?.client_secret)
    return { ...common, confirm: PaymentStep.setup, clientSecret: setup.client_secret };
  return { ...common, confirm: PaymentStep.none, clientSecret: null };
}

export const alreadySubscribed = 'Your team already has a subscription. Change its package under Billing.';

/**
 * Cancels an unfinished subscription. Voids its invoice first, so that someone with it open in another window
 * can't pay for a canceled subscription. @throws Conflict if it was paid just now
 */
export async function abandon(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const { id } = subscription;
  const invoice = latestInvoiceOf(subscription);
  let refusal: unknown;
  if (invoice?.status === 'open')
    await stripe.invoices.voidInvoice(invoice.id).catch((error: unknown) => (refusal = error));
  const now = await stripe.subscriptions.retrieve(id, { expand: withSecrets });
  if (isFinal(now)) return;
  if (!isUnfinished(now)) throw new Conflict(alreadySubscribed);
  if (refusal) throw refusal;
  await stripe.subscriptions.cancel(id);
}

/** With several subscriptions it's unclear which one is meant. @throws Conflict */
export function checkOnlyOne(open: readonly Stripe.Subscription[]): void {
  if (open.filter((one) => !isUnfinished(one)).length > 1)
    throw new Conflict(
      "Your team has more than one subscription in Stripe, so it can't be changed. Contact support to end one of them first.",
    );
}

/** Returns the team's bought subscription. @throws Conflict if there is none */
export async function runningSubscription({ stripe, team }: StripeSession): Promise<Stripe.Subscription> {
  const open = team.stripeCustomerId ? await openSubscriptions(stripe, team.stripeCustomerId) : [];
  checkOnlyOne(open);
  const running = open.find((one) => !isUnfinished(one)) ?? open.find(({ status }) => status === 'trialing');
  if (!running) throw new Conflict('Your team has no subscription. Choose a package first.');
  return running;
}

/** Adds the intent's status if only the bank must confirm, because the browser then needs no card. */
export async function withIntentStatus(stripe: Stripe, start: SubscriptionStart): Promise<SubscriptionStart> {
  if (start.confirm !== PaymentStep.payment || !start.clientSecret) return start;
  const [id = ''] = start.clientSecret.split('_secret_');
  const { status } = await stripe.paymentIntents.retrieve(id);
  return status === 'requires_action' ? { ...start, status } : start;
}

/** Limit of our integer columns, above Stripe's own maximum charge. */
const mostUnits = 2_147_483_647;

/** Reads a package's price from Stripe. @throws Conflict that says why it can't be paid */
export async function readPrice(stripe: Stripe, plan: Package, currency: Currency): Promise<StripePrice> {
  const cannot = (why: string) => new Conflict(`${plan.name} can't be bought at the moment: ${why}.`);
  const id = priceIdOf(plan, currency);
  if (!id) throw cannot(`it has no price in ${currency}`);
  const price = await stripe.prices.retrieve(id).catch((error: unknown) => {
    throw isMissing(error) ? cannot(`its ${currency} price doesn't exist in Stripe`) : error;
  });
  if (!price.active) throw cannot(`its ${currency} price is archived in Stripe`);
  if (currencyOf(price.currency) !== currency)
    throw cannot(`its ${currency} price is in ${price.currency.toUpperCase()} in Stripe`);
  const { interval, interval_count: count, usage_type: usage } = price.recurring ?? {};
  if (interval !== 'month' || count !== 1 || usage !== 'licensed')
    throw cannot(`its ${currency} price isn't monthly in Stripe`);
  if (price.unit_amount === null) throw cannot(`its ${currency} price isn't a whole amount in Stripe`);
  if (price.unit_amount > mostUnits) throw cannot(`its ${currency} price is too high in Stripe`);
  return { id, currency, amount: price.unit_amount };
}
