// What would outlive a stolen session needs a sign-in or a confirmation within the last 15 minutes.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { ApiToken } from '#api/features/tokens/api-token.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo, tokenIn } from '#tests/support/mailbox.ts';
import { addMember } from '#tests/support/members.ts';
import { enter, password, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { codeOf, setUpTwoFactor, stopTheClock } from '#tests/support/two-factor.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  stopTheClock();
  await emptyDatabase();
  cast = await enter(running);
});
afterEach(() => vi.useRealTimers());

const rows = () => running.app.orm.em.fork();
const signedIn = (minutes: number) =>
  rows().nativeUpdate(Session, {}, { createdAt: new Date(Date.now() - minutes * 60_000) });
const token = (person: Person, more = {}) =>
  rest(person).post('/api/auth/tokens', { name: 'Program', scopes: ['read'], ...more });

/** Each with who does it, and how. */
const sensitive: Record<string, () => Promise<{ status: number; body: Record<string, unknown> }>> = {
  'creating an API token': () => token(cast.alice),
  "changing a member's role": async () => {
    const { memberId } = await addMember(cast.alice, TeamRole.viewer);
    return rest(cast.alice).put(`/api/team/members/${memberId}`, { role: 'member' });
  },
  'inviting someone with a role': () =>
    rest(cast.alice).post('/api/team/invitations', { email: 'new@netlantern.test', role: 'member' }),
  "changing someone's role": () =>
    rest(cast.grace).put(`/api/admin/users/${cast.alice.userId}`, { role: 'admin' }),
  'changing the security policy': () => rest(cast.grace).put('/api/admin/security', { sessionTimeout: 60 }),
  "resetting someone's second factor": () =>
    rest(cast.grace).delete(`/api/admin/users/${cast.alice.userId}/2fa`),
  'saving payment keys': () =>
    rest(cast.grace).post('/api/admin/stripe/config', {
      secretKey: 'sk_test_1234',
      publishableKey: 'pk_test_1234',
    }),
};

describe.each(Object.entries(sensitive))('%s', (_, change) => {
  test('is refused to someone who signed in more than 15 minutes ago', async () => {
    await signedIn(16);
    const { status, body } = await change();
    expect([status, body['reason'] ?? body['message']]).toEqual([
      403,
      expect.stringMatching(/confirm_identity|Enter your password/),
    ]);
  });

  test('is allowed within 15 minutes of the sign-in', async () => {
    await signedIn(14);
    const { status, body } = await change();
    expect(body['message'] ?? '').not.toMatch(/to continue/);
    expect(status).not.toBe(403);
  });
});

describe('Confirming who you are', () => {
  test('accepts the password and is valid for 15 minutes', async () => {
    await signedIn(16);
    expect((await rest(cast.alice).post('/api/auth/confirm', { password: 'wrong' })).status).toBe(400);
    expect((await token(cast.alice)).status).toBe(403);
    expect((await rest(cast.alice).post('/api/auth/confirm', { password })).status).toBe(200);
    expect((await token(cast.alice)).status).toBeLessThan(300);
    vi.setSystemTime(Date.now() + 16 * 60_000);
    expect((await token(cast.alice)).status).toBe(403);
  });

  test('is valid for this session only', async () => {
    await signedIn(16);
    await rest(cast.alice).post('/api/auth/confirm', { password });
    expect((await token(cast.bob)).status).toBe(403);
  });

  test('requires a code if two factors are on, and not the password', async () => {
    const { secret } = await setUpTwoFactor(cast.alice);
    await signedIn(16);
    expect((await rest(cast.alice).post('/api/auth/confirm', { password })).status).toBe(400);
    const answer = await rest(cast.alice).post('/api/auth/confirm', { mfaToken: await codeOf(secret) });
    expect(answer.status).toBe(200);
    expect((await token(cast.alice)).status).toBeLessThan(300);
  });

  test('counts wrong passwords as sign-in does', async () => {
    for (let attempt = 0; attempt < 5; attempt++)
      await rest(cast.alice).post('/api/auth/confirm', { password: 'wrong' });
    expect((await rest(cast.alice).post('/api/auth/confirm', { password })).status).toBe(429);
  });
});

describe('The lifetime of API tokens', () => {
  const limitTo = (apiTokenMaxDays: number) =>
    as(cast.grace).ask(
      'mutation ($input: SecuritySettingsInput!) { saveSecuritySettings(input: $input) { apiTokenMaxDays } }',
      {
        input: { apiTokenMaxDays },
      },
    );

  test('is at most what the policy allows, which is also the default', async () => {
    await limitTo(30);
    expect((await token(cast.alice, { expiresInDays: 31 })).body).toMatchObject({
      fields: { expiresInDays: 'API tokens can last at most 30 days' },
    });
    expect((await token(cast.alice)).status).toBeLessThan(300);
    const [made] = await rows().find(ApiToken, {});
    expect((made!.expiresAt!.getTime() - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
  });

  test.each([
    [30, 30],
    [3650, 365],
  ])('offered in forms is the longest allowed: with %i days in the policy, %i', async (policy, longest) => {
    await limitTo(policy);
    const { data } = await as(cast.alice).ask('{ apiLimits { tokenDays } }', {});
    expect(data).toEqual({ apiLimits: { tokenDays: longest } });
    expect((await token(cast.alice, { expiresInDays: longest })).status).toBeLessThan(300);
  });

  test('is a year by default if the policy allows more', async () => {
    await limitTo(3650);
    expect((await token(cast.alice)).status).toBeLessThan(300);
    const [made] = await rows().find(ApiToken, {});
    expect((made!.expiresAt!.getTime() - Date.now()) / 86_400_000).toBeCloseTo(365, 1);
  });

  test('is shortened for existing tokens, too', async () => {
    const { body } = await token(cast.alice, { expiresInDays: 365 });
    const program = { ...cast.alice, token: String(body['token']) };
    expect((await rest(program).get('/api/controllers')).status).toBe(200);
    await rows().nativeUpdate(ApiToken, {}, { createdAt: new Date(Date.now() - 8 * 86_400_000) });
    await limitTo(7);
    expect((await rest(program).get('/api/controllers')).status).toBe(401);
  });
});

describe('A password reset', () => {
  const reset = async (more: object) => {
    await token(cast.alice);
    await rest(cast.vic).post('/api/auth/forgot-password', { email: cast.alice.email });
    const mail = (await mailsTo(running, cast.alice.email)).find(({ subject }) => /password/i.test(subject));
    const next = 'Another-Horse-9!';
    return rest(cast.vic).post('/api/auth/reset-password', {
      token: tokenIn(mail!, running),
      password: next,
      confirmPassword: next,
      ...more,
    });
  };

  test('revokes API tokens unless the person keeps them', async () => {
    expect((await reset({})).status).toBe(200);
    expect(await rows().count(ApiToken)).toBe(0);
  });

  test('keeps them on request', async () => {
    expect((await reset({ revokeApiTokens: false })).status).toBe(200);
    expect(await rows().count(ApiToken)).toBe(1);
  });

  test.each([
    ['were revoked', true],
    ['still work', false],
  ])('confirms by email that the API tokens %s', async (outcome, revokeApiTokens) => {
    await reset({ revokeApiTokens });
    await vi.waitFor(async () =>
      expect((await mailsTo(running, cast.alice.email)).map(({ text }) => text)).toContainEqual(
        expect.stringContaining(`Your API tokens ${outcome}.`),
      ),
    );
  });
});
