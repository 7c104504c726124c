import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '#api/config/app.ts';
import { isAppPath } from './paths.ts';
import { loadRedirects, servedRobots, servedSecurityTxt, servedSitemap } from './seo.service.ts';

/** `/sitemap.xml`, `/robots.txt`, `/.well-known/security.txt`, and the operator's redirects, which come before every page. */
export function registerSeo(fastify: FastifyInstance, app: App): void {
  fastify.get('/sitemap.xml', async (_request, reply) =>
    send(reply, 'application/xml; charset=utf-8', await servedSitemap(app)),
  );
  fastify.get('/.well-known/security.txt', async (_request, reply) =>
    send(reply, 'text/plain; charset=utf-8', await servedSecurityTxt(app)),
  );
  fastify.get('/robots.txt', async (_request, reply) =>
    send(reply, 'text/plain; charset=utf-8', await servedRobots(app)),
  );

  const redirects = loadRedirects(app);
  fastify.addHook('onRequest', async (request, reply) => {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || isAppPath(url.split('?', 1)[0]!)) return undefined;
    // A site whose rules cannot be read still has its pages.
    const index = await redirects().catch((err: unknown) => {
      request.log.error({ err }, 'No redirects');
      return undefined;
    });
    const target = index?.redirect(url);
    if (target === undefined) return undefined;
    // Browsers would keep a permanent one for ever: a mistake could not be mended.
    return reply.header('cache-control', 'public, max-age=300').redirect(target, 301);
  });
}

/** Robots ask seldom, and what was saved holds at once. */
function send(reply: FastifyReply, type: string, content: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type(type).send(content);
}
