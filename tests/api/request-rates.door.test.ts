import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiTokenPrefix, ApiToken, TokenScope } from '#api/features/tokens/api-token.entity.ts';
import { hashToken } from '#api/security/token.ts';
import { addCustomer, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { Stream } from '#tests/support/stream.ts';

let running: Running;
let alice: Customer;
const sockets: Socket[] = [];

// Time stands still: a minute that ends within a test would let in who is to be refused.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  running = await startServer({
    config: { requestsPerMinute: 12, costPerMinute: 600, trustProxy: ['127.0.0.0/8'] },
  });
});
afterAll(async () => {
  vi.useRealTimers();
  await running.close();
});
beforeEach(async () => {
  alice = await addCustomer(running);
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));

interface Asking {
  query?: string;
  token?: string | null;
  address?: string;
}

const headersOf = ({ token = alice.token, address = '192.0.2.1' }: Asking) => ({
  'content-type': 'application/json',
  'x-forwarded-for': address,
  ...(token && { authorization: `Bearer ${token}` }),
});

const post = (asking: Asking = {}) =>
  fetch(`${running.url}/graphql`, {
    method: 'POST',
    headers: headersOf(asking),
    body: JSON.stringify({ query: asking.query ?? '{ openAlertCount }' }),
  });

const get = (path: string, asking: Asking = {}) => fetch(running.url + path, { headers: headersOf(asking) });

const left = ({ headers }: Response) =>
  Number(/"requests";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
const costLeft = ({ headers }: Response) =>
  Number(/"cost";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

async function useUp(asking: Asking = {}): Promise<Response> {
  for (let count = 0; count < 20; count++) {
    const answer = await post(asking);
    if (answer.status === 429) return answer;
  }
  throw new Error('Nothing was refused');
}

async function apiToken(): Promise<string> {
  const token = apiTokenPrefix + randomBytes(16).toString('hex');
  const em = running.app.orm.em.fork();
  const { userId: user, teamId: team } = alice;
  const scopes = [TokenScope.read];
  em.create(ApiToken, {
    name: 'Script',
    tail: '0000',
    scopes,
    tokenHash: hashToken(token),
    user,
    team,
  } as never);
  await em.flush();
  return token;
}

describe('Every response shows the remaining requests', () => {
  test('over GraphQL and REST, with one shared count', async () => {
    const first = await post();
    expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=12;w=60, "cost";q=600;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"requests";r=11;t=\d+, "cost";r=599;t=\d+$/);
    expect(left(await get('/api/controllers'))).toBe(10);
  });

  test('even if it fails: a refusal, an invalid document, a call without permission', async () => {
    expect(left(await post({ query: '{ nonsense }' }))).toBe(11);
    expect(left(await post({ query: '{' }))).toBe(10);
    expect(left(await get('/api/admin/users'))).toBe(9);
    expect(left(await get('/api/controllers/nonsense/devices'))).toBe(8);
  });

  test('for event streams and their cost', async () => {
    const query = 'subscription { openAlertCountChanged }';
    const stream = await Stream.open(running, { query }, alice.token);
    expect([left(stream.response), costLeft(stream.response)]).toEqual([11, 599]);
    await stream.close();
  });
});

describe('Someone who exceeds a limit', () => {
  test('gets a 429 with the time to retry, and which limit it was', async () => {
    const answer = await useUp();
    const [requests] = running.app.rates.status(`person:${alice.userId}`);
    expect(left(answer)).toBe(0);
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBe(requests?.reset);
    expect(await answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'TOO_MANY', limit: 'requests', allowed: 12, retryAfter: wait } }],
    });
    const rest = await get('/api/controllers');
    expect([rest.status, rest.headers.has('retry-after')]).toEqual([429, true]);
    expect(await rest.json()).toMatchObject({
      message: expect.stringMatching(/^12 requests per minute are allowed/) as string,
    });
    const { response } = await Stream.open(running, { query: '{ openAlertCount }' }, alice.token);
    expect([response.status, response.headers.has('retry-after')]).toEqual([429, true]);
  });

  test('has nothing executed if one operation costs more than what is left', async () => {
    const devices = `devices(controllerId: "${alice.controllerId}", first: 100) { id name }`;
    const query = `{ ${Array.from({ length: 15 }, (_, index) => `a${index}: ${devices}`).join(' ')} }`;
    const answer = await post({ query });
    expect(await answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'TOO_MANY', limit: 'cost', allowed: 600 } }],
    });
    expect([answer.status, answer.headers.has('retry-after'), costLeft(answer)]).toEqual([429, true, 600]);
  });

  test('doesn’t affect anyone else', async () => {
    const bob = await addCustomer(running, { firstName: 'Bob' });
    await useUp();
    expect((await post({ token: bob.token })).status).toBe(200);
  });

  test('gains nothing from more API tokens: requests and cost count per person', async () => {
    const tokens = [await apiToken(), await apiToken()];
    const first = await post({ token: tokens[0] });
    const second = await post({ token: tokens[1] });
    expect([left(first), costLeft(first), left(second), costLeft(second)]).toEqual([11, 599, 10, 598]);
    await useUp({ token: tokens[0] });
    expect((await post({ token: tokens[1] })).status).toBe(429);
    expect((await post()).status).toBe(429);
  });

  test('is counted on all screens together', async () => {
    await useUp();
    const socket = await new Socket(running).send({
      type: 'connection_init',
      payload: { authToken: alice.token },
    });
    sockets.push(socket);
    expect((await socket.closed).code).toBe(1013);
  });
});

test('Operations on a socket count like requests over HTTP', async () => {
  const socket = await new Socket(running).signIn(alice.token);
  sockets.push(socket);
  for (let id = 1; id <= 12; id++) await socket.subscribe(String(id), '{ openAlertCount }');
  // Connecting was the first. Who is refused is told at once, before the others have been answered.
  await socket.until(({ messages }) => messages.filter(({ type }) => type !== 'complete').length === 13);
  expect(socket.messages.filter(({ type }) => type === 'next')).toHaveLength(11);
  expect(socket.messages.find(({ type }) => type === 'error')).toMatchObject({
    payload: [{ extensions: { code: 'TOO_MANY', limit: 'requests' } }],
  });
});

test('Visitors are counted by network, with half the limit', async () => {
  const asking = { token: null, address: '192.0.2.7', query: '{ packages { id } }' };
  for (let count = 0; count < 6; count++) expect((await post(asking)).status).toBe(200);
  expect((await post(asking)).status).toBe(429);
  expect((await post({ ...asking, token: 'made up' })).status).toBe(429);
  expect((await post({ ...asking, address: '192.0.2.8' })).status).toBe(200);
});
