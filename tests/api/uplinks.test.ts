import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ConsoleOptions } from '#api/demo/unifi/network-build.ts';
import { Rounds } from '../support/rounds.ts';
import { campus } from '../support/trees.ts';
import { busiestMinute } from './unifi.rounds.ts';

let rounds: Rounds;
let id: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterEach(() => rounds.end());
afterAll(() => rounds.running.close());

const tree: ConsoleOptions = {
  name: 'Office',
  storageApi: true,
  devices: [
    { name: 'Core', model: 'USW Pro 24 PoE' },
    { name: 'Floor', model: 'USW Pro 24 PoE', uplink: 'Core' },
    { name: 'AP', uplink: 'Floor' },
    { name: 'Yard', model: 'AC Mesh', uplink: 'AP', mesh: true },
  ],
};

async function begin(changes: Partial<ConsoleOptions> = {}): Promise<void> {
  await rounds.begin({ keys: [{ value: 'test-key', consoles: [{ ...tree, ...changes }] }] });
  id = await rounds.addController();
  for (const minute of [-40, -39, -38]) await rounds.round(id, minute);
}

const uplinkOf = async (name: string) => {
  const [found] = await rounds.rows<Record<string, unknown>>(
    `select (select name from device up where up.mac = device.uplink_mac) as uplink, uplink_port as port,
            uplink_kind as kind, uplink_source as source, uplink_seen_at is not null as seen
       from device where name = ?`,
    [name],
  );
  return found;
};

const changes = () =>
  rounds.rows(
    `select device.name, old.name as was, from_port, new.name as now, to_port from uplink_change
       join device on device.mac = uplink_change.mac join device old on old.mac = from_mac
       join device new on new.mac = to_mac order by at`,
  );

describe('The uplink of a device', () => {
  it('is read from the topology with its port and kind', async () => {
    await begin();
    const port = rounds.network.device('AP').device.uplinkPort;
    const seen = { source: 'topology', seen: true };
    expect(await uplinkOf('AP')).toEqual({ uplink: 'Floor', port, kind: 'wired', ...seen });
    expect(await uplinkOf('Yard')).toEqual({ uplink: 'AP', port: null, kind: 'wireless', ...seen });
  });

  it('is read from the statistics if there is no topology, which name the ports of access points only', async () => {
    await begin({ topologyApi: false });
    const port = rounds.network.device('AP').device.uplinkPort;
    expect(await uplinkOf('AP')).toMatchObject({ uplink: 'Floor', port, kind: null, source: 'statistics' });
    expect(await uplinkOf('Floor')).toMatchObject({ uplink: 'Core', port: null, source: 'statistics' });
  });

  it('is read from the details if there is neither', async () => {
    await begin({ topologyApi: false, storageApi: false });
    expect(await uplinkOf('AP')).toMatchObject({ uplink: 'Floor', port: null, kind: null, source: 'detail' });
  });

  it('is kept as history when it changes, and only then', async () => {
    await begin();
    const before = rounds.network.device('AP').device.uplinkPort;
    rounds.network.plugIn('AP', 'Core', { port: 9 });
    await rounds.round(id, 1);
    for (let minute = 2; minute < 40; minute += 16) await rounds.round(id, minute);
    expect(await changes()).toEqual([
      { name: 'AP', was: 'Floor', from_port: before, now: 'Core', to_port: 9 },
    ]);
    // Another port of the same switch.
    rounds.network.plugIn('AP', 'Core', { port: 10 });
    await rounds.round(id, 60);
    expect((await changes()).slice(1)).toEqual([
      { name: 'AP', was: 'Core', from_port: 9, now: 'Core', to_port: 10 },
    ]);
  });

  it('stays what it was while the device is down, whatever UniFi reports then', async () => {
    await begin();
    rounds.network.device('AP').goOffline().reportUplink('Core');
    for (let minute = 1; minute < 40; minute += 16) await rounds.round(id, minute);
    expect(await uplinkOf('AP')).toMatchObject({ uplink: 'Floor' });
    expect(await changes()).toEqual([]);
  });

  it('stays known while its console has no topology to offer for a while', async () => {
    await begin();
    rounds.network.console('Office').offerTopology(false);
    for (let minute = 1; minute < 40; minute += 16) await rounds.round(id, minute);
    expect(await uplinkOf('AP')).toMatchObject({ uplink: 'Floor', kind: 'wired' });
    expect(await changes()).toEqual([]);
  });
});

describe('The uplinks of a console with 500 devices that offers only details', () => {
  const known = async () => {
    const rows = await rounds.rows<{ role: string; count: number }>(
      'select role, count(*)::int from device where uplink_mac is not null group by role',
    );
    return Object.fromEntries(rows.map(({ role, count }) => [role, count]));
  };
  const start = async () => {
    const offered = { storageApi: false, topologyApi: false };
    const consoles = [{ name: 'Office', ...offered, devices: campus() }];
    await rounds.begin({ keys: [{ value: 'test-key', consoles }] });
    id = await rounds.addController();
    await rounds.addRule();
    await rounds.round(id, 0);
  };

  it('are all known within ten minutes, those of switches first, within the rate limit', async () => {
    await start();
    await rounds.round(id, 1);
    expect(await known()).toMatchObject({ switch: 20 });
    for (let minute = 2; minute <= 10; minute++) await rounds.round(id, minute);
    expect(await known()).toMatchObject({ switch: 20, access_point: 480 });
    const calls = rounds.unifi.requests.filter(({ path }) => path.includes('connector'));
    expect(busiestMinute(calls.map(({ at }) => at))).toBeLessThanOrEqual(100);
    // Statistics go on meanwhile.
    const statistics = calls.filter(({ path }) => path.endsWith('statistics/latest'));
    expect(statistics.length / 10).toBeGreaterThan(15);
    rounds.network.powerOff('Gateway');
    for (let minute = 11; minute <= 14; minute++) await rounds.round(id, minute);
    expect((await rounds.alerts(id)).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Gateway .*, and 500 devices behind it$/),
    ]);
  });

  it('are known as soon for devices that were adopted later', async () => {
    await start();
    for (let minute = 1; minute <= 10; minute++) await rounds.round(id, minute);
    for (let at = 0; at < 100; at++)
      rounds.network.console('Office').addDevice({ name: `New ${at}`, uplink: 'Switch 003' });
    for (let minute = 11; minute <= 13; minute++) await rounds.round(id, minute);
    expect(await known()).toMatchObject({ access_point: 580 });
  });
});
