import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimDue } from '#api/features/watch/claim.store.ts';
import { poll } from '#api/features/watch/poll.service.ts';
import { Rounds, until } from '#tests/support/rounds.ts';

let rounds: Rounds;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

/** Real time: everything here happens at once. */
beforeEach(() => rounds.begin({ realTime: true }));
afterEach(() => rounds.end());

const never = new AbortController().signal;

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

  test('deletes it: nothing remains and nothing breaks', async () => {
    const office = await rounds.addController();
    await rounds.addRule();
    rounds.network.device('AP Lobby').goOffline();
    await during(office, () => rounds.rest(`DELETE /api/controllers/${office}`), {
      respond: 'slow',
      ms: 300,
    });
    expect((await rounds.rest(`GET /api/controllers/${office}/alerts`)).status).toBe(404);
    for (const table of ['controller', 'device', 'pending_condition', 'alert']) {
      expect(await rounds.rows(`select from ${table}`)).toEqual([]);
    }
    expect(await rounds.history()).toEqual([]);
  });

  test('deletes the rule: it raises nothing', async () => {
    const office = await rounds.addController();
    const rule = await rounds.addRule();
    rounds.network.device('AP Lobby').goOffline();
    await during(office, () => rounds.rest(`DELETE /api/alert-rules/${rule}`), { respond: 'slow', ms: 300 });
    expect(await rounds.rows('select from pending_condition')).toEqual([]);
    expect(await rounds.rows('select from device')).toHaveLength(3);
  });

  test('enters a new key: the rejection of the old one does not stop the new one', async () => {
    const office = await rounds.addController();
    rounds.network.addKey({ value: 'new-key', sees: ['Office'] });
    await during(office, () => rounds.rest(`PUT /api/controllers/${office}`, { apiKey: 'new-key' }), 401);
    expect(await rounds.controller(office)).toMatchObject({ status: 'online', apiKeyTail: '-key' });
    expect(await claimDue(rounds.running.app.orm.em.fork(), 1)).toHaveLength(1);
  });

  test('selects another site: readings of the old one are not used for the new one', async () => {
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
  test('never deadlock, and leave a consistent history', { timeout: 60_000 }, async () => {
    const office = await rounds.addController();
    await rounds.rows(`update controller set poll_seconds = 86400 where id = ?`, [office]);
    const rules = [await rounds.addRule(), await rounds.addRule({ controllerId: office, duration: 2 })];
    const devices = ['AP Lobby', 'Switch'].map((name) => rounds.network.device(name));
    const failed: unknown[] = [];
    const start = Date.now();

    const reading = async () => {
      for (let n = 0; n < 50; n++) {
        // For everybody: what an owner does stands behind what the rounds before have written.
        vi.useFakeTimers({ toFake: ['Date'], now: start + n * 60_000 });
        devices.forEach((device, nth) => device.become((n * 7 + nth * 3) % 10 < 7 ? 'OFFLINE' : 'ONLINE'));
        if (n % 7 === 3) rounds.unifi.faults.add({ path: '/v1/', respond: 500, times: 3 });
        const { until: claimed } = await rounds.claim(office);
        // Every fifth time nobody looked for long: what was known is paused first, in the same transaction.
        await rounds.rows(`update controller set poll_seconds = ? where id = ?`, [
          n % 5 === 4 ? 10 : 86400,
          office,
        ]);
        await poll(rounds.running.app, { controllerId: office, dueAt: new Date(), until: claimed }, never);
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
          name: 'Passing',
          condition: 'device_offline',
          duration: 1,
          controllerId: n % 2 ? office : 'all',
        });
        if (rule.status !== 200) failed.push(rule.body);
        const gone = await rounds.rest(`DELETE /api/alert-rules/${rule.body['id']}`);
        if (gone.status !== 200) failed.push(gone.body);
      }
    };
    await Promise.all([reading(), editing(0), editing(1), comingAndGoing()]);
    expect(failed).toEqual([]);
    await rounds.isSound();
    const [ended] = await rounds.rows<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    expect(ended?.deadlocks).toBe('0');
  });

  test('nor when controllers are deleted in the meantime', { timeout: 60_000 }, async () => {
    const console = rounds.network.console('Office');
    const devices = Array.from({ length: 40 }, (_, nth) => console.addDevice({ name: `AP ${nth}` }));
    const rule = await rounds.addRule();
    const failed: unknown[] = [];
    for (let n = 0; n < 10; n++) {
      devices.forEach((device) => device.comeOnline());
      const office = await rounds.addController();
      await rounds.addRule({ controllerId: office });
      await rounds.rows(`update controller set poll_seconds = 86400 where id = ?`, [office]);
      const read = async (minutesAgo: number) => {
        const { until: claimed } = await rounds.claim(office);
        const dueAt = new Date(Date.now() - minutesAgo * 60_000);
        await poll(rounds.running.app, { controllerId: office, dueAt, until: claimed }, never);
      };
      devices.slice(0, 20).forEach((device) => device.goOffline());
      await read(10);
      await read(9);
      devices.forEach((device) => device.goOffline());
      await read(8);
      // Now half of the devices have alerts and half are on their way there.
      const change = (input: object) => rounds.rest(`PUT /api/alert-rules/${rule}`, input);
      const answers = await Promise.all([
        n % 2 ? read(7) : undefined,
        change({ isActive: false }),
        rounds.rest(`DELETE /api/controllers/${office}`),
        change({ duration: n + 1 }),
      ]);
      for (const answer of answers) if (answer && answer.status !== 200) failed.push(answer.body);
      await change({ isActive: true, duration: 1 });
    }
    expect(failed).toEqual([]);
    for (const table of ['controller', 'device', 'pending_condition', 'alert']) {
      expect(await rounds.rows(`select from ${table}`)).toEqual([]);
    }
  });
});
