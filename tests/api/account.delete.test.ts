import { generateSecret, generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Broadcast } from '#api/features/email/broadcast.entity.ts';
import { OutboxEmail, EmailStatus } from '#api/features/email/outbox-email.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { User, UserRole } from '#api/features/users/user.entity.ts';
import { WaitlistEntry } from '#api/features/waitlist/waitlist-entry.entity.ts';
import { sealFor } from '#api/security/secrets.ts';
import { CreateApiTokenDocument, DeleteAccountDocument } from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { addPerson, enter, password, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { raise, startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { addEntries } from './waitlist.list.ts';

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
const remove = (person: Person, given = password) =>
  as(person).run(DeleteAccountDocument, { input: { password: given } });
const exists = async (id: string) => (await rows().count(User, { id })) === 1;
const join = (person: Person, teamId: string, role: TeamRole) =>
  rows().insert(Membership, { team: teamId, user: person.userId, role, createdAt: new Date() } as never);

/** Every table that names a team, a person or a controller, and how many rows name this one. */
async function traces(ids: { team_id: string; user_id: string; controller_id: string }) {
  const columns = await rows().execute<{ table_name: string; column_name: keyof typeof ids }[]>(
    `select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_name in ('team_id', 'user_id', 'controller_id')`,
  );
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    const rowsOf = await rows().execute(`select 1 from "${table}" where "${column}" = ?`, [ids[column]]);
    if (rowsOf.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

describe('Deleting the account', () => {
  test('deletes the person and the team without other members, with all its data', async () => {
    await raise(running, cast.alice, 'AP Lobby');
    await as(cast.alice).run(CreateApiTokenDocument, { input: { name: 'Grafana', scopes: ['manage'] } });
    const { userId, teamId, controllerId } = cast.alice;
    const ids = { team_id: teamId, user_id: userId, controller_id: controllerId };
    expect(await traces(ids)).toEqual(
      expect.arrayContaining(['alert.team_id', 'event.team_id', 'controller.team_id', 'api_token.user_id']),
    );
    expect(await remove(cast.alice)).toEqual({ deleteAccount: true });
    expect(await traces(ids)).toEqual([]);
    expect(await exists(userId)).toBe(false);
    expect(await rows().count(Team, { id: teamId })).toBe(0);
    expect(await exists(cast.bob.userId)).toBe(true);
  });

  test('ends sessions, API tokens and their sockets at once', async () => {
    const { createApiToken } = await as(cast.alice).run(CreateApiTokenDocument, {
      input: { name: 'Grafana', scopes: ['read'] },
    });
    const sockets = await Promise.all(
      [cast.alice.token, createApiToken.token].map((token) => new Socket(running).signIn(token)),
    );
    await remove(cast.alice);
    for (const socket of sockets) expect((await socket.closed).code).toBe(4403);
    for (const token of [cast.alice.token, createApiToken.token]) {
      expect((await rest({ ...cast.alice, token }).get('/api/controllers')).status).toBe(401);
    }
  });

  test('confirms by email, and records no more than the address and the deleted teams', async () => {
    await remove(cast.alice);
    const [mail] = await mailsTo(running, cast.alice.email);
    expect(mail?.subject).toBe('Your account was deleted');
    expect(mail?.text).toContain("Alice's company");
    const [entry] = await rows().find(AuditEntry, { action: 'user.delete' });
    expect(entry).toMatchObject({
      actor: cast.alice.email,
      subject: cast.alice.email,
      before: { teams: ["Alice's company"] },
      after: {},
    });
  });

  test('removes the address from the waitlist and from the record of what was sent to it', async () => {
    const [own, other] = [cast.alice.email, cast.bob.email];
    await addEntries(running, null, [own, other]);
    const broadcast = await rows().insert(Broadcast, {
      subject: 'Soon',
      recipientCount: 2,
      sentBy: 'ada@netlantern.test',
      createdAt: new Date(),
    });
    await rows().insertMany(
      OutboxEmail,
      [own, other].map((to) => ({
        kind: 'waitlist',
        to,
        subject: 'Soon',
        broadcast,
        status: EmailStatus.sent,
      })) as never,
    );
    await remove(cast.alice);
    expect(await rows().find(WaitlistEntry, {})).toMatchObject([{ email: other }]);
    const sent = await rows().find(OutboxEmail, { kind: 'waitlist' }, { orderBy: { to: 'asc' } });
    expect(sent.map(({ to }) => to)).toEqual(['', other]);
  });

  test('frees the address, so that the same person can register again', async () => {
    await remove(cast.alice);
    const again = await addPerson(running, { firstName: 'Alice' });
    expect(again.email).toBe(cast.alice.email);
    expect((await rest(again).get('/api/controllers')).body).toEqual([]);
  });

  test('needs the password', async () => {
    await expect(remove(cast.alice, 'wrong')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { password: expect.any(String) },
    });
    expect(await exists(cast.alice.userId)).toBe(true);
  });

  test('needs a code too where two factors are on, and uses it up', async () => {
    const secret = generateSecret();
    await rows().nativeUpdate(
      User,
      { id: cast.alice.userId },
      {
        twoFactorEnabled: true,
        twoFactorSecret: sealFor({ id: cast.alice.userId }, 'user.two_factor_secret', secret),
      },
    );
    const withCode = (mfaToken?: string) =>
      as(cast.alice).run(DeleteAccountDocument, { input: { password, mfaToken } });
    for (const wrong of [undefined, '', '000000', 'no code at all']) {
      await expect(withCode(wrong)).rejects.toMatchObject({ fields: { mfaToken: expect.any(String) } });
    }
    expect(await exists(cast.alice.userId)).toBe(true);
    await join(cast.bob, cast.alice.teamId, TeamRole.member);
    const code = generateSync({ secret });
    await expect(withCode(code)).rejects.toMatchObject({ code: 'CONFLICT' });
    await rows().nativeDelete(Membership, { user: cast.bob.userId, team: cast.alice.teamId });
    await expect(withCode(code)).rejects.toMatchObject({ fields: { mfaToken: expect.any(String) } });
    const next = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
    expect(await withCode(next)).toEqual({ deleteAccount: true });
  });

  test('happens only once when requested twice at the same moment', async () => {
    const both = await Promise.allSettled([remove(cast.alice), remove(cast.alice)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'UNAUTHENTICATED' },
    });
    expect(await rows().count(AuditEntry, { action: 'user.delete' })).toBe(1);
  });
});

describe('A team with other people', () => {
  test('must be transferred first, and the error names it', async () => {
    await join(cast.bob, cast.alice.teamId, TeamRole.member);
    await expect(remove(cast.alice)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^You own Alice's company, which has other members/),
    });
    expect(await exists(cast.alice.userId)).toBe(true);
    expect((await rest(cast.alice).get('/api/controllers')).status).toBe(200);
  });

  test('doesn’t change when one of its members deletes their account', async () => {
    await join(cast.bob, cast.alice.teamId, TeamRole.member);
    await remove(cast.bob);
    expect(await exists(cast.bob.userId)).toBe(false);
    expect(await rows().count(Team, { id: cast.bob.teamId })).toBe(0);
    expect((await rest(cast.alice).get('/api/controllers')).body).toHaveLength(1);
  });
});

describe('The last super administrator', () => {
  test('cannot be deleted, and of two who delete their accounts at once one stays', async () => {
    await expect(remove(cast.grace)).rejects.toMatchObject({ code: 'CONFLICT' });
    const gina = await addPerson(running, { firstName: 'Gina', role: UserRole.super_admin });
    const both = await Promise.allSettled([remove(cast.grace), remove(gina)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rows().count(User, { role: UserRole.super_admin })).toBe(1);
  });

  test('cannot be deleted when the only other one is suspended', async () => {
    await addPerson(running, { firstName: 'Gina', role: UserRole.super_admin, suspended: true });
    await expect(remove(cast.grace)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
