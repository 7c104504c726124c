import { ApolloClient, ApolloLink, InMemoryCache, type NormalizedCacheObject } from '@apollo/client';
import { prerenderStatic } from '@apollo/client/react/ssr';
import type { EmotionCache } from '@emotion/cache';
import type { DocumentNode, ExecutionResult } from 'graphql';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { from } from 'rxjs';
import { typePolicies } from '#web/app/apollo.ts';
import { createStyles } from '#web/app/providers.tsx';
import type { Platform } from '#web/lib/platform.ts';
import { Page, pageRoute } from './Page.tsx';
import { sitePages } from './pages.ts';

/** Answers what a screen asks, as the server would answer a visitor. */
export type Ask = (question: {
  query: DocumentNode;
  variables: Record<string, unknown>;
}) => Promise<ExecutionResult>;

/** What of a page comes from its screen. All of it is markup, except `state`. */
export interface Rendered {
  /** What the screen calls the page. */
  title?: string;
  /** What else it wants in the head. */
  head: string;
  /** The element's content, with which the browser takes over. */
  html: string;
  /** Style elements without a nonce. */
  styles: string;
  /** What was asked, for the browser's cache. */
  state: NormalizedCacheObject;
}

/** The paths that can be rendered. */
export const pages: Readonly<Record<string, { description?: string; reads: readonly string[] }>> =
  Object.fromEntries(
    Object.entries(sitePages).map(([path, { description, reads = [] }]) => [path, { description, reads }]),
  );

/** Which page, and for whom it speaks. */
export interface Wanted {
  path: string;
  /** With its question mark, or empty. */
  search: string;
  platform: Platform;
  ask: Ask;
}

/** A page of the site as a visitor sees it. @throws whatever went wrong in it. */
export async function render({ path, search, platform, ask }: Wanted): Promise<Rendered> {
  // `pages` above says what may be asked for.
  const Screen = await sitePages[path]!.load();
  const unanswered: unknown[] = [];
  const client = new ApolloClient({
    ssrMode: true,
    cache: new InMemoryCache({ typePolicies }),
    link: new ApolloLink(({ query, variables }) => {
      const answer = ask({ query, variables });
      // A screen makes the best of it; kept for all visitors, that would be too little.
      answer.catch((error: unknown) => void unanswered.push(error));
      return from(answer);
    }),
  });
  const failures: unknown[] = [];
  let styles: EmotionCache;
  const { query, dataRoutes } = createStaticHandler([pageRoute(path, Screen)]);
  const context = await query(new Request(new URL(path + search, 'http://site')));
  if (context instanceof Response) throw new Error(`${path} has no loader that could answer for it`);
  const router = createStaticRouter(dataRoutes, context);
  const Tree = () => (
    <Page {...{ client, platform, styles }}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Page>
  );
  const { result } = await prerenderStatic({
    tree: <Tree />,
    // Once more after each answer: only the last pass counts, and its styles are those of the page.
    renderFunction: (tree) => {
      styles = Object.assign(createStyles(''), { compat: true });
      failures.length = 0;
      return prerender(tree, {
        onError: (error) => void failures.push(error),
        // Otherwise a script of React's would put larger parts in their place.
        progressiveChunkSize: Infinity,
      });
    },
  });
  for (const failure of [...unanswered, ...failures]) throw failure;
  return {
    ...partsOf(result),
    styles: stylesOf(styles!),
    state: client.extract() as NormalizedCacheObject,
  };
}

/** React writes what belongs into the head in front of everything else. */
function partsOf(result: string): Pick<Rendered, 'title' | 'head' | 'html'> {
  const [hoisted] = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(result)!;
  const [element, title] = /<title[^>]*>([^<]*)<\/title>/.exec(hoisted) ?? [];
  return { title, head: hoisted.replace(element ?? '', ''), html: result.slice(hoisted.length) };
}

/** As the style library looks for them in the browser: what stands here is not added again. */
function stylesOf({ key, inserted, registered }: EmotionCache): string {
  const rules = Object.entries(inserted).filter((entry): entry is [string, string] => entry[1] !== true);
  const isGlobal = ([name]: [string, string]) => !(`${key}-${name}` in registered);
  const globals = rules
    .filter(isGlobal)
    .map(([name, css]) => `<style data-emotion="${key}-global ${name}">${css}</style>`);
  const own = rules.filter((rule) => !isGlobal(rule));
  const names = own.map(([name]) => name).join(' ');
  return `${globals.join('')}<style data-emotion="${key} ${names}">${own.map(([, css]) => css).join('')}</style>`;
}
