import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EmailLink, LinkPurpose } from '#api/features/auth/registration/email-link.entity.ts';
import { issueLink } from '#api/features/auth/registration/email-links.store.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { removeExpired } from '#api/features/auth/auth.job.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPerson, password, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { agents, behindProxy, signInAt, tokenOf } from '#tests/support/sign-in.ts';
import { Socket } from '#tests/support/socket.ts';

let running: Running;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  running = await startServer({ config: behindProxy });
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  alice = await addPerson(running, { firstName: 'Alice' });
  bob = await addPerson(running, { firstName: 'Bob' });
});

const rows = () => running.app.orm.em.fork();
const list = '{ sessions { id device ipAddress createdAt lastSeenAt current } }';
interface Listed {
  id: string;
  device: string;
  ipAddress: string | null;
  current: boolean;
}
const listed = async (person: Person) =>
  (await as(person).ask(list)).data?.['sessions'] as Listed[] | undefined;
const enters = async (token: string, server = running) =>
  (await rest({ server, token }).get('/api/auth/user')).status === 200;
const elsewhere = async (person: Person, userAgent = agents.chromeOnAndroid): Promise<Person> => {
  const answer = await signInAt(
    running,
    { email: person.email, password },
    { userAgent, address: '203.0.113.9' },
  );
  return { ...person, token: tokenOf(answer) };
};
const seen = (id: string, minutesAgo: number) =>
  rows().nativeUpdate(Session, { id }, { lastSeenAt: new Date(Date.now() - minutesAgo * 60_000) });
const lastSeen = async (id: string) => (await rows().findOneOrFail(Session, { id })).lastSeenAt.getTime();

describe('The list of sessions', () => {
  test('shows where a person is signed in, and which session is the current one', async () => {
    const phone = await elsewhere(alice);
    expect(await listed(phone)).toEqual([
      expect.objectContaining({ device: 'Chrome on Android', ipAddress: '203.0.113.9', current: true }),
      expect.objectContaining({ id: alice.sessionId, device: 'Unknown device', current: false }),
    ]);
    expect((await listed(alice))?.map(({ current }) => current)).toEqual([false, true]);
  });

  test('leaves out ended ones, and everyone else’s', async () => {
    await elsewhere(bob);
    const phone = await elsewhere(alice);
    await rows().nativeUpdate(Session, { id: alice.sessionId }, { expiresAt: new Date() });
    expect(await listed(phone)).toHaveLength(1);
  });
});

describe('Ending one session', () => {
  const end = (person: Person, id: string) =>
    as(person).ask('mutation($id: ID!) { endSession(id: $id) }', { id });

  test('closes it and its sockets immediately', async () => {
    const phone = await elsewhere(alice);
    const socket = await new Socket(running).signIn(phone.token);
    const [first] = (await listed(phone)) ?? [];
    expect((await end(alice, first?.id ?? '')).data).toEqual({ endSession: first?.id });
    expect((await socket.closed).code).toBe(4403);
    expect(await enters(phone.token)).toBe(false);
    expect(await enters(alice.token)).toBe(true);
  });

  test.each(['', 'x', '\u0000', randomUUID(), 'é'.repeat(500)])('finds none with the ID %j', async (id) => {
    const { errors } = await end(alice, id);
    expect(errors?.[0]?.extensions.code).toMatch(/NOT_FOUND|BAD_USER_INPUT/);
  });

  test("does not find another person's", async () => {
    const { errors } = await end(bob, alice.sessionId);
    expect(errors?.[0]).toMatchObject({ message: 'Session not found', extensions: { code: 'NOT_FOUND' } });
    expect(await enters(alice.token)).toBe(true);
  });
});

describe('Ending all other sessions', () => {
  const endOthers = (person: Person) => as(person).ask('mutation { endOtherSessions }');

  test('closes every other session of the person and returns their number', async () => {
    const others = [await elsewhere(alice), await elsewhere(alice), await elsewhere(alice)];
    const sockets = await Promise.all(others.map(({ token }) => new Socket(running).signIn(token)));
    expect((await endOthers(alice)).data).toEqual({ endOtherSessions: 3 });
    for (const socket of sockets) expect((await socket.closed).code).toBe(4403);
    expect(await Promise.all(others.map(({ token }) => enters(token)))).toEqual([false, false, false]);
    expect([await enters(alice.token), await enters(bob.token)]).toEqual([true, true]);
    expect((await endOthers(alice)).data).toEqual({ endOtherSessions: 0 });
  });
});

describe('An idle session', () => {
  test("ends after the policy's minutes, as soon as the policy changes", async () => {
    await seen(alice.sessionId, 29);
    expect(await enters(alice.token)).toBe(true);
    await seen(alice.sessionId, 31);
    expect(await enters(alice.token)).toBe(false);
    await rows().upsert(SecuritySettings, { id: 1, sessionTimeout: 60 });
    await seen(alice.sessionId, 31);
    expect(await enters(alice.token)).toBe(true);
  });

  test('is extended by requests, and by reporting activity', async () => {
    await seen(alice.sessionId, 20);
    await enters(alice.token);
    expect(Date.now() - (await lastSeen(alice.sessionId))).toBeLessThan(5000);
    await seen(alice.sessionId, 0.1);
    expect((await as(alice).ask('mutation { extendSession }')).data).toEqual({ extendSession: true });
    expect(Date.now() - (await lastSeen(alice.sessionId))).toBeLessThan(5000);
  });

  test('is not extended by automatic events on its sockets', async () => {
    await seen(alice.sessionId, 20);
    const before = await lastSeen(alice.sessionId);
    const socket = await new Socket(running).signIn(alice.token);
    await socket.subscribe('1', '{ openAlertCount }');
    await socket.until(() => socket.of('1').length > 0);
    await socket.subscribe('2', 'subscription { openAlertCountChanged }');
    await socket.until(() => socket.of('2').length > 0);
    expect(await lastSeen(alice.sessionId)).toBe(before);
    socket.close();
  });

  test('is not extended by unattended requests, and ends during them', async () => {
    await seen(alice.sessionId, 29);
    const before = await lastSeen(alice.sessionId);
    const asking = { headers: { 'x-unattended': '1' } };
    const { status } = await rest(alice).send('/api/auth/user', asking);
    expect(status).toBe(200);
    await rest(alice).send('/graphql', {
      method: 'POST',
      headers: { ...asking.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ openAlertCount }' }),
    });
    expect(await lastSeen(alice.sessionId)).toBe(before);
    await seen(alice.sessionId, 31);
    expect((await rest(alice).send('/api/auth/user', asking)).status).toBe(401);
  });

  test('ends after its absolute limit, however active', async () => {
    await enters(alice.token);
    await rows().nativeUpdate(Session, { id: alice.sessionId }, { expiresAt: new Date(Date.now() - 1) });
    expect(await enters(alice.token)).toBe(false);
    expect((await as(alice).ask('mutation { extendSession }')).errors?.[0]?.extensions.code).toBe(
      'UNAUTHENTICATED',
    );
  });
});

describe('On two nodes over one database', () => {
  let other: Running;
  beforeAll(async () => {
    other = await startServer({ databaseUrl: running.databaseUrl });
  });
  afterAll(() => other.close());

  /** Milliseconds until the socket is closed as forbidden. */
  async function closesIn(socket: Socket, end: () => Promise<unknown>): Promise<number> {
    await end();
    const since = performance.now();
    expect((await socket.closed).code).toBe(4403);
    return performance.now() - since;
  }

  test.each([
    ['signed out', () => rest(alice).post('/api/auth/logout')],
    ['ended by hand', async () => as(await elsewhere(alice)).ask('mutation { endOtherSessions }')],
    ['idle', () => seen(alice.sessionId, 31)],
    ['expired', () => rows().nativeUpdate(Session, { id: alice.sessionId }, { expiresAt: new Date() })],
    ['of somebody suspended', () => rows().nativeUpdate(User, { id: alice.userId }, { suspended: true })],
    [
      'of somebody who changed their password elsewhere',
      async () => as(await elsewhere(alice)).ask(changePassword('New-Horse-99!')),
    ],
  ])(
    'a session that is %s is closed on the other too, and its sockets within a second',
    async (_what, end) => {
      const socket = await new Socket(other).signIn(alice.token);
      // The look at sessions that no one rings for comes once a second; a busy machine may be a little late.
      expect(await closesIn(socket, end)).toBeLessThan(1500);
      expect(await enters(alice.token, other)).toBe(false);
      expect(await enters(alice.token)).toBe(false);
    },
  );

  test('a session works on both from the start', async () => {
    const { token } = await elsewhere(alice);
    expect(await enters(token, other)).toBe(true);
  });
});

describe('An invalid token', () => {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

  test.each([
    ['a JWT that nobody signed', () => `${encode({ alg: 'none' })}.${encode({ sub: alice.userId })}.`],
    [
      'a JWT',
      () => `${encode({ alg: 'HS256' })}.${encode({ sub: alice.userId, role: 'admin' })}.c2lnbmF0dXJl`,
    ],
    ['the id of a session', () => alice.sessionId],
    ['the id of a person', () => alice.userId],
    ['a token with something behind it', () => `${alice.token}x`],
    ['a token in other letters', () => alice.token.toUpperCase()],
  ])('is unknown: %s', async (_what, token) => {
    expect(await enters(token())).toBe(false);
    const { closed } = await new Socket(running).send({
      type: 'connection_init',
      payload: { authToken: token() },
    });
    expect((await closed).code).toBe(4403);
  });

  test('includes the stored hash of a session', async () => {
    const { tokenHash } = await rows().findOneOrFail(Session, { id: alice.sessionId });
    expect(await enters(tokenHash)).toBe(false);
  });

  test('includes the token of an emailed link', async () => {
    const user = await rows().findOneOrFail(User, { id: alice.userId });
    for (const purpose of Object.values(LinkPurpose))
      expect(await enters(await issueLink(rows(), user, purpose))).toBe(false);
  });
});

test('The hourly cleanup removes what no longer grants access, and nothing else', async () => {
  await seen(bob.sessionId, 31);
  const { sessionId } = await addPerson(running, { firstName: 'Cleo' });
  await rows().nativeUpdate(Session, { id: sessionId }, { expiresAt: new Date() });
  const user = await rows().findOneOrFail(User, { id: alice.userId });
  await issueLink(rows(), user, LinkPurpose.verify_email);
  await rows().nativeUpdate(EmailLink, {}, { expiresAt: new Date(Date.now() - 31 * 86_400_000) });
  await issueLink(rows(), user, LinkPurpose.reset_password);
  await signInAt(running, { email: alice.email, password: 'wrong' });
  const counters = () => rows().execute('select key from attempt');
  await rows().execute('update attempt set expire = 1');
  await signInAt(running, { email: bob.email, password: 'wrong' });

  await removeExpired(running.app, {});
  expect((await rows().find(Session, {})).map(({ id }) => id)).toEqual([alice.sessionId]);
  expect((await rows().find(EmailLink, {})).map(({ purpose }) => purpose)).toEqual(['reset_password']);
  expect(await counters()).toHaveLength(2);
});

const changePassword = (next: string) =>
  `mutation { changePassword(input: { currentPassword: "${password}", password: "${next}", confirmPassword: "${next}" }) { message } }`;
