import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ruruHTML } from 'ruru/server';
import { getStaticFile } from 'ruru/static';

const staticPath = '/graphql/explorer/';

/** Files of the explorer, all from the package: no outside host. They are read into memory (4 MB) when first asked for. */
export function registerExplorer(fastify: FastifyInstance): void {
  fastify.get(`${staticPath}*`, { logLevel: 'warn' }, async (request, reply) => {
    const file = await getStaticFile({
      staticPath,
      urlPath: request.url,
      acceptEncoding: request.headers['accept-encoding'],
      disallowDevAssets: true,
    });
    if (!file) return reply.callNotFound();
    return reply.headers(file.headers).header('cache-control', 'public, max-age=3600').send(file.content);
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

/** The explorer's page. Its editor makes style elements and workers of its own, so this page alone allows those. */
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
    "base-uri 'none'",
    "form-action 'self'",
  ];
  const page = ruruHTML({
    staticPath,
    endpoint: '/graphql',
    clientConfig: {
      defaultQuery: '{\n  packages {\n    name\n  }\n}\n',
      // Where a token goes is in sight, and what is entered there is kept nowhere.
      defaultHeaders: '{\n  "Authorization": "Bearer nl_your-token"\n}\n',
      showPersistHeadersSettings: false,
    },
  });
  return reply
    .header('content-security-policy', policy.join('; '))
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('<script', `<script nonce="${nonce}"`));
}
