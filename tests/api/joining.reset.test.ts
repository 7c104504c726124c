import { LockMode } from '@mikro-orm/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { LinkPurpose, EmailLink } from '#api/features/auth/registration/email-link.entity.ts';
import { issueLink, revokeLinks } from '#api/features/auth/registration/email-links.store.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { hashToken } from '#api/security/token.ts';
import { EmailLinkDocument as EmailLinkQuery, PasswordPolicyDocument } from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { takeJobs, timeRatio } from '#tests/support/joining.ts';
import { mailsTo, tokenIn } from '#tests/support/mailbox.ts';
import { addPerson, enter, password, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { waitingFor } from '#tests/support/waiting.ts';

const chosen = 'Another-Horse-10!';

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
const post = (path: string, body: unknown) => rest(cast.vic).post(`/api/auth/${path}`, body);
const reset = (token: string, pass = chosen) =>
  post('reset-password', { token, password: pass, confirmPassword: pass });
const login = (address: string, pass: string) => post('login', { email: address, password: pass });
const look = async (purpose: LinkPurpose, token: string) =>
  (await as(cast.vic).run(EmailLinkQuery, { purpose, token })).emailLink;

/** The token of the newest email to an address. */
async function newest(address: string): Promise<string> {
  const [mail] = await mailsTo(running, address);
  return tokenIn(mail!, running);
}

/** The token of a reset email. */
async function asked(address = cast.alice.email): Promise<string> {
  await post('forgot-password', { email: address });
  return newest(address);
}

const expire = (token: string) =>
  rows().nativeUpdate(EmailLink, { tokenHash: hashToken(token) }, { expiresAt: new Date(Date.now() - 1) });

describe('Requesting a password reset', () => {
  test('gives the same response for any address, and emails only one with an account', async () => {
    const answers = [];
    for (const address of [cast.alice.email, ` ${cast.bob.email.toUpperCase()} `, 'nobody@example.com']) {
      answers.push(await post('forgot-password', { email: address }));
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await mailsTo(running, cast.alice.email)).map(({ subject }) => subject)).toEqual([
      'Choose a new password',
    ]);
    expect(await mailsTo(running, cast.bob.email)).toHaveLength(1);
    expect(await mailsTo(running, 'nobody@example.com')).toEqual([]);
  });

  test('takes as long for any address, and adds the same jobs', async () => {
    for (const at of [0, 1, 2, 3, 4, 5, 6, 7]) {
      await addPerson(running, { firstName: `K${at}`, email: `known-${at}@example.com` });
    }
    const ask = (address: string) => post('forgot-password', { email: address });
    const ratio = await timeRatio(
      (at) => ask(`known-${at}@example.com`),
      (at) => ask(`other-${at}@example.com`),
    );
    expect(ratio).toBeGreaterThan(0.3);
    expect(ratio).toBeLessThan(3.3);
    const jobs = await takeJobs(running);
    expect(jobs).toHaveLength(16);
    for (const job of jobs) expect(job).toEqual(jobs[0]);
  });

  test('is rate limited by network', async () => {
    for (let tries = 0; tries < 30; tries++) await post('forgot-password', { email: `${tries}@example.com` });
    expect(await post('forgot-password', { email: cast.alice.email })).toMatchObject({
      status: 429,
      body: { message: 'Too many requests from your network. Try again later.' },
    });
  });

  test.each([
    {},
    { email: '' },
    { email: 'alice' },
    { email: 5 },
    { email: 'a@example.com\nBcc: b@example.com' },
  ])('requires an address: %j', async (body) => {
    expect((await post('forgot-password', body)).status).toBe(400);
  });
});

describe('Choosing a new password by an emailed link', () => {
  test('replaces the old one and signs no one in', async () => {
    const sessions = await rows().count(Session, { user: { $ne: cast.alice.userId } });
    const answer = await reset(await asked());
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Your password has been changed. You can sign in now.' },
    });
    expect(await rows().count(Session)).toBe(sessions);
    expect((await login(cast.alice.email, password)).status).toBe(401);
    expect((await login(cast.alice.email, chosen)).status).toBe(200);
  });

  test('ends every session, sockets included', async () => {
    const socket = await new Socket(running).signIn(cast.alice.token);
    const token = await asked();
    await reset(token);
    expect((await socket.closed).code).toBe(4403);
    expect((await rest(cast.alice).get('/api/auth/user')).status).toBe(401);
    expect((await rest(cast.bob).get('/api/auth/user')).status).toBe(200);
  });

  test('works once, however many requests use it at the same moment', async () => {
    const token = await asked();
    const passwords = [1, 2, 3, 4].map((at) => `Another-Horse-1${at}!`);
    const answers = await Promise.all(passwords.map((pass) => reset(token, pass)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]!;
    expect((await login(cast.alice.email, winner)).status).toBe(200);
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { message: 'This link has already been used.' },
    });
  });

  test('fails if the links were invalidated while the request waited', async () => {
    const token = await asked();
    const late = await rows().transactional(async (em) => {
      const alice = await em.findOneOrFail(
        User,
        { id: cast.alice.userId },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      const late = reset(token);
      await vi.waitFor(async () => expect(await waitingFor(running)).toBe(1), { timeout: 10_000 });
      await revokeLinks(em, alice);
      return { answer: late };
    });
    expect(await late.answer).toMatchObject({ status: 400, body: { message: 'This link has expired.' } });
    expect((await login(cast.alice.email, password)).status).toBe(200);
  });

  test('invalidates every other link of the person, whatever its purpose', async () => {
    const first = await asked();
    const em = rows();
    const alice = await em.findOneOrFail(User, { id: cast.alice.userId });
    const others = {
      [LinkPurpose.unlock]: await issueLink(em, alice, LinkPurpose.unlock),
      [LinkPurpose.change_email]: await issueLink(em, alice, LinkPurpose.change_email, 'evil@example.com'),
    };
    const second = await asked();
    expect(await reset(first)).toMatchObject({ status: 400, body: { message: 'This link has expired.' } });
    expect((await reset(second)).status).toBe(200);
    for (const [purpose, token] of Object.entries(others)) {
      expect((await look(purpose as LinkPurpose, token)).state, purpose).toBe('expired');
    }
  });

  test('stops working after an hour', async () => {
    const token = await asked();
    const link = await rows().findOneOrFail(EmailLink, { tokenHash: hashToken(token) });
    expect((link.expiresAt.getTime() - Date.now()) / 60_000).toBeCloseTo(60, 0);
    await expire(token);
    expect(await reset(token)).toMatchObject({ status: 400, body: { message: 'This link has expired.' } });
    expect((await login(cast.alice.email, password)).status).toBe(200);
  });

  test('stops working once the person has another address', async () => {
    const token = await asked();
    await rows().nativeUpdate(User, { id: cast.alice.userId }, { email: 'new@example.com' });
    expect(await reset(token)).toMatchObject({ status: 400, body: { message: 'This link has expired.' } });
  });

  test.each([
    ['Password1!', 'This password is too common. Please choose another one'],
    ['Ab-1234', 'Password must be at least 8 characters long'],
    ['AlicesCompany-1', expect.stringContaining('your company')],
  ])('applies the policy to "%s" and leaves the link usable', async (pass, sentence) => {
    const token = await asked();
    expect(await reset(token, pass)).toMatchObject({ status: 400, body: { fields: { password: sentence } } });
    expect((await reset(token)).status).toBe(200);
  });

  test('requires it twice', async () => {
    const token = await asked();
    const answer = await post('reset-password', { token, password: chosen, confirmPassword: `${chosen}!` });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Passwords do not match' } });
    const huge = 'p'.repeat(1024 * 1024);
    expect((await reset(token, huge)).status).toBe(413);
  });

  test('removes a lockout', async () => {
    for (let tries = 0; tries < 6; tries++) await login(cast.alice.email, 'wrong');
    expect((await login(cast.alice.email, password)).status).toBe(429);
    await reset(await asked());
    expect((await login(cast.alice.email, chosen)).status).toBe(200);
  });

  test('does not skip the second factor, or turn it off', async () => {
    const secret = 'A'.repeat(32);
    await turnFactorOn(secret);
    await reset(await asked());
    const { body } = await login(cast.alice.email, chosen);
    expect(body).toMatchObject({ requiresMFA: true, token: null });
    const alice = await rows().findOneOrFail(User, { id: cast.alice.userId });
    expect(alice).toMatchObject({ twoFactorEnabled: true, twoFactorSecret: secret });
  });

  test('is emailed to the person and recorded', async () => {
    await reset(await asked());
    const [mail] = await mailsTo(running, cast.alice.email);
    expect(mail?.subject).toBe('Your password was changed');
    const entries = await rows().find(AuditEntry, { action: 'user.reset_password' });
    expect(entries).toEqual([
      expect.objectContaining({
        actor: cast.alice.email,
        actorId: null,
        subject: cast.alice.email,
        subjectId: cast.alice.userId,
      }),
    ]);
  });

  test('leaves a suspended account suspended', async () => {
    await rows().nativeUpdate(User, { id: cast.alice.userId }, { suspended: true });
    await reset(await asked());
    expect(await login(cast.alice.email, chosen)).toMatchObject({
      status: 403,
      body: { message: 'Your account has been deactivated' },
    });
  });
});

/** Turns the second factor on for Alice. */
async function turnFactorOn(secret: string): Promise<void> {
  const em = rows();
  const alice = await em.findOneOrFail(User, { id: cast.alice.userId });
  Object.assign(alice, { twoFactorEnabled: true, twoFactorSecret: secret });
  await em.flush();
}

test('The requirements for a new password are shown before one is chosen', async () => {
  const { passwordPolicy } = await as(cast.vic).run(PasswordPolicyDocument);
  expect(passwordPolicy).toMatchObject({
    minLength: 8,
    text: 'Passwords need an uppercase letter, a lowercase letter and a number, plus a special character, and at least 8 characters.',
  });
});
