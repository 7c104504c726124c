import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { retryAfterSeconds } from '#api/lib/errors.ts';
import { isAppPath } from '#api/features/seo/paths.ts';
import { methodsAt } from '#api/rest/methods.ts';
import { messagePage } from './site/page.ts';
import type { SiteCheck } from './site/site-origin.ts';
import type { Site } from './site/site.ts';

/** Vite adds a content hash to these names. */
const hashed = /\/assets\/[^/]+$/;

/** It has to be the newest one: browsers ask for it again to learn of a change. */
const worker = /\/service-worker\.js$/;

function cachingOf(file: string): string {
  if (worker.test(file)) return 'no-cache';
  return hashed.test(file) ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
}

interface More {
  /** URLs of our scripts that the app's page loads first. */
  scripts?: readonly string[];
  /** Adds the operator's settings to the app's page. */
  dress?: (page: string) => Promise<string>;
  /** Renders the public pages, if they were built. */
  site?: Site;
  /** Whether a request was sent to the public site's origin, which never serves the app. */
  isSite?: SiteCheck;
}

/**
 * Serves the built web from `root`: its files, the public pages, and the app's page for every other address a
 * browser requests.
 */
export async function registerWeb(
  fastify: FastifyInstance,
  root: string,
  { scripts = [], dress = (page) => Promise.resolve(page), site, isSite = () => false }: More = {},
): Promise<void> {
  const page = path.join(root, 'index.html');
  const more = scripts.map((src) => `<script src="${src}"></script>`).join('');
  const built = existsSync(page)
    ? readFileSync(page, 'utf8').replace('</head>', `${more}</head>`)
    : undefined;
  if (built) {
    await fastify.register(fastifyStatic, {
      root,
      index: false,
      cacheControl: false,
      setHeaders: (reply, file) => {
        reply.header('cache-control', cachingOf(file.replaceAll(path.sep, '/')));
      },
    });
  }
  for (const path of built ? new Set(['/', ...(site?.paths ?? [])]) : []) {
    fastify.get(path, async (request, reply) => {
      const page = await site?.pageFor(request, reply);
      if (page) return reply.send(page);
      return isSite(request.raw)
        ? sendMessage(reply.code(503).header('retry-after', retryAfterSeconds), unavailable)
        : sendPage(reply, await dress(built!));
    });
  }
  fastify.setNotFoundHandler(async (request, reply) => {
    if (wantsPage(request) && isSite(request.raw)) return sendMessage(reply.code(404), missing);
    if (built && wantsPage(request)) {
      // The app's screen explains it to people. Programs rely on the status.
      if (!isAppPath(pathOf(request))) reply.code(404);
      return sendPage(reply, await dress(built));
    }
    const methods = methodsAt(pathOf(request));
    if (methods.length > 0) {
      const message = `Use ${methods.join(' or ')} here`;
      return reply.code(405).header('allow', methods.join(', ')).send({ message });
    }
    return reply.code(404).send({ message: 'Not found' });
  });
}

const missing = { title: 'Page not found', text: "We couldn't find this page." };
const unavailable = {
  title: 'Temporarily unavailable',
  text: "We can't show this page. Try again in a moment.",
};

function sendMessage(reply: FastifyReply, message: { title: string; text: string }): FastifyReply {
  const html = messagePage({ ...message, nonce: reply.cspNonce.style });
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}

/** All addresses except API calls and missing files are screens of the app, which handles unknown ones. */
function wantsPage(request: FastifyRequest): boolean {
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = pathOf(request);
  if (/^\/(api|graphql|assets|dev|hooks)(\/|$)/.test(path)) return false;
  return !/\.[a-z0-9]{2,5}$/i.test(path) || (headers.accept ?? '').includes('text/html');
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!;

/**
 * Adds the nonce of this response's policy to the page, which the style library needs for styles it adds at
 * runtime.
 */
function sendPage(reply: FastifyReply, built: string): FastifyReply {
  const { script, style } = reply.cspNonce;
  const html = built
    .replace(/(<meta\s+name="csp-nonce"\s+content=")[^"]*"/, `$1${style}"`)
    .replace(/<script(?=[\s>])/g, `<script nonce="${script}"`)
    .replace(/<style(?=[\s>])/g, `<style nonce="${style}"`);
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}
