import { createClient } from 'graphql-sse';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { apiTokenPrefix, ApiToken, TokenScope } from '#api/features/tokens/api-token.entity.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { Stream } from '#tests/support/stream.ts';
import { changed } from '#tests/support/watcher.ts';

let running: Running;
let alice: Customer;
const streams: Stream[] = [];

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  alice = await addCustomer(running);
});
afterEach(() => Promise.all(streams.splice(0).map((stream) => stream.close())));

const counting = 'subscription { openAlertCountChanged }';

async function ask(
  query: string,
  variables?: unknown,
  token: string | undefined = alice.token,
  path?: string,
) {
  const stream = await Stream.open(running, { query, variables }, token, path);
  streams.push(stream);
  return stream;
}

const watching = (after = '0') => ask(changed, { controllerId: alice.controllerId, after });
interface Shown {
  alertChanged: { cursor: string; alert: { deviceName: string } };
}
const shown = ({ results }: Stream) => results.map(({ data }) => (data as unknown as Shown).alertChanged);
const devices = (stream: Stream) => shown(stream).map(({ alert }) => alert.deviceName);

describe('A subscription over server-sent events', () => {
  test('delivers each alert as it is raised, and ends when its client disconnects', async () => {
    const stream = await watching();
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('cache-control')).toContain('no-store');
    await raise(running, alice, 'one', 'two');
    await stream.until((told) => told.results.length === 2);
    expect(devices(stream)).toEqual(['one', 'two']);
    expect(stream.isComplete).toBe(false);
    await stream.close();
    await expect.poll(() => metric('live_streams')).toBe(0);
    await expect.poll(() => metric('live_subscriptions')).toBe(0);
  });

  test('resumes from the last cursor: nothing is missed and nothing is sent twice', async () => {
    await raise(running, alice, 'seen', 'missed', 'missed too');
    const first = await (await watching()).until((told) => told.results.length === 3);
    const [seen] = shown(first);
    await first.close();
    const second = await watching(seen?.cursor);
    await raise(running, alice, 'new');
    await second.until((told) => told.results.length === 3);
    expect(devices(second)).toEqual(['missed', 'missed too', 'new']);
  });

  test('works with the graphql-sse client, at both addresses', async () => {
    for (const path of ['/graphql', '/graphql/stream']) {
      const client = createClient({
        url: running.url + path,
        headers: { authorization: `Bearer ${alice.token}` },
      });
      for await (const result of client.iterate({ query: counting })) {
        expect(result).toEqual({ data: { openAlertCountChanged: 0 } });
        break;
      }
      client.dispose();
    }
  });

  test('can be opened with a GET from an EventSource', async () => {
    const address = `${running.url}/graphql/stream?query=${encodeURIComponent('query($a: Boolean!) { openAlertCount @include(if: $a) }')}&variables={"a":true}`;
    const headers = { authorization: `Bearer ${alice.token}`, accept: 'text/event-stream' };
    const stream = new Stream(await fetch(address, { headers }), new AbortController());
    await stream.until(({ isComplete }) => isComplete);
    expect(stream.results).toEqual([{ data: { openAlertCount: 0 } }]);
    const mutation = `${running.url}/graphql/stream?query=mutation{signOut}`;
    const refused = new Stream(await fetch(mutation, { headers }), new AbortController());
    await refused.until(({ isComplete }) => isComplete);
    expect(refused.results[0]?.errors?.[0]?.message).toBe('Send a mutation by POST');
  });

  test.each([
    ['a syntax error', '{', undefined, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ nonsense }', undefined, 'GRAPHQL_VALIDATION_FAILED'],
    ['a cursor that never was', changed, { controllerId: 'own', after: '99' }, 'BAD_USER_INPUT'],
    ["another team's controller", changed, { controllerId: 'other' }, 'NOT_FOUND'],
  ])(
    'reports through the stream what is wrong with %s, and completes',
    async (_what, query, variables, code) => {
      const bob = await addCustomer(running, { firstName: 'Bob' });
      const ids: Record<string, string> = { own: alice.controllerId, other: bob.controllerId };
      const controllerId = ids[variables?.controllerId ?? ''];
      const stream = await ask(query, variables && { ...variables, controllerId });
      await stream.until(({ isComplete }) => isComplete);
      expect(stream.results).toMatchObject([{ errors: [{ extensions: { code } }] }]);
    },
  );

  test.each([
    ['who is not signed in', counting, undefined, ''],
    ['with a made-up token', counting, undefined, 'nonsense'],
  ])('is refused with a status for someone %s', async (_who, query, variables, token) => {
    const { response } = await ask(query, variables, token);
    expect(response.status).toBe(401);
  });

  test('gets a 400 without a document', async () => {
    for (const body of [{}, { query: 1 }, { query: '{ me { id } }', variables: 'nonsense' }, []]) {
      const { response } = await Stream.open(running, body, alice.token);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        400,
        'application/json; charset=utf-8',
      ]);
    }
  });

  test('never repeats submitted values', async () => {
    const query = 'mutation($input: SignInInput!) { signIn(input: $input) { token } }';
    const given = { input: { email: 'alice@netlantern.test', password: { secret: 'Hunter-2222' } } };
    const stream = await (await ask(query, given)).until(({ isComplete }) => isComplete);
    expect(JSON.stringify(stream.told)).not.toContain('Hunter');
  });

  test('is limited to twenty per person', async () => {
    for (let count = 0; count < 20; count++) await ask(counting);
    const { response } = await ask(counting);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
  });
});

describe('A stream ends', () => {
  test('permanently with its session: it gets an error, and completes', async () => {
    const stream = await watching();
    await running.app.orm.em.fork().nativeDelete(Session, { id: alice.sessionId });
    running.app.pubsub.publish({ topic: 'session', sessionId: alice.sessionId });
    await stream.ended;
    expect(stream.results).toMatchObject([{ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }]);
    expect(stream.isComplete).toBe(true);
  });

  test.each([
    ['expires', { expiresAt: new Date(Date.now() - 1000) }],
    ['is revoked', null],
  ])('and so does a socket, within two seconds when the API token behind it %s', async (_what, change) => {
    const token = apiTokenPrefix + newToken();
    const em = running.app.orm.em.fork();
    const { userId: user, teamId: team } = alice;
    const where = { tokenHash: hashToken(token) };
    const scopes = [TokenScope.read];
    await em
      .persist(em.create(ApiToken, { name: 'Script', tail: '', scopes, user, team, ...where } as never))
      .flush();
    const stream = await ask(changed, { controllerId: alice.controllerId, after: '0' }, token);
    const socket = await new Socket(running).signIn(token);
    const started = Date.now();
    await (change ? em.nativeUpdate(ApiToken, where, change) : em.nativeDelete(ApiToken, where));
    await stream.ended;
    expect((await socket.closed).code).toBe(4403);
    expect(Date.now() - started).toBeLessThan(2000);
    await raise(running, alice, 'too late');
    expect(stream.results).toMatchObject([{ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }]);
    expect(stream.isComplete).toBe(true);
  });

  test('even if its client disconnected before it was opened: no resources are kept', async () => {
    const leaving = new AbortController();
    const em = running.app.orm.em.fork();
    let gone: Promise<unknown> | undefined;
    await em.transactional(async (locked) => {
      await locked.execute('lock table controller in access exclusive mode');
      const opening = Stream.open(
        running,
        { query: changed, variables: { controllerId: alice.controllerId } },
        alice.token,
        '/graphql',
        leaving,
      );
      gone = opening.catch(() => undefined);
      const held = `select from pg_locks where not granted and relation = 'controller'::regclass`;
      await expect.poll(async () => (await locked.execute<object[]>(held)).length).toBe(1);
      leaving.abort();
      await gone;
      await metric('live_streams');
    });
    await ask(counting);
    await expect.poll(() => metric('live_streams')).toBe(1);
  });

  test('without completing when its person switched teams, so that its client reconnects', async () => {
    const stream = await watching();
    running.app.pubsub.publish({ topic: 'moved', sessionId: alice.sessionId });
    await stream.ended;
    expect(stream.isComplete).toBe(false);
    expect(stream.comments).toContain('Team, role or requirements changed');
  });

  test('without completing when the server shuts down, in time', async () => {
    const another = await startServer();
    const bob = await addCustomer(another);
    const stream = await Stream.open(another, { query: counting }, bob.token);
    const started = Date.now();
    await another.close();
    await stream.ended;
    expect(stream.isComplete).toBe(false);
    expect(Date.now() - started).toBeLessThan(5000);
  });
});

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${running.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}
