import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appPaths } from '#api/features/seo/paths.ts';
import { RedirectIndex } from '#api/features/seo/redirect-index.ts';
import { readRedirects, redirectProblems } from '#api/features/seo/redirects.ts';
import { screens as layouts } from '#web/app/routes.tsx';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const origins = ['https://n.example', 'https://www.n.example'];
const problemOf = (text: string) =>
  redirectProblems(text, origins).map(({ line, problem }) => `${line}: ${problem}`)[0];
const indexOf = (text: string) => new RedirectIndex(readRedirects(text, origins).rules);
const lines = (make: (place: number) => string) =>
  Array.from({ length: 10_000 }, (_, at) => make(at)).join('\n');

describe('Redirect rules', () => {
  test.each([
    ['/a -> /b\n\n# remark\n/b -> /a', '1: The rules of lines 1 and 4 form a loop'],
    ['/a -> /a/', '1: /a redirects to itself'],
    ['/a/* -> /a/b/*', '1: /a/* redirects to itself'],
    ['/shop* -> /shop', '1: /shop* redirects to itself'],
    ['/a/* -> /b/*\n/b/x* -> /a/x*', '1: The rules of lines 1 and 2 form a loop'],
    ['/a -> /b\n/b -> /c', '1: /b is redirected to /c by line 2. Use the final URL here'],
    [
      '/blog/* -> /news/*\n/news/* -> /n/*',
      '1: /news/* is redirected to /n/* by line 2. Use the final URL here',
    ],
    [
      '/x -> https://evil.test/',
      '1: evil.test is another host. Redirects can only lead to n.example or www.n.example',
    ],
    ['/x -> //evil.test/', '1: The new URL must start with / or https://n.example/'],
    ['/x -> https://n.example@evil.test/', "1: The new URL isn't valid"],
    ['/x -> javascript:alert(1)', '1: The new URL must start with / or https://n.example/'],
    [String.raw`/x -> /\evil.test`, "1: Contains a character that isn't allowed in URLs"],
    ['/x- > /y', '1: Write the rule as /old -> /new'],
    ['x -> /y', '1: The old path must start with /'],
    ['/x?a=1 -> /y', "1: The old path can't contain ? or #"],
    ['/a -> /c\n/A -> /c\n/a/ -> /d', '3: /a/ is already in line 1'],
    ['/a -> /c/*', '1: The new URL has more * than the old path'],
    ['/a** -> /c', '1: Use a single *, which already matches anything'],
    ['/*a*b*c*d*e*f -> /c', '1: The old path can have at most 5 *'],
    ['/api/x -> /y', "1: /api/x belongs to the product and can't be redirected"],
    ['/%61dmin -> /y', "1: /%61dmin belongs to the product and can't be redirected"],
    ['/Admin/users -> /y', "1: /Admin/users belongs to the product and can't be redirected"],
    ['/a* -> /y', '1: /a* would catch /api, which belongs to the product'],
    ['/* -> /y', '1: /* would catch /, which belongs to the product'],
    ['/ -> /packages', "1: / belongs to the product and can't be redirected"],
  ])('%j are refused', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test('may overlap, as long as they end', () => {
    expect(problemOf('/blog/* -> /news/*\n/news/a -> /b\n/*.html -> /*')).toBeUndefined();
    const index = indexOf('/blog/* -> /news/*\n/news/a -> /b\n/*.html -> /*');
    expect(index.redirect('/blog/a?x=1')).toBe('/b?x=1');
    expect(index.redirect('/blog/b.html')).toBe('/news/b');
  });

  test.each([
    ['/go//evil.test', '/evil.test'],
    [String.raw`/go/\evil.test`, '/evil.test'],
    ['/go/%2F%2fevil.test', '/%2F%2Fevil.test'],
    ['/go/../admin', undefined],
    ['/admin/page.html', undefined],
    ['/caf%c3%a9/?a=1&b', '/kaffee?a=1&b#top'],
    ['/p/A%20b?x=1', '/packages?name=A%20b&x=1'],
    ['/a/(.+)+$/c', '/d/(.+)+$'],
    ['/w', 'https://www.n.example/z'],
    [`/go/${'x'.repeat(3000)}`, undefined],
  ])('send %s to %s', (asked, target) => {
    const rules =
      '/go/* -> /*\n/café -> /kaffee#top\n/*.html -> /*\n/p/* -> /packages?name=*\n/a/*/c -> /d/*';
    expect(indexOf(`${rules}\n/w -> https://www.n.example/z`).redirect(asked)).toBe(target);
  });

  test.each(['/pictures/* -> /x', '/*.svg -> /x', '/mark.svg -> /x', '/*.js -> /x'])(
    'don’t affect the product’s files: %s',
    (rule) => expect(problemOf(rule)).toMatch(/belongs to the product/),
  );

  test('don’t affect any of the product’s screens', () => {
    const content = ['/old', '/contact', '/privacy', '/terms'];
    const paths = layouts.flatMap(({ children = [] }) => children.map(({ path = '' }) => path));
    const screens = paths.filter((path) => !content.includes(path));
    expect(
      screens.filter((path) => !appPaths.some((own) => own === path || path.startsWith(`${own}/`))),
    ).toEqual([]);
  });

  test.each([
    ['whole paths', (at: number) => `/old-${at} -> /new-${at}`],
    ['beginnings', (at: number) => `/old-${at}/* -> /new-${at}/*`],
    [
      'beginnings in beginnings',
      (at: number) => `/o${'a'.repeat(at % 100)}*${'b'.repeat(Math.floor(at / 100))} -> /n-${at}`,
    ],
  ])('ten thousand of %s are matched within a millisecond', (_, make) => {
    const index = indexOf(lines(make));
    const times = Array.from({ length: 5000 }, (_one, at) => {
      const asked = [
        `/old-${at}/x`,
        `/o${'a'.repeat(at % 120)}x${'b'.repeat(at % 130)}`,
        `/o${'a'.repeat(1500)}`,
      ][at % 3]!;
      const start = performance.now();
      index.redirect(asked);
      return performance.now() - start;
    }).sort((one, other) => one - other);
    expect(times[4950]).toBeLessThan(1);
  });

  test('are limited to ten thousand', () => {
    expect(problemOf(`${lines((at) => `/o${at} -> /n`)}\n/x -> /n`)).toBe(
      '10001: There can be at most 10,000 rules',
    );
  });
});

describe('A redirect', () => {
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

  const save = (redirectRules: string) => rest(cast.ada).put('/api/admin/seo/advanced', { redirectRules });

  test('applies immediately, is permanent, keeps the query, and only affects reads', async () => {
    expect((await rest(cast.vic).get('/gone')).headers.get('location')).toBeNull();
    expect((await save('/gone -> /packages\n/blog/* -> http://netlantern.test/news/*')).status).toBe(200);
    const answer = await rest(cast.vic).get('/gone/?utm=a%20b');
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toBe('/packages?utm=a%20b');
    expect((await rest(cast.vic).get('/blog/x')).headers.get('location')).toBe('/news/x');
    expect((await rest(cast.vic).post('/gone', {})).status).toBe(404);
    expect((await rest(cast.vic).send('/gone', { method: 'HEAD' })).status).toBe(301);
  });

  test('is not saved if it leads in a circle, and the previous ones stay', async () => {
    await save('/gone -> /packages');
    const { status, body } = await save('/gone -> /b\n/b -> /gone');
    expect(status).toBe(400);
    expect(body).toMatchObject({
      fields: { redirectRules: 'Line 1: The rules of lines 1 and 2 form a loop.' },
    });
    expect((await rest(cast.vic).get('/gone')).headers.get('location')).toBe('/packages');
  });

  test('is limited to ten thousand, which can be saved over GraphQL and REST', async () => {
    const rules = lines((at) => `/old-page-${at} -> /new-page-${at}`);
    expect((await save(rules)).status).toBe(200);
    const query = 'mutation($input: AdvancedSeoInput!) { saveAdvancedSeo(input: $input) { robotsTxt } }';
    const input = { redirectRules: rules.replaceAll('/new', '/newer') };
    const { status, body } = await rest(cast.ada).post('/graphql', { query, variables: { input } });
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { saveAdvancedSeo: {} } } });
    expect((await rest(cast.vic).get('/old-page-9999')).headers.get('location')).toBe('/newer-page-9999');
    const { status: refused } = await rest(cast.alice).post('/graphql', { query, variables: { input } });
    expect(refused).toBe(413);
  });
});
