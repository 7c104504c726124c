import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readAccount } from '#api/features/unifi/unifi.client.ts';
import { UnifiError, waitAsked } from '#api/features/unifi/errors.ts';
import type { Connection } from '#api/features/unifi/http.client.ts';
import { type Reply, cloudError, cloudPage, except, healthy, hosts, serve, zipped } from './unifi.answers.ts';

const hostsAnswer = (reply: Reply) =>
  except(({ pathname }) => (pathname === '/v1/hosts' ? reply : undefined));

async function failureOf(reply: Reply, more: Partial<Connection> = {}): Promise<UnifiError> {
  await using unifi = await serve(hostsAnswer(reply));
  const failure = await readAccount({ ...unifi.connection, ...more }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof UnifiError)) throw new Error(`Expected a UnifiError, got ${String(failure)}`);
  return failure;
}

async function namesOf(reply: Reply) {
  await using unifi = await serve(hostsAnswer(reply));
  return (await readAccount(unifi.connection)).consoles.map((found) => found.name);
}

const NAMES = ['Zürich 🏔', 'cellar'];
const HTML = '<html><body>Just a moment...</body></html>';

describe('a status code', () => {
  it.each([
    [401, 'revoked'],
    [403, 'forbidden'],
    [404, 'gone'],
    [408, 'unavailable'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
    [502, 'unavailable'],
    [400, 'invalid_answer'],
  ])('%i means %s, whatever the body', async (status, kind) => {
    const bodies = [
      { code: 'x', httpStatusCode: status, message: 'm' },
      { statusCode: status, statusName: 'X', message: 'm' },
      { error: { code: status, message: 'm' } },
      HTML,
      '',
      'null',
      '"text"',
      Buffer.alloc(1_000_000, '<'),
    ];
    for (const body of bodies) expect((await failureOf({ status, body })).kind).toBe(kind);
  });

  it('explains what to do about a revoked key, without the key or the body', async () => {
    const { message } = await failureOf({ status: 401, body: { message: 'secret-key-of-the-owner is bad' } });
    expect(message).toContain('Create a new one at unifi.ui.com');
    expect(message).not.toContain('secret-key');
  });

  it('follows no redirect', async () => {
    await using elsewhere = await serve(healthy);
    const headers = { Location: `${elsewhere.connection.baseUrl}/v1/hosts` };
    expect((await failureOf({ status: 302, headers })).kind).toBe('invalid_answer');
    expect(elsewhere.asked).toEqual([]);
  });
});

describe('the delay after a 429', () => {
  const message = 'rate limit exceeded, retry after 5.372786998s';

  it('is in the header, or else in the message, or else the default', async () => {
    const told = await failureOf(cloudError(429, 'rate_limit', message, { 'Retry-After': '60' }));
    expect(told.retryAfterMs).toBe(60_000);
    expect((await failureOf(cloudError(429, 'rate_limit', message))).retryAfterMs).toBe(5373);
    expect((await failureOf({ status: 429, body: HTML })).retryAfterMs).toBeUndefined();
  });

  it.each([
    ['0', undefined, 0],
    ['soon', 'retry after 1m5s', 65_000],
    [null, 'retry after 250ms', 250],
    [null, 'retry after a while', undefined],
    ['-5', undefined, undefined],
    ['Fri, 20 Nov 2020 12:00:00 GMT', undefined, 0],
    ['99999999999', undefined, 3_600_000],
  ])('is parsed from header %j and message %j as %j', (header, sentence, wait) => {
    expect(waitAsked(header, sentence, Date.now())).toBe(wait);
  });
});

describe('a body', () => {
  it.each([
    ['HTML', HTML],
    ['nothing', ''],
    ['plain text', 'ok'],
    ['half a JSON', '{"data":[{"id":"1"'],
    ['a list where an object was due', []],
    ['an object without data', {}],
    ['data of another type', cloudPage('all of them')],
  ])('with status 200 of %s is an invalid response', async (_, body) => {
    expect((await failureOf({ body })).kind).toBe('invalid_answer');
  });

  it('that is cut off counts as unreachable', async () => {
    expect((await failureOf({ body: cloudPage(hosts()), cutAfter: 40 })).kind).toBe('unavailable');
  });

  it('is read when compressed, announced or not', async () => {
    const body = zipped(cloudPage(hosts()));
    expect(await namesOf({ body })).toEqual(NAMES);
    expect(await namesOf({ body, headers: { 'Content-Encoding': 'gzip' } })).toEqual(NAMES);
  });

  it('that only claims to be compressed fails softly', async () => {
    expect((await failureOf({ body: Buffer.from([0x1f, 0x8b, 1, 2, 3]) })).kind).toBe('invalid_answer');
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await failureOf({ body: HTML, headers })).kind).toBe('unavailable');
  });

  it('just below ten megabytes is read', async () => {
    const filler = 'x'.repeat(10 * 1024 * 1024 - 5000);
    expect(await namesOf({ body: cloudPage(hosts(), { filler }) })).toEqual(NAMES);
  });

  it('above ten megabytes is refused, also if it only becomes that large when decompressed', async () => {
    const filler = 'x'.repeat(10 * 1024 * 1024);
    const large = cloudPage(hosts(), { filler });
    const bomb = gzipSync(JSON.stringify(large));
    expect(bomb.length).toBeLessThan(100_000);
    for (const reply of [
      { body: large },
      { body: bomb },
      { body: bomb, headers: { 'Content-Encoding': 'gzip' } },
    ]) {
      const failure = await failureOf(reply);
      expect([failure.kind, failure.message]).toEqual([
        'invalid_answer',
        expect.stringContaining('too large'),
      ]);
    }
  });
});

describe('a timeout', () => {
  it('ends a call without a response', async () => {
    const failure = await failureOf({ silent: true }, { callTimeoutMs: 50 });
    expect([failure.kind, failure.message]).toEqual(['unavailable', "UniFi didn't respond in time."]);
  });

  it('ends a body that never ends', async () => {
    const drip = { body: 'x', headers: { 'Content-Length': '1000' } };
    expect((await failureOf(drip, { callTimeoutMs: 80 })).kind).toBe('unavailable');
  });

  it('is never later than the deadline of the whole reading', async () => {
    const started = performance.now();
    const failure = await failureOf({ silent: true }, { signal: AbortSignal.timeout(50) });
    expect(failure.kind).toBe('unavailable');
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('an invalid address or key', () => {
  it('is unavailable when nothing listens', async () => {
    expect((await failureOf({}, { baseUrl: 'http://127.0.0.1:1' })).message).toBe("We couldn't reach UniFi.");
  });

  it('never appears in an error', async () => {
    for (const apiKey of ['secret\nkey', 'schlüssel', '']) {
      const failure = await failureOf({}, { apiKey });
      expect(failure.kind).toBe('revoked');
      expect(`${failure.message}${failure.stack}`).not.toMatch(/secret|schlüssel/);
    }
  });
});
