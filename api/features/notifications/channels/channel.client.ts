import type { App } from '#api/config/app.ts';
import { failure } from '#api/features/integrations/channel-failures.ts';
import {
  OutboundFailure,
  OutboundRefused,
  type OutboundAnswer,
  type OutboundCall,
} from '#api/security/outbound.ts';
import type { ChannelConfig } from '../../integrations/channel-config.ts';
import type { Evidence, ProofOutcome, UnprovableCode } from '../proofs/proof.ts';
import type { MessageText } from './message-text.ts';
import type { Outcome, OutgoingMessage } from './message.ts';

/** A type of notification channel. It knows its service and nothing about our product. */
export interface Channel {
  /** Never throws for a service's response, which becomes an outcome. */
  send(app: App, config: ChannelConfig, message: OutgoingMessage): Promise<Outcome>;
  /**
   * Checks that messages would arrive, without posting anything that people see. Never throws for a service's response.
   * @param id of the check, the same if it is repeated because its result was lost
   */
  prove(app: App, config: ChannelConfig, id: string): Promise<ProofOutcome>;
  /** Sends a message that isn't about alerts. Undefined if it has a sender of its own, or is only for alerts. */
  announce?(app: App, config: ChannelConfig, announcement: Announcement): Promise<Outcome>;
  /** Whether many alerts at once become one message. Programs want each alert. */
  summarizes: boolean;
  /**
   * Each recipient has an address of their own, so failures say nothing about others and don't pause or turn off the
   * channel.
   */
  isPersonal?: boolean;
  /** Concurrent messages to one destination. 1 also preserves their order. */
  concurrency: number;
  /** Milliseconds between two messages to one destination. */
  spacingMs: number;
  /** Delays before each retry, in ms. After the last one, the delivery has failed. */
  retries: readonly number[];
}

/** A message that isn't about alerts. */
export interface Announcement {
  /** The same if it is repeated. */
  id: string;
  /** For programs: what happened, with its facts. */
  type: string;
  data: object;
  /** For people. */
  said: MessageText;
}

/** The meaning of a response. */
export type Verdict = Outcome extends infer One
  ? One extends Outcome
    ? Omit<One, keyof Measured>
    : never
  : never;

type Measured = Pick<Outcome, 'status' | 'answer' | 'durationMs'>;

/** Characters of a response that are kept. */
const longestAnswer = 1024;

/** Longest pause a service may request, in ms. A longer one would outlast every channel's retries. */
const longestPause = 86_400_000;

/** Calls a user-supplied URL once. Whatever the other side does becomes an outcome. */
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

/** What a call proves. Its outcome is read like that of a message. */
export function proofOf(outcome: Outcome, code: Evidence['code']): ProofOutcome {
  if (!('reason' in outcome)) return { result: 'proven', evidence: { code, status: outcome.status } };
  const { reason } = outcome;
  const afterMs = outcome.result === 'retry' ? outcome.afterMs : undefined;
  const isFinal = outcome.result === 'failed' && !!outcome.disable;
  return { result: 'failed', reason, isFinal, ...(afterMs !== undefined && { afterMs }) };
}

export const unprovable = (why: UnprovableCode): ProofOutcome => ({ result: 'unprovable', why });

/** A request that posts an object. */
export function posting(body: object, method: 'POST' | 'PATCH' = 'POST') {
  const headers = { 'content-type': 'application/json' };
  return { method, headers, body: JSON.stringify(body) } satisfies OutboundCall;
}

/**
 * A failure worth retrying for any service. Undefined for every other response. `afterMs` is the wait the
 * service requested, taken from its headers by default.
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

/** An unexpected response, including redirects. */
export function otherFailure({ status }: OutboundAnswer, service: string): Verdict {
  const isRedirect = status >= 300 && status < 400;
  const reason = isRedirect ? failure('redirected', { status }) : failure('refused', { service, status });
  return { result: 'failed', reason };
}

/** The delay in ms (RFC 9110, 10.2.3: seconds or a date). */
export function retryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  // Date.parse would also accept almost any number.
  const date = /^[A-Z][a-z]+, /.test(header) ? Date.parse(header) - now : Number.NaN;
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : date;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(Math.ceil(ms), 0), longestPause);
}

/**
 * The start of a response, safe to store and show. Removes repetitions of the URL or our links, however they
 * are encoded.
 */
export function withoutSecrets(text: string, url: string): string {
  const { pathname, search, searchParams } = new URL(url);
  const parts = [url, search, pathname, ...pathname.split('/'), ...searchParams.values()];
  const secrets = parts
    .flatMap((part) => [part, decoded(part), encodeURIComponent(part), encodeURIComponent(decoded(part))])
    .filter((part) => part.length >= 8)
    .toSorted((a, b) => b.length - a.length);
  // Percent-encoded digits can be upper or lower case.
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
