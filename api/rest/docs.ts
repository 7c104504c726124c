import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { openApi } from './openapi/document.ts';

const prefix = '/api/docs';
const script = `${prefix}/js/scalar.js`;

/** `/api/openapi.json`, and its readable page at `/api/docs`. */
export function registerDocs(fastify: FastifyInstance, schema: GraphQLSchema, publicUrl: string): void {
  let document: string | undefined;
  fastify.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApi(schema, publicUrl));
    return keep(reply, 300).type('application/json; charset=utf-8').send(document);
  });
  fastify.get(prefix, async (_request, reply) => sendPage(reply, (await reference()).page));
  fastify.get(script, { logLevel: 'warn' }, async (_request, reply) =>
    keep(reply, 3600)
      .type('text/javascript; charset=utf-8')
      .send((await reference()).script),
  );
}

const keep = (reply: FastifyReply, seconds: number): FastifyReply =>
  reply.header('cache-control', `public, max-age=${seconds}`);

let known: Promise<{ page: string; script: string }> | undefined;

/**
 * The page and its script from the package. Together they take 30 MB of memory, so they are read on first
 * use.
 */
function reference(): Promise<{ page: string; script: string }> {
  return (known ??= read());
}

async function read(): Promise<{ page: string; script: string }> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const inner = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await inner.register(scalar, {
    routePrefix: prefix,
    configuration: {
      url: '/api/openapi.json',
      cdn: script,
      pageTitle: 'REST API',
      // The page loads nothing from other hosts and sends nothing to them.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      persistAuth: false,
      defaultOpenAllTags: false,
    },
  });
  const [page, source] = await Promise.all([inner.inject(`${prefix}/`), inner.inject(script)]);
  await inner.close();
  return { page: page.body, script: source.body };
}

/** Only this page allows style elements created by script, which it needs. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = reply.cspNonce.script;
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return reply
    .header('content-security-policy', policy.join('; '))
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('<script', `<script nonce="${nonce}"`));
}
