import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOutbound, OutboundFailure, OutboundRefused, type Outbound } from '#api/security/outbound.ts';
import { key, selfSigned, withoutItsIssuer } from '#tests/support/certificates.ts';

/** What reached the server on loopback. */
const reached: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

const server = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`);
  answer(request, response);
});
let port: number;
const opened: Outbound[] = [];

function guard(options: Partial<Parameters<typeof openOutbound>[0]> = {}): Outbound {
  const outbound = openOutbound({ allow: [], publicUrl: 'https://netlantern.test', ...options });
  opened.push(outbound);
  return outbound;
}

beforeAll(async () => {
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  reached.length = 0;
  answer = (_request, response) => void response.end('ok');
});
afterAll(async () => {
  await Promise.all(opened.map((outbound) => outbound.close()));
  server.closeAllConnections();
  server.close();
});

/** Ways to write an address that leads into a network, or to the machine itself (HARDENING D5). */
const inside = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '0177.1',
  '%31%32%37.0.0.1',
  '127。0。0。1',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  'localhost',
  'LOCALHOST',
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '224.0.0.1',
  '255.255.255.255',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  '168.63.129.16',
];

describe('A user-supplied address', () => {
  test.each(inside)('is checked when connecting: %s', async (host) => {
    const outbound = guard();
    for (const scheme of ['https', 'http']) {
      const call = outbound.call(`${scheme}://${host}:${port}/secret`, { timeoutMs: 2000 });
      await expect(call).rejects.toBeInstanceOf(OutboundRefused);
    }
    expect(reached).toEqual([]);
  });

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,hello',
    'javascript:alert(1)',
    '//example.com/',
    'example.com',
    '',
    'https://',
    'http://example.com/',
  ])('must use https: %s', async (url) => {
    await expect(guard().call(url)).rejects.toThrow('Please enter an address that begins with https://');
  });

  test('must not contain a user name or password', async () => {
    const outbound = guard({ allow: ['127.0.0.1'] });
    await expect(outbound.call(`http://user@127.0.0.1:${port}/`)).rejects.toBeInstanceOf(OutboundRefused);
    await expect(outbound.call(`http://:pw@127.0.0.1:${port}/`)).rejects.toBeInstanceOf(OutboundRefused);
    expect(reached).toEqual([]);
  });

  test('must not end in a dot', async () => {
    // Whether there is such a name is up to the machine.
    await expect(guard().call(`https://localhost.:${port}/`)).rejects.toThrow();
    expect(reached).toEqual([]);
  });

  test('must not be our own, even with a trailing dot', () => {
    expect(guard().problem('https://netlantern.test./graphql')).toMatch(/not on the public/);
    expect(guard().problem('https://netlantern.test/graphql')).toMatch(/not on the public internet/);
  });

  test('is checked on input as far as its text allows', () => {
    expect(guard().problem('https://hooks.slack.com/services/T/B/x')).toBeUndefined();
    expect(guard().problem('https://10.1.2.3/hook')).toMatch(/not on the public internet/);
    expect(guard().problem('http://hooks.slack.com/services/T/B/x')).toMatch(/https/);
  });
});

describe('A private range that the operator allows', () => {
  test('is reachable, also without TLS, and gets our user agent', async () => {
    answer = (request, response) => void response.end(request.headers['user-agent']);
    const outbound = guard({ allow: ['127.0.0.0/8'] });
    const { status, text } = await outbound.call(`http://127.0.0.1:${port}/hook`, {
      method: 'POST',
      body: '{}',
    });
    expect([status, text]).toEqual([200, 'Netlantern/1.0 (+https://netlantern.test)']);
    expect(reached).toEqual(['POST /hook']);
  });

  test('is reachable through a name that resolves to it', async () => {
    const outbound = guard({ allow: ['127.0.0.0/8', '::1'] });
    expect((await outbound.call(`http://localhost:${port}/`)).text).toBe('ok');
  });

  test('allows nothing else', async () => {
    const outbound = guard({ allow: ['10.0.0.0/8'] });
    await expect(outbound.call(`http://127.0.0.1:${port}/`)).rejects.toBeInstanceOf(OutboundRefused);
    await expect(outbound.call(`http://localhost:${port}/`)).rejects.toBeInstanceOf(OutboundRefused);
    expect(reached).toEqual([]);
  });

  test('does not allow a redirect out of it', async () => {
    answer = (_request, response) =>
      void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    const outbound = guard({ allow: ['127.0.0.1'] });
    expect((await outbound.call(`http://127.0.0.1:${port}/`)).status).toBe(302);
    expect(reached).toHaveLength(1);
  });
});

describe('A stand-in of the demo', () => {
  test('is reachable by its origin, and nothing else on the machine is', async () => {
    const outbound = guard({ origins: [`http://127.0.0.1:${port}`] });
    expect((await outbound.call(`http://127.0.0.1:${port}/services/x`)).text).toBe('ok');
    const others = [
      `http://127.0.0.1:${port + 1}/`,
      `http://localhost:${port}/`,
      `https://127.0.0.1:${port}/`,
    ];
    for (const other of others) await expect(outbound.call(other)).rejects.toBeInstanceOf(OutboundRefused);
    expect(reached).toHaveLength(1);
  });
});

describe('A misbehaving server', () => {
  const failing = (timeoutMs?: number) =>
    guard({ allow: ['127.0.0.1'] })
      .call(`http://127.0.0.1:${port}/`, { timeoutMs })
      .then(
        () => undefined,
        (error: unknown) => error as OutboundFailure,
      );

  test('times out when it hangs', async () => {
    answer = () => undefined;
    expect(await failing(200)).toMatchObject({ name: 'OutboundFailure', mayHaveArrived: true });
  });

  test('times out when it sends a byte now and then', async () => {
    answer = (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    };
    const failure = await failing(300);
    expect(failure).toMatchObject({ mayHaveArrived: true });
    expect(failure!.durationMs).toBeLessThan(2000);
  });

  test('may have received a request that it ends by hanging up', async () => {
    answer = (request) => void request.socket.destroy();
    expect(await failing()).toMatchObject({ mayHaveArrived: true });
  });

  test('is read up to 64 KiB and no further', async () => {
    let sent = 0;
    answer = (_request, response) => {
      const more = () => {
        while (sent < 50_000_000 && !response.destroyed) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536, 'x'))) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    const { text } = await guard({ allow: ['127.0.0.1'] }).call(`http://127.0.0.1:${port}/`);
    expect(text).toHaveLength(65_536);
    expect(sent).toBeLessThan(10_000_000);
  });

  test.each([
    ['that is not signed by anybody known', selfSigned, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['whose issuer is not sent along', withoutItsIssuer, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ])('with a certificate %s is sent nothing', async (_what, cert, code) => {
    const secure = createSecureServer({ cert, key }, (_request, response) => {
      reached.push('by TLS');
      response.end();
    });
    await new Promise<void>((listening) => void secure.listen(0, '127.0.0.1', listening));
    const { port: securePort } = secure.address() as AddressInfo;
    const call = guard({ allow: ['127.0.0.1'] }).call(`https://127.0.0.1:${securePort}/`);
    await expect(call).rejects.toMatchObject({
      message: `The server's certificate is invalid (${code})`,
      mayHaveArrived: false,
    });
    secure.close();
    expect(reached).toEqual([]);
  });

  test('that doesn’t exist cannot have received anything', async () => {
    const outbound = guard({ allow: ['127.0.0.1'] });
    const call = outbound.call('http://127.0.0.1:1/', { timeoutMs: 2000 });
    await expect(call).rejects.toMatchObject({
      mayHaveArrived: false,
      message: 'The server refused the connection',
    });
    const unknown = outbound.call('https://nobody.invalid/', { timeoutMs: 5000 });
    await expect(unknown).rejects.toMatchObject({ mayHaveArrived: false });
  });
});
