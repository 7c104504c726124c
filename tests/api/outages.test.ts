// Outages of internet providers: lines that fail at several sites of a team are one alert.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ConsoleOptions } from '#api/demo/unifi/network-build.ts';
import { Rounds } from '#tests/support/rounds.ts';

let rounds: Rounds;
/** Controllers of the customers, by name. */
let controllers: Record<string, string>;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
afterEach(() => rounds.end());

const at = (name: string, isp: string, options: Partial<ConsoleOptions> = {}): ConsoleOptions => ({
  name,
  lines: [{ isp }],
  ...options,
});

/** One customer of Comcast with two lines, two with one, and two customers of other providers. */
const customers = [
  at('Dental', 'Comcast', { lines: [{ isp: 'Comcast' }, { isp: 'Telia' }], linesApi: true }),
  at('Bakery', 'Comcast'),
  at('School', 'Comcast'),
  at('Museum', 'Bahnhof'),
  at('Garage', 'Vodafone'),
];

async function begin(consoles: ConsoleOptions[] = customers): Promise<void> {
  await rounds.begin({ keys: consoles.map((one) => ({ value: `key-${one.name}`, consoles: [one] })) });
  controllers = {};
  for (const { name } of consoles)
    controllers[name!] = await rounds.addController(`key-${name}`, `${name} account`);
}

const line = (name: string, key: 'WAN' | 'WAN2' = 'WAN') => rounds.network.console(name).line(key);

/** A round of every customer at each of these minutes. */
async function pass(from: number, to = from): Promise<void> {
  for (let minute = from; minute <= to; minute++)
    for (const id of Object.values(controllers)) await rounds.round(id, minute);
}

async function open(): Promise<string[]> {
  const all = await Promise.all(Object.values(controllers).map((id) => rounds.alerts(id)));
  return all.flatMap((alerts) => alerts.map(({ type, message }) => `${type}: ${message}`)).toSorted();
}

interface Outage {
  type: string;
  id: string;
  affectedSiteCount: number;
  affectedSites: { name: string; line: string; since: string; until: string | null }[];
  folded: { type: string; siteName: string; resolution: string }[];
}
async function outages(): Promise<Outage[]> {
  const { openAlerts } = await rounds.ask<{ openAlerts: { nodes: Outage[] } }>(
    `{ openAlerts { nodes { type id affectedSiteCount
         affectedSites { name line since until } folded { type siteName resolution } } } }`,
  );
  return openAlerts.nodes.filter(({ type }) => type === 'isp_outage');
}

describe('When a provider fails at three customers', () => {
  test('there is one alert with its sites, and it closes as they return', async () => {
    await begin();
    await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1 });
    await rounds.addRule({ name: 'Offline', condition: 'device_offline', duration: 1 });
    await rounds.addRule({ name: 'Line', condition: 'wan_down', duration: 1 });
    await pass(0);
    for (const name of ['Dental', 'Bakery', 'School']) line(name).goDown();
    await pass(1, 4);
    expect(await open()).toEqual([
      expect.stringMatching(/^isp_outage: Comcast has been down at 3 sites since 12:0[01] UTC.*\. AS7922$/),
    ]);
    expect(await outages()).toMatchObject([
      {
        affectedSiteCount: 3,
        affectedSites: [
          { name: 'Bakery', line: 'WAN', until: null },
          { name: 'Dental', line: 'WAN', until: null },
          { name: 'School', line: 'WAN', until: null },
        ],
      },
    ]);
    line('Bakery').clear();
    await pass(5, 6);
    expect((await outages())[0]?.affectedSites.map(({ name, until }) => [name, until !== null])).toEqual([
      ['Dental', false],
      ['School', false],
      ['Bakery', true],
    ]);
    line('Dental').clear();
    line('School').clear();
    await pass(7, 20);
    expect(await open()).toEqual([]);
  });
});
