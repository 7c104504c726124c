import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { build } from 'rolldown';
import { escapeHtml } from '#api/lib/html.ts';
import { openStripe, type Stripe } from '#api/features/billing/stripe.client.ts';
import type { StripeStandIn, TypedCard, StripeEventLike } from './stripe.ts';
import { messagesStyles } from '../chat/messages-styles.ts';

/** URL of the Stripe.js stand-in. */
export const stripeScript = '/dev/stripe.js';

const secret = { type: 'string', maxLength: 300, pattern: '^(pi|seti)_\\w+_secret_\\w+$' };
const whole = { type: 'integer', minimum: 0, maximum: 9999 };
const ofCard = {
  type: 'object',
  required: ['number', 'expMonth', 'expYear', 'cvc'],
  properties: {
    number: { type: 'string', maxLength: 30 },
    expMonth: whole,
    expYear: whole,
    cvc: { type: 'string', maxLength: 4 },
  },
};
const body = (properties: Record<string, object>) => ({
  schema: { body: { type: 'object', required: Object.keys(properties), properties } },
});

/**
 * The demo's `/dev/stripe`: the contents of the Stripe stand-in, with buttons to advance time and make cards
 * fail, and the endpoints for the browser's stand-in. Anyone may sign in to the demo.
 */
export function registerStripe(fastify: FastifyInstance, standIn: StripeStandIn): void {
  const deeds = deedsOf(standIn);
  let last: Happened | undefined;

  fastify.get(stripeScript, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(await stripeBrowserScript()),
  );

  fastify.post<{ Body: { clientSecret: string; card: TypedCard } }>(
    '/dev/stripe/confirm',
    body({ clientSecret: secret, card: ofCard }),
    ({ body: { clientSecret, card } }) => standIn.confirm(clientSecret, card),
  );

  fastify.post<{ Body: { clientSecret: string; ok: boolean } }>(
    '/dev/stripe/authenticate',
    body({ clientSecret: secret, ok: { type: 'boolean' } }),
    ({ body: { clientSecret, ok } }) => standIn.authenticate(clientSecret, ok),
  );

  fastify.post<{ Body: { clientSecret: string } }>(
    '/dev/stripe/intent',
    body({ clientSecret: secret }),
    async ({ body: { clientSecret } }, reply) => {
      const intent = await deeds.intent(clientSecret);
      return intent ?? reply.code(404).send({ message: 'No such intent' });
    },
  );

  fastify.get('/dev/stripe', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(stripeDemoPage(await deeds.shown(), last, reply.cspNonce)),
  );

  fastify.post<{ Body: { days: number } }>(
    '/dev/stripe/advance',
    body({ days: { type: 'integer', minimum: 1, maximum: 366 } }),
    async ({ body: { days } }) => {
      last = await deeds.advance(days);
      return {};
    },
  );

  fastify.post<{ Body: { customer: string; work: boolean } }>(
    '/dev/stripe/card',
    body({ customer: { type: 'string', pattern: '^cus_\\w{1,60}$' }, work: { type: 'boolean' } }),
    async ({ body: { customer, work } }) => {
      last = await deeds.card(customer, work);
      return {};
    },
  );

  fastify.post<{ Body: { name: string; amount: number; currency: 'gbp' | 'usd' } }>(
    '/dev/stripe/price',
    body({
      name: { type: 'string', minLength: 1, maxLength: 100 },
      amount: { type: 'integer', minimum: 1, maximum: 10_000_000 },
      currency: { enum: ['gbp', 'usd'] },
    }),
    ({ body: wish }) => {
      last = { what: `The price ${standIn.addPrice(wish)} of ${wish.name} was made.`, events: [] };
      return {};
    },
  );
}

/** Nonces for scripts and styles in a response (`reply.cspNonce`). */
interface Nonces {
  script: string;
  style: string;
}

const styles = `${messagesStyles}
h2 { margin: 24px 0 8px; font-size: 16px; line-height: 24px }
button, input, select { min-height: 36px; padding: 0 14px; border: 1px solid light-dark(#7f8ea3, #5a6b87); border-radius: 6px; background: light-dark(#fff, #111a2e); color: inherit; font: inherit }
button { font-weight: 600; cursor: pointer }
@media (pointer: coarse) { button, input, select { min-height: 44px } }
:focus-visible { outline: 2px solid light-dark(#2563eb, #60a5fa); outline-offset: 2px }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th { color: light-dark(#475569, #94a3b8); font-size: 12px; font-weight: 500; text-align: left }
td, th { padding: 4px 12px 4px 0; vertical-align: top; white-space: nowrap }
td.money, th.money { text-align: right }
code { font: 12px/20px ui-monospace, monospace }
form { display: flex; flex-wrap: wrap; align-items: end; gap: 8px }
form label { display: grid; gap: 2px; min-height: 0; font-size: 13px }
form input, form select { font-weight: 400 }
`;

/** The contents of the Stripe stand-in, and the last action. */
function stripeDemoPage(shown: Shown, last: Happened | undefined, nonce: Nonces): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Payments · Netlantern</title>
<style nonce="${escapeHtml(nonce.style)}">${styles}</style>
<h1>Payments</h1>
<p class="small">The demo’s stand-in for Stripe, on this machine: no card is charged. The keys are under <a href="/admin/billing">Billing</a>; other messages are under <a href="/dev/messages">Messages</a> and in the <a href="/dev/mailbox">mailbox</a>.</p>
<p class="buttons"><button data-call="advance" data-body='{"days":3}'>Advance 3 days</button> <button data-call="advance" data-body='{"days":31}'>Advance 1 month</button></p>
<main aria-live="polite">
<p>It is ${dateTime(shown.now)} there.</p>
${last ? happened(last) : ''}
<h2>Customers</h2>
${shown.customers.map(customerPart).join('\n') || '<p>No one has subscribed yet.</p>'}
<h2>Prices</h2>
${priceTable(shown)}
<h2>Events sent</h2>
${eventTable(shown.events)}
</main>
<h2 id="new-price">New price</h2>
<form aria-labelledby="new-price"><label>Package <input name="name" required maxlength="100"></label>
<label>Price of a month <input name="price" required inputmode="decimal" pattern="\\d{1,5}([.]\\d\\d)?" placeholder="29.99"></label>
<label>Currency <select name="currency"><option value="usd">US dollars</option><option value="gbp">Pounds</option></select></label>
<button>Make price</button></form>
<script nonce="${escapeHtml(nonce.script)}">${script}</script>
</html>
`;
}

/** Each button names its call. Afterwards only the contents are reloaded. */
const script = `
async function call(deed, body) {
  const buttons = document.querySelectorAll('button');
  buttons.forEach((one) => (one.disabled = true));
  try {
    const answer = await fetch('/dev/stripe/' + deed, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    if (!answer.ok) alert((await answer.json()).message);
    const html = await (await fetch(location.href, { cache: 'no-store' })).text();
    const part = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const next = new DOMParser().parseFromString(part, 'text/html').querySelector('main');
    document.querySelector('main').innerHTML = next.innerHTML;
  } catch {
    alert('The server did not answer.');
  } finally {
    document.querySelectorAll('button').forEach((one) => (one.disabled = false));
  }
}
addEventListener('click', ({ target }) => {
  const { call: deed, body } = target.dataset ?? {};
  if (deed) void call(deed, body);
});
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const { name, price, currency } = Object.fromEntries(new FormData(event.target));
  void call('price', JSON.stringify({ name, amount: Math.round(Number(price) * 100), currency }));
});
`;

const happened = ({ what, events }: Happened) =>
  `<article><p><strong>${escapeHtml(what)}</strong> ${
    events.length === 0
      ? 'Nothing else happened.'
      : `It sent ${events.length === 1 ? '1 event' : `${events.length} events`}:`
  }</p>${events.length > 0 ? eventTable(events) : ''}</article>`;

function customerPart({ customer, card, subscriptions, invoices }: ShownCustomer): string {
  const { id, name, email } = customer;
  const button = (work: boolean) =>
    `<button data-call="card" data-body='${JSON.stringify({ customer: id, work })}'>Next payments ${work ? 'work' : 'fail'}</button>`;
  return `<article><header><strong>${escapeHtml(name ?? id)}</strong> <span>${escapeHtml(email ?? '')}</span> <span>${escapeHtml(card ?? 'no card')}</span></header>
<div class="scroll"><table><tr><th>Subscription</th><th>Status</th><th>Period ends</th><th class="money">A month</th></tr>${subscriptions
    .map(({ id: sub, status, items, cancel_at: cancelAt }) => {
      const [item] = items.data;
      const end = item ? dateOf(item.current_period_end) : '';
      return `<tr><td><code>${sub}</code></td><td>${status}${cancelAt ? `, ends ${dateOf(cancelAt)}` : ''}</td><td>${end}</td><td class="money">${item ? money(item.price.unit_amount, item.price.currency) : ''}</td></tr>`;
    })
    .join('')}</table></div>
<div class="scroll"><table><tr><th>Invoice</th><th>Date</th><th>Status</th><th class="money">Total</th></tr>${invoices
    .map(
      ({ number, created, status, total, currency }) =>
        `<tr><td>${escapeHtml(number ?? 'draft')}</td><td>${dateOf(created)}</td><td>${status ?? ''}</td><td class="money">${money(total, currency)}</td></tr>`,
    )
    .join('')}</table></div>
<p class="buttons">${button(false)} ${button(true)}</p></article>`;
}

const priceTable = ({ prices }: Shown) =>
  `<div class="scroll"><table><tr><th>Package</th><th class="money">A month</th><th>Id</th></tr>${prices
    .map(({ id, product, unit_amount: amount, currency }) => {
      const name = typeof product === 'object' && 'name' in product ? product.name : '';
      return `<tr><td>${escapeHtml(name)}</td><td class="money">${money(amount ?? 0, currency)}</td><td><code>${escapeHtml(id)}</code></td></tr>`;
    })
    .join('')}</table></div>`;

const eventTable = (events: readonly StripeEventLike[]) =>
  `<div class="scroll"><table><tr><th>When</th><th>Event</th><th>What</th></tr>${events
    .map(
      ({ type, created, data }) =>
        `<tr><td>${dateTime(new Date(created * 1000))}</td><td><code>${escapeHtml(type)}</code></td><td><code>${escapeHtml(String(data.object['id'] ?? ''))}</code></td></tr>`,
    )
    .join('')}</table></div>`;

const dateTime = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);

const day = 86_400_000;

/** An action on the page, and the stand-in's response. */
interface Happened {
  what: string;
  events: StripeEventLike[];
}

/** The displayed parts of a customer. */
interface ShownCustomer {
  customer: Stripe.Customer;
  /** `visa …4242`; null without one. */
  card: string | null;
  /** Newest first. */
  subscriptions: ReturnType<StripeStandIn['subscriptionsOf']>;
  invoices: ReturnType<StripeStandIn['invoicesOf']>;
}

interface Shown {
  now: Date;
  customers: ShownCustomer[];
  prices: Stripe.Price[];
  /** Newest first. */
  events: StripeEventLike[];
}

/** Maximum customers, prices and events shown. */
const most = 100;

/** The page's data and actions. It calls the stand-in's API like any other client. */
function deedsOf(standIn: StripeStandIn) {
  const stripe = openStripe({ stripeApiUrl: standIn.url }, standIn.secretKey);

  /** Performs an action, waits until its events have arrived, and returns them. */
  async function during(what: string, deed: () => Promise<unknown>): Promise<Happened> {
    const before = new Set(standIn.webhooks.events().map(({ id }) => id));
    await deed();
    await standIn.clock.advance(0);
    const events = standIn.webhooks.events().filter(({ id }) => !before.has(id));
    return { what, events };
  }

  async function shownCustomer(customer: Stripe.Customer): Promise<ShownCustomer> {
    const subscriptions = standIn.subscriptionsOf(customer.id).toReversed();
    const live = subscriptions.find(({ ended_at: ended }) => ended === null);
    const id = live?.default_payment_method ?? customer.invoice_settings.default_payment_method;
    const { card } = typeof id === 'string' ? await stripe.paymentMethods.retrieve(id) : {};
    const invoices = standIn.invoicesOf(customer.id).toReversed();
    return { customer, card: card ? `${card.brand} …${card.last4}` : null, subscriptions, invoices };
  }

  return {
    async shown(): Promise<Shown> {
      const { data: customers } = await stripe.customers.list({ limit: most });
      const { data: prices } = await stripe.prices.list({ limit: most, expand: ['data.product'] });
      return {
        now: new Date(standIn.clock.now()),
        customers: await Promise.all(customers.map(shownCustomer)),
        prices,
        events: standIn.webhooks.events().slice(-most).toReversed(),
      };
    },

    advance: (days: number) =>
      during(`${days === 1 ? '1 day' : `${days} days`} went by.`, () => standIn.clock.advance(days * day)),

    /** Gives a customer a card that can be saved but is then declined, or one that pays. */
    card: (customer: string, work: boolean) =>
      during(`The next payments ${work ? 'work' : 'fail'}.`, async () => {
        const name = work ? 'pm_card_visa' : 'pm_card_chargeCustomerFail';
        const { id } = await stripe.paymentMethods.attach(name, { customer });
        await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
        for (const one of standIn.subscriptionsOf(customer))
          if (one.ended_at === null && one.status !== 'incomplete')
            await stripe.subscriptions.update(one.id, { default_payment_method: id });
      }),

    /** The public part of an intent, by its client secret. */
    async intent(clientSecret: string): Promise<object | undefined> {
      const id = clientSecret.split('_secret_')[0]!;
      const asked = id.startsWith('pi_') ? stripe.paymentIntents : stripe.setupIntents;
      const found = await asked.retrieve(id).catch(() => undefined);
      if (found?.client_secret !== clientSecret) return undefined;
      const { object, status, client_secret, payment_method, created, livemode } = found;
      return { id, object, status, client_secret, payment_method, created, livemode };
    },
  };
}

const entry = fileURLToPath(new URL(`./browser${path.extname(import.meta.url)}`, import.meta.url));

let made: Promise<string> | undefined;

/** The Stripe.js stand-in as one script, bundled when first requested. */
function stripeBrowserScript(): Promise<string> {
  made ??= bundled();
  return made;
}

async function bundled(): Promise<string> {
  const { output } = await build({
    input: entry,
    write: false,
    platform: 'browser',
    tsconfig: false,
    logLevel: 'silent',
    output: { format: 'iife', minify: true },
  });
  return output[0].code;
}
