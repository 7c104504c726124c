import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import {
  LeaveTeamDocument,
  MyTeamsDocument,
  RemoveMemberDocument,
  SwitchTeamDocument,
  TeamMembersDocument,
} from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { auditLog } from '#tests/support/audit-log.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { addMember, anotherSession, teamNow } from '#tests/support/members.ts';
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
const members = async (person: Person) => (await as(person).run(TeamMembersDocument)).teamMembers;

async function watching(person: Person): Promise<Socket> {
  const socket = await new Socket(running).signIn(person.token);
  sockets.push(socket);
  return socket;
}

describe('A removed member', () => {
  test('loses access immediately: sessions, sockets and tokens in this team, and no others', async () => {
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

    await as(cast.alice).run(RemoveMemberDocument, { id: mia.memberId });

    expect((await socket.closed).code).toBe(4403);
    expect((await scripts.closed).code).toBe(4403);
    for (const pass of [mia, script]) expect((await rest(pass).get('/api/controllers')).status).toBe(401);
    expect((await teamNow(elsewhere))?.team.id).toBe(mia.ownTeamId);
    expect((await others.closed).code).toBe(1001);
    expect((await members(cast.alice)).map(({ name }) => name)).toEqual(['Alice Tester']);
    expect((await mailsTo(running, mia.email))[0]?.subject).toBe('You were removed from a team');
    expect(await auditLog(running)).toContainEqual(['team.remove', cast.alice.email, mia.email]);
  });

  test('cannot switch back', async () => {
    const elsewhere = await anotherSession({ ...mia, teamId: mia.ownTeamId });
    await as(cast.alice).run(RemoveMemberDocument, { id: mia.memberId });
    await expect(as(elsewhere).run(SwitchTeamDocument, { id: cast.alice.teamId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('twice at once is removed once', async () => {
    const both = await Promise.allSettled([
      as(cast.alice).run(RemoveMemberDocument, { id: mia.memberId }),
      as(cast.alice).run(RemoveMemberDocument, { id: mia.memberId }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await auditLog(running)).filter(([action]) => action === 'team.remove')).toHaveLength(1);
  });

  test('without another team can still sign in, to an empty team of their own on trial', async () => {
    await rows().nativeDelete(Membership, { user: mia.userId, team: mia.ownTeamId });
    await as(cast.alice).run(RemoveMemberDocument, { id: mia.memberId });
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

  test('from two teams at once, without another one, gets one of their own', async () => {
    const em = rows();
    await em.nativeDelete(Membership, { user: mia.userId, team: mia.ownTeamId });
    const inBobs = em.assign(new Membership(), {
      team: cast.bob.teamId,
      user: mia.userId,
      role: TeamRole.viewer,
    });
    await em.persist(inBobs).flush();
    await Promise.all([
      as(cast.alice).run(RemoveMemberDocument, { id: mia.memberId }),
      as(cast.bob).run(RemoveMemberDocument, { id: inBobs.id }),
    ]);
    expect(await rows().find(Membership, { user: mia.userId })).toMatchObject([{ role: 'owner' }]);
  });
});

test('Someone without any team sees that at sign-in', async () => {
  await rows().nativeDelete(Membership, { user: cast.bob.userId });
  const { status, body } = await rest(cast.vic).post('/api/auth/login', { email: cast.bob.email, password });
  expect([status, body]).toEqual([
    403,
    { message: "You aren't a member of any team. Ask a team's owner to invite you." },
  ]);
});

describe('A member who leaves', () => {
  test('stays signed in, in another of their teams', async () => {
    const socket = await watching(mia);
    expect(await as(mia).run(LeaveTeamDocument)).toEqual({ leaveTeam: true });
    expect((await socket.closed).code).toBe(1001);
    expect((await teamNow(mia))?.team.id).toBe(mia.ownTeamId);
    expect(await roleOf(mia)).toBeUndefined();
    expect((await rest(mia).get('/api/controllers')).body).toEqual([]);
    expect(await auditLog(running)).toEqual([['team.leave', mia.email, mia.email]]);
  });

  test('may leave their only team too, and then has an empty one of their own', async () => {
    await rows().nativeDelete(Membership, { user: mia.userId, team: mia.ownTeamId });
    await as(mia).run(LeaveTeamDocument);
    expect(await teamNow(mia)).toMatchObject({ team: { name: 'Mia Tester' }, teamRole: 'owner' });
  });

  test('can’t be the owner', async () => {
    await expect(as(cast.alice).run(LeaveTeamDocument)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: "The owner can't leave the team. Transfer ownership first.",
    });
  });
});

describe('A member of several teams', () => {
  test('sees each with their role, and which one is active', async () => {
    const { myTeams } = await as(mia).run(MyTeamsDocument);
    expect(myTeams.map(({ name, role, current }) => [name, role, current])).toEqual([
      ["Mia's company", 'owner', false],
      ["Alice's company", 'member', true],
    ]);
    expect((await as(cast.alice).run(MyTeamsDocument)).myTeams).toHaveLength(1);
  });

  test('switches teams in one session; other sessions don’t change', async () => {
    const second = await anotherSession(mia);
    const [socket, still] = [await watching(mia), await watching(second)];
    expect((await rest(mia).get('/api/controllers')).body).toHaveLength(1);
    expect(await as(mia).run(SwitchTeamDocument, { id: mia.ownTeamId })).toEqual({ switchTeam: true });
    expect((await socket.closed).code).toBe(1001);
    expect((await rest(mia).get('/api/controllers')).body).toEqual([]);
    expect((await rest(mia).get(`/api/controllers/${cast.alice.controllerId}/alerts`)).status).toBe(404);
    expect((await rest(second).get('/api/controllers')).body).toHaveLength(1);
    expect(still.raw.readyState).toBe(still.raw.OPEN);
    await rest(mia).post(`/api/teams/${cast.alice.teamId}/switch`);
    expect((await rest(mia).get('/api/controllers')).body).toHaveLength(1);
  });

  test('can’t switch to a team they are not in, as if it didn’t exist', async () => {
    for (const id of [cast.bob.teamId, randomUUID(), 'all', '']) {
      await expect(as(mia).run(SwitchTeamDocument, { id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Team not found',
      });
    }
    await expect(as(cast.grace).run(SwitchTeamDocument, { id: cast.alice.teamId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await teamNow(mia))?.team.id).toBe(cast.alice.teamId);
  });
});
