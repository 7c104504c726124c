import { createHash } from 'node:crypto';
import { invalid, problemBody, StripeRefusal, type StripeProblem } from './errors.ts';
import { decodeForm, type Route } from './request.ts';
import { randomText } from './ids.ts';
import { catalogRoutes, customerRoutes } from './routes-customers.ts';
import { intentRoutes } from './routes-intents.ts';
import { invoiceRoutes } from './routes-invoices.ts';
import { otherRoutes } from './routes-other.ts';
import { subscriptionRoutes } from './routes-subscriptions.ts';
import type { StripeWorld } from './world.ts';
import { intentOf } from './invoices.ts';

const routes: Route[] = [
  ...customerRoutes,
  ...catalogRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...intentRoutes,
  ...otherRoutes,
];

export interface Asked {
  method: string;
  path: string;
  /** Query and body, form-encoded. */
  form: string;
  version: string;
  key: string | undefined;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** How long idempotency keys are kept, in ms. */
const keyAge = 24 * 3_600_000;

/** Processes a request, once per idempotency key. */
export function answer(world: StripeWorld, asked: Asked): Answer {
  const id = `req_${randomText(14)}`;
  const { method, path, form, key, version } = asked;
  const hasKey = method === 'POST' && key !== undefined;
  const base = { 'request-id': id, 'stripe-version': version, ...(hasKey && { 'idempotency-key': key }) };
  const fingerprint = createHash('sha256').update(`${method} ${path}\n${form}`).digest('base64');
  const before = hasKey ? rememberedFor(world, key) : undefined;
  if (hasKey && key.length > 255) return failed(invalid('The idempotency key is too long.', {}));
  if (before && before.asked !== fingerprint) return failed(otherRequest(key ?? ''));
  if (before) {
    const headers = { 'original-request': before.requestId, 'idempotent-replayed': 'true' };
    return { status: before.status, headers: { ...base, ...headers }, body: before.body };
  }
  world.asking = { id, key: hasKey ? key : null };
  const done = applyStep(world, asked, id);
  world.asking = { id: null, key: null };
  const isFinal = done.status === 200 || done.status === 402 || done.status >= 500;
  if (hasKey && isFinal)
    world.remembered.set(key, { asked: fingerprint, ...done, requestId: id, at: Date.now() });
  const headers = {
    ...base,
    ...(hasKey && { 'original-request': id }),
    ...(hasKey && isFinal && done.status < 500 && { 'stripe-should-retry': 'false' }),
  };
  return { ...done, headers };

  function failed({ status, problem }: StripeRefusal): Answer {
    return { status, headers: base, body: problemBody(problem, id) };
  }
}

/** The key is in use by another request that is still running. */
export function inUse(key: string): Answer {
  const id = `req_${randomText(14)}`;
  const problem: StripeProblem = {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. If you submitted it twice, please wait for the first one to be finished.`,
  };
  return {
    status: 409,
    headers: { 'request-id': id, 'idempotency-key': key },
    body: problemBody(problem, id),
  };
}

/** A server error, without any effect. */
export function notNow(status: number): Answer {
  const id = `req_${randomText(14)}`;
  const message = 'Stripe is not available at the moment.';
  const problem: StripeProblem =
    status === 429
      ? { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' }
      : { type: 'api_error', message };
  return { status, headers: { 'request-id': id }, body: problemBody(problem, id) };
}

/** An unknown API key: only the error and a challenge. */
export function unknownKey(key: string): Answer {
  const shown =
    key === '' ? '' : `${key.slice(0, 8)}${'*'.repeat(Math.max(3, key.length - 12))}${key.slice(-4)}`;
  const message =
    key === ''
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${shown}`;
  return {
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="Stripe"' },
    body: JSON.stringify({ error: { message, type: 'invalid_request_error' } }, null, 2),
  };
}

function rememberedFor(world: StripeWorld, key: string) {
  const before = world.remembered.get(key);
  if (!before || before.at > Date.now() - keyAge) return before;
  world.remembered.delete(key);
  return undefined;
}

function otherRequest(key: string): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function applyStep(world: StripeWorld, { method, path, form }: Asked, id: string) {
  try {
    const given = decodeForm(form);
    const { expand } = given;
    const [route, part] = routeOf(method, path);
    const row = route[2]({ world, id: part, given });
    const paths = Array.isArray(expand) ? expand.filter((one) => typeof one === 'string') : [];
    return { status: 200, body: JSON.stringify(expanded(world, row, paths), null, 2) };
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, body: problemBody(error.problem, id) };
    const message = `An unknown error occurred. ${error instanceof Error ? error.message : ''}`;
    return { status: 500, body: problemBody({ type: 'api_error', message }, id) };
  }
}

function routeOf(method: string, path: string): [Route, id: string] {
  for (const route of routes) {
    const id = route[0] === method ? match(route[1], path) : undefined;
    if (id !== undefined) return [route, id];
  }
  const message = `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.`;
  throw invalid(message, {}, 404);
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // No ID has that format, so it is looked up unchanged.
    return part;
  }
}

/** The value of `:id`, or an empty text if the pattern has none. */
function match(pattern: string, path: string): string | undefined {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return undefined;
  if (wanted.some((word, index) => word !== ':id' && word !== parts[index])) return undefined;
  const at = wanted.indexOf(':id');
  return at < 0 ? '' : plain(parts[at] ?? '');
}

type Shown = Record<string, unknown>;

/** Maximum depth of expansion. */
const deepest = 4;

/** Fields that are only included on request, by object. */
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

/** A copy of the response with the named objects included instead of only their IDs. */
function expanded(world: StripeWorld, answer: unknown, paths: readonly string[]): unknown {
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

/** `null` and objects that are already expanded can be expanded. Other values have nothing to expand. */
function isExpandable(value: unknown): boolean {
  return value === null || typeof value === 'object';
}

function cannot(path: string) {
  const message = `This property cannot be expanded (${path}). You may want to try expanding a different property.`;
  return invalid(message, { param: 'expand' });
}
