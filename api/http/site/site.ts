import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GraphQLSchema, execute, type ExecutionResult } from 'graphql';
import type { App } from '#api/config/app.ts';
import { memoize } from '#api/lib/concurrency.ts';
import { ScriptState } from '#api/features/seo/seo.entity.ts';
import { scriptState } from '#api/features/seo/site-scripts.service.ts';
import { additionsTo, settingsOf } from './additions.ts';
import { cutAtBlanks, filledIn, writePage, type Cut } from './page.ts';
import type { SiteBuild, Ask } from './renderer.ts';
import { forgetToken, leadToSite, type SiteCheck } from './site-origin.ts';

/**
 * Once this many pages are cached, pages with parameters are left to the app, so that made-up parameters
 * can't keep us busy.
 */
const mostKept = 200;
/** Longest query string in characters. Nobody needs a longer one. */
const longestSearch = 500;

interface Kept {
  page: Cut;
  /** Whether it contains third-party scripts. */
  admits: boolean;
}

export interface Site {
  paths: readonly string[];
  /** The page for a response, whose headers it sets. Undefined if the app has to show it. */
  pageFor(request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined>;
}

/** Renders the public pages. Each is cached until content changes. */
export function openSite(app: App, schema: GraphQLSchema, build: SiteBuild, isSite: SiteCheck): Site {
  const ask = askAsVisitor(app, schema);
  const { siteUrl } = app.config;

  /** @param onSite whether it is for the site's own origin instead of the app's */
  async function write(path: string, search: string, onSite: boolean): Promise<Kept> {
    const settings = await settingsOf(app);
    const state = scriptState(app.config, settings.facts.advanced);
    const scripts = state === ScriptState.own_origin ? onSite : state === ScriptState.accepted;
    const rendered = await build.render({ path, search, platform: settings.platform, ask });
    const { description } = build.pages[path]!;
    const additions = additionsTo({ path, title: rendered.title, description }, settings, scripts);
    const first = onSite ? forgetToken : siteUrl ? leadToSite(siteUrl) : '';
    const written = writePage(build, rendered, { ...additions, first });
    return { page: cutAtBlanks(written), admits: additions.admits };
  }

  /** The page at an address. Undefined if it isn't a public page. */
  async function find(path: string, query: URLSearchParams, onSite: boolean): Promise<Kept | undefined> {
    const search = searchOf(build.pages[path]?.reads, query);
    if (search === undefined) return undefined;
    // Each change starts a new map, so that a page rendered before the change isn't cached.
    const kept = await app.content.read('site pages', async () => new Map<string, Promise<Kept>>());
    const key = `${onSite ? 'site ' : ''}${path}${search}`;
    if (search !== '' && kept.size >= mostKept && !kept.has(key)) return undefined;
    return memoize(kept, key, () => write(path, search, onSite));
  }

  return {
    paths: Object.keys(build.pages),
    async pageFor(request, reply) {
      // The matched route, however the address was spelled.
      const path = request.routeOptions.url ?? '/';
      const [, query] = request.url.split(/\?(.*)/s);
      const searchParams = new URLSearchParams(query);
      if (searchParams.has('app')) return undefined;
      try {
        const onSite = isSite(request.raw);
        // The app doesn't answer on the site's own origin, so a plain page is shown.
        const plain = onSite ? () => find(path, new URLSearchParams(), onSite) : () => undefined;
        const found = (await find(path, searchParams, onSite)) ?? (await plain());
        if (!found) return undefined;
        // The nonces are unique to this response, so the browser must revalidate each time.
        reply.header('content-security-policy', sitePolicy(reply, found.admits));
        reply.header('cache-control', 'private, no-cache').type('text/html; charset=utf-8');
        return filledIn(found.page, reply.cspNonce);
      } catch (err) {
        request.log.error({ err, path }, 'Failed to render a page of the public site');
        return undefined;
      }
    },
  };
}

/** The parameters a page reads, in its order. Undefined for addresses that can't be cached. */
function searchOf(reads: readonly string[] | undefined, query: URLSearchParams): string | undefined {
  const read = reads?.flatMap((name) =>
    query
      .getAll(name)
      .slice(0, 1)
      .map((value) => [name, value]),
  );
  if (!read) return undefined;
  const search = new URLSearchParams(read).toString();
  if (search.length > longestSearch) return undefined;
  return search && `?${search}`;
}

/**
 * Executes the queries of public screens as a visitor, without the network.
 * @throws the first field error, because half a page is useless
 */
function askAsVisitor(app: App, schema: GraphQLSchema): Ask {
  return async ({ query: document, variables: variableValues }) => {
    const request = { id: 'site', ip: null, userAgent: null };
    const contextValue = { em: app.orm.em.fork(), viewer: null, app, request };
    const answer = await execute({ schema, document, variableValues, contextValue });
    if (answer.errors?.[0]) throw answer.errors[0].originalError ?? answer.errors[0];
    // Serialized as over the network, so that dates become text.
    return JSON.parse(JSON.stringify(answer)) as ExecutionResult;
  };
}

/**
 * The content security policy of a public page. It is narrower than the app's, because it needs no card
 * forms. Third-party scripts added by administrators run with the response's nonce and may load and send what
 * they need.
 */
function sitePolicy(reply: FastifyReply, admits: boolean): string {
  const policy = new Map(
    String(reply.getHeader('content-security-policy'))
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources.filter(isOurs)]),
  );
  policy.set('frame-src', ["'none'"]);
  // A service worker would outlive the page, and see the app where both share an origin.
  policy.set('worker-src', ["'none'"]);
  policy.set('manifest-src', ["'none'"]);
  if (admits) {
    policy.get('script-src')?.push("'strict-dynamic'");
    policy.get('connect-src')?.push('https:');
    policy.get('img-src')?.push('https:');
  }
  return [...policy].map(([name, sources]) => [name, ...sources].join(' ')).join(';');
}

const isOurs = (source: string) => !/\bstripe\.com$/.test(source);
