import type { Stripe } from 'stripe';

/** What of Stripe's events changes something here; all others are noted, and nothing else. */
const handledTypes = new Set([
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.trial_will_end',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.paid',
  'invoice.payment_succeeded',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalized',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'invoice.finalization_failed',
  'invoice.updated',
  'invoice.upcoming',
  'invoice.overpaid',
  'invoice_payment.paid',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'payment_method.attached',
  'payment_method.detached',
  'payment_method.automatically_updated',
  'payment_method.updated',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'charge.refunded',
  'charge.dispute.created',
  'checkout.session.completed',
]);

export function isHandled(type: string): boolean {
  return handledTypes.has(type);
}

/** Says nothing that reading the customer does not: one reading does for all that came before it. */
export const isCoveredByReading = (type: string): boolean =>
  isHandled(type) && !saysMore.has(type) && !type.startsWith('charge.');

const saysMore = new Set([
  'customer.subscription.trial_will_end',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
]);

/** What changed, and whose it is. An upcoming invoice has no id, and a dispute names its charge only. */
export function subjectOf({ type, data }: Pick<Stripe.Event, 'type' | 'data'>): {
  objectId: string | null;
  customerId: string | null;
} {
  const object = data.object as unknown as Record<string, unknown>;
  const before = (data.previous_attributes ?? {}) as Record<string, unknown>;
  const id = idOf(object['id']);
  if (/^customer\.(created|updated|deleted)$/.test(type)) return { objectId: id, customerId: id };
  if (type.startsWith('charge.dispute.')) return { objectId: idOf(object['charge']), customerId: null };
  if (type.startsWith('invoice_payment.')) return { objectId: idOf(object['invoice']), customerId: null };
  // A payment method that was taken away says only there whose it was.
  return { objectId: id, customerId: idOf(object['customer']) ?? idOf(before['customer']) };
}

/** Stripe names a thing by its id, or puts it there whole. */
function idOf(given: unknown): string | null {
  if (typeof given === 'string') return given || null;
  if (typeof given !== 'object' || given === null || !('id' in given)) return null;
  return typeof given.id === 'string' ? given.id : null;
}
