import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DocumentNode, ExecutionResult } from 'graphql';

export type Ask = (question: {
  query: DocumentNode;
  variables: Record<string, unknown>;
}) => Promise<ExecutionResult>;

/** The product's details on a page. */
export interface Platform {
  platformName: string;
  supportEmail: string | null;
  logoUrl: string | null;
  footerText: string;
}

export interface Wanted {
  path: string;
  search: string;
  platform: Platform;
  ask: Ask;
}

/** The output of the built renderer (`web/site/render.tsx`) for a screen. */
export interface Rendered {
  title?: string;
  head: string;
  html: string;
  styles: string;
  state: unknown;
}

/** The built public site: its renderer, and the files its pages load. */
export interface SiteBuild {
  /** Its paths. `reads` are the parameters that affect a page. */
  pages: Readonly<Record<string, { description?: string; reads: readonly string[] }>>;
  render(wanted: Wanted): Promise<Rendered>;
  /** The small script in every page. */
  loader: string;
  /** URLs of the script that hydrates a page, and of its imports. */
  scripts: readonly string[];
  /** Style sheets of every page, inlined because they are small and fetching them would cost a round trip. */
  css: string;
}

/** A built script: its static imports, and its style sheets. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** @param web directory of the built web, next to the renderer. Returns undefined if it wasn't built. */
export async function loadSite(web: string): Promise<SiteBuild | undefined> {
  const built = path.join(path.dirname(web), 'dist-site');
  const manifest = path.join(web, '.vite/manifest.json');
  const renderer = path.join(built, 'render.js');
  if (!existsSync(manifest) || !existsSync(renderer)) return undefined;
  const { pages, render } = (await import(pathToFileURL(renderer).href)) as Pick<
    SiteBuild,
    'pages' | 'render'
  >;
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>;
  const parts = partsOf(chunks, 'site/main.tsx');
  const sheets = new Set(parts.flatMap(({ css = [] }) => css));
  return {
    pages,
    render,
    loader: readFileSync(path.join(built, 'loader.js'), 'utf8'),
    scripts: parts.map(({ file }) => `/${file}`),
    css: [...sheets].map((sheet) => readFileSync(path.join(web, sheet), 'utf8').trim()).join(''),
  };
}

/** A chunk and everything it imports. */
function partsOf(chunks: Record<string, Chunk>, name: string): Chunk[] {
  const names = new Set([name]);
  for (const known of names) for (const needed of chunks[known]!.imports ?? []) names.add(needed);
  return [...names].map((known) => chunks[known]!);
}
