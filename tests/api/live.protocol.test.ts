import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClientOptions } from 'ws';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

let running: Running;
let alice: Customer;
const sockets: Socket[] = [];

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  alice = await addCustomer(running);
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));

function connect(options?: ClientOptions, protocol?: string): Socket {
  const socket = new Socket(running, options, protocol);
  sockets.push(socket);
  return socket;
}

const init = (payload?: unknown) => ({ type: 'connection_init', payload });
const ask = (id: string, query: string, variables?: unknown) => ({
  id,
  type: 'subscribe',
  payload: { query, variables },
});
const counting = 'subscription { openAlertCountChanged }';

describe('A socket is closed with the matching code', () => {
  test.each([
    ['no JSON', 'hello'],
    ['an unknown type', { type: 'hello' }],
    ['a subscribe without a query', { id: '1', type: 'subscribe', payload: {} }],
  ])('4400 for %s', async (_what, message) => {
    const socket = await (await connect().signIn(alice.token)).send(message);
    expect((await socket.closed).code).toBe(4400);
  });

  test('4401 for an operation before connection_init', async () => {
    const socket = await connect().send(ask('1', counting));
    expect(await socket.closed).toEqual({ code: 4401, reason: 'Unauthorized' });
  });

  test('4406 for another protocol', async () => {
    const socket = await connect({}, 'graphql-ws')
      .opened()
      .catch(() => undefined);
    expect(socket).toBeUndefined();
  });

  test('4408 for a missing connection_init', async () => {
    const socket = await connect().opened();
    expect((await socket.closed).code).toBe(4408);
  });

  test('4409 for a duplicate ID', async () => {
    const socket = await connect().signIn(alice.token);
    await socket.send(ask('1', counting));
    await socket.until(() => socket.of('1').length === 1);
    await socket.send(ask('1', counting));
    expect(await socket.closed).toEqual({ code: 4409, reason: 'Subscriber for 1 already exists' });
  });

  test('4429 for a second connection_init', async () => {
    const socket = await connect().signIn(alice.token);
    await socket.send(init({ authToken: alice.token }));
    expect((await socket.closed).code).toBe(4429);
  });

  test('1003 for binary frames, and 1009 for frames over 100 KB', async () => {
    const binary = await (await connect().signIn(alice.token)).send(Buffer.from([1, 2, 3]));
    expect((await binary.closed).code).toBe(1003);
    const large = await (await connect().signIn(alice.token)).send(ask('1', `# ${'x'.repeat(110_000)}`));
    expect((await large.closed).code).toBe(1009);
  });

  test.each([
    ['pings', () => ({ type: 'ping' })],
    ['questions, whatever their answers', (sent: number) => ask(String(sent), '{ nonsense }')],
  ])('1013 for a flood of %s', async (_what, message) => {
    const socket = await connect().signIn(alice.token);
    // A minute that ends meanwhile begins a new count.
    for (let sent = 0; sent < 13_000; sent++) socket.raw.send(JSON.stringify(message(sent)));
    expect(await socket.closed).toEqual({ code: 1013, reason: 'Too many messages' });
    expect(socket.messages.length).toBeLessThan(13_000);
  });

  test.each(['ping', 'pong'] as const)('1013 for a flood of frames that are a %s', async (frame) => {
    const socket = await connect().signIn(alice.token);
    for (let sent = 0; sent < 13_000; sent++) socket.raw[frame]();
    expect(await socket.closed).toEqual({ code: 1013, reason: 'Too many messages' });
  });

  test('1008 for a message in endless fragments', async () => {
    const socket = await connect().signIn(alice.token);
    for (let sent = 0; sent < 17_000; sent++) socket.raw.send('', { fin: false });
    expect((await socket.closed).code).toBe(1008);
  });

  test('but not for two hundred pings at once, which are answered', async () => {
    const socket = await connect().signIn(alice.token);
    let answered = 0;
    socket.raw.on('pong', () => (answered += 1));
    for (let sent = 0; sent < 200; sent++) socket.raw.ping();
    await expect.poll(() => answered).toBe(200);
  });
});

describe('A socket is refused before it is acknowledged', () => {
  test.each([
    ['no parameters', undefined, 4403],
    ['an unknown token', { authToken: 'nonsense' }, 4403],
    ['a token that is no text', { authToken: { $ne: null } }, 4403],
    ['parameters that are no object', 'nonsense', 4400],
  ])('with %s', async (_what, payload, code) => {
    const socket = await connect().send(init(payload));
    expect((await socket.closed).code).toBe(code);
    expect(socket.messages).toEqual([]);
  });

  test('when its session has expired', async () => {
    const em = running.app.orm.em.fork();
    await em.nativeUpdate(Session, { id: alice.sessionId }, { expiresAt: new Date(Date.now() - 1000) });
    const socket = await connect().send(init({ authToken: alice.token }));
    expect(await socket.closed).toEqual({ code: 4403, reason: 'Forbidden' });
    expect(socket.messages).toEqual([]);
  });

  test('when its person is suspended', async () => {
    await running.app.orm.em.fork().nativeUpdate(User, { id: alice.userId }, { suspended: true });
    const socket = await connect().send(init({ authToken: alice.token }));
    expect((await socket.closed).code).toBe(4403);
  });

  test.each([
    ['authToken', (token: string) => ({ authToken: token })],
    ['Authorization', (token: string) => ({ Authorization: `Bearer ${token}` })],
    ['headers', (token: string) => ({ headers: { authorization: `Bearer ${token}` } })],
  ])('but not with the token in %s', async (_where, payload) => {
    const socket = await connect().send(init(payload(alice.token)));
    await socket.until(({ messages }) => messages.some(({ type }) => type === 'connection_ack'));
  });
});

describe('An operation on a socket', () => {
  const answer = async (query: string, variables?: unknown) => {
    const socket = await connect().signIn(alice.token);
    await socket.send(ask('1', query, variables));
    await socket.until(() => socket.of('1').length > 0);
    return socket.of('1')[0] as { type: string; payload: unknown };
  };

  test('can be a query', async () => {
    expect(await answer('{ openAlertCount }')).toMatchObject({
      type: 'next',
      payload: { data: { openAlertCount: 0 } },
    });
  });

  test.each([
    ['a syntax error', '{', undefined, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ nonsense }', undefined, 'GRAPHQL_VALIDATION_FAILED'],
    ['too many tokens', `{ ${'me '.repeat(1100)} }`, undefined, 'GRAPHQL_PARSE_FAILED'],
    [
      'a variable of the wrong type',
      'query($id: ID!) { currentAlerts(controllerId: $id) { cursor } }',
      { id: {} },
      'BAD_USER_INPUT',
    ],
    [
      'two root fields',
      'subscription { a: openAlertCountChanged b: openAlertCountChanged }',
      undefined,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'an unknown controller',
      'subscription($id: ID!) { alertChanged(controllerId: $id) { cursor } }',
      { id: 'nonsense' },
      'NOT_FOUND',
    ],
  ])('is refused for %s', async (_what, query, variables, code) => {
    expect(await answer(query, variables)).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code } }],
    });
  });

  test('is refused for another team’s controller, like an ID that doesn’t exist', async () => {
    const bob = await addCustomer(running, { firstName: 'Bob' });
    const query = 'subscription($id: ID!) { alertChanged(controllerId: $id) { cursor } }';
    expect(await answer(query, { id: bob.controllerId })).toMatchObject({
      type: 'error',
      payload: [{ message: 'Controller not found', extensions: { code: 'NOT_FOUND' } }],
    });
  });

  test('is limited to twenty at a time', async () => {
    const socket = await connect().signIn(alice.token);
    for (let id = 1; id <= 21; id++) await socket.send(ask(String(id), counting));
    await socket.until(() => socket.of('20').length + socket.of('21').length === 2);
    expect(socket.of('20')).toMatchObject([{ type: 'next' }]);
    expect(socket.of('21')).toMatchObject([
      { type: 'error', payload: [{ extensions: { code: 'TOO_MANY' } }] },
    ]);
  });

  test('never repeats submitted values', async () => {
    const query = 'mutation($input: SignInInput!) { signIn(input: $input) { token } }';
    const given = { input: { email: 'alice@netlantern.test', password: { secret: 'Hunter-2222' } } };
    expect(JSON.stringify(await answer(query, given))).not.toContain('Hunter');
  });
});

describe('A person', () => {
  test('can have up to twenty sockets', async () => {
    for (let count = 0; count < 20; count++) await connect().signIn(alice.token);
    const oneMore = await connect().send(init({ authToken: alice.token }));
    expect(await oneMore.closed).toEqual({ code: 1013, reason: 'Too many connections' });
  });

  test('who never reads is disconnected, with a hint to resume, before a megabyte is buffered', async () => {
    // Earlier tests' sockets end a moment after them.
    await expect.poll(() => metric('live_sockets')).toBe(0);
    const socket = await connect().signIn(alice.token);
    const long = 'x'.repeat(50_000);
    await socket.send(
      ask('1', 'subscription($id: ID!) { alertChanged(controllerId: $id) { alert { deviceName } } }', {
        id: alice.controllerId,
      }),
    );
    await expect.poll(() => metric('live_subscriptions')).toBe(1);
    socket.raw.pause();
    // Answers the heartbeats, so that only what it doesn't read can end it.
    const heart = setInterval(() => socket.raw.pong(), 1000);
    try {
      // Operating systems buffer several megabytes before the server has to.
      for (let round = 0; round < 40 && (await metric('live_sockets')) > 0; round++) {
        await raise(running, alice, ...Array.from({ length: 20 }, () => long));
      }
      await expect.poll(() => metric('live_sockets'), { timeout: 60_000 }).toBe(0);
    } finally {
      clearInterval(heart);
    }
    socket.raw.resume();
    expect([1006, 1013]).toContain((await socket.closed).code);
  });
});

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${running.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

describe('Closing', () => {
  test('asks every socket to reconnect, and finishes in time', async () => {
    const another = await startServer();
    const bob = await addCustomer(another);
    const socket = await new Socket(another).signIn(bob.token);
    await socket.send(ask('1', counting));
    await socket.until(() => socket.of('1').length === 1);
    const started = Date.now();
    await another.close();
    expect(await socket.closed).toEqual({ code: 1001, reason: 'Going away' });
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});
