import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson } from '#tests/support/people.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let controller: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

const many = (name: string, count: number) =>
  Array.from({ length: count }, (_, nth) => ({ name: `${name} ${nth + 1}`, model: 'U6 Lite' }));

/** One key, two consoles, both watched; so many access points in the office. */
async function begin(accessPoints = 40): Promise<void> {
  await rounds.begin({
    keys: [
      {
        value: 'test-key',
        consoles: [
          {
            name: 'Office',
            devices: [{ name: 'Switch', model: 'USW Lite 8 PoE' }, ...many('AP', accessPoints)],
          },
          { name: 'Warehouse', devices: [{ name: 'AP Ramp' }] },
        ],
      },
    ],
  });
  controller = await rounds.addController();
}
beforeEach(() => begin());
afterEach(() => rounds.end());

const hostId = (name: string) => rounds.network.console(name).hostId;
const names = async () => (await rounds.alerts(controller)).map(({ deviceName }) => deviceName).sort();
const select = (selectedSiteId: string | null) =>
  rounds.rest(`PUT /api/controllers/${controller}`, { selectedSiteId });

describe('A console that loses the cloud', () => {
  test('raises one alert for all its five hundred devices, and comes back without a storm', async () => {
    await rounds.end();
    await begin(499);
    await rounds.addRule();
    await rounds.round(controller, 1);
    rounds.network.console('Office').disconnect();
    await rounds.round(controller, 2);
    await rounds.round(controller, 3);
    await rounds.round(controller, 4);
    expect(await rounds.alerts(controller)).toMatchObject([
      {
        type: 'console_offline',
        severity: 'critical',
        deviceName: 'Office',
        message:
          'Console Office has been unreachable since 12:02 UTC, so the state of 500 devices is unknown',
      },
    ]);
    const states = await rounds.rows(
      `select state, count(*)::int from device where host_id = ? group by 1 order by 1`,
      [hostId('Office')],
    );
    expect(states).toEqual([{ state: 'unknown', count: 501 }]);

    // Behind its back one device fails; the others were well all the time.
    rounds.network.device('AP 7').goOffline();
    rounds.network.console('Office').reconnect();
    await rounds.round(controller, 7);
    expect(await names()).toEqual([]);
    await rounds.round(controller, 8);
    expect(await names()).toEqual(['AP 7']);
    expect(await rounds.history()).toEqual(['raised Office', 'resolved Office', 'raised AP 7']);
  });

  test('keeps the alerts of its devices open, as unknown', async () => {
    await rounds.addRule();
    rounds.network.device('AP 3').goOffline();
    await rounds.round(controller, 1);
    await rounds.round(controller, 2);
    rounds.network.console('Office').disconnect();
    for (const minute of [3, 4, 5]) await rounds.round(controller, minute);
    expect(await rounds.alerts(controller)).toMatchObject([
      { type: 'console_offline' },
      { deviceName: 'AP 3', unknownSince: time(3), resolvedAt: null },
    ]);
    rounds.network.console('Office').reconnect();
    await rounds.round(controller, 6);
    expect(await rounds.alerts(controller)).toMatchObject([{ deviceName: 'AP 3', unknownSince: null }]);
  });

  test('is shown as offline if it is the selected site', async () => {
    await select(hostId('Office'));
    rounds.network.console('Office').disconnect();
    await rounds.round(controller, 1);
    expect(await rounds.controller(controller)).toMatchObject({
      status: 'offline',
      statusReason: 'The console is disconnected from UniFi.',
    });
    rounds.network.console('Office').reconnect();
    await rounds.round(controller, 2);
    expect(await rounds.controller(controller)).toMatchObject({ status: 'online', statusReason: null });
  });

  test('and leaves the account is reported by name: its owner has to select another site', async () => {
    await rounds.addRule();
    await select(hostId('Office'));
    rounds.network.device('AP 3').goOffline();
    await rounds.round(controller, 1);
    await rounds.round(controller, 2);
    rounds.network.console('Office').leaveAccount();
    await rounds.round(controller, 3);
    expect(await rounds.controller(controller)).toMatchObject({
      status: 'error',
      statusReason: 'The selected site is no longer in this UniFi account. Select another site.',
    });
    expect(await rounds.alerts(controller)).toMatchObject([{ deviceName: 'AP 3', unknownSince: time(3) }]);
  });
});

describe('The selected site', () => {
  beforeEach(async () => {
    await rounds.addRule();
    rounds.network.device('AP 1').goOffline();
    rounds.network.device('AP Ramp').goOffline();
    await rounds.round(controller, 1);
    await rounds.round(controller, 2);
    expect(await names()).toEqual(['AP 1', 'AP Ramp']);
  });

  test('is the only one watched: alerts of the others end as no longer watched in the next round', async () => {
    await select(hostId('Warehouse'));
    await rounds.round(controller, 3);
    expect(await names()).toEqual(['AP Ramp']);
    expect(
      await rounds.rows('select device_name, resolution from alert where resolved_at is not null'),
    ).toEqual([{ device_name: 'AP 1', resolution: 'no_longer_watched' }]);
    expect((await rounds.history()).at(-1)).toBe('resolved AP 1');
    await select(null);
    await rounds.round(controller, 4);
    await rounds.round(controller, 5);
    expect(await names()).toEqual(['AP 1', 'AP Ramp']);
  });

  test('ends the alerts of the others even when UniFi can’t be read', async () => {
    await select(hostId('Warehouse'));
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    await rounds.round(controller, 3);
    expect(await names()).toEqual(['AP Ramp']);
  });
});

describe('A rule', () => {
  let rule: string;
  beforeEach(async () => {
    rule = await rounds.addRule();
    rounds.network.device('AP 1').goOffline();
    await rounds.round(controller, 1);
    await rounds.round(controller, 2);
    expect(await names()).toEqual(['AP 1']);
  });

  const ended = async () => {
    expect(await names()).toEqual([]);
    expect(await rounds.rows('select resolution from alert')).toEqual([{ resolution: 'no_longer_watched' }]);
    expect(await rounds.history()).toEqual(['raised AP 1', 'resolved AP 1']);
    expect(await rounds.rows('select from pending_condition')).toEqual([]);
  };
  const change = (input: object) => rounds.rest(`PUT /api/alert-rules/${rule}`, input);

  test('that is switched off ends its alerts at once and raises no more', async () => {
    expect((await change({ isActive: false })).status).toBe(200);
    await ended();
    await rounds.round(controller, 3);
    await rounds.round(controller, 4);
    await ended();
  });

  test('that is deleted ends its alerts at once; their history stays', async () => {
    expect((await rounds.rest(`DELETE /api/alert-rules/${rule}`)).status).toBe(200);
    await ended();
    await rounds.round(controller, 3);
    await ended();
    expect(await rounds.rows('select rule_name, rule_id from alert')).toEqual([
      { rule_name: 'Anything down', rule_id: null },
    ]);
  });

  test('that changes its condition ends its alerts immediately and starts over', async () => {
    expect((await change({ condition: 'high_cpu', threshold: '80%' })).status).toBe(200);
    await ended();
    rounds.network.device('AP 2').load({ cpuPercent: 97.3 });
    await rounds.round(controller, 3);
    expect(await names()).toEqual([]);
    await rounds.round(controller, 4);
    expect(await rounds.alerts(controller)).toMatchObject([
      {
        type: 'high_cpu',
        severity: 'warning',
        message: 'CPU on AP 2 (Office) has been above 80% since 12:03 UTC (now 97%)',
        value: 97.3,
        threshold: 80,
      },
    ]);
    expect((await change({ threshold: '98%' })).status).toBe(200);
    expect(await names()).toEqual([]);
    await rounds.round(controller, 5);
    expect(await names()).toEqual([]);
  });

  test('that gets another name or duration keeps its alerts', async () => {
    expect((await change({ name: 'Down', duration: 30 })).status).toBe(200);
    await rounds.round(controller, 3);
    expect(await names()).toEqual(['AP 1']);
    expect(await rounds.history()).toEqual(['raised AP 1']);
  });

  test('for one site doesn’t affect another', async () => {
    await change({ controllerId: controller, siteId: hostId('Warehouse') });
    rounds.network.device('AP Ramp').goOffline();
    await rounds.round(controller, 3);
    await rounds.round(controller, 4);
    expect(await names()).toEqual(['AP Ramp']);
  });
});

describe('The first rule of a new team', () => {
  test('raises an alert for a device that is offline for a minute, without any set-up', async () => {
    rounds.alice = await addPerson(rounds.running, { firstName: 'Newcomer' });
    controller = await rounds.addController();
    rounds.network.device('AP 1').goOffline();
    await rounds.round(controller, 1);
    await rounds.round(controller, 2);
    expect(await names()).toEqual(['AP 1']);
  });
});
