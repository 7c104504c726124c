import { numberedLines, quoted, type LineProblem } from './line-problems.ts';
import type { UpdateFrequency } from './sitemap-settings.entity.ts';

/** Addresses in one file, and characters of one address (sitemaps.org). */
export const mostUrls = 50_000;
const longestUrl = 2048;

/** Of the words of the protocol. */
export const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

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
export function urlProblem(typed: string, origin: string): string | undefined {
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
