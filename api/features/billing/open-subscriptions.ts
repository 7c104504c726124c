import { Conflict } from '#api/lib/errors.ts';
import { currencyOf } from './package-price.ts';
import type { Stripe } from './stripe.ts';
import { finalStatuses } from './subscription.entity.ts';
import { PaymentStep, type SubscriptionStart } from './subscription-start.ts';

/** What has to be read with a subscription to go on with it in a browser. */
export const withSecrets = ['latest_invoice.confirmation_secret', 'pending_setup_intent'];

/** The customer's subscriptions at Stripe that are not over, newest first. */
export async function openAtStripe(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
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
export function canGoOn(subscription: Stripe.Subscription): boolean {
  return wantsCard(subscription) || invoiceOf(subscription)?.status === 'open';
}

export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error('A subscription at Stripe has no item');
  return item;
}

/** The newest invoice, where it was read along. */
export function invoiceOf({
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
  const invoice = invoiceOf(subscription);
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
  const invoice = invoiceOf(subscription);
  let refusal: unknown;
  if (invoice?.status === 'open')
    await stripe.invoices.voidInvoice(invoice.id).catch((error: unknown) => (refusal = error));
  const now = await stripe.subscriptions.retrieve(id, { expand: withSecrets });
  if (isFinal(now)) return;
  if (!isUnfinished(now)) throw new Conflict(alreadySubscribed);
  if (refusal) throw refusal;
  await stripe.subscriptions.cancel(id);
}
