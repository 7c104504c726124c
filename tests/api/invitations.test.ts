import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OutboxEmail } from '#api/features/email/outbox-email.entity.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Invitation } from '#api/features/teams/invitation.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import {
  AcceptInvitationDocument,
  InvitationByTokenDocument,
  InviteMemberDocument,
  RenameTeamDocument,
  ResendInvitationDocument,
  RevokeInvitationDocument,
  TeamInvitationsDocument,
} from '#web/gql/graphql.ts';
import { as, type Refusal } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { linkIn, mailsTo } from '#tests/support/mailbox.ts';
import { addMember, invite } from '#tests/support/members.ts';
import { addPerson, enter, type Cast, type Person } from '#tests/support/people.ts';
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

const rows = () => running.app.orm.em.fork();
const nora = 'nora@northwind.test';
const newcomer = { firstName: 'Nora', lastName: 'North', password: 'Lantern-over-the-lake-7!' };
const form = { ...newcomer, confirmPassword: newcomer.password };
const send = (email: string, role?: 'member' | 'viewer' | 'owner', by: Person = cast.alice) =>
  as(by).run(InviteMemberDocument, { input: { email, ...(role && { role }) } });
const pending = async (person: Person = cast.alice) =>
  (await as(person).run(TeamInvitationsDocument)).teamInvitations;
const look = async (token: string) =>
  (await as(cast.vic).run(InvitationByTokenDocument, { token })).invitation;
const accept = (input: { token: string } & Partial<typeof form>) =>
  as(cast.vic).run(AcceptInvitationDocument, { input });
const expire = () => rows().nativeUpdate(Invitation, {}, { expiresAt: new Date(Date.now() - 1000) });
const said = async (change: Promise<unknown>) => {
  const refusal = await change.then(
    () => undefined,
    (error: Refusal) => error,
  );
  return refusal && { message: refusal.message, code: refusal.code };
};

describe('An invitation', () => {
  test('is emailed with the inviter, team and role, and a link under PUBLIC_URL', async () => {
    const { inviteMember } = await send(` ${nora.toUpperCase()} `, 'viewer');
    expect(inviteMember).toMatchObject({ email: nora, role: 'viewer' });
    const [mail, ...others] = await mailsTo(running, nora);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("You've been invited to a team on Netlantern");
    expect(mail?.text).toContain("Alice Tester invites you to the team Alice's company on Netlantern");
    expect(mail?.text).toContain('as a viewer. You can see everything and acknowledge alerts.');
    expect(linkIn(mail!, running).pathname).toBe('/accept-invitation');
    expect(await pending()).toMatchObject([{ email: nora, role: 'viewer' }]);
    expect(await pending(cast.bob)).toEqual([]);
    const days = (new Date(inviteMember.expiresAt).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    expect(await rows().find(AuditEntry, {})).toMatchObject([
      { action: 'team.invite', actor: cast.alice.email, subject: nora, after: { role: 'viewer' } },
    ]);
  });

  test('stores only a hash of its link’s token', async () => {
    const token = await invite(cast.alice, nora);
    const kept = JSON.stringify([await rows().find(Invitation, {}), await rows().find(AuditEntry, {})]);
    expect(kept).not.toContain(token);
    expect(running.logged.join()).not.toContain(token);
  });

  test('to the same address again renews it, with the new role, and invalidates the previous link', async () => {
    const first = await invite(cast.alice, nora);
    const second = await invite(cast.alice, nora, TeamRole.viewer);
    expect(await pending()).toHaveLength(1);
    expect(await look(first)).toMatchObject({ state: 'wrong', email: null, teamName: null });
    expect(await look(second)).toMatchObject({ state: 'valid', role: 'viewer' });
  });

  test('sent twice at once is one', async () => {
    await Promise.all([send(nora), send(nora)]);
    expect(await pending()).toHaveLength(1);
  });

  test('gets the same response whether or not the address has an account', async () => {
    const [stranger, known] = [await send(nora), await send(cast.bob.email)].map(({ inviteMember }) => ({
      ...inviteMember,
      id: '',
      email: '',
      createdAt: '',
      expiresAt: '',
    }));
    expect(stranger).toEqual(known);
  });

  test('to a member of the team says so', async () => {
    const mia = await addMember(cast.alice, TeamRole.viewer);
    for (const email of [mia.email, mia.email.toUpperCase(), cast.alice.email]) {
      await expect(send(email)).rejects.toMatchObject({
        fields: { email: `${email.toLowerCase()} is already a member` },
      });
    }
    expect(await mailsTo(running, mia.email)).toEqual([]);
  });

  test('can’t make anyone the owner', async () => {
    await expect(send(nora, 'owner')).rejects.toMatchObject({
      fields: { role: 'A team has only one owner. Invite them as a member, then transfer ownership.' },
    });
    expect(await pending()).toEqual([]);
  });

  test.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['nora', 'Please enter a valid email address'],
    ['nora@', 'Please enter a valid email address'],
    ['a@b.test, c@d.test', 'Please enter a valid email address'],
    ['"a\r\nBcc: all@world.test"@b.test', 'Please enter a valid email address'],
    ['a@b.test\r\nBcc: all@world.test', 'Please enter a valid email address'],
    ['<script>@b.test', 'Please enter a valid email address'],
    [`${'a'.repeat(250)}@b.test`, 'Please enter a valid email address'],
    ['a\0@b.test', undefined],
  ])('to %j is rejected', async (email, sentence) => {
    await expect(send(email)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      ...(sentence && { fields: { email: sentence } }),
    });
    expect(await rows().count(OutboxEmail, {})).toBe(0);
  });

  test('can’t carry a message, a link or a header in the names', async () => {
    await as(cast.alice).run(RenameTeamDocument, {
      input: { name: '<b>Bank</b> https://evil.test/pay www.evil.test' },
    });
    await rows().nativeUpdate(
      User,
      { id: cast.alice.userId },
      { firstName: 'You won\r\nBcc: all@world.test\u202e', lastName: `http://evil.test ${'x'.repeat(100)}` },
    );
    await send(nora);
    const [mail] = await mailsTo(running, nora);
    expect(mail?.subject).not.toMatch(/[\r\n\u202e]/);
    expect(mail?.subject.length).toBeLessThan(151);
    expect(mail?.text).not.toContain('evil.test');
    expect(mail?.html).not.toContain('<b>Bank');
    expect(mail?.html).toContain('&lt;b&gt;Bank');
  });

  test.each([
    ['Pay at evil.test', 'Pay at evil test'],
    ['evil.test/pay?x=1', 'evil test/pay?x=1'],
    ['login.bank.evil.co.uk', 'login bank evil co uk'],
    ['evil\u3002test', 'evil test'],
    ['злой.рф', 'злой рф'],
    ['i❤.test', 'i❤ test'],
    ['10.0.0.7', '10 0 0 7'],
    ['Ask help@evil.test now', 'Ask … now'],
    ['See HTTPS://evil.test/a.b now', 'See … now'],
    ['Novak & Sons Ltd.', 'Novak & Sons Ltd.'],
  ])('shows %j as %j, which mail programs don’t turn into a link', async (name, shown) => {
    await as(cast.alice).run(RenameTeamDocument, { input: { name } });
    await send(nora);
    const [mail] = await mailsTo(running, nora);
    expect(mail?.text).toContain(`to the team ${shown} on Netlantern`);
    expect(mail?.subject).toBe("You've been invited to a team on Netlantern");
    expect(mail?.html).not.toContain('evil.');
  });

  test('can be resent with a new link, for another week', async () => {
    const first = await invite(cast.alice, nora);
    await expire();
    const [waiting] = await pending();
    const { resendInvitation } = await as(cast.alice).run(ResendInvitationDocument, { id: waiting!.id });
    expect(new Date(resendInvitation.expiresAt).getTime()).toBeGreaterThan(Date.now());
    expect(await mailsTo(running, nora)).toHaveLength(2);
    expect((await look(first)).state).toBe('wrong');
  });

  test('can be revoked, which invalidates its link and is recorded', async () => {
    const token = await invite(cast.alice, nora);
    const [waiting] = await pending();
    await as(cast.alice).run(RevokeInvitationDocument, { id: waiting!.id });
    expect(await pending()).toEqual([]);
    expect((await look(token)).state).toBe('wrong');
    expect(await said(accept({ token, ...form }))).toEqual({
      message: 'This link is not valid.',
      code: 'BAD_USER_INPUT',
    });
    expect(await rows().count(AuditEntry, { action: 'team.uninvite' })).toBe(1);
  });

  test('of another team can’t be resent or revoked', async () => {
    await send(nora);
    const [waiting] = await pending();
    for (const person of [cast.bob, cast.grace]) {
      for (const id of [waiting!.id, randomUUID(), 'x']) {
        await expect(as(person).run(ResendInvitationDocument, { id })).rejects.toMatchObject({
          code: 'NOT_FOUND',
        });
        await expect(as(person).run(RevokeInvitationDocument, { id })).rejects.toMatchObject({
          code: 'NOT_FOUND',
        });
      }
    }
    expect(await pending()).toHaveLength(1);
  });
});

describe('Invitations are limited', () => {
  test('to 50 pending ones, also when the last two are sent at once', async () => {
    const em = rows();
    for (let one = 0; one < 49; one += 1) {
      em.persist(
        em.assign(new Invitation(), {
          team: cast.alice.teamId,
          email: `${one}@northwind.test`,
          role: TeamRole.member,
          tokenHash: randomUUID(),
          expiresAt: new Date(),
        }),
      );
    }
    await em.flush();
    const both = await Promise.all([said(send(nora)), said(send('max@northwind.test'))]);
    expect(both.filter(Boolean)).toEqual([
      {
        message: 'A team can have 50 pending invitations. Revoke one before you send another.',
        code: 'CONFLICT',
      },
    ]);
    expect(await pending()).toHaveLength(50);
    // One that waits already is renewed.
    await send('7@northwind.test');
  });

  test('to 30 an hour per team, in one document or several', async () => {
    const packed = Array.from(
      { length: 15 },
      (_, one) => `a${one}: inviteMember(input: { email: "${one}@x.test" }) { id }`,
    );
    for (const host of ['one.test', 'two.test']) {
      await as(cast.alice).ask(`mutation { ${packed.join(' ').replaceAll('x.test', host)} }`);
    }
    expect(await rows().count(Invitation, {})).toBe(30);
    expect(await said(send(nora))).toEqual({
      message: 'Your team has sent too many invitations. Try again in an hour.',
      code: 'TOO_MANY',
    });
    await send(nora, 'member', cast.bob);
  });

  test('to 5 a day per team for one address, which other teams don’t see', async () => {
    for (let one = 0; one < 5; one += 1) await send(nora);
    expect(await said(send(nora))).toEqual({
      message: 'Your team has sent too many invitations to this address. Try again tomorrow.',
      code: 'TOO_MANY',
    });
    const [, newest] = [await send(nora, 'member', cast.bob), await mailsTo(running, nora)];
    expect(newest).toHaveLength(6);
  });

  test('to 15 emails a day for one address, after which the response is the same', async () => {
    const teams = await Promise.all([1, 2].map((at) => addPerson(running, { firstName: `Team${at}` })));
    for (const person of [...teams, cast.bob]) {
      for (let one = 0; one < 5; one += 1) await send(nora, 'member', person);
    }
    const { inviteMember } = await send(nora, 'viewer');
    expect(inviteMember).toMatchObject({ email: nora, role: 'viewer' });
    expect(await pending()).toMatchObject([{ email: nora, role: 'viewer' }]);
    await as(cast.alice).run(ResendInvitationDocument, { id: inviteMember.id });
    expect(await mailsTo(running, nora)).toHaveLength(15);
  });
});
