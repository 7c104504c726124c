import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiToken, TokenScope } from '#api/features/tokens/api-token.entity.ts';
import { User, UserRole } from '#api/features/users/user.entity.ts';
import { hashToken } from '#api/security/token.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPerson, enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

let here: Running;
let there: Running;
let cast: Cast;

beforeAll(async () => {
  here = await startServer();
  there = await startServer({ databaseUrl: here.databaseUrl });
});
afterAll(async () => {
  await there.close();
  await here.close();
});
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(here);
});

const rows = () => here.app.orm.em.fork();
const change = (actor: Person, { userId }: Person, body: object) =>
  rest(actor).put(`/api/admin/users/${userId}`, body);

/** A token of the person's that reads. */
async function addToken({ userId, teamId }: Person): Promise<string> {
  const token = `nl_${'t'.repeat(43)}`;
  const em = rows();
  const apiToken = em.assign(new ApiToken(), {
    user: userId,
    team: teamId,
    name: 'Dashboard on the wall',
    tokenHash: hashToken(token),
    tail: 'tttt',
    scopes: [TokenScope.read],
  } as never);
  await em.persist(apiToken).flush();
  return token;
}

describe.each([
  ['suspension', { suspended: true }, 4403],
  ['another role', { role: 'admin' }, 1001],
])('On %s', (_what, body, tokensEnd) => {
  test('the open page of the user ends without a request of its own, on another node too', async () => {
    const watching = [await new Socket(here).signIn(cast.bob.token)];
    watching.push(await new Socket(there).signIn(cast.bob.token));
    const alices = await new Socket(there).signIn(cast.alice.token);
    expect((await change(cast.ada, cast.bob, body)).status).toBe(200);
    for (const socket of watching) expect((await socket.closed).code).toBe(4403);
    expect((await rest(cast.bob).get('/api/auth/user')).status).toBe(401);
    expect(alices.raw.readyState).toBe(alices.raw.OPEN);
    alices.close();
  });

  test('subscriptions with their API token end too, or reconnect', async () => {
    const token = await addToken(cast.bob);
    const socket = await new Socket(here).signIn(token);
    await change(cast.ada, cast.bob, body);
    expect((await socket.closed).code).toBe(tokensEnd);
    const { status } = await rest({ ...cast.bob, token }).get('/api/controllers');
    expect(status).toBe('suspended' in body ? 401 : 200);
  });
});

describe('At the same moment', () => {
  test.each([
    ['demote', { role: 'user' }],
    ['suspend', { suspended: true }],
  ])('two super administrators cannot both %s each other', async (_what, body) => {
    for (let round = 0; round < 5; round++) {
      await emptyDatabase();
      const { grace } = await enter(here);
      const greta = await addPerson(there, { firstName: 'Greta', role: UserRole.super_admin });
      const answers = await Promise.all([change(grace, greta, body), change(greta, grace, body)]);
      const left = await rows().count(User, { role: UserRole.super_admin, suspended: false });
      expect(left).toBe(1);
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      // The slower one was refused, or was no longer signed in in the meantime.
      expect([401, 403]).toContain(statuses[1]);
    }
  });

  test('an administrator who is being demoted can change nothing more', async () => {
    const [, answer] = await Promise.all([
      change(cast.grace, cast.ada, { role: 'user' }),
      change(cast.ada, cast.bob, { role: 'admin' }),
    ]);
    const { role } = await rows().findOneOrFail(User, { id: cast.bob.userId });
    expect(role).toBe(answer.status === 200 ? 'admin' : 'user');
    expect((await change(cast.ada, cast.alice, { role: 'admin' })).status).toBe(401);
  });

  test('suspending someone and ending their sessions at once don’t deadlock', async () => {
    for (let round = 0; round < 5; round++) {
      const eve = await addPerson(here, { firstName: `Eve${round}` });
      const [suspended, ended] = await Promise.all([
        change(cast.ada, eve, { suspended: true }),
        as(cast.grace).ask(`mutation { endUserSessions(id: "${eve.userId}") }`),
      ]);
      expect(suspended.status).toBe(200);
      expect(ended.errors).toBeUndefined();
    }
  });

  test('two changes of one user are both saved', async () => {
    const [one, two] = await Promise.all([
      change(cast.ada, cast.bob, { firstName: 'Robert' }),
      change(cast.grace, cast.bob, { lastName: 'Baker' }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    const bob = await rows().findOneOrFail(User, { id: cast.bob.userId });
    expect(bob).toMatchObject({ firstName: 'Robert', lastName: 'Baker' });
  });
});
