import { declined, magicMethods, readCard, type TypedCard } from './cards.ts';
import { cardRefusal, invalid, type StripeProblem } from './errors.ts';
import type { CustomerRow } from './rows-catalog.ts';
import { newPaymentMethod, type PaymentMethodRow } from './rows-paying.ts';
import type { SubscriptionRow } from './rows-billing.ts';
import type { StripeWorld } from './world.ts';

/** A payment method for a typed card, or what is wrong with the card. */
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

/** The payment method that is named: a true one, or one of those that Stripe has ready for tests. */
export function needMethod(world: StripeWorld, id: string, param: string): PaymentMethodRow {
  const number = Object.hasOwn(magicMethods, id) ? magicMethods[id] : undefined;
  if (!number) return world.need('payment_method', id, param);
  const now = world.now();
  const year = new Date(now * 1000).getUTCFullYear() + 1;
  const made = methodOf(world, { number, expMonth: 3, expYear: year, cvc: '314' }, now);
  if ('problem' in made) throw cardRefusal(made.problem);
  return made.method;
}

/** Makes it the customer's; one that cannot be kept is refused. */
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

/** Takes it off its customer, and out of every place where it stood as the one to take. */
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

/** What a subscription is paid with: its own, else the customer's. */
export function methodFor(
  world: StripeWorld,
  { customer, default_payment_method: own }: Pick<SubscriptionRow, 'customer' | 'default_payment_method'>,
): PaymentMethodRow | undefined {
  const id = own ?? world.get('customer', customer)?.invoice_settings.default_payment_method;
  return id ? world.get('payment_method', id) : undefined;
}

/** Whether the customer may be charged with it: an id that is not theirs is refused. */
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
