import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fleet } from '#api/demo/unifi/network-build.ts';
import { Rounds } from '#tests/support/rounds.ts';
import { play, type Scenario } from '#tests/support/scenario.ts';
import { busiestMinute } from './unifi.rounds.ts';

let rounds: Rounds;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

const cpu = { name: 'CPU', condition: 'high_cpu', threshold: '90%' };

/** One console with a switch in each of its Network sites. */
const sitesOf = (sites: number) => [
  { value: 'test-key', consoles: fleet({ sites, devices: sites, model: 'USW Lite 8 PoE' }) },
];
const switches = (sites: number) => Array.from({ length: sites }, (_, nth) => `Device 1.${nth + 1}`);

/** UniFi allows 100 calls a minute for each console; some of them are lost to rounding and to probes. */
const callsPerMinute = 75;
/** Minutes in which each device of a console can be asked once: a call for each site, and one or two for each device. */
const minutesToAskAll = (sites: number, callsPerDevice = 1) =>
  Math.ceil((2 + sites + (sites + 1) * callsPerDevice) / callsPerMinute);

async function expectSound(scenario: Omit<Scenario, 'item'>): Promise<void> {
  const violations = await play(rounds, { item: 2, ...scenario });
  const calls = rounds.unifi.requests.filter((request) => request.console).map(({ at }) => at);
  const most = busiestMinute(calls);
  await rounds.end();
  expect(violations).toEqual([]);
  expect(most).toBeLessThanOrEqual(100);
}

describe.each([1, 2, 5, 60])('Rounds %i s apart', (every) => {
  test.each([1, 10, 40, 50, 95])(
    'evaluate the processors of a console with %i Network sites, all of them in time',
    async (sites) => {
      // It is over its threshold in one reading, and still in the next that is a minute later.
      const latest = 2 * minutesToAskAll(sites) + 2;
      await expectSound({
        title: '',
        every,
        keys: sitesOf(sites),
        rules: [cpu],
        before: ({ network }) => {
          for (const name of switches(sites)) network.device(name).load({ cpuPercent: 97 });
        },
        alerts: switches(sites).map((about) => ({ about, type: ['high_cpu'], raised: [1, latest] })),
        ends: latest + 1,
        endsWhenRaised: true,
      });
    },
  );
});

describe('A console with more Network sites than can be read in a minute', () => {
  const sites = 95;
  const latest = 2 * minutesToAskAll(sites) + 2;

  test('has its processors and ports evaluated, all of them in time', async () => {
    const late = 2 * minutesToAskAll(50, 2) + 2;
    await expectSound({
      title: '',
      keys: sitesOf(50),
      rules: [cpu, { name: 'Ports', condition: 'port_down' }],
      before: ({ network }) => {
        for (const name of switches(50)) network.device(name).load({ cpuPercent: 97 }).portUp(2);
      },
      steps: [[late, ({ network }) => network.device('Device 1.33').portDown(2)]],
      alerts: [
        ...switches(50).map((about) => ({
          about,
          type: ['high_cpu'],
          raised: [1, late] as [number, number],
        })),
        { about: 'Device 1.33', type: ['port_down'], raised: [late, 2 * late] },
      ],
      ends: 2 * late + 1,
      endsWhenRaised: true,
    });
  });

  test.each([5, 60])(
    'with rounds %i s apart, keeps the alert of a device that only the console reports as down',
    async (every) => {
      await expectSound({
        title: '',
        every,
        keys: sitesOf(sites),
        steps: [
          [
            1.5,
            ({ network }) =>
              network.device('Device 1.77').become('CONNECTION_INTERRUPTED').cloudSays('online'),
          ],
        ],
        alerts: [{ about: 'Device 1.77', type: ['device_offline'], raised: [2.5, 1.5 + latest] }],
        shows: [[1.5 + latest + 2, { device: 'Device 1.77', state: ['offline'] }]],
        ends: 1.5 + latest + 4,
      });
    },
  );

  test.each([5, 60])(
    'with rounds %i s apart, raises nothing about a device that only the cloud reports as down',
    async (every) => {
      await expectSound({
        title: '',
        every,
        keys: sitesOf(sites),
        before: ({ network }) => void network.device('Device 1.77').cloudSays('offline'),
        // In the first minutes, while sites are read for the first time, the cloud’s word is all there is.
        rules: [{ duration: minutesToAskAll(sites) + 1 }],
        ends: latest + 3,
      });
    },
  );

  test('does not close the alert of a device as removed while its site has not been read', async () => {
    await expectSound({
      title: '',
      keys: sitesOf(sites),
      steps: [
        [1.5, ({ network }) => network.device('Device 1.77').goOffline()],
        [5.5, ({ network }) => network.device('Device 1.77').vanish()],
      ],
      alerts: [{ about: 'Device 1.77', raised: [2.5, 4] }],
      ends: 30,
    });
  });
});
