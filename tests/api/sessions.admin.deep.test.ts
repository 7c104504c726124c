import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { clearLockout } from '#api/features/auth/sign-in/password-attempts.store.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, password, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { signInAt } from '#tests/support/sign-in.ts';
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
const status = async (email: string, given: string) =>
  (await signInAt(running, { email, password: given })).status;
async function lock(email: string): Promise<void> {
  for (let n = 0; n < 6; n++) await status(email, 'wrong');
}
const access = (person: Person, id: string) =>
  as(person).ask(
    `query($id: ID!) { userAccess(id: $id) { failedAttempts lockedUntil lastSignInAt twoFactorEnabled
       recoveryCodesLeft emailVerified sessions { id device current } } }`,
    { id },
  );
const endAll = (person: Person, id: string) =>
  as(person).ask('mutation($id: ID!) { endUserSessions(id: $id) }', { id });
const clear = (person: Person, id: string) =>
  as(person).ask('mutation($id: ID!) { clearLockout(id: $id) }', { id });
const lockouts = async (person: Person) =>
  (await as(person).ask('{ lockouts { user { id email } lockedUntil } }')).data?.['lockouts'] as {
    user: { email: string };
    lockedUntil: string;
  }[];
const audit = () => rows().find(AuditEntry, {}, { orderBy: { id: 'asc' } });

describe('How someone signs in', () => {
  test('is shown to administrators', async () => {
    for (let n = 0; n < 2; n++) await status(cast.alice.email, 'wrong');
    expect((await access(cast.ada, cast.alice.userId)).data?.['userAccess']).toEqual({
      failedAttempts: 2,
      lockedUntil: null,
      lastSignInAt: null,
      twoFactorEnabled: false,
      recoveryCodesLeft: 0,
      emailVerified: true,
      sessions: [{ id: cast.alice.sessionId, device: 'Unknown device', current: false }],
    });
    expect((await access(cast.ada, cast.ada.userId)).data).toMatchObject({
      userAccess: { sessions: [{ id: cast.ada.sessionId, current: true }] },
    });
  });

  test('includes when a lockout ends', async () => {
    await lock(cast.alice.email);
    const { data } = await access(cast.grace, cast.alice.userId);
    const found = data as { userAccess: { failedAttempts: number; lockedUntil: string } } | undefined;
    expect(found?.userAccess.failedAttempts).toBe(5);
    const minutes = (Date.parse(found?.userAccess.lockedUntil ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
  });

  test.each(['', 'x', randomUUID(), 'é'.repeat(500)])('of an unknown user is not found: %j', async (id) => {
    for (const ask of [access, endAll, clear])
      expect((await ask(cast.grace, id)).errors?.[0]).toMatchObject({
        message: 'User not found',
        extensions: { code: 'NOT_FOUND' },
      });
  });

  test('is not available to customers, for anyone', async () => {
    for (const ask of [access, endAll, clear])
      for (const id of [cast.alice.userId, cast.bob.userId])
        expect((await ask(cast.alice, id)).errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
  });
});

describe('The list of lockouts', () => {
  test('contains the accounts that are locked now, and no address without an account', async () => {
    expect(await lockouts(cast.ada)).toEqual([]);
    await lock(cast.alice.email);
    await lock('nobody@netlantern.test');
    for (let n = 0; n < 4; n++) await status(cast.bob.email, 'wrong');
    expect((await lockouts(cast.ada)).map(({ user }) => user.email)).toEqual([cast.alice.email]);
    await rows().execute('update attempt set expire = 1');
    expect(await lockouts(cast.ada)).toEqual([]);
  });
});

describe('Clearing a lockout', () => {
  test('lets the owner sign in, and is recorded', async () => {
    await lock(cast.alice.email);
    expect((await clear(cast.ada, cast.alice.userId)).data).toEqual({ clearLockout: true });
    expect(await status(cast.alice.email, password)).toBe(200);
    expect(await audit()).toMatchObject([
      {
        action: 'user.lockout_clear',
        actor: cast.ada.email,
        subject: cast.alice.email,
        before: { failedAttempts: 5, lockedUntil: expect.any(String) },
        after: { failedAttempts: 0, lockedUntil: null },
      },
    ]);
  });

  test('clears wrong codes too, even if they were sent elsewhere in the product', async () => {
    const codes = { name: 'second-factor', attempts: 5, seconds: 900, message: 'x' };
    for (const clearing of [
      () => clear(cast.ada, cast.alice.userId),
      () => clearLockout(running.app, cast.alice.email),
    ]) {
      for (let n = 0; n < 5; n++) await running.app.attempts.take(codes, cast.alice.userId);
      await lock(cast.alice.email);
      await clearing();
      expect(await running.app.attempts.status(codes, cast.alice.userId)).toMatchObject({ used: 0 });
      expect(await status(cast.alice.email, password)).toBe(200);
    }
  });
});

describe("Ending a person's sessions", () => {
  test('closes all their sessions and sockets immediately, and is recorded', async () => {
    await status(cast.alice.email, password);
    const socket = await new Socket(running).signIn(cast.alice.token);
    expect((await endAll(cast.ada, cast.alice.userId)).data).toEqual({ endUserSessions: 2 });
    const since = performance.now();
    expect((await socket.closed).code).toBe(4403);
    expect(performance.now() - since).toBeLessThan(1000);
    expect((await rest(cast.alice).get('/api/auth/user')).status).toBe(401);
    expect((await rest(cast.bob).get('/api/auth/user')).status).toBe(200);
    expect(await audit()).toMatchObject([
      { action: 'user.sessions_end', subject: cast.alice.email, before: { sessions: 2 } },
    ]);
  });
});

describe('A super administrator', () => {
  test('can be viewed by an administrator, but not changed', async () => {
    await lock(cast.grace.email);
    expect((await access(cast.ada, cast.grace.userId)).errors).toBeUndefined();
    for (const ask of [endAll, clear])
      expect((await ask(cast.ada, cast.grace.userId)).errors?.[0]).toMatchObject({
        message: 'Only a super administrator can change a super administrator.',
        extensions: { code: 'UNAUTHORIZED' },
      });
    expect(await audit()).toEqual([]);
    expect((await clear(cast.grace, cast.grace.userId)).data).toEqual({ clearLockout: true });
  });
});
