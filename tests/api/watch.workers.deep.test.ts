import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOrm } from '#api/wiring/entities.ts';
import { claimDue } from '#api/features/watch/claim.store.ts';
import { poll } from '#api/features/watch/poll.service.ts';
import { startWatch } from '#api/features/watch/watch.service.ts';
import { Rounds, until } from '#tests/support/rounds.ts';

let rounds: Rounds;

beforeAll(async () => {
  rounds = await Rounds.start({ config: { pollIntervalSeconds: 1 } });
});
afterAll(() => rounds.running.close());

/** Workers live in real time. */
beforeEach(() => rounds.begin({ realTime: true }));
afterEach(() => rounds.end());

const listings = () => rounds.unifi.requests.filter(({ path }) => path.startsWith('/v1/hosts'));
const never = new AbortController().signal;

/** Another process: its own connections to the same database. */
async function otherWorker() {
  const orm = await openOrm(rounds.running.databaseUrl, { maxConnections: 5 });
  rounds.later({ close: () => orm.close() });
  return { ...rounds.running.app, orm };
}

describe('Two workers on one database', () => {
  test('read each due controller once per interval', async () => {
    const office = await rounds.addController();
    const other = await otherWorker();
    rounds.unifi.requests.length = 0;
    const began = Date.now();
    const watches = [startWatch(rounds.running.app), startWatch(other)];
    await until(() => listings().length >= 5, 60_000);
    await Promise.all(watches.map((watch) => watch.stop()));
    const times = listings().map(({ at }) => at);
    // The first round is due at once, probes, which lists once more, and the second comes after half an interval or
    // more. However slow the machine is, no other interval has two.
    expect(times.length).toBeLessThanOrEqual((Date.now() - began) / 1000 + 3);
    const apart = times.slice(2).map((at, nth) => at - (times[nth + 1] ?? 0));
    // A late round makes the next gap short; the same tick read twice would leave next to none.
    for (const gap of apart.slice(1)) expect(gap).toBeGreaterThan(100);
    expect(await rounds.controller(office)).toMatchObject({ status: 'online' });
  });

  test('never claim the same controller', async () => {
    for (let n = 0; n < 12; n++) await rounds.addController();
    const other = await otherWorker();
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, n) => claimDue((n % 2 ? other : rounds.running.app).orm.em.fork(), 3)),
    );
    const ids = claims.flat().map(({ controllerId }) => controllerId);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  });

  test('never open two alerts, even when both judge the same controller at once', async () => {
    const office = await rounds.addController();
    await rounds.addRule();
    const other = await otherWorker();
    rounds.network.device('AP Lobby').goOffline();
    await rounds.rows(`update controller set poll_seconds = 86400 where id = ?`, [office]);
    const dueAt = new Date(Date.now() - 600_000);
    const { until: claimed } = await rounds.claim(office);
    await poll(rounds.running.app, { controllerId: office, dueAt, until: claimed }, never);
    for (let n = 0; n < 5; n++) {
      // Both believe that they hold the claim.
      const claim = await rounds.claim(office);
      await Promise.all([
        poll(rounds.running.app, claim, never),
        poll(other, claim, never),
        poll(other, claim, never),
      ]);
    }
    expect(await rounds.alerts(office)).toHaveLength(1);
    await rounds.isSound();
  });
});

describe('A worker', () => {
  test('that lost its lease writes nothing', async () => {
    const office = await rounds.addController();
    await rounds.addRule();
    const late = await rounds.claim(office);
    await sleep(5);
    await rounds.claim(office);
    const row = () => rounds.rows('select *, xmin::text from controller');
    const before = await row();
    await poll(rounds.running.app, late, never);
    expect(await row()).toEqual(before);
    expect(await rounds.rows('select from device')).toEqual([]);
  });

  test('that is killed in the middle of a round loses that round and no more', async () => {
    const office = await rounds.addController();
    await rounds.rows(`update controller set poll_seconds = 86400 where id = ?`, [office]);
    await rounds.addRule();
    const [claim] = await claimDue(rounds.running.app.orm.em.fork(), 1);
    expect(claim?.controllerId).toBe(office);
    expect(await claimDue(rounds.running.app.orm.em.fork(), 1)).toEqual([]);
    await rounds.rows(`update controller set claimed_until = now() - interval '1 second'`);
    const [again] = await claimDue(rounds.running.app.orm.em.fork(), 1);
    expect(again).toMatchObject({ controllerId: office, dueAt: claim?.dueAt });
    await poll(rounds.running.app, again!, never);
    expect(await rounds.controller(office)).toMatchObject({ status: 'online' });
    expect(await claimDue(rounds.running.app.orm.em.fork(), 1)).toEqual([]);
  });

  test('that never got the response to its claim has it again immediately, and no other worker has', async () => {
    const office = await rounds.addController();
    const claim = (worker?: { id: string; known: string[] }) =>
      claimDue(rounds.running.app.orm.em.fork(), 1, worker);
    const worker = { id: randomUUID(), known: [] };
    expect(await claim(worker)).toHaveLength(1);
    expect(await claim()).toEqual([]);
    expect(await claim({ ...worker, known: [office] })).toEqual([]);
    expect(await claim(worker)).toMatchObject([{ controllerId: office }]);
  });

  test('that is stopped releases its controllers immediately', async () => {
    await rounds.addController();
    rounds.unifi.faults.add({ path: '/v1/hosts', respond: 'never' });
    const watch = startWatch(rounds.running.app);
    await until(() => rounds.unifi.requests.length > 3);
    await watch.stop();
    expect(await claimDue(rounds.running.app.orm.em.fork(), 1)).toHaveLength(1);
  });

  test('continues after a failed round', async () => {
    const broken = await rounds.addController();
    const office = await rounds.addController();
    await rounds.rows(`update controller set capabilities = '{}', probed_at = now() where id = ?`, [broken]);
    const watch = startWatch(rounds.running.app);
    rounds.later({ close: () => watch.stop() });
    const devices = () => rounds.rows('select from device where controller_id = ?', [office]);
    await until(async () => (await devices()).length === 3);
    expect(rounds.running.logged.some((line) => line.includes('A poll failed'))).toBe(true);
  });
});
