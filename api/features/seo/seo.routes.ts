import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '#api/config/app.ts';
import { isAppPath } from './paths.ts';
import { loadRedirects, servedRobots, servedSecurityTxt, servedSitemap } from './seo.service.ts';

/**
 * Serves `/sitemap.xml`, `/robots.txt`, `/.well-known/security.txt`, and the operator's redirects, which come
 * before every page.
 */
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
    // Without readable rules, the site still serves its pages.
    const index = await redirects().catch((err: unknown) => {
      request.log.error({ err }, 'Failed to load redirects');
      return undefined;
    });
    const target = index?.redirect(url);
    if (target === undefined) return undefined;
    // Without a limit, browsers cache a permanent redirect forever, and a mistake couldn't be fixed.
    return reply.header('cache-control', 'public, max-age=300').redirect(target, 301);
  });
}

/** Crawlers request these rarely, and changes should apply immediately. */
function send(reply: FastifyReply, type: string, content: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type(type).send(content);
}
