import type { Stripe } from 'stripe';

/** Stripe events that change something here. Others are recorded and ignored. */
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

/** Whether reading the customer covers the event. One read then applies every earlier event. */
export const isCoveredByReading = (type: string): boolean =>
  isHandled(type) && !saysMore.has(type) && !type.startsWith('charge.');

const saysMore = new Set([
  'customer.subscription.trial_will_end',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
]);

/** Object and customer of an event. An upcoming invoice has no ID, and a dispute only names its charge. */
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
  // A detached payment method only names its customer in `previous_attributes`.
  return { objectId: id, customerId: idOf(object['customer']) ?? idOf(before['customer']) };
}

/** Stripe gives an ID or the whole expanded object. */
function idOf(given: unknown): string | null {
  if (typeof given === 'string') return given || null;
  if (typeof given !== 'object' || given === null || !('id' in given)) return null;
  return typeof given.id === 'string' ? given.id : null;
}
