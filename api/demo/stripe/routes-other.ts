import { advanceClock } from './life.ts';
import { invalid, missing } from './errors.ts';
import { randomText } from './ids.ts';
import {
  clearable,
  integer,
  isWithin,
  list,
  metadata,
  merged,
  moment,
  needed,
  oneOf,
  shape,
  text,
  listed,
  paging,
  params,
  type Ask,
  type Route,
} from './request.ts';
import { newPortalSession, newTestClock, type TestClockRow } from './rows-catalog.ts';
import { newRefund, type ChargeRow, type RefundRow } from './rows-paying.ts';

export const otherRoutes: Route[] = [
  ['GET', '/v1/account', account],
  ['GET', '/v1/charges', charges],
  ['GET', '/v1/charges/:id', (ask) => (params(ask, {}), ask.world.need('charge', ask.id))],
  ['POST', '/v1/refunds', refund],
  ['GET', '/v1/refunds', refunds],
  ['GET', '/v1/refunds/:id', (ask) => (params(ask, {}), ask.world.need('refund', ask.id))],
  ['GET', '/v1/disputes/:id', (ask) => (params(ask, {}), ask.world.need('dispute', ask.id))],
  ['GET', '/v1/events', events],
  ['GET', '/v1/events/:id', (ask) => (params(ask, {}), ask.world.need('event', ask.id))],
  ['POST', '/v1/billing_portal/sessions', portal],
  ['POST', '/v1/test_helpers/test_clocks', createClock],
  ['GET', '/v1/test_helpers/test_clocks', clocks],
  ['GET', '/v1/test_helpers/test_clocks/:id', clock],
  ['DELETE', '/v1/test_helpers/test_clocks/:id', removeClock],
  ['POST', '/v1/test_helpers/test_clocks/:id/advance', advance],
];

/** Days for which events can be retrieved. */
const eventDays = 30;

function account(ask: Ask): unknown {
  params(ask, {});
  return {
    id: 'acct_1StandInNetlantern',
    object: 'account',
    business_profile: { mcc: null, name: 'Netlantern', support_email: null, url: null },
    business_type: 'company',
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    country: 'GB',
    created: 1_700_000_000,
    default_currency: 'gbp',
    details_submitted: true,
    email: 'billing@netlantern.test',
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      total_count: 0,
      url: '/v1/accounts/acct_1StandInNetlantern/external_accounts',
    },
    metadata: {},
    payouts_enabled: true,
    settings: { dashboard: { display_name: 'Netlantern', timezone: 'Etc/UTC' } },
    type: 'standard',
  };
}

function charges(ask: Ask): unknown {
  const given = params(ask, { ...paging, customer: text, payment_intent: text, created: moment });
  const rows = ask.world
    .all('charge')
    .filter((row) => given.customer === undefined || row.customer === given.customer)
    .filter((row) => given.payment_intent === undefined || row.payment_intent === given.payment_intent)
    .filter((row) => isWithin(row.created, given.created));
  return listed(rows, '/v1/charges', given);
}

function refund(ask: Ask): RefundRow {
  const { world } = ask;
  const given = params(ask, {
    charge: text,
    payment_intent: text,
    amount: integer,
    metadata,
    reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  });
  const charge = chargeOf(ask, given);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalid(message, { code: 'charge_already_refunded' });
  }
  const amount = given.amount ?? left;
  if (amount > left || amount < 1)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  const row = world.add(newRefund(charge, amount, world.now(charge.customer)));
  row.reason = given.reason ?? null;
  row.metadata = merged({}, given.metadata);
  world.tell('refund.created', row);
  world.change('charge.refunded', charge, (one) => {
    one.amount_refunded += amount;
    one.refunded = one.amount_refunded === one.amount;
  });
  return row;
}

function chargeOf({ world }: Ask, named: { charge?: string; payment_intent?: string }): ChargeRow {
  if (named.charge) return world.need('charge', named.charge, 'charge');
  const id = needed(named.payment_intent, 'charge');
  const { latest_charge: latest, status } = world.need('payment_intent', id, 'payment_intent');
  if (latest && status === 'succeeded') return world.need('charge', latest);
  throw invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  });
}

function refunds(ask: Ask): unknown {
  const given = params(ask, { ...paging, charge: text, payment_intent: text });
  const rows = ask.world
    .all('refund')
    .filter((row) => given.charge === undefined || row.charge === given.charge)
    .filter((row) => given.payment_intent === undefined || row.payment_intent === given.payment_intent);
  return listed(rows, '/v1/refunds', given);
}

function events(ask: Ask): unknown {
  const given = params(ask, { ...paging, type: text, types: list(text), created: moment });
  const oldest = ask.world.now() - eventDays * 86_400;
  const rows = ask.world
    .all('event')
    .filter((row) => row.created >= oldest && isWithin(row.created, given.created))
    .filter((row) => given.type === undefined || matches(row.type, given.type))
    .filter((row) => given.types?.some((type) => matches(row.type, type)) ?? true);
  return listed(rows, '/v1/events', given);
}

/** `invoice.*` matches the whole group. */
function matches(type: string, asked: string): boolean {
  return asked.endsWith('*') ? type.startsWith(asked.slice(0, -1)) : type === asked;
}

function portal(ask: Ask): unknown {
  const { world } = ask;
  const given = params(ask, {
    configuration: text,
    customer: text,
    flow_data: shape({
      type: oneOf(
        'payment_method_update',
        'subscription_cancel',
        'subscription_update',
        'subscription_update_confirm',
        'subscription_pause',
        'customer_update',
      ),
      subscription_cancel: shape({ subscription: text }),
      subscription_update: shape({ subscription: text }),
    }),
    locale: clearable(text),
    return_url: text,
  });
  const customer = world.need('customer', needed(given.customer, 'customer'), 'customer');
  const url = `${world.url}/p/session/test_${randomText(40)}`;
  const session = newPortalSession(world.now(customer.id), customer.id, url);
  session.flow = given.flow_data ?? null;
  session.locale = given.locale ?? null;
  session.return_url = given.return_url ?? null;
  return world.add(session);
}

function createClock(ask: Ask): TestClockRow {
  const given = params(ask, { frozen_time: integer, name: clearable(text) });
  const frozen = needed(given.frozen_time, 'frozen_time');
  const { world } = ask;
  return world.add(newTestClock(world.now(), frozen, given.name ?? null));
}

function clocks(ask: Ask): unknown {
  const given = params(ask, paging);
  return listed(ask.world.all('test_helpers.test_clock'), '/v1/test_helpers/test_clocks', given);
}

function clock(ask: Ask): TestClockRow {
  params(ask, {});
  return ask.world.need('test_helpers.test_clock', ask.id);
}

function removeClock(ask: Ask): unknown {
  params(ask, {});
  const { world } = ask;
  const { id, object } = world.need('test_helpers.test_clock', ask.id);
  const theirs = world.all('customer').filter((row) => row.test_clock === id);
  const kinds = [
    'subscription',
    'invoice',
    'payment_intent',
    'setup_intent',
    'payment_method',
    'charge',
  ] as const;
  for (const customer of theirs) {
    for (const row of kinds.flatMap((kind) => world.all(kind)))
      if (row.customer === customer.id) world.remove(row.id);
    world.remove(customer.id);
  }
  world.remove(id);
  return { id, object, deleted: true };
}

function advance(ask: Ask): unknown {
  const { world } = ask;
  const given = params(ask, { frozen_time: integer });
  const row = world.get('test_helpers.test_clock', ask.id);
  if (!row) throw missing('test_clock', ask.id);
  const until = needed(given.frozen_time, 'frozen_time');
  if (until <= row.frozen_time)
    throw invalid('The time must be later than the current frozen time.', { param: 'frozen_time' });
  if (row.status === 'advancing')
    throw invalid('Test clock advancement underway - cannot perform modifications', {}, 429);
  row.status = 'advancing';
  setImmediate(() => {
    try {
      advanceClock(world, row, until);
    } finally {
      row.status = 'ready';
      world.tell('test_helpers.test_clock.ready', row);
    }
  });
  return row;
}
