import { escapeHtml } from '#api/lib/html.ts';
import { closedStatus, unknownClient, type HalopsaWorld } from './world.ts';

export interface HalopsaNote {
  outcome: string;
  note: string;
  hiddenFromUser: boolean;
}

export interface HalopsaTicketRow {
  id: number;
  summary: string;
  details: string;
  tickettype_id: number;
  client_id: number;
  client_name: string;
  site_id: number;
  site_name: string;
  priority_id: number;
  category_1: string;
  status_id: number;
  /** 1 is "Unassigned", and such a ticket can't be closed. */
  agent_id: number;
  datecreated: Date;
  dateclosed: Date | null;
  wasClosed: boolean;
  notes: HalopsaNote[];
}

/** An error, with a body in one of the service's many formats. */
export class HalopsaRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super('refused');
  }
}

/** The tenant decides which fields of a ticket are required. */
type Given = Record<string, unknown>;

/** A tenant's tickets, and its rules for them. */
export class HalopsaTickets {
  readonly all: HalopsaTicketRow[] = [];
  private last: number;

  constructor(
    private readonly world: HalopsaWorld,
    first: number,
  ) {
    this.last = first - 1;
  }

  find(id: number): HalopsaTicketRow | undefined {
    return this.all.find((ticket) => ticket.id === id);
  }

  /** Newest first, like the service. */
  search(query: URLSearchParams): HalopsaTicketRow[] {
    const text = query.get('search')?.toLowerCase() ?? '';
    const client = Number(query.get('client_id')) || undefined;
    return this.all
      .filter(({ summary, details }) => `${summary}\n${details}`.toLowerCase().includes(text))
      .filter((ticket) => !client || ticket.client_id === client)
      .filter((ticket) => query.get('open_only') !== 'true' || !ticket.dateclosed)
      .toReversed();
  }

  /**
   * Creates a ticket, or updates the one with the given ID.
   * @throws HalopsaRefusal
   */
  post(body: unknown, text: string): HalopsaTicketRow {
    const given = onlyOne(body);
    if (/_id"\s*:\s*\d+\.\d/.test(text)) throw modelState('client_id', 'The value is not valid.');
    return given['id'] === undefined ? this.create(given) : this.change(given);
  }

  /** @throws HalopsaRefusal */
  note(body: unknown): Record<string, unknown> {
    const given = onlyOne(body);
    const outcome = String(given['outcome'] ?? given['outcome_id'] ?? '');
    if (!outcome) throw exception('An Outcome must be entered for this Action');
    const ticket = this.find(Number(given['ticket_id']));
    if (!ticket) throw new HalopsaRefusal(404, { Message: 'Ticket not found' });
    const note = String(given['note_html'] ?? given['note'] ?? '');
    ticket.notes.push({ outcome, note, hiddenFromUser: given['hiddenfromuser'] === true });
    return { id: ticket.notes.length, ticket_id: ticket.id, outcome };
  }

  /** Simulates a person closing it in HaloPSA. */
  close(ticket: HalopsaTicketRow): void {
    Object.assign(ticket, { status_id: closedStatus, dateclosed: new Date(), wasClosed: true });
  }

  /** Simulates a person reopening it in HaloPSA. */
  reopen(ticket: HalopsaTicketRow): void {
    Object.assign(ticket, { status_id: 1, dateclosed: null });
  }

  private create(given: Given): HalopsaTicketRow {
    if (typeof given['summary'] !== 'string' || !given['summary'])
      throw modelState('summary', 'The summary field is required.');
    const type = this.world.ticketTypes.find(({ id }) => id === (given['tickettype_id'] ?? 21));
    if (!type) throw exception('Ticket Type not found');
    for (const field of type.mandatory)
      if (!given[field])
        throw new HalopsaRefusal(400, { Message: `Please enter a value for ${field} (${type.name})` });
    const { client, site } = this.placeOf(given);
    const ticket: HalopsaTicketRow = {
      id: ++this.last,
      summary: given['summary'],
      details: String(given['details'] ?? ''),
      tickettype_id: type.id,
      client_id: client.id,
      client_name: client.name,
      site_id: site.id,
      site_name: site.name,
      priority_id: this.priorityOf(given, type.default_sla),
      category_1: this.categoryOf(given),
      status_id: 1,
      // Assigned by HaloPSA's own routing.
      agent_id: 3,
      datecreated: new Date(),
      dateclosed: null,
      wasClosed: false,
      notes: [],
    };
    this.all.push(ticket);
    return ticket;
  }

  private change(given: Given): HalopsaTicketRow {
    const ticket = this.find(Number(given['id']));
    const named =
      ticket?.tickettype_id === given['tickettype_id'] && ticket?.client_id === given['client_id'];
    if (!ticket || !named) throw new HalopsaRefusal(400, { resultCode: 1, errorMessage: 'Record not found' });
    const status = given['status_id'];
    if (status === undefined) return ticket;
    if (!this.world.statuses.some(({ id }) => id === status)) throw exception('Status not found');
    if (status === closedStatus && ticket.agent_id === 1)
      throw new HalopsaRefusal(400, 'You cannot close a ticket that is not assigned to an agent.');
    if (status === closedStatus) this.close(ticket);
    else Object.assign(ticket, { status_id: status, dateclosed: null });
    return ticket;
  }

  private placeOf(given: Given) {
    const { clients, sites } = this.world;
    const client = clients.find(({ id }) => id === (given['client_id'] ?? unknownClient));
    if (!client) throw exception('Client not found');
    const own = sites.filter((one) => one.client_id === client.id);
    const site =
      given['site_id'] === undefined || given['site_id'] === null
        ? own[0]
        : sites.find(({ id }) => id === given['site_id']);
    if (!site) throw modelState('site_id', `The value '${String(given['site_id'])}' is not valid.`);
    if (!own.includes(site)) throw exception('The site does not belong to the client');
    return { client, site };
  }

  private priorityOf(given: Given, sla: number): number {
    const wanted = given['priority_id'] ?? 3;
    const found = this.world.priorities.some((row) => row.slaid === sla && row.priorityid === wanted);
    if (!found) throw exception('Priority not found for this SLA');
    return wanted as number;
  }

  private categoryOf(given: Given): string {
    const wanted = given['category_1'];
    if (wanted === undefined || wanted === '') return '';
    const found = this.world.categories.some(({ type_id, value }) => type_id === 1 && value === wanted);
    if (!found) throw exception(`Category 1 is not valid: ${String(wanted)}`);
    return String(wanted);
  }
}

function onlyOne(body: unknown): Given {
  if (!Array.isArray(body)) throw new HalopsaRefusal(400, 'This endpoint requires a JSON array.');
  return body[0] as Given;
}

/** An exception in .NET's format. */
function exception(message: string): HalopsaRefusal {
  return new HalopsaRefusal(400, {
    ClassName: 'System.Exception',
    Message: message,
    Data: null,
    InnerException: null,
    HResult: -2146233088,
  });
}

function modelState(field: string, sentence: string): HalopsaRefusal {
  return new HalopsaRefusal(400, { [`[0].${field}`]: [sentence] });
}

/** The page behind a ticket's link: all tickets, with the linked one in full. */
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

/** A note as readable text. It is stored as the HTML that was submitted. */
export function noteText(html: string): string {
  const text = html.replace(/<br\s*\/?>|<\/p>/g, '\n').replace(/<[^>]*>/g, '');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
