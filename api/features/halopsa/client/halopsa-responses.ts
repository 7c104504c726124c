import { cleaned } from '#api/lib/plain-text.ts';

/**
 * - `address`: there is no HaloPSA at this URL
 * - `credentials`: the client ID, secret, scope or permissions are insufficient
 * - `missing`: the resource doesn't exist, or no longer does
 * - `foreign`: the resource isn't ours
 * - `refused`: HaloPSA rejected a valid request
 * - `throttled`: rate limited by HaloPSA or by our own limit
 * - `unavailable`: HaloPSA didn't respond, or returned a server error
 */
export type HalopsaProblem =
  'address' | 'credentials' | 'missing' | 'foreign' | 'refused' | 'throttled' | 'unavailable';

interface Circumstances {
  /** HTTP status, if there was a response. */
  status?: number;
  /** The write may have happened, so look for it before retrying. */
  mayHaveHappened?: boolean;
  /** HaloPSA confirmed it without returning its ID. Never retry, only look for it. */
  wasTaken?: boolean;
  /** Milliseconds to wait before the next request. */
  waitMs?: number;
}

/** Maximum length of a message, including our own words. */
const longest = 1000;

/** Why a HaloPSA request failed. Its message is shown to the team and contains no secrets. */
export class HalopsaError extends Error {
  override name = 'HalopsaError';
  readonly status?: number;
  readonly mayHaveHappened: boolean;
  readonly wasTaken: boolean;
  readonly waitMs?: number;

  constructor(
    readonly problem: HalopsaProblem,
    message: string,
    { status, wasTaken = false, mayHaveHappened = wasTaken, waitMs }: Circumstances = {},
  ) {
    super(cleaned(message, longest));
    this.status = status;
    this.mayHaveHappened = mayHaveHappened;
    this.wasTaken = wasTaken;
    this.waitMs = waitMs;
  }

  /** Whether retrying later may succeed. */
  get passes(): boolean {
    return this.problem === 'throttled' || this.problem === 'unavailable';
  }

  /** Whether it concerns the connection rather than this request. */
  get isOfConnection(): boolean {
    return !['refused', 'missing', 'foreign'].includes(this.problem);
  }
}

/** Characters of a response that are stored for the team (HALOPSA.md, section 6). */
const kept = 300;

/** Error message in a response, in any of the service's formats. Undefined if there is none. */
export function messageIn(text: string): string | undefined {
  const body = parsed(text);
  const said = body === undefined ? plain(text) : typeof body === 'string' ? body : named(body);
  return cleaned(said ?? '', kept) || undefined;
}

function named(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const of = (name: string) => {
    const value = (body as Record<string, unknown>)[name];
    return typeof value === 'string' && value ? value : undefined;
  };
  return (
    of('errorMessage') ??
    of('Message') ??
    of('message') ??
    of('error_description') ??
    of('error') ??
    modelState(body) ??
    JSON.stringify(body)
  );
}

/** `{"[0].site_id": ["The value is not valid."]}` */
function modelState(body: object): string | undefined {
  const lines = Object.entries(body).flatMap(([field, said]) =>
    Array.isArray(said) ? [`${field.replace(/^\[0\]\./, '')}: ${said.join(' ')}`] : [],
  );
  return lines.join('; ') || undefined;
}

/** Strips HTML tags from web pages. */
function plain(text: string): string {
  return text.trimStart().startsWith('<')
    ? text.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]{0,500}>/g, ' ')
    : text;
}

/** Undefined for invalid JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** An option of the tenant. */
export interface Choice {
  id: number;
  name: string;
}

export interface Choices {
  rows: Choice[];
  /** The list was truncated. */
  truncated: boolean;
}

/** Ticket fields as the API names them. */
export interface NewTicket {
  summary: string;
  details: string;
  tickettype_id?: number;
  client_id?: number;
  site_id?: number;
  priority_id?: number;
  category_1?: string;
}

/** A ticket as read from HaloPSA. */
export interface ReadTicket {
  id: number;
  typeId: number;
  clientId: number;
  statusId: number;
  isClosed: boolean;
  /** Its text, which contains our reference. */
  text: string;
}

export type Row = Record<string, unknown>;

/** IDs come as `246`, `246.0` or `"246"`. @throws HalopsaError for anything else */
export function integerOf(value: unknown, of: string): number {
  const found = integerIn(value);
  if (found !== undefined) return found;
  const text = JSON.stringify(value)?.slice(0, 60);
  throw new HalopsaError('address', `HaloPSA returned an invalid ID (${of}: ${text}).`);
}

/** Range of an `integer` column and a GraphQL `Int`. */
const mostInteger = 2 ** 31 - 1;

/** The same for optional IDs. */
export function integerIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(\.0+)?$/.test(value.trim()) ? Number(value) : value;
  return Number.isInteger(number) && Math.abs(number as number) <= mostInteger
    ? (number as number)
    : undefined;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Dates without a zone are in UTC. Dates before 2000 mean none. */
export function dateOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`;
  const date = new Date(zoned);
  return date.getUTCFullYear() >= 2000 ? date : undefined;
}

/** List rows: a bare array, under its key, or under any key that holds objects. */
export function rowsOf(body: unknown, key: string): { rows: Row[]; bare: boolean } {
  if (Array.isArray(body)) return { rows: objects(body), bare: true };
  if (!isObject(body))
    throw new HalopsaError('address', 'HaloPSA returned an unexpected response instead of a list.');
  const lists = [body[key], ...Object.values(body)].filter((value) => Array.isArray(value));
  const list = lists.find((value) => value === body[key] || value.some(isObject)) ?? lists[0];
  if (!list) throw new HalopsaError('address', 'HaloPSA returned an unexpected response instead of a list.');
  return { rows: objects(list), bare: false };
}

export function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objects(list: unknown[]): Row[] {
  return list.filter(isObject);
}
