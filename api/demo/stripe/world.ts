import { missing } from './errors.ts';
import type { CardNature } from './cards.ts';
import {
  newEvent,
  type CustomerRow,
  type EventRow,
  type PortalSessionRow,
  type PriceRow,
  type ProductRow,
  type StripeRow,
  type TestClockRow,
} from './rows-catalog.ts';
import type { InvoicePaymentRow, InvoiceRow, LineRow, SubscriptionRow } from './rows-billing.ts';
import type {
  ChargeRow,
  DisputeRow,
  PaymentIntentRow,
  PaymentMethodRow,
  RefundRow,
  SetupIntentRow,
} from './rows-paying.ts';

/** Stored objects, by their `object` name. */
export interface StripeRows {
  customer: CustomerRow;
  product: ProductRow;
  price: PriceRow;
  subscription: SubscriptionRow;
  invoice: InvoiceRow;
  invoice_payment: InvoicePaymentRow;
  payment_intent: PaymentIntentRow;
  setup_intent: SetupIntentRow;
  payment_method: PaymentMethodRow;
  charge: ChargeRow;
  refund: RefundRow;
  dispute: DisputeRow;
  event: EventRow;
  'billing_portal.session': PortalSessionRow;
  'test_helpers.test_clock': TestClockRow;
}
export type RowKind = keyof StripeRows;

/** Internal data about an object that the API doesn't show. */
export interface Aside {
  /** How the card of a payment method behaves. */
  card?: CardNature;
  /** Its owner has confirmed it with the bank, so later payments without them succeed. */
  isProven?: boolean;
  /** It was detached from its customer, or used without one, so it can't be used again. */
  isSpent?: boolean;
  /** The `trial_will_end` event was sent. */
  trialTold?: boolean;
  /** The period end for which the `invoice.upcoming` event was sent. */
  upcomingTold?: number;
  /** Lines waiting for the next invoice. */
  lines?: LineRow[];
  /** A payment for its change is in progress. */
  isChanging?: boolean;
  /** Automatic payment attempts. */
  tries?: number;
  /** The customer was deleted, but can still be retrieved. */
  isDeleted?: boolean;
}

/** The stored response for a repeated request. */
export interface Remembered {
  asked: string;
  status: number;
  body: string;
  requestId: string;
  at: number;
}

export interface Saved {
  rows: [string, StripeRow][];
  asides: [string, Aside][];
  remembered: [string, Remembered][];
  offset: number;
}

/** All of Stripe's data, and its clock. */
export class StripeWorld {
  readonly #rows = new Map<string, StripeRow>();
  /** The same rows by kind. */
  readonly #kinds = new Map<string, Map<string, StripeRow>>();
  readonly asides = new Map<string, Aside>();
  readonly remembered = new Map<string, Remembered>();
  /** How far its clock is ahead of real time, in ms. */
  offset = 0;
  /** Its fixed time in ms, while its clock is being advanced. */
  standing: number | undefined;
  url = '';
  apiVersion = '2026-10-28.endive';
  /** Days between failed payment attempts, and what happens after the last. */
  ladder = { days: [3, 5, 7], finally: 'canceled' as 'canceled' | 'unpaid' };
  /** The current request, which events refer to. */
  asking: { id: string | null; key: string | null } = { id: null, key: null };
  onEvent: (event: EventRow) => void = () => undefined;

  /** Its current time in ms. */
  clock(): number {
    return this.standing ?? Date.now() + this.offset;
  }

  /** The current time for a customer, in seconds. A test clock has its own. */
  now(customer?: string | null): number {
    const clock = customer && this.get('customer', customer)?.test_clock;
    const frozen = clock ? this.get('test_helpers.test_clock', clock)?.frozen_time : undefined;
    return frozen ?? Math.floor(this.clock() / 1000);
  }

  add<T extends StripeRow>(row: T): T {
    this.#rows.set(row.id, row);
    const alike = this.#kinds.get(row.object) ?? new Map<string, StripeRow>();
    this.#kinds.set(row.object, alike.set(row.id, row));
    return row;
  }

  remove(id: string): void {
    const row = this.#rows.get(id);
    this.#rows.delete(id);
    if (row) this.#kinds.get(row.object)?.delete(id);
  }

  /** The object with this ID, of any kind. */
  any(id: string): StripeRow | undefined {
    return this.#rows.get(id);
  }

  get<K extends RowKind>(kind: K, id: string): StripeRows[K] | undefined {
    const row = this.#rows.get(id);
    return row?.object === kind ? (row as StripeRows[K]) : undefined;
  }

  /**
   * The row.
   * @throws StripeRefusal that names the parameter
   */
  need<K extends RowKind>(kind: K, id: string, param?: string): StripeRows[K] {
    const row = this.get(kind, id);
    if (row && !this.asides.get(id)?.isDeleted) return row;
    // Stripe's message says "PaymentMethod", and names other kinds without their prefix.
    const word = kind === 'payment_method' ? 'PaymentMethod' : (kind.split('.').pop() ?? kind);
    throw missing(word, id, param);
  }

  /** Oldest first. */
  all<K extends RowKind>(kind: K): StripeRows[K][] {
    return [...(this.#kinds.get(kind)?.values() ?? [])] as StripeRows[K][];
  }

  aside(id: string): Aside {
    const there = this.asides.get(id);
    if (there) return there;
    const fresh: Aside = {};
    this.asides.set(id, fresh);
    return fresh;
  }

  /** Stores an event and sends it. `before` is the row's previous state. */
  tell(type: string, row: StripeRow, before?: object): void {
    const customer = 'customer' in row && typeof row.customer === 'string' ? row.customer : null;
    const event = newEvent(this.now(customer ?? row.id), type, this.apiVersion);
    event.data.object = { ...structuredClone(row) };
    if (before) event.data.previous_attributes = differences(before, row);
    event.request = { id: this.asking.id, idempotency_key: this.asking.key };
    this.add(event);
    this.onEvent(event);
  }

  /** Changes a row, and sends an event if that changed anything. */
  change<T extends StripeRow>(type: string, row: T, how: (row: T) => void): void {
    const before = structuredClone(row);
    how(row);
    if (Object.keys(differences(before, row)).length > 0) this.tell(type, row, before);
  }

  save(): Saved {
    const { asides, remembered, offset } = this;
    return { rows: [...this.#rows], asides: [...asides], remembered: [...remembered], offset };
  }

  load({ rows, asides, remembered, offset }: Saved): void {
    for (const [, row] of rows) this.add(row);
    for (const [id, aside] of asides) this.asides.set(id, aside);
    for (const [key, one] of remembered) this.remembered.set(key, one);
    this.offset = offset;
  }
}

/** Previous values of the fields that changed. */
function differences(before: object, after: object): Record<string, unknown> {
  const now = new Map(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now.get(name))),
  );
}
