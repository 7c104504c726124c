import { randomUUID } from 'node:crypto';
import { escapeHtml } from '#api/lib/html.ts';
import type { Rendered, SiteBuild } from './renderer.ts';

/** Placeholders for a response's nonces. They are random, so no one can write them into a page. */
export const blank = { script: `script-${randomUUID()}`, style: `style-${randomUUID()}` };

/** A rendered page, split where the nonces go. Rendering it for each request would cost a millisecond. */
export type Cut = readonly (Buffer | 'script' | 'style')[];

export function cutAtBlanks(html: string): Cut {
  return html.split(new RegExp(`(${blank.script}|${blank.style})`)).map((piece) => {
    if (piece === blank.script) return 'script';
    return piece === blank.style ? 'style' : Buffer.from(piece);
  });
}

export function filledIn(page: Cut, nonces: { script: string; style: string }): Buffer {
  const [script, style] = [Buffer.from(nonces.script), Buffer.from(nonces.style)];
  return Buffer.concat(
    page.map((piece) => (piece === 'script' ? script : piece === 'style' ? style : piece)),
  );
}

/** What the site's settings add to a page. */
export interface Additions {
  /**
   * Tags after ours: metadata for search engines and previews, verification tags, and administrators' own
   * tags.
   */
  head: string;
  /** Style sheets as text, in this order. */
  css: readonly string[];
  /** Whether the tags include third-party scripts. */
  admits: boolean;
  /** Runs before the loader (see `site-origin.ts`). */
  first: string;
}

/** The whole document, with placeholders for the nonces. */
export function writePage({ loader, scripts, css }: SiteBuild, page: Rendered, more: Additions): string {
  return [
    '<!doctype html><html lang="en" data-site><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="csp-nonce" content="${blank.style}"><meta name="color-scheme" content="light dark">`,
    `<script nonce="${blank.script}" data-src="${scripts.join(' ')}">${more.first}${loader}</script>`,
    page.head,
    `<style nonce="${blank.style}">${css}</style>`,
    page.styles.replaceAll('<style ', `<style nonce="${blank.style}" `),
    ...more.css
      .filter((sheet) => sheet !== '')
      .map((sheet) => `<style nonce="${blank.style}">${sheet}</style>`),
    more.head,
    `</head><body><div id="root">${page.html}</div>`,
    `<script type="application/json" id="site-state" nonce="${blank.script}">${asJson(page.state)}</script>`,
    '</body></html>',
  ].join('');
}

/** A self-contained page for visitors of the site's own origin, which never serves the app. */
export function messagePage({ title, text, nonce }: { title: string; text: string; nonce: string }): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>`,
    `<style nonce="${nonce}">body{max-width:36rem;margin:20vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}</style>`,
    `</head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`,
    '<p><a href="/">Go to the home page</a></p></main></body></html>',
  ].join('');
}

/** JSON that is safe inside a script element: it can't end the element or start a comment. */
export const asJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A style sheet that is safe inside a style element: characters that could end it are escaped. */
export const asCss = (sheet: string): string => sheet.replace(/<(?=[/!])/g, '\\3c ');
