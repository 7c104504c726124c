import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { claimDue, pauseUnwatchedControllers } from '#api/features/watch/claim.store.ts';
import { as } from '#tests/support/as.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { give } from '#tests/support/limits.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds, time } from '#tests/support/rounds.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const ended = 'The subscription has ended';
const past = new Date('2026-01-01T00:00:00Z');

const claimed = async ({ app }: Running) =>
  (await claimDue(app.orm.em.fork(), 100)).map(({ controllerId }) => controllerId);

describe('A team whose trial or subscription has ended', () => {
  let rounds: Rounds;
  let office: string;

  beforeAll(async () => {
    rounds = await Rounds.start();
  });
  afterAll(() => rounds.running.close());

  beforeEach(async () => {
    await rounds.begin();
    office = await rounds.addController();
    await rounds.rows(`update controller set next_poll_at = now() - interval '1 minute'`);
  });
  afterEach(() => rounds.end());

  const until = (activeUntil: Date | null) => give(rounds.running, rounds.alice.teamId, null, activeUntil);
  const expires = () =>
    rounds.rows(`update team set active_until = now() - interval '1 second' where id = ?`, [
      rounds.alice.teamId,
    ]);

  test('is not watched from that moment on, even before a job notices', async () => {
    await expires();
    expect(await claimed(rounds.running)).toEqual([]);
  });

  test('is not polled, and is due as soon as it is active again', async () => {
    await expires();
    await pauseUnwatchedControllers(rounds.running.app, {});
    expect(await rounds.rows('select from controller where next_poll_at <= now()')).toEqual([]);
    await rounds.rows('update team set active_until = null');
    await pauseUnwatchedControllers(rounds.running.app, {});
    expect(
      await rounds.rows("select from controller where next_poll_at > now() + interval '1 year'"),
    ).toEqual([]);
    await rounds.rows(`update controller set next_poll_at = now() - interval '1 minute'`);
    expect(await claimed(rounds.running)).toEqual([office]);
  });

  test('pauses and resumes with its subscription, and a revoked key stays revoked', async () => {
    const revoked = await rounds.addController('test-key', 'Revoked');
    await rounds.rows('update controller set next_poll_at = null where id = ?', [revoked]);
    await until(past);
    await pauseUnwatchedControllers(rounds.running.app, {});
    await until(null);
    const rows = await rounds.rows(
      `select name, next_poll_at <= now() + interval '1 second' as due from controller order by name`,
    );
    expect(rows).toEqual([
      { name: 'Office', due: true },
      { name: 'Revoked', due: null },
    ]);
  });

  test('is watched until its end', async () => {
    await rounds.rows(`update team set active_until = now() + interval '1 hour'`);
    await pauseUnwatchedControllers(rounds.running.app, {});
    expect(await claimed(rounds.running)).toEqual([office]);
  });

  test('can’t add a controller, and sees which package would help', async () => {
    await until(past);
    const { errors } = await as(rounds.alice).ask(
      'mutation { createController(input: { name: "Office", apiKey: "test-key" }) { id } }',
    );
    expect(errors?.[0]).toMatchObject({
      message: 'The subscription of your team has ended. Choose a package to add controllers.',
      extensions: { code: 'UNAUTHORIZED', reason: 'inactive' },
    });
    const again = await rest(rounds.alice).post('/api/unifi/connect', { apiKey: 'test-key' });
    expect(again.status).toBe(403);
  });

  test('can read its data, and may change and delete it', async () => {
    await until(past);
    expect((await rest(rounds.alice).get('/api/controllers')).status).toBe(200);
    const renamed = await rest(rounds.alice).put(`/api/controllers/${office}`, { name: 'Head Office' });
    expect(renamed.status).toBe(200);
    expect(await claimed(rounds.running)).toEqual([]);
    expect((await rest(rounds.alice).delete(`/api/controllers/${office}`)).status).toBe(200);
  });

  test('resumes without false outages: open alerts stay open, and no duration counts the break', async () => {
    await rounds.addRule({ duration: 5 });
    rounds.network.device('AP Lobby').goOffline();
    for (const minute of [0, 2, 4, 6]) await rounds.round(office, minute);
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby', since: time(0) }]);
    const [other] = await rounds.rows<{ name: string }>(
      `select name from device where not is_console and name <> 'AP Lobby' order by name limit 1`,
    );
    rounds.network.device(other!.name).goOffline();
    await rounds.round(office, 8);
    await until(past);
    await until(null);
    await rounds.round(office, 40);
    await rounds.round(office, 42);
    expect((await rounds.alerts(office)).map(({ deviceName }) => deviceName)).toEqual(['AP Lobby']);
    for (const minute of [44, 45]) await rounds.round(office, minute);
    expect(await rounds.alerts(office)).toHaveLength(2);
    rounds.network.device('AP Lobby').comeOnline();
    await rounds.round(office, 46);
    expect(await rounds.rows('select resolution from alert where resolved_at is not null')).toEqual([
      { resolution: 'recovered' },
    ]);
    await rounds.isSound();
  });
});

describe('A recipient of its alerts', () => {
  let telling: Telling;
  let rule: string;

  beforeAll(async () => {
    telling = new Telling(await startServer({ config: loopback }));
  });
  afterAll(() => telling.running.close());

  beforeEach(async () => {
    await telling.begin();
    await telling.webhook();
    rule = await telling.rule(['webhook']);
  });
  afterEach(() => telling.end());

  const until = (activeUntil: Date | null) => give(telling.running, telling.alice.teamId, null, activeUntil);
  const told = () =>
    telling.rows<{ kind: string; status: string; reason: string | null }>(
      'select kind, status, reason_code as reason from delivery order by created_at, id',
    );

  test('is not notified: waiting messages are skipped, with the reason', async () => {
    await telling.raise(rule);
    await until(past);
    await runJobs(telling.running);
    expect(await told()).toEqual([{ kind: 'opened', status: 'skipped', reason: 'subscription_ended' }]);
    expect(telling.chat.requests ?? []).toHaveLength(0);
  });

  test('gets no pending ticket, and the timeline says why', async () => {
    await telling.rows(
      `update alert_rule set halo_enabled = true, halo_severity_levels = '{error}' where id = ?`,
      [rule],
    );
    await telling.raise(rule);
    await until(past);
    await runJobs(telling.running);
    const reason = `No ticket was created. ${ended}`;
    expect(await telling.rows('select status, reason from halopsa_ticket')).toEqual([
      { status: 'closed', reason },
    ]);
    expect(await telling.rows(`select detail from alert_entry where kind = 'ticket_failed'`)).toEqual([
      { detail: reason },
    ]);
  });

  test('is not reminded when a snooze ends', async () => {
    const ids = await telling.raise(rule);
    await runJobs(telling.running);
    await until(past);
    await telling.change(ids, AlertEntryKind.reminded);
    expect((await told()).at(-1)).toEqual({
      kind: 'reminder',
      status: 'skipped',
      reason: 'subscription_ended',
    });
  });

  test('is notified again once it is active, also of the end of earlier alerts', async () => {
    const ids = await telling.raise(rule);
    await runJobs(telling.running);
    await until(past);
    await until(null);
    await telling.resolve(ids);
    expect((await told()).map(({ kind, status }) => [kind, status])).toEqual([
      ['opened', 'sent'],
      ['resolved', 'waiting'],
    ]);
  });

  test('in quiet hours is not notified after them either', async () => {
    await telling.raise(rule);
    await telling.rows(
      `update delivery set status = 'held', reason_code = 'quiet_hours', not_before = now() - interval '1 minute'`,
    );
    await until(past);
    await runJobs(telling.running);
    expect(await told()).toEqual([{ kind: 'opened', status: 'skipped', reason: 'subscription_ended' }]);
  });
});
