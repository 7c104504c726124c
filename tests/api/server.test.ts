import { rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownerUrl } from '#tests/support/database.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { smallWeb } from '#tests/support/small-web.ts';

const webRoot = smallWeb();
let running: Running;
let proxied: Running;

beforeAll(async () => {
  running = await startServer({ webRoot });
  proxied = await startServer({
    config: { trustProxy: ['127.0.0.0/8'], publicUrl: 'https://netlantern.test' },
  });
});
afterAll(async () => {
  await running.close();
  await proxied.close();
  rmSync(webRoot, { recursive: true });
});

const get = (address: string, headers: Record<string, string> = {}, { url } = running) =>
  fetch(url + address, { headers, redirect: 'manual' });
const asBrowser = { accept: 'text/html,application/xhtml+xml' };

describe('Health', () => {
  test('is alive and ready', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });

  test('is not ready while the database is unavailable, says so within a second and a half, and recovers', async () => {
    const { pathname } = new URL(running.databaseUrl);
    const name = pathname.slice(1);
    const operator = new pg.Client(ownerUrl('postgres'));
    await operator.connect();
    await operator.query(`alter database ${name} allow_connections false`);
    await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    try {
      await expect.poll(() => running.app.pubsub.ready()).toBe(false);
      const started = Date.now();
      const answer = await get('/readyz');
      expect(await answer.json()).toEqual({
        status: 'not ready',
        missing: ['database', 'migrations', 'pubsub'],
      });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(Date.now() - started).toBeLessThan(1500);
      expect((await get('/healthz')).status).toBe(200);
      const signedIn = { authorization: 'Bearer anything', 'content-type': 'application/json' };
      for (const [path, body] of [
        ['/api/auth/login', '{"email":"a@netlantern.test","password":"x"}'],
        ['/graphql', '{"query":"{ me { id } }"}'],
      ] as const) {
        const refused = await fetch(running.url + path, { method: 'POST', headers: signedIn, body });
        expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '2']);
        expect(await refused.text()).toContain('The service is not ready. Try again in a moment.');
      }
    } finally {
      await operator.query(`alter database ${name} allow_connections true`);
      await operator.end();
    }
    await expect.poll(async () => (await get('/readyz')).status, { timeout: 5000 }).toBe(200);
  });

  test('has Prometheus metrics', async () => {
    await get('/healthz');
    const text = await (await get('/metrics')).text();
    expect(text).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} \d+$/m,
    );
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toContain('live_sockets');
  });

  test.each([
    ['203.0.113.7', {}],
    ['2001:db8::7', {}],
    ['127.0.0.1', { 'x-forwarded-for': '10.0.0.7' }],
    ['10.0.0.7', { forwarded: 'for=10.0.0.8' }],
  ])('hides them from strangers: %s %j', async (remoteAddress, headers) => {
    const answer = await running.server.inject({ url: '/metrics', remoteAddress, headers });
    expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Not found' }]);
  });

  test.each(['10.0.0.7', '172.30.77.5', '192.168.1.5', '::1', 'fd00::5', '::ffff:10.0.0.7'])(
    'shows them on the operator’s network: %s',
    async (remoteAddress) => {
      expect((await running.server.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(200);
    },
  );
});

describe('The web', () => {
  test('is one page for every address, with the nonce of its own policy', async () => {
    for (const address of ['/', '/alerts', '/site-selector?x=1']) {
      const answer = await get(address, asBrowser);
      const html = await answer.text();

      const policy = answer.headers.get('content-security-policy') ?? '';
      const nonce = /<meta name="csp-nonce" content="(\w+)"/.exec(html)?.[1];
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    const [one, two] = [await (await get('/', asBrowser)).text(), await (await get('/', asBrowser)).text()];
    expect(one).not.toBe(two);
  });

  test('caches hashed files forever, others for minutes, and compresses them', async () => {
    const hashed = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip' });
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.get('content-encoding')).toBe('gzip');
    expect((await get('/mark.svg')).headers.get('cache-control')).toBe('public, max-age=300');
  });

  test.each(['/assets/gone.js', '/api/nonsense', '/api//nonsense', '/nonsense.json'])(
    'returns 404 with a message for %s',
    async (address) => {
      const answer = await get(address, address === '/nonsense.json' ? {} : asBrowser);
      expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found' }]);
    },
  );

  test('serves nothing outside its folder', async () => {
    for (const address of [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/assets/..%5c..%5cpackage.json',
    ]) {
      expect((await raw(address)).body).not.toContain('dependencies');
    }
  });

  test('redirects sign-in requests of a browser to its screen', async () => {
    const answer = await get('/api/login');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth']);
  });
});

describe('The explorer', () => {
  test('works in a browser without any outside host', async () => {
    const answer = await get('/graphql', asBrowser);
    const html = await answer.text();
    expect(html).toContain('AltairGraphQL.init(');
    expect(html).not.toMatch(/https?:\/\//);
    const nonce = /script-src 'self' 'nonce-(\w+)'/.exec(
      answer.headers.get('content-security-policy') ?? '',
    )?.[1];
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    const code = await get('/graphql/explorer/main.js', { 'accept-encoding': 'br' });
    expect([code.status, code.headers.get('content-type')]).toEqual([
      200,
      'application/javascript; charset=utf-8',
    ]);
  });
});

describe('A request', () => {
  test('keeps its ID only if a trusted proxy set it', async () => {
    const given = { 'x-request-id': 'proxy-id-12345' };
    expect((await get('/healthz', given)).headers.get('x-request-id')).not.toBe('proxy-id-12345');
    expect((await get('/healthz', given, proxied)).headers.get('x-request-id')).toBe('proxy-id-12345');
    const hostile = await get('/healthz', { 'x-request-id': '<script>alert(1)</script>' }, proxied);
    expect(hostile.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('writes one log line, with its ID and without its query', async () => {
    running.logged.length = 0;
    const answer = await get('/api/nonsense?token=Hunter-2222');
    await expect.poll(() => running.logged.length).toBe(1);
    const line = JSON.parse(running.logged[0] ?? '') as Record<string, unknown>;
    expect(line).toMatchObject({
      method: 'GET',
      path: '/api/nonsense',
      status: 404,
      reqId: answer.headers.get('x-request-id'),
    });
    expect(running.logged[0]).not.toContain('Hunter');
  });

  test.each([
    ['too large', 413, 'application/json', JSON.stringify({ password: 'Hunter-2222'.repeat(20_000) })],
    ['cut off', 400, 'application/json', '{"password": "Hunter-2222"'],
    ['no JSON', 400, 'application/json', 'Hunter-2222'],
    ['HTML', 415, 'text/html', '<b>Hunter-2222</b>'],
    ['a poisoned object', 400, 'application/json', '{"__proto__": {"admin": "Hunter-2222"}}'],
  ])('with a body that is %s gets a message only', async (_what, status, type, body) => {
    const answer = await fetch(`${running.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    const text = await answer.text();
    expect(answer.status).toBe(status);
    expect(JSON.parse(text)).toEqual({ message: expect.any(String) as string });
    expect(text).not.toContain('Hunter');
  });

  test('from another site that would change something is refused', async () => {
    const answer = await fetch(`${running.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.test' },
      body: '{}',
    });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { message: 'Requests from other sites are refused' },
    ]);
  });
});

/** Sends an address as it stands; fetch would tidy it first. */
function raw(address: string): Promise<{ status?: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(running.url);
    const asked = request(
      { port, host: '127.0.0.1', path: address, headers: asBrowser },
      (answer: IncomingMessage) => {
        let body = '';
        answer.on('data', (part: Buffer) => (body += part.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode, body }));
      },
    );
    asked.on('error', reject).end();
  });
}
