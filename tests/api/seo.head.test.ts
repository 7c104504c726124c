import jsonld from 'jsonld';
import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import type { AdvancedSeo, SeoSettings } from '#api/features/seo/seo.entity.ts';
import { headHtml, readHeadTags, pageHead, type PublicPage } from '#api/features/seo/page-head.ts';
import { robotsProblems } from '#api/features/seo/robots.ts';
import { sitemapProblems } from '#api/features/seo/sitemap.ts';
import { readStructuredData, structuredData } from '#api/features/seo/structured-data.ts';

const hostile = `</script><script>alert(1)</script><!-- "&' \u2028 ]]> 👩‍👩‍👧`;

const seo = {
  pageTitle: `Title ${hostile}`,
  metaDescription: `Words ${hostile}`,
  keywords: '',
  canonicalUrl: '',
  ogTitle: '',
  ogDescription: '',
  ogImage: '/uploads/a.jpg',
  twitterCard: 'summary_large_image',
} as SeoSettings;

const advanced = {
  structuredDataEnabled: true,
  customStructuredData: JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    name: hostile,
  }),
  analyticsCode: '<!-- theirs --><script async src="https://stats.example/a.js?x=1&y=2"></script>',
  customHeadTags: '<meta name="author" content="A &quot;B&quot;">',
  searchConsoleVerification: 'abc-123',
  bingVerification: '',
  yandexVerification: '',
} as AdvancedSeo;

const site = {
  origin: 'https://n.example',
  siteName: `Net ${hostile}`,
  description: hostile,
  logo: 'https://n.example/uploads/logo.webp',
  sameAs: ['https://github.example/n'],
  offers: [
    { name: hostile, description: '', price: '29.99', currency: 'USD' },
    { name: 'Free', description: 'Nothing', price: '0', currency: 'GBP' },
  ],
};

/** The head as a browser reads it. */
const read = (page: PublicPage) =>
  new JSDOM(`<!doctype html><head>${headHtml(pageHead(page, { seo, advanced, site }), 'n0')}</head>`).window
    .document;

const contentOf = (document: Document, name: string) =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');

describe('The head of a public page', () => {
  test('contains what was typed and nothing else, whatever was typed', () => {
    const document = read({ path: '/' });
    expect(document.title).toBe(seo.pageTitle);
    expect(contentOf(document, 'description')).toBe(seo.metaDescription);
    expect(contentOf(document, 'og:title')).toBe(seo.pageTitle);
    expect(contentOf(document, 'og:image')).toBe('https://n.example/uploads/a.jpg');
    expect(contentOf(document, 'google-site-verification')).toBe('abc-123');
    expect(contentOf(document, 'msvalidate.01')).toBeUndefined();
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('https://n.example/');
    expect(document.body.textContent).toBe('');
    const scripts = [...document.querySelectorAll('script')];
    expect(scripts.map((script) => [script.getAttribute('nonce'), script.type, script.src])).toEqual([
      ['n0', 'application/ld+json', ''],
      ['n0', 'application/ld+json', ''],
      ['n0', '', 'https://stats.example/a.js?x=1&y=2'],
    ]);
  });

  test('of another page has its own text', () => {
    const document = read({ path: '/packages', title: 'Packages', description: 'What it costs' });
    expect(document.title).toBe('Packages');
    expect(contentOf(document, 'og:description')).toBe('What it costs');
    expect(contentOf(document, 'og:url')).toBe('https://n.example/packages');
  });

  test('contains JSON-LD that a third-party parser understands', async () => {
    const [ours, theirs] = [
      ...read({ path: '/' }).querySelectorAll('script[type="application/ld+json"]'),
    ].map((script) => JSON.parse(script.textContent) as object);
    expect(ours).toEqual(structuredData(site));
    expect(theirs).toMatchObject({ name: hostile });
    // The vocabulary without asking its host: every word is one of schema.org's.
    const local = { ...ours, '@context': { '@vocab': 'https://schema.org/' } };
    const expanded = (await jsonld.expand(local)) as { '@type': string[] }[];
    expect(expanded.flatMap((node) => node['@type'])).toEqual([
      'https://schema.org/Organization',
      'https://schema.org/WebSite',
      'https://schema.org/SoftwareApplication',
    ]);
    const offers = (ours as { '@graph': { offers?: object[] }[] })['@graph'][2]!.offers;
    expect(offers).toMatchObject([
      { price: '29.99', priceCurrency: 'USD' },
      { price: '0', priceCurrency: 'GBP' },
    ]);
  });
});

const first = (problems: readonly { line: number; problem: string }[]) =>
  problems.map(({ line, problem }) => `${line}: ${problem}`)[0];

describe('An operator’s addition', () => {
  test.each([
    ['<title>x</title>', "1: <title> isn't allowed here: set the page title under SEO"],
    ['\n<meta http-equiv="refresh" content="0">', "2: http-equiv isn't allowed in <meta>"],
    ['<meta name="description" content="x">', '1: description is set under SEO'],
    ['<script src="http://a.test/x.js"></script>', '1: src must be a URL that starts with https://'],
    ['<script src="data:,alert(1)"></script>', '1: src must be a URL that starts with https://'],
    ['<script>\nlet a', '1: <script> is never closed'],
    ['<script>a<!--b</script>', "1: A script can't contain <!--"],
    ['<script>a</script/><form action="/"></script>', "1: A script can't contain </script"],
    ['<script onload="x()" src="https://a.test/"></script>', "1: onload isn't allowed in <script>"],
    ['<link rel="stylesheet" href="https://a.test/">', /^1: <link rel="stylesheet"> isn't allowed here/],
    ['<link rel="me" href="javascript:1">', /^1: href must be a path, or a URL/],
    ['<base href="//evil.test/">', /^1: <base> isn't allowed here/],
    ['<noscript><img src="x"></noscript>', /^1: <noscript> isn't allowed here: leave it out/],
    ['<div>', /^1: <div> isn't allowed here/],
    ['G-12345', '1: G-12345 is outside a tag'],
    ['<script type="application/ld+json">{</script>', /^1: This isn't valid JSON/],
  ])('to the head is refused if it isn’t allowed there: %s', (html, problem) => {
    expect(first(readHeadTags(html, 'head').problems)).toEqual(
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    );
  });

  test.each([
    ['{"@context": "https://schema.org",\n "a": }', "2: This isn't valid JSON: unexpected }"],
    [
      '{"@context": "https://schema.org",\n\n',
      "3: This isn't valid JSON: expected double-quoted property name",
    ],
    ['{"name": "x"}', '1: JSON-LD needs "@context": "https://schema.org" in each object'],
    ['[1]', '1: JSON-LD must be an object or a list of objects'],
    ['"x"', '1: JSON-LD must be an object or a list of objects'],
    [
      `{"@context": "https://schema.org", "a": ${'['.repeat(9000)}${']'.repeat(9000)}}`,
      '1: JSON-LD can be nested 50 levels deep at most',
    ],
    ['<script type="application/ld+json">{}</script>', '1: Enter only the JSON, without a script tag'],
  ])('as structured data is refused with its line: %j', (text, problem) => {
    const answer = readStructuredData(text);
    expect(answer && 'problems' in answer && first(answer.problems)).toBe(problem);
  });

  test.each([
    ['Dissalow: /', /^1: Dissalow isn't a robots\.txt directive/],
    ['\nDisallow: /', '2: Disallow must come after a User-agent line'],
    [
      'User-agent: *\nDisallow: admin',
      "2: admin isn't a path. It must start with / or * and contain no spaces",
    ],
    ['User-agent: *\nSitemap: /sitemap.xml', /^2: Sitemap must be a full URL/],
    ['hello', '1: hello has no colon. Write it as Disallow: /path'],
  ])('as robots.txt is refused with its line: %j', (text, problem) => {
    expect(first(robotsProblems(text))).toEqual(
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    );
  });

  const listed = (inner: string) =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`;
  test.each([
    [listed('<url><loc>https://n.example/a?b=1&amp;c=2</loc></url>'), undefined],
    [listed('\n<url><loc>https://evil.test/</loc></url>'), /^2: https:\/\/evil\.test\/ isn't on/],
    [listed('<url><loc>https://n.example/a&b</loc></url>'), '1: Write & as &amp;'],
    [listed('\n\n<url><loc>https://n.example/</url>'), '3: </url> closes <loc>'],
    [listed(''), "1: It lists no URLs, because it doesn't contain <loc>"],
    ['<urlset><url/></urlset>', /^1: <urlset> needs xmlns=/],
    ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><urlset/>', /isn't valid sitemap XML$/],
    ['<html></html>', '1: A sitemap starts with <urlset> or <sitemapindex>'],
  ])('as a sitemap is checked as a whole: %j', (xml, problem) => {
    expect(first(sitemapProblems(xml, 'https://n.example'))).toEqual(
      problem instanceof RegExp ? expect.stringMatching(problem) : problem,
    );
  });
});
