import { draftInvoice } from './invoices.ts';
import { periodEnd, periodLines, prorationLines, setItems, setPeriod, trialLines } from './items.ts';
import { flag, integer, needed, oneOf, shape, text, type Given } from './params.ts';
import { params, type Ask } from './route.ts';
import {
  newSubscription,
  type InvoiceRow,
  type LineRow,
  type SubscriptionItemRow,
  type SubscriptionRow,
} from './rows-billing.ts';
import { trialEnd } from './subscribe.ts';
import { checkCurrency, itemWishes, needPrice, wishedItems } from './wishes.ts';
import type { StripeWorld } from './world.ts';

const detailKinds = {
  items: itemWishes,
  proration_behavior: oneOf('create_prorations', 'always_invoice', 'none'),
  proration_date: integer,
  cancel_at_period_end: flag,
  cancel_now: flag,
  trial_end: trialEnd,
};
type Details = Given<typeof detailKinds>;

/** The invoice that there would be; nothing is changed by looking. */
export function preview(ask: Ask): InvoiceRow {
  const { world } = ask;
  const given = params(ask, {
    customer: text,
    currency: text,
    subscription: text,
    preview_mode: oneOf('next', 'recurring'),
    subscription_details: shape(detailKinds),
  });
  const details = given.subscription_details ?? {};
  const there = given.subscription
    ? world.need('subscription', given.subscription, 'subscription')
    : undefined;
  const [subscription, lines] = there
    ? changed(world, there, details, given.preview_mode === 'recurring')
    : begun(world, needed(given.customer, 'customer'), details);
  const invoice = draftInvoice(world, subscription, there ? reasonOf(details) : 'subscription_create', lines);
  invoice.id = invoice.id.replace('in_', 'upcoming_in_');
  return invoice;
}

function reasonOf({ proration_behavior: behaviour, items }: Details) {
  return items && behaviour === 'always_invoice' ? 'subscription_update' : 'upcoming';
}

function changed(
  world: StripeWorld,
  subscription: SubscriptionRow,
  details: Details,
  isRecurring: boolean,
): [SubscriptionRow, LineRow[]] {
  const { items: wishes, proration_behavior: behaviour = 'create_prorations' } = details;
  const before = subscription.items.data;
  const after = wishes
    ? wishedItems(world, subscription, wishes, 'subscription_details[items]')
    : structuredClone(before);
  const next = periodLines(
    world,
    after.map((item) => inNextPeriod(subscription, item)),
  );
  if (isRecurring) return [subscription, next];
  const at = details.proration_date ?? world.now(subscription.customer);
  const isTrial = subscription.status === 'trialing';
  const differences = isTrial || behaviour === 'none' ? [] : prorationLines(world, before, after, at);
  const waiting = structuredClone(world.aside(subscription.id).lines ?? []);
  if (wishes && behaviour === 'always_invoice' && !isTrial)
    return [subscription, [...waiting, ...differences]];
  return [subscription, [...waiting, ...differences, ...next]];
}

/** What would be renewed at the end of the period that runs. */
function inNextPeriod(subscription: SubscriptionRow, item: SubscriptionItemRow): SubscriptionItemRow {
  const start = item.current_period_end;
  const end = periodEnd(subscription.billing_cycle_anchor, start, item.price);
  return { ...item, current_period_start: start, current_period_end: end };
}

function begun(world: StripeWorld, id: string, details: Details): [SubscriptionRow, LineRow[]] {
  const customer = world.need('customer', id, 'customer');
  const param = 'subscription_details[items]';
  const wishes = needed(details.items, param);
  const at = `${param}[0][price]`;
  const price = needPrice(world, needed(wishes[0]?.price, at), at);
  checkCurrency(customer, price.currency);
  const now = world.now(id);
  const subscription = newSubscription(now, customer, price.currency);
  setItems(subscription, wishedItems(world, subscription, wishes, param));
  const { trial_end: end } = details;
  const isTrial = typeof end === 'number' && end > now;
  setPeriod(subscription, now, isTrial ? end : periodEnd(now, now, price));
  const { data } = subscription.items;
  return [subscription, isTrial ? trialLines(world, data) : periodLines(world, data)];
}
