import type { Outbound } from '#api/security/outbound.ts';
import { cleaned } from '#api/lib/plain-text.ts';
import {
  HalopsaError,
  type Choice,
  type Choices,
  type NewTicket,
  type ReadTicket,
  dateOf,
  integerIn,
  integerOf,
  isObject,
  rowsOf,
  textOf,
  type Row,
  parsed,
} from './halopsa-responses.ts';
import { callHalopsa, type HalopsaRequestInit, isTruncated } from './halopsa-http.client.ts';
import type { HalopsaSettings } from './halopsa-rate.client.ts';

export interface Halopsa {
  clients(): Promise<Choices>;
  sites(clientId: number): Promise<Choices>;
  /** Choices for a ticket's first category, named by their path. */
  categories(): Promise<Choices>;
  /** By the number that tickets use, most urgent first. */
  priorities(): Promise<Choices>;
  ticketTypes(): Promise<Choices>;
  statuses(): Promise<Choices>;
  /** @returns the ticket's number. @throws HalopsaError, `mayHaveHappened` if the ticket may exist */
  createTicket(ticket: NewTicket): Promise<number>;
  /** Finds the ticket whose text contains a reference. */
  findTicket(reference: string): Promise<number | undefined>;
  ticket(id: number): Promise<ReadTicket>;
  /** A private note, visible to agents only. */
  addNote(id: number, text: string): Promise<void>;
  /** Type and client were read just before. Without them HaloPSA doesn't find the ticket. */
  setStatus(ticket: ReadTicket, statusId: number): Promise<void>;
}

/** Maximum search hits to open when the summary doesn't show the reference. */
const mostLooks = 5;

/**
 * A HaloPSA tenant. Tokens and rate limits are shared by all users of a connection. Every method throws
 * HalopsaError.
 */
export function openHalopsa(outbound: Outbound, settings: HalopsaSettings): Halopsa {
  const ask = callHalopsa(outbound, settings);
  return {
    clients: () => choices(ask, 'Client', 'clients', {}, active),
    sites: (clientId) =>
      // HaloPSA silently ignores unknown filters, so other clients' sites are filtered out here.
      choices(ask, 'Site', 'sites', { client_id: clientId }, (row) => {
        return active(row) && integerIn(row['client_id']) === clientId;
      }),
    categories: () =>
      choices(
        ask,
        'Category',
        'categories',
        { type_id: 1 },
        (row) => (integerIn(row['type_id']) !== undefined ? integerIn(row['type_id']) === 1 : true),
        'value',
      ),
    priorities: () => priorities(ask),
    ticketTypes: () => choices(ask, 'TicketType', 'tickettypes', {}, isForService),
    statuses: () => choices(ask, 'Status', 'statuses'),
    async createTicket(ticket) {
      const { body } = await ask('Tickets', { body: { ...ticket } });
      const made: unknown = Array.isArray(body) ? body[0] : body;
      const id = isObject(made) ? integerIn(made['id']) : undefined;
      if (id !== undefined) return id;
      const says = 'HaloPSA accepted the ticket but returned no usable ticket number.';
      throw new HalopsaError('unavailable', says, { wasTaken: true });
    },
    findTicket: (reference) => findTicket(ask, reference),
    async ticket(id) {
      const { body } = await ask(`Tickets/${id}`, { query: { includedetails: true } });
      return ticketFrom(body);
    },
    async addNote(id, text) {
      const note = { outcome: 'Private Note', note_html: asHtml(text), hiddenfromuser: true };
      await ask('Actions', { body: { ticket_id: id, ...note } });
    },
    async setStatus({ id, typeId, clientId }, statusId) {
      const body = { id, tickettype_id: typeId, client_id: clientId, status_id: statusId };
      await ask('Tickets', { body });
    },
  };
}

/** Maximum length of a stored name. */
const longestName = 200;

/** Undefined without a valid ID. */
function named({ id: given, ...row }: Row, name: string): Choice | undefined {
  const id = integerIn(given);
  const shown = textOf(row[name]) || textOf(row['name']);
  return id === undefined ? undefined : { id, name: cleaned(shown, longestName) };
}

function choices(
  ask: HalopsaRequestInit,
  resource: string,
  key: string,
  query: Record<string, string | number> = {},
  accepts: (row: Row) => boolean = () => true,
  name = 'name',
): Promise<Choices> {
  const pick = (row: Row) => (accepts(row) ? named(row, name) : undefined);
  return readList(ask, { resource, key, query, pick });
}

/** One row per priority and SLA: a ticket takes the number that all of them share. */
async function priorities(ask: HalopsaRequestInit): Promise<Choices> {
  const key = 'priorities';
  const pick = ({ ishidden, priorityid, name }: Row): Choice | undefined => {
    return ishidden === true ? undefined : named({ id: priorityid, name }, 'name');
  };
  const { rows, truncated } = await readList(ask, { resource: 'Priority', key, pick });
  const byNumber = new Map(rows.toReversed().map((row) => [row.id, row]));
  return { rows: [...byNumber.values()].sort((one, other) => one.id - other.id), truncated };
}

/** The search is fuzzy and may ignore filters, so only a reference in the ticket's own text counts. */
async function findTicket(ask: HalopsaRequestInit, reference: string): Promise<number | undefined> {
  const query = { search: reference, pageinate: true, page_no: 1, page_size: 20 };
  const { body } = await ask('Tickets', { query: { ...query, order: 'id', orderdesc: true } });
  const { rows } = rowsOf(body, 'tickets');
  const shown = rows.find((row) => holds(row, reference));
  if (shown) return numberOf(shown);
  for (const row of rows.slice(0, mostLooks)) {
    const id = integerIn(row['id']);
    if (id === undefined) continue;
    const { body: whole } = await ask(`Tickets/${id}`, { query: { includedetails: true } });
    if (isObject(whole) && holds(whole, reference)) return id;
  }
  return undefined;
}

/** The ticket exists, but its number is unusable, so it must not be opened again. */
function numberOf({ id }: Row): number {
  const number = integerIn(id);
  if (number !== undefined) return number;
  const given = JSON.stringify(id)?.slice(0, 60);
  throw new HalopsaError('refused', `HaloPSA created the ticket with an unusable number: ${given}.`);
}

function holds(row: Row, reference: string): boolean {
  return wordsOf(row).includes(reference);
}

function wordsOf(row: Row): string {
  return ['summary', 'details', 'details_html'].map((part) => textOf(row[part])).join('\n');
}

function ticketFrom(body: unknown): ReadTicket {
  const row = Array.isArray(body) ? (body[0] as unknown) : body;
  if (!isObject(row))
    throw new HalopsaError('address', 'HaloPSA returned an unexpected response instead of a ticket.');
  return {
    id: integerOf(row['id'], 'ticket'),
    typeId: integerOf(row['tickettype_id'], 'ticket type'),
    clientId: integerOf(row['client_id'], 'client'),
    statusId: integerOf(row['status_id'], 'status'),
    isClosed: row['hasbeenclosed'] === true || dateOf(row['dateclosed']) !== undefined,
    text: wordsOf(row),
  };
}

function active({ inactive }: Row): boolean {
  return inactive !== true;
}

/** `opps` and `projects` aren't tickets. */
function isForService({ use, cancreate }: Row): boolean {
  return (use === undefined || use === 'reqs') && cancreate !== false;
}

function asHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<p>${escaped.replaceAll('\n', '<br>')}</p>`;
}

/** Maximum pages to read and rows to keep. The rest is reported as truncated. */
const mostPages = 200;
const mostRows = 5000;

/** Page size. Servers may cap it, so a short page isn't the end. Smaller if a page is too long to read. */
const pageSizes = [100, 25, 5];

export interface Listed<T> {
  rows: T[];
  truncated: boolean;
}

interface List<T> {
  resource: string;
  /** Key of the rows, unless they are a bare array. */
  key: string;
  query?: Record<string, string | number>;
  /** Converts a row. Undefined leaves it out. */
  pick: (row: Row) => T | undefined;
}

/** Reads a list until a page is empty or brings nothing new. A bare array is complete. */
async function readList<T>(ask: HalopsaRequestInit, list: List<T>): Promise<Listed<T>> {
  for (const page_size of pageSizes) {
    const listed = await readPages(ask, list, page_size);
    if (listed) return listed;
  }
  throw new HalopsaError('address', `HaloPSA's list of ${list.key} is too long to read.`);
}

/** Undefined if a page was too long. */
async function readPages<T>(
  ask: HalopsaRequestInit,
  { resource, key, query, pick }: List<T>,
  page_size: number,
): Promise<Listed<T> | undefined> {
  const found = new Map<number | string, T | undefined>();
  const listed = (truncated: boolean): Listed<T> => {
    return { rows: [...found.values()].filter((row) => row !== undefined), truncated };
  };
  for (let page_no = 1; page_no <= mostPages; page_no++) {
    const { body, text } = await ask(resource, {
      query: { ...query, pageinate: 'true', page_size, page_no },
    });
    const cut = body === undefined && isTruncated(text);
    if (cut && !text.trimStart().startsWith('[')) return undefined;
    const { rows, bare } = rowsOf(cut ? wholeRows(text) : body, key);
    const before = found.size;
    for (const row of rows) {
      const id = idOf(row, key);
      if (id === undefined) continue;
      if (found.size === mostRows && !found.has(id)) return listed(true);
      found.set(id, pick(row));
    }
    if (bare) return listed(cut);
    if (found.size === before) return listed(false);
  }
  return listed(true);
}

/** Priorities have a GUID. Rows without a valid ID are left out. */
function idOf(row: Row, key: string): number | string | undefined {
  return key === 'priorities' ? String(row['id']) : integerIn(row['id']);
}

/** Maximum positions at which to try to close a truncated array, starting from the last row. */
const mostEnds = 100;

/** The complete rows of a truncated array, because reference lists have no pages. */
function wholeRows(text: string): unknown[] {
  let end = text.length;
  for (let ends = 0; ends < mostEnds; ends++) {
    end = text.lastIndexOf('},', end - 1);
    if (end <= 0) return [];
    const rows = parsed(`${text.slice(0, end + 1)}]`);
    if (Array.isArray(rows)) return rows;
  }
  return [];
}
