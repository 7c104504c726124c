import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { nextGaps } from '#api/features/watch/evaluate/gaps.ts';
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
  await rounds.addRule({ name: 'CPU', condition: 'high_cpu', duration: 2 });
  await rounds.addRule({ name: 'Down', condition: 'device_offline', duration: 2 });
  await rounds.round(office, 1);
});
afterEach(() => rounds.end());

const shape = '{ since reason conditions controllerId deviceCount }';
interface Shown {
  name: string;
  notEvaluated: { since: string; reason: string; conditions: string[]; deviceCount: number | null }[];
}

/** What rules, devices and the controller say. */
async function shown() {
  const { alertRules, devices, controllers } = await rounds.ask<Record<string, Shown[]>>(
    `query ($id: ID!) {
       alertRules { name notEvaluated ${shape} }
       devices(controllerId: $id, first: 50) { name notEvaluated ${shape} }
       controllers { name notEvaluated ${shape} }
     }`,
    { id: office },
  );
  const named = (all: Shown[] = [], name: string) => all.find((one) => one.name === name)?.notEvaluated;
  return {
    cpu: named(alertRules, 'CPU'),
    down: named(alertRules, 'Down'),
    device: named(devices, 'Switch'),
    controller: named(controllers, 'Office'),
  };
}

const nothing = { cpu: [], down: [], device: [], controller: [] };

describe('A condition that can’t be evaluated', () => {
  test('is shown on the rule, the device and the controller once that has lasted longer than the rule’s duration', async () => {
    expect(await shown()).toEqual(nothing);
    rounds.network.console('Office').failConnector({ status: 500, shape: 'network' });
    for (const minute of [2, 3, 4]) await rounds.round(office, minute);
    expect(await shown()).toEqual(nothing);
    await rounds.round(office, 5);
    const gap = {
      since: time(2),
      reason: 'UniFi returned a server error (500).',
      conditions: ['high_cpu'],
      controllerId: office,
    };
    expect(await shown()).toEqual({
      cpu: [{ ...gap, deviceCount: 3 }],
      down: [],
      device: [{ ...gap, deviceCount: 1 }],
      controller: [{ ...gap, deviceCount: 3 }],
    });
    rounds.network.console('Office').failConnector(undefined);
    await rounds.round(office, 6);
    expect(await shown()).toEqual(nothing);
  });

  test('concerns only rules that cover something affected', async () => {
    await rounds.addRule({ name: 'APs', condition: 'high_cpu', duration: 2, scope: { names: ['AP *'] } });
    await rounds.addRule({
      name: 'None',
      condition: 'high_cpu',
      duration: 2,
      exceptions: [{ names: ['*'] }],
    });
    rounds.network.console('Office').failConnector({ status: 500, shape: 'network' });
    for (const minute of [2, 3, 4, 5]) await rounds.round(office, minute);
    const { alertRules } = await rounds.ask<{ alertRules: Shown[] }>(
      `{ alertRules { name notEvaluated ${shape} } }`,
    );
    const counts = alertRules.map(({ name, notEvaluated }) => [name, notEvaluated[0]?.deviceCount]);
    expect(Object.fromEntries(counts)).toEqual({ CPU: 3, APs: 1, Down: undefined, None: undefined });
    await rounds.rows(`delete from alert_rule where name = 'CPU'`);
    expect((await shown()).device).toEqual([]);
    expect((await shown()).controller).toMatchObject([{ deviceCount: 1 }]);
  });

  test('is shown while the whole account can’t be read', async () => {
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    for (const minute of [2, 3, 4, 5]) await rounds.round(office, minute);
    const { cpu, down, device, controller } = await shown();
    const gap = { since: time(2), reason: 'UniFi returned a server error (500).', deviceCount: null };
    expect(cpu).toMatchObject([{ ...gap, conditions: ['high_cpu'] }]);
    expect(down).toMatchObject([{ ...gap, conditions: ['device_offline'] }]);
    for (const both of [device, controller]) {
      expect(both).toMatchObject([gap]);
      expect(both?.[0]?.conditions.toSorted()).toEqual(['device_offline', 'high_cpu']);
    }
  });

  test('is not blamed on the connector if UniFi reports a state that we don’t recognize', async () => {
    rounds.network.console('Office').failConnector({ status: 500, shape: 'network' });
    rounds.network.device('Switch').cloudSays('hibernating');
    for (const minute of [2, 3, 4, 5]) await rounds.round(office, minute);
    const { down } = await shown();
    expect(down).toMatchObject([
      { reason: 'UniFi reports no state that we recognize for the devices of this console.', deviceCount: 1 },
    ]);
  });

  test('is not shown while the rule is switched off', async () => {
    rounds.network.console('Office').failConnector({ status: 500, shape: 'network' });
    for (const minute of [2, 3, 4, 5]) await rounds.round(office, minute);
    await rounds.rows('update alert_rule set is_active = false');
    expect(await shown()).toEqual(nothing);
  });
});

test('A device that wasn’t due in this round says that UniFi’s rate limit doesn’t cover the whole console', () => {
  const device = {
    name: 'Switch',
    role: 'switch',
    isConsole: false,
    adopted: true,
    state: 'online',
  } as const;
  const round = (minute: number, deferred?: 'call_budget') => ({
    at: new Date(time(minute)),
    needs: new Set([AlertCondition.high_cpu].map(() => 'statistics' as const)),
    reading: {
      at: new Date(time(minute)),
      consoles: [
        {
          hostId: 'host',
          name: 'Office',
          link: 'connected' as const,
          devicesListed: true,
          devices: [
            { ...device, mac: 'AA0000000001', cpuPercent: 4 },
            { ...device, mac: 'AA0000000002', ...(deferred ? { deferred } : { cpuPercent: 5 }) },
          ],
        },
      ],
    },
    capabilities: [],
    gone: new Map(),
    isWatched: () => true,
    withPorts: new Set<string>(),
  });
  const first = nextGaps([], round(1, 'call_budget'));
  expect(first).toEqual([
    {
      need: 'statistics',
      hostId: 'host',
      mac: 'AA0000000002',
      since: time(1),
      problem: { code: 'call_budget' },
    },
  ]);
  expect(nextGaps(first, round(2, 'call_budget'))).toEqual(first);
  expect(nextGaps(first, round(3))).toEqual([]);
});
