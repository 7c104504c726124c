import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadSingleton } from '#api/db/singleton.ts';
import { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { LinkPurpose } from '#api/features/auth/registration/email-link.entity.ts';
import { issueLink } from '#api/features/auth/registration/email-links.store.ts';
import { User } from '#api/features/users/user.entity.ts';
import { TwoFactorDocument } from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo, tokenIn } from '#tests/support/mailbox.ts';
import { enter, password, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { codeOf, setUpTwoFactor, stopTheClock } from '#tests/support/two-factor.ts';

let running: Running;
let cast: Cast;
let secret: string;
let recoveryCodes: string[];

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  stopTheClock();
  await emptyDatabase();
  cast = await enter(running);
  ({ secret, recoveryCodes } = await setUpTwoFactor(cast.alice));
  // Long after the code of the set-up.
  vi.setSystemTime(Date.now() + 300_000);
});
afterEach(() => vi.useRealTimers());

const login = (mfaToken?: string, { email }: Person = cast.alice) =>
  rest(cast.vic).post('/api/auth/login', { email, password, mfaToken });
const tooMany =
  'Too many wrong verification codes. Try again later, or use the link that was emailed to you.';
const statusOf = async (mfaToken: string) => (await login(mfaToken)).status;
const left = async () => (await as(cast.alice).run(TwoFactorDocument)).twoFactor.recoveryCodesLeft;
const noticesOfUse = async () =>
  (await mailsTo(running, cast.alice.email))
    .filter(({ subject }) => subject.startsWith('One of your recovery codes'))
    .map(({ text }) => text);

describe('Signing in with two factors', () => {
  test('requires a code first and starts no session', async () => {
    expect((await login()).body).toMatchObject({ requiresMFA: true, userId: cast.alice.userId, token: null });
  });

  test.each([
    ['before', -1],
    ['of now', 0],
    ['after', 1],
  ])('accepts the code of the step %s', async (_, steps) => {
    expect((await login(await codeOf(secret, steps))).body).toMatchObject({ token: expect.any(String) });
  });

  test.each([-10, -2, 2, 10])('does not accept a code %i steps away', async (steps) => {
    expect(await statusOf(await codeOf(secret, steps))).toBe(401);
  });

  test('keeps counting wrong codes when the password is reset by email', async () => {
    for (let n = 0; n < 5; n++) expect(await statusOf('000000')).toBe(401);
    const em = running.app.orm.em.fork();
    const user = await em.findOneOrFail(User, { id: cast.alice.userId });
    const token = await issueLink(em, user, LinkPurpose.reset_password);
    const chosen = 'Another-Horse-10!';
    const passwords = { password: chosen, confirmPassword: chosen };
    const reset = await rest(cast.vic).post('/api/auth/reset-password', { token, ...passwords });
    expect(reset.status).toBe(200);
    const body = { email: cast.alice.email, password: chosen, mfaToken: await codeOf(secret) };
    expect(await rest(cast.vic).post('/api/auth/login', body)).toMatchObject({
      status: 429,
      body: { message: tooMany },
    });
  });

  test('accepts blanks in a code', async () => {
    const code = await codeOf(secret);
    expect(await statusOf(` ${code.slice(0, 3)} ${code.slice(3)} `)).toBe(200);
  });

  test.each(['１２３４５６', '000000', 'abcdef', '12345', '0x1234', '1.2345'])('refuses %s', async (code) => {
    expect((await login(code)).body).toMatchObject({ message: 'Invalid verification code' });
  });

  test('accepts a code once, also within its step', async () => {
    const code = await codeOf(secret);
    expect(await statusOf(code)).toBe(200);
    expect(await statusOf(code)).toBe(401);
  });

  test('accepts no code from a step before a used one', async () => {
    expect(await statusOf(await codeOf(secret, 0))).toBe(200);
    expect(await statusOf(await codeOf(secret, -1))).toBe(401);
    expect(await statusOf(await codeOf(secret, 1))).toBe(200);
  });

  test('accepts one of two people who send the same code at once', async () => {
    const code = await codeOf(secret);
    const tried = await Promise.all([statusOf(code), statusOf(code), statusOf(code)]);
    expect(tried.sort()).toEqual([200, 401, 401]);
  });

  test('does not accept the code of another person', async () => {
    const bobs = await setUpTwoFactor(cast.bob);
    expect(await statusOf(await codeOf(bobs.secret))).toBe(401);
    expect((await login(await codeOf(bobs.secret), cast.bob)).status).toBe(200);
  });
});

describe('Guessing codes', () => {
  const guess = (code = '000000') => login(code);
  const attempts = async (maxLoginAttempts: number) => {
    const em = running.app.orm.em.fork();
    Object.assign(await loadSingleton(em, SecuritySettings), { maxLoginAttempts, lockoutDuration: 5 });
    await em.flush();
  };

  test('stops after as many as the policy allows, also for correct codes and recovery codes', async () => {
    await attempts(3);
    for (let tried = 0; tried < 3; tried += 1) expect((await guess()).status).toBe(401);
    const refused = await login(await codeOf(secret));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await statusOf(recoveryCodes[0]!)).toBe(429);
    expect(await left()).toBe(10);
    vi.setSystemTime(Date.now() + 5 * 60_000 + 1000);
    expect(await statusOf(await codeOf(secret))).toBe(200);
  });

  test('emails the owner, whose link has its own attempts and works with a correct code', async () => {
    await attempts(3);
    for (let tried = 0; tried < 5; tried += 1) await guess();
    const [mail, ...others] = (await mailsTo(running, cast.alice.email)).filter(({ subject }) =>
      subject.includes('locked'),
    );
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Someone entered a wrong verification code 3 times');
    expect(mail?.text).toContain('someone knows your password');
    const unlockToken = tokenIn(mail!, running);
    const unlock = (mfaToken: string) =>
      rest(cast.vic).post('/api/auth/login', { email: cast.alice.email, password, mfaToken, unlockToken });
    expect((await unlock('000000')).status).toBe(401);
    expect((await unlock(await codeOf(secret))).status).toBe(200);
    expect(await statusOf(recoveryCodes[0]!)).toBe(200);
  });

  test('through the owner’s link stops after as many as the policy allows, too', async () => {
    await attempts(3);
    for (let tried = 0; tried < 3; tried += 1) await guess();
    const [mail] = await mailsTo(running, cast.alice.email);
    const unlockToken = tokenIn(mail!, running);
    const statuses: number[] = [];
    for (let tried = 0; tried < 5; tried += 1) {
      const body = { email: cast.alice.email, password, mfaToken: '000000', unlockToken };
      statuses.push((await rest(cast.vic).post('/api/auth/login', body)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect(
      (await mailsTo(running, cast.alice.email)).filter(({ subject }) => subject.includes('locked')),
    ).toHaveLength(1);
  });

  test('through several links stays within what the policy allows', async () => {
    await attempts(3);
    for (let tried = 0; tried < 3; tried += 1) await guess();
    const statuses: number[] = [];
    const em = running.app.orm.em.fork();
    const user = await em.findOneOrFail(User, { id: cast.alice.userId });
    for (let round = 0; round < 3; round += 1) {
      const unlockToken = await issueLink(em, user, LinkPurpose.unlock);
      for (let tried = 0; tried < 3; tried += 1) {
        const body = { email: cast.alice.email, password, mfaToken: '000000', unlockToken };
        statuses.push((await rest(cast.vic).post('/api/auth/login', body)).status);
      }
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
  });

  test('is visible to administrators, who let the owner try again', async () => {
    await attempts(3);
    for (let tried = 0; tried < 3; tried += 1) await guess();
    const locked = { failedAttempts: 3, lockedUntil: expect.any(String) as string };
    const document = '{ lockouts { user { email } lockedUntil } }';
    expect((await as(cast.ada).ask(document)).data).toMatchObject({
      lockouts: [{ user: { email: cast.alice.email } }],
    });
    const access = `{ userAccess(id: "${cast.alice.userId}") { failedAttempts lockedUntil } }`;
    expect((await as(cast.ada).ask(access)).data).toMatchObject({ userAccess: locked });
    await as(cast.ada).ask(`mutation { clearLockout(id: "${cast.alice.userId}") }`);
    expect((await as(cast.ada).ask(document)).data).toEqual({ lockouts: [] });
    expect(await statusOf(await codeOf(secret))).toBe(200);
  });

  test('counts recovery codes along with the others', async () => {
    await attempts(3);
    await guess('2222-22222-2222');
    await guess('000000');
    await guess('2222-22222-2223');
    expect(await statusOf(recoveryCodes[0]!)).toBe(429);
  });

  test('at once checks no more than the limit', async () => {
    await attempts(3);
    const tried = await Promise.all(Array.from({ length: 8 }, () => guess()));
    expect(tried.map(({ status }) => status).sort()).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
  });

  test('is reset when a correct one arrives in time, and doesn’t count for others', async () => {
    await attempts(3);
    await guess();
    await guess();
    expect(await statusOf(await codeOf(secret))).toBe(200);
    await guess();
    await guess();
    const bobs = await setUpTwoFactor(cast.bob);
    await guess();
    expect(await statusOf(await codeOf(secret, 1))).toBe(429);
    expect((await login(await codeOf(bobs.secret), cast.bob)).status).toBe(200);
  });
});

describe('A recovery code', () => {
  test('replaces a code once, reduces the remaining ones, and emails a notice', async () => {
    expect(await statusOf(recoveryCodes[0]!)).toBe(200);
    expect(await left()).toBe(9);
    expect(await statusOf(recoveryCodes[0]!)).toBe(401);
    const [notice, ...others] = await noticesOfUse();
    expect(others).toEqual([]);
    expect(notice).not.toMatch(/left/);
    expect(notice).not.toContain(recoveryCodes[0]);
  });

  test('may be typed in lower case, with blanks or without its dashes', async () => {
    expect(await statusOf(recoveryCodes[0]!.toLowerCase())).toBe(200);
    expect(await statusOf(recoveryCodes[1]!.replaceAll('-', ''))).toBe(200);
    expect(await statusOf(recoveryCodes[2]!.replaceAll('-', ' '))).toBe(200);
  });

  test('sent twice at once is accepted once', async () => {
    const tried = await Promise.all([1, 2, 3].map(() => statusOf(recoveryCodes[0]!)));
    expect(tried.sort()).toEqual([200, 401, 401]);
    expect(await left()).toBe(9);
  });

  test('of another person is rejected', async () => {
    const bobs = await setUpTwoFactor(cast.bob);
    expect(await statusOf(bobs.recoveryCodes[0]!)).toBe(401);
    expect((await login(bobs.recoveryCodes[0], cast.bob)).status).toBe(200);
  });

  test('shows when few are left', async () => {
    for (const code of recoveryCodes.slice(0, 7)) expect(await statusOf(code)).toBe(200);
    const counts = (await noticesOfUse()).flatMap((text) => text.match(/You have \d left/g) ?? []);
    expect(counts).toEqual(['You have 3 left']);
  });
});
