import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOrm } from '#api/orm.ts';
import { claimDue } from '#api/features/watch/claim.ts';
import { poll } from '#api/features/watch/poll.ts';
import { startWatch } from '#api/features/watch/watch.ts';
import { Rounds } from '#tests/support/rounds.ts';

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

async function until(holds: () => Promise<boolean> | boolean, patience = 8000): Promise<void> {
  const giveUp = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > giveUp) throw new Error('Not seen in time');
    await sleep(25);
  }
}

/** Nothing is open twice, and every alert’s events begin with raised and end with resolved at most once. */
async function isSound(): Promise<void> {
  const twice = await rounds.rows(
    `select rule_id, subject from alert where resolved_at is null group by 1, 2 having count(*) > 1`,
  );
  expect(twice).toEqual([]);
  await rounds.history();
  const told = await rounds.rows<{ kinds: string[]; resolved: boolean }>(
    `select array_agg(kind order by seq) as kinds, (select resolved_at is not null from alert where id = alert_id) as resolved
       from event group by alert_id`,
  );
  for (const { kinds, resolved } of told) {
    expect(kinds.indexOf('raised')).toBe(0);
    expect(kinds.filter((kind) => kind === 'raised')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'resolved')).toHaveLength(resolved ? 1 : 0);
  }
}

describe('Two workers on one database', () => {
  test('read each due controller once an interval', async () => {
    const office = await rounds.addController();
    const other = await otherWorker();
    rounds.unifi.requests.length = 0;
    const watches = [startWatch(rounds.running.app), startWatch(other)];
    await sleep(6000);
    await Promise.all(watches.map((watch) => watch.stop()));
    const times = listings().map(({ at }) => at);
    // The first round probes, which lists once more.
    expect(times.length).toBeGreaterThanOrEqual(5);
    expect(times.length).toBeLessThanOrEqual(8);
    const apart = times.slice(2).map((at, nth) => at - (times[nth + 1] ?? 0));
    for (const gap of apart.slice(1)) expect(gap).toBeGreaterThan(500);
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
    await isSound();
  });
});

describe('A worker', () => {
  test('that lost its claim writes nothing', async () => {
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

  test('that is stopped gives its controllers back at once', async () => {
    await rounds.addController();
    rounds.unifi.faults.add({ path: '/v1/hosts', respond: 'never' });
    const watch = startWatch(rounds.running.app);
    await until(() => rounds.unifi.requests.length > 3);
    await watch.stop();
    expect(await claimDue(rounds.running.app.orm.em.fork(), 1)).toHaveLength(1);
  });

  test('goes on after a round that broke', async () => {
    const broken = await rounds.addController();
    const office = await rounds.addController();
    await rounds.rows(`update controller set api_key = 'v1.lost.a.b.c' where id = ?`, [broken]);
    const watch = startWatch(rounds.running.app);
    rounds.later({ close: () => watch.stop() });
    const devices = () => rounds.rows('select from device where controller_id = ?', [office]);
    await until(async () => (await devices()).length === 3);
    expect(rounds.running.logged.some((line) => line.includes('A round failed'))).toBe(true);
  });
});

describe('While a controller is being read, its owner', () => {
  /** Starts a round and holds UniFi’s answer back until the owner has acted. */
  async function during(
    office: string,
    act: () => Promise<unknown>,
    answer: { respond: 'slow'; ms: number } | 401,
  ) {
    const fault = rounds.unifi.faults.add({
      path: '/v1/hosts',
      times: 1,
      ...(answer === 401 ? { respond: 401, ms: 400 } : answer),
    });
    const claim = await rounds.claim(office);
    const round = poll(rounds.running.app, claim, never);
    await until(() => fault.hits === 1);
    await act();
    await round;
  }

  test('deletes it: nothing is left and nothing breaks', async () => {
    const office = await rounds.addController();
    await rounds.addRule();
    rounds.network.device('AP Lobby').goOffline();
    await during(office, () => rounds.rest(`DELETE /api/controllers/${office}`), {
      respond: 'slow',
      ms: 300,
    });
    expect((await rounds.rest(`GET /api/controllers/${office}/alerts`)).status).toBe(404);
    for (const table of ['controller', 'device', 'standing', 'alert', 'event']) {
      expect(await rounds.rows(`select from ${table}`)).toEqual([]);
    }
  });

  test('deletes the rule: nothing is raised by it', async () => {
    const office = await rounds.addController();
    const rule = await rounds.addRule();
    rounds.network.device('AP Lobby').goOffline();
    await during(office, () => rounds.rest(`DELETE /api/alert-rules/${rule}`), { respond: 'slow', ms: 300 });
    expect(await rounds.rows('select from standing')).toEqual([]);
    expect(await rounds.rows('select from device')).toHaveLength(3);
  });

  test('enters a new key: the refusal of the old one does not stop the new one', async () => {
    const office = await rounds.addController();
    rounds.network.addKey({ value: 'new-key', sees: ['Office'] });
    await during(office, () => rounds.rest(`PUT /api/controllers/${office}`, { apiKey: 'new-key' }), 401);
    expect(await rounds.controller(office)).toMatchObject({ status: 'online', apiKeyTail: '-key' });
    expect(await claimDue(rounds.running.app.orm.em.fork(), 1)).toHaveLength(1);
  });

  test('selects another site: what was read of the old one is not taken for the new one', async () => {
    rounds.network.addConsole('test-key', { name: 'Warehouse', devices: [{ name: 'AP Ramp' }] });
    const office = await rounds.addController();
    const [head, warehouse] = ['Office', 'Warehouse'].map((name) => rounds.network.console(name).hostId);
    await rounds.rest(`PUT /api/controllers/${office}`, { selectedSiteId: head });
    await during(office, () => rounds.rest(`PUT /api/controllers/${office}`, { selectedSiteId: warehouse }), {
      respond: 'slow',
      ms: 300,
    });
    expect(await rounds.controller(office)).toMatchObject({ selectedSiteName: 'Warehouse', deviceCount: 2 });
    expect(await claimDue(rounds.running.app.orm.em.fork(), 1)).toHaveLength(1);
  });
});

describe('Rounds and edits at the same time', () => {
  test(
    'never wait for each other in a circle, and leave the history sound',
    { timeout: 60_000 },
    async () => {
      const office = await rounds.addController();
      await rounds.rows(`update controller set poll_seconds = 86400 where id = ?`, [office]);
      const rules = [await rounds.addRule(), await rounds.addRule({ controllerId: office, duration: 2 })];
      const devices = ['AP Lobby', 'Switch'].map((name) => rounds.network.device(name));
      const failed: unknown[] = [];
      const start = Date.now() - 3_600_000;
      let minute = 0;

      const reading = async () => {
        for (let n = 0; n < 50; n++) {
          for (const device of devices) Math.random() < 0.7 ? device.goOffline() : device.comeOnline();
          if (n % 7 === 3) rounds.unifi.faults.add({ path: '/v1/', respond: 500, times: 3 });
          const { until: claimed } = await rounds.claim(office);
          // Every fifth time nobody looked for long: two judgements in one transaction.
          await rounds.rows(`update controller set poll_seconds = ? where id = ?`, [
            n % 5 === 4 ? 10 : 86400,
            office,
          ]);
          const dueAt = new Date(start + minute++ * 60_000);
          await poll(rounds.running.app, { controllerId: office, dueAt, until: claimed }, never);
        }
      };
      const editing = async (nth: number) => {
        for (let n = 0; n < 50; n++) {
          const changes = [
            { isActive: false },
            { isActive: true },
            { controllerId: office },
            { controllerId: null },
            { condition: 'high_cpu', threshold: `${50 + n}%` },
            { condition: 'device_offline' },
          ];
          const { status, body } = await rounds.rest(
            `PUT /api/alert-rules/${rules[nth]}`,
            changes[n % changes.length],
          );
          if (status !== 200) failed.push(body);
        }
      };
      const comingAndGoing = async () => {
        for (let n = 0; n < 50; n++) {
          const rule = await rounds.rest('POST /api/alert-rules', {
            ...{ name: 'Passing', condition: 'device_offline', duration: 1 },
            controllerId: n % 2 ? office : 'all',
          });
          if (rule.status !== 200) failed.push(rule.body);
          const gone = await rounds.rest(`DELETE /api/alert-rules/${rule.body['id']}`);
          if (gone.status !== 200) failed.push(gone.body);
        }
      };
      await Promise.all([reading(), editing(0), editing(1), comingAndGoing()]);
      expect(failed).toEqual([]);
      await isSound();
      const [ended] = await rounds.rows<{ deadlocks: string }>(
        'select deadlocks from pg_stat_database where datname = current_database()',
      );
      expect(ended?.deadlocks).toBe('0');
    },
  );

  test('nor when controllers are deleted meanwhile', { timeout: 60_000 }, async () => {
    const rule = await rounds.addRule();
    const failed: unknown[] = [];
    rounds.network.device('AP Lobby').goOffline();
    for (let n = 0; n < 15; n++) {
      const office = await rounds.addController();
      await rounds.addRule({ controllerId: office });
      await rounds.rows(`update controller set poll_seconds = 86400 where id = ?`, [office]);
      const dueAt = new Date(Date.now() - 600_000);
      const { until: first } = await rounds.claim(office);
      await poll(rounds.running.app, { controllerId: office, dueAt, until: first }, never);
      const claim = await rounds.claim(office);
      const answers = await Promise.all([
        poll(rounds.running.app, claim, never),
        sleep(n * 3).then(() => rounds.rest(`DELETE /api/controllers/${office}`)),
        sleep(n * 3).then(() =>
          rounds.rest(`PUT /api/alert-rules/${rule}`, { threshold: null, isActive: n % 2 === 0 }),
        ),
        sleep(n * 3).then(() =>
          rounds.rest(`PUT /api/alert-rules/${rule}`, { siteId: null, duration: n + 1 }),
        ),
      ]);
      for (const answer of answers) if (answer && answer.status !== 200) failed.push(answer.body);
    }
    expect(failed).toEqual([]);
    for (const table of ['controller', 'device', 'standing', 'alert']) {
      expect(await rounds.rows(`select from ${table}`)).toEqual([]);
    }
  });
});
