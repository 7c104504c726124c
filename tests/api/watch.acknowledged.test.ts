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

test('What was acknowledged stays so while nothing can be read, when it can again, and once the device recovers', async () => {
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

test('The next alert of the same device begins unacknowledged', async () => {
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
  expect(await acknowledged()).toEqual([
    { by: 'Alice Tester', note: 'Again', over: true },
    { by: null, note: null, over: false },
  ]);
  expect(await rounds.history()).toEqual(
    ['raised', 'changed', 'resolved', 'raised'].map((kind) => `${kind} AP Lobby`),
  );
});
