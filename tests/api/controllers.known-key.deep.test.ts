// One API key that is added twice, through the front door.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '#tests/support/as.ts';
import { addPriceList, give, limitPackage } from '#tests/support/limits.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds } from '#tests/support/rounds.ts';
import { DashboardSummary } from '#web/features/controllers/controllers.gql.ts';

let rounds: Rounds;
let office: string;
let again: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

/** The office, with a console and two more devices, connected twice. */
beforeEach(async () => {
  await rounds.begin();
  await addPriceList(rounds.running);
  office = await rounds.addController('test-key', 'Head Office');
  rounds.at(1);
  again = await rounds.addController('test-key', 'Again');
  rounds.at(0);
});
afterEach(() => rounds.end());

const bothAt = async (...minutes: number[]) => {
  for (const minute of minutes)
    for (const controller of [office, again]) await rounds.round(controller, minute);
};
const dashboard = async () => (await as(rounds.alice).run(DashboardSummary)).monitoringSummary;
const usage = async () => {
  const { data } = await as(rounds.alice).ask(
    '{ subscription { usage { devices devicesBeyond transferredBytes } } }',
  );
  return (data!['subscription'] as { usage: Record<string, number> }).usage;
};
const allow = async (maxDevices: number) => {
  await limitPackage(rounds.running, 'Professional Plan', { maxDevices });
  await give(rounds.running, rounds.alice.teamId, 'Professional Plan');
};
const beyond = (controller: string) =>
  rounds
    .rows<{ name: string }>('select name from device where over_limit and controller_id = ? order by name', [
      controller,
    ])
    .then((rows) => rows.map(({ name }) => name));

describe('Devices that two controllers of a team monitor', () => {
  test('count once on the dashboard and in the plan', async () => {
    await bothAt(1, 2);
    expect(await dashboard()).toMatchObject({ totalDevices: 3, onlineDevices: 3, uptimePercent: 100 });
    expect(await usage()).toMatchObject({ devices: 3, devicesBeyond: 0 });
  });

  test('are measured once, and by the other controller while one cannot read them', async () => {
    await rounds.round(office, 1);
    await rounds.round(office, 2);
    const { transferredBytes: once } = await dashboard();
    await rounds.round(again, 2);
    await rounds.round(again, 3);
    expect(await dashboard()).toMatchObject({ transferredBytes: once });
    expect(await usage()).toMatchObject({ transferredBytes: once });

    await rounds.rows(`update device set state = 'unknown' where controller_id = ?`, [office]);
    await rounds.round(again, 4);
    expect((await dashboard()).transferredBytes).toBeCloseTo(2 * once!);
    expect(await dashboard()).toMatchObject({ totalDevices: 3, onlineDevices: 3, unknownDevices: 0 });
  });

  test('take one place of the package for both', async () => {
    await allow(3);
    await bothAt(1, 2);
    expect(await beyond(office)).toEqual([]);
    expect(await beyond(again)).toEqual([]);
    await allow(2);
    const [left, ...more] = await beyond(office);
    expect(more).toEqual([]);
    expect(await beyond(again)).toEqual([left]);
    expect(await usage()).toMatchObject({ devices: 3, devicesBeyond: 1 });
    expect(await dashboard()).toMatchObject({ totalDevices: 2 });
  });

  test('count once when an administrator checks who would exceed a package', async () => {
    await bothAt(1);
    const id = await limitPackage(rounds.running, 'Professional Plan', { maxDevices: 100 });
    await give(rounds.running, rounds.alice.teamId, 'Professional Plan');
    const grace = await rounds.person('Grace');
    await rounds.rows(`update "user" set role = 'super_admin' where id = ?`, [grace.userId]);
    const check = async (maxDevices: number) => {
      const preview = `{ previewPackage(id: "${id}", input: { maxDevices: ${maxDevices} }) { affected { over } } }`;
      const { data, errors } = await as(grace).ask(preview);
      expect(errors).toBeUndefined();
      return (data!['previewPackage'] as { affected: { over: string[] }[] }).affected;
    };
    expect(await check(3)).toEqual([]);
    expect(await check(2)).toEqual([{ over: ['3 devices, 2 allowed'] }]);
  });

  test('of two sites with one key all count', async () => {
    rounds.network.addConsole('test-key', { name: 'Warehouse', devices: [{ name: 'AP Ramp' }] });
    for (const [controller, name] of [
      [office, 'Office'],
      [again, 'Warehouse'],
    ] as const)
      await rounds.rest(`PUT /api/controllers/${controller}`, {
        selectedSiteId: rounds.network.console(name).hostId,
      });
    await bothAt(1);
    expect(await dashboard()).toMatchObject({ totalDevices: 5 });
  });
});

describe('Adding a key that the team already uses', () => {
  const known = {
    status: 409,
    body: {
      message: 'This API key is already connected as “Head Office”.',
      reason: 'known_key',
      controllerName: 'Head Office',
    },
  };

  test.each(['POST /api/controllers', 'POST /api/unifi/connect'] as const)(
    'is rejected on request by %s, which names the existing controller and asks UniFi nothing',
    async (call) => {
      rounds.unifi.requests.length = 0;
      const body = { name: 'Third', apiKey: ' test-key ', rejectDuplicate: true };
      const { name: _, ...keyOnly } = body;
      const answer = await rounds.rest(call, call === 'POST /api/controllers' ? body : keyOnly);
      expect(answer).toEqual({ ...known, body: { ...known.body, controllerId: office } });
      expect(rounds.unifi.requests).toEqual([]);
      expect((await rounds.rest<object[]>('GET /api/controllers')).body).toHaveLength(2);
    },
  );

  test('is possible, as documented, unless it is rejected', async () => {
    const answer = await rounds.rest('POST /api/controllers', {
      name: 'Third',
      apiKey: 'test-key',
      rejectDuplicate: false,
    });
    expect(answer).toMatchObject({ status: 200, body: { name: 'Third' } });
  });

  test('reveals nothing about other teams', async () => {
    const bob = await rounds.person('Bob');
    const body = { name: 'Mine', apiKey: 'test-key', rejectDuplicate: true };
    expect(await rest(bob).post('/api/controllers', body)).toMatchObject({ status: 200 });
  });

  test('is rejected too when both are added at the same moment', async () => {
    const bob = await rounds.person('Bob');
    const body = { name: 'Mine', apiKey: 'test-key', rejectDuplicate: true };
    const answers = await Promise.all([1, 2, 3].map(() => rest(bob).post('/api/controllers', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('is possible once the stored key can no longer be decrypted', async () => {
    await rounds.rows(`update controller set api_key = 'unreadable'`);
    const body = { name: 'Third', apiKey: 'test-key', rejectDuplicate: true };
    expect(await rounds.rest('POST /api/controllers', body)).toMatchObject({ status: 200 });
  });
});
