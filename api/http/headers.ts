import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#api/config/config.ts';
import { Refused } from '#api/lib/errors.ts';
import type { OriginCheck } from './proxies.ts';

/** Security headers on every response. Rejects requests sent by other sites' pages. */
export async function registerHeaders(
  fastify: FastifyInstance,
  { publicUrl }: Config,
  isOwnOrigin: OriginCheck,
): Promise<void> {
  await fastify.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(publicUrl) },
    strictTransportSecurity: isPublicHttps(publicUrl) && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  });
  const dressed = alike();
  fastify.addHook('onRequest', async (request, reply) => {
    if ('helmet' in request.routeOptions.config) dressed(reply);
    reply.header('x-request-id', request.id);
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()');
    if (isPrivate(request)) reply.header('cache-control', 'no-store');
    if (opensByToken(request)) reply.header('referrer-policy', 'no-referrer');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads && !isOwnOrigin(request.raw)) {
      throw new Refused('Requests from other sites are refused');
    }
  });
}

/**
 * Helmet's headers for routes with `helmet: false`, which don't return pages. Without nonces they never
 * change, so they are computed once. Helmet would do so for each response, which costs as much as a list of
 * fifty rows.
 */
function alike(): (reply: FastifyReply) => void {
  let known: [string, string][] | undefined;
  return (reply) => {
    if (known) return known.forEach(([name, value]) => reply.raw.setHeader(name, value));
    reply.helmet();
    known = Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]);
  };
}

/** Whether the response may contain personal data. */
function isPrivate({ url }: FastifyRequest): boolean {
  return /^\/(api|graphql)(?=[/?]|$)/.test(url);
}

/** Whether the address contains an emailed token, which must not leak to other sites. */
function opensByToken({ url }: FastifyRequest): boolean {
  return /^\/(verify-email|reset-password|unlock|confirm-email|accept-invitation|alert-link|unsubscribe|hooks\/unsubscribe)(?=[/?]|$)/i.test(
    url,
  );
}

/** HSTS on a developer's own machine would make the browser refuse plain HTTP there for a year. */
function isPublicHttps(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && !/^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
}

/**
 * `'self'` covers a WebSocket to the page's own origin. Behind a proxy it may be spelled differently, so it
 * is listed too. Stripe.js only comes from Stripe, which shows card fields and the bank's confirmation in its
 * own iframes.
 */
function contentPolicy(publicUrl: string): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", 'https://js.stripe.com'],
    'style-src': ["'self'"],
    'connect-src': ["'self'", publicUrl.replace(/^http/, 'ws'), 'https://api.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
  };
}
