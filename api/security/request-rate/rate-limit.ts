import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Context } from '#api/graphql/context.ts';
import { TooMany } from '#api/lib/errors.ts';
import { hashToken } from '#api/security/token.ts';
import { rateWindow, type RequestRates, type RateStatus } from './request-rates.ts';
import { subjectOf } from './row-cost.ts';

type ContextOf = (request: FastifyRequest) => Promise<Context>;

/** Maximum tokens remembered as out of requests. */
const maxRefused = 1000;

/**
 * Counts each authenticated request once, and reports the current counts in the response headers.
 * @returns the same lookup, which throws TooMany once no requests are left
 */
export function registerRateLimit(
  fastify: FastifyInstance,
  rates: RequestRates,
  contextOf: ContextOf,
): ContextOf {
  const subjects = new WeakMap<FastifyRequest, string>();
  /** Refused callers by hash of their credentials, so that their retries cost no database query. */
  const refused = new LRUCache<string, { subject: string; until: number }>({ max: maxRefused });

  fastify.addHook('onSend', async (request, reply) => {
    const subject = subjects.get(request);
    if (subject) reply.headers(rateHeaders(rates.status(subject)));
  });

  function take(request: FastifyRequest, subject: string, pass: string | undefined): void {
    subjects.set(request, subject);
    try {
      rates.take(subject);
    } catch (error) {
      const seconds = error instanceof TooMany ? Number(error.extensions['retryAfter']) : 0;
      if (pass) {
        refused.set(pass, { subject, until: Date.now() + Math.min(seconds * 1000, rateWindow) });
      }
      throw error;
    }
  }

  return async (request) => {
    const { authorization } = request.headers;
    const pass = authorization && hashToken(authorization);
    const known = pass && refused.get(pass);
    if (known && known.until > Date.now()) take(request, known.subject, pass);
    else if (known) refused.delete(pass);
    const ctx = await contextOf(request);
    if (!subjects.has(request)) take(request, subjectOf(ctx), pass);
    return ctx;
  };
}

/** Fields of the IETF's draft "RateLimit header fields for HTTP" (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateHeaders(standings: readonly RateStatus[]): Record<string, string> {
  const policy = standings.map(({ name, allowed }) => `"${name}";q=${allowed};w=${rateWindow / 1000}`);
  const left = standings.map(({ name, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`);
  return { 'ratelimit-policy': policy.join(', '), ratelimit: left.join(', ') };
}
