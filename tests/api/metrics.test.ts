import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '#tests/support/as.ts';
import type { Person } from '#tests/support/people.ts';
import { Rounds, time } from '#tests/support/rounds.ts';
import { DashboardSummary } from '#web/features/controllers/controllers.gql.ts';

let rounds: Rounds;

/** Days are UTC days, wherever the database believes to be. */
beforeAll(async () => {
  process.env.PGOPTIONS = '-c timezone=Pacific/Auckland';
  rounds = await Rounds.start();
});
afterAll(async () => {
  delete process.env.PGOPTIONS;
  await rounds.running.close();
});

/** The office: a gateway with an uplink of 600 kbit/s, a switch and an access point, read every minute. */
beforeEach(() => rounds.begin());
afterEach(() => rounds.end());

const figures = async (person: Person = rounds.alice) => {
  const { monitoringSummary, openAlertCount } = await as(person).run(DashboardSummary);
  return { ...monitoringSummary, openAlertCount };
};
const today = time(0).slice(0, 10);
const nothing = {
  totalDevices: 0,
  uncountedControllers: 0,
  onlineDevices: 0,
  offlineDevices: 0,
  impairedDevices: 0,
  unknownDevices: 0,
  transferredBytes: null,
  uptimePercent: null,
  measuredSince: null,
  openAlertCount: 0,
};
const megabytes = (count: number) => count * 1_000_000;

describe('The dashboard’s figures', () => {
  test('are nulls and zeros before anything was read, and still after the first reading', async () => {
    expect(await figures()).toEqual(nothing);
    const office = await rounds.addController();
    expect(await figures()).toEqual({
      ...nothing,
      totalDevices: 3,
      unknownDevices: 3,
      uncountedControllers: 1,
    });
    await rounds.round(office, 0);
    expect(await figures()).toEqual({ ...nothing, totalDevices: 3, onlineDevices: 3 });
  });

  test('sum only what was measured', async () => {
    const office = await rounds.addController();
    await rounds.addRule();
    const gateway = rounds.network.console('Office').device('Office');
    await rounds.round(office, 0);
    await rounds.round(office, 1);
    expect(await figures()).toEqual({
      ...nothing,
      totalDevices: 3,
      onlineDevices: 3,
      uptimePercent: 100,
      transferredBytes: megabytes(4.5),
      measuredSince: `${today}T00:00:00.000Z`,
    });

    // 16 Mbit/s for a minute, while the access point is down.
    gateway.load({ uplinkBps: { tx: 8_000_000, rx: 8_000_000 } });
    rounds.network.device('AP Lobby').goOffline();
    await rounds.round(office, 2);
    const [online, observed] = [3 + 2, 6];
    expect(await figures()).toMatchObject({
      onlineDevices: 2,
      offlineDevices: 1,
      uptimePercent: expect.closeTo((100 * online) / observed, 9) as number,
      transferredBytes: megabytes(4.5 + 120),
      openAlertCount: 0,
    });

    // UniFi fails: what was not seen counts neither for nor against.
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    await rounds.round(office, 3);
    const before = {
      uptimePercent: expect.closeTo((100 * 5) / 6, 9) as number,
      transferredBytes: megabytes(124.5),
    };
    expect(await figures()).toMatchObject({
      ...before,
      onlineDevices: 0,
      offlineDevices: 0,
      unknownDevices: 3,
    });

    // Nor does a console that lost the cloud, or a device that is updating.
    rounds.unifi.faults.clear();
    rounds.network.console('Office').disconnect();
    await rounds.round(office, 4);
    expect(await figures()).toMatchObject({ ...before, unknownDevices: 3 });
    rounds.network.console('Office').reconnect();
    rounds.network.device('AP Lobby').startUpdating();
    gateway.load({ uplinkBps: undefined });
    await rounds.round(office, 5);
    expect(await figures()).toMatchObject({
      uptimePercent: expect.closeTo((100 * 7) / 8, 9) as number,
      transferredBytes: megabytes(124.5),
      onlineDevices: 2,
      unknownDevices: 1,
    });
  });

  test('count a reading after a long silence for two minutes at most', async () => {
    const office = await rounds.addController();
    await rounds.round(office, 0);
    await rounds.round(office, 50);
    expect(await figures()).toMatchObject({ uptimePercent: 100, transferredBytes: megabytes(9) });
    expect(await rounds.rows('select observed_seconds from daily_measurement')).toEqual([
      { observed_seconds: 3 * 120 },
    ]);
  });

  test('count nothing on a day on which every device was unknown', async () => {
    const office = await rounds.addController();
    rounds.network.console('Office').disconnect();
    for (const minute of [0, 1, 2, 3]) await rounds.round(office, minute);
    expect(await rounds.rows('select from daily_measurement')).toEqual([]);
    expect(await figures()).toMatchObject({
      uptimePercent: null,
      transferredBytes: null,
      measuredSince: null,
    });
  });

  test('show no transfer if UniFi reported no throughput', async () => {
    rounds.network.console('Office').refuseConnector();
    const office = await rounds.addController();
    await rounds.round(office, 0);
    await rounds.round(office, 1);
    expect(await figures()).toMatchObject({ uptimePercent: 100, transferredBytes: null });
  });

  test('cover 30 days', async () => {
    const office = await rounds.addController();
    await rounds.rows(
      `insert into daily_measurement select ?, (now() at time zone 'utc')::date - ago, 600, online, bytes
         from (values (0, 600, 1), (29, 300, 10), (30, 0, 100), (400, 0, 1000)) as days (ago, online, bytes)`,
      [office],
    );
    const first = new Date(Date.parse(`${today}T00:00:00Z`) - 29 * 86_400_000);
    expect(await figures()).toMatchObject({
      uptimePercent: 75,
      transferredBytes: 11,
      measuredSince: first.toISOString(),
    });
  });

  test('include only the watched site, and no other team’s controllers', async () => {
    rounds.network.addConsole('test-key', { name: 'Warehouse' });
    const office = await rounds.addController();
    await rounds.addController();
    const bob = await rounds.person('Bob');
    for (const minute of [0, 1]) await rounds.round(office, minute);
    expect(await figures()).toMatchObject({ totalDevices: 4 });
    expect(await figures(bob)).toEqual(nothing);
    const { hostId } = rounds.network.console('Warehouse');
    await rounds.rest(`PUT /api/controllers/${office}`, { selectedSiteId: hostId });
    expect(await figures()).toMatchObject({ totalDevices: 1 });
  });

  test('count the open alerts', async () => {
    const office = await rounds.addController();
    await rounds.addRule();
    await rounds.addRule();
    rounds.network.device('AP Lobby').goOffline();
    for (const minute of [0, 1]) await rounds.round(office, minute);
    expect(await figures()).toMatchObject({ openAlertCount: 2 });
    expect((await as(rounds.alice).ask('{ monitoringSummary { activeAlerts } }')).data).toEqual({
      monitoringSummary: { activeAlerts: 2 },
    });
  });

  test('count the alerts of a controller without a selected site, on it and in the total', async () => {
    rounds.network.addConsole('test-key', { name: 'Warehouse', devices: [{ name: 'AP Ramp' }] });
    const everywhere = await rounds.addController();
    const office = await rounds.addController();
    await rounds.rest(`PUT /api/controllers/${office}`, {
      selectedSiteId: rounds.network.console('Office').hostId,
    });
    await rounds.addRule();
    for (const name of ['AP Lobby', 'AP Ramp']) rounds.network.device(name).goOffline();
    for (const controller of [everywhere, office])
      for (const minute of [0, 1]) await rounds.round(controller, minute);
    expect(await rounds.controller(everywhere)).toMatchObject({ selectedSiteId: null });
    expect(await rounds.alerts(everywhere)).toHaveLength(2);
    expect(await figures()).toMatchObject({ openAlertCount: 3 });
    const counts = async (person?: Person) =>
      (await as(person ?? rounds.alice).ask('{ openAlertsByController { controllerId count severity } }'))
        .data;
    expect(await counts()).toEqual({
      openAlertsByController: [
        { controllerId: everywhere, count: 2, severity: 'error' },
        { controllerId: office, count: 1, severity: 'error' },
      ],
    });
    expect(await counts(await rounds.person('Bob'))).toEqual({ openAlertsByController: [] });
  });

  test('count devices from the first reading on, as UniFi reports them', async () => {
    rounds.network.addConsole('test-key', { name: 'Warehouse', devices: [{ name: 'AP Ramp' }] });
    const both = await rounds.addController();
    expect(await figures()).toMatchObject({ totalDevices: 0, uncountedControllers: 1 });
    const select = (name: string) =>
      rounds.rest(`PUT /api/controllers/${both}`, { selectedSiteId: rounds.network.console(name).hostId });
    await select('Office');
    expect(await figures()).toMatchObject({ totalDevices: 3, unknownDevices: 3, uncountedControllers: 1 });
    // The same site again: nothing is counted twice, before it is read or after.
    const twin = await rounds.addController();
    await rounds.rest(`PUT /api/controllers/${twin}`, {
      selectedSiteId: rounds.network.console('Office').hostId,
    });
    expect(await figures()).toMatchObject({ totalDevices: 3, uncountedControllers: 2 });
    await rounds.round(both, 0);
    expect(await figures()).toMatchObject({ totalDevices: 3, onlineDevices: 3, uncountedControllers: 0 });
    // Another site, which no reading has covered yet.
    await rounds.rest(`DELETE /api/controllers/${twin}`);
    rounds.network.addConsole('test-key', { name: 'Depot', devices: [{ name: 'AP Gate' }] });
    await select('Depot');
    expect(await figures()).toMatchObject({ totalDevices: 2, unknownDevices: 2, uncountedControllers: 1 });
    await rounds.round(both, 1);
    expect(await figures()).toMatchObject({ totalDevices: 2, onlineDevices: 2, uncountedControllers: 0 });
  });
});
