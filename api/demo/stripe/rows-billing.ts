import { newId } from './ids.ts';
import { planOf, type CustomerRow, type PriceRow, type Words } from './rows-catalog.ts';

export type SubscriptionStatus =
  'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled';

export type MissingMethod = 'create_invoice' | 'cancel' | 'pause';

export type SubscriptionItemRow = ReturnType<typeof newSubscriptionItem>;
export function newSubscriptionItem(now: number, subscription: string, price: PriceRow, quantity: number) {
  return {
    id: newId('si'),
    object: 'subscription_item' as const,
    billing_thresholds: null,
    created: now,
    current_period_end: now,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {} as Words,
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

export interface PendingUpdate {
  billing_cycle_anchor: null;
  cancel_at_period_end: null;
  discount: null;
  discounts: null;
  expires_at: number;
  metadata: null;
  subscription_items: SubscriptionItemRow[];
  trial_end: null;
  trial_from_plan: null;
}

export type SubscriptionRow = ReturnType<typeof newSubscription>;
export function newSubscription(now: number, customer: CustomerRow, currency: string) {
  const id = newId('sub');
  return {
    id,
    object: 'subscription' as const,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible: { proration_discounts: 'included' },
      type: 'flexible',
      updated_at: now,
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null as number | null,
    cancel_at_period_end: false,
    canceled_at: null as number | null,
    cancellation_details: {
      comment: null as string | null,
      feedback: null as string | null,
      reason: null as string | null,
    },
    collection_method: 'charge_automatically',
    created: now,
    currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null as string | null,
    default_source: null,
    default_tax_rates: [],
    description: null as string | null,
    discounts: [],
    ended_at: null as number | null,
    invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
    items: {
      object: 'list' as const,
      data: [] as SubscriptionItemRow[],
      has_more: false,
      total_count: 0,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: {} as Words,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null as string[] | null,
      save_default_payment_method: 'off' as 'off' | 'on_subscription',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null as string | null,
    pending_update: null as PendingUpdate | null,
    plan: null as ReturnType<typeof planOf> | null,
    quantity: null as number | null,
    schedule: null,
    start_date: now,
    status: 'incomplete' as SubscriptionStatus,
    test_clock: customer.test_clock,
    transfer_data: null,
    trial_end: null as number | null,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' as MissingMethod } },
    trial_start: null as number | null,
  };
}

export type LineRow = ReturnType<typeof newLine>;
export function newLine(item: SubscriptionItemRow, amount: number, description: string) {
  return {
    id: newId('il'),
    object: 'line_item' as const,
    amount,
    currency: item.price.currency,
    description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: '',
    livemode: false,
    metadata: {} as Words,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null as string | null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { end: item.current_period_end, start: item.current_period_start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: item.price.product },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: item.quantity,
    quantity_decimal: String(item.quantity),
    subscription: item.subscription,
    subtotal: amount,
    taxes: [],
  };
}

export type InvoiceReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

export type InvoiceRow = ReturnType<typeof newInvoice>;
export function newInvoice(
  now: number,
  customer: CustomerRow,
  subscription: Pick<SubscriptionRow, 'id' | 'metadata'>,
  currency: string,
  reason: InvoiceReason,
) {
  const id = newId('in');
  return {
    id,
    object: 'invoice' as const,
    account_country: 'GB',
    account_name: 'Netlantern',
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null as number | null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null as string | null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null as number | null,
    ending_balance: null as number | null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null as string | null,
    invoice_pdf: null as string | null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list' as const,
      data: [] as LineRow[],
      has_more: false,
      total_count: 0,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {} as Words,
    next_payment_attempt: null as number | null,
    number: null as string | null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft' as InvoiceStatus,
    status_transitions: {
      finalized_at: null as number | null,
      marked_uncollectible_at: null as number | null,
      paid_at: null as number | null,
      voided_at: null as number | null,
    },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: customer.test_clock,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null as number | null,
  };
}

export type InvoicePaymentRow = ReturnType<typeof newInvoicePayment>;
export function newInvoicePayment(now: number, invoice: InvoiceRow, intent: string) {
  return {
    id: newId('inpay'),
    object: 'invoice_payment' as const,
    amount_paid: null as number | null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: 'payment_intent' },
    status: 'open' as 'open' | 'paid' | 'canceled',
    status_transitions: { canceled_at: null as number | null, paid_at: null as number | null },
  };
}
