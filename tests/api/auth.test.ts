import { createHash } from 'node:crypto';
import { getNamedType, isInputObjectType, isLeafType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { buildSchema } from '#api/wiring/resolvers.ts';
import { User } from '#api/features/users/user.entity.ts';
import { MeDocument, SignInDocument, SignOutDocument } from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPerson, enter, password, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const rows = () => running.app.orm.em.fork();
const login = (body: unknown) => rest(cast.vic).post('/api/auth/login', body);
const signIn = (email: string, pass: string) =>
  as(cast.vic).run(SignInDocument, { input: { email, password: pass } });

describe('Signing in', () => {
  test('returns the person and a working token', async () => {
    const { status, body } = await login({ email: cast.alice.email, password });
    expect(status).toBe(200);
    const { token } = body as { token: string };
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      requiresMFA: false,
      userId: cast.alice.userId,
      user: expect.objectContaining({ id: cast.alice.userId, email: cast.alice.email, role: 'user' }),
    });
    const { me } = await as({ ...cast.vic, token }).run(MeDocument);
    expect(me).toMatchObject({ id: cast.alice.userId, team: { id: cast.alice.teamId } });
  });

  test('works the same through GraphQL', async () => {
    const { signIn: answer } = await signIn(cast.ada.email, password);
    expect(answer).toMatchObject({ requiresMFA: false, user: { email: cast.ada.email, role: 'admin' } });
    const { body } = await rest({ ...cast.vic, token: answer.token ?? null }).get('/api/auth/user');
    expect(body).toMatchObject({ email: cast.ada.email });
  });

  test('accepts an address in any case, with spaces around it, in any Unicode form', async () => {
    await addPerson(running, { firstName: 'José', email: 'josé@netlantern.test' });
    for (const email of [' JOSÉ@Netlantern.TEST ', 'jose\u0301@netlantern.test', 'josé@netlantern.test\n']) {
      expect((await login({ email, password })).status, email).toBe(200);
    }
  });

  test('gives the same error for a wrong password and an unknown address', async () => {
    const wrong = await login({ email: cast.alice.email, password: 'Wrong-Horse-9!' });
    const unknown = await login({ email: 'nobody@netlantern.test', password });
    expect(wrong).toMatchObject({ status: 401, text: '{"message":"Invalid email or password"}' });
    expect(unknown).toMatchObject({ status: wrong.status, text: wrong.text });
    await expect(signIn('nobody@netlantern.test', password)).rejects.toMatchObject({
      message: 'Invalid email or password',
      code: 'UNAUTHENTICATED',
    });
  });

  test.each([
    [
      'an address that is not verified',
      { emailVerifiedAt: null },
      'Please verify your email before logging in',
    ],
    ['a suspended account', { suspended: true }, 'Your account has been deactivated'],
  ])('is refused for %s, but only if the password was right', async (_what, fields, message) => {
    const { email } = await addPerson(running, { firstName: 'Eve', ...fields });
    expect(await login({ email, password })).toMatchObject({ status: 403, body: { message } });
    expect(await login({ email, password: 'guess' })).toMatchObject({
      status: 401,
      body: { message: 'Invalid email or password' },
    });
    await expect(signIn(email, password)).rejects.toMatchObject({ message, code: 'UNAUTHORIZED' });
  });

  test('stores only a hash of the token, and where the session started', async () => {
    const { body } = await rest(cast.vic).send('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Lantern Browser 7' },
      body: JSON.stringify({ email: cast.alice.email, password }),
    });
    const { token } = body as { token: string };
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const session = await rows().findOneOrFail(Session, { tokenHash });
    expect(session).toMatchObject({ userAgent: 'Lantern Browser 7', ipAddress: '127.0.0.1' });
    expect(session.user.id).toBe(cast.alice.userId);
    expect(JSON.stringify(await rows().find(Session, {}))).not.toContain(token);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  test('gives each session its own token', async () => {
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => (await signIn(cast.alice.email, password)).signIn.token),
    );
    expect(new Set(tokens).size).toBe(3);
  });
});

describe('An invalid sign-in', () => {
  test.each([
    [{}, { email: 'Email is required', password: 'Password is required' }],
    [
      { email: '', password: '' },
      { email: 'Email is required', password: 'Password is required' },
    ],
    [{ email: 'a@b.test' }, { password: 'Password is required' }],
    [
      { email: null, password: null },
      { email: 'Email is required', password: 'Password is required' },
    ],
    [
      { email: 5, password: ['x'] },
      { email: 'Email must be text', password: 'Password must be text' },
    ],
    [
      { email: { a: 1 }, password: true },
      { email: 'Email must be text', password: 'Password must be text' },
    ],
    [
      { email: 'a@b.test', password: 'p'.repeat(129) },
      { password: 'Password must be 128 characters or less' },
    ],
    [{ email: 'a'.repeat(255), password: 'x' }, { email: 'Email must be 254 characters or less' }],
    [{ email: 'a\0@b.test', password: 'x' }, { email: 'The text contains characters that cannot be stored' }],
    [
      { email: '\ud800@b.test', password: 'x' },
      { email: 'The text contains characters that cannot be stored' },
    ],
  ])('names its fields: %j', async (body, fields) => {
    const { status, body: answer } = await login(body);
    expect({ status, answer }).toEqual({
      status: 400,
      answer: { message: Object.values(fields)[0], fields },
    });
  });

  test('is refused without being read when its password is a megabyte long', async () => {
    const answer = await login({ email: cast.alice.email, password: 'p'.repeat(1024 * 1024) });
    expect(answer).toMatchObject({ status: 413, body: { message: 'The request is too large' } });
  });

  test('leaves no session behind', async () => {
    const before = await rows().count(Session);
    await login({ email: cast.alice.email, password: 'guess' });
    await login({});
    expect(await rows().count(Session)).toBe(before);
  });

  test('doesn’t count as a failed attempt for the account', async () => {
    for (let n = 0; n < 8; n++) await login({ email: cast.alice.email, password: 'p'.repeat(129) });
    expect((await login({ email: cast.alice.email, password })).status).toBe(200);
  });
});

describe('A session', () => {
  test('accepts a Bearer header in any case', async () => {
    for (const word of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { authorization: `${word} ${cast.alice.token}` };
      expect((await rest(cast.vic).send('/api/auth/user', { headers })).status, word).toBe(200);
    }
  });

  test.each(['', 'Bearer', 'Bearer x', `Bearer ${'x'.repeat(5000)}`, 'Basic YWxpY2U6eA==', 'Bearer a b'])(
    'is not found in "%s"',
    async (authorization) => {
      const answer = await rest(cast.vic).send('/api/auth/user', { headers: { authorization } });
      expect(answer).toMatchObject({ status: 401, body: { message: 'You need to be signed in' } });
    },
  );

  test.each([
    ['has expired', (id: string) => rows().nativeUpdate(Session, { id }, { expiresAt: new Date() })],
    [
      'belongs to a suspended person',
      () => rows().nativeUpdate(User, { id: cast.alice.userId }, { suspended: true }),
    ],
    [
      'belongs to someone whose address is not verified',
      () => rows().nativeUpdate(User, { id: cast.alice.userId }, { emailVerifiedAt: null }),
    ],
  ])('that %s gives no access', async (_what, change) => {
    await change(cast.alice.sessionId);
    expect((await rest(cast.alice).get('/api/auth/user')).status).toBe(401);
    await expect(as(cast.alice).run(MeDocument)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('of a person who left the team gives no access', async () => {
    await rows().execute('delete from "membership" where user_id = ?', [cast.alice.userId]);
    expect((await rest(cast.alice).get('/api/auth/user')).status).toBe(401);
  });
});

describe('Signing out', () => {
  test.each([
    ['REST', async () => (await rest(cast.alice).post('/api/auth/logout')).body],
    ['GraphQL', async () => ({ success: (await as(cast.alice).run(SignOutDocument)).signOut })],
  ])('through %s ends the session everywhere at once', async (_door, signOut) => {
    const socket = await new Socket(running).signIn(cast.alice.token);
    const other = (await signIn(cast.alice.email, password)).signIn.token ?? null;
    expect(await signOut()).toEqual({ success: true });
    const left = Date.now();
    expect((await socket.closed).code).toBe(4403);
    expect(Date.now() - left).toBeLessThan(1000);
    expect((await rest(cast.alice).get('/api/auth/user')).status).toBe(401);
    expect((await rest({ ...cast.vic, token: other }).get('/api/auth/user')).status).toBe(200);
    expect(await rows().count(Session, { id: cast.alice.sessionId })).toBe(0);
  });

  test('twice is refused, as for any visitor', async () => {
    await rest(cast.alice).post('/api/auth/logout');
    expect((await rest(cast.alice).post('/api/auth/logout')).status).toBe(401);
  });
});

test('A browser that asks for /api/login is led to the sign-in screen', async () => {
  const { status, headers } = await rest(cast.vic).get('/api/login');
  expect([status, headers.get('location')]).toEqual([302, '/auth']);
});

test('A new account starts with one rule, so that the first alert needs no set-up', async () => {
  const { body } = await rest(cast.bob).get('/api/alert-rules');
  expect(body).toEqual([
    expect.objectContaining({
      name: 'Device offline',
      condition: 'device_offline',
      controllerId: null,
      duration: 1,
      isActive: true,
    }),
  ]);
});

/** New secrets, which no one guesses at: `register` chooses a password, and is behind a limit of its own. */
const chosen = ['register'];
const guessing = Object.values((await buildSchema()).getMutationType()?.getFields() ?? {})
  .filter(({ args }) => {
    const inputs = args.flatMap(({ type }) => {
      const named = getNamedType(type);
      return isInputObjectType(named) ? Object.keys(named.getFields()) : [];
    });
    return [...args.map(({ name }) => name), ...inputs].some((name) =>
      /^(password|currentPassword|code|token|mfaToken)$/.test(name),
    );
  })
  .map((field) => ({ field, name: field.name }))
  .filter(({ name }) => !chosen.includes(name));

describe('A secret that can be guessed', () => {
  test.each(guessing)(
    'is checked once per document, so an alias is not a second guess: $name',
    async ({ field }) => {
      const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
      const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
      const shown = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
      const call = `${field.name}(${given}) ${shown}`;
      const { data, errors } = await as(cast.alice).ask(`mutation(${declared}) { a: ${call} b: ${call} }`);
      expect(data).toBeUndefined();
      expect(errors?.map(({ message }) => message)).toContain(
        `"${field.name}" may be used only once in a document`,
      );
    },
  );

  test('can be guessed at sign-in, through links and in actions that ask for the password again', () => {
    expect(guessing.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['signIn', 'verifyEmail', 'changePassword', 'enableTwoFactor']),
    );
  });
});
