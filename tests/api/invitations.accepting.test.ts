import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { newAccount } from '#api/features/auth/registration/accounts.store.ts';
import { hashPassword } from '#api/features/auth/sign-in/password-hash.service.ts';
import { Invitation } from '#api/features/teams/invitation.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import {
  AcceptInvitationDocument,
  InvitationByTokenDocument,
  TeamInvitationsDocument,
} from '#web/gql/graphql.ts';
import { as, type Refusal } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { invite } from '#tests/support/members.ts';
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
const pending = async (person: Person = cast.alice) =>
  (await as(person).run(TeamInvitationsDocument)).teamInvitations;
const look = async (token: string) =>
  (await as(cast.vic).run(InvitationByTokenDocument, { token })).invitation;
const accept = (input: { token: string } & Partial<typeof form>) =>
  as(cast.vic).run(AcceptInvitationDocument, { input });
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

describe('An invitation link', () => {
  test('shows what it is for, to anyone who has it', async () => {
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
    'that is invalid (%#) reveals nothing about anyone',
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

  test('expires after a week', async () => {
    const token = await invite(cast.alice, nora);
    await expire();
    expect(await look(token)).toMatchObject({ state: 'expired', teamName: "Alice's company" });
    expect((await said(accept({ token, ...form })))?.message).toBe('This link has expired.');
    expect(await rows().count(User, { email: nora })).toBe(0);
  });
});

describe('Accepting without an account', () => {
  test('creates an account, verified, in this team only, and signs no one in', async () => {
    const token = await invite(cast.alice, nora, TeamRole.viewer);
    expect(await accept({ token, ...form })).toEqual({
      acceptInvitation: { message: "You've joined the team Alice's company." },
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
    expect(await rows().find(AuditEntry, { action: 'team.join', subject: nora })).toMatchObject([
      { actor: nora, actorId: null },
    ]);
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
  ])('with %s says what is missing, and can be retried', async (_what, given, fields) => {
    const token = await invite(cast.alice, nora);
    await expect(accept({ token, ...given })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields });
    await accept({ token, ...form });
  });

  test('ignores additional fields: role, team, package', async () => {
    const token = await invite(cast.alice, nora, TeamRole.viewer);
    const more = { role: 'super_admin', teamRole: 'owner', packageId: randomUUID(), teamId: cast.bob.teamId };
    const { status } = await rest(cast.vic).post('/api/auth/accept-invitation', { token, ...form, ...more });
    expect(status).toBe(200);
    expect(await rows().findOneOrFail(User, { email: nora })).toMatchObject({
      role: 'user',
      packageId: null,
    });
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

  test('for two teams at once creates one account, in one or both of them', async () => {
    const tokens = [await invite(cast.alice, nora), await invite(cast.bob, nora)];
    const tries = await Promise.allSettled(tokens.map((token) => accept({ token, ...form })));
    expect(tries.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await rows().count(User, { email: nora })).toBe(1);
    for (const token of tokens) await accept({ token }).catch(() => undefined);
    expect(await rows().count(Membership, { user: { email: nora } })).toBe(2);
  });

  test('if someone else registered the address before, gives them no access', async () => {
    const registered = { email: nora, firstName: 'Mallory', lastName: 'M', companyName: 'Mallory' };
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
  test('adds the team to those the person has, and doesn’t change password or name', async () => {
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

  test('by someone who has joined the team in the meantime doesn’t change their role', async () => {
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

  test('to a deleted team says that the link is not valid', async () => {
    const token = await invite(cast.alice, cast.bob.email);
    await rows().nativeDelete(Team, { id: cast.alice.teamId });
    expect((await said(accept({ token })))?.message).toBe('This link is not valid.');
  });
});
