import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin();
  office = await rounds.addController();
  await rounds.addRule();
  await rounds.round(office, 1);
});
afterEach(() => rounds.end());

const acknowledged = () =>
  rounds.rows<{ by: string | null; note: string | null; over: boolean }>(
    'select acknowledged_by_name as by, acknowledge_note as note, resolved_at is not null as over from alert order by timestamp',
  );

test('An acknowledgement stays while nothing can be read, when readings resume, and once the device recovers', async () => {
  const lobby = rounds.network.device('AP Lobby');
  lobby.goOffline();
  await rounds.round(office, 2);
  await rounds.round(office, 3);
  const [alert] = await rounds.alerts(office);
  await rounds.rest(`POST /api/alerts/${alert!.id}/acknowledge`, { note: 'Ladder is on its way' });
  const mine = { by: 'Alice Tester', note: 'Ladder is on its way', over: false };

  rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
  await rounds.round(office, 4);
  expect(await rounds.alerts(office)).toMatchObject([{ id: alert!.id, unknownSince: time(4) }]);
  expect(await acknowledged()).toEqual([mine]);
  rounds.unifi.faults.clear();
  await rounds.round(office, 5);
  expect(await rounds.alerts(office)).toMatchObject([{ id: alert!.id, unknownSince: null }]);
  expect(await acknowledged()).toEqual([mine]);

  lobby.comeOnline();
  await rounds.round(office, 6);
  expect(await acknowledged()).toEqual([{ ...mine, over: true }]);
});

test('An alert that comes back within 20 minutes is the same one, and no longer acknowledged, like a later one', async () => {
  const lobby = rounds.network.device('AP Lobby');
  lobby.goOffline();
  await rounds.round(office, 2);
  await rounds.round(office, 3);
  await rounds.rest(`POST /api/alerts/${(await rounds.alerts(office))[0]!.id}/acknowledge`, {
    note: 'Again',
  });
  lobby.comeOnline();
  await rounds.round(office, 4);
  lobby.goOffline();
  await rounds.round(office, 5);
  await rounds.round(office, 6);
  const byNoOne = { by: null, note: null };
  expect(await acknowledged()).toEqual([{ ...byNoOne, over: false }]);
  lobby.comeOnline();
  for (let minute = 7; minute <= 27; minute++) await rounds.round(office, minute);
  expect(await acknowledged()).toEqual([{ ...byNoOne, over: true }]);
  for (let minute = 28; minute <= 48; minute++) await rounds.round(office, minute);
  lobby.goOffline();
  await rounds.round(office, 49);
  await rounds.round(office, 50);
  expect(await acknowledged()).toEqual([
    { ...byNoOne, over: true },
    { ...byNoOne, over: false },
  ]);
  expect(await rounds.history()).toEqual(
    ['raised', 'changed', 'resolved', 'raised', 'changed', 'resolved', 'raised'].map(
      (kind) => `${kind} AP Lobby`,
    ),
  );
});

test('An alert that started during maintenance no longer says so when it comes back after it', async () => {
  const lobby = rounds.network.device('AP Lobby');
  const window = { name: 'Firmware', startsAt: time(0).slice(0, 16), minutes: 5, timeZone: 'UTC' };
  expect((await rounds.rest('POST /api/maintenance-windows', window)).status).toBe(200);
  lobby.goOffline();
  await rounds.round(office, 2);
  await rounds.round(office, 3);
  const marks = () => rounds.rows('select maintenance, raises from alert');
  expect(await marks()).toEqual([{ maintenance: 'Firmware', raises: 1 }]);
  lobby.comeOnline();
  await rounds.round(office, 6);
  expect(await marks()).toEqual([{ maintenance: 'Firmware', raises: 1 }]);
  lobby.goOffline();
  await rounds.round(office, 7);
  await rounds.round(office, 8);
  expect(await marks()).toEqual([{ maintenance: null, raises: 2 }]);
});
