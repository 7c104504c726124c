import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('Every response has the security headers:', () => {
  test.each([
    '/',
    '/alerts',
    '/nonsense',
    '/assets/main-1a2b.js',
    '/mark.svg',
    '/healthz',
    '/readyz',
    '/metrics',
    '/graphql',
    '/graphql/explorer/main.js',
    '/api/nonsense',
    '/api/auth/user',
    '/api/login',
  ])('%s', async (address) => {
    const { headers } = await get(address, asBrowser);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(address === '/graphql' ? "base-uri 'self'" : "base-uri 'none'");
    expect(policy).toMatch(/script-src 'self' [^;]*'nonce-[0-9a-f]{32}'/);
    expect(policy).not.toContain('unsafe-eval');
    if (address !== '/graphql') expect(policy).not.toContain('unsafe-inline');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('from GraphQL, the first and the next', async () => {
    for (let time = 0; time < 3; time++) {
      const { headers } = await fetch(`${running.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ packages { id } }' }),
      });
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('even for an invalid URL', async () => {
    const { status, headers } = await get('/%ff', asBrowser);
    expect(status).toBe(400);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each([
    '/verify-email',
    '/reset-password?token=abc',
    '/unlock/?token=abc',
    '/Confirm-Email?token=abc',
    '/accept-invitation?token=abc',
  ])('%s sends no referrer to other sites', async (address) => {
    const { status, headers } = await get(address, asBrowser);
    expect([status, headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  });

  test('HTTPS is required permanently if PUBLIC_URL uses it', async () => {
    const { headers } = await get('/healthz', {}, proxied);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('content-security-policy')).toContain('wss://netlantern.test');
  });

  test.each(['https://localhost:4443', 'https://app.localhost', 'https://127.0.0.1', 'https://[::1]:4443'])(
    'HTTPS is never required on a developer’s own machine: %s',
    async (publicUrl) => {
      const local = await startServer({ config: { publicUrl } });
      const { headers } = await get('/healthz', {}, local);
      expect(headers.get('strict-transport-security')).toBeNull();
      await local.close();
    },
  );

  test.each(['/api/nonsense', '/api/auth/user', '/graphql?query={me{id}}'])(
    '%s is never cached',
    async (address) => {
      expect((await get(address)).headers.get('cache-control')).toContain('no-store');
    },
  );
});
