import fastifyStatic from '@fastify/static';
import { getDistDirectory, renderAltair } from 'altair-static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const staticPath = '/graphql/explorer/';

/** Serves the explorer's files from its package, without any outside host. */
export function registerExplorer(fastify: FastifyInstance): void {
  fastify.register(fastifyStatic, {
    root: getDistDirectory(),
    prefix: staticPath,
    index: false,
    decorateReply: false,
    maxAge: '1h',
    logLevel: 'warn',
  });
}

/** Whether a person opened `/graphql` in a browser. */
export function wantsExplorer(request: FastifyRequest): boolean {
  return (
    request.method === 'GET' &&
    !request.url.includes('?') &&
    (request.headers.accept ?? '').includes('text/html')
  );
}

/**
 * Sends the explorer's page. Only this page allows style elements and workers created by script and relative
 * URLs with a base, which the editor needs.
 */
export function sendExplorer(reply: FastifyReply): FastifyReply {
  const nonce = reply.cspNonce.script;
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ];
  const page = renderAltair({
    baseURL: staticPath,
    endpointURL: '/graphql',
    // With SSE the headers apply to subscriptions too.
    subscriptionsEndpoint: '/graphql/stream',
    initialSubscriptionRequestHandlerId: 'graphql-sse',
    initialQuery: '{\n  packages {\n    name\n  }\n}\n',
    // The token's header is visible, and entered values aren't stored.
    initialHeaders: { Authorization: 'Bearer nl_your-token' },
    cspNonce: nonce,
    preserveState: false,
    disableAccount: true,
    initialSettings: {
      'schema.reloadOnStart': true,
      'alert.disableUpdateNotification': true,
      'banners.disable': true,
    },
  });
  return reply
    .header('content-security-policy', policy.join('; '))
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('<script type="module" src', `<script nonce="${nonce}" type="module" src`));
}
