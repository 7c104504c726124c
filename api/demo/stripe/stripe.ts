import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answer, inUse, notNow, unknownKey, type Answer } from './answer.ts';
import type { TypedCard } from './cards.ts';
import { advance, catchUp } from './life.ts';
import { newPrice, newProduct } from './rows-catalog.ts';
import type { InvoiceRow, SubscriptionRow } from './rows-billing.ts';
import type { PaymentIntentRow, SetupIntentRow } from './rows-paying.ts';
import { html, visited, type Visit } from './pages.ts';
import { StripePost, type StripeWebhooks } from './webhooks.ts';
import { StripeWorld, type Saved } from './world.ts';
import { randomText } from './ids.ts';
import { invalid, StripeRefusal, type StripeProblem } from './errors.ts';
import { type Outcome, methodOf } from './intents.ts';
import { authenticateIntent, confirmIntent } from './paying.ts';
import { checkOpen } from './routes-intents.ts';

export type { TypedCard } from './cards.ts';
export type { EventRow as StripeEventLike } from './rows-catalog.ts';
export type { StripeWebhooks } from './webhooks.ts';

export interface StripeAsked {
  method: string;
  path: string;
  /** Query and body, form-encoded. */
  form: string;
  key: string | undefined;
  version: string;
  at: number;
}

export interface StripePriceWish {
  /** An existing one stays unchanged. */
  id?: string;
  /** In the smallest unit. */
  amount: number;
  currency: 'gbp' | 'usd';
  /** Name of the product. Prices with the same name share a product. */
  name: string;
}

export interface StripeStandIn {
  /** For STRIPE_API_URL. */
  url: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  addPrice(wish: StripePriceWish): string;
  /** Simulates the form in the browser. */
  confirm(clientSecret: string, card: TypedCard): Promise<Confirmed>;
  /** Simulates the bank's page. */
  authenticate(clientSecret: string, isProven: boolean): Promise<Confirmed>;
  /** An intent by its client secret, as the browser looks it up. */
  intent(clientSecret: string): PaymentIntentRow | SetupIntentRow | undefined;
  /** Where events are sent. Undefined: they are only stored. */
  webhooksTo(url: string | undefined): void;
  webhooks: StripeWebhooks;
  /** Its clock, in milliseconds. When it advances, due events happen at their own times. */
  clock: { now(): number; advance(milliseconds: number): Promise<void> };
  /** Days after which a payment is retried, and the subscription's final status. */
  ladder: { days: number[]; finally: 'canceled' | 'unpaid' };
  /** The next requests fail with this status and have no effect. */
  fail(times: number, status: number): void;
  /** The next requests are processed, but their responses are lost. */
  drop(times: number): void;
  /** Latency of every request in ms. */
  faults: { latencyMs: number };
  /** Requests, oldest first, limited to the latest `kept`. */
  requests: StripeAsked[];
  subscription(id: string): SubscriptionRow | undefined;
  /** Oldest first. */
  subscriptionsOf(customer: string): SubscriptionRow[];
  /** Oldest first. */
  invoicesOf(customer: string): InvoiceRow[];
  close(): Promise<void>;
}

/** Maximum requests kept. */
const kept = 10_000;
/** Milliseconds between checks for due events. */
const tick = 1000;
/** Maximum stored events. Thirty days of a demo produce fewer. */
const mostEvents = 5000;

/** A stateful stand-in for Stripe's API: customers subscribe, pay, fall behind, change and leave. */
export async function startStripe({
  port = 0,
  host = '127.0.0.1',
  file,
}: { port?: number; host?: string; file?: string } = {}): Promise<StripeStandIn> {
  const world = new StripeWorld();
  const requests: StripeAsked[] = [];
  const faults = { latencyMs: 0 };
  const failing = { times: 0, status: 500, drops: 0 };
  const running = new Set<string>();

  const server = createServer((request, response) => {
    // A client that aborted its request isn't our failure.
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(port, host);
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  world.url = `http://${host}:${(server.address() as AddressInfo).port}`;
  const { keys, write } = openStripeFile(world, file, () => forget(world));
  const webhooks = new StripePost(
    () => keys.webhookSecret,
    () => world.all('event'),
  );
  world.onEvent = (event) => webhooks.take(event);
  const timer = setInterval(() => catchUp(world) && write(), tick);
  timer.unref();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const { pathname: path, search } = new URL(request.url ?? '/', world.url);
    const body = await text(request);
    const form = [search.slice(1), body].filter(Boolean).join('&');
    if (!path.startsWith('/v1/')) return send(response, look(method, path, form));
    const key = headers['idempotency-key'] as string | undefined;
    const version = (headers['stripe-version'] as string | undefined) ?? world.apiVersion;
    requests.push({ method, path, form, key, version, at: Date.now() });
    if (requests.length > kept) requests.shift();
    const secret = (headers.authorization ?? '').replace(/^Bearer /, '');
    if (secret !== keys.secretKey) return send(response, json(unknownKey(secret)));
    if (failing.times > 0) {
      failing.times--;
      return send(response, json(notNow(failing.status)));
    }
    const lock = method === 'POST' ? key : undefined;
    if (lock !== undefined && running.has(lock)) return send(response, json(inUse(lock)));
    if (lock !== undefined) running.add(lock);
    try {
      if (faults.latencyMs > 0) await sleep(faults.latencyMs);
      const done = answer(world, { method, path, form, key, version });
      if (method !== 'GET') write();
      if (failing.drops > 0) {
        failing.drops--;
        response.destroy();
        return;
      }
      send(response, json(done));
    } finally {
      if (lock !== undefined) running.delete(lock);
    }
  }

  function look(method: string, path: string, form: string): Visit {
    const page = visited(world, method, path, form);
    if (method === 'POST') write();
    return page ?? html(404, '<!doctype html><title>Not found</title><h1>Not found</h1>');
  }

  const done = <T>(work: () => T): Promise<T> => {
    const result = work();
    write();
    return Promise.resolve(result);
  };

  return {
    url: world.url,
    ...keys,
    addPrice({ id, amount, currency, name }) {
      const there = id === undefined ? undefined : world.get('price', id);
      if (there) return there.id;
      const now = world.now();
      const product =
        world.all('product').find((one) => one.name === name) ?? world.add(newProduct(now, name));
      const price = world.add(newPrice(now, { id, product: product.id, currency, amount }));
      write();
      return price.id;
    },
    confirm: (secret, card) => done(() => confirmWithCard(world, secret, card)),
    authenticate: (secret, isProven) => done(() => authenticate(world, secret, isProven)),
    intent(secret) {
      try {
        return needIntent(world, secret);
      } catch {
        return undefined;
      }
    },
    webhooksTo: (url) => void (webhooks.url = url),
    webhooks,
    clock: {
      now: () => world.clock(),
      async advance(milliseconds) {
        await done(() => advance(world, milliseconds));
        await webhooks.settled();
      },
    },
    ladder: world.ladder,
    fail: (times, status) => void Object.assign(failing, { times, status }),
    drop: (times) => void (failing.drops = times),
    faults,
    requests,
    subscription: (id) => world.get('subscription', id),
    subscriptionsOf: (customer) => world.all('subscription').filter((one) => one.customer === customer),
    invoicesOf: (customer) => world.all('invoice').filter((one) => one.customer === customer),
    close() {
      clearInterval(timer);
      webhooks.close();
      write();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

/** Drops the oldest events and keys over the limit. */
function forget(world: StripeWorld): void {
  const events = world.all('event');
  for (const { id } of events.slice(0, Math.max(0, events.length - mostEvents))) world.remove(id);
  const names = [...world.remembered.keys()];
  for (const name of names.slice(0, Math.max(0, names.length - mostEvents))) world.remembered.delete(name);
}

function json({ status, headers, body }: Answer): Visit {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

function send(response: ServerResponse, { status, headers, body }: Visit): void {
  response.writeHead(status, headers).end(body);
}

export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** State that survives a restart, including keys, because they are saved in settings. */
function openStripeFile(
  world: StripeWorld,
  file: string | undefined,
  beforeWriting: () => void,
): { keys: StripeKeys; write: () => void } {
  const saved = file ? readSaved(file, world.url) : undefined;
  if (saved) world.load(saved.world);
  const keys = saved?.keys ?? {
    secretKey: `sk_test_51${randomText(40)}`,
    publishableKey: `pk_test_51${randomText(40)}`,
    webhookSecret: `whsec_${randomText(32)}`,
  };
  const write = () => {
    beforeWriting();
    if (!file) return;
    const beside = `${file}.new`;
    mkdirSync(path.dirname(file), { recursive: true });
    // Written under another name first, so that the file is never half-written.
    writeFileSync(beside, JSON.stringify({ url: world.url, keys, world: world.save() }));
    renameSync(beside, file);
  };
  write();
  return { keys, write };
}

/** Updates page URLs to the current address. */
function readSaved(file: string, url: string): { keys: StripeKeys; world: Saved } | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const before = (JSON.parse(text) as { url: string }).url;
    return JSON.parse(text.replaceAll(`${before}/`, `${url}/`)) as { keys: StripeKeys; world: Saved };
  } catch {
    return undefined;
  }
}

/** The response to the browser. */
export interface Confirmed {
  status: 'succeeded' | 'requires_action' | 'failed';
  error?: StripeProblem;
}

/** Simulates entering a card in the form and submitting it. */
function confirmWithCard(world: StripeWorld, clientSecret: string, card: TypedCard): Confirmed {
  return told(() => {
    const intent = needIntent(world, clientSecret);
    checkOpen(intent, 'confirm');
    const made = methodOf(world, card, world.now(intent.customer));
    if ('problem' in made) return { status: 'failed', error: made.problem };
    return confirmIntent(world, intent, made.method);
  });
}

/** Simulates leaving the bank's page. */
function authenticate(world: StripeWorld, clientSecret: string, isProven: boolean): Confirmed {
  return told(() => {
    const intent = needIntent(world, clientSecret);
    checkOpen(intent, 'confirm');
    if (intent.status !== 'requires_action')
      throw invalid('There is nothing to authenticate.', { code: `${intent.object}_unexpected_state` });
    return authenticateIntent(world, intent, isProven);
  });
}

/**
 * The intent of a client secret.
 * @throws StripeRefusal for an unknown secret
 */
function needIntent(world: StripeWorld, secret: string): PaymentIntentRow | SetupIntentRow {
  const [id = ''] = secret.split('_secret_');
  const kind = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
  const intent = world.need(kind, id, 'intent');
  if (intent.client_secret === secret) return intent;
  const message = `The client_secret provided does not match any associated ${kind} on this account.`;
  throw invalid(message, { code: `${kind}_invalid_parameter`, param: 'client_secret' });
}

function told(work: () => Outcome): Confirmed {
  try {
    const outcome = work();
    return outcome.status === 'failed'
      ? { status: 'failed', error: outcome.error }
      : { status: outcome.status };
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: 'failed', error: error.problem };
    throw error;
  }
}
