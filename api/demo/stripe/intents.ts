import { declined, type CardNature } from './cards.ts';
import { StripeRefusal, type StripeProblem } from './errors.ts';
import { attach } from './methods.ts';
import {
  newCharge,
  newDispute,
  type ChargeRow,
  type NextAction,
  type PaymentIntentRow,
  type PaymentMethodRow,
  type SetupIntentRow,
} from './rows-paying.ts';
import { randomText } from './ids.ts';
import type { StripeWorld } from './world.ts';

/** What became of a try to pay or to keep a card. */
export type Outcome =
  { status: 'succeeded' | 'requires_action' } | { status: 'failed'; error: StripeProblem };

/** What the bank says: the card's owner is there, or shows who they are just now, or is away. */
type Presence = 'there' | 'proven' | 'away';

/** Charges an intent with a card. An owner who is away is not asked who they are, unless it is for an invoice. */
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

/** Keeps a card for later. */
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

/** The bank did not believe the card's owner. */
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

/** Intents that will not be needed any more. */
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

/** Whether a payment would go through as things stand, and what is wrong if not. */
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

/** A card that is paid with and kept for later; what is wrong with it if it cannot be kept. */
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

/** What the browser is told to do: it opens the bank's page. */
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
