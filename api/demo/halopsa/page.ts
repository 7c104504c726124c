import { escapeHtml } from '#api/lib/html.ts';
import type { HalopsaTicketRow } from './tickets.ts';
import type { HalopsaWorld } from './world.ts';

/** The tickets as somebody sees them who follows a ticket's link; one of them whole. */
export function ticketsPage(
  tickets: readonly HalopsaTicketRow[],
  { statuses, priorities }: HalopsaWorld,
  id: number,
): string {
  const statusOf = (ticket: HalopsaTicketRow) => statuses.find((one) => one.id === ticket.status_id)?.name;
  const priorityOf = (ticket: HalopsaTicketRow) =>
    priorities.find((one) => one.priorityid === ticket.priority_id)?.name;
  const one = (ticket: HalopsaTicketRow) => `
    <article>
      <h2>${ticket.id} · ${escapeHtml(ticket.summary)}</h2>
      <p>${escapeHtml(
        `${ticket.client_name} / ${ticket.site_name} · ${statusOf(ticket)} · ${priorityOf(ticket)}${
          ticket.category_1 && ` · ${ticket.category_1}`
        }`,
      )}</p>
      <form method="post" action="?id=${ticket.id}"><button name="deed" value="${
        ticket.dateclosed ? 'reopen">Reopen' : 'close">Close'
      }</button></form>
      <pre>${escapeHtml(ticket.details)}</pre>
      ${ticket.notes.map(({ outcome, note }) => `<h3>${escapeHtml(outcome)}</h3><pre>${escapeHtml(noteText(note))}</pre>`).join('')}
    </article>`;
  const rows = tickets
    .toReversed()
    .map(
      (ticket) =>
        `<tr><td><a href="?id=${ticket.id}">${ticket.id}</a></td><td>${escapeHtml(ticket.summary)}</td><td>${escapeHtml(
          statusOf(ticket) ?? '',
        )}</td></tr>`,
    );
  const shown = tickets.find((ticket) => ticket.id === id);
  const list = rows.length > 0 ? `<table>${rows.join('')}</table>` : '<p>No tickets yet.</p>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tickets</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><style>
    body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
    pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}td{padding:.25rem .75rem .25rem 0;vertical-align:top}
    button{font:inherit;min-height:2.75rem;padding:0 1rem}article{border-bottom:1px solid;margin-bottom:1.5rem}</style></head>
    <body><h1>Tickets</h1><p>A stand-in for HaloPSA. Closing a ticket
    acknowledges its alert in Netlantern, within half a minute while it is young.</p>${shown ? one(shown) : ''}${list}</body></html>`;
}

/** A note as somebody reads it: it is kept as the HTML that it came in. */
export function noteText(html: string): string {
  const text = html.replace(/<br\s*\/?>|<\/p>/g, '\n').replace(/<[^>]*>/g, '');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
