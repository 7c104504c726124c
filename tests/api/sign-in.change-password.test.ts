import { generateSecret, generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { LinkPurpose } from '#api/features/auth/registration/email-link.entity.ts';
import { issueLink } from '#api/features/auth/registration/email-links.store.ts';
import { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { as, type GraphQLAnswer } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { addPerson, password, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { signInAt, tokenOf } from '#tests/support/sign-in.ts';
import { Socket } from '#tests/support/socket.ts';

let running: Running;
let alice: Person;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  running.logged.length = 0;
  alice = await addPerson(running, { firstName: 'Alice' });
});

const next = 'Brand-New-Lantern-7!';
const rows = () => running.app.orm.em.fork();
function change(input: Record<string, unknown> = {}, person: Person = alice): Promise<GraphQLAnswer> {
  const given = { currentPassword: password, password: next, confirmPassword: next, ...input };
  const document = 'mutation($input: ChangePasswordInput!) { changePassword(input: $input) { message } }';
  return as(person).ask(document, { input: given });
}
const statusOf = async (given: string, email = alice.email) =>
  (await signInAt(running, { email, password: given })).status;
const enters = async (token: string) =>
  (await rest({ server: running, token }).get('/api/auth/user')).status === 200;
const fieldsOf = ({ errors }: GraphQLAnswer) => errors?.[0]?.extensions.fields;

describe('A changed password', () => {
  test('is the one that works from then on', async () => {
    expect((await change()).data).toEqual({
      changePassword: { message: 'Password changed. Your other sessions have ended.' },
    });
    expect([await statusOf(password), await statusOf(next)]).toEqual([401, 200]);
  });

  test('ends every other session immediately, with its sockets, and keeps the current one', async () => {
    const token = tokenOf(await signInAt(running, { email: alice.email, password }));
    const [socket, own] = [
      await new Socket(running).signIn(token),
      await new Socket(running).signIn(alice.token),
    ];
    await change();
    const since = performance.now();
    expect((await socket.closed).code).toBe(4403);
    expect(performance.now() - since).toBeLessThan(1000);
    expect([await enters(token), await enters(alice.token)]).toEqual([false, true]);
    expect(own.raw.readyState).toBe(own.raw.OPEN);
    own.close();
  });

  test('invalidates links that were emailed before', async () => {
    const user = await rows().findOneOrFail(User, { id: alice.userId });
    const unlockToken = await issueLink(rows(), user, LinkPurpose.unlock);
    await change();
    expect(await signInAt(running, { email: alice.email, password: next, unlockToken })).toMatchObject({
      status: 400,
      body: { message: 'This link has expired.' },
    });
  });

  test('is emailed to its owner, and recorded without the password', async () => {
    await change();
    const mails = await mailsTo(running, alice.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your password was changed']);
    const entry = await rows().findOneOrFail(AuditEntry, { action: 'user.password_change' });
    expect(entry).toMatchObject({ actor: alice.email, subject: alice.email, subjectId: alice.userId });
    for (const text of [JSON.stringify(entry), mails[0]?.text, running.logged.join('\n')])
      expect(text).not.toMatch(/Brand-New|Correct-Horse/);
  });

  test('is one of two that are set at the same moment', async () => {
    const other = 'Another-Lantern-8!';
    const answers = await Promise.all([
      change(),
      change({ password: other, confirmPassword: other }),
      change({ password: `${other}2`, confirmPassword: `${other}2` }),
    ]);
    expect(answers.filter(({ data }) => data)).toHaveLength(1);
    const opens = [await statusOf(next), await statusOf(other), await statusOf(`${other}2`)];
    expect(opens.filter((status) => status === 200)).toHaveLength(1);
  });
});

describe('A password is not changed', () => {
  test.each([
    ['the old one is wrong', { currentPassword: 'wrong' }, { currentPassword: 'The password is incorrect' }],
    ['the old one is missing', { currentPassword: '' }, { currentPassword: 'Current password is required' }],
    ['the two differ', { confirmPassword: 'x' }, { confirmPassword: 'Passwords do not match' }],
    [
      'the new one is too short',
      { password: 'Aa-1', confirmPassword: 'Aa-1' },
      { password: 'Password must be at least 8 characters long' },
    ],
    [
      'the new one is too long',
      { password: 'p'.repeat(129), confirmPassword: 'p'.repeat(129) },
      { password: expect.stringContaining('128') },
    ],
  ])('if %s', async (_what, input, fields) => {
    expect(fieldsOf(await change(input))).toMatchObject(fields);
    expect(await statusOf(password)).toBe(200);
    expect(await mailsTo(running, alice.email)).toEqual([]);
  });

  test('if the policy forbids it', async () => {
    await rows().upsert(SecuritySettings, { id: 1, passwordMinLength: 30 });
    expect(fieldsOf(await change())).toEqual({
      password: 'Password must be at least 30 characters long',
    });
  });

  test('by guessing on an unlocked screen: guesses lock the account', async () => {
    const answers = [];
    for (let n = 0; n < 7; n++)
      answers.push((await change({ currentPassword: `guess ${n}` })).errors?.[0]?.extensions.code);
    expect(answers).toEqual([...Array<string>(5).fill('BAD_USER_INPUT'), 'TOO_MANY', 'TOO_MANY']);
    expect((await change()).errors?.[0]?.extensions.code).toBe('TOO_MANY');
    expect(await statusOf(password)).toBe(429);
    expect((await mailsTo(running, alice.email)).map(({ subject }) => subject)).toEqual([
      'Your account is temporarily locked',
    ]);
  });

  test('without a log entry, which contains no secret', async () => {
    running.logged.length = 0;
    await change({ currentPassword: 'Planted-Secret-7' });
    const lines = running.logged.filter((line) => line.includes('"event":"confirmation"'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { outcome: 'The password is incorrect', userId: alice.userId, from: expect.any(String) },
    ]);
    expect(running.logged.join()).not.toContain('Planted-Secret-7');
  });

  test('twice in one document', async () => {
    const one = `changePassword(input: { currentPassword: "a", password: "b", confirmPassword: "b" }) { message }`;
    const { errors } = await as(alice).ask(`mutation { a: ${one} b: ${one} }`);
    expect(errors?.[0]?.message).toBe('"changePassword" may be used only once in a document');
  });
});

describe('With two factors', () => {
  const secret = generateSecret();
  let tom: Person;
  beforeEach(async () => {
    tom = await addPerson(running, { firstName: 'Tom', twoFactorEnabled: true, twoFactorSecret: secret });
  });

  test('the code is required too', async () => {
    expect(fieldsOf(await change({}, tom))).toEqual({
      mfaToken: 'Please enter a 6-digit verification code',
    });
    expect(fieldsOf(await change({ mfaToken: '000000' }, tom))).toEqual({
      mfaToken: 'Invalid verification code',
    });
    expect(await statusOf(password, tom.email)).toBe(200);
    expect((await change({ mfaToken: generateSync({ secret }) }, tom)).data).toBeTruthy();
  });

  test('a wrong password does not use up the code', async () => {
    const mfaToken = generateSync({ secret });
    await change({ currentPassword: 'wrong', mfaToken }, tom);
    expect((await change({ mfaToken }, tom)).data).toBeTruthy();
  });
});
