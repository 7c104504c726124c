import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { smallOffice } from '#api/demo/unifi/network.ts';
import { Rounds } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

beforeEach(async () => {
  const [console] = smallOffice.consoles!;
  const keys = [{ ...smallOffice, consoles: [console!, { name: 'Shop' }] }];
  await rounds.begin({ keys });
  office = await rounds.addController();
  await rounds.addRule();
});
afterEach(() => rounds.end());

const lobby = () => rounds.network.device('AP Lobby');
const during = async (from: number, until: number) => {
  for (let minute = from; minute <= until; minute++) await rounds.round(office, minute);
};
const listed = async () => {
  const query = 'query($id: ID!) { devices(controllerId: $id) { name state stateReason } }';
  const { devices } = await rounds.ask<{ devices: { name: string; state: string; stateReason: string }[] }>(
    query,
    { id: office },
  );
  return devices.map(({ name, state, stateReason }) => [name, state, stateReason].filter(Boolean).join(' '));
};
const ends = () => rounds.rows('select resolution, resolved_at is null as open from alert');

describe('A device that leaves the list of the cloud', () => {
  test('while the console can’t be read and the count of offline devices rises, raises an alert that stays', async () => {
    rounds.network.key('test-key').denyConnector();
    await during(1, 1);
    lobby().vanish();
    await during(2, 3);
    expect(await rounds.alerts(office)).toMatchObject([{ type: 'device_offline', deviceName: 'AP Lobby' }]);
    expect(await listed()).toContain('AP Lobby offline unlisted');
    await during(4, 30);
    expect(await rounds.alerts(office)).toMatchObject([{ unknownSince: null }]);
    expect(await rounds.figures()).toMatchObject({ totalDevices: 4, offlineDevices: 1 });
    lobby().comeOnline();
    await during(31, 31);
    expect(await ends()).toEqual([{ resolution: 'recovered', open: false }]);
  });

  test('and the list of its console raises an alert all the same', async () => {
    await during(1, 1);
    lobby().vanishEverywhere();
    await during(2, 3);
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby' }]);
  });
});

describe('A device that its administrator removes', () => {
  test('has its alert closed as removed after 15 minutes, and is no longer listed and counted', async () => {
    lobby().goOffline();
    await during(1, 2);
    lobby().remove();
    await during(3, 17);
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby' }]);
    await during(18, 18);
    expect(await ends()).toEqual([{ resolution: 'removed', open: false }]);
    expect(await rounds.rows('select kind, detail from alert_entry order by at desc limit 1')).toEqual([
      { kind: 'resolved', detail: 'Removed from UniFi' },
    ]);
    expect(await listed()).toEqual(['Office online', 'Shop online', 'Switch online']);
    expect(await rounds.figures()).toMatchObject({ totalDevices: 3, unknownDevices: 0 });
    const history = '{ alertHistory { nodes { deviceName resolution } } }';
    expect(await rounds.ask(history)).toEqual({
      alertHistory: { nodes: [{ deviceName: 'AP Lobby', resolution: 'removed' }] },
    });
  });

  test('without an alert raises none', async () => {
    await during(1, 1);
    lobby().remove();
    await during(2, 40);
    expect(await ends()).toEqual([]);
    expect(await rounds.figures()).toMatchObject({ totalDevices: 3 });
  });

  test('and adopts again is watched again', async () => {
    await during(1, 1);
    const { device } = lobby();
    lobby().remove();
    await during(2, 20);
    expect(await listed()).toHaveLength(3);
    rounds.network.console('Office').console.devices.push(device);
    lobby().goOffline();
    await during(21, 22);
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby' }]);
    expect(await listed()).toContain('AP Lobby offline');
  });
});

describe('A device that moves to another console', () => {
  test('is listed once, even if its old console still lists it as offline', async () => {
    await during(1, 1);
    rounds.network.moveDevice('AP Lobby', 'Shop', { leavesRow: true });
    await during(2, 5);
    expect(await listed()).toEqual(['AP Lobby online', 'Office online', 'Shop online', 'Switch online']);
    expect(await rounds.figures()).toMatchObject({ totalDevices: 4, onlineDevices: 4 });
    expect(await ends()).toEqual([]);
  });
});

describe('A device that is listed twice in its group', () => {
  test('has the state of the fresher row, whichever comes first', async () => {
    rounds.network.key('test-key').denyConnector();
    const { mac } = lobby().device;
    const console = rounds.network.console('Office');
    const row = { mac, fields: { status: 'offline', startupTime: null } };
    console.listExtra({ ...row, first: true });
    await during(1, 3);
    console.clearExtra().listExtra(row);
    await during(4, 6);
    console.clearExtra().listExtra({ mac, fields: { status: 'offline' }, updatedAt: Date.now() - 3_600_000 });
    await during(7, 9);
    expect(await ends()).toEqual([]);
    expect(await listed()).toContain('AP Lobby online');
  });
});

describe('An update', () => {
  test('that lasts longer than 15 minutes raises an alert, which ends with it', async () => {
    await during(1, 1);
    lobby().startUpdating();
    await during(2, 16);
    expect(await ends()).toEqual([]);
    expect(await listed()).toContain('AP Lobby busy updating');
    await during(17, 18);
    expect(await rounds.alerts(office)).toMatchObject([
      {
        type: 'device_impaired',
        severity: 'warning',
        message: 'AP Lobby (Office) has been updating since 12:02 UTC',
      },
    ]);
    expect(await listed()).toContain('AP Lobby impaired update_overdue');
    lobby().comeOnline();
    await during(19, 19);
    expect(await ends()).toEqual([{ resolution: 'recovered', open: false }]);
  });

  test('does not count time without readings', async () => {
    await during(1, 1);
    lobby().startUpdating();
    await during(2, 3);
    await during(180, 182);
    expect(await ends()).toEqual([]);
  });
});
