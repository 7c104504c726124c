import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fleet } from '#api/demo/unifi/network-build.ts';
import { documentedLimits } from '#api/demo/unifi/answer.ts';
import { Rounds } from '#tests/support/rounds.ts';

let rounds: Rounds;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
afterEach(() => rounds.end());

const pageSizes = (path: string) =>
  rounds.unifi.requests
    .filter((request) => request.path.startsWith(path))
    .map((request) => Number(/pageSize=(\d+)/.exec(request.path)?.[1]));

describe('A response of more than 10 MB', () => {
  test.each(['/v1/hosts', '/v1/sites', '/v1/devices'])(
    'of %s is read in smaller pages, and the next time from the start, whichever version reads it then',
    async (path) => {
      await rounds.begin({
        keys: [{ value: 'test-key', consoles: fleet({ consoles: 30, devices: 1 }) }],
      });
      const controller = await rounds.addController();
      await rounds.addRule();
      await rounds.round(controller, 1);
      rounds.unifi.faults.add({ path, respond: 'huge', overPageSize: 13 });
      rounds.network.device('Device 30.1').goOffline();
      await rounds.round(controller, 2);
      expect(await rounds.controller(controller)).toMatchObject({ status: 'online', totalSites: 30 });
      const before = pageSizes(path).length;
      await rounds.round(controller, 3);
      expect(pageSizes(path).slice(before)).toEqual([13, 13, 13]);
      expect(await rounds.history()).toEqual(['raised Device 30.1']);
      // A node of the release before looks for its consoles in a list, and calls that were made count for it as well.
      const [row] = await rounds.rows<{ read_cursor: object[] }>('select read_cursor from controller');
      const kept = { hostId: expect.any(String), calls: expect.any(Array), failures: expect.any(Number) };
      expect(row?.read_cursor).toEqual(row?.read_cursor.map(() => expect.objectContaining(kept)));
    },
  );
});

describe('An account of 20,000 devices on 100 consoles', () => {
  test(
    'is watched: an outage on any console is raised, and figures of each console are read',
    { timeout: 600_000 },
    async () => {
      await rounds.begin({
        keys: [{ value: 'test-key', consoles: fleet({ consoles: 100, devices: 200 }) }],
        limits: documentedLimits,
      });
      const controller = await rounds.addController();
      await rounds.addRule();
      await rounds.round(controller, 1);
      expect(await rounds.controller(controller)).toMatchObject({ status: 'online', totalSites: 100 });
      expect(Math.min(...pageSizes('/v1/devices'))).toBeLessThan(100);
      for (const name of ['Device 1.1', 'Device 50.100', 'Device 100.200'])
        rounds.network.device(name).goOffline();
      await rounds.round(controller, 2);
      await rounds.round(controller, 3);
      const names = (await rounds.alerts(controller)).map(({ deviceName }) => deviceName).sort();
      expect(names).toEqual(['Device 1.1', 'Device 100.200', 'Device 50.100']);
      const [counted] = await rounds.rows<{ devices: number; known: number; consoles: number }>(
        `select count(*)::int as devices, count(*) filter (where state <> 'unknown')::int as known,
              (select count(distinct host_id)::int from metrics.device_sample
                 join device on device.id = device_id where cpu is not null) as consoles
         from device`,
      );
      expect(counted).toEqual({ devices: 20_100, known: 20_100, consoles: 100 });
    },
  );
});
