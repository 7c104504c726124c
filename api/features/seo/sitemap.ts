import { numberedLines, quoted, type LineProblem, lineNumberAt } from './line-problems.ts';
import type { UpdateFrequency } from './seo.entity.ts';

/** Addresses in one file, and characters of one address (sitemaps.org). */
const mostUrls = 50_000;
const longestUrl = 2048;

/** Of the words of the protocol. */
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * Pages of the site that everybody may find. The waiting list is no page without a package, and `/old` says what `/` says.
 */
const staticPages: readonly string[] = ['/packages', '/contact', '/privacy', '/terms'];

/** What the sitemap is made from. */
export interface SitemapContent {
  includeHomepage: boolean;
  includeStaticPages: boolean;
  /** One a line: a path of the site, or a whole address of its domain. */
  customUrls: string;
  updateFrequency: `${UpdateFrequency}`;
  /** 0.1 to 1.0. */
  priority: number;
}

/** The file, in the protocol's words. Lines of custom addresses that cannot be listed are left out. */
export function sitemapXml(content: SitemapContent, origin: string): string {
  const pages = [
    ...(content.includeHomepage ? ['/'] : []),
    ...(content.includeStaticPages ? staticPages : []),
  ].map((path) => origin + path);
  const addresses = [...new Set([...pages, ...readCustomUrls(content.customUrls, origin).urls])];
  // No date of the last change: we know it of no page, and search engines stop believing dates that are made up.
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

/** The addresses that a person added, and what is wrong with the others. */
export function readCustomUrls(text: string, origin: string): { urls: string[]; problems: LineProblem[] } {
  const lines = numberedLines(text);
  const room = mostUrls - staticPages.length - 1;
  const beyond = lines[room];
  const problems: LineProblem[] = beyond
    ? [{ line: beyond.line, problem: 'A sitemap can list at most 50,000 addresses' }]
    : [];
  const urls = lines.slice(0, room).flatMap(({ line, text: typed }) => {
    const problem = urlProblem(typed, origin);
    if (problem) problems.push({ line, problem });
    return problem ? [] : [new URL(typed, origin).href];
  });
  return { urls, problems };
}

/** Why an address cannot stand in the sitemap of this origin; undefined where it can. */
function urlProblem(typed: string, origin: string): string | undefined {
  const isPath = typed.startsWith('/') && !typed.startsWith('//');
  const isAddress = /^https?:\/\//i.test(typed);
  if (
    (!isPath && !isAddress) ||
    /[\s\\]/.test(typed) ||
    !URL.canParse(typed, origin) ||
    !typed.isWellFormed()
  )
    return `${quoted(typed)} is no address; write a path such as /guide, or ${origin}/guide`;
  const address = new URL(typed, origin);
  if (address.origin !== origin || address.username || address.password)
    return `${quoted(typed)} is not an address of ${origin}, and a sitemap can list no others`;
  if (address.hash) return `${quoted(typed)} has a # in it: a part of a page is not listed by itself`;
  return address.href.length > longestUrl ? 'An address can have at most 2,048 characters' : undefined;
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

/** A whole tag, a remark, the declaration, or text; what is none of these is no XML of a sitemap. */
const piece =
  /<\?xml\s[^<>]*\?>|<!--(?:(?!--)[^])*-->|<(\/?)([a-z][\w:.-]*)((?:\s+[a-z][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/iy;

const entity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i;

/** What is wrong with a sitemap that somebody wrote; empty where nothing is. */
export function sitemapProblems(xml: string, origin: string): LineProblem[] {
  const open: string[] = [];
  const urls: { at: number; text: string }[] = [];
  let root: string | undefined;
  const problem = (at: number, words: string) => [{ line: lineNumberAt(xml, at), problem: words }];
  const start = xml.length - xml.trimStart().length;
  for (let at = start; at < xml.length;) {
    piece.lastIndex = at;
    const found = piece.exec(xml);
    if (!found) return problem(at, `${quoted(xml.slice(at, at + 30).trim())} is no XML of a sitemap`);
    const [whole, closing, name = '', attributes = '', single, text] = found;
    if (entity.test(text ?? attributes)) return problem(at, 'Write & as &amp;');
    // oxlint-disable-next-line no-control-regex
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(whole) || !whole.isWellFormed())
      return problem(at, 'There is a character in it that XML cannot hold');
    if (text !== undefined) {
      if (text.trim() !== '' && open.length === 0) return problem(at, 'Text stands outside of the list');
      if (open.at(-1) === 'loc')
        urls.push({ at: at + text.length - text.trimStart().length, text: text.trim() });
    } else if (whole.startsWith('<?xml') && at > start) {
      return problem(at, 'The XML declaration must come first');
    } else if (closing) {
      const last = open.pop();
      if (last !== name) return problem(at, `</${name}> closes ${last ? `<${last}>` : 'nothing'}`);
    } else if (name !== '') {
      if (open.length === 0 && root) return problem(at, `<${name}> stands behind the end of the list`);
      root ??= name;
      if (root !== 'urlset' && root !== 'sitemapindex')
        return problem(at, 'A sitemap begins with <urlset> or <sitemapindex>');
      if (open.length === 0 && !attributes.includes(`"${namespace}"`))
        return problem(at, `<${name}> needs xmlns="${namespace}"`);
      if (!single) open.push(name);
    }
    at += whole.length;
  }
  if (!root) return problem(0, 'A sitemap begins with <urlset> or <sitemapindex>');
  const last = open.at(-1);
  if (last) return problem(xml.length, `<${last}> is never closed`);
  if (urls.length === 0) return problem(xml.length, 'It lists no address: there is no <loc> in it');
  const beyond = urls[mostUrls];
  if (beyond) return problem(beyond.at, 'A sitemap can list at most 50,000 addresses');
  const wrong = urls.flatMap((url) => {
    const words = url.text.startsWith('/')
      ? 'An address in a sitemap must be whole'
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
