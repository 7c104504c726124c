import { declined, type CardNature, magicMethods, readCard, type TypedCard } from './cards.ts';
import { StripeRefusal, type StripeProblem, cardRefusal, invalid } from './errors.ts';
import {
  newCharge,
  newDispute,
  type ChargeRow,
  type NextAction,
  type PaymentIntentRow,
  type PaymentMethodRow,
  type SetupIntentRow,
  newPaymentMethod,
} from './rows-paying.ts';
import { randomText } from './ids.ts';
import type { StripeWorld } from './world.ts';
import type { CustomerRow } from './rows-catalog.ts';
import type { SubscriptionRow } from './rows-billing.ts';

/** The outcome of an attempt to pay or to save a card. */
export type Outcome =
  { status: 'succeeded' | 'requires_action' } | { status: 'failed'; error: StripeProblem };

/** The card owner's state: present, just confirmed by the bank, or absent. */
type Presence = 'there' | 'proven' | 'away';

/**
 * Charges an intent with a card. An absent owner isn't asked for confirmation, unless it is for an invoice.
 */
export function chargeIntent(
  world: StripeWorld,
  intent: PaymentIntentRow,
  method: PaymentMethodRow,
  presence: Presence,
): Outcome {
  const isForInvoice = intent.payment_details.order_reference !== null;
  const verdict = judge(world, method, presence, isForInvoice);
  intent.payment_method = method.id;
  intent.next_action = null;
  if (verdict === 'ask') {
    intent.status = 'requires_action';
    intent.next_action = proof();
    world.tell('payment_intent.requires_action', intent);
    return { status: 'requires_action' };
  }
  if (verdict === 'pay') {
    const kept = keep(world, intent, method);
    if (kept) return refuse(world, intent, method, kept);
    if (presence === 'proven') world.aside(method.id).isProven = true;
    const charge = world.add(newCharge(intent, method, world.now(intent.customer)));
    Object.assign(intent, { status: 'succeeded', last_payment_error: null, latest_charge: charge.id });
    intent.amount_received = intent.amount;
    world.tell('charge.succeeded', charge);
    world.tell('payment_intent.succeeded', intent);
    if (natureOf(world, method).isDenied) deny(world, charge);
    return { status: 'succeeded' };
  }
  return refuse(world, intent, method, declined(verdict));
}

/** Saves a card for later. */
export function setUpIntent(
  world: StripeWorld,
  intent: SetupIntentRow,
  method: PaymentMethodRow,
  presence: Presence,
): Outcome {
  const { pays } = natureOf(world, method);
  intent.payment_method = method.id;
  intent.next_action = null;
  if ((pays === 'once proven' || pays === 'each time proven') && presence !== 'proven') {
    intent.status = 'requires_action';
    intent.next_action = proof();
    world.tell('setup_intent.requires_action', intent);
    return { status: 'requires_action' };
  }
  const customer = intent.customer ? world.get('customer', intent.customer) : undefined;
  const problem = customer && attempt(() => attach(world, method, customer));
  if (problem) return refuseSetup(world, intent, method, problem);
  if (presence === 'proven') world.aside(method.id).isProven = true;
  Object.assign(intent, { status: 'succeeded', last_setup_error: null });
  world.tell('setup_intent.succeeded', intent);
  return { status: 'succeeded' };
}

/** The bank rejected the confirmation. */
export function failProof(world: StripeWorld, intent: PaymentIntentRow | SetupIntentRow): Outcome {
  const isPayment = intent.object === 'payment_intent';
  const error = {
    type: isPayment ? 'card_error' : 'invalid_request_error',
    code: isPayment ? 'payment_intent_authentication_failure' : 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  };
  const method = intent.payment_method ? world.get('payment_method', intent.payment_method) : undefined;
  return intent.object === 'payment_intent'
    ? refuse(world, intent, method, error)
    : refuseSetup(world, intent, method, error);
}

/** Cancels intents that are no longer needed. */
export function cancelIntent(
  world: StripeWorld,
  intent: PaymentIntentRow | SetupIntentRow,
  reason: string,
): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return;
  Object.assign(intent, { status: 'canceled', next_action: null, cancellation_reason: reason });
  if (intent.object === 'payment_intent') intent.canceled_at = world.now(intent.customer);
  world.tell(`${intent.object}.canceled`, intent);
}

/** Whether a payment would succeed now, and the error if not. */
export function wouldPay(world: StripeWorld, method: PaymentMethodRow): StripeProblem | 'ask' | undefined {
  const verdict = judge(world, method, 'there', true);
  if (verdict === 'pay') return undefined;
  return verdict === 'ask' ? verdict : declined(verdict);
}

function deny(world: StripeWorld, charge: ChargeRow): void {
  charge.disputed = true;
  const dispute = world.add(newDispute(charge, world.now(charge.customer)));
  world.tell('charge.dispute.created', dispute);
}

function natureOf(world: StripeWorld, method: PaymentMethodRow): CardNature {
  return world.aside(method.id).card ?? { pays: 'always', isKept: true };
}

function judge(world: StripeWorld, method: PaymentMethodRow, presence: Presence, isForInvoice: boolean) {
  const { pays } = natureOf(world, method);
  if (pays === 'always') return 'pay';
  if (pays !== 'once proven' && pays !== 'each time proven') return pays;
  const isKnown = pays === 'once proven' && world.aside(method.id).isProven;
  if (isKnown || presence === 'proven') return 'pay';
  return presence === 'away' && !isForInvoice ? 'authentication_required' : 'ask';
}

/** Saves the card that was paid with for later use, or returns the error if that isn't possible. */
function keep(
  world: StripeWorld,
  intent: PaymentIntentRow,
  method: PaymentMethodRow,
): StripeProblem | undefined {
  const customer = intent.customer ? world.get('customer', intent.customer) : undefined;
  if (!intent.setup_future_usage || !customer) return undefined;
  return attempt(() => attach(world, method, customer));
}

function attempt(work: () => void): StripeProblem | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof StripeRefusal) return error.problem;
    throw error;
  }
}

function refuse(
  world: StripeWorld,
  intent: PaymentIntentRow,
  method: PaymentMethodRow | undefined,
  error: StripeProblem,
): Outcome {
  if (method && error.code !== 'payment_intent_authentication_failure') {
    const charge = world.add(newCharge(intent, method, world.now(intent.customer)));
    Object.assign(charge, { status: 'failed', paid: false, captured: false, amount_captured: 0 });
    Object.assign(charge, { balance_transaction: null, failure_code: error.code });
    charge.failure_message = error.message;
    charge.outcome = {
      network_status: 'declined_by_network',
      reason: error.decline_code ?? null,
      risk_level: 'normal',
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    };
    intent.latest_charge = charge.id;
    world.tell('charge.failed', charge);
  }
  Object.assign(intent, { status: 'requires_payment_method', payment_method: null, next_action: null });
  intent.last_payment_error = { ...error, payment_method: method && structuredClone(method) };
  world.tell('payment_intent.payment_failed', intent);
  return { status: 'failed', error };
}

function refuseSetup(
  world: StripeWorld,
  intent: SetupIntentRow,
  method: PaymentMethodRow | undefined,
  error: StripeProblem,
): Outcome {
  Object.assign(intent, { status: 'requires_payment_method', payment_method: null, next_action: null });
  intent.last_setup_error = { ...error, payment_method: method && structuredClone(method) };
  world.tell('setup_intent.setup_failed', intent);
  return { status: 'failed', error };
}

/** Tells the browser to open the bank's page. */
function proof(): NextAction {
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'stripe_3ds2_fingerprint',
      directory_server_name: 'visa',
      three_d_secure_2_source: `payatt_3${randomText(23)}`,
    },
  };
}

/** A payment method for an entered card, or the card's error. */
export function methodOf(
  world: StripeWorld,
  card: TypedCard,
  now: number,
): { method: PaymentMethodRow } | { problem: StripeProblem } {
  const read = readCard(card, now);
  if ('problem' in read) return read;
  const method = world.add(newPaymentMethod(now, read.face));
  world.aside(method.id).card = read.nature;
  return { method };
}

/** The named payment method: a stored one, or one of Stripe's predefined test methods. */
export function needMethod(world: StripeWorld, id: string, param: string): PaymentMethodRow {
  const number = Object.hasOwn(magicMethods, id) ? magicMethods[id] : undefined;
  if (!number) return world.need('payment_method', id, param);
  const now = world.now();
  const year = new Date(now * 1000).getUTCFullYear() + 1;
  const made = methodOf(world, { number, expMonth: 3, expYear: year, cvc: '314' }, now);
  if ('problem' in made) throw cardRefusal(made.problem);
  return made.method;
}

/** Attaches it to the customer. One that can't be saved is rejected. */
export function attach(world: StripeWorld, method: PaymentMethodRow, customer: CustomerRow): void {
  if (method.customer === customer.id) return;
  if (method.customer)
    throw invalid('The payment method you provided has already been attached to a customer.');
  const aside = world.aside(method.id);
  if (aside.isSpent) {
    const message =
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.';
    throw invalid(message);
  }
  const { pays, isKept } = aside.card ?? { pays: 'always', isKept: true };
  if (!isKept && pays !== 'always' && pays !== 'once proven' && pays !== 'each time proven')
    throw cardRefusal(declined(pays));
  method.customer = customer.id;
  world.tell('payment_method.attached', method);
}

/** Detaches it from its customer, and from everywhere it was the default. */
export function detach(world: StripeWorld, method: PaymentMethodRow): void {
  const customer = method.customer ? world.get('customer', method.customer) : undefined;
  if (!customer)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  world.aside(method.id).isSpent = true;
  world.change('payment_method.detached', method, (row) => (row.customer = null));
  world.change('customer.updated', customer, ({ invoice_settings }) => {
    if (invoice_settings.default_payment_method === method.id) invoice_settings.default_payment_method = null;
  });
  for (const subscription of world.all('subscription'))
    if (subscription.default_payment_method === method.id) subscription.default_payment_method = null;
}

/** A subscription's payment method: its own, else the customer's. */
export function methodFor(
  world: StripeWorld,
  { customer, default_payment_method: own }: Pick<SubscriptionRow, 'customer' | 'default_payment_method'>,
): PaymentMethodRow | undefined {
  const id = own ?? world.get('customer', customer)?.invoice_settings.default_payment_method;
  return id ? world.get('payment_method', id) : undefined;
}

/** The customer's payment method. Rejects an ID that isn't theirs. */
export function needOwnMethod(
  world: StripeWorld,
  id: string,
  customer: CustomerRow,
  param: string,
): PaymentMethodRow {
  const method = world.get('payment_method', id);
  if (method?.customer === customer.id) return method;
  const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`;
  throw invalid(message, { code: 'resource_missing', param });
}
