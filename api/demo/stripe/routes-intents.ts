import { cardRefusal, invalid } from './errors.ts';
import { cancelIntent, type Outcome, needMethod } from './intents.ts';
import * as kinds from './request.ts';
import {
  clearable,
  flag,
  integer,
  isWithin,
  list,
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
import { confirmIntent } from './paying.ts';
import {
  newPaymentIntent,
  newSetupIntent,
  type PaymentIntentRow,
  type SetupIntentRow,
} from './rows-paying.ts';

type Intent = PaymentIntentRow | SetupIntentRow;

export const intentRoutes: Route[] = [
  ['POST', '/v1/payment_intents', createPayment],
  ['GET', '/v1/payment_intents', (ask) => all(ask, 'payment_intent')],
  ['GET', '/v1/payment_intents/:id', (ask) => one(ask, 'payment_intent')],
  ['POST', '/v1/payment_intents/:id', (ask) => update(ask, 'payment_intent')],
  ['POST', '/v1/payment_intents/:id/confirm', (ask) => confirm(ask, 'payment_intent')],
  ['POST', '/v1/payment_intents/:id/cancel', (ask) => cancel(ask, 'payment_intent')],
  ['POST', '/v1/setup_intents', createSetup],
  ['GET', '/v1/setup_intents', (ask) => all(ask, 'setup_intent')],
  ['GET', '/v1/setup_intents/:id', (ask) => one(ask, 'setup_intent')],
  ['POST', '/v1/setup_intents/:id', (ask) => update(ask, 'setup_intent')],
  ['POST', '/v1/setup_intents/:id/confirm', (ask) => confirm(ask, 'setup_intent')],
  ['POST', '/v1/setup_intents/:id/cancel', (ask) => cancel(ask, 'setup_intent')],
];

const common = {
  customer: text,
  description: clearable(text),
  metadata: kinds.metadata,
  payment_method: text,
  confirm: flag,
  return_url: text,
  use_stripe_sdk: flag,
  allowed_payment_method_types: list(text),
  automatic_payment_methods: shape({ enabled: flag, allow_redirects: oneOf('always', 'never') }),
};

function createPayment(ask: Ask): PaymentIntentRow {
  const { world } = ask;
  const given = params(ask, {
    ...common,
    amount: integer,
    currency: text,
    off_session: flag,
    setup_future_usage: oneOf('off_session', 'on_session'),
    receipt_email: text,
  });
  const amount = needed(given.amount, 'amount');
  const currency = needed(given.currency, 'currency').toLowerCase();
  if (amount < 30) throw tooSmall();
  const customer = given.customer ? world.need('customer', given.customer, 'customer') : null;
  const intent = newPaymentIntent(world.now(customer?.id), amount, currency);
  intent.customer = customer?.id ?? null;
  intent.setup_future_usage = given.setup_future_usage ?? null;
  intent.receipt_email = given.receipt_email ?? null;
  fill(intent, given);
  world.add(intent);
  world.tell('payment_intent.created', intent);
  if (given.payment_method) prepare(ask, intent, given.payment_method);
  if (given.confirm) applyStep(ask, intent, given.off_session ?? false);
  return intent;
}

function createSetup(ask: Ask): SetupIntentRow {
  const { world } = ask;
  const given = params(ask, { ...common, usage: oneOf('off_session', 'on_session') });
  const customer = given.customer ? world.need('customer', given.customer, 'customer') : null;
  const intent = newSetupIntent(world.now(customer?.id), customer?.id ?? null);
  intent.usage = given.usage ?? 'off_session';
  fill(intent, given);
  world.add(intent);
  world.tell('setup_intent.created', intent);
  if (given.payment_method) prepare(ask, intent, given.payment_method);
  if (given.confirm) applyStep(ask, intent, false);
  return intent;
}

function fill(intent: Intent, given: kinds.Given<typeof common>): void {
  intent.description = given.description ?? null;
  intent.metadata = merged({}, given.metadata);
  intent.allowed_payment_method_types = given.allowed_payment_method_types ?? null;
  intent.automatic_payment_methods = {
    allow_redirects: 'always',
    enabled: true,
    ...given.automatic_payment_methods,
  };
}

function prepare({ world }: Ask, intent: Intent, id: string): void {
  const method = needMethod(world, id, 'payment_method');
  intent.payment_method = method.id;
  intent.status = 'requires_confirmation';
}

function one(ask: Ask, kind: Intent['object']): Intent {
  params(ask, { client_secret: text });
  return ask.world.need(kind, ask.id);
}

function all(ask: Ask, kind: Intent['object']): unknown {
  const given = params(ask, { ...paging, customer: text, created: moment });
  const rows: Intent[] = ask.world.all(kind);
  const theirs = rows
    .filter((row) => given.customer === undefined || row.customer === given.customer)
    .filter((row) => isWithin(row.created, given.created));
  return listed(theirs, `/v1/${kind}s`, given);
}

/** Sends no event. */
function update(ask: Ask, kind: Intent['object']): Intent {
  const given = params(ask, { description: clearable(text), metadata: kinds.metadata, payment_method: text });
  const intent = ask.world.need(kind, ask.id);
  intent.metadata = merged(intent.metadata, given.metadata);
  if (given.description !== undefined) intent.description = given.description;
  if (!given.payment_method) return intent;
  checkOpen(intent, 'update');
  prepare(ask, intent, given.payment_method);
  return intent;
}

function confirm(ask: Ask, kind: Intent['object']): Intent {
  const given = params(ask, {
    payment_method: text,
    return_url: text,
    use_stripe_sdk: flag,
    off_session: flag,
    allowed_payment_method_types: list(text),
  });
  const intent = ask.world.need(kind, ask.id);
  checkOpen(intent, 'confirm');
  if (given.payment_method) prepare(ask, intent, given.payment_method);
  applyStep(ask, intent, given.off_session ?? false);
  return intent;
}

function applyStep({ world }: Ask, intent: Intent, isAway: boolean): void {
  const method = intent.payment_method ? world.get('payment_method', intent.payment_method) : undefined;
  if (!method) {
    const word = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
    const message = `You cannot confirm this ${word} because it's missing a payment method. You can either update the ${word} with a payment method and then confirm it again, or confirm it again directly with a payment method.`;
    throw invalid(message, { code: `${intent.object}_unexpected_state` });
  }
  const outcome: Outcome = confirmIntent(world, intent, method, isAway ? 'away' : 'there');
  if (outcome.status !== 'failed') return;
  throw cardRefusal({ ...outcome.error, [intent.object]: structuredClone(intent) });
}

/** A completed intent can't be completed again. */
export function checkOpen(intent: Intent, verb: string): void {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return;
  const word = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  const why =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : 'it has a status of canceled';
  throw invalid(`You cannot ${verb} this ${word} because ${why}.`, {
    code: `${intent.object}_unexpected_state`,
    [intent.object]: structuredClone(intent),
  });
}

function cancel(ask: Ask, kind: Intent['object']): Intent {
  const given = params(ask, {
    cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
  });
  const intent = ask.world.need(kind, ask.id);
  checkOpen(intent, 'cancel');
  cancelIntent(ask.world, intent, given.cancellation_reason ?? 'requested_by_customer');
  return intent;
}

function tooSmall() {
  const message =
    'The amount must be greater than or equal to the minimum charge amount allowed for your account and the currency set (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).  If you want to save a Payment Method for future use without an immediate payment, use a Setup Intent instead: https://docs.stripe.com/payments/setup-intents';
  return invalid(message, { code: 'parameter_invalid_integer', param: 'amount' });
}
