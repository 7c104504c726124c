import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#api/lib/html.ts';
import type { StandIns } from '../stand-ins.ts';
import { type ChatMessage, type Verdict, isObject, objectsIn, textIn, type Json } from './answer.ts';
import type { PushMessage } from '../push/push.ts';
import { noteText } from '../halopsa/tickets.ts';
import { messagesStyles } from './messages-styles.ts';

/**
 * `/dev/messages`: the messages in the demo's channels and HaloPSA, as they look there. `?place=teams` shows
 * one channel. Anyone may sign in to the demo.
 */
export function registerMessages(fastify: FastifyInstance, { chat, halopsa, push }: StandIns): void {
  fastify.get<{ Querystring: { place?: unknown } }>('/dev/messages', ({ query }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(messagesPage({ ...chat, pushed: push?.messages }, halopsa, reply.cspNonce, String(query.place))),
  );
}

/** The displayed parts of a ticket in the HaloPSA stand-in. */
export interface ShownTicket {
  id: number;
  summary: string;
  details: string;
  client_name: string;
  site_name: string;
  datecreated: Date;
  dateclosed: Date | null;
  notes: { note: string }[];
}

/** Nonces for scripts and styles in a response (`reply.cspNonce`). */
interface Nonces {
  script: string;
  style: string;
}

interface Shown {
  place: keyof typeof places;
  at: Date;
  aside: string;
  html: string;
}

const places = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  webhook: 'Webhook',
  halopsa: 'HaloPSA',
  push: 'Push',
} as const;

/** Maximum messages shown per channel, so that a busy one doesn't crowd out the others. */
const newest = 80;

/**
 * Every channel's received messages as they look there, newest on top. The page updates automatically.
 * `asked`: the channel selected in the URL.
 */
export function messagesPage(
  { messages, pushed = [] }: { messages: readonly ChatMessage[]; pushed?: readonly PushMessage[] },
  halopsa: { tickets: readonly ShownTicket[] } | undefined,
  nonce: Nonces,
  asked?: string,
): string {
  const shown = [
    ...Object.values(Object.groupBy(messages, ({ service }) => service)).flatMap((of) =>
      of.slice(-newest).map(ofChat),
    ),
    ...(halopsa?.tickets ?? []).slice(-newest).map(ofHalopsa),
    ...pushed.slice(-newest).map(ofPush),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const chosen = asked !== undefined && Object.hasOwn(places, asked) ? asked : 'all';
  const choices = Object.entries({ all: 'All', ...places }).map(
    ([place, label]) =>
      `<label><input type="radio" name="place" id="${place}"${place === chosen ? ' checked' : ''}> ${label}</label>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Messages · Netlantern</title>
<style nonce="${escapeHtml(nonce.style)}">${messagesStyles}</style>
<h1>Messages</h1>
<p class="small">What the demo's Slack, Teams, Discord, webhook, HaloPSA and phone received, as it looks there. They are stand-ins on this machine: nothing leaves it. The newest is on top. Mail is in the <a href="/dev/mailbox">mailbox</a>, until an administrator saves an API key under <a href="/admin/email">Email</a>: then the stand-in for SendGrid takes it, with any key that begins with <code>SG.</code> (one with <em>revoked</em> in it is refused). What is written to an address that begins with <em>bounce</em> bounces. Cards and payments are in the <a href="/dev/stripe">stand-in for Stripe</a>.</p>
<fieldset><legend>Place</legend>${choices.join('\n')}</fieldset>
<main aria-live="off">
${shown.map(article).join('\n') || '<p class="none">No messages yet. They come as soon as an alert is raised and a channel is set up on the page Integrations.</p>'}
</main>
<script nonce="${escapeHtml(nonce.script)}">${refresh}</script>
</html>
`;
}

/**
 * The selected channel is in the URL. Refreshes every three seconds while the page is visible and nothing is
 * selected. Only the messages are parsed, because this page's policy would block the other page's styles.
 */
const refresh = `
document.querySelector('fieldset').addEventListener('change', ({ target: { id } }) =>
  history.replaceState(null, '', id === 'all' ? location.pathname : '?place=' + id));
setInterval(async () => {
  if (document.hidden || getSelection()?.toString()) return;
  try {
    const answer = await fetch(location.href, { cache: 'no-store' });
    if (!answer.ok) return;
    const html = await answer.text();
    const part = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const page = new DOMParser().parseFromString(part, 'text/html');
    const [now, next] = [document, page].map((one) => one.querySelector('main'));
    if (now && next && now.innerHTML !== next.innerHTML && !now.contains(document.activeElement)) now.replaceWith(next);
  } catch {}
}, 3000);
`;

function article({ place, at, aside, html }: Shown): string {
  return `<article class="${place}">
<header><strong>${places[place]}</strong> <span>${aside}</span> <time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time></header>
${html}
</article>`;
}

function ofChat({ service: place, at, editedAt, name, body, signature }: ChatMessage): Shown {
  const looks = { slack: slackLook, teams: teamsLook, discord: discordLook };
  const html =
    place === 'webhook'
      ? `<p>${verdicts[signature ?? 'missing']}</p>\n<pre tabindex="0">${escapeHtml(JSON.stringify(body, null, 2))}</pre>`
      : looks[place](body);
  return { place, at, aside: `#${escapeHtml(name)}${editedAt ? ' (edited)' : ''}`, html };
}

const verdicts: Record<Verdict, string> = {
  valid: '<span class="good">✓ Signature verified</span>',
  invalid: '<span class="attention">▲ Signature wrong</span>',
  missing: '<span class="attention">▲ Not signed</span>',
  unknown: '<span>○ Signed; this receiver was not given the secret to verify it</span>',
};

function ofHalopsa(ticket: ShownTicket): Shown {
  const {
    id,
    summary,
    details,
    client_name: client,
    site_name: site,
    datecreated: at,
    dateclosed,
    notes,
  } = ticket;
  const state = dateclosed ? '<span class="good">✓ Closed</span>' : '<span class="attention">◆ Open</span>';
  const said = notes.map(({ note }) => `<p class="note lines">${escapeHtml(noteText(note).trim())}</p>`);
  return {
    place: 'halopsa',
    at,
    aside: `Ticket ${id} · ${escapeHtml([client, site].filter(Boolean).join(' / '))}`,
    html: `<h3>${escapeHtml(summary)}</h3>
<p>${state}</p>
<p class="lines">${escapeHtml(details)}</p>
${said.join('\n')}`,
  };
}

/** A notification with its buttons, which a stand-in phone can't press. */
function ofPush({ browser, at, payload, urgency }: PushMessage): Shown {
  const { title, body, token } = payload;
  const buttons = ['Acknowledge', 'Snooze 1 h'].map((label) => `<span class="button">${label}</span>`);
  return {
    place: 'push',
    at,
    aside: `${escapeHtml(browser)} · urgency ${escapeHtml(urgency)}`,
    html: `<h3>${escapeHtml(textIn(title))}</h3>
<p class="lines">${escapeHtml(textIn(body))}</p>
${token ? `<p class="buttons">${buttons.join(' ')}</p>` : ''}`,
  };
}

/** A link to another page. Anything that isn't a web address stays text. */
function link(url: string, label: string, looks = ''): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return escapeHtml(label);
  const attributes = `rel="noreferrer"${looks && ` class="${looks}"`}`;
  return `<a href="${escapeHtml(parsed.href)}" ${attributes}>${escapeHtml(label)}</a>`;
}

/** A mention that would have notified people. */
function mention(text: string): string {
  return `<mark>${escapeHtml(text)}</mark>`;
}

/** Text as HTML. Matches of a pattern are rendered by `found`, and everything else is escaped. */
function marked(text: string, pattern: RegExp, found: (match: RegExpExecArray) => string): string {
  let html = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    html += escapeHtml(text.slice(from, match.index)) + found(match);
    from = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(from));
}

const token =
  /\\([^0-9A-Za-z\s])|\[((?:\\.|[^\]\\])*)\]\((https?:[^)\s]+)\)|\*\*(.+?)\*\*|(https?:\/\/[^\s<\\]+)|(@everyone|@here|<@[!&]?\d+>)/g;

/**
 * The Markdown that Discord and Teams share, as far as messages use it. `bare`: also links plain URLs and
 * mentions.
 */
function markdown(text: string, bare = false): string {
  return marked(text, token, ([whole, literal, label, url, bold, address, called]) => {
    if (literal !== undefined) return escapeHtml(literal);
    if (url !== undefined) return link(url, (label ?? '').replace(/\\(.)/g, '$1'));
    if (bold !== undefined) return `<strong>${markdown(bold, bare)}</strong>`;
    if (address !== undefined && bare) return link(address, address);
    return called !== undefined && bare ? mention(called) : escapeHtml(whole);
  });
}

/** A message as Slack would show it: its blocks, or its text if it has none. */
function slackLook({ text, blocks }: Json): string {
  const shown = objectsIn(blocks);
  return shown.length > 0 ? shown.map(block).join('\n') : `<p class="lines">${markup(textIn(text))}</p>`;
}

function block({ type, text, fields, elements }: Json): string {
  switch (type) {
    case 'header':
      return `<h3>${textOf(text)}</h3>`;
    case 'section': {
      const cells = objectsIn(fields).map((one) => `<span>${textOf(one)}</span>`);
      return `${text ? `<p class="lines">${textOf(text)}</p>` : ''}${cells.length > 0 ? `<div class="pairs">${cells.join('')}</div>` : ''}`;
    }
    case 'actions': {
      const buttons = objectsIn(elements).map(({ text: label, url }) =>
        link(textIn(url), isObject(label) ? plain(textIn(label.text)) : '', 'button'),
      );
      return `<p class="buttons">${buttons.join(' ')}</p>`;
    }
    case 'context':
      return `<p class="small">${objectsIn(elements).map(textOf).join(' ')}</p>`;
    default:
      return '<hr>';
  }
}

function textOf(value: unknown): string {
  if (!isObject(value)) return '';
  const text = textIn(value.text);
  return value.type === 'mrkdwn' ? markup(text) : escapeHtml(plain(text));
}

/** Slack decodes only these three. */
function plain(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

const slackToken = /<(https?:[^|>]+)(?:\|([^>]*))?>|<([!@#][^>]*)>|\*([^*\n]+)\*|&(?:lt|gt|amp);/g;

function markup(text: string): string {
  return marked(text, slackToken, ([whole, url, label, called, bold]) => {
    if (url !== undefined) return link(plain(url), plain(label ?? url));
    if (called !== undefined) return mention(called);
    return bold === undefined ? escapeHtml(plain(whole)) : `<strong>${escapeHtml(plain(bold))}</strong>`;
  });
}

const tones = ['good', 'warning', 'attention', 'accent'];

/** An Adaptive Card as Teams would show it. */
function teamsLook({ attachments }: Json): string {
  const card = objectsIn(attachments)[0]?.content;
  if (!isObject(card)) return '';
  const buttons = objectsIn(card.actions).map(({ title, url }) => link(textIn(url), textIn(title), 'button'));
  return `${objectsIn(card.body).map(element).join('\n')}
<p class="buttons">${buttons.join(' ')}</p>`;
}

function element({ type, text, size, color, facts }: Json): string {
  if (type === 'FactSet') {
    const rows = objectsIn(facts).map(
      ({ title, value }) =>
        `<span><strong>${escapeHtml(textIn(title))}</strong></span><span>${markdown(textIn(value))}</span>`,
    );
    return `<div class="pairs">${rows.join('')}</div>`;
  }
  const tone = tones.includes(textIn(color)) ? ` ${textIn(color)}` : '';
  if (size === 'Large') return `<h3 class="${tone.trim()}">${markdown(textIn(text))}</h3>`;
  return `<p class="${size === 'Small' ? 'small' : ''}${tone}">${markdown(textIn(text))}</p>`;
}

/**
 * A message as Discord would show it. A bar's color is an SVG attribute, because style attributes are
 * blocked.
 */
function discordLook({ content, embeds }: Json): string {
  const said = textIn(content) && `<p>${markdown(textIn(content), true)}</p>`;
  return [said, ...objectsIn(embeds).map(embed)].join('\n');
}

function embed({ title, url, color, description, fields, footer }: Json): string {
  const heading = url ? link(textIn(url), unescaped(textIn(title))) : markdown(textIn(title), true);
  const cells = objectsIn(fields).map(
    ({ name, value }) =>
      `<span><strong>${escapeHtml(textIn(name))}</strong><br>${markdown(textIn(value), true)}</span>`,
  );
  const hex = `#${Number(color ?? 0)
    .toString(16)
    .padStart(6, '0')}`;
  return `<div class="embed">
<svg class="bar" width="4" height="100%" aria-hidden="true"><rect width="4" height="100%" fill="${escapeHtml(hex)}"/></svg>
<div>
<h3>${heading}</h3>
<p class="lines">${markdown(textIn(description), true)}</p>
${cells.length > 0 ? `<div class="grid">${cells.join('')}</div>` : ''}
<p class="small">${escapeHtml(isObject(footer) ? textIn(footer.text) : '')}</p>
</div>
</div>`;
}

function unescaped(text: string): string {
  return text.replace(/\\([^0-9A-Za-z\s])/g, '$1');
}
