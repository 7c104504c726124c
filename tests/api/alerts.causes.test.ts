import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Network } from '#api/demo/unifi/network.ts';
import { Rounds } from '../support/rounds.ts';
import { behind, dice, downIn, pick, randomTree } from '../support/trees.ts';

/*
 * Outages with known causes in random networks, through the front door. Every failure must be reported: by an alert of its
 * own, or in the list of its cause.
 */

let rounds: Rounds;
let id: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterEach(() => rounds.end());
afterAll(() => rounds.running.close());

interface Simulation {
  seed: number;
  network: Network;
  roll: () => number;
  /** Names of switches that aren't the core, and of access points. */
  switches: string[];
  points: string[];
}

/** Names of devices that have failed by themselves. */
type Failed = string[];

const named = (start: string) => (network: Network) =>
  network
    .console('Office')
    .console.devices.map(({ name }) => name)
    .filter((name) => name.startsWith(start));

async function begin(
  seed: number,
  rules: Record<string, unknown>[] = [{}],
  changes = {},
): Promise<Simulation> {
  const roll = dice(seed);
  await rounds.begin({ keys: [{ value: 'test-key', consoles: [randomTree(roll, changes)] }] });
  const { network } = rounds;
  for (const rule of rules) await rounds.addRule(rule);
  return { seed, network, roll, switches: named('Switch')(network), points: named('AP')(network) };
}

/** Reads everything as it is, so that uplinks are known. */
async function settle(): Promise<void> {
  id = await rounds.addController();
  await pass(-30, -27);
}

async function pass(from: number, to: number): Promise<void> {
  for (let minute = from; minute <= to; minute++) await rounds.round(id, minute);
}

const open = async () => (await rounds.alerts(id)).map(({ deviceName }) => deviceName ?? '').toSorted();

const everRaised = async () =>
  (await rounds.rows<{ name: string }>('select distinct device_name as name from alert order by 1')).map(
    ({ name }) => name,
  );

/** Names of the devices in the lists of open alerts. */
const affected = async () =>
  (
    await rounds.rows<{ name: string }>(
      `select distinct d.name from affected_device d join alert a on a.id = d.alert_id
        where a.resolved_at is null and d.until is null order by 1`,
    )
  ).map(({ name }) => name);

/** Nothing is down without being reported. */
async function expectNothingHidden(network: Network): Promise<void> {
  const reported = new Set([...(await open()), ...(await affected())]);
  expect(downIn(network).filter((name) => !reported.has(name))).toEqual([]);
}

const seeds = (from: number, count: number) => Array.from({ length: count }, (_, nth) => [from + nth]);

describe('The cause of an outage is named', () => {
  it.each(seeds(100, 20))('if a switch loses power (network %i)', async (seed) => {
    const { network, roll, switches } = await begin(seed, [{ duration: pick(dice(seed), [1, 2, 3]) }]);
    await settle();
    const failed = pick(roll, [...switches, 'Core']);
    network.powerOff(failed);
    await pass(1, 9);
    expect(await open()).toEqual([failed]);
    expect(await affected()).toEqual(behind(network, failed).toSorted());
    expect(await everRaised()).toEqual([failed]);
    network.powerOn(failed);
    await pass(10, 22);
    expect(await open()).toEqual([]);
    expect(await everRaised()).toEqual([failed]);
  });

  it.each(seeds(200, 10))(
    'if a cable is cut, with rules about devices and ports (network %i)',
    async (seed) => {
      const { network, roll, switches } = await begin(seed, [
        { duration: 2 },
        { name: 'Ports', condition: 'port_down', duration: pick(dice(seed), [1, 2, 5]) },
      ]);
      await settle();
      const failed = pick(roll, switches);
      network.cutCable(failed);
      await pass(1, 12);
      expect(await open()).toEqual([failed]);
      expect(await affected()).toEqual(behind(network, failed).toSorted());
      network.repairCable(failed);
      await pass(13, 22);
      expect(await open()).toEqual([]);
    },
  );

  it.each(seeds(300, 10))('if several things fail at once (network %i)', async (seed) => {
    const { network, roll, switches, points } = await begin(seed);
    await settle();
    const first = pick(roll, switches);
    const others = [...switches, ...points].filter(
      (name) =>
        name !== first && !behind(network, first).includes(name) && !behind(network, name).includes(first),
    );
    const failed = others.length > 0 ? [first, pick(roll, others)].toSorted() : [first];
    for (const name of failed) network.powerOff(name);
    await pass(1, 9);
    expect(await open()).toEqual(failed);
    await expectNothingHidden(network);
  });

  it.each(seeds(400, 10))('if a device stays down after its cause is over (network %i)', async (seed) => {
    const { network, roll, switches } = await begin(seed);
    await settle();
    const failed = pick(
      roll,
      switches.filter((name) => behind(network, name).length > 0),
    );
    const dead = pick(roll, behind(network, failed));
    network.device(dead).bootInVain();
    network.powerOff(failed);
    await pass(1, 8);
    expect(await open()).toEqual([failed]);
    network.powerOn(failed);
    await pass(9, 24);
    // A mesh access point that draws its power elsewhere doesn't notice.
    const left = downIn(network);
    expect(await open()).toEqual(left.includes(dead) ? [dead] : []);
    const since = (await rounds.alerts(id))[0]?.since;
    if (since) expect(Date.parse(since)).toBeLessThan(Date.parse(since.slice(0, 11) + '12:04:00.000Z'));
  });

  it.each(seeds(500, 10))('if only an access point fails (network %i)', async (seed) => {
    const { network, roll, points } = await begin(seed);
    await settle();
    const failed = pick(roll, points);
    network.powerOff(failed);
    await pass(1, 8);
    expect(await open()).toEqual([failed]);
    await expectNothingHidden(network);
  });
});

describe('Wrong or old topology hides nothing', () => {
  /** What goes wrong with the uplinks that UniFi reports. */
  const distortions: ((simulation: Simulation) => void)[] = [
    ({ network, roll, points, switches }) => {
      for (const name of points) if (roll() < 0.5) network.device(name).reportUplink(pick(roll, switches));
    },
    ({ network, roll, points }) => {
      for (const name of points) if (roll() < 0.5) network.device(name).reportUplink(null);
    },
    ({ network, switches }) => {
      const [one = '', other = one] = switches;
      network.device(one).reportUplink(other);
      network.device(other).reportUplink(one);
    },
    ({ network, roll, points }) => {
      for (const name of points) if (roll() < 0.5) network.device(name).reportUplink('F492BF0000FF');
    },
    ({ network }) => void network.console('Office').change({ topologyApi: false }),
    ({ network }) => void network.console('Office').change({ topologyApi: false, storageApi: false }),
    ({ network, roll, points, switches }) => {
      network.console('Office').freezeTopology();
      for (const name of points) if (roll() < 0.3) network.plugIn(name, pick(roll, [...switches, 'Core']));
    },
  ];

  const fail: ((simulation: Simulation) => Failed)[] = [
    ({ network, roll, switches }) => {
      const name = pick(roll, switches);
      network.powerOff(name);
      return [name];
    },
    // Its management hangs, and it goes on passing traffic.
    ({ network, roll, switches }) => {
      const name = pick(roll, switches);
      network.device(name).goOffline();
      return [name];
    },
    ({ network, roll, switches, points }) => {
      const names = [...new Set([pick(roll, switches), pick(roll, points), pick(roll, points)])];
      for (const name of names) network.device(name).goOffline();
      return names;
    },
  ];

  it.each(seeds(1000, 40))('(network %i)', async (seed) => {
    const simulation = await begin(seed);
    const { network, points, roll } = simulation;
    const distort = distortions[seed % distortions.length]!;
    const isLate = roll() < 0.5;
    if (!isLate) distort(simulation);
    await settle();
    if (isLate) distort(simulation);
    const failed = fail[seed % fail.length]!(simulation);
    await pass(1, 9);
    await expectNothingHidden(network);
    expect(await open()).toEqual(
      expect.arrayContaining(failed.filter((name) => downIn(network).includes(name)).slice(0, 1)),
    );
    // Minutes later something else fails, which is no consequence of the first failure.
    const later = points.find((name) => network.device(name).device.state === 'ONLINE');
    if (!later) return;
    network.device(later).goOffline();
    await pass(16, 22);
    expect(await open()).toContain(later);
    await expectNothingHidden(network);
  });
});
