import { newLine, type LineRow, type SubscriptionItemRow, type SubscriptionRow } from './rows-billing.ts';
import { planOf, type PriceRow } from './rows-catalog.ts';
import type { StripeWorld } from './world.ts';

/** An amount in the smallest unit as people read it. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

/** As `22 Nov 2026`. */
export function dayOf(seconds: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000);
}

/** The end of the period that starts then: months are counted from the anchor, so the 31st comes back after a February. */
export function periodEnd(anchor: number, start: number, { recurring }: PriceRow): number {
  const { interval = 'month', interval_count: count = 1 } = recurring ?? {};
  const days = { day: 1, week: 7, month: 0, year: 0 }[interval];
  if (days > 0) return start + days * count * 86_400;
  const months = (interval === 'year' ? 12 : 1) * count;
  let turn = 1;
  while (addMonths(anchor, turn * months) <= start) turn++;
  return addMonths(anchor, turn * months);
}

function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0));
  const there = new Date(from);
  there.setUTCMonth(lastDay.getUTCMonth(), Math.min(from.getUTCDate(), lastDay.getUTCDate()));
  there.setUTCFullYear(lastDay.getUTCFullYear());
  return Math.floor(there.getTime() / 1000);
}

/** What a subscription consists of, and what follows from that for its older fields. */
export function setItems(subscription: SubscriptionRow, items: SubscriptionItemRow[]): void {
  const single = items.length === 1 ? items[0] : undefined;
  subscription.items.data = items;
  subscription.items.total_count = items.length;
  subscription.plan = single ? planOf(single.price) : null;
  subscription.quantity = single?.quantity ?? null;
}

export function setPeriod(subscription: SubscriptionRow, start: number, end: number): void {
  for (const item of subscription.items.data)
    Object.assign(item, { current_period_start: start, current_period_end: end });
}

/** The end of what is being paid for or tried. */
export function periodEndOf(subscription: SubscriptionRow): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end));
}

/** A whole period of everything. */
export function periodLines(world: StripeWorld, items: SubscriptionItemRow[]): LineRow[] {
  return items.map((item) => {
    const { price, quantity } = item;
    const every = price.recurring?.interval ?? 'month';
    const each = `at ${money(price.unit_amount, price.currency)} / ${every}`;
    return newLine(item, price.unit_amount * quantity, `${quantity} × ${nameOf(world, price)} (${each})`);
  });
}

export function trialLines(world: StripeWorld, items: SubscriptionItemRow[]): LineRow[] {
  return items.map((item) => {
    const line = newLine(item, 0, `Free trial for ${item.quantity} × ${nameOf(world, item.price)}`);
    line.pricing.unit_amount_decimal = '0';
    return line;
  });
}

/** What is given back for the rest of the period, and what the rest costs now. */
export function prorationLines(
  world: StripeWorld,
  before: SubscriptionItemRow[],
  after: SubscriptionItemRow[],
  at: number,
): LineRow[] {
  const isSame = (one: SubscriptionItemRow, others: SubscriptionItemRow[]) =>
    others.some(({ id, price, quantity }) => {
      return id === one.id && price.id === one.price.id && quantity === one.quantity;
    });
  const part = (item: SubscriptionItemRow, sign: 1 | -1, words: string) => {
    const { current_period_start: start, current_period_end: end, price, quantity } = item;
    const share = Math.min(1, Math.max(0, (end - at) / (end - start)));
    const amount = Math.round(price.unit_amount * quantity * share) * sign;
    const name = `${quantity > 1 ? `${quantity} × ` : ''}${nameOf(world, price)}`;
    const line = newLine(item, amount, `${words} on ${name} after ${dayOf(at)}`);
    line.period = { start: at, end };
    line.parent.subscription_item_details.proration = true;
    return line;
  };
  return [
    ...before.filter((one) => !isSame(one, after)).map((one) => part(one, -1, 'Unused time')),
    ...after.filter((one) => !isSame(one, before)).map((one) => part(one, 1, 'Remaining time')),
  ];
}

function nameOf(world: StripeWorld, price: PriceRow): string {
  return world.get('product', price.product)?.name ?? 'Subscription';
}
