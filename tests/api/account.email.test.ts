import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { LinkPurpose, EmailLink } from '#api/features/auth/registration/email-link.entity.ts';
import { issueLink, readLink } from '#api/features/auth/registration/email-links.store.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { Invitation } from '#api/features/teams/invitation.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { hashToken } from '#api/security/token.ts';
import {
  CancelEmailChangeDocument,
  ConfirmEmailChangeDocument,
  PendingEmailDocument,
  RequestEmailChangeDocument,
} from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { linkIn, mailsTo, tokenIn } from '#tests/support/mailbox.ts';
import { enter, password, type Cast, type Person } from '#tests/support/people.ts';
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
const next = 'alice@new.test';
const request = (email: string, person: Person = cast.alice, given = password) =>
  as(person).run(RequestEmailChangeDocument, { input: { email, password: given } });
const confirm = (token: string, person: Parameters<typeof as>[0] = cast.vic) =>
  as(person).run(ConfirmEmailChangeDocument, { input: { token } });
const emailOf = async (id: string) => (await rows().findOneOrFail(User, id)).email;

async function mailedToken(to = next): Promise<string> {
  const [mail] = await mailsTo(running, to);
  if (!mail) throw new Error(`Nothing was mailed to ${to}`);
  return tokenIn(mail, running);
}

describe('A new address', () => {
  test('gets a link, the old address gets a notice, and nothing changes yet', async () => {
    const { requestEmailChange } = await request('  Alice@NEW.test ');
    expect(requestEmailChange.message).toContain(next);
    const [mail] = await mailsTo(running, next);
    expect(linkIn(mail!, running).pathname).toBe('/confirm-email');
    // Whose address it is, no one knows yet.
    expect(mail?.text).toContain(
      "Someone asked to use this address for a Netlantern account. If it wasn't you, ignore this email. Nothing will change.",
    );
    expect(mail?.text).not.toMatch(/you asked/i);
    const [notice] = await mailsTo(running, cast.alice.email);
    expect(notice?.text).toContain(next);
    expect(notice?.text).not.toContain('token=');
    expect(await emailOf(cast.alice.userId)).toBe(cast.alice.email);
  });

  test('becomes the sign-in address once its link is used, signed in or not', async () => {
    await request(next);
    const { confirmEmailChange } = await confirm(await mailedToken());
    expect(confirmEmailChange.message).toContain(next);
    expect(await emailOf(cast.alice.userId)).toBe(next);
    const signIn = await fetch(`${running.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: next, password }),
    });
    expect(signIn.status).toBe(200);
    const [notice] = await mailsTo(running, cast.alice.email);
    expect(notice?.subject).toBe('Your email address was changed');
  });

  test('ends the other sessions, their sockets too, and keeps the one it was confirmed in', async () => {
    const em = rows();
    const other = em.create(Session, {
      tokenHash: hashToken('another browser'),
      user: cast.alice.userId,
      team: cast.alice.teamId,
      expiresAt: new Date(Date.now() + 3_600_000),
    } as never);
    await em.flush();
    const socket = await new Socket(running).signIn('another browser');
    await request(next);
    await confirm(await mailedToken(), cast.alice);
    expect((await socket.closed).code).toBe(4403);
    const left = await rows().find(Session, { user: cast.alice.userId });
    expect(left.map(({ id }) => id)).toEqual([cast.alice.sessionId]);
    expect(other.id).not.toBe(cast.alice.sessionId);
  });

  test('confirmed in someone else’s browser keeps none of the owner’s sessions', async () => {
    await request(next);
    await confirm(await mailedToken(), cast.bob);
    expect(await rows().count(Session, { user: cast.alice.userId })).toBe(0);
    expect(await rows().count(Session, { user: cast.bob.userId })).toBe(1);
  });

  test('invalidates links that were emailed to the old one, but not invitations', async () => {
    const em = rows();
    const user = await em.findOneOrFail(User, cast.alice.userId);
    const reset = await issueLink(em, user, LinkPurpose.reset_password);
    const unlock = await issueLink(em, user, LinkPurpose.unlock);
    em.create(Invitation, {
      team: cast.alice.teamId,
      email: 'colleague@example.test',
      role: TeamRole.member,
      tokenHash: 'any',
      expiresAt: new Date(Date.now() + 1000),
    } as never);
    await em.flush();
    await request(next);
    await confirm(await mailedToken());
    expect((await readLink(rows(), LinkPurpose.reset_password, reset)).state).toBe('expired');
    expect((await readLink(rows(), LinkPurpose.unlock, unlock)).state).toBe('expired');
    expect(await rows().count(Invitation)).toBe(1);
  });

  test('confirmed without being signed in is recorded as done from the new mailbox', async () => {
    await request(next);
    await confirm(await mailedToken());
    const [entry] = await rows().find(AuditEntry, { action: 'user.change_email' });
    expect(entry).toMatchObject({ actor: next, actorId: null });
  });

  test('is recorded, with both addresses', async () => {
    await request(next);
    await confirm(await mailedToken(), cast.alice);
    const entries = await rows().find(AuditEntry, { action: 'user.change_email' });
    expect(entries).toMatchObject([
      { subjectId: cast.alice.userId, before: { email: cast.alice.email }, after: { email: next } },
    ]);
  });
});

describe('An address that has an account', () => {
  test('gets another email, and the requester the same response', async () => {
    const taken = await request(cast.bob.email);
    const free = await request('free@new.test');
    const without = (text: string, address: string) => text.replace(address, '…');
    expect(without(taken.requestEmailChange.message, cast.bob.email)).toBe(
      without(free.requestEmailChange.message, 'free@new.test'),
    );
    const [mail] = await mailsTo(running, cast.bob.email);
    expect(mail?.subject).toBe('Someone tried to use your email address');
    expect(mail?.text).not.toContain('token=');
    expect(mail?.text).not.toContain(cast.alice.email);
  });

  test('by the time the link is used causes a conflict, and the link stays valid', async () => {
    await request(next);
    const token = await mailedToken();
    await rows().nativeUpdate(User, { id: cast.bob.userId }, { email: next });
    await expect(confirm(token)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await emailOf(cast.alice.userId)).toBe(cast.alice.email);
    await rows().nativeUpdate(User, { id: cast.bob.userId }, { email: cast.bob.email });
    await confirm(token);
    expect(await emailOf(cast.alice.userId)).toBe(next);
  });

  test('goes to only one of two people who confirm it at the same moment', async () => {
    await request(next, cast.alice);
    const hers = await mailedToken();
    await request(next, cast.bob);
    const his = await mailedToken();
    const both = await Promise.allSettled([confirm(hers), confirm(his)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
    expect(await rows().count(User, { email: next })).toBe(1);
  });
});

describe('The link', () => {
  test('works once, however many requests use it at the same moment', async () => {
    await request(next);
    const token = await mailedToken();
    const tries = await Promise.allSettled(Array.from({ length: 4 }, () => confirm(token)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(confirm(token)).rejects.toMatchObject({ message: 'This link has already been used.' });
  });

  test('stops working once a newer one was requested, and after a day', async () => {
    await request('first@new.test');
    const first = await mailedToken('first@new.test');
    await request(next);
    await expect(confirm(first)).rejects.toMatchObject({ message: 'This link has expired.' });
    await rows().nativeUpdate(EmailLink, { email: next }, { expiresAt: new Date(Date.now() - 1) });
    await expect(confirm(await mailedToken())).rejects.toMatchObject({ message: 'This link has expired.' });
  });

  test.each(['', ' ', 'x', "' or 1=1", '🚨', 'é'.repeat(300)])('is not %j', async (token) => {
    await expect(confirm(token)).rejects.toMatchObject({ message: 'This link is not valid.' });
  });

  test('for another purpose changes no address', async () => {
    const em = rows();
    const user = await em.findOneOrFail(User, cast.alice.userId);
    const reset = await issueLink(em, user, LinkPurpose.reset_password, next);
    await expect(confirm(reset)).rejects.toMatchObject({ message: 'This link is not valid.' });
    expect(await emailOf(cast.alice.userId)).toBe(cast.alice.email);
  });

  test('does not work for a suspended account', async () => {
    await request(next);
    await rows().nativeUpdate(User, { id: cast.alice.userId }, { suspended: true });
    await expect(confirm(await mailedToken())).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('Requesting it', () => {
  test('needs the password, and sends no email without it', async () => {
    await expect(request(next, cast.alice, 'wrong')).rejects.toMatchObject({
      fields: { password: expect.any(String) },
    });
    expect(await mailsTo(running, next)).toEqual([]);
  });

  test.each([
    ['no address', 'nobody'],
    ['a header', 'a@new.test\r\nBcc: b@new.test'],
    ['255 characters', `${'a'.repeat(250)}@new.test`],
    ['the present one', 'ALICE@netlantern.test'],
  ])('does not take %s', async (_what, email) => {
    await expect(request(email)).rejects.toMatchObject({ fields: { email: expect.any(String) } });
  });

  test('is limited to five an hour per person', async () => {
    for (let n = 0; n < 5; n += 1) await request(`alice${n}@new.test`);
    await expect(request(next)).rejects.toMatchObject({ code: 'TOO_MANY' });
    expect(await mailsTo(running, next)).toEqual([]);
  });

  test("floods no one’s mailbox, and doesn't reveal how many emails it received", async () => {
    for (let n = 0; n < 5; n += 1) await request(next);
    const { requestEmailChange } = await request(next, cast.bob);
    expect(requestEmailChange.message).toContain(next);
    expect(await mailsTo(running, next)).toHaveLength(5);
  });
});

describe('A pending new address', () => {
  const pending = async (person: Person = cast.alice) =>
    (await as(person).run(PendingEmailDocument)).pendingEmailChange;

  test('is shown only to its owner, with its expiry, until it is confirmed', async () => {
    expect(await pending()).toBeNull();
    await request(next);
    const waits = await pending();
    expect(waits?.email).toBe(next);
    expect(new Date(waits!.expiresAt).getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(await pending(cast.bob)).toBeNull();
    await confirm(await mailedToken(), cast.alice);
    expect(await pending()).toBeNull();
  });

  test('is shown the same way if it belongs to someone else', async () => {
    await request(cast.bob.email);
    expect((await pending())?.email).toBe(cast.bob.email);
  });

  test('can be canceled by its owner, which invalidates its link', async () => {
    await request(next);
    const token = await mailedToken();
    expect(await as(cast.bob).run(CancelEmailChangeDocument)).toEqual({ cancelEmailChange: false });
    expect(await as(cast.alice).run(CancelEmailChangeDocument)).toEqual({ cancelEmailChange: true });
    expect(await pending()).toBeNull();
    await expect(confirm(token)).rejects.toThrow('This link has expired.');
    expect(await emailOf(cast.alice.userId)).toBe(cast.alice.email);
    expect(await as(cast.alice).run(CancelEmailChangeDocument)).toEqual({ cancelEmailChange: false });
  });

  test('is either canceled or confirmed when both are requested at once', async () => {
    await request(next);
    const token = await mailedToken();
    const [cancelled, confirmed] = await Promise.allSettled([
      as(cast.alice).run(CancelEmailChangeDocument),
      confirm(token),
    ]);
    const moved = (await emailOf(cast.alice.userId)) === next;
    expect(confirmed.status === 'fulfilled').toBe(moved);
    const wasCancelled = cancelled.status === 'fulfilled' && cancelled.value.cancelEmailChange;
    expect(wasCancelled).toBe(!moved);
  });

  test("can't be requested or canceled without signing in", async () => {
    await expect(as(cast.vic).run(PendingEmailDocument)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(as(cast.vic).run(CancelEmailChangeDocument)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});
