import { numberedLines, quoted, type LineProblem, lineNumberAt } from './line-problems.ts';
import type { UpdateFrequency } from './seo.entity.ts';

/** Maximum URLs in a file, and characters of a URL (sitemaps.org). */
const mostUrls = 50_000;
const longestUrl = 2048;

/** XML namespace of the protocol. */
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Public pages. The waitlist needs a package, and `/old` redirects to `/`, so neither is listed. */
const staticPages: readonly string[] = ['/packages', '/contact', '/privacy', '/terms'];

export interface SitemapContent {
  includeHomepage: boolean;
  includeStaticPages: boolean;
  /** One per line: a path on the site, or a full URL on its domain. */
  customUrls: string;
  updateFrequency: `${UpdateFrequency}`;
  /** 0.1 to 1.0. */
  priority: number;
}

/** Generates the XML, leaving out custom URLs that can't be listed. */
export function sitemapXml(content: SitemapContent, origin: string): string {
  const pages = [
    ...(content.includeHomepage ? ['/'] : []),
    ...(content.includeStaticPages ? staticPages : []),
  ].map((path) => origin + path);
  const addresses = [...new Set([...pages, ...readCustomUrls(content.customUrls, origin).urls])];
  // Omit `lastmod`: we don't know it, and search engines stop trusting made-up dates.
  const entries = addresses
    .slice(0, mostUrls)
    .map((address) =>
      [
        '  <url>',
        `    <loc>${escapeXml(address)}</loc>`,
        `    <changefreq>${content.updateFrequency}</changefreq>`,
        `    <priority>${content.priority.toFixed(1)}</priority>`,
        '  </url>',
      ].join('\n'),
    );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<urlset xmlns="${namespace}">`,
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** Parses custom URLs, with the problems of invalid lines. */
export function readCustomUrls(text: string, origin: string): { urls: string[]; problems: LineProblem[] } {
  const lines = numberedLines(text);
  const room = mostUrls - staticPages.length - 1;
  const beyond = lines[room];
  const problems: LineProblem[] = beyond
    ? [{ line: beyond.line, problem: 'A sitemap can list at most 50,000 URLs' }]
    : [];
  const urls = lines.slice(0, room).flatMap(({ line, text: typed }) => {
    const problem = urlProblem(typed, origin);
    if (problem) problems.push({ line, problem });
    return problem ? [] : [new URL(typed, origin).href];
  });
  return { urls, problems };
}

/** Why a URL can't be listed for this origin, or undefined if it can. */
function urlProblem(typed: string, origin: string): string | undefined {
  const isPath = typed.startsWith('/') && !typed.startsWith('//');
  const isAddress = /^https?:\/\//i.test(typed);
  if (
    (!isPath && !isAddress) ||
    /[\s\\]/.test(typed) ||
    !URL.canParse(typed, origin) ||
    !typed.isWellFormed()
  )
    return `${quoted(typed)} isn't a URL. Write a path such as /guide, or ${origin}/guide`;
  const address = new URL(typed, origin);
  if (address.origin !== origin || address.username || address.password)
    return `${quoted(typed)} isn't on ${origin}, and a sitemap can't list other sites`;
  if (address.hash) return `${quoted(typed)} contains a #, but a sitemap can't list parts of pages`;
  return address.href.length > longestUrl ? 'A URL can have at most 2,048 characters' : undefined;
}

const named: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => named[character] ?? character);
}

/** A tag, comment, declaration or text. Anything else isn't valid XML for a sitemap. */
const piece =
  /<\?xml\s[^<>]*\?>|<!--(?:(?!--)[^])*-->|<(\/?)([a-z][\w:.-]*)((?:\s+[a-z][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/iy;

const entity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i;

/** Problems of a custom sitemap. Empty if it is valid. */
export function sitemapProblems(xml: string, origin: string): LineProblem[] {
  const open: string[] = [];
  const urls: { at: number; text: string }[] = [];
  let root: string | undefined;
  const problem = (at: number, words: string) => [{ line: lineNumberAt(xml, at), problem: words }];
  const start = xml.length - xml.trimStart().length;
  for (let at = start; at < xml.length;) {
    piece.lastIndex = at;
    const found = piece.exec(xml);
    if (!found) return problem(at, `${quoted(xml.slice(at, at + 30).trim())} isn't valid sitemap XML`);
    const [whole, closing, name = '', attributes = '', single, text] = found;
    if (entity.test(text ?? attributes)) return problem(at, 'Write & as &amp;');
    // oxlint-disable-next-line no-control-regex
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(whole) || !whole.isWellFormed())
      return problem(at, 'Contains a character that XML forbids');
    if (text !== undefined) {
      if (text.trim() !== '' && open.length === 0) return problem(at, 'Text is outside the list');
      if (open.at(-1) === 'loc')
        urls.push({ at: at + text.length - text.trimStart().length, text: text.trim() });
    } else if (whole.startsWith('<?xml') && at > start) {
      return problem(at, 'The XML declaration must come first');
    } else if (closing) {
      const last = open.pop();
      if (last !== name) return problem(at, `</${name}> closes ${last ? `<${last}>` : 'nothing'}`);
    } else if (name !== '') {
      if (open.length === 0 && root) return problem(at, `<${name}> comes after the end of the list`);
      root ??= name;
      if (root !== 'urlset' && root !== 'sitemapindex')
        return problem(at, 'A sitemap starts with <urlset> or <sitemapindex>');
      if (open.length === 0 && !attributes.includes(`"${namespace}"`))
        return problem(at, `<${name}> needs xmlns="${namespace}"`);
      if (!single) open.push(name);
    }
    at += whole.length;
  }
  if (!root) return problem(0, 'A sitemap starts with <urlset> or <sitemapindex>');
  const last = open.at(-1);
  if (last) return problem(xml.length, `<${last}> is never closed`);
  if (urls.length === 0) return problem(xml.length, "It lists no URLs, because it doesn't contain <loc>");
  const beyond = urls[mostUrls];
  if (beyond) return problem(beyond.at, 'A sitemap can list at most 50,000 URLs');
  const wrong = urls.flatMap((url) => {
    const words = url.text.startsWith('/')
      ? 'URLs in a sitemap must be absolute'
      : urlProblem(unescaped(url.text), origin);
    return words ? [{ at: url.at, words }] : [];
  });
  return wrong.slice(0, 20).flatMap(({ at, words }) => problem(at, words));
}

const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescaped(text: string): string {
  return text.replace(/&(?:#(x?)([\da-f]+)|(\w+));/gi, (whole, hex = '', code = '', name = '') => {
    if (name) return signs[name] ?? whole;
    const point = Number.parseInt(code, hex ? 16 : 10);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
