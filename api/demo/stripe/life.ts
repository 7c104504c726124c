import type { TestClockRow } from './rows-catalog.ts';
import type { StripeWorld } from './world.ts';
import { endSubscription, expirePendingUpdate, expireSubscription, collect } from './paying.ts';
import { takeLines, waitingTime } from './change.ts';
import {
  draftInvoice,
  finalise,
  issue,
  subscriptionOf,
  periodEnd,
  periodEndOf,
  periodLines,
  setPeriod,
} from './invoices.ts';
import { methodFor } from './intents.ts';
import type { InvoiceRow, SubscriptionRow } from './rows-billing.ts';
import { sendTrialWillEnd } from './subscribe.ts';

/** Processes everything that is due, each at its own time. Returns whether anything was. */
export function catchUp(world: StripeWorld, until = world.clock()): boolean {
  for (let done = 0; ; done++) {
    const due = nextDue(world, null);
    if (!due || due.at * 1000 > until) return done > 0;
    world.standing = due.at * 1000;
    try {
      due.run();
    } finally {
      world.standing = undefined;
    }
  }
}

/** Advances its clock. */
export function advance(world: StripeWorld, milliseconds: number): void {
  catchUp(world, world.clock() + milliseconds);
  world.offset += milliseconds;
}

/** Advances a test clock. */
export function advanceClock(world: StripeWorld, clock: TestClockRow, until: number): void {
  for (;;) {
    const due = nextDue(world, clock.id);
    if (!due || due.at > until) break;
    clock.frozen_time = Math.max(clock.frozen_time, due.at);
    due.run();
  }
  clock.frozen_time = until;
}

/** An automatic action and its time. */
export interface Due {
  at: number;
  run: () => void;
}

const day = 86_400;
const hour = 3600;
/** How long before a period's end the upcoming invoice is announced. */
const upcoming = 7 * day;

/** The next due action for the customers of a clock. `null` is the default clock. */
function nextDue(world: StripeWorld, clock: string | null): Due | undefined {
  const theirs = [
    ...world.all('subscription').flatMap((row) => (row.test_clock === clock ? dueOf(world, row) : [])),
    ...world.all('invoice').flatMap((row) => (row.test_clock === clock ? dueInvoice(world, row) : [])),
  ];
  return theirs.reduce<Due | undefined>((best, one) => (best && best.at <= one.at ? best : one), undefined);
}

function dueOf(world: StripeWorld, subscription: SubscriptionRow): Due[] {
  const { status, trial_end: trialEnd, cancel_at: cancelAt, pending_update: pending } = subscription;
  const aside = world.aside(subscription.id);
  if (status === 'incomplete')
    return [{ at: subscription.created + waitingTime, run: () => expireSubscription(world, subscription) }];
  if (status === 'canceled' || status === 'incomplete_expired' || status === 'paused') return [];
  const dues: Due[] = [];
  const end = periodEndOf(subscription);
  if (pending) dues.push({ at: pending.expires_at, run: () => expirePendingUpdate(world, subscription) });
  if (cancelAt !== null && cancelAt <= end)
    dues.push({ at: cancelAt, run: () => endSubscription(world, subscription, 'cancellation_requested') });
  if (status === 'trialing' && trialEnd !== null) {
    if (!aside.trialTold)
      dues.push({ at: trialEnd - 3 * day, run: () => sendTrialWillEnd(world, subscription) });
    dues.push({ at: trialEnd, run: () => endTrial(world, subscription) });
    return dues;
  }
  if (aside.upcomingTold !== end && cancelAt === null)
    dues.push({ at: end - upcoming, run: () => tellUpcoming(world, subscription, end) });
  dues.push({ at: end, run: () => renew(world, subscription) });
  return dues;
}

function dueInvoice(world: StripeWorld, invoice: InvoiceRow): Due[] {
  if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null)
    return [{ at: invoice.automatically_finalizes_at, run: () => finaliseAndCollect(world, invoice) }];
  if (invoice.status === 'open' && invoice.next_payment_attempt !== null)
    return [{ at: invoice.next_payment_attempt, run: () => collectNow(world, invoice) }];
  return [];
}

/** A trial is over. With a card it continues, otherwise as agreed for a missing card. */
export function endTrial(world: StripeWorld, subscription: SubscriptionRow): void {
  const { missing_payment_method: agreed } = subscription.trial_settings.end_behavior;
  const method = methodFor(world, subscription);
  const isFree = subscription.items.data.every((item) => item.price.unit_amount === 0);
  if (!method && !isFree && agreed === 'cancel') return endSubscription(world, subscription, null);
  if (!method && !isFree && agreed === 'pause') {
    world.change('customer.subscription.updated', subscription, (row) => (row.status = 'paused'));
    return world.tell('customer.subscription.paused', subscription);
  }
  renew(world, subscription);
}

/** Starts the next period. Its invoice stays a draft for an hour. */
function renew(world: StripeWorld, subscription: SubscriptionRow): void {
  const start = periodEndOf(subscription);
  const [first] = subscription.items.data;
  if (!first) return;
  const previous = { start: first.current_period_start, end: start };
  world.change('customer.subscription.updated', subscription, (row) => {
    if (row.status === 'trialing') Object.assign(row, { status: 'active', billing_cycle_anchor: start });
    setPeriod(row, start, periodEnd(row.billing_cycle_anchor, start, first.price));
  });
  const lines = [...takeLines(world, subscription), ...periodLines(world, subscription.items.data)];
  const invoice = draftInvoice(world, subscription, 'subscription_cycle', lines, previous);
  // An unpaid subscription's new invoices aren't collected.
  if (subscription.status === 'unpaid') invoice.auto_advance = false;
  else invoice.automatically_finalizes_at = invoice.created + hour;
  issue(world, subscription, invoice);
}

/** It has no ID, because the invoice doesn't exist yet. */
function tellUpcoming(world: StripeWorld, subscription: SubscriptionRow, end: number): void {
  world.aside(subscription.id).upcomingTold = end;
  const lines = [
    ...(world.aside(subscription.id).lines ?? []),
    ...periodLines(world, subscription.items.data),
  ];
  const invoice = draftInvoice(world, subscription, 'upcoming', structuredClone(lines));
  invoice.next_payment_attempt = end + hour;
  const { id: _, ...shown } = invoice;
  world.tell('invoice.upcoming', shown as InvoiceRow);
}

function finaliseAndCollect(world: StripeWorld, invoice: InvoiceRow): void {
  finalise(world, invoice);
  if (invoice.status === 'open') collectNow(world, invoice);
}

function collectNow(world: StripeWorld, invoice: InvoiceRow): void {
  const subscription = subscriptionOf(world, invoice);
  collect(world, invoice, subscription && methodFor(world, subscription));
}
