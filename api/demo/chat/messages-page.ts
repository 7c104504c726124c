import { escapeHtml } from '#api/lib/html.ts';
import type { ChatMessage, Verdict } from './answer.ts';
import { noteText } from '../halopsa/page.ts';
import { discordLook } from './messages-discord.ts';
import { slackLook } from './messages-slack.ts';
import { messagesStyles } from './messages-styles.ts';
import { teamsLook } from './messages-teams.ts';

/** Of a ticket in the stand-in for HaloPSA, what is shown. */
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

/** What a response allows to run and to style (`reply.cspNonce`). */
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
} as const;

/** Messages shown at most of each place: none of them is crowded out by the one that is told most. */
const newest = 80;

/**
 * What every place of the demo was told, as it looks there; the newest is on top. The page keeps itself up to date.
 * `asked`: the one place that its address names.
 */
export function messagesPage(
  { messages }: { messages: readonly ChatMessage[] },
  halopsa: { tickets: readonly ShownTicket[] } | undefined,
  nonce: Nonces,
  asked?: string,
): string {
  const shown = [
    ...Object.values(Object.groupBy(messages, ({ service }) => service)).flatMap((of) =>
      of.slice(-newest).map(ofChat),
    ),
    ...(halopsa?.tickets ?? []).slice(-newest).map(ofHalopsa),
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
<p class="small">What the demo's Slack, Teams, Discord, webhook and HaloPSA were told, as it looks there. They are stand-ins on this machine: nothing leaves it. The newest is on top. Mail is in the <a href="/dev/mailbox">mailbox</a>, until an administrator saves an API key under <a href="/admin/email">Email</a>: then the stand-in for SendGrid takes it, with any key that begins with <code>SG.</code> (one with <em>revoked</em> in it is refused). What is written to an address that begins with <em>bounce</em> bounces. Cards and payments are in the <a href="/dev/stripe">stand-in for Stripe</a>.</p>
<fieldset><legend>Place</legend>${choices.join('\n')}</fieldset>
<main aria-live="off">
${shown.map(article).join('\n') || '<p class="none">No messages yet. They come as soon as an alert is raised and a channel is set up on the page Integrations.</p>'}
</main>
<script nonce="${escapeHtml(nonce.script)}">${refresh}</script>
</html>
`;
}

/** The place that is chosen stands in the address. Every three seconds, while somebody looks and has nothing selected. Only the messages are parsed: the policy of this page would complain of the other's style. */
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
