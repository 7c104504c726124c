// What a server does with callers that mean it harm, or that only a proxy or a foreign page could have sent.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createServer } from '#api/wiring/routes.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
const sockets: Socket[] = [];
beforeAll(async () => {
  running = await startServer({ config: { demo: true, publicUrl: 'http://localhost:4000' } });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await running.close();
});

const portOf = (url: string) => Number(new URL(url).port);

/** Sends a request as it is written. Resolves with the whole answer once the server has closed the connection. */
function send(url: string, text: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(portOf(url), '127.0.0.1', () => socket.write(text));
  sockets.push(socket);
  let answer = '';
  socket.on('data', (data) => (answer += data));
  socket.on('close', () => resolve(answer));
  socket.on('error', () => undefined);
  return promise;
}

const get = (path: string, host: string, more = '') =>
  send(running.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`);
const statusOf = (answer: string) => Number(answer.split(' ')[1]);

describe('The pages below /dev', () => {
  test.each(['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox.json/', '/%64ev/mailbox.json'])(
    '%s respond on this machine, under its own name',
    async (path) => {
      expect(statusOf(await get(path, `localhost:${portOf(running.url)}`))).toBe(200);
      expect(statusOf(await get(path, `127.0.0.1:${portOf(running.url)}`))).toBe(200);
    },
  );

  test.each(['/dev/mailbox', '/dev/mailbox.json', '/%64ev/mailbox.json'])(
    '%s don’t respond to names that another page could point here',
    async (path) => {
      for (const host of [
        'evil.example',
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        'evil.example@localhost',
        'localhost\\evil.example',
        '',
      ])
        expect(statusOf(await get(path, host)), host).toBe(404);
    },
  );

  test.each([
    'X-Forwarded-For: 127.0.0.1',
    'X_Forwarded_For: 127.0.0.1',
    'Forwarded: for=127.0.0.1',
    'Via: 1.1 proxy',
    'X-Real-IP: ::1',
    'X-Amzn-Trace-Id: Root=1',
    'X-Azure-ClientIP: 127.0.0.1',
    'CF-Ray: 1',
    'Client-IP: 127.0.0.1',
  ])('don’t respond through a proxy: %s', async (header) => {
    expect(statusOf(await get('/dev/mailbox.json', 'localhost', `${header}\r\n`))).toBe(404);
  });

  test('don’t respond over HTTP/1.0, which nginx uses for its upstreams', async () => {
    for (const path of ['/dev/mailbox', '/metrics'])
      expect(statusOf(await send(running.url, `GET ${path} HTTP/1.0\r\nHost: localhost\r\n\r\n`))).toBe(404);
  });

  test('don’t respond to a request with a second, foreign host', async () => {
    for (const path of ['/dev/mailbox', '/metrics']) {
      for (const [target, more] of [
        [`http://evil.example${path}`, ''],
        [path, 'Host: evil.example\r\n'],
      ] as const)
        expect(statusOf(await get(target, 'localhost', more)), target).toBe(404);
      expect(statusOf(await get(`http://localhost${path}`, 'localhost'))).toBe(200);
    }
  });
});

describe('/metrics', () => {
  test.each([
    '127.0.0.1:4000',
    'localhost',
    '10.0.0.7:4000',
    '[::1]:4000',
    'web:4000',
    'netlantern.internal',
  ])('responds under a private name: %s', async (host) =>
    expect(statusOf(await get('/metrics', host))).toBe(200),
  );

  test.each(['evil.example', 'metrics.evil.com:4000', 'a.b', ''])(
    'does not respond under a name that anyone can register: %s',
    async (host) => expect(statusOf(await get('/metrics', host))).toBe(404),
  );
});

describe('A request that does not arrive in time is cut off:', () => {
  let url: string;
  let close: () => Promise<void>;
  const requestTimeout = 150;
  /** Milliseconds between two looks for slow requests, left to Node: they would last at least as long. */
  const nodesOwnCheck = 30_000;
  beforeAll(async () => {
    const slow = await createServer(running.app, running.schema, { requestTimeout });
    url = await slow.listen({ port: 0, host: '127.0.0.1' });
    close = () => slow.close();
  });
  afterAll(() => close());

  test.each<[string, string]>([
    ['headers that stop halfway', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    [
      'a body that stops halfway',
      'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"query',
    ],
    ['nothing at all', ''],
  ])('%s', async (_, text) => {
    const began = Date.now();
    expect(await send(url, text)).toMatch(/^$|^HTTP\/1\.1 408 /);
    expect(Date.now() - began).toBeLessThan(nodesOwnCheck);
  });

  test('headers that arrive a byte at a time', async () => {
    const began = Date.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = connect(portOf(url), '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nX-Slow: '));
    sockets.push(socket);
    const drip = setInterval(() => socket.write('x'), 20);
    socket.on('error', () => undefined);
    socket.on('close', () => (clearInterval(drip), resolve()));
    await promise;
    expect(Date.now() - began).toBeLessThan(nodesOwnCheck);
  });
});

test('A client that sends requests and reads no responses is disconnected', async () => {
  const server = await createServer(running.app, running.schema, { idleTimeout: 500 });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(portOf(url), '127.0.0.1');
  sockets.push(socket);
  socket.pause().on('error', () => undefined);
  socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200));
  const open = () =>
    new Promise<number>((resolve) => server.server.getConnections((_error, count) => resolve(count)));
  await vi.waitFor(async () => expect(await open()).toBe(1));
  await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: 10_000 });
  await server.close();
});

describe('Connections from one address', () => {
  test('are refused beyond the limit, and accepted again once others have closed', async () => {
    const few = await startServer({ config: { connectionsPerAddress: 3 } });
    const open = () =>
      new Promise<Socket>((resolve) => {
        const socket = connect(portOf(few.url), '127.0.0.1', () => resolve(socket));
        socket.on('error', () => undefined);
        sockets.push(socket);
      });
    const held = [await open(), await open(), await open()];
    expect(statusOf(await send(few.url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'))).toBe(429);
    for (const socket of held) socket.destroy();
    await expect
      .poll(async () =>
        statusOf(await send(few.url, 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')),
      )
      .toBe(200);
    await few.close();
  });

  test('are counted by the forwarded address behind a trusted proxy', async () => {
    const config = { connectionsPerAddress: 2, trustProxy: ['127.0.0.0/8'], publicUrl: 'http://localhost' };
    const proxied = await startServer({ config });
    const live = (address: string) =>
      new Promise<string>((resolve) => {
        const headers = { 'x-forwarded-for': address, origin: 'http://localhost' };
        const socket = new WebSocket(`${proxied.url}/graphql`, 'graphql-transport-ws', { headers });
        socket.on('open', () => resolve('open'));
        socket.on('unexpected-response', (_, { statusCode }) => resolve(String(statusCode)));
        socket.on('error', () => undefined);
      });
    expect(await live('203.0.113.7')).toBe('open');
    expect(await live('203.0.113.7')).toBe('open');
    expect(await live('203.0.113.7')).toBe('429');
    expect(await live('203.0.113.8')).toBe('open');
    const from = (address: string) =>
      fetch(`${proxied.url}/healthz`, { headers: { 'x-forwarded-for': address } }).then(
        ({ status }) => status,
      );
    expect(await from('203.0.113.7')).toBe(429);
    expect(await from('203.0.113.9')).toBe(200);
    await proxied.close();
  });
});

test('security.txt says where to report a vulnerability, and when it expires', async () => {
  const answer = await fetch(`${running.url}/.well-known/security.txt`);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await answer.text();
  expect(text).toMatch(/^Contact: http:\/\/localhost:4000\/contact$/m);
  const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
});
