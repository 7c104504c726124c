import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LinkPurpose, EmailLink } from '#api/features/auth/registration/email-link.entity.ts';
import { addJob } from '#api/jobs/queue.ts';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { Membership } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import { EmailLinkDocument as EmailLinkQuery } from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { join, registration } from '#tests/support/joining.ts';
import { mailsTo, runJobs, tokenIn } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const { email } = registration;
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
const verify = (token: string) => post('verify-email', { token });
const reset = (token: string, pass = chosen) =>
  post('reset-password', { token, password: pass, confirmPassword: pass });
const look = async (purpose: LinkPurpose, token: string) =>
  (await as(cast.vic).run(EmailLinkQuery, { purpose, token })).emailLink;

/** The token of the newest email to an address. */
async function newest(address: string): Promise<string> {
  const [mail] = await mailsTo(running, address);
  return tokenIn(mail!, running);
}

/** A registration that waits to be verified, and the token in its email. */
async function registered(): Promise<string> {
  await join(cast.vic);
  return newest(email);
}

/** The token of a reset email. */
async function asked(address = cast.alice.email): Promise<string> {
  await post('forgot-password', { email: address });
  return newest(address);
}

const expire = (token: string) =>
  rows().nativeUpdate(EmailLink, { tokenHash: hashToken(token) }, { expiresAt: new Date(Date.now() - 1) });

describe('A verification link', () => {
  test('works once', async () => {
    const token = await registered();
    expect((await verify(token)).status).toBe(200);
    expect(await verify(token)).toMatchObject({
      status: 400,
      body: { message: 'This link has already been used.' },
    });
  });

  test('works once, however many requests use it at the same moment', async () => {
    const token = await registered();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => verify(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });

  test('expires after a day, or when another one is sent', async () => {
    const first = await registered();
    const link = await rows().findOneOrFail(EmailLink, { tokenHash: hashToken(first) });
    expect((link.expiresAt.getTime() - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    await post('resend-verification', { email });
    const second = await newest(email);
    expect(await verify(first)).toMatchObject({ status: 400, body: { message: 'This link has expired.' } });
    expect((await verify(second)).status).toBe(200);
  });

  test('for another purpose does not work', async () => {
    await registered();
    const token = await asked(email);
    expect(await verify(token)).toMatchObject({ status: 400, body: { message: 'This link is not valid.' } });
    expect(await reset(token)).toMatchObject({ status: 200 });
  });

  test('returns its status over GraphQL', async () => {
    const { errors } = await as(cast.vic).ask(
      'mutation ($input: LinkInput!) { verifyEmail(input: $input) { message } }',
      { input: { token: newToken() } },
    );
    expect(errors?.[0]).toMatchObject({
      message: 'This link is not valid.',
      extensions: { code: 'BAD_USER_INPUT', link: 'wrong' },
    });
  });

  test.each(['', ' ', 'x', 'x'.repeat(201), null, 5, "' or 1=1 --", '../..', '\0'])(
    'is not %j',
    async (token) => {
      expect((await post('verify-email', { token })).status).toBe(400);
    },
  );

  test('is stored as a hash only', async () => {
    const token = await registered();
    expect(JSON.stringify(await rows().find(EmailLink, {}))).not.toContain(token);
  });
});

describe('Requesting a verification link again', () => {
  test('gives everyone the same response, and emails only unverified accounts', async () => {
    await registered();
    const answers = [];
    for (const address of [email, cast.alice.email, 'nobody@example.com']) {
      answers.push(await post('resend-verification', { email: address }));
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await mailsTo(running, email)).toHaveLength(2);
    expect(await mailsTo(running, cast.alice.email)).toEqual([]);
    expect(await mailsTo(running, 'nobody@example.com')).toEqual([]);
  });

  test('emails an address five times an hour and gives the same response after that', async () => {
    await registered();
    const statuses = [];
    for (let tries = 0; tries < 8; tries++) {
      statuses.push((await post('resend-verification', { email })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Beside the one that the registration brought.
    expect(await mailsTo(running, email)).toHaveLength(6);
  });
});

describe('Checking a link', () => {
  test('shows its status, and its address only while it is valid', async () => {
    const token = await registered();
    const { verify_email: purpose } = LinkPurpose;
    expect(await look(purpose, token)).toMatchObject({ state: 'valid', email });
    expect(await look(purpose, token)).toMatchObject({ state: 'valid', email });
    expect(await look(LinkPurpose.reset_password, token)).toMatchObject({ state: 'wrong', email: null });
    await verify(token);
    expect(await look(purpose, token)).toMatchObject({ state: 'used', email: null });
    const later = await asked();
    await expire(later);
    expect(await look(LinkPurpose.reset_password, later)).toMatchObject({ state: 'expired', email: null });
  });

  test.each(['', ' ', 'x'.repeat(50_000), '\0', '\ud83d', "'; --"])(
    'treats %j as a link that never existed',
    async (token) => {
      expect(await look(LinkPurpose.reset_password, token)).toMatchObject({ state: 'wrong', email: null });
    },
  );
});

describe('An unverified account', () => {
  const sweep = async () => {
    await addJob(rows(), 'remove-unverified-accounts', {});
    await runJobs(running);
  };
  const age = (days: number) =>
    rows().nativeUpdate(User, {}, { createdAt: new Date(Date.now() - days * 86_400_000) });

  test('is deleted after seven days, with its team, and its address can be used again', async () => {
    await registered();
    const people = await rows().count(User);
    await age(8);
    await sweep();
    expect(await rows().count(User)).toBe(people - 1);
    expect(await rows().count(User, { email })).toBe(0);
    expect(await rows().count(Team, { name: registration.companyName })).toBe(0);
    expect(await rows().count(AlertRule)).toBe(people - 1);
    expect((await verify(await registered())).status).toBe(200);
  });

  test('stays for six days', async () => {
    const token = await registered();
    await age(6);
    await sweep();
    expect((await verify(token)).status).toBe(200);
  });

  test('stays for seven more days when someone registers its address again', async () => {
    await registered();
    await age(8);
    await join(cast.vic);
    await runJobs(running);
    await sweep();
    expect(await rows().count(User, { email })).toBe(1);
  });

  test('is deleted without its team if others are in it', async () => {
    await registered();
    const em = rows();
    const { team } = await em.findOneOrFail(Membership, { user: { email } }, { populate: ['team'] });
    em.persist(Object.assign(new Membership(), { team, user: em.getReference(User, cast.bob.userId) }));
    await em.flush();
    await age(8);
    await sweep();
    expect(await rows().count(User, { email })).toBe(0);
    expect(await rows().count(Team, { id: team.id })).toBe(1);
  });
});
