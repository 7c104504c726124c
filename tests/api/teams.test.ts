import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { CustomerPlan } from '#web/features/controllers/controllers.gql.ts';
import {
  ChangeMemberRoleDocument,
  TransferOwnershipDocument,
  RemoveMemberDocument,
  RenameTeamDocument,
  SwitchTeamDocument,
  TeamMembersDocument,
} from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { auditLog } from '#tests/support/audit-log.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { addMember, teamNow } from '#tests/support/members.ts';
import { enter, password, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { signInAt, tokenOf } from '#tests/support/sign-in.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

type Member = Awaited<ReturnType<typeof addMember>>;

let running: Running;
let cast: Cast;
let mia: Member;
const sockets: Socket[] = [];

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  sockets.splice(0).forEach((socket) => socket.close());
  await emptyDatabase();
  cast = await enter(running);
  mia = await addMember(cast.alice, TeamRole.member);
});

const rows = () => running.app.orm.em.fork();
const roleOf = async (person: Person, team = cast.alice.teamId) =>
  (await rows().findOne(Membership, { user: person.userId, team }))?.role;
const members = async (person: Person) => (await as(person).run(TeamMembersDocument)).teamMembers;
const handOver = (person: Person, memberId: string, given = password) =>
  as(person).run(TransferOwnershipDocument, { input: { memberId, password: given } });

async function watching(person: Person): Promise<Socket> {
  const socket = await new Socket(running).signIn(person.token);
  sockets.push(socket);
  return socket;
}

describe('The package of a team', () => {
  const planOf = async (person: Person) => (await as(person).run(CustomerPlan)).me.teamPackage?.name;
  async function givePackage(person: Person, name: string): Promise<void> {
    const em = rows();
    const offer = Object.assign(new Package(), { name, price: '10' });
    em.assign(await em.findOneOrFail(Team, person.teamId), { package: offer });
    await em.persist(offer).flush();
  }

  test('applies to all its members, whoever owns it', async () => {
    await givePackage(cast.alice, 'Professional Plan');
    expect(await planOf(cast.alice)).toBe('Professional Plan');
    expect(await planOf(mia)).toBe('Professional Plan');
    expect(await planOf(cast.bob)).toBeUndefined();
    await handOver(cast.alice, mia.memberId);
    expect(await planOf(cast.alice)).toBe('Professional Plan');
  });
});

describe('The members of a team', () => {
  test('are visible to all members, the owner first, and to no one else', async () => {
    const viewer = await addMember(cast.alice, TeamRole.viewer, 'Vera');
    for (const person of [cast.alice, mia, viewer]) {
      const seen = await members(person);
      expect(seen.map(({ name, role }) => [name, role])).toEqual([
        ['Alice Tester', 'owner'],
        ['Mia Tester', 'member'],
        ['Vera Tester', 'viewer'],
      ]);
      expect(seen.filter(({ you }) => you).map(({ email }) => email)).toEqual([person.email]);
    }
    expect((await members(cast.bob)).map(({ email }) => email)).toEqual([cast.bob.email]);
    expect((await members(cast.grace)).map(({ email }) => email)).toEqual([cast.grace.email]);
  });

  test.each(['renameTeam', 'changeMemberRole', 'removeMember', 'transferOwnership', 'inviteMember'])(
    '%s is for the owner only',
    async (field) => {
      const documents: Record<string, string> = {
        renameTeam: 'mutation { renameTeam(input: { name: "Mine" }) { id } }',
        changeMemberRole: `mutation { changeMemberRole(id: "${mia.memberId}", role: viewer) { id } }`,
        removeMember: `mutation { removeMember(id: "${mia.memberId}") }`,
        transferOwnership: `mutation { transferOwnership(input: { memberId: "${mia.memberId}", password: "${password}" }) { id } }`,
        inviteMember: 'mutation { inviteMember(input: { email: "x@y.test" }) { id } }',
      };
      const viewer = await addMember(cast.alice, TeamRole.viewer, 'Vera');
      const { errors } = await as(mia).ask(documents[field]!);
      expect(errors?.[0]?.message).toBe("Only the team's owner can do that.");
      expect((await as(viewer).ask(documents[field]!)).errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
      expect(await roleOf(mia)).toBe('member');
    },
  );

  test.each(['changeMemberRole', 'removeMember', 'transferOwnership'])(
    'of another team can’t be found by %s, administrator or not',
    async (field) => {
      const stranger = await addMember(cast.bob, TeamRole.member, 'Strange');
      for (const owner of [cast.alice, cast.grace]) {
        for (const id of [stranger.memberId, randomUUID(), '', "' or 1=1", 'é'.repeat(30)]) {
          const change = {
            changeMemberRole: () => as(owner).run(ChangeMemberRoleDocument, { id, role: 'viewer' }),
            removeMember: () => as(owner).run(RemoveMemberDocument, { id }),
            transferOwnership: () => handOver(owner, id),
          }[field]!;
          await expect(change()).rejects.toMatchObject({
            code: field === 'transferOwnership' && id === '' ? 'BAD_USER_INPUT' : 'NOT_FOUND',
          });
        }
      }
      expect(await roleOf(stranger, cast.bob.teamId)).toBe('member');
    },
  );
});

describe('A role', () => {
  test('takes effect from the next request, is emailed and recorded', async () => {
    const { changeMemberRole } = await as(cast.alice).run(ChangeMemberRoleDocument, {
      id: mia.memberId,
      role: 'viewer',
    });
    expect(changeMemberRole).toMatchObject({ name: 'Mia Tester', role: 'viewer', you: false });
    expect((await teamNow(mia))?.teamRole).toBe('viewer');
    const refused = await rest(mia).delete(`/api/controllers/${cast.alice.controllerId}`);
    expect(refused.status).toBe(403);
    const [mail] = await mailsTo(running, mia.email);
    expect(mail?.subject).toBe('Your role in a team has changed');
    expect(mail?.text).toContain("You are now a viewer of Alice's company");
    expect(await auditLog(running)).toEqual([['team.role', cast.alice.email, mia.email]]);
  });

  test("that is already set changes nothing, sends no email and isn't recorded", async () => {
    await as(cast.alice).run(ChangeMemberRoleDocument, { id: mia.memberId, role: 'member' });
    expect(await mailsTo(running, mia.email)).toEqual([]);
    expect(await auditLog(running)).toEqual([]);
  });

  test('reconnects their sockets with the new role, without signing them out', async () => {
    const socket = await watching(mia);
    await as(cast.alice).run(ChangeMemberRoleDocument, { id: mia.memberId, role: 'viewer' });
    expect((await socket.closed).code).toBe(1001);
    await watching(mia);
  });

  test('of owner is only given or taken by a transfer', async () => {
    const [owner] = await members(cast.alice);
    await expect(
      as(cast.alice).run(ChangeMemberRoleDocument, { id: mia.memberId, role: 'owner' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const role of ['member', 'viewer'] as const) {
      await expect(
        as(cast.alice).run(ChangeMemberRoleDocument, { id: owner!.id, role }),
      ).rejects.toMatchObject({
        message: "The owner's role can't be changed. Transfer ownership first.",
      });
    }
    await expect(as(cast.alice).run(RemoveMemberDocument, { id: owner!.id })).rejects.toMatchObject({
      message: "The owner can't be removed. Transfer ownership first.",
    });
    expect(await roleOf(cast.alice)).toBe('owner');
  });

  test('that is invalid is refused, over REST too', async () => {
    for (const role of ['admin', 'OWNER', '', 7, null]) {
      const { status } = await rest(cast.alice).put(`/api/team/members/${mia.memberId}`, { role });
      expect(status, String(role)).toBe(400);
    }
    expect(await roleOf(mia)).toBe('member');
  });
});

describe('Signing in', () => {
  const landsIn = async () => {
    const token = tokenOf(await signInAt(running, { email: mia.email, password }));
    return (await teamNow({ ...mia, token }))?.team.id;
  };

  test('opens the last used team, if the person is still in it', async () => {
    expect(await landsIn()).toBe(mia.ownTeamId);
    await as(mia).run(SwitchTeamDocument, { id: cast.alice.teamId });
    expect(await landsIn()).toBe(cast.alice.teamId);
    await as(mia).run(SwitchTeamDocument, { id: mia.ownTeamId });
    expect(await landsIn()).toBe(mia.ownTeamId);
    await as(mia).run(SwitchTeamDocument, { id: cast.alice.teamId });
    await as(cast.alice).run(RemoveMemberDocument, { id: mia.memberId });
    expect(await landsIn()).toBe(mia.ownTeamId);
  });
});

describe('A transfer of ownership', () => {
  const owners = async () =>
    (await rows().find(Membership, { team: cast.alice.teamId, role: TeamRole.owner })).map(
      ({ user }) => user.id,
    );

  test('makes the member the owner and the owner a member, emails both and is recorded', async () => {
    const { transferOwnership } = await handOver(cast.alice, mia.memberId);
    expect(transferOwnership.map(({ name, role }) => [name, role])).toEqual([
      ['Mia Tester', 'owner'],
      ['Alice Tester', 'member'],
    ]);
    expect(await owners()).toEqual([mia.userId]);
    await expect(as(cast.alice).run(RemoveMemberDocument, { id: mia.memberId })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect((await mailsTo(running, mia.email))[0]?.subject).toBe('You are now the owner of a team');
    expect((await mailsTo(running, cast.alice.email))[0]?.subject).toBe(
      'You transferred ownership of a team',
    );
    expect(await auditLog(running)).toEqual([
      ['team.hand_over', cast.alice.email, "Alice's company"],
      ['team.role', cast.alice.email, mia.email],
      ['team.role', cast.alice.email, cast.alice.email],
    ]);
  });

  test('needs the password', async () => {
    await expect(handOver(cast.alice, mia.memberId, 'not it')).rejects.toMatchObject({
      fields: { password: 'The password is incorrect' },
    });
    expect(await owners()).toEqual([cast.alice.userId]);
  });

  test('to oneself or to a suspended account is refused', async () => {
    const [owner] = await members(cast.alice);
    await expect(handOver(cast.alice, owner!.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await as(cast.grace).ask(
      `mutation { updateUser(id: "${mia.userId}", input: { suspended: true }) { id } }`,
    );
    await expect(handOver(cast.alice, mia.memberId)).rejects.toMatchObject({
      message: 'The account of Mia Tester has been deactivated.',
    });
    expect(await owners()).toEqual([cast.alice.userId]);
  });

  test('twice at once leaves one owner', async () => {
    const max = await addMember(cast.alice, TeamRole.member, 'Max');
    const both = await Promise.allSettled([
      handOver(cast.alice, mia.memberId),
      handOver(cast.alice, max.memberId),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'UNAUTHORIZED', message: "Only the team's owner can do that." },
    });
    expect(await owners()).toHaveLength(1);
  });

  test('while the new owner is being removed leaves one owner', async () => {
    await Promise.allSettled([
      handOver(cast.alice, mia.memberId),
      as(cast.alice).run(RemoveMemberDocument, { id: mia.memberId }),
    ]);
    expect(await owners()).toHaveLength(1);
  });
});

describe('The name of a team', () => {
  test('is stored as typed, trimmed, and recorded', async () => {
    const name = '  <b>Netz & Söhne</b> 🏮 ';
    const { renameTeam } = await as(cast.alice).run(RenameTeamDocument, { input: { name } });
    expect(renameTeam.name).toBe('<b>Netz & Söhne</b> 🏮');
    expect((await teamNow(mia))?.team.name).toBe(renameTeam.name);
    expect(await auditLog(running)).toEqual([['team.rename', cast.alice.email, renameTeam.name]]);
  });

  test.each([
    ['', 'Team name is required'],
    ['   ', 'Team name is required'],
    ['x'.repeat(101), 'Name must be 100 characters or less'],
    ['two\nlines', 'Name must be on one line'],
    ['a\0b', 'The text contains characters that cannot be stored'],
  ])('%j is refused with a message', async (name, sentence) => {
    await expect(as(cast.alice).run(RenameTeamDocument, { input: { name } })).rejects.toMatchObject({
      fields: { name: sentence },
    });
  });
});
