import { hash } from '@node-rs/argon2';
import { generateSecret, generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endSessions } from '#api/live/sessions.ts';
import { hashPassword } from '#api/features/auth/sign-in/password-hash.service.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { addPerson, password, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { agents, behindProxy, signInAt, tokenOf } from '#tests/support/sign-in.ts';

let running: Running;
let alice: Person;

beforeAll(async () => {
  running = await startServer({ config: behindProxy });
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  running.logged.length = 0;
  alice = await addPerson(running, { firstName: 'Alice' });
});

const rows = () => running.app.orm.em.fork();
const signIn = (from: Parameters<typeof signInAt>[2] = {}, given = password) =>
  signInAt(running, { email: alice.email, password: given }, from);
const enters = async (token: string) =>
  (await rest({ server: running, token }).get('/api/auth/user')).status === 200;
const mailSubjects = async () => (await mailsTo(running, alice.email)).map(({ subject }) => subject);

describe('A sign-in from a device', () => {
  test('sends no email the first time', async () => {
    await signIn({ userAgent: agents.firefoxOnWindows });
    expect(await mailSubjects()).toEqual([]);
  });

  test('that is new is emailed to the owner, once', async () => {
    await signIn({ userAgent: agents.firefoxOnWindows });
    for (let n = 0; n < 3; n++) await signIn({ userAgent: agents.chromeOnAndroid, address: '203.0.113.9' });
    await signIn({ userAgent: agents.firefoxOnWindows });
    const mails = await mailsTo(running, alice.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['New sign-in: Chrome on Android']);
    expect(mails[0]?.text).toContain('203.0.113.9');
    expect(mails[0]?.text).toMatch(/\d{4}, \d\d:\d\d UTC/);
    expect(mails[0]?.text).toContain('http://netlantern.test/settings');
    expect(mails[0]?.text).toContain('change your password');
  });

  test('is emailed once when five arrive at the same moment', async () => {
    await signIn({ userAgent: agents.firefoxOnWindows });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => signIn({ userAgent: agents.safariOnMac })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await mailSubjects()).toEqual(['New sign-in: Safari on macOS']);
  });

  test.each([
    ['what no browser says', 'Click http://evil.test/now, your account is at risk/1.0'],
    ['a header', 'Firefox\t/1 Bcc: someone@evil.test'],
    ['nothing', ''],
  ])('that identifies itself as %s adds none of that to the email', async (_what, userAgent) => {
    await signIn({ userAgent: agents.firefoxOnWindows });
    await signIn({ userAgent });
    const [mail] = await mailsTo(running, alice.email);
    expect(mail?.text).not.toContain('evil.test');
    expect(mail?.subject).not.toContain('evil.test');
  });

  test('is not emailed if the password was wrong', async () => {
    await signIn({ userAgent: agents.firefoxOnWindows });
    await signIn({ userAgent: agents.chromeOnAndroid }, 'wrong');
    expect(await mailSubjects()).toEqual([]);
  });
});

describe('A new session', () => {
  test('has a new ID and token, whatever the request sent', async () => {
    for (const token of [alice.token, 'a-token-of-my-choice', alice.sessionId]) {
      const given = tokenOf(await signIn({ token }));
      expect(given).not.toBe(token);
      expect(await enters(given)).toBe(true);
    }
    expect(await rows().count(Session, { id: alice.sessionId })).toBe(0);
    expect(await enters('a-token-of-my-choice')).toBe(false);
  });

  test('ends the session that requested it, and no other', async () => {
    const other = tokenOf(await signIn());
    const next = tokenOf(await signIn({ token: alice.token }));
    expect(await Promise.all([alice.token, other, next].map(enters))).toEqual([false, true, true]);
  });

  test.each([
    ['thirty days', {}, 30 * 24],
    ['twelve hours for an administrator', { role: 'admin' as never }, 12],
    ['twelve hours for a super administrator', { role: 'super_admin' as never }, 12],
  ])('lasts %s at most', async (_what, fields, hours) => {
    const { email, sessionId } = await addPerson(running, { firstName: 'Kim', ...fields });
    await signInAt(running, { email, password });
    const session = await rows().findOneOrFail(Session, { id: { $ne: sessionId }, user: { email } });
    const length = (session.expiresAt.getTime() - session.createdAt.getTime()) / 3_600_000;
    expect(length).toBe(hours);
  });

  test('updates the person’s last sign-in', async () => {
    const before = Date.now();
    await signIn();
    const { lastSignInAt } = await rows().findOneOrFail(User, { id: alice.userId });
    expect(lastSignInAt?.getTime()).toBeGreaterThanOrEqual(before);
  });

  test('is not started with a password that was changed during the check', async () => {
    const passwordHash = await hashPassword('New-Horse-99!');
    const answers = Promise.all(Array.from({ length: 5 }, () => signIn()));
    await rows().transactional(async (em) => {
      await em.nativeUpdate(User, { id: alice.userId }, { passwordHash });
      await endSessions(em, { userId: alice.userId });
    });
    expect((await answers).some(({ status }) => status === 401)).toBe(true);
    expect(await rows().count(Session, { user: alice.userId })).toBe(0);
  });
});

describe('A password with an outdated hash', () => {
  const weaker = { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 };
  const stored = async () => (await rows().findOneOrFail(User, { id: alice.userId })).passwordHash;

  test('is rehashed at sign-in, and only if it is correct', async () => {
    const before = await hash(password, weaker);
    await rows().nativeUpdate(User, { id: alice.userId }, { passwordHash: before });
    await signIn({}, 'wrong');
    expect(await stored()).toBe(before);
    expect((await signIn()).status).toBe(200);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const after = await stored();
    expect((await signIn()).status).toBe(200);
    expect(await stored()).toBe(after);
  });
});

describe('With two factors', () => {
  const secret = generateSecret();
  let email: string;
  let userId: string;
  beforeEach(async () => {
    const fields = { firstName: 'Tom', twoFactorEnabled: true, twoFactorSecret: secret };
    ({ email, userId } = await addPerson(running, fields));
  });
  const code = () => generateSync({ secret });
  const answer = (mfaToken?: string, given = password) =>
    signInAt(running, { email, password: given, ...(mfaToken && { mfaToken }) });

  test('a correct password requires the code and starts no session', async () => {
    const before = await rows().count(Session);
    expect((await answer()).body).toEqual({ requiresMFA: true, userId, user: null, token: null });
    expect(await rows().count(Session)).toBe(before);
  });

  test('the code is not requested before the password is correct', async () => {
    for (const mfaToken of [undefined, code()])
      expect(await answer(mfaToken, 'wrong')).toMatchObject({
        status: 401,
        text: '{"message":"Invalid email or password"}',
      });
  });

  test("a wrong code doesn't sign in, and the correct one does", async () => {
    const right = code();
    const other = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    expect(await answer(other)).toMatchObject({
      status: 401,
      body: { message: 'Invalid verification code' },
    });
    expect((await answer(right)).body).toMatchObject({ token: expect.any(String), requiresMFA: false });
    expect((await answer(right)).status).toBe(401);
  });

  test('requesting the code repeatedly doesn’t count as failures', async () => {
    for (let n = 0; n < 8; n++) expect((await answer()).status).toBe(200);
  });

  test('wrong codes are limited, and do not lock the password', async () => {
    const answers = [];
    for (let n = 0; n < 7; n++) answers.push((await answer('000000')).status);
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await answer(code())).status).toBe(429);
    expect((await answer()).body).toMatchObject({ requiresMFA: true });
  });
});

describe('The log', () => {
  const lines = () =>
    running.logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === 'sign-in');

  test('shows who signed in, from where, and who was refused and why', async () => {
    await signIn({ address: '203.0.113.9' });
    await signIn({ address: '203.0.113.10' }, 'Wrong-Horse-9!');
    await signInAt(running, { email: 'nobody@netlantern.test', password });
    expect(lines()).toEqual([
      expect.objectContaining({ outcome: 'Signed in', userId: alice.userId, from: '203.0.113.9' }),
      expect.objectContaining({
        outcome: 'Invalid email or password',
        userId: alice.userId,
        from: '203.0.113.10',
      }),
      expect.objectContaining({ outcome: 'Invalid email or password', account: expect.any(String) }),
    ]);
    expect(lines()[2]).not.toHaveProperty('userId');
  });

  test('contains no password, no token and no address that was typed', async () => {
    const { email } = alice;
    const token = tokenOf(await signIn());
    for (let n = 0; n < 6; n++) await signInAt(running, { email, password: 'Planted-Secret-7' });
    await signInAt(running, { email: 'typo-secret@netlantern.test', password: 'Planted-Secret-7' });
    const all = running.logged.join('\n');
    expect(lines().length).toBeGreaterThan(7);
    for (const secret of [password, 'Planted-Secret-7', token, email, 'typo-secret'])
      expect(all).not.toContain(secret);
  });
});
