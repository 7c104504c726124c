import { randomUUID } from 'node:crypto';
import type { HalopsaTicketRow } from './tickets.ts';
import type { HalopsaWorld } from './world.ts';

/** Means "no date" in the service's rows. */
const unset = '1900-01-01T00:00:00';

/** A ticket as a single record. Lists omit its longer fields. */
export function ticketRecord(ticket: HalopsaTicketRow, faults: HalopsaFaults): Record<string, unknown> {
  const { notes: _, details, datecreated, dateclosed, wasClosed, priority_id, ...row } = ticket;
  return {
    ...row,
    details,
    priority_id,
    priority: { priorityid: priority_id, responsetime: 4.0 },
    hasbeenclosed: dateclosed !== null || (faults.keepsClosedMark && wasClosed),
    datecreated: dateText(datecreated, faults),
    dateclosed: dateclosed ? dateText(dateclosed, faults) : unset,
    targetdate: '1899-12-30T00:00:00',
    customfields: [],
  };
}

/** A ticket as a row of the list. */
export function ticketRow(ticket: HalopsaTicketRow, faults: HalopsaFaults): Record<string, unknown> {
  const { details: _, priority: __, hasbeenclosed: ___, ...row } = ticketRecord(ticket, faults);
  return { ...row, customfields: null };
}

/** JSON in the service's format. Some tenants' numbers are `246.0`, and their IDs text. */
export function jsonText(value: unknown, { floatIds }: HalopsaFaults): string {
  const text = JSON.stringify(value);
  // HaloPSA returns a site's client as a float everywhere.
  const floats = text.replace(/"client_id":(\d+)/g, '"client_id":$1.0');
  return floatIds ? floats.replace(/"(id|priorityid|status_id)":(\d+)/g, '"$1":"$2"') : floats;
}

function dateText(date: Date, { zonedDates }: HalopsaFaults): string {
  return zonedDates ? date.toISOString() : date.toISOString().replace('Z', '');
}

export interface HalopsaAuthSettings {
  /** Null for a self-hosted server without tenants. */
  tenant: string | null;
  clientId: string;
  clientSecret: string;
}

interface Token {
  scopes: string[];
  expiresAt: number;
}

interface AuthAnswer {
  status: number;
  type: string;
  body: string;
}

/** A tenant's authorization server. A token keeps the permissions from when it was issued. */
export class HalopsaAuth {
  /** Scopes that the application may request. */
  scopes = ['read:customers', 'read:tickets', 'edit:tickets'];
  /** Lifetime of a token in seconds. */
  tokenSeconds = 3600;
  private readonly tokens = new Map<string, Token>();

  constructor(readonly settings: HalopsaAuthSettings) {}

  /** Simulates an administrator revoking all tokens issued so far. */
  revokeTokens(): void {
    this.tokens.clear();
  }

  /** A token's scopes. Undefined if it is invalid or expired. */
  scopesOf(authorization: string | undefined): string[] | undefined {
    const token = this.tokens.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '');
    return token && token.expiresAt > Date.now() ? token.scopes : undefined;
  }

  answer(query: URLSearchParams, contentType: string | undefined, body: string): AuthAnswer {
    if (query.get('tenant') !== this.settings.tenant) return page(500, 'Runtime Error');
    if (!contentType?.startsWith('application/x-www-form-urlencoded'))
      return json(400, { error: 'invalid_request' });
    const form = new URLSearchParams(body);
    if (form.get('grant_type') !== 'client_credentials')
      return json(400, { error: 'unsupported_grant_type' });
    const { clientId, clientSecret } = this.settings;
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return json(401, { error: 'invalid_client' });
    const asked = (form.get('scope') ?? 'all').split(' ').filter(Boolean);
    const scopes = asked.includes('all') ? [...this.scopes] : asked;
    if (!scopes.every((scope) => this.scopes.includes(scope))) {
      const error_description = "The specified 'scope' parameter is not valid.";
      return json(400, { error: 'invalid_scope', error_description });
    }
    const token = randomUUID();
    this.tokens.set(token, { scopes, expiresAt: Date.now() + this.tokenSeconds * 1000 });
    return json(200, {
      token_type: 'Bearer',
      expires_in: this.tokenSeconds,
      access_token: token,
      id_token: 'none',
      scope: scopes.join(' '),
    });
  }
}

function json(status: number, value: unknown): AuthAnswer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

function page(status: number, title: string): AuthAnswer {
  return { status, type: 'text/html', body: `<html><title>${title}</title><h1>Server Error</h1></html>` };
}

/** Rows returned without paging. */
const unasked = 50;

/** A list in one of the service's two formats. Unknown filters are silently ignored. */
export function listOf(
  resource: string,
  query: URLSearchParams,
  world: HalopsaWorld,
  faults: HalopsaFaults,
): unknown {
  switch (resource) {
    case 'Client':
      return paged('clients', searched(active(world.clients, query), query), query, faults);
    case 'Site':
      return paged('sites', sitesOf(world, query), query, faults);
    case 'Category': {
      const type = query.get('type_id');
      const rows = world.categories.filter((row) => !type || row.type_id === Number(type));
      return reference('categories', rows, faults);
    }
    case 'Priority':
      return reference('priorities', world.priorities, faults);
    case 'Status':
      return reference('statuses', world.statuses, faults);
    case 'TicketType':
      return reference(
        'tickettypes',
        world.ticketTypes.map((row) => ({ ...row, mandatory: undefined })),
        faults,
      );
    default:
      return undefined;
  }
}

/** A page in an envelope. Without `pageinate` its size is ignored, and `count` falsifies the record count. */
export function paged(
  key: string,
  rows: readonly object[],
  query: URLSearchParams,
  { capsPages, countLies }: HalopsaFaults,
): Record<string, unknown> {
  const count = Number(query.get('count')) || undefined;
  if (query.get('pageinate') !== 'true') {
    return { record_count: count ?? (countLies ? 50 : rows.length), [key]: rows.slice(0, count ?? unasked) };
  }
  const asked = Number(query.get('page_size')) || unasked;
  const size = capsPages ? Math.min(asked, unasked) : asked;
  const number = Number(query.get('page_no')) || 1;
  return {
    page_no: number,
    page_size: asked,
    record_count: countLies ? 50 : rows.length,
    [key]: rows.slice((number - 1) * size, number * size),
  };
}

function reference(key: string, rows: readonly object[], { wrapsLists }: HalopsaFaults): unknown {
  return wrapsLists ? { record_count: rows.length, [key]: rows } : rows;
}

function sitesOf(world: HalopsaWorld, query: URLSearchParams): object[] {
  const client = query.get('client_id');
  const rows = world.sites.filter((row) => !client || row.client_id === Number(client));
  return searched(active(rows, query), query);
}

function active<Row extends { inactive: boolean }>(rows: Row[], query: URLSearchParams): Row[] {
  return query.get('includeinactive') === 'true' ? rows : rows.filter(({ inactive }) => !inactive);
}

function searched<Row extends { name: string }>(rows: Row[], query: URLSearchParams): Row[] {
  const text = query.get('search')?.toLowerCase();
  return text ? rows.filter(({ name }) => name.toLowerCase().includes(text)) : rows;
}

/** Faults between HaloPSA and its caller, switched on by tests. */

/**
 * - an answer: given instead of the true one; without a body it is empty
 * - `drop`: the connection dies before anything is done
 * - `doThenDrop`: it is done, then the connection dies before the answer
 * - `doThenFail`: it is done, then answered with 500
 * - `doThenEmpty`: it is done, then answered with an empty 200
 */
export type HalopsaMisbehavior =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | 'drop'
  | 'doThenDrop'
  | 'doThenFail'
  | 'doThenEmpty';

export interface HalopsaFault {
  /** Method and path prefix: `POST /api/Tickets`. */
  on: string;
  does: HalopsaMisbehavior;
  /** Ends after this many requests. Absent: stays until cleared. */
  times?: number;
}

/** Quirks of a tenant or a server version, and faults. */
export class HalopsaFaults {
  /** Limits pages to 50 rows, however many are requested. */
  capsPages = false;
  /** `record_count` is always 50. */
  countLies = false;
  /** Reference lists come in an envelope instead of as a bare array. */
  wrapsLists = false;
  /** Numbers are `246.0`, and IDs are text. */
  floatIds = false;
  /** Dates include a time zone. */
  zonedDates = false;
  /** A search returns everything, because unknown filters are silently ignored. */
  ignoresFilters = false;
  /** A created ticket returns 200 and a list of one. */
  answersWithList = false;
  /** A ticket that was closed once keeps its closed mark. */
  keepsClosedMark = false;
  /** A 429 includes `Retry-After`. */
  saysRetryAfter = true;

  /** Response delay in ms. */
  latencyMs = 0;

  private all: HalopsaFault[] = [];

  add(fault: HalopsaFault): void {
    this.all.push({ ...fault });
  }

  clear(): void {
    this.all = [];
  }

  /** Returns the fault for this request, and counts it. */
  strike(method: string, path: string): HalopsaMisbehavior | undefined {
    const fault = this.all.find(({ on }) => `${method} ${path}`.startsWith(on));
    if (!fault) return undefined;
    if (fault.times !== undefined && --fault.times <= 0) this.all = this.all.filter((one) => one !== fault);
    return fault.does;
  }
}
