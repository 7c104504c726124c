import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Mail } from '#api/features/email/mail.entity.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Invitation } from '#api/features/teams/invitation.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import {
  AcceptInvitation,
  InvitationByToken,
  InviteMember,
  ResendInvitation,
  RevokeInvitation,
  TeamInvitations,
} from '#web/features/teams/invitations.gql.ts';
import { RenameTeam } from '#web/features/teams/teams.gql.ts';
import { as, type Refusal } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { linkIn, mailsTo } from '#tests/support/mailbox.ts';
import { addMember, invite } from '#tests/support/members.ts';
import { enter, password, type Cast, type Person } from '#tests/support/people.ts';
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

const rows = () => running.app.orm.em.fork();
const nora = 'nora@northwind.test';
const newcomer = { firstName: 'Nora', lastName: 'North', password: 'Lantern-over-the-lake-7!' };
const form = { ...newcomer, confirmPassword: newcomer.password };
const send = (email: string, role?: 'member' | 'viewer' | 'owner', by: Person = cast.alice) =>
  as(by).run(InviteMember, { input: { email, ...(role && { role }) } });
const pending = async (person: Person = cast.alice) =>
  (await as(person).run(TeamInvitations)).teamInvitations;
const look = async (token: string) => (await as(cast.vic).run(InvitationByToken, { token })).invitation;
const accept = (input: { token: string } & Partial<typeof form>) =>
  as(cast.vic).run(AcceptInvitation, { input });
const signIn = (email: string, given: string) =>
  rest(cast.vic).post('/api/auth/login', { email, password: given });
const roleIn = async (team: string, email: string) =>
  (await rows().findOne(Membership, { team, user: { email } }))?.role;
const expire = () => rows().nativeUpdate(Invitation, {}, { expiresAt: new Date(Date.now() - 1000) });
const said = async (change: Promise<unknown>) => {
  const refusal = await change.then(
    () => undefined,
    (error: Refusal) => error,
  );
  return refusal && { message: refusal.message, code: refusal.code };
};

describe('An invitation', () => {
  test('is mailed with who, where and as what, and a link under PUBLIC_URL', async () => {
    const { inviteMember } = await send(` ${nora.toUpperCase()} `, 'viewer');
    expect(inviteMember).toMatchObject({ email: nora, role: 'viewer' });
    const [mail, ...others] = await mailsTo(running, nora);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Alice Tester invites you to Alice's company on Netlantern");
    expect(mail?.text).toContain('as a viewer. You can see everything and change nothing.');
    expect(linkIn(mail!, running).pathname).toBe('/accept-invitation');
    expect(await pending()).toMatchObject([{ email: nora, role: 'viewer' }]);
    expect(await pending(cast.bob)).toEqual([]);
    const days = (new Date(inviteMember.expiresAt).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    expect(await rows().find(AuditEntry, {})).toMatchObject([
      { action: 'team.invite', actor: cast.alice.email, subject: nora, after: { role: 'viewer' } },
    ]);
  });

  test('keeps only a hash of what its link holds', async () => {
    const token = await invite(cast.alice, nora);
    const kept = JSON.stringify([await rows().find(Invitation, {}), await rows().find(AuditEntry, {})]);
    expect(kept).not.toContain(token);
    expect(running.logged.join()).not.toContain(token);
  });

  test('to the same address again renews it, with the new role; the link before is void', async () => {
    const first = await invite(cast.alice, nora);
    const second = await invite(cast.alice, nora, TeamRole.viewer);
    expect(await pending()).toHaveLength(1);
    expect(await look(first)).toMatchObject({ state: 'wrong', email: null, teamName: null });
    expect(await look(second)).toMatchObject({ state: 'valid', role: 'viewer' });
  });

  test('twice at once is one', async () => {
    await Promise.all([send(nora), send(nora)]);
    expect(await pending()).toHaveLength(1);
  });

  test('answers the same whether or not the address has an account', async () => {
    const [stranger, known] = [await send(nora), await send(cast.bob.email)].map(({ inviteMember }) => ({
      ...inviteMember,
      id: '',
      email: '',
      createdAt: '',
      expiresAt: '',
    }));
    expect(stranger).toEqual(known);
  });

  test('to somebody in the team says so', async () => {
    const mia = await addMember(cast.alice, TeamRole.viewer);
    for (const email of [mia.email, mia.email.toUpperCase(), cast.alice.email]) {
      await expect(send(email)).rejects.toMatchObject({
        fields: { email: `${email.toLowerCase()} is already a member` },
      });
    }
    expect(await mailsTo(running, mia.email)).toEqual([]);
  });

  test('makes nobody the owner', async () => {
    await expect(send(nora, 'owner')).rejects.toMatchObject({
      fields: { role: 'A team has one owner. Invite a member, and hand the team over to them.' },
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
  ])('to %j goes nowhere', async (email, sentence) => {
    await expect(send(email)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      ...(sentence && { fields: { email: sentence } }),
    });
    expect(await rows().count(Mail, {})).toBe(0);
  });

  test('cannot carry a message, a link or a header of its own in the names', async () => {
    await as(cast.alice).run(RenameTeam, {
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

  test('can be sent again: a new link, a new week', async () => {
    const first = await invite(cast.alice, nora);
    await expire();
    const [waiting] = await pending();
    const { resendInvitation } = await as(cast.alice).run(ResendInvitation, { id: waiting!.id });
    expect(new Date(resendInvitation.expiresAt).getTime()).toBeGreaterThan(Date.now());
    expect(await mailsTo(running, nora)).toHaveLength(2);
    expect((await look(first)).state).toBe('wrong');
  });

  test('can be taken back: its link is void, and that is written down', async () => {
    const token = await invite(cast.alice, nora);
    const [waiting] = await pending();
    await as(cast.alice).run(RevokeInvitation, { id: waiting!.id });
    expect(await pending()).toEqual([]);
    expect((await look(token)).state).toBe('wrong');
    expect(await said(accept({ token, ...form }))).toEqual({
      message: 'This link is not valid.',
      code: 'BAD_USER_INPUT',
    });
    expect(await rows().count(AuditEntry, { action: 'team.uninvite' })).toBe(1);
  });

  test('of another team is not there to be sent again or taken back', async () => {
    await send(nora);
    const [waiting] = await pending();
    for (const person of [cast.bob, cast.grace]) {
      for (const id of [waiting!.id, randomUUID(), 'x']) {
        await expect(as(person).run(ResendInvitation, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await expect(as(person).run(RevokeInvitation, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    }
    expect(await pending()).toHaveLength(1);
  });
});

describe('Invitations are bounded', () => {
  test('to 50 that wait, also when the last two are sent at once', async () => {
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
        message: 'A team can have 50 open invitations. Take one back before you send another.',
        code: 'CONFLICT',
      },
    ]);
    expect(await pending()).toHaveLength(50);
    // One that waits already is renewed.
    await send('7@northwind.test');
  });

  test('to 30 an hour of a team, packed into one document or not', async () => {
    const packed = Array.from(
      { length: 15 },
      (_, one) => `a${one}: inviteMember(input: { email: "${one}@x.test" }) { id }`,
    );
    for (const host of ['one.test', 'two.test']) {
      await as(cast.alice).ask(`mutation { ${packed.join(' ').replaceAll('x.test', host)} }`);
    }
    expect(await rows().count(Invitation, {})).toBe(30);
    expect(await said(send(nora))).toEqual({
      message: 'Your team has sent many invitations. Try again in an hour.',
      code: 'TOO_MANY',
    });
    await send(nora, 'member', cast.bob);
  });

  test('to 10 a day for one address, whichever teams ask', async () => {
    for (const person of [cast.alice, cast.bob])
      for (let one = 0; one < 5; one += 1) await send(nora, 'member', person);
    expect(await said(send(nora, 'member', cast.grace))).toEqual({
      message: 'This address has been sent many invitations. Try again tomorrow.',
      code: 'TOO_MANY',
    });
  });
});

describe('The link of an invitation', () => {
  test('says what it is for, to whoever has it', async () => {
    const token = await invite(cast.alice, nora, TeamRole.viewer);
    expect(await look(token)).toEqual({
      state: 'valid',
      email: nora,
      teamId: cast.alice.teamId,
      teamName: "Alice's company",
      invitedBy: 'Alice Tester',
      role: 'viewer',
      hasAccount: false,
    });
    expect((await look(await invite(cast.alice, cast.bob.email))).hasAccount).toBe(true);
  });

  test.each(['', 'x', "' or 1=1", '\0', 'é'.repeat(90_000 / 2), randomUUID()])(
    'that is none (%#) says nothing of anybody',
    async (token) => {
      expect(await look(token)).toEqual({
        state: 'wrong',
        email: null,
        teamId: null,
        teamName: null,
        invitedBy: null,
        role: null,
        hasAccount: false,
      });
    },
  );

  test('ends after its week', async () => {
    const token = await invite(cast.alice, nora);
    await expire();
    expect(await look(token)).toMatchObject({ state: 'expired', teamName: "Alice's company" });
    expect((await said(accept({ token, ...form })))?.message).toBe('This link has expired.');
    expect(await rows().count(User, { email: nora })).toBe(0);
  });
});

describe('Accepting without an account', () => {
  test('makes one, verified, in this team only, and signs nobody in', async () => {
    const token = await invite(cast.alice, nora, TeamRole.viewer);
    expect(await accept({ token, ...form })).toEqual({
      acceptInvitation: { message: "You are in the team Alice's company now." },
    });
    const { status, body } = await signIn(nora, newcomer.password);
    expect(status).toBe(200);
    const { data } = await as({ server: running, token: (body as { token: string }).token }).ask(
      '{ me { email role companyName packageId teamRole team { id } } myTeams { id } controllers { id } }',
    );
    expect(data).toEqual({
      me: {
        email: nora,
        role: 'user',
        companyName: "Alice's company",
        packageId: null,
        teamRole: 'viewer',
        team: { id: cast.alice.teamId },
      },
      myTeams: [{ id: cast.alice.teamId }],
      controllers: [{ id: cast.alice.controllerId }],
    });
    expect(await rows().count(AuditEntry, { action: 'team.join', subject: nora })).toBe(1);
  });

  test.each<[string, Partial<typeof form>, Record<string, string>]>([
    [
      'nothing',
      {},
      {
        firstName: 'First name is required',
        lastName: 'Last name is required',
        password: 'Password is required',
      },
    ],
    ['a blank name', { ...form, firstName: '  ' }, { firstName: 'First name is required' }],
    ['another repetition', { ...form, confirmPassword: 'x' }, { confirmPassword: 'Passwords do not match' }],
    [
      'a short password',
      { ...form, password: 'Ab1!', confirmPassword: 'Ab1!' },
      { password: 'Password must be at least 8 characters long' },
    ],
    [
      'a long name',
      { ...form, lastName: 'x'.repeat(101) },
      { lastName: 'Last name must be 100 characters or less' },
    ],
  ])('with %s says what is missing, and can be tried again', async (_what, given, fields) => {
    const token = await invite(cast.alice, nora);
    await expect(accept({ token, ...given })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields });
    await accept({ token, ...form });
  });

  test('takes nothing that was not asked for: role, team, package', async () => {
    const token = await invite(cast.alice, nora, TeamRole.viewer);
    const more = { role: 'super_admin', teamRole: 'owner', packageId: randomUUID(), teamId: cast.bob.teamId };
    const { status } = await rest(cast.vic).post('/api/auth/accept-invitation', { token, ...form, ...more });
    expect(status).toBe(200);
    expect(await rows().findOneOrFail(User, { email: nora })).toMatchObject({ role: 'user', package: null });
    expect(await roleIn(cast.alice.teamId, nora)).toBe('viewer');
    expect(await rows().count(Membership, { user: { email: nora } })).toBe(1);
  });

  test('three times at once joins once', async () => {
    const token = await invite(cast.alice, nora);
    const tries = await Promise.allSettled([1, 2, 3].map(() => accept({ token, ...form })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rows().count(User, { email: nora })).toBe(1);
    expect(await rows().count(Membership, { user: { email: nora } })).toBe(1);
  });

  test('of two teams at once makes one account, in one or both of them', async () => {
    const tokens = [await invite(cast.alice, nora), await invite(cast.bob, nora)];
    const tries = await Promise.allSettled(tokens.map((token) => accept({ token, ...form })));
    expect(tries.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await rows().count(User, { email: nora })).toBe(1);
    for (const token of tokens) await accept({ token }).catch(() => undefined);
    expect(await rows().count(Membership, { user: { email: nora } })).toBe(2);
  });

  test('where a stranger registered the address before, gives them no way in', async () => {
    const registered = { email: nora, firstName: 'Mallory', lastName: 'M', companyName: 'Mallory' };
    const { newAccount } = await import('#api/features/auth/new-account.ts');
    const { hashPassword } = await import('#api/features/auth/password.ts');
    const em = rows();
    newAccount(em, { ...registered, passwordHash: await hashPassword('The-stranger-knows-1!') });
    await em.flush();
    const token = await invite(cast.alice, nora);
    expect((await look(token)).hasAccount).toBe(false);
    await expect(accept({ token })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await accept({ token, ...form });
    expect((await signIn(nora, 'The-stranger-knows-1!')).status).toBe(401);
    expect((await signIn(nora, newcomer.password)).status).toBe(200);
  });
});

describe('Accepting with an account', () => {
  test('adds the team to those the person has, and leaves password and name alone', async () => {
    const token = await invite(cast.alice, cast.bob.email, TeamRole.viewer);
    await accept({ token, ...form });
    expect(await roleIn(cast.alice.teamId, cast.bob.email)).toBe('viewer');
    expect(await roleIn(cast.bob.teamId, cast.bob.email)).toBe('owner');
    expect((await signIn(cast.bob.email, newcomer.password)).status).toBe(401);
    expect((await signIn(cast.bob.email, password)).status).toBe(200);
    expect((await as(cast.bob).ask('{ me { firstName } controllers { id } }')).data).toEqual({
      me: { firstName: 'Bob' },
      controllers: [],
    });
  });

  test('works once', async () => {
    const token = await invite(cast.alice, cast.bob.email);
    await accept({ token });
    expect((await said(accept({ token })))?.message).toBe('This link is not valid.');
    expect(await rows().count(Membership, { team: cast.alice.teamId })).toBe(2);
  });

  test('of somebody who is in the team meanwhile changes nothing of their role', async () => {
    const token = await invite(cast.alice, cast.bob.email, TeamRole.viewer);
    const em = rows();
    const joined = em.assign(new Membership(), {
      team: cast.alice.teamId,
      user: cast.bob.userId,
      role: TeamRole.member,
    });
    await em.persist(joined).flush();
    await accept({ token });
    expect(await roleIn(cast.alice.teamId, cast.bob.email)).toBe('member');
    expect(await pending()).toEqual([]);
  });

  test('that is suspended is refused, and the invitation stays', async () => {
    const token = await invite(cast.alice, cast.bob.email);
    await rows().nativeUpdate(User, { id: cast.bob.userId }, { suspended: true });
    expect(await said(accept({ token }))).toEqual({
      message: 'Your account has been deactivated',
      code: 'UNAUTHORIZED',
    });
    expect(await pending()).toHaveLength(1);
    expect(await roleIn(cast.alice.teamId, cast.bob.email)).toBeUndefined();
  });

  test('to a team that is gone says that the link is not valid', async () => {
    const token = await invite(cast.alice, cast.bob.email);
    await rows().nativeDelete(Team, { id: cast.alice.teamId });
    expect((await said(accept({ token })))?.message).toBe('This link is not valid.');
  });
});
