import type { StripeProblem } from './errors.ts';
import { newId, randomText } from './ids.ts';
import type { Words } from './rows-catalog.ts';

export interface CardFace {
  brand: string;
  last4: string;
  country: string;
  exp_month: number;
  exp_year: number;
}

export type PaymentMethodRow = ReturnType<typeof newPaymentMethod>;
export function newPaymentMethod(now: number, { brand, last4, country, exp_month, exp_year }: CardFace) {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  return {
    id: newId('pm'),
    object: 'payment_method' as const,
    allow_redisplay: 'unspecified',
    billing_details: {
      address: address as Record<string, string | null>,
      email: null as string | null,
      name: null as string | null,
      phone: null as string | null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country,
      display_brand: brand,
      exp_month,
      exp_year,
      fingerprint: randomText(16),
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: null as string | null,
    customer_account: null,
    livemode: false,
    metadata: {} as Words,
    type: 'card',
  };
}

/** What the browser has to do before an intent can be completed. */
export interface NextAction {
  type: string;
  use_stripe_sdk: Record<string, unknown>;
}

type IntentStatus = 'requires_payment_method' | 'requires_confirmation' | 'requires_action';
export type PaymentIntentStatus = IntentStatus | 'processing' | 'canceled' | 'succeeded';

export type PaymentIntentRow = ReturnType<typeof newPaymentIntent>;
export function newPaymentIntent(now: number, amount: number, currency: string) {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: null as string[] | null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null as Record<string, unknown> | null,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: now,
    currency,
    customer: null as string | null,
    customer_account: null,
    description: null as string | null,
    excluded_payment_method_types: null,
    last_payment_error: null as StripeProblem | null,
    latest_charge: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: {} as Words,
    next_action: null as NextAction | null,
    on_behalf_of: null,
    payment_details: { customer_reference: null, order_reference: null as string | null },
    payment_method: null as string | null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
      link: { persistent_token: null },
    },
    payment_method_types: ['card', 'link'],
    payment_record: null,
    processing: null,
    receipt_email: null as string | null,
    review: null,
    setup_future_usage: null as 'off_session' | 'on_session' | null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method' as PaymentIntentStatus,
    transfer_data: null,
    transfer_group: null,
  };
}

export type SetupIntentRow = ReturnType<typeof newSetupIntent>;
export function newSetupIntent(now: number, customer: string | null) {
  const id = newId('seti');
  return {
    id,
    object: 'setup_intent' as const,
    allowed_payment_method_types: null as string[] | null,
    application: null,
    automatic_payment_methods: null as Record<string, unknown> | null,
    cancellation_reason: null as string | null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: now,
    customer,
    customer_account: null,
    description: null as string | null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null as StripeProblem | null,
    latest_attempt: null as string | null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: {} as Words,
    next_action: null as NextAction | null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card', 'link'],
    single_use_mandate: null,
    status: 'requires_payment_method' as PaymentIntentStatus,
    usage: 'off_session' as 'off_session' | 'on_session',
  };
}

export type ChargeRow = ReturnType<typeof newCharge>;
export function newCharge(intent: PaymentIntentRow, method: PaymentMethodRow, now: number) {
  return {
    id: newId('ch'),
    object: 'charge' as const,
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: newId('txn') as string | null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'NETLANTERN',
    captured: true,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null as string | null,
    failure_message: null as string | null,
    fraud_details: {},
    livemode: false,
    metadata: {} as Words,
    on_behalf_of: null,
    outcome: {
      network_status: 'approved_by_network',
      reason: null as string | null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id as string | null,
    payment_method_details: { card: { ...method.card, three_d_secure: null }, type: 'card' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded' as 'succeeded' | 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

export type DisputeRow = ReturnType<typeof newDispute>;
export function newDispute(charge: ChargeRow, now: number) {
  return {
    id: newId('du'),
    object: 'dispute' as const,
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: now + 7 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: true,
    livemode: false,
    metadata: {} as Words,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
}

export type RefundRow = ReturnType<typeof newRefund>;
export function newRefund(charge: ChargeRow, amount: number, now: number) {
  return {
    id: newId('re'),
    object: 'refund' as const,
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: {} as Words,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null as string | null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}
