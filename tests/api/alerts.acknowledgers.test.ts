import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { lockTeam } from '#api/features/teams/lock-team.store.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { TokenScope } from '#api/features/tokens/api-token.entity.ts';
import { acknowledgeAlert, unacknowledgeAlert, untouched } from '#tests/support/acknowledging.ts';
import { withToken } from '#tests/support/crowd.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { enter, type Cast, type Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { raise, startServer, type Running } from '#tests/support/running.ts';
import { waitingFor } from '#tests/support/waiting.ts';

const deviceName = 'AP Lobby';

let running: Running;
let cast: Cast;
let alertId: string;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  await raise(running, cast.alice, deviceName);
  alertId = (await rows().findOneOrFail(Alert, { deviceName })).id;
});

const rows = () => running.app.orm.em.fork();
const stored = () => rows().findOneOrFail(Alert, alertId);

const acknowledge = (person: Visitor, note?: unknown) => acknowledgeAlert(person, alertId, note);
const undo = (person: Visitor) => unacknowledgeAlert(person, alertId);

describe('An acknowledgement', () => {
  test.each([TeamRole.owner, TeamRole.member, TeamRole.viewer])('can come from the %s', async (role) => {
    const person = await addMember(cast.alice, role, 'Pia');
    expect((await acknowledge(person, 'Seen')).data).toMatchObject({
      acknowledgeAlert: { acknowledgedBy: 'Pia Tester' },
    });
    expect((await undo(person)).data).toEqual({ unacknowledgeAlert: untouched });
  });

  test.each([
    [TokenScope.alerts, TeamRole.member],
    [TokenScope.manage, TeamRole.member],
    [TokenScope.manage, TeamRole.viewer],
  ])('can come from a program with a token for %s, of a %s', async (scope, role) => {
    const program = await withToken(await addMember(cast.alice, role, 'Pia'), scope);
    expect((await acknowledge(program)).data).toMatchObject({
      acknowledgeAlert: { acknowledgedBy: 'Pia Tester' },
    });
    expect((await undo(program)).errors).toBeUndefined();
  });

  test('cannot come from a program with a read-only token', async () => {
    const program = await withToken(cast.alice, TokenScope.read);
    for (const { errors } of [await acknowledge(program), await undo(program)]) {
      expect(errors).toMatchObject([
        { message: "API tokens can't do that.", extensions: { code: 'UNAUTHORIZED' } },
      ]);
    }
    expect((await stored()).acknowledgedAt).toBeNull();
  });

  test('cannot come from another team, administrators included, for whom the alert doesn’t exist', async () => {
    const never = await acknowledgeAlert(cast.bob, randomUUID(), 'Mine now');
    expect(never.errors).toMatchObject([{ message: 'Alert not found', extensions: { code: 'NOT_FOUND' } }]);
    for (const stranger of [cast.bob, cast.ada, cast.grace]) {
      expect(await acknowledge(stranger, 'Mine now')).toEqual(never);
      expect((await undo(stranger)).errors?.[0]?.message).toBe('Alert not found');
    }
    expect((await stored()).acknowledgedAt).toBeNull();
  });

  test('cannot come from a visitor', async () => {
    expect((await acknowledge(cast.vic)).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  test('cannot come from someone who was removed while the request waited', async () => {
    const mia = await addMember(cast.alice, TeamRole.member);
    let waiting!: ReturnType<typeof acknowledge>;
    await rows().transactional(async (em) => {
      await lockTeam(em, cast.alice.teamId);
      waiting = acknowledge(mia);
      await expect.poll(() => waitingFor(running)).toBeGreaterThan(0);
      await em.nativeDelete(Membership, { user: mia.userId, team: cast.alice.teamId });
    });
    expect((await waiting).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect((await stored()).acknowledgedAt).toBeNull();
  });
});

describe('Over REST', () => {
  const path = () => `/api/alerts/${alertId}/acknowledge`;

  test('POST acknowledges, with or without a body, and DELETE undoes it', async () => {
    const posted = await rest(cast.alice).post(path(), { note: 'Seen' });
    expect([posted.status, posted.body]).toEqual([
      200,
      expect.objectContaining({ id: alertId, acknowledgedBy: 'Alice Tester', acknowledgeNote: 'Seen' }),
    ]);
    expect((await rest(cast.alice).post(path())).body).toEqual(posted.body);
    const deleted = await rest(cast.alice).delete(path());
    expect([deleted.status, deleted.body]).toEqual([200, expect.objectContaining(untouched)]);
  });

  test('errors say what is wrong', async () => {
    const answers = [
      await rest(cast.alice).post(path(), { note: 'x'.repeat(501) }),
      await rest(cast.alice).post(path(), { note: 7 }),
      await rest(cast.bob).post(path(), { note: 'Mine' }),
      await rest(cast.bob).delete(path()),
      await rest(cast.vic).delete(path()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 404, 404, 401]);
    await rows().nativeUpdate(Alert, { id: alertId }, { resolvedAt: new Date() });
    expect((await rest(cast.alice).post(path())).status).toBe(409);
  });
});
