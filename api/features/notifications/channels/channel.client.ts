import type { App } from '#api/config/app.ts';
import { failure } from '#api/features/integrations/channel-failures.ts';
import {
  OutboundFailure,
  OutboundRefused,
  type OutboundAnswer,
  type OutboundCall,
} from '#api/security/outbound.ts';
import type { ChannelConfig } from '../../integrations/channel-config.ts';
import type { Outcome, OutgoingMessage } from './message.ts';

/** One kind of place that people are told in. It knows its service and nothing of ours. */
export interface Channel {
  /** Never throws for what a service does: that is an outcome. */
  send(app: App, config: ChannelConfig, message: OutgoingMessage): Promise<Outcome>;
  /** Whether many alerts at once become one message. Programs want each. */
  summarizes: boolean;
  /** Messages to one destination at a time; 1 also keeps their order. */
  concurrency: number;
  /** Milliseconds between two messages to one destination. */
  spacingMs: number;
  /** Milliseconds until each further attempt; after the last the delivery has failed. */
  retries: readonly number[];
}

/** What an answer means. */
export type Verdict = Outcome extends infer One
  ? One extends Outcome
    ? Omit<One, keyof Measured>
    : never
  : never;

type Measured = Pick<Outcome, 'status' | 'answer' | 'durationMs'>;

/** Characters of an answer that are kept. */
const longestAnswer = 1024;

/** Milliseconds that a service may ask us to wait; longer than the whole schedule of any channel helps nobody. */
const longestPause = 86_400_000;

/** Calls an address that somebody typed, once; whatever the other side does is an outcome. */
export async function attempt(
  { outbound }: Pick<App, 'outbound'>,
  url: string,
  call: OutboundCall,
  read: (answer: OutboundAnswer, url: string) => Verdict,
): Promise<Outcome> {
  try {
    const answer = await outbound.call(url, call);
    const { status, durationMs } = answer;
    return { ...read(answer, url), status, answer: withoutSecrets(answer.text, url), durationMs };
  } catch (error) {
    if (error instanceof OutboundRefused)
      return { result: 'failed', reason: failure('attempt_failed', { text: error.message }), durationMs: 0 };
    if (!(error instanceof OutboundFailure)) throw error;
    const { message, durationMs } = error;
    const reason = failure('attempt_failed', { text: `${message}.` });
    return { result: 'retry', scope: 'destination', reason, durationMs };
  }
}

/** The call that posts an object. */
export function posting(body: object, method: 'POST' | 'PATCH' = 'POST'): OutboundCall {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/**
 * What no service means for good: to wait and to try again. Undefined for every other answer.
 * `afterMs`: what it said of that; what stands in its headers unless given.
 */
export function temporaryFailure(
  { status, headers }: OutboundAnswer,
  service: string,
  afterMs = retryAfter(headers['retry-after']),
): Verdict | undefined {
  const again = { result: 'retry', scope: 'destination', ...(afterMs !== undefined && { afterMs }) } as const;
  if (status === 429) return { ...again, reason: failure('rate_limited', { service }) };
  if (status >= 500 || status === 408 || status === 425)
    return { ...again, reason: failure('service_error', { service, status }) };
  return undefined;
}

/** An answer that nobody foresaw, a redirect among them. */
export function otherFailure({ status }: OutboundAnswer, service: string): Verdict {
  const isRedirect = status >= 300 && status < 400;
  const reason = isRedirect ? failure('redirected', { status }) : failure('refused', { service, status });
  return { result: 'failed', reason };
}

/** Milliseconds until then (RFC 9110, 10.2.3: seconds or a date). */
export function retryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  // Date.parse would make a date of almost any number too.
  const date = /^[A-Z][a-z]+, /.test(header) ? Date.parse(header) - now : Number.NaN;
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : date;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(Math.ceil(ms), 0), longestPause);
}

/**
 * The beginning of an answer as it may be stored and shown: what it repeats of the address or of our links, however it
 * is encoded, is left out.
 */
export function withoutSecrets(text: string, url: string): string {
  const { pathname, search, searchParams } = new URL(url);
  const parts = [url, search, pathname, ...pathname.split('/'), ...searchParams.values()];
  const secrets = parts
    .flatMap((part) => [part, decoded(part), encodeURIComponent(part), encodeURIComponent(decoded(part))])
    .filter((part) => part.length >= 8)
    .toSorted((a, b) => b.length - a.length);
  // The digits of an encoding are written large or small.
  const clean = secrets.reduce(
    (rest, secret) => rest.replace(new RegExp(escaped(secret), 'gi'), '…'),
    text.toWellFormed(),
  );
  return clean
    .replace(/token(=|%3d)[\w.%-]+/gi, 'token=…')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, longestAnswer)
    .toWellFormed();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
