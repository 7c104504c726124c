import { changeSubscription, updateKinds } from './change.ts';
import { endSubscription, expireSubscription } from './paying.ts';
import { missing } from './errors.ts';
import { endTrial } from './life.ts';
import {
  clearable,
  flag,
  isWithin,
  moment,
  oneOf,
  shape,
  text,
  listed,
  paging,
  params,
  type Ask,
  type Route,
} from './request.ts';
import type { SubscriptionRow } from './rows-billing.ts';
import { createKinds, subscribe } from './subscribe.ts';

export const subscriptionRoutes: Route[] = [
  ['POST', '/v1/subscriptions', (ask) => subscribe(ask.world, params(ask, createKinds))],
  ['GET', '/v1/subscriptions', all],
  ['GET', '/v1/subscriptions/:id', (ask) => (params(ask, {}), ask.world.need('subscription', ask.id))],
  ['POST', '/v1/subscriptions/:id', update],
  ['DELETE', '/v1/subscriptions/:id', cancel],
];

/** Statuses that are only listed on request. */
const gone = ['canceled', 'incomplete_expired'];

function all(ask: Ask): unknown {
  const { world } = ask;
  const given = params(ask, {
    ...paging,
    created: moment,
    customer: text,
    price: text,
    status: oneOf(
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ),
    test_clock: text,
  });
  if (given.customer && !world.get('customer', given.customer))
    throw missing('customer', given.customer, 'customer');
  const { status, customer, price } = given;
  const isAsked = (row: SubscriptionRow) => {
    if (status === 'all') return true;
    if (status === 'ended') return gone.includes(row.status);
    return status === undefined ? row.status !== 'canceled' : row.status === status;
  };
  const rows = world
    .all('subscription')
    .filter((row) => isAsked(row) && isWithin(row.created, given.created))
    .filter((row) => customer === undefined || row.customer === customer)
    .filter((row) => price === undefined || row.items.data.some((item) => item.price.id === price));
  return listed(rows, '/v1/subscriptions', given);
}

function update(ask: Ask): SubscriptionRow {
  const given = params(ask, updateKinds);
  const subscription = ask.world.need('subscription', ask.id);
  changeSubscription(ask.world, subscription, given);
  if (given.trial_end === 'now' && subscription.status === 'trialing') {
    const now = ask.world.now(subscription.customer);
    for (const item of subscription.items.data) item.current_period_end = now;
    subscription.trial_end = now;
    endTrial(ask.world, subscription);
  }
  return subscription;
}

function cancel(ask: Ask): SubscriptionRow {
  const { world, id } = ask;
  const given = params(ask, {
    cancellation_details: shape({ comment: clearable(text), feedback: clearable(text) }),
    invoice_now: flag,
    prorate: flag,
  });
  const subscription = world.need('subscription', id);
  if (gone.includes(subscription.status)) throw missing('subscription', id);
  Object.assign(subscription.cancellation_details, given.cancellation_details);
  if (subscription.status === 'incomplete') {
    expireSubscription(world, subscription);
    return subscription;
  }
  subscription.cancel_at = null;
  subscription.cancel_at_period_end = false;
  subscription.canceled_at ??= world.now(subscription.customer);
  endSubscription(world, subscription, 'cancellation_requested');
  return subscription;
}
