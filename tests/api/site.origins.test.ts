// Scripts of administrators: who may change them, and on which origin they run.
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, password, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { pageAt, type Page } from '#tests/support/site.ts';
import { Socket } from '#tests/support/socket.ts';

const publicUrl = 'http://app.netlantern.test';
const siteUrl = 'http://www.netlantern.test';

/** With an origin for the site. */
let apart: Running;
/** Everything on one origin. */
let shared: Running;
let cast: Cast;
let onShared: Cast;

beforeAll(async () => {
  const trustProxy = ['127.0.0.1'];
  apart = await startServer({ config: { publicUrl, siteUrl, trustProxy } });
  shared = await startServer({ config: { trustProxy } });
});
afterAll(async () => {
  await apart.close();
  await shared.close();
});
beforeEach(async () => {
  await emptyDatabase();
  for (const { app } of [apart, shared]) app.content.changed();
  cast = await enter(apart);
  onShared = Object.fromEntries(
    Object.entries(cast).map(([name, person]) => [name, { ...person, server: shared }]),
  ) as unknown as Cast;
});

const analyticsCode = '<script>window.counted = 1;</script>';
const customHeadTags =
  '<meta name="of-ours" content="1"><script src="https://stats.example.test/s.js"></script>';
const advanced = '/api/admin/seo/advanced';
const scripts = '/api/admin/seo/scripts';

const saveScripts = async (person: Person = cast.grace) =>
  expect((await rest(person).put(advanced, { analyticsCode, customHeadTags })).status).toBe(200);
const signedIn = (minutes: number) =>
  apart.app.orm.em.fork().nativeUpdate(Session, {}, { createdAt: new Date(Date.now() - minutes * 60_000) });
const statement = async () => String((await rest(onShared.ada).get(scripts)).body['statement']);
const audited = async (action: string) =>
  apart.app.orm.em.fork().find(AuditEntry, { action }, { orderBy: { id: 'asc' } });

const refusalIn = (errors: readonly { extensions?: Record<string, unknown> }[] = []) => ({
  refused: errors[0]?.extensions?.['code'] === 'UNAUTHORIZED',
  reason: errors[0]?.extensions?.['reason'],
});

const onSite = (path: string) => pageAt(apart.url, path, { 'x-forwarded-host': 'www.netlantern.test' });
const onApp = (path: string) => pageAt(apart.url, path, { 'x-forwarded-host': 'app.netlantern.test' });
const runs = ({ text }: { text: string }) => /window\.counted|stats\.example/.test(text);
const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy')!;
const pages = ['/', '/packages', '/contact', '/waitlist', '/privacy', '/terms'];

describe('Changing a script field', () => {
  /** Each way that a change can be sent. */
  const ways: Record<string, (person: Person) => Promise<{ refused: boolean; reason: unknown }>> = {
    REST: async (person) => {
      const { status, body } = await rest(person).put(advanced, { analyticsCode });
      return { refused: status === 403, reason: body['reason'] };
    },
    GraphQL: async (person) => {
      const { errors } = await as(person).ask(
        'mutation ($input: AdvancedSeoInput!) { saveAdvancedSeo(input: $input) { analyticsCode } }',
        { input: { customHeadTags } },
      );
      return refusalIn(errors);
    },
    'undoing an earlier change': async (person) => {
      const { data } = await as(cast.grace).ask('{ revisions(part: advanced_seo) { id } }', {});
      const [{ id }] = (data as { revisions: [{ id: string }] }).revisions;
      const { errors } = await as(person).ask('mutation ($id: ID!) { revertRevision(id: $id) { id } }', {
        id,
      });
      return refusalIn(errors);
    },
  };

  describe.each(Object.entries(ways))('by %s', (_, change) => {
    beforeEach(async () => {
      expect((await rest(cast.grace).put(advanced, { analyticsCode: '<script>1</script>' })).status).toBe(
        200,
      );
    });

    test('requires a super administrator', async () => {
      expect(await change(cast.ada)).toEqual({ refused: true, reason: 'super_admin' });
      expect(await change(cast.grace)).toEqual({ refused: false, reason: undefined });
    });

    test('requires a password that was entered within the last 15 minutes', async () => {
      await signedIn(16);
      expect(await change(cast.grace)).toEqual({ refused: true, reason: 'confirm_identity' });
      expect(await audited('content.revert')).toEqual([]);
    });
  });

  test('has stricter rules than the other fields, which every administrator can change', async () => {
    await saveScripts();
    await signedIn(16);
    const changed = { redirectRules: '/a -> /b', analyticsCode, customHeadTags };
    expect((await rest(cast.ada).put(advanced, changed)).status).toBe(200);
  });

  test('is audited with the whole text before and after', async () => {
    const long = (end: string) => `<script>/* ${'x'.repeat(5000)} */ ${end}</script>`;
    await rest(cast.grace).put(advanced, { analyticsCode: long('first()') });
    await rest(cast.grace).put(advanced, { analyticsCode: long('second()') });
    const entries = await audited('content.update');
    expect(entries.map(({ actor, before, after }) => [actor, before, after])).toEqual([
      [cast.grace.email, { analyticsCode: '' }, { analyticsCode: long('first()') }],
      [cast.grace.email, { analyticsCode: long('first()') }, { analyticsCode: long('second()') }],
    ]);
  });
});

describe('Without SITE_URL', () => {
  test('scripts don’t run until the risk is accepted, and stop when that is withdrawn', async () => {
    await saveScripts(onShared.grace);
    const open = (path: string) => pageAt(shared.url, path);
    expect((await rest(onShared.ada).get(scripts)).body).toMatchObject({
      state: 'blocked',
      acceptedBy: null,
    });
    for (const path of pages) {
      const page = await open(path);
      expect([path, runs(page), page.meta('of-ours')]).toEqual([path, false, '1']);
      expect(policyOf(page)).not.toMatch(/strict-dynamic|https:[; ]/);
    }
    const accepted = await rest(onShared.grace).put(`${scripts}/risk`, { statement: await statement() });
    expect(accepted.body).toMatchObject({
      state: 'accepted',
      acceptedBy: 'Grace Tester',
      acceptedStatement: await statement(),
    });
    for (const path of pages) expect([path, runs(await open(path))]).toEqual([path, true]);
    expect(policyOf(await open('/'))).toMatch(/strict-dynamic/);
    for (const path of ['/?app', '/auth', '/dashboard']) expect(runs(await open(path))).toBe(false);
    expect((await rest(onShared.grace).delete(`${scripts}/risk`)).body).toMatchObject({ state: 'blocked' });
    expect(runs(await open('/'))).toBe(false);
    expect(
      [...(await audited('seo.script_risk_accept')), ...(await audited('seo.script_risk_withdraw'))].map(
        ({ actor, before, after }) => [actor, before, after],
      ),
    ).toEqual([
      [cast.grace.email, { statement: null }, { statement: await statement() }],
      [cast.grace.email, { statement: await statement() }, { statement: null }],
    ]);
  });

  test('only a super administrator accepts the risk, with a fresh password, and word for word', async () => {
    const accept = (person: Person, words: string) =>
      rest(person).put(`${scripts}/risk`, { statement: words });
    const words = await statement();
    expect((await accept(onShared.alice, words)).status).toBe(403);
    expect(await accept(onShared.ada, words)).toMatchObject({ status: 403, body: { reason: 'super_admin' } });
    expect((await accept(onShared.grace, 'yes')).status).toBe(400);
    await signedIn(16);
    expect(await accept(onShared.grace, words)).toMatchObject({
      status: 403,
      body: { reason: 'confirm_identity' },
    });
    expect((await rest(onShared.ada).get(scripts)).body).toMatchObject({ state: 'blocked' });
  });

  test('reverting a change of other fields doesn’t affect the accepted risk', async () => {
    await rest(onShared.ada).put(advanced, { redirectRules: '/a -> /b' });
    await rest(onShared.grace).put(`${scripts}/risk`, { statement: await statement() });
    const { data } = await as(onShared.ada).ask('{ revisions(part: advanced_seo) { id } }', {});
    const [{ id }] = (data as { revisions: [{ id: string }] }).revisions;
    await as(onShared.ada).ask('mutation ($id: ID!) { revertRevision(id: $id) { id } }', { id });
    expect((await rest(onShared.ada).get(scripts)).body).toMatchObject({ state: 'accepted' });
  });
});

describe('With SITE_URL', () => {
  test('scripts run on the origin of the site and never on that of the app', async () => {
    await saveScripts();
    expect((await rest(cast.ada).get(scripts)).body).toMatchObject({ state: 'own_origin', origin: siteUrl });
    for (const path of pages) {
      const [site, app] = [await onSite(path), await onApp(path)];
      expect([path, site.status, runs(site), app.status, runs(app)]).toEqual([path, 200, true, 200, false]);
      expect(policyOf(site)).toMatch(/strict-dynamic/);
      // A service worker would outlive the page.
      expect(policyOf(site)).toMatch(/worker-src 'none'/);
      expect(policyOf(app)).not.toMatch(/strict-dynamic|https:[; ]/);
      // Search engines know one address of each page.
      expect([site.canonical, app.canonical]).toEqual([siteUrl + path, siteUrl + path]);
    }
    for (const path of ['/?app', '/auth', '/alerts', '/nonsense']) {
      const page = await onApp(path);
      expect([path, runs(page)]).toEqual([path, false]);
      expect(policyOf(page)).not.toMatch(/strict-dynamic|https:[; ]/);
    }
  });

  test('accepting the risk on one origin runs no scripts on the app', async () => {
    await saveScripts();
    await rest(cast.grace).put(`${scripts}/risk`, { statement: await statement() });
    expect(runs(await onApp('/'))).toBe(false);
  });

  test('the app’s pages link visitors to the site, and the site’s pages never link to the app', async () => {
    const first = ({ scripts }: Page) => scripts[0]!.content;
    expect(first(await onApp('/packages'))).toContain(`location.replace("${siteUrl}"`);
    const page = await onSite('/packages');
    expect(first(page)).toContain("localStorage.removeItem('auth_token')");
    expect(first(page)).not.toContain('netlantern.test');
    expect(first(await pageAt(shared.url, '/packages'))).not.toMatch(
      /netlantern.test|removeItem\('auth_token/,
    );
  });

  test.each([
    '/auth?next=/alerts',
    '/dashboard',
    '/register?package=1',
    '/admin/users',
    '/?app',
    '/packages?app=',
    '/api/docs',
    '/graphql',
    '/%61uth',
    '/index.html',
    '/%69ndex.html',
    '/assets/..%2findex.html',
    '//index.html',
    '/hooks/unsubscribe/x',
  ])('the address %s of the app redirects to the site', async (path) => {
    const { status, headers, text } = await onSite(path);
    expect([status, headers.get('location'), text.includes('id="root"')]).toEqual([
      302,
      publicUrl + path,
      false,
    ]);
  });

  test('a target that is a full URL counts as a request to its host', async () => {
    const { port } = new URL(apart.url);
    const answer = (target: string, host: string) =>
      new Promise<string>((resolve) => {
        let text = '';
        const socket = connect(Number(port), '127.0.0.1', () =>
          socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        );
        socket.on('data', (data) => (text += data));
        socket.on('close', () => resolve(text));
      });
    const away = await answer(`${siteUrl}/auth?next=/alerts`, 'app.netlantern.test');
    expect(away).toMatch(/^HTTP\/1\.1 302 /);
    expect(away).toContain(`\r\nlocation: ${publicUrl}/auth?next=/alerts\r\n`);
    expect(await answer(`${publicUrl}/auth`, 'www.netlantern.test')).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('pages that the site doesn’t have return 404, and are not served by the app', async () => {
    const { status, text, titles } = await onSite('/nonsense');
    expect([status, titles, text.includes('id="root"')]).toEqual([404, ['Page not found'], false]);
    const odd = await onSite(`/waitlist?packageId=${'x'.repeat(600)}`);
    expect([odd.status, odd.text.includes('id="site-state"')]).toEqual([200, true]);
  });

  test('the forms of the site work there, without signing anyone in', async () => {
    const send = (
      path: string,
      headers: Record<string, string> = {},
      body: object = { query: '{ packages { name } }' },
    ) =>
      fetch(apart.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-host': 'www.netlantern.test',
          origin: siteUrl,
          ...headers,
        },
        body: JSON.stringify(body),
      });
    expect((await send('/graphql')).status).toBe(200);
    expect((await send('/graphql', { authorization: `Bearer ${cast.alice.token}` })).status).toBe(403);
    expect((await send('/api/auth/login', {}, { email: cast.alice.email, password: 'x' })).status).toBe(403);
    const query = 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }';
    const signIn = await send(
      '/graphql',
      {},
      { query, variables: { input: { email: cast.alice.email, password } } },
    );
    expect(await signIn.json()).toMatchObject({
      errors: [{ message: `Sign in at ${publicUrl}.`, extensions: { code: 'UNAUTHORIZED' } }],
    });
    // A script of the site is another site to the app.
    expect((await send('/graphql', { 'x-forwarded-host': 'app.netlantern.test' })).status).toBe(403);
  });

  test('no WebSocket opens on the site, where it would accept a token', async () => {
    const headers = (host: string, origin: string) => ({
      headers: { 'x-forwarded-host': host, origin },
    });
    const onSite = new Socket(apart, headers('www.netlantern.test', siteUrl));
    expect((await onSite.closed).code).toBe(1006);
    const onApp = await new Socket(apart, headers('app.netlantern.test', publicUrl)).signIn(cast.alice.token);
    onApp.close();
  });

  test('robots, sitemap, pictures and health are answered on both origins, with addresses of the site', async () => {
    for (const open of [onSite, onApp]) {
      expect((await open('/robots.txt')).text).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
      expect((await open('/sitemap.xml')).text).toContain(`<loc>${siteUrl}/</loc>`);
      const { text } = await open('/.well-known/security.txt');
      expect(text).toContain(`Contact: ${siteUrl}/contact`);
      for (const one of [siteUrl, publicUrl])
        expect(text).toContain(`Canonical: ${one}/.well-known/security.txt`);
      for (const path of ['/mark.svg', '/favicon.ico', '/healthz', '/pictures/social.jpg'])
        expect([path, (await open(path)).status]).toEqual([path, 200]);
    }
  });

  test('a domain that was saved for the shared origin is not used after the split', async () => {
    await rest(cast.ada).put('/api/admin/seo/sitemap', { domain: publicUrl });
    expect((await onSite('/')).canonical).toBe(`${siteUrl}/`);
    await rest(cast.ada).put('/api/admin/seo/sitemap', { domain: 'https://other.example.test' });
    expect((await onSite('/')).canonical).toBe('https://other.example.test/');
  });

  test('redirects apply on the site', async () => {
    expect((await rest(cast.ada).put(advanced, { redirectRules: '/old-blog -> /contact' })).status).toBe(200);
    const { status, headers } = await onSite('/old-blog');
    expect([status, headers.get('location')]).toEqual([301, '/contact']);
  });
});
