import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#api/config/config.ts';
import { Refused } from '#api/lib/errors.ts';
import { isAppPath } from '#api/features/seo/paths.ts';
import type { Proxies } from '../proxies.ts';
import { asJson } from './page.ts';

/** Whether a request was sent to the public site's own origin. Always false without `SITE_URL`. */
export type SiteCheck = (request: IncomingMessage) => boolean;

export function siteCheck({ siteUrl }: Pick<Config, 'siteUrl'>, { hostOf }: Proxies): SiteCheck {
  if (!siteUrl) return () => false;
  const { protocol, host } = new URL(siteUrl);
  // Parsed, so that an explicit default port makes no difference.
  return (request) => URL.parse(`${protocol}//${hostOf(request) ?? ''}`)?.host === host;
}

/** Files of the pages, and those that robots and load balancers request from any host. */
const files =
  /^\/(assets|uploads|pictures|\.well-known)\/|^\/(mark\.svg|theme\.js|favicon\.ico|robots\.txt|sitemap\.xml|healthz|readyz|metrics)$/;

/**
 * Keeps the app off the site's origin, where administrators' scripts run. No one can sign in there, and no token is
 * accepted. URLs of the app redirect to its own origin.
 */
export function keepAppAway(
  fastify: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { isSite, pages }: { isSite: SiteCheck; pages: readonly string[] },
): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isSite(request.raw) || belongsToSite(request, pages)) return undefined;
    if (request.method === 'GET' || request.method === 'HEAD') {
      // Temporary: browsers would remember a permanent redirect after SITE_URL has changed.
      return reply.header('cache-control', 'no-store').redirect(`${publicUrl}${request.url}`, 302);
    }
    throw new Refused(`Send this request to ${publicUrl}.`);
  });
}

function belongsToSite({ method, url, headers }: FastifyRequest, pages: readonly string[]): boolean {
  const [typed = '', query] = url.split(/\?(.*)/s);
  const asked = normalizePath(typed);
  if (asked === undefined) return false;
  if (pages.includes(asked)) return !new URLSearchParams(query).has('app');
  // Used by the pages' forms and lists.
  if (asked === '/graphql') return method === 'POST' && headers.authorization === undefined;
  return files.test(asked) || !(isAppPath(asked) || asked === '/index.html');
}

/** Normalizes a path as the router and the file server do. */
function normalizePath(typed: string): string | undefined {
  try {
    return path.posix.normalize(decodeURIComponent(typed)).replace(/(?<=.)\/+$/, '');
  } catch {
    return undefined;
  }
}

/** Deletes a token from before the site had its own origin. It is still valid, and administrators' scripts run here. */
export const forgetToken = "try{localStorage.removeItem('auth_token')}catch{}\n";

/** On the app's origin: redirects visitors to the site, unless the previous page left them a message here. */
export const leadToSite = (siteUrl: string): string =>
  "try{if(!localStorage.getItem('auth_token')&&!sessionStorage.getItem('say_next_toast'))" +
  `{stop();location.replace(${asJson(siteUrl)}+location.href.slice(location.origin.length))}}catch{}\n`;
