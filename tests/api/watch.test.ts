import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Rounds, time, until } from '#tests/support/rounds.ts';
import { Socket } from '#tests/support/socket.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

beforeEach(async () => {
  await rounds.begin();
  office = await rounds.addController();
});
afterEach(() => rounds.end());

const changed = `subscription($id: ID!) {
  alertChanged(controllerId: $id) { change alert { deviceName resolvedAt } }
}`;

/** A listener that has certainly been heard: its question behind the subscription was answered. */
async function listen(): Promise<Socket> {
  const socket = rounds.later(new Socket(rounds.running));
  await socket.signIn(rounds.alice.token);
  await socket.subscribe('live', changed, { id: office });
  await socket.subscribe('settled', '{ openAlertCount }');
  await socket.until(() => socket.of('settled').length > 0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return socket;
}

function heard(socket: Socket): string[] {
  const changes = socket.of('live').map(({ payload }) => payload?.data?.['alertChanged']) as unknown as {
    change: string;
    alert: { deviceName: string };
  }[];
  return changes.map(({ change, alert }) => `${change} ${alert.deviceName}`);
}

const standings = () => rounds.rows<{ subject: string }>('select subject from pending_condition');

describe('A device that fails', () => {
  test('raises an alert before the figures of other devices arrive', async () => {
    await rounds.addRule();
    await rounds.round(office, 1);
    rounds.network.device('AP Lobby').goOffline();
    await rounds.round(office, 2);
    const figures = rounds.unifi.faults.add({ path: /statistics/, respond: 'slow', ms: 3000 });
    let isOver = false;
    const round = rounds.round(office, 3).then(() => (isOver = true));
    await until(async () => (await rounds.alerts(office)).length === 1);
    await until(() => figures.hits > 0);
    expect(isOver).toBe(false);
    await round;
    expect(await rounds.history()).toEqual(['raised AP Lobby']);
  });

  test('is detected, alerted after its rule’s duration, shown, sent and resolved when it is back', async () => {
    await rounds.addRule({ duration: 2 });
    const socket = await listen();
    await rounds.round(office, 1);
    expect(await rounds.alerts(office)).toEqual([]);

    rounds.network.device('AP Lobby').goOffline();
    await rounds.round(office, 2);
    await rounds.round(office, 3);
    expect(await standings()).toHaveLength(1);
    expect(await rounds.alerts(office)).toEqual([]);
    expect(await rounds.history()).toEqual([]);

    await rounds.round(office, 4);
    expect(await standings()).toEqual([]);
    expect(await rounds.alerts(office)).toMatchObject([
      {
        message: 'AP Lobby (Office) has been offline since 12:02 UTC',
        severity: 'error',
        type: 'device_offline',
        deviceName: 'AP Lobby',
        siteId: rounds.network.console('Office').hostId,
        since: time(2),
        timestamp: time(4),
        resolvedAt: null,
      },
    ]);
    expect(await rounds.history()).toEqual(['raised AP Lobby']);

    await rounds.round(office, 5);
    expect(await rounds.history()).toEqual(['raised AP Lobby']);

    rounds.network.device('AP Lobby').comeOnline();
    await rounds.round(office, 6);
    expect(await rounds.alerts(office)).toEqual([]);
    expect(await rounds.history()).toEqual(['raised AP Lobby', 'resolved AP Lobby']);
    expect(await rounds.rows('select resolution, resolved_at::text from alert')).toMatchObject([
      { resolution: 'recovered', resolved_at: expect.stringContaining('12:06:00') as string },
    ]);
    await socket.until(() => heard(socket).length === 2);
    expect(heard(socket)).toEqual(['raised AP Lobby', 'resolved AP Lobby']);
  });

  test('for less than the duration raises nothing', async () => {
    await rounds.addRule({ duration: 3 });
    rounds.network.device('AP Lobby').goOffline();
    await rounds.round(office, 1);
    await rounds.round(office, 3);
    rounds.network.device('AP Lobby').comeOnline();
    await rounds.round(office, 4);
    await rounds.round(office, 5);
    expect(await standings()).toEqual([]);
    expect(await rounds.history()).toEqual([]);
  });

  test('repeatedly, each time after it was OK for a while, has one alert at a time, each with its own history', async () => {
    await rounds.addRule();
    for (let minute = 1; minute <= 51; minute += 25) {
      rounds.network.device('Switch').goOffline();
      await rounds.round(office, minute);
      await rounds.round(office, minute + 1);
      expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'Switch', severity: 'critical' }]);
      rounds.network.device('Switch').comeOnline();
      await rounds.round(office, minute + 2);
      // Longer between two rounds and nobody could say what was.
      for (let well = 3; well < 25; well++) await rounds.round(office, minute + well);
    }
    const once = ['raised Switch', 'resolved Switch'];
    expect(await rounds.history()).toEqual([...once, ...once, ...once]);
  });

  test('during an update is neither down nor back', async () => {
    await rounds.addRule();
    const device = rounds.network.device('AP Lobby').goOffline();
    await rounds.round(office, 1);
    await rounds.round(office, 2);
    device.startUpdating();
    await rounds.round(office, 3);
    expect(await rounds.alerts(office)).toMatchObject([{ unknownSince: time(3) }]);
    device.comeOnline();
    await rounds.round(office, 4);
    expect(await rounds.alerts(office)).toEqual([]);
  });

  test('stays in alert when UniFi drops it from the list', async () => {
    await rounds.addRule();
    const device = rounds.network.device('AP Lobby').goOffline();
    await rounds.round(office, 1);
    await rounds.round(office, 2);
    device.remove();
    await rounds.round(office, 3);
    await rounds.round(office, 4);
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby', resolvedAt: null }]);
  });
});

describe('A round in which nothing changed', () => {
  test('writes no alert, event, pending condition or device', async () => {
    await rounds.addRule();
    await rounds.addRule({ duration: 60 });
    rounds.network.device('AP Lobby').goOffline();
    await rounds.round(office, 1);
    await rounds.round(office, 2);
    const versions = () =>
      rounds.rows(`
        select 'alert' as of, id::text, xmin::text, ctid::text from alert
        union all select 'event', seq::text, xmin::text, ctid::text from event
        union all select 'pending_condition', id::text, xmin::text, ctid::text from pending_condition
        union all select 'device', id::text, xmin::text, ctid::text from device
        union all select 'rule', id::text, xmin::text, ctid::text from alert_rule order by 1, 2`);
    const before = await versions();
    expect(new Set(before.map((row) => (row as { of: string }).of)).size).toBe(5);
    await rounds.round(office, 3);
    await rounds.round(office, 4);
    expect(await versions()).toEqual(before);
  });

  test('updates the time of the last reading for the customer', async () => {
    await rounds.round(office, 1);
    await rounds.round(office, 2);
    expect(await rounds.controller(office)).toMatchObject({
      status: 'online',
      statusReason: null,
      lastSync: time(2),
      deviceCount: 3,
      totalSites: 1,
    });
  });
});

describe('A time without readings', () => {
  test('does not count toward the duration', async () => {
    await rounds.addRule({ duration: 10 });
    rounds.network.device('AP Lobby').goOffline();
    await rounds.round(office, 1);
    await rounds.round(office, 2);
    // Nobody looks for half an hour.
    await rounds.round(office, 32);
    expect(await rounds.alerts(office)).toEqual([]);
    for (let minute = 33; minute < 40; minute++) await rounds.round(office, minute);
    expect(await rounds.alerts(office)).toEqual([]);
    await rounds.round(office, 40);
    await rounds.round(office, 41);
    expect(await rounds.alerts(office)).toHaveLength(1);
  });

  test('does not end an alert, nor notify about it twice', async () => {
    await rounds.addRule();
    rounds.network.device('AP Lobby').goOffline();
    await rounds.round(office, 1);
    await rounds.round(office, 2);
    await rounds.round(office, 50);
    expect(await rounds.alerts(office)).toMatchObject([{ unknownSince: null }]);
    expect(await rounds.history()).toEqual(['raised AP Lobby']);
  });
});

describe('A port that was up', () => {
  test('raises an alert once it is down for its rule’s duration, and one that was never up does not', async () => {
    await rounds.addRule({ name: 'Ports', condition: 'port_down' });
    const ports = rounds.network.device('Switch');
    ports.portUp(3);
    ports.portDown(4);
    await rounds.round(office, 1);
    ports.portDown(3);
    for (const minutes of [2, 3, 4]) await rounds.round(office, minutes);
    expect(await rounds.alerts(office)).toMatchObject([
      { message: 'Port 3 on Switch (Office) has been down since 12:02 UTC', type: 'port_down' },
    ]);
  });
});
