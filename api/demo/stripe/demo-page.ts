import { escapeHtml } from '#api/lib/html.ts';
import { messagesStyles } from '../chat/messages-styles.ts';
import type { Happened, Shown, ShownCustomer } from './demo-deeds.ts';
import type { StripeEventLike } from './stripe.ts';

/** What a response allows to run and to style (`reply.cspNonce`). */
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

/** What is in the stand-in for Stripe, and what was done last. */
export function stripeDemoPage(shown: Shown, last: Happened | undefined, nonce: Nonces): string {
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
${shown.customers.map(customerPart).join('\n') || '<p>Nobody has subscribed yet.</p>'}
<h2>Prices</h2>
${priceTable(shown)}
<h2>What it told</h2>
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

/** Each button says what it calls; then only what is shown is read anew. */
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
      : `It told ${events.length === 1 ? '1 event' : `${events.length} events`}:`
  }</p>${events.length > 0 ? eventTable(events) : ''}</article>`;

function customerPart({ customer, card, subscriptions, invoices }: ShownCustomer): string {
  const { id, name, email } = customer;
  const button = (work: boolean) =>
    `<button data-call="card" data-body='${JSON.stringify({ customer: id, work })}'>Next payments ${work ? 'work' : 'fail'}</button>`;
  return `<article><header><strong>${escapeHtml(name ?? id)}</strong> <span>${escapeHtml(email ?? '')}</span> <span>${escapeHtml(card ?? 'no card')}</span></header>
<div class="scroll"><table><tr><th>Subscription</th><th>Status</th><th>Period ends</th><th class="money">A month</th></tr>${subscriptions
    .map(({ id: sub, status, items, cancel_at: cancelAt }) => {
      const [item] = items.data;
      const end = item ? day(item.current_period_end) : '';
      return `<tr><td><code>${sub}</code></td><td>${status}${cancelAt ? `, ends ${day(cancelAt)}` : ''}</td><td>${end}</td><td class="money">${item ? money(item.price.unit_amount, item.price.currency) : ''}</td></tr>`;
    })
    .join('')}</table></div>
<div class="scroll"><table><tr><th>Invoice</th><th>Date</th><th>Status</th><th class="money">Total</th></tr>${invoices
    .map(
      ({ number, created, status, total, currency }) =>
        `<tr><td>${escapeHtml(number ?? 'draft')}</td><td>${day(created)}</td><td>${status ?? ''}</td><td class="money">${money(total, currency)}</td></tr>`,
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
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);
