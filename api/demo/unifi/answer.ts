import { randomBytes } from 'node:crypto';

export type Json = Record<string, unknown>;

/** The response as sent, before any fault modifies it. */
export interface Answer {
  status: number;
  /** Undefined: empty. */
  body: unknown;
  headers?: Record<string, string>;
  /** Compressed without declaring it. */
  gzipWithoutHeader?: boolean;
}

/** A parsed request. */
export interface Ask {
  method: string;
  /** Decoded segments of the path. */
  segments: string[];
  /** Path as sent, without the query. */
  path: string;
  query: URLSearchParams;
  body: string;
  /** The stand-in's clock, Unix milliseconds. */
  now: number;
  /** Whether what it causes shows at once. */
  instant: boolean;
  paging: Paging;
}

export interface Paging {
  /** Maximum items on a page, however many the caller requests. */
  largestPage: number;
  /** The cursor never advances: every page returns the token it was requested with. */
  sameToken?: boolean;
  /**
   * Simulates an insertion at the front between pages: each later page begins with the last item of the
   * previous one.
   */
  itemMoves?: boolean;
}

export const traceId = (): string => randomBytes(16).toString('hex');

/** RFC 3339 in UTC. @param at Unix milliseconds */
export const iso = (at: number): string => new Date(at).toISOString();

// Spellings as in unifi/API.md 1.4, lowercase as in nearly all examples.
const cloudErrors: Record<number, [code: string, message: string]> = {
  400: ['parameter_invalid', 'path is invalid'],
  401: ['unauthorized', 'unauthorized'],
  403: ['forbidden', 'insufficient permissions or not the owner of the host'],
  404: ['NOT_FOUND', 'thing not found'],
  408: ['DeviceTimeout', 'Device connection timeout'],
  429: ['rate_limit', 'rate limit exceeded, retry after 5.372786998s'],
  500: ['server_error', 'failed to proxy request'],
  502: ['bad_gateway', 'bad gateway'],
};

/** An error in the Site Manager's format. */
export function cloudError(status: number, message?: string): Answer {
  const [code, usual] = cloudErrors[status] ?? ['server_error', 'internal error'];
  return { status, body: { code, httpStatusCode: status, message: message ?? usual, traceId: traceId() } };
}

const statusNames: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
};
const networkCodes: Record<number, [code: string, message: string]> = {
  400: ['api.request.argument-type-mismatch', 'Argument type mismatch'],
  401: ['api.authentication.invalid-credentials', 'Invalid credentials'],
  404: ['api.resource-not-found', 'Resource not found'],
  429: ['api.authentication.failed-limit-reached', 'Failed limit reached'],
};

/** An error in the Network application's format. */
export function networkError(
  status: number,
  path: string,
  now: number,
  given: { code?: string; message?: string } = {},
): Answer {
  const [code, message] = networkCodes[status] ?? ['api.request.error', 'Request failed'];
  const statusName = statusNames[status] ?? 'ERROR';
  const body = {
    statusCode: status,
    statusName,
    code,
    message,
    ...given,
    timestamp: iso(now),
    requestPath: path,
  };
  return { status, body };
}

/** An error from a console's own front door, before the Network application gets the request. */
export const edgeError = (status: number, message: string): Answer => ({
  status,
  body: { error: { code: status, message } },
});

/** One or more objects in the Site Manager's envelope. */
export const cloudAnswer = (data: unknown, more: Json = {}): Answer => ({
  status: 200,
  body: { data, httpStatusCode: 200, traceId: traceId(), ...more },
});

// Opaque to the caller: a UUID whose last group is the offset of the next item.
const tokenFor = (offset: number) => `ba8e384e-3308-4236-b344-${offset.toString(16).padStart(12, '0')}`;
const offsetOf = (token: string) =>
  /^ba8e384e-3308-4236-b344-[0-9a-f]{12}$/.test(token) ? parseInt(token.slice(-12), 16) : undefined;

/** @param lastToken what this list returns on the last page: absent, null or empty, by endpoint */
export function cloudPage(rows: Json[], ask: Ask, lastToken: null | '' | undefined): Answer {
  const asked = ask.query.get('pageSize');
  const size = Math.min(asked === null ? ask.paging.largestPage : Number(asked), ask.paging.largestPage);
  if (!Number.isInteger(size) || size < 1) return cloudError(400, `invalid pageSize: ${asked}`);
  const token = ask.query.get('nextToken') ?? '';
  const offset = token === '' ? 0 : offsetOf(token);
  if (offset === undefined) return cloudError(400, 'invalid nextToken');
  const from = ask.paging.itemMoves && offset > 0 ? offset - 1 : offset;
  const data = rows.slice(from, offset + size);
  if (ask.paging.sameToken) return cloudAnswer(data, { nextToken: token || tokenFor(size) });
  if (offset + size < rows.length) return cloudAnswer(data, { nextToken: tokenFor(offset + size) });
  return cloudAnswer(data, lastToken === undefined ? {} : { nextToken: lastToken });
}

/** A page of the Integration API: 25 items by default, at most 200. */
export function networkPage(rows: Json[], ask: Ask, requestPath: string): Answer {
  const offset = Number(ask.query.get('offset') ?? 0);
  const limit = Number(ask.query.get('limit') ?? 25);
  const whole = Number.isInteger(offset) && Number.isInteger(limit);
  if (!whole || offset < 0 || limit < 0 || limit > 200) return networkError(400, requestPath, ask.now);
  const size = Math.min(limit, ask.paging.largestPage);
  const from = ask.paging.itemMoves && offset > 0 ? offset - 1 : offset;
  const data = rows.slice(from, from + size);
  return { status: 200, body: { offset, limit, count: data.length, totalCount: rows.length, data } };
}

/** Requests per minute. Absent: unlimited. */
export interface RateLimits {
  /** Per key. */
  v1?: number;
  /** Per key. */
  ea?: number;
  /** Per console, whatever the key. */
  connector?: number;
}

/** unifi/API.md 1.1. */
export const documentedLimits: RateLimits = { v1: 10_000, ea: 100, connector: 100 };

/**
 * Counts requests in the last 60 s. Over the limit it returns 429 with the seconds until the oldest one
 * expires.
 */
export class RateLimiter {
  private taken = new Map<string, number[]>();

  constructor(public limits: RateLimits) {}

  /**
   * @param now Unix milliseconds
   * @returns the 429, or undefined if the request may pass
   */
  take(kind: keyof RateLimits, who: string, now: number): Answer | undefined {
    const limit = this.limits[kind];
    if (limit === undefined) return undefined;
    const name = `${kind} ${who}`;
    const recent = (this.taken.get(name) ?? []).filter((at) => at > now - 60_000);
    this.taken.set(name, recent);
    if (recent.length < limit) {
      recent.push(now);
      return undefined;
    }
    const waitSec = ((recent[0] ?? now) + 60_000 - now) / 1_000;
    const refusal = cloudError(429, `rate limit exceeded, retry after ${waitSec}s`);
    return { ...refusal, headers: { 'Retry-After': String(Math.ceil(waitSec)) } };
  }
}
