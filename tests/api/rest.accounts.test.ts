import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { enter, password, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

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

/** What a customer asks over REST, and what of the answer an old client would go by. */
const asked: Record<string, unknown> = {
  'auth/2fa': { enabled: false, required: false },
  'auth/password-policy': { minLength: 8, text: expect.any(String) },
  'auth/change-email': null,
  'auth/notification-preferences': { timeZone: expect.any(String) },
  'auth/tokens': [],
  teams: [{ name: "Alice's company", role: 'owner', current: true }],
  'team/members': [{ email: 'alice@netlantern.test', role: 'owner', you: true }],
  'team/invitations': [],
};

/** The same for administrators. */
const administered: Record<string, (userId: string) => unknown> = {
  'users/:id': (id) => ({ id, email: 'alice@netlantern.test' }),
  'users/:id/access': () => ({ failedAttempts: 0, lockedUntil: null, sessions: [{ current: false }] }),
  lockouts: () => [],
  audit: () => [],
  'audit?first=1&search=nothing': () => [],
  'audit/integrity': () => ({ intact: true, entries: 0 }),
};

describe('Over REST', () => {
  test.each(Object.keys(asked))('GET /api/%s responds to a customer', async (path) => {
    const { status, body } = await rest(cast.alice).get(`/api/${path}`);
    expect(status).toBe(200);
    if (asked[path] === null) expect(body).toBeNull();
    else expect(body).toMatchObject(asked[path] as object);
  });

  test.each(Object.keys(administered))(
    'GET /api/admin/%s responds to administrators and no one else',
    async (path) => {
      const address = `/api/admin/${path.replace(':id', cast.alice.userId)}`;
      const { status, body } = await rest(cast.ada).get(address);
      expect(status).toBe(200);
      expect(body).toMatchObject(administered[path]!(cast.alice.userId) as object);
      expect((await rest(cast.alice).get(address)).status).toBe(403);
    },
  );

  test('a new address is pending, and canceled', async () => {
    const email = 'alice.archer@netlantern.test';
    expect((await rest(cast.alice).post('/api/auth/change-email', { email, password })).status).toBe(200);
    expect((await rest(cast.alice).get('/api/auth/change-email')).body).toMatchObject({ email });
    const given = await rest(cast.alice).delete('/api/auth/change-email');
    expect(given).toMatchObject({ status: 200, body: { success: true } });
    expect((await rest(cast.alice).get('/api/auth/change-email')).body).toBeNull();
  });

  test('a password is changed, and a session kept', async () => {
    const next = 'Another-Horse-10!';
    const input = { currentPassword: password, password: next, confirmPassword: next };
    expect((await rest(cast.alice).put('/api/auth/password', input)).status).toBe(200);
    const kept = await rest(cast.alice).post('/api/auth/sessions/keep');
    expect(kept).toMatchObject({ status: 200, body: { success: true } });
    const old = await rest(cast.vic).post('/api/auth/login', { email: 'alice@netlantern.test', password });
    expect(old.status).toBe(401);
  });

  test('links that were never emailed are invalid', async () => {
    const link = { purpose: 'reset_password', token: 'made-up' };
    expect((await rest(cast.vic).post('/api/auth/link', link)).body).toMatchObject({ state: 'wrong' });
    const invitation = await rest(cast.vic).post('/api/auth/invitation', { token: 'made-up' });
    expect(invitation.body).toMatchObject({ state: 'wrong' });
  });

  test('an API token is created, shown once, and revoked', async () => {
    const input = { name: 'Wall screen', scopes: ['read'] };
    const { body } = await rest(cast.alice).post('/api/auth/tokens', input);
    const { token, apiToken } = body as { token: string; apiToken: { id: string } };
    const listed = await rest(cast.alice).get('/api/auth/tokens');
    expect(listed.body).toMatchObject([{ id: apiToken.id, name: 'Wall screen' }]);
    expect(listed.text).not.toContain(token);
    expect((await rest({ ...cast.alice, token }).get('/api/controllers')).status).toBe(200);
    expect((await rest(cast.alice).delete(`/api/auth/tokens/${apiToken.id}`)).status).toBe(200);
    expect((await rest({ ...cast.alice, token }).get('/api/controllers')).status).toBe(401);
  });

  test('a team is transferred, left, and its members removed', async () => {
    const mia = await addMember(cast.alice, TeamRole.member);
    const max = await addMember(cast.alice, TeamRole.viewer, 'Max');
    expect((await rest(cast.alice).delete(`/api/team/members/${max.memberId}`)).status).toBe(200);
    const heir = { memberId: mia.memberId, password };
    expect((await rest(cast.alice).post('/api/team/hand-over', heir)).status).toBe(200);
    expect(await rest(cast.alice).post('/api/team/leave')).toMatchObject({ status: 200 });
    expect((await rest(mia).get('/api/team/members')).body).toMatchObject([{ role: 'owner', you: true }]);
  });

  test('administrators preview a policy, clear lockouts, and get errors for unknown users', async () => {
    const tried = await rest(cast.ada).post('/api/admin/security/preview', { sessionTimeout: 45 });
    expect(tried).toMatchObject({ status: 200 });
    const person = `/api/admin/users/${cast.alice.userId}`;
    expect(await rest(cast.ada).delete(`${person}/lockout`)).toMatchObject({ body: { success: true } });
    expect((await rest(cast.ada).delete(`${person}/2fa`)).status).toBe(409);
    expect((await rest(cast.alice).post('/api/auth/2fa/recovery-codes', { code: '123456' })).status).toBe(
      409,
    );
  });

  test('an account is deleted with its password', async () => {
    const request = { method: 'DELETE', headers: { 'content-type': 'application/json' } };
    const send = (pass: string) =>
      rest(cast.bob).send('/api/auth/user', { ...request, body: JSON.stringify({ password: pass }) });
    expect((await send('nope')).status).toBe(400);
    expect((await send(password)).status).toBe(200);
    expect((await rest(cast.bob).get('/api/auth/user')).status).toBe(401);
  });
});
