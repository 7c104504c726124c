import { newId, randomText } from './ids.ts';

/** Fields of every stored object. */
export interface StripeRow {
  id: string;
  object: string;
}

export type Words = Record<string, string>;
export type StripeInterval = 'day' | 'week' | 'month' | 'year';

export type ProductRow = ReturnType<typeof newProduct>;
export function newProduct(now: number, name: string) {
  return {
    id: newId('prod'),
    object: 'product' as const,
    active: true,
    created: now,
    default_price: null as string | null,
    description: null as string | null,
    images: [] as string[],
    livemode: false,
    marketing_features: [],
    metadata: {} as Words,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
  };
}

export interface PriceWish {
  id?: string;
  product: string;
  currency: string;
  amount: number;
  interval?: StripeInterval | null;
  intervalCount?: number;
}

export type PriceRow = ReturnType<typeof newPrice>;
export function newPrice(now: number, wish: PriceWish) {
  const { id = newId('price'), product, currency, amount, interval = 'month', intervalCount = 1 } = wish;
  return {
    id,
    object: 'price' as const,
    active: true,
    billing_scheme: 'per_unit',
    created: now,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null as string | null,
    metadata: {} as Words,
    nickname: null as string | null,
    product,
    recurring: interval && {
      interval,
      interval_count: intervalCount,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: interval ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
}

/** The legacy form of a price, which subscriptions still include. */
export function planOf(price: PriceRow) {
  return {
    id: price.id,
    object: 'plan' as const,
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export type CustomerRow = ReturnType<typeof newCustomer>;
export function newCustomer(now: number) {
  return {
    id: newId('cus'),
    object: 'customer' as const,
    address: null as Record<string, unknown> | null,
    /** Negative means credit. */
    balance: 0,
    created: now,
    currency: null as string | null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null as string | null,
    discount: null,
    email: null as string | null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null as string | null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {} as Words,
    name: null as string | null,
    next_invoice_sequence: 1,
    phone: null as string | null,
    preferred_locales: [] as string[],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null as string | null,
  };
}

export type TestClockRow = ReturnType<typeof newTestClock>;
export function newTestClock(now: number, frozen: number, name: string | null) {
  return {
    id: newId('clock'),
    object: 'test_helpers.test_clock' as const,
    created: now,
    deletes_after: now + 30 * 86_400,
    frozen_time: frozen,
    livemode: false,
    name,
    status: 'ready' as 'ready' | 'advancing',
    status_details: {} as Record<string, unknown>,
  };
}

export type PortalSessionRow = ReturnType<typeof newPortalSession>;
export function newPortalSession(now: number, customer: string, url: string) {
  return {
    id: newId('bps'),
    object: 'billing_portal.session' as const,
    configuration: 'bpc_1StandInDefault0000000001',
    created: now,
    customer,
    customer_account: null,
    flow: null as Record<string, unknown> | null,
    livemode: false,
    locale: null as string | null,
    on_behalf_of: null,
    return_url: null as string | null,
    url,
  };
}

export type EventRow = ReturnType<typeof newEvent>;
export function newEvent(now: number, type: string, apiVersion: string) {
  return {
    id: newId('evt'),
    object: 'event' as const,
    api_version: apiVersion,
    created: now,
    data: { object: {} } as {
      object: Record<string, unknown>;
      previous_attributes?: Record<string, unknown>;
    },
    livemode: false,
    pending_webhooks: 0,
    request: { id: null as string | null, idempotency_key: null as string | null },
    type,
  };
}
