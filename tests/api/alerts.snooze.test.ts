import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Event } from '#api/live/event.entity.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertEntry } from '#api/features/alerts/alert-entry.entity.ts';
import { endSnooze, snoozeFor } from '#api/features/alerts/alert-actions.service.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { lockTeam } from '#api/features/teams/lock-team.store.ts';
import { TokenScope } from '#api/features/tokens/api-token.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { as } from '#tests/support/as.ts';
import { withToken } from '#tests/support/crowd.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { enter, type Cast, type Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { raise, startServer, type Running } from '#tests/support/running.ts';
import { waitingFor } from '#tests/support/waiting.ts';

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
  await raise(running, cast.alice, 'AP Lobby');
  alertId = (await rows().findOneOrFail(Alert, { deviceName: 'AP Lobby' })).id;
});

const rows = () => running.app.orm.em.fork();
const stored = () => rows().findOneOrFail(Alert, alertId);
const told = async () =>
  (await rows().find(Event, { alertId }, { orderBy: { seq: 'asc' } })).map(({ kind }) => kind);
const lines = async () =>
  (await rows().find(AlertEntry, { alert: alertId }, { orderBy: { at: 'asc' } })).map(
    ({ kind, by, until }) => ({ kind, by, until: until?.getTime() }),
  );
/** The time until a job is due is handed to the database, which takes a moment. */
const atAbout = (time: number) => expect.closeTo(time, -3) as number;

/** When jobs wait that would end a snooze. */
const jobs = async () =>
  (
    await rows().execute<{ run_at: string }[]>(
      `select run_at from graphile_worker.jobs where task_identifier = 'end-snooze' order by run_at`,
    )
  ).map((job) => new Date(job.run_at).getTime());
/** What the job does whose time has come. */
const end = async (until: Date | null | undefined) =>
  endSnooze(running.app, { teamId: cast.alice.teamId, alertId, until: until!.toISOString() });

const fields = 'id snoozedUntil snoozedBy snoozedById acknowledgedAt';
const snooze = (person: Visitor, minutes: unknown = 30, id = alertId) =>
  as(person).ask(
    `mutation ($id: ID!, $minutes: Int!) { snoozeAlert(id: $id, minutes: $minutes) { ${fields} } }`,
    { id, minutes },
  );
const unsnooze = (person: Visitor, id = alertId) =>
  as(person).ask(`mutation ($id: ID!) { unsnoozeAlert(id: $id) { ${fields} } }`, { id });

const awake = { snoozedUntil: null, snoozedBy: null, snoozedById: null };

describe('An open alert', () => {
  test('is snoozed for the given minutes, everyone sees by whom, and a job is scheduled for its end', async () => {
    const before = Date.now();
    const { data } = await snooze(cast.alice);
    const until = (await stored()).snoozedUntil!.getTime();
    expect(until - before).toBeGreaterThanOrEqual(30 * 60_000);
    expect(until - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    const alert = {
      snoozedUntil: new Date(until).toISOString(),
      snoozedBy: 'Alice Tester',
      snoozedById: cast.alice.userId,
      acknowledgedAt: null,
    };
    expect(data).toEqual({ snoozeAlert: { id: alertId, ...alert } });
    expect(await jobs()).toEqual([atAbout(until)]);
    expect(await told()).toEqual(['raised', 'changed']);
    expect(await lines()).toEqual([{ kind: 'snoozed', by: 'Alice Tester', until }]);
  });

  test('snoozed again ends at the new time only', async () => {
    await snooze(cast.alice, 30);
    const first = (await stored()).snoozedUntil;
    await snooze(cast.alice, 60);
    const second = (await stored()).snoozedUntil;
    expect(await jobs()).toEqual([atAbout(second!.getTime())]);
    await end(first);
    expect((await stored()).snoozedUntil).toEqual(second);
    expect((await lines()).map(({ kind }) => kind)).toEqual(['snoozed', 'snoozed']);
  });

  test('that is still failing when the snooze ends sends one reminder', async () => {
    await snooze(cast.alice);
    const { snoozedUntil } = await stored();
    await Promise.all([end(snoozedUntil), end(snoozedUntil)]);
    expect(await stored()).toMatchObject({ snoozedUntil: null, snoozedBy: null, snoozer: null });
    expect((await lines()).map(({ kind }) => kind)).toEqual(['snoozed', 'reminded']);
    expect(await told()).toEqual(['raised', 'changed', 'changed']);
  });

  test('that is OK for the moment, though flapping, sends no reminder', async () => {
    await snooze(cast.alice);
    await rows().nativeUpdate(Alert, alertId, { flappingSince: new Date(), calmSince: new Date() });
    await end((await stored()).snoozedUntil);
    expect((await stored()).snoozedUntil).toBeNull();
    expect((await lines()).map(({ kind, by }) => [kind, by])).toEqual([
      ['snoozed', 'Alice Tester'],
      ['unsnoozed', null],
    ]);
  });

  test('can be unsnoozed, after which the scheduled job does nothing', async () => {
    await snooze(cast.alice);
    const { snoozedUntil } = await stored();
    expect((await unsnooze(cast.alice)).data).toMatchObject({ unsnoozeAlert: awake });
    await end(snoozedUntil);
    expect((await lines()).map(({ kind, by }) => [kind, by])).toEqual([
      ['snoozed', 'Alice Tester'],
      ['unsnoozed', 'Alice Tester'],
    ]);
  });

  test('that was never snoozed ignores an unsnooze', async () => {
    expect((await unsnooze(cast.alice)).data).toMatchObject({ unsnoozeAlert: awake });
    expect(await told()).toEqual(['raised']);
    expect(await lines()).toEqual([]);
  });

  test('snoozed by ten people at once has one end, one job and ten timeline entries', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => snooze(cast.alice, 10 + index)),
    );
    expect(answers.filter(({ errors }) => errors)).toEqual([]);
    expect(await jobs()).toEqual([atAbout((await stored()).snoozedUntil!.getTime())]);
    expect(await lines()).toHaveLength(10);
  });

  test('keeps the name of a person whose account was deleted', async () => {
    const mia = await addMember(cast.alice, TeamRole.member);
    await snooze(mia);
    await rows().nativeDelete(User, { id: mia.userId });
    expect(await stored()).toMatchObject({ snoozer: null, snoozedBy: 'Mia Tester' });
  });

  test('can be snoozed by a link in a message too, in the name of its recipient', async () => {
    const until = new Date(Date.now() + 3_600_000);
    const snoozed = await rows().transactional((em) =>
      snoozeFor(em, cast.alice.teamId, alertId, 'noc@example.test', until),
    );
    expect(snoozed).toMatchObject({ snoozedBy: 'noc@example.test', snoozedUntil: until });
    expect(await jobs()).toEqual([atAbout(until.getTime())]);
    await rows().nativeUpdate(Alert, alertId, { resolvedAt: new Date() });
    for (const [team, id] of [
      [cast.alice.teamId, alertId],
      [cast.bob.teamId, alertId],
      [cast.alice.teamId, 'no id'],
    ] as const)
      expect(await rows().transactional((em) => snoozeFor(em, team, id, 'noc', until))).toBeNull();
  });
});

describe('A snooze', () => {
  test.each([5, 30, 7 * 24 * 60])('can last %i minutes', async (minutes) => {
    expect((await snooze(cast.alice, minutes)).errors).toBeUndefined();
  });

  test.each([4, 0, -30, 7 * 24 * 60 + 1, 2_147_483_647])('of %i minutes is refused', async (minutes) => {
    const sentence = 'Snooze for 5 minutes up to 7 days';
    expect((await snooze(cast.alice, minutes)).errors).toMatchObject([
      { message: sentence, extensions: { code: 'BAD_USER_INPUT', fields: { minutes: sentence } } },
    ]);
    expect(await stored()).toMatchObject({ snoozedUntil: null });
  });

  test.each([null, 5.5, '30', 'soon', [30], 1e12])('of %j is refused', async (minutes) => {
    expect((await snooze(cast.alice, minutes)).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(await jobs()).toEqual([]);
  });

  test('of an alert that has ended can be neither started nor undone', async () => {
    await snooze(cast.alice);
    await rows().nativeUpdate(Alert, alertId, { resolvedAt: new Date() });
    for (const change of [snooze, unsnooze]) {
      expect((await change(cast.alice)).errors).toMatchObject([
        { message: 'This alert has already ended', extensions: { code: 'CONFLICT' } },
      ]);
    }
    await end((await stored()).snoozedUntil);
    expect(await lines()).toHaveLength(1);
  });
});

describe('Snoozing', () => {
  test.each([TeamRole.owner, TeamRole.member, TeamRole.viewer])('is allowed for the %s', async (role) => {
    const person = await addMember(cast.alice, role, 'Pia');
    expect((await snooze(person)).data).toMatchObject({ snoozeAlert: { snoozedBy: 'Pia Tester' } });
    expect((await unsnooze(person)).data).toMatchObject({ unsnoozeAlert: awake });
  });

  test('is not allowed for a viewer if someone else snoozed the alert, even with the same name', async () => {
    const vera = await addMember(cast.alice, TeamRole.viewer, 'Vera');
    await rows().nativeUpdate(User, { id: vera.userId }, { firstName: 'Alice' });
    await snooze(cast.alice);
    const before = JSON.stringify(await stored());
    for (const change of [snooze, unsnooze]) {
      expect((await change(vera)).errors).toMatchObject([
        { message: 'Alice Tester has snoozed this alert already', extensions: { code: 'CONFLICT' } },
      ]);
    }
    expect(JSON.stringify(await stored())).toBe(before);
    const mia = await addMember(cast.alice, TeamRole.member);
    expect((await snooze(mia)).data).toMatchObject({ snoozeAlert: { snoozedBy: 'Mia Tester' } });
    expect((await unsnooze(cast.alice)).data).toMatchObject({ unsnoozeAlert: awake });
  });

  test('is not allowed for a program with a read-only token', async () => {
    const program = await withToken(cast.alice, TokenScope.read);
    for (const { errors } of [await snooze(program), await unsnooze(program)])
      expect(errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
  });

  test('is not allowed for other teams, administrators included, or visitors', async () => {
    const never = await snooze(cast.bob, 30, randomUUID());
    expect(never.errors).toMatchObject([{ message: 'Alert not found', extensions: { code: 'NOT_FOUND' } }]);
    for (const stranger of [cast.bob, cast.ada, cast.grace]) {
      expect(await snooze(stranger)).toEqual(never);
      expect((await unsnooze(stranger)).errors?.[0]?.message).toBe('Alert not found');
    }
    expect((await snooze(cast.vic)).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect((await stored()).snoozedUntil).toBeNull();
  });

  test('is not allowed for someone who was removed while the request waited', async () => {
    const mia = await addMember(cast.alice, TeamRole.member);
    let waiting!: ReturnType<typeof snooze>;
    await rows().transactional(async (em) => {
      await lockTeam(em, cast.alice.teamId);
      waiting = snooze(mia);
      await expect.poll(() => waitingFor(running)).toBeGreaterThan(0);
      await em.nativeDelete(Membership, { user: mia.userId, team: cast.alice.teamId });
    });
    expect((await waiting).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect(await jobs()).toEqual([]);
  });
});

describe('Over REST', () => {
  const path = () => `/api/alerts/${alertId}/snooze`;

  test('POST snoozes and DELETE unsnoozes', async () => {
    const posted = await rest(cast.alice).post(path(), { minutes: 60 });
    expect([posted.status, posted.body]).toEqual([
      200,
      expect.objectContaining({ id: alertId, snoozedBy: 'Alice Tester' }),
    ]);
    const deleted = await rest(cast.alice).delete(path());
    expect([deleted.status, deleted.body]).toEqual([200, expect.objectContaining(awake)]);
  });

  test('errors say what is wrong', async () => {
    const answers = [
      await rest(cast.alice).post(path(), {}),
      await rest(cast.alice).post(path(), { minutes: 1 }),
      await rest(cast.alice).post(path(), { minutes: 'soon' }),
      await rest(cast.bob).post(path(), { minutes: 30 }),
      await rest(cast.vic).delete(path()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 404, 401]);
    await rows().nativeUpdate(Alert, { id: alertId }, { resolvedAt: new Date() });
    expect((await rest(cast.alice).post(path(), { minutes: 30 })).status).toBe(409);
  });
});
