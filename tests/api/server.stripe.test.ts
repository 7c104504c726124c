import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '#api/wiring/routes.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const webRoot = mkdtempSync(path.join(tmpdir(), 'web-'));
const asBrowser = { accept: 'text/html,application/xhtml+xml' };
let running: Running;

beforeAll(async () => {
  const page = '<!doctype html><head><script src="/theme.js"></script></head><body></body>';
  writeFileSync(path.join(webRoot, 'index.html'), page);
  running = await startServer({ webRoot });
});
afterAll(async () => {
  await running.close();
  rmSync(webRoot, { recursive: true });
});

describe('The page', () => {
  test('may load Stripe.js from Stripe, with its frames for the card and the bank, and nothing else from third parties', async () => {
    const { headers } = await fetch(`${running.url}/billing`, { headers: asBrowser });
    const policy = headers.get('content-security-policy') ?? '';
    const of = (directive: string) => new RegExp(`(?:^|;)${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ');
    expect(of('script-src')).toEqual([
      "'self'",
      'https://js.stripe.com',
      expect.stringMatching(/^'nonce-[0-9a-f]{32}'$/),
    ]);
    expect(of('frame-src')).toEqual(['https://js.stripe.com', 'https://hooks.stripe.com']);
    expect(of('connect-src')).toEqual(["'self'", 'ws://netlantern.test', 'https://api.stripe.com']);
    expect(policy.match(/https:[^; ]*/g)).toHaveLength(4);
  });

  test('loads nothing but the build, unless the demo adds a script, with the nonce and before its own', async () => {
    const plain = await running.server.inject({ url: '/billing', headers: asBrowser });
    expect(plain.body.match(/src="[^"]+"/g)).toEqual(['src="/theme.js"']);
    const server = await createServer(running.app, running.schema, { webRoot, scripts: ['/dev/more.js'] });
    const { body, headers } = await server.inject({ url: '/billing', headers: asBrowser });
    await server.close();
    const [, nonce] = /script-src [^;]*'nonce-(\w+)'/.exec(String(headers['content-security-policy'])) ?? [];
    expect(body).toContain(`<script nonce="${nonce}" src="/dev/more.js"></script></head>`);
  });
});
