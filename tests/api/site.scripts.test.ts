import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { pageAt } from '#tests/support/site.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
  await emptyDatabase();
  running.app.content.changed();
  cast = await enter(running);
});
afterAll(() => running.close());

const open = (path: string) => pageAt(running.url, path);
const save = async (path: string, fields: object) => {
  const { status, text } = await rest(cast.grace).put(path, fields);
  expect([status, text.slice(0, status === 200 ? 0 : 300)]).toEqual([200, '']);
};

/** Directives of the policy by name. */
const policyOf = (headers: Headers) =>
  Object.fromEntries(
    headers
      .get('content-security-policy')!
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  );
const nonceOf = (sources: string[] = []) =>
  sources.flatMap((source) => /^'nonce-(.+)'$/.exec(source)?.[1] ?? [])[0];

test('Every script and style has the nonce of its response, which is different each time', async () => {
  const [first, second] = [await open('/'), await open('/')];
  for (const { scripts, styles, headers } of [first, second]) {
    const policy = policyOf(headers);
    const [script, style] = [nonceOf(policy['script-src']), nonceOf(policy['style-src'])];
    expect(scripts.length).toBeGreaterThan(2);
    for (const { attributes } of scripts) expect(attributes).toContain(`nonce="${script}"`);
    for (const { attributes } of styles) expect(attributes).toContain(`nonce="${style}"`);
  }
  expect(nonceOf(policyOf(first.headers)['script-src'])).not.toBe(
    nonceOf(policyOf(second.headers)['script-src']),
  );
  // Nothing in the kept page is left to be filled in.
  expect(first.text.match(/(script|style)-[0-9a-f]{8}-[0-9a-f]{4}/)).toBeNull();
});

test('The first script is small, and no other is loaded before the visitor interacts', async () => {
  const { scripts, text } = await open('/');
  const programs = scripts.filter(({ attributes }) => !attributes.includes('type='));
  expect([programs.length, Buffer.byteLength(programs[0]!.content) <= 2048]).toEqual([1, true]);
  expect(text.match(/<script[^>]* src=|rel="(stylesheet|modulepreload)"|as="script"/)).toBeNull();
});

test('A page becomes interactive with few scripts, all of them known to the first', async () => {
  const scripts = /data-src="([^"]+)"/.exec((await open('/')).text)![1]!.split(' ');
  expect(scripts.length).toBeLessThanOrEqual(5);
  for (const script of scripts) {
    const answer = await fetch(running.url + script);
    expect(answer.status).toBe(200);
    const imported = (await answer.text()).matchAll(/\bfrom ?"\.\/([^"]+)"/g);
    expect(scripts).toEqual(expect.arrayContaining([...imported].map(([, name]) => `/assets/${name}`)));
  }
});

test('Styles have no old vendor prefixes except one that Safari still needs', async () => {
  const written = (await open('/')).styles.map(({ content }) => content).join('');
  expect(
    written.match(/-(ms|moz)-(flex|transform|user-select)|-webkit-(box-flex|flex|transform)/g),
  ).toBeNull();
  expect(written).toContain('-webkit-user-select:none;user-select:none');
});

test('A page without third-party scripts allows none, and no payment frames either', async () => {
  const policy = policyOf((await open('/packages')).headers);
  expect(policy['script-src']).toEqual(["'self'", expect.stringMatching(/^'nonce-/)]);
  expect([policy['frame-src'], policy['img-src'], policy['default-src']]).toEqual([
    ["'none'"],
    ["'self'", 'data:'],
    ["'none'"],
  ]);
});

test('An operator’s tags and data, which run nothing, allow no third-party scripts', async () => {
  await save('/api/admin/seo/advanced', {
    customHeadTags:
      '<meta name="of-ours" content="1"><script type="application/ld+json">{"@context":"https://schema.org"}</script>',
  });
  const page = await open('/terms');
  expect(page.meta('of-ours')).toBe('1');
  const policy = policyOf(page.headers);
  expect(policy['script-src']).not.toContain("'strict-dynamic'");
  expect(policy['connect-src']).not.toContain('https:');
});

test('The operator’s scripts are in public pages with the nonce, and in no page of the app', async () => {
  const { body } = await rest(cast.grace).get('/api/admin/seo/scripts');
  await save('/api/admin/seo/scripts/risk', { statement: body['statement'] });
  await save('/api/admin/seo/advanced', {
    analyticsCode:
      '<script async src="https://stats.example.test/s.js"></script><script>window.counted = 1;</script>',
    customHeadTags:
      '<meta name="theme-color-of-ours" content="#fff"><link rel="me" href="https://social.example.test/us">',
    searchConsoleVerification: 'google-code',
  });
  await save('/api/admin/website/branding', { customCss: '.hero { color: red }' });
  for (const path of ['/', '/terms', '/waitlist']) {
    const page = await open(path);
    const policy = policyOf(page.headers);
    const nonce = nonceOf(policy['script-src']);
    const added = page.scripts.filter(
      ({ attributes, content }) => attributes.includes('stats.example.test') || content.includes('counted'),
    );
    expect([path, added.length]).toEqual([path, 2]);
    for (const { attributes } of added) expect(attributes).toContain(`nonce="${nonce}"`);
    expect([page.meta('theme-color-of-ours'), page.meta('google-site-verification')]).toEqual([
      '#fff',
      'google-code',
    ]);
    expect(page.styles.some(({ content }) => content.includes('.hero { color: red }'))).toBe(true);
    expect(policy['script-src']).toContain("'strict-dynamic'");
    expect([policy['connect-src']!.includes('https:'), policy['img-src']!.includes('https:')]).toEqual([
      true,
      true,
    ]);
  }
  for (const path of ['/?app', '/auth', '/alerts', '/nonsense']) {
    const { text, headers } = await open(path);
    expect([path, /stats\.example|counted|\.hero|social\.example/.test(text)]).toEqual([path, false]);
    expect(policyOf(headers)['script-src']).not.toContain("'strict-dynamic'");
    expect(policyOf(headers)['connect-src']).not.toContain('https:');
  }
});

test.each([
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '</style><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'; alert(1); '",
  '👍 $& $1 ${x} \\u003c',
])('The operator’s text is never executed: %j', async (words) => {
  const before = await open('/');
  await save('/api/admin/website/homepage', { heroTitle: words });
  await save('/api/admin/website/branding', {
    siteName: words.slice(0, 60),
    customCss: `/* ${words.replace('</style>', '')} */`,
  });
  await save('/api/admin/website/footer', { description: words });
  await save('/api/admin/seo', { pageTitle: words, metaDescription: words, ogTitle: words });
  const after = await open('/');
  expect(after.status).toBe(200);
  expect(after.scripts.length).toBe(before.scripts.length);
  expect(after.styles.length).toBe(before.styles.length);
  expect(after.text.replace(/<style.*?<\/style>/gs, '').match(/<(img|svg) (src=x|onload)/)).toBeNull();
  expect(JSON.stringify(after.state)).toContain(JSON.stringify(words).slice(1, -1));
  expect(after.titles.length).toBe(1);
});
