import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import {
  ChangeMemberRole,
  HandOverTeam,
  LeaveTeam,
  MyTeams,
  RemoveMember,
  RenameTeam,
  SwitchTeam,
  TeamMembers,
} from '#web/features/teams/teams.gql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { addMember, anotherSession } from '#tests/support/members.ts';
import { enter, password, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
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
const members = async (person: Person) => (await as(person).run(TeamMembers)).teamMembers;
const teamNow = async (person: Person) => {
  const { data } = await as(person).ask('{ me { team { id name } teamRole } }');
  return (data as { me: { team: { id: string; name: string }; teamRole: string } } | undefined)?.me;
};
const actions = async () =>
  (await rows().find(AuditEntry, {}, { orderBy: { id: 'asc' } })).map(({ action, actor, subject }) => [
    action,
    actor,
    subject,
  ]);
const handOver = (person: Person, memberId: string, given = password) =>
  as(person).run(HandOverTeam, { input: { memberId, password: given } });

async function watching(person: Person): Promise<Socket> {
  const socket = await new Socket(running).signIn(person.token);
  sockets.push(socket);
  return socket;
}

describe('The members of a team', () => {
  test('are seen by everybody in it, the owner first, and by nobody else', async () => {
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

  test.each(['renameTeam', 'changeMemberRole', 'removeMember', 'handOverTeam', 'inviteMember'])(
    '%s is for the owner only',
    async (field) => {
      const documents: Record<string, string> = {
        renameTeam: 'mutation { renameTeam(input: { name: "Mine" }) { id } }',
        changeMemberRole: `mutation { changeMemberRole(id: "${mia.memberId}", role: viewer) { id } }`,
        removeMember: `mutation { removeMember(id: "${mia.memberId}") }`,
        handOverTeam: `mutation { handOverTeam(input: { memberId: "${mia.memberId}", password: "${password}" }) { id } }`,
        inviteMember: 'mutation { inviteMember(input: { email: "x@y.test" }) { id } }',
      };
      const viewer = await addMember(cast.alice, TeamRole.viewer, 'Vera');
      const { errors } = await as(mia).ask(documents[field]!);
      expect(errors?.[0]?.message).toBe('Only the owner of the team may do that.');
      expect((await as(viewer).ask(documents[field]!)).errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
      expect(await roleOf(mia)).toBe('member');
    },
  );

  test.each(['changeMemberRole', 'removeMember', 'handOverTeam'])(
    'of another team are not there for %s, administrator or not',
    async (field) => {
      const stranger = await addMember(cast.bob, TeamRole.member, 'Strange');
      for (const owner of [cast.alice, cast.grace]) {
        for (const id of [stranger.memberId, randomUUID(), '', "' or 1=1", 'é'.repeat(30)]) {
          const change = {
            changeMemberRole: () => as(owner).run(ChangeMemberRole, { id, role: 'viewer' }),
            removeMember: () => as(owner).run(RemoveMember, { id }),
            handOverTeam: () => handOver(owner, id),
          }[field]!;
          await expect(change()).rejects.toMatchObject({
            code: field === 'handOverTeam' && id === '' ? 'BAD_USER_INPUT' : 'NOT_FOUND',
          });
        }
      }
      expect(await roleOf(stranger, cast.bob.teamId)).toBe('member');
    },
  );
});

describe('A role', () => {
  test('holds from the next request on, is mailed and written down', async () => {
    const { changeMemberRole } = await as(cast.alice).run(ChangeMemberRole, {
      id: mia.memberId,
      role: 'viewer',
    });
    expect(changeMemberRole).toMatchObject({ name: 'Mia Tester', role: 'viewer', you: false });
    expect((await teamNow(mia))?.teamRole).toBe('viewer');
    const refused = await rest(mia).delete(`/api/controllers/${cast.alice.controllerId}`);
    expect(refused.status).toBe(403);
    expect((await mailsTo(running, mia.email))[0]?.subject).toBe("You are a viewer of Alice's company now");
    expect(await actions()).toEqual([['team.role', cast.alice.email, mia.email]]);
  });

  test('that is there already changes nothing, mails nobody and is not written down', async () => {
    await as(cast.alice).run(ChangeMemberRole, { id: mia.memberId, role: 'member' });
    expect(await mailsTo(running, mia.email)).toEqual([]);
    expect(await actions()).toEqual([]);
  });

  test('lets their live line come back in it, without signing them out', async () => {
    const socket = await watching(mia);
    await as(cast.alice).run(ChangeMemberRole, { id: mia.memberId, role: 'viewer' });
    expect((await socket.closed).code).toBe(1001);
    await watching(mia);
  });

  test('of owner is neither given nor taken but by hand-over', async () => {
    const [owner] = await members(cast.alice);
    await expect(
      as(cast.alice).run(ChangeMemberRole, { id: mia.memberId, role: 'owner' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const role of ['member', 'viewer'] as const) {
      await expect(as(cast.alice).run(ChangeMemberRole, { id: owner!.id, role })).rejects.toMatchObject({
        message: 'The owner stays the owner until they hand the team over.',
      });
    }
    await expect(as(cast.alice).run(RemoveMember, { id: owner!.id })).rejects.toMatchObject({
      message: 'The owner cannot be removed. Hand the team over first.',
    });
    expect(await roleOf(cast.alice)).toBe('owner');
  });

  test('that is none is refused, over REST too', async () => {
    for (const role of ['admin', 'OWNER', '', 7, null]) {
      const { status } = await rest(cast.alice).put(`/api/team/members/${mia.memberId}`, { role });
      expect(status, String(role)).toBe(400);
    }
    expect(await roleOf(mia)).toBe('member');
  });
});

describe('Somebody who is removed', () => {
  test('is out at once: sessions, sockets and tokens in this team, and no others', async () => {
    const elsewhere = await anotherSession({ ...mia, teamId: mia.ownTeamId });
    const { data } = await as(mia).ask(
      'mutation { createApiToken(input: { name: "script", scopes: [manage] }) { token } }',
    );
    const secret = (data as { createApiToken: { token: string } }).createApiToken.token;
    const script = { ...mia, token: secret };
    expect((await rest(script).get('/api/controllers')).status).toBe(200);
    const [socket, scripts, others] = [
      await watching(mia),
      await watching(script),
      await watching(elsewhere),
    ];

    await as(cast.alice).run(RemoveMember, { id: mia.memberId });

    expect((await socket.closed).code).toBe(4403);
    expect((await scripts.closed).code).toBe(4403);
    for (const pass of [mia, script]) expect((await rest(pass).get('/api/controllers')).status).toBe(401);
    expect((await teamNow(elsewhere))?.team.id).toBe(mia.ownTeamId);
    expect((await others.closed).code).toBe(1001);
    expect((await members(cast.alice)).map(({ name }) => name)).toEqual(['Alice Tester']);
    expect((await mailsTo(running, mia.email))[0]?.subject).toBe("You are no longer in Alice's company");
    expect(await actions()).toContainEqual(['team.remove', cast.alice.email, mia.email]);
  });

  test('cannot switch back', async () => {
    const elsewhere = await anotherSession({ ...mia, teamId: mia.ownTeamId });
    await as(cast.alice).run(RemoveMember, { id: mia.memberId });
    await expect(as(elsewhere).run(SwitchTeam, { id: cast.alice.teamId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('twice at once is removed once', async () => {
    const both = await Promise.allSettled([
      as(cast.alice).run(RemoveMember, { id: mia.memberId }),
      as(cast.alice).run(RemoveMember, { id: mia.memberId }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await actions()).filter(([action]) => action === 'team.remove')).toHaveLength(1);
  });

  test('and has no other team can still sign in: to an empty one of their own, on trial', async () => {
    await rows().nativeDelete(Membership, { user: mia.userId, team: mia.ownTeamId });
    await as(cast.alice).run(RemoveMember, { id: mia.memberId });
    const signedIn = await rest(cast.vic).post('/api/auth/login', { email: mia.email, password });
    expect(signedIn.status).toBe(200);
    const { token } = signedIn.body as { token: string };
    const { data } = await as({ ...mia, token }).ask(
      '{ me { team { name trialEndsAt } teamRole } controllers { id } alertRules { name } }',
    );
    expect(data).toEqual({
      me: { team: { name: 'Mia Tester', trialEndsAt: expect.any(String) as string }, teamRole: 'owner' },
      controllers: [],
      alertRules: [{ name: 'Device offline' }],
    });
  });

  test('from two teams at once, and has no other, gets one of their own', async () => {
    const em = rows();
    await em.nativeDelete(Membership, { user: mia.userId, team: mia.ownTeamId });
    const inBobs = em.assign(new Membership(), {
      team: cast.bob.teamId,
      user: mia.userId,
      role: TeamRole.viewer,
    });
    await em.persist(inBobs).flush();
    await Promise.all([
      as(cast.alice).run(RemoveMember, { id: mia.memberId }),
      as(cast.bob).run(RemoveMember, { id: inBobs.id }),
    ]);
    expect(await rows().find(Membership, { user: mia.userId })).toMatchObject([{ role: 'owner' }]);
  });
});

test('Somebody who was left without any team is told so at the sign-in', async () => {
  await rows().nativeDelete(Membership, { user: cast.bob.userId });
  const { status, body } = await rest(cast.vic).post('/api/auth/login', { email: cast.bob.email, password });
  expect([status, body]).toEqual([
    403,
    { message: 'You are not a member of any team. Ask somebody to invite you to theirs.' },
  ]);
});

describe('Somebody who leaves', () => {
  test('stays signed in, in another team of theirs', async () => {
    const socket = await watching(mia);
    expect(await as(mia).run(LeaveTeam)).toEqual({ leaveTeam: true });
    expect((await socket.closed).code).toBe(1001);
    expect((await teamNow(mia))?.team.id).toBe(mia.ownTeamId);
    expect(await roleOf(mia)).toBeUndefined();
    expect((await rest(mia).get('/api/controllers')).body).toEqual([]);
    expect(await actions()).toEqual([['team.leave', mia.email, mia.email]]);
  });

  test('does so with the only team too, and has an empty one of their own then', async () => {
    await rows().nativeDelete(Membership, { user: mia.userId, team: mia.ownTeamId });
    await as(mia).run(LeaveTeam);
    expect(await teamNow(mia)).toMatchObject({ team: { name: 'Mia Tester' }, teamRole: 'owner' });
  });

  test('is never the owner', async () => {
    await expect(as(cast.alice).run(LeaveTeam)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The owner cannot leave. Hand the team over first.',
    });
  });
});

describe('A hand-over', () => {
  const owners = async () =>
    (await rows().find(Membership, { team: cast.alice.teamId, role: TeamRole.owner })).map(
      ({ user }) => user.id,
    );

  test('makes the member the owner and the owner a member, tells both and is written down', async () => {
    const { handOverTeam } = await handOver(cast.alice, mia.memberId);
    expect(handOverTeam.map(({ name, role }) => [name, role])).toEqual([
      ['Mia Tester', 'owner'],
      ['Alice Tester', 'member'],
    ]);
    expect(await owners()).toEqual([mia.userId]);
    await expect(as(cast.alice).run(RemoveMember, { id: mia.memberId })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect((await mailsTo(running, mia.email))[0]?.subject).toBe("You own Alice's company now");
    expect((await mailsTo(running, cast.alice.email))[0]?.subject).toBe(
      "You have handed over Alice's company",
    );
    expect(await actions()).toEqual([['team.hand_over', cast.alice.email, "Alice's company"]]);
  });

  test('needs the password', async () => {
    await expect(handOver(cast.alice, mia.memberId, 'not it')).rejects.toMatchObject({
      fields: { password: 'The password is not right' },
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
      reason: { code: 'UNAUTHORIZED', message: 'Only the owner of the team may do that.' },
    });
    expect(await owners()).toHaveLength(1);
  });

  test('while the heir is being removed leaves one owner', async () => {
    await Promise.allSettled([
      handOver(cast.alice, mia.memberId),
      as(cast.alice).run(RemoveMember, { id: mia.memberId }),
    ]);
    expect(await owners()).toHaveLength(1);
  });
});

describe('The name of a team', () => {
  test('is kept as it was typed, without blanks around it, and is written down', async () => {
    const name = '  <b>Netz & Söhne</b> 🏮 ';
    const { renameTeam } = await as(cast.alice).run(RenameTeam, { input: { name } });
    expect(renameTeam.name).toBe('<b>Netz & Söhne</b> 🏮');
    expect((await teamNow(mia))?.team.name).toBe(renameTeam.name);
    expect(await actions()).toEqual([['team.rename', cast.alice.email, renameTeam.name]]);
  });

  test.each([
    ['', 'Team name is required'],
    ['   ', 'Team name is required'],
    ['x'.repeat(101), 'Name must be 100 characters or less'],
    ['two\nlines', 'Name must be one line'],
    ['a\0b', 'The text contains characters that cannot be stored'],
  ])('%j is refused in words', async (name, sentence) => {
    await expect(as(cast.alice).run(RenameTeam, { input: { name } })).rejects.toMatchObject({
      fields: { name: sentence },
    });
  });
});

describe('Somebody in several teams', () => {
  test('sees each with their role, and which one is shown', async () => {
    const { myTeams } = await as(mia).run(MyTeams);
    expect(myTeams.map(({ name, role, current }) => [name, role, current])).toEqual([
      ["Mia's company", 'owner', false],
      ["Alice's company", 'member', true],
    ]);
    expect((await as(cast.alice).run(MyTeams)).myTeams).toHaveLength(1);
  });

  test('turns one session to the other team, with everything in it; other sessions stay', async () => {
    const second = await anotherSession(mia);
    const [socket, still] = [await watching(mia), await watching(second)];
    expect((await rest(mia).get('/api/controllers')).body).toHaveLength(1);
    expect(await as(mia).run(SwitchTeam, { id: mia.ownTeamId })).toEqual({ switchTeam: true });
    expect((await socket.closed).code).toBe(1001);
    expect((await rest(mia).get('/api/controllers')).body).toEqual([]);
    expect((await rest(mia).get(`/api/controllers/${cast.alice.controllerId}/alerts`)).status).toBe(404);
    expect((await rest(second).get('/api/controllers')).body).toHaveLength(1);
    expect(still.raw.readyState).toBe(still.raw.OPEN);
    await rest(mia).post(`/api/teams/${cast.alice.teamId}/switch`);
    expect((await rest(mia).get('/api/controllers')).body).toHaveLength(1);
  });

  test("cannot turn to a team they are not in: another's id is as absent as one that never was", async () => {
    for (const id of [cast.bob.teamId, randomUUID(), 'all', '']) {
      await expect(as(mia).run(SwitchTeam, { id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Team not found',
      });
    }
    await expect(as(cast.grace).run(SwitchTeam, { id: cast.alice.teamId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await teamNow(mia))?.team.id).toBe(cast.alice.teamId);
  });
});
