import { XMLParser, XMLValidator } from 'fast-xml-parser';
import robotsParser from 'robots-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  running.app.content.changed();
  cast = await enter(running);
});

const path = '/api/admin/seo';
const admin = () => rest(cast.ada);
const visitor = () => rest(cast.vic);

/** The addresses that a search engine reads in a sitemap. */
function addressesIn(xml: string): string[] {
  expect(XMLValidator.validate(xml)).toBe(true);
  const { urlset } = new XMLParser({ isArray: (name) => name === 'url' }).parse(xml) as {
    urlset: { url?: { loc: string }[] };
  };
  return (urlset.url ?? []).map(({ loc }) => loc);
}

describe('SEO settings', () => {
  test('are public, cached for ten minutes, and changed immediately', async () => {
    const { body, headers } = await visitor().get('/api/seo');
    expect(body).toMatchObject({ twitterCard: 'summary_large_image', canonicalUrl: '' });
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    expect((await admin().get(`${path}/advanced`)).body).toMatchObject({ structuredDataEnabled: true });
    const saved = await admin().put(path, { pageTitle: '  Quiet networks  ', ogImage: '/uploads/a.png' });
    expect(saved.body).toMatchObject({ pageTitle: 'Quiet networks' });
    expect((await visitor().get('/api/seo')).body).toMatchObject({ pageTitle: 'Quiet networks' });
    expect((await admin().get(path)).body).toMatchObject({ pageTitle: 'Quiet networks' });
  });

  test.each([
    [{ canonicalUrl: '/home' }, 'Canonical URL must start with https://'],
    [{ canonicalUrl: 'javascript:alert(1)' }, 'Canonical URL must start with https://'],
    [
      { ogImage: '//evil.test/a.png' },
      'Social image must be an uploaded image, or a URL that starts with https://',
    ],
    [{ pageTitle: 'x'.repeat(201) }, 'Page title must be 200 characters or less'],
    [{ twitterCard: 'player' }, 'Choose summary or summary_large_image'],
  ])('refuses %j', async (input, message) => {
    expect(await admin().put(path, input)).toMatchObject({ status: 400, body: { message } });
  });

  test('show who saved first, if two started with the same version', async () => {
    const { graphql } = { graphql: (version: number) => ({ query: save, variables: { version } }) };
    const save =
      'mutation($version: Int) { saveSeoSettings(input: { keywords: "x" }, version: $version) { keywords } }';
    await admin().put(path, { keywords: 'theirs' });
    const { body } = await admin().post('/graphql', graphql(0));
    expect((body as { errors: { message: string }[] }).errors[0]?.message).toMatch(
      /^Ada .* changed this just now/,
    );
  });
});

describe('The sitemap', () => {
  const sitemap = `${path}/sitemap`;

  test('is built on every request, until one is generated', async () => {
    const { text, headers } = await visitor().get('/sitemap.xml');
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(addressesIn(text)).toEqual(
      ['/', '/packages', '/contact', '/privacy', '/terms'].map((page) => `http://netlantern.test${page}`),
    );
    expect((await admin().get(sitemap)).body).toMatchObject({
      domain: 'http://netlantern.test',
      includeHomepage: true,
      includeStaticPages: true,
      updateFrequency: 'weekly',
      priority: 0.5,
      status: 'needs_update',
      lastGenerated: null,
    });
  });

  test('is pending when its pages have changed', async () => {
    await admin().post(`${sitemap}/generate`);
    const changed = await admin().put(sitemap, {
      domain: 'Example.test',
      includeStaticPages: false,
      customUrls: '/guide?a=1&b=2\n\nhttps://example.test/über',
    });
    expect(changed.body).toMatchObject({ domain: 'https://example.test', status: 'needs_update' });
    expect(addressesIn((await visitor().get('/sitemap.xml')).text)).toContain(
      'http://netlantern.test/packages',
    );
    const { body } = await admin().post(`${sitemap}/generate`);
    expect(body).toMatchObject({ status: 'active', lastGenerated: expect.any(String) as string });
    const { text } = await visitor().get('/sitemap.xml');
    expect(addressesIn(text)).toEqual([
      'https://example.test/',
      'https://example.test/guide?a=1&b=2',
      'https://example.test/%C3%BCber',
    ]);
    expect((await admin().get(`${sitemap}/download`)).body).toEqual({ content: text });
  });
});

describe('robots.txt', () => {
  test('excludes the console and links to the sitemap', async () => {
    const { text, headers } = await visitor().get('/robots.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const robots = robotsParser('http://netlantern.test/robots.txt', text);
    expect(robots.isAllowed('http://netlantern.test/packages', 'Googlebot')).toBe(true);
    expect(robots.isAllowed('http://netlantern.test/admin/users', 'Googlebot')).toBe(false);
    expect(robots.getSitemaps()).toEqual(['http://netlantern.test/sitemap.xml']);
  });
});
