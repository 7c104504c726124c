import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acknowledgeFor } from '#api/features/alerts/alert-actions.service.ts';
import { AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { writeTransitions } from '#api/features/alerts/transition.store.ts';
import { lockTeam } from '#api/features/teams/lock-team.store.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;
let alertId: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin();
  office = await rounds.addController();
  await rounds.addRule({ duration: 2 });
  await rounds.round(office, 0);
  rounds.network.device('AP Lobby').goOffline();
  for (const minute of [1, 2, 3]) await rounds.round(office, minute);
  alertId = (await rounds.alerts(office))[0]!.id;
});
/** Some tests write timelines of their own. */
let isBroken = false;
afterEach(async () => {
  await rounds.end({ isBroken });
  isBroken = false;
});

interface Line {
  at: string;
  kind: string;
  detail: string | null;
  by: string | null;
  until: string | null;
}
const timeline = async () => (await rounds.rest<Line[]>(`GET /api/alerts/${alertId}/timeline`)).body;
const kinds = async () => (await timeline()).map(({ at, kind }) => `${at.slice(14, 16)} ${kind}`);
const transaction = <T>(act: Parameters<ReturnType<typeof fork>['transactional']>[0]) =>
  fork().transactional(act) as Promise<T>;
const fork = () => rounds.running.app.orm.em.fork();

describe('The timeline of an alert', () => {
  test('starts with detection, the rule’s duration and the raise', async () => {
    expect(await timeline()).toMatchObject([
      { at: time(1), kind: 'noticed', detail: null },
      { at: time(3), kind: 'held', detail: 'The condition held for 2 minutes, as the rule requires' },
      { at: time(3), kind: 'raised', detail: 'AP Lobby (Office) has been offline since 12:01 UTC' },
    ]);
  });

  test('continues with everything that happened and was done, by whom, oldest first', async () => {
    rounds.at(4);
    await rounds.rest(`POST /api/alerts/${alertId}/acknowledge`, { note: 'Ladder' });
    rounds.at(5);
    await rounds.rest(`POST /api/alerts/${alertId}/snooze`, { minutes: 30 });
    rounds.at(6);
    await rounds.rest(`DELETE /api/alerts/${alertId}/snooze`);
    rounds.at(7);
    await rounds.rest(`DELETE /api/alerts/${alertId}/acknowledge`);
    rounds.network.device('AP Lobby').comeOnline();
    await rounds.round(office, 8);
    const by = 'Alice Tester';
    expect((await timeline()).slice(3)).toMatchObject([
      { at: time(4), kind: 'acknowledged', detail: 'Ladder', by, until: null },
      { at: time(5), kind: 'snoozed', by, until: time(35) },
      { at: time(6), kind: 'unsnoozed', by },
      { at: time(7), kind: 'unacknowledged', by },
      { at: time(8), kind: 'resolved', by: null },
    ]);
  });

  test('says when the state became unknown, and when it was known again', async () => {
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    await rounds.round(office, 4);
    rounds.unifi.faults.clear();
    await rounds.round(office, 5);
    expect((await timeline()).slice(3)).toMatchObject([
      { at: time(4), kind: 'changed', detail: 'The current state is unknown' },
      { at: time(5), kind: 'changed', detail: 'The current state is known again; severity error' },
    ]);
  });

  test('keeps its beginning when the alert comes back, and when its rule is changed or deleted', async () => {
    const lobby = rounds.network.device('AP Lobby');
    lobby.comeOnline();
    await rounds.round(office, 4);
    lobby.goOffline();
    for (const minute of [5, 6, 7]) await rounds.round(office, minute);
    const whole = ['01 noticed', '03 held', '03 raised', '04 resolved', '07 flapping'];
    expect(await kinds()).toEqual(whole);
    const [rule] = await rounds.rows<{ id: string }>('select id from alert_rule');
    await rounds.rest(`PUT /api/alert-rules/${rule!.id}`, { duration: 60 });
    expect(await kinds()).toEqual(whole);
    await rounds.rest(`DELETE /api/alert-rules/${rule!.id}`);
    expect((await kinds()).slice(0, 5)).toEqual(whole);
    expect((await timeline()).at(-1)).toMatchObject({
      kind: 'resolved',
      detail: 'No longer monitored',
    });
  });

  test('starts the same way for an alert that predates timelines', async () => {
    isBroken = true;
    await rounds.rows('delete from alert_entry');
    expect(await kinds()).toEqual(['01 noticed', '03 held', '03 raised']);
  });

  test('is written in the same transaction as the change', async () => {
    const entry = { alertId, kind: AlertEntryKind.acknowledged, at: new Date() };
    await expect(writeTransitions(fork(), rounds.alice.teamId, [entry])).rejects.toThrow('transaction');
    const broken = transaction(async (em) => {
      await lockTeam(em, rounds.alice.teamId);
      await writeTransitions(em, rounds.alice.teamId, [entry]);
      throw new Error('and then it broke');
    });
    await expect(broken).rejects.toThrow('and then it broke');
    expect(await kinds()).toHaveLength(3);
  });

  test('returns its beginning and the newest thousand entries if it is very long', async () => {
    isBroken = true;
    await rounds.rows(
      `insert into alert_entry (team_id, alert_id, at, kind) select team_id, id, ?::timestamptz + n * interval '1 second', 'disturbed'
       from alert, generate_series(1, 1100) as n`,
      [time(10)],
    );
    const lines = await timeline();
    expect(lines).toHaveLength(1003);
    expect(lines.slice(0, 3).map(({ kind }) => kind)).toEqual(['noticed', 'held', 'raised']);
    expect(lines.at(-1)!.at).toBe(new Date(Date.parse(time(10)) + 1_100_000).toISOString());
  });
});

describe('An alert by its ID', () => {
  test('is returned whether open or ended', async () => {
    expect((await rounds.rest(`GET /api/alerts/${alertId}`)).body).toMatchObject({
      id: alertId,
      resolvedAt: null,
      raises: 1,
      flappingSince: null,
    });
    rounds.network.device('AP Lobby').comeOnline();
    await rounds.round(office, 4);
    expect((await rounds.rest(`GET /api/alerts/${alertId}`)).body).toMatchObject({
      resolvedAt: time(4),
      resolution: 'recovered',
      pastMessage: 'AP Lobby (Office) was offline from 12:01 to 12:04 UTC (3 min)',
    });
  });

  test('is not found by another team, and neither is its timeline', async () => {
    const bob = await rounds.person('Bob');
    for (const path of [`/api/alerts/${alertId}`, `/api/alerts/${alertId}/timeline`]) {
      const { status, body } = await rest(bob).get(path);
      expect([status, body]).toEqual([404, { message: 'Alert not found' }]);
    }
    for (const id of [randomUUID(), 'x', "' or 1=1"])
      expect((await rounds.rest(`GET /api/alerts/${encodeURIComponent(id)}`)).status).toBe(404);
  });
});

test('Someone who is not signed in acknowledges once, under the name of the link’s recipient', async () => {
  const team = rounds.alice.teamId;
  const mail = 'noc@example.test';
  const acknowledge = () => transaction((em) => acknowledgeFor(em, team, alertId, mail, ' Seen '));
  const [one, other] = await Promise.all([acknowledge(), acknowledge()]);
  expect([one, other].filter(Boolean)).toMatchObject([{ acknowledgedByName: mail, acknowledgeNote: 'Seen' }]);
  expect((await timeline()).slice(3)).toMatchObject([{ kind: 'acknowledged', by: mail, detail: 'Seen' }]);
  await rounds.rest(`DELETE /api/alerts/${alertId}/acknowledge`);
  rounds.network.device('AP Lobby').comeOnline();
  await rounds.round(office, 4);
  expect(await acknowledge()).toBeNull();
});
