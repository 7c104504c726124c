import { invalid } from './errors.ts';
import { intentOf } from './invoices.ts';
import type { StripeWorld } from './world.ts';

type Shown = Record<string, unknown>;

/** Deeper than this nothing is expanded. */
const deepest = 4;

/** What is only there when it is asked for, by what it belongs to. */
const onRequest: Record<string, Record<string, (world: StripeWorld, id: string) => unknown>> = {
  invoice: {
    confirmation_secret: (world, id) => {
      const intent = intentOf(world, world.need('invoice', id));
      return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
    },
    payments: (world, id) => ({
      object: 'list',
      data: structuredClone(world.all('invoice_payment').filter((one) => one.invoice === id)),
      has_more: false,
      url: '/v1/invoices/payments',
    }),
  },
  customer: {
    subscriptions: (world, id) => ({
      object: 'list',
      data: structuredClone(
        world
          .all('subscription')
          .filter((one) => one.customer === id && one.status !== 'canceled')
          .toReversed(),
      ),
      has_more: false,
      url: `/v1/customers/${id}/subscriptions`,
    }),
    tax: () => ({
      automatic_tax: 'unrecognized_location',
      ip_address: null,
      location: null,
      provider: 'stripe',
    }),
    invoice_credit_balance: () => ({}),
  },
  charge: {
    refunds: (world, id) => ({
      object: 'list',
      data: structuredClone(
        world
          .all('refund')
          .filter((one) => one.charge === id)
          .toReversed(),
      ),
      has_more: false,
      url: `/v1/charges/${id}/refunds`,
    }),
  },
};

/** A copy of the answer in which what was named is there itself, not only by its id. */
export function expanded(world: StripeWorld, answer: unknown, paths: readonly string[]): unknown {
  const shown: unknown = structuredClone(answer);
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > deepest + Number(parts[0] === 'data'))
      throw invalid(`You cannot expand more than ${deepest} levels of a property. Property: ${path}`, {
        param: 'expand',
      });
    open(world, shown, parts, path);
  }
  return shown;
}

function open(world: StripeWorld, at: unknown, [part, ...rest]: string[], path: string): void {
  if (part === undefined || at === null) return;
  if (Array.isArray(at)) {
    for (const one of at) open(world, one, [part, ...rest], path);
    return;
  }
  const holder = at as Shown;
  const extra = onRequest[String(holder.object)]?.[part];
  if (extra && !(part in holder)) holder[part] = extra(world, String(holder.id));
  if (!(part in holder)) throw cannot(path);
  const value = holder[part];
  const row = typeof value === 'string' ? world.any(value) : undefined;
  if (row) holder[part] = structuredClone(row);
  else if (typeof value === 'string' || (rest.length === 0 && !extra && !isExpandable(value)))
    throw cannot(path);
  open(world, holder[part], rest, path);
}

/** Null and what is there already; single words and numbers have nothing to show. */
function isExpandable(value: unknown): boolean {
  return value === null || typeof value === 'object';
}

function cannot(path: string) {
  const message = `This property cannot be expanded (${path}). You may want to try expanding a different property.`;
  return invalid(message, { param: 'expand' });
}
