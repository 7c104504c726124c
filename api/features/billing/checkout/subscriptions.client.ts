import { Conflict } from '#api/lib/errors.ts';
import type { Currency, Package } from '#api/features/packages/package.entity.ts';
import { currencyOf, priceIdOf, type StripePrice } from '../prices.ts';
import { type Stripe, isMissing } from '../stripe.client.ts';
import { finalStatuses } from '../subscription.entity.ts';
import { PaymentStep, type SubscriptionStart } from './checkout.ts';
import type { StripeSession } from './stripe-session.store.ts';

/** What has to be read with a subscription to go on with it in a browser. */
export const withSecrets = ['latest_invoice.confirmation_secret', 'pending_setup_intent'];

/** The customer's subscriptions at Stripe that are not over, newest first. */
export async function openSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const expand = withSecrets.map((path) => `data.${path}`);
  const { data } = await stripe.subscriptions.list({ customer, limit: 100, expand });
  return data.filter((one) => !isFinal(one));
}

/** Whether nothing comes any more. */
export function isFinal({ status }: Stripe.Subscription): boolean {
  return (finalStatuses as readonly string[]).includes(status);
}

/** Whether it waits for its first payment, or for the first card of its trial: nobody has bought anything yet. */
export function isUnfinished(subscription: Stripe.Subscription): boolean {
  return subscription.status === 'incomplete' || wantsCard(subscription);
}

function wantsCard({ status, default_payment_method: card, ...rest }: Stripe.Subscription): boolean {
  return status === 'trialing' && !card && setupOf(rest) !== undefined;
}

/** Whether the browser can go on where it was left. */
export function canResume(subscription: Stripe.Subscription): boolean {
  return wantsCard(subscription) || latestInvoiceOf(subscription)?.status === 'open';
}

export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error('A subscription at Stripe has no item');
  return item;
}

/** The newest invoice, where it was read along. */
export function latestInvoiceOf({
  latest_invoice: invoice,
}: Pick<Stripe.Subscription, 'latest_invoice'>): Stripe.Invoice | undefined {
  return invoice && typeof invoice === 'object' ? invoice : undefined;
}

/** The question for a card that is still open, where it was read along. */
function setupOf({
  pending_setup_intent: setup,
}: Pick<Stripe.Subscription, 'pending_setup_intent'>): Stripe.SetupIntent | undefined {
  const isOpen = setup && typeof setup === 'object' && setup.status.startsWith('requires_');
  return isOpen ? setup : undefined;
}

/** What the browser has to do: by the status, not by which secrets there are. */
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

/** Said to whoever wants a second one. */
export const alreadySubscribed = 'Your team has a subscription already. Change its package under Billing.';

/**
 * Ends what nobody has bought yet. Its invoice goes first: whoever still has it open in another window cannot pay for what
 * is gone. @throws Conflict where it was paid just now
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

/** Nobody can tell which of several is meant. @throws Conflict */
export function checkOnlyOne(open: readonly Stripe.Subscription[]): void {
  if (open.filter((one) => !isUnfinished(one)).length > 1)
    throw new Conflict(
      'Your team has more than one subscription at Stripe, so nothing can be changed. Contact support: one of them has to end first.',
    );
}

/** A customer's one subscription that somebody bought. @throws Conflict where there is none */
export async function runningSubscription({ stripe, team }: StripeSession): Promise<Stripe.Subscription> {
  const open = team.stripeCustomerId ? await openSubscriptions(stripe, team.stripeCustomerId) : [];
  checkOnlyOne(open);
  const running = open.find((one) => !isUnfinished(one)) ?? open.find(({ status }) => status === 'trialing');
  if (!running) throw new Conflict('Your team has no subscription. Choose a package first.');
  return running;
}

/** Says where a bank only has to be asked: the browser needs no card for that. */
export async function withIntentStatus(stripe: Stripe, start: SubscriptionStart): Promise<SubscriptionStart> {
  if (start.confirm !== PaymentStep.payment || !start.clientSecret) return start;
  const [id = ''] = start.clientSecret.split('_secret_');
  const { status } = await stripe.paymentIntents.retrieve(id);
  return status === 'requires_action' ? { ...start, status } : start;
}

/** Our columns hold no more, and Stripe charges less. */
const mostUnits = 2_147_483_647;

/** A package's price, read at Stripe. @throws Conflict that says what keeps it from being paid */
export async function readPrice(stripe: Stripe, plan: Package, currency: Currency): Promise<StripePrice> {
  const cannot = (why: string) => new Conflict(`${plan.name} cannot be paid for at the moment: ${why}.`);
  const id = priceIdOf(plan, currency);
  if (!id) throw cannot(`it has no price in ${currency}`);
  const price = await stripe.prices.retrieve(id).catch((error: unknown) => {
    throw isMissing(error) ? cannot(`Stripe does not know its price in ${currency}`) : error;
  });
  if (!price.active) throw cannot(`its price in ${currency} is no longer active at Stripe`);
  if (currencyOf(price.currency) !== currency)
    throw cannot(`its price in ${currency} is in ${price.currency.toUpperCase()} at Stripe`);
  const { interval, interval_count: count, usage_type: usage } = price.recurring ?? {};
  if (interval !== 'month' || count !== 1 || usage !== 'licensed')
    throw cannot(`its price in ${currency} is not a monthly one at Stripe`);
  if (price.unit_amount === null) throw cannot(`its price in ${currency} is no whole amount at Stripe`);
  if (price.unit_amount > mostUnits) throw cannot(`its price in ${currency} is too high at Stripe`);
  return { id, currency, amount: price.unit_amount };
}
