import { request } from 'node:http';
import { connect, type Socket as TcpSocket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addCustomer, startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

let running: Running;
let proxied: Running;
const sockets: Socket[] = [];

beforeAll(async () => {
  running = await startServer();
  proxied = await startServer({ config: { trustProxy: ['127.0.0.0/8'] } });
});
afterAll(async () => {
  await running.close();
  await proxied.close();
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));

const status = (headers: Record<string, string>, url = running.url) =>
  new Promise<number | undefined>((resolve) => {
    const socket = new Socket({ url }, { headers });
    sockets.push(socket);
    socket.raw.once('open', () => resolve(101));
    socket.raw.once('unexpected-response', (_request, response) => resolve(response.statusCode));
  });

describe('The handshake', () => {
  test.each(['https://evil.test', 'null', 'http://127.0.0.1:1', 'http://netlantern.test.evil.test', ''])(
    'is refused for a page from the origin "%s"',
    async (origin) => expect(await status({ origin })).toBe(403),
  );

  test('is allowed for our own pages and for programs', async () => {
    expect(await status({ origin: running.url })).toBe(101);
    expect(await status({ origin: 'http://netlantern.test' })).toBe(101);
    expect(await status({})).toBe(101);
  });

  test('is refused elsewhere than at /graphql', async () => {
    expect(await status({}, `${running.url}/api`)).toBe(404);
  });

  test('uses the same host as HTTP requests, which a trusted proxy may set', async () => {
    const given = { origin: 'https://shown.test', 'x-forwarded-host': 'shown.test' };
    const overHttp = async (headers: Record<string, string>, { url }: Running) => {
      const body = '{"query":"{ packages { id } }"}';
      const type = { 'content-type': 'application/json' };
      return (await fetch(`${url}/graphql`, { method: 'POST', headers: { ...type, ...headers }, body }))
        .status;
    };
    expect([await status(given, proxied.url), await overHttp(given, proxied)]).toEqual([101, 200]);
    expect([await status(given), await overHttp(given, running)]).toEqual([403, 403]);
    const inner = { ...given, origin: proxied.url };
    expect([await status(inner, proxied.url), await overHttp(inner, proxied)]).toEqual([403, 403]);
  });
});

describe('A client that resets its connection', () => {
  const handshake = (address: string, origin: string) =>
    `GET ${address} HTTP/1.1\r\nHost: netlantern.test\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
  const opened = async (): Promise<TcpSocket> => {
    const peer = connect(Number(new URL(running.url).port), '127.0.0.1').on('error', () => undefined);
    await new Promise((resolve) => peer.once('connect', resolve));
    return peer;
  };
  const unheard = vi.fn();
  const gone = (peer: TcpSocket) => new Promise((resolve) => peer.once('close', resolve).resetAndDestroy());

  test.each([
    ['elsewhere', '/api', 'http://netlantern.test'],
    ['another origin', '/graphql', 'https://evil.test'],
    ['our own', '/graphql', 'http://netlantern.test'],
  ])('around its handshake causes no errors: %s', async (_which, address, origin) => {
    process.on('uncaughtException', unheard);
    for (let time = 0; time < 40; time++) {
      const peer = await opened();
      await new Promise((resolve) => peer.write(handshake(address, origin), resolve));
      if (time % 2) await new Promise((resolve) => peer.once('data', resolve));
      await gone(peer);
    }
    expect(await status({})).toBe(101);
    process.off('uncaughtException', unheard);
    expect(unheard).not.toHaveBeenCalled();
  });
});

describe('An offer to upgrade to another protocol is ignored', () => {
  const ask = (method: string, path: string, headers: Record<string, string>, body = '') =>
    new Promise<{ status?: number; text: string }>((resolve, reject) => {
      const offer = {
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: 'h2c',
        'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA',
      };
      request(running.url + path, { method, headers: { ...offer, ...headers } }, (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode, text }));
      })
        .on('error', reject)
        .end(body);
    });

  test('with a GET', async () => {
    expect(await ask('GET', '/healthz', {})).toEqual({ status: 200, text: '{"status":"ok"}' });
  });

  test('with a POST, which keeps its body', async () => {
    const alice = await addCustomer(running);
    const body = '{"query":"{ me { id } }"}';
    const headers = {
      authorization: `Bearer ${alice.token}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
    };
    const { status: code, text } = await ask('POST', '/graphql', headers, body);
    expect([code, JSON.parse(text)]).toEqual([200, { data: { me: { id: alice.userId } } }]);
  });
});
