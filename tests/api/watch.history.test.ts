// What rounds leave behind, so that a rule can be run over the past.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePartitions } from '#api/features/metrics/partitions.store.ts';
import { packUntil } from '#api/features/metrics/pack-days.job.ts';
import { removeOldStates } from '#api/features/metrics/state-changes.store.ts';
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
});
afterEach(() => rounds.end());

const minutes = async (from: number, to: number) => {
  for (let minute = from; minute <= to; minute++) await rounds.round(office, minute);
};

/** The stored changes of a device, or of the console if it has no name: minutes after noon, and what it became. */
async function changesOf(
  name: string | null,
): Promise<[minute: number, state: string, downPorts?: number[]][]> {
  const rows = await rounds.rows<{ at: string; state: string; ports: number[] | null }>(
    `select at, state, to_json(down_ports) as ports from state_change s
      where mac = coalesce((select mac from device where name = ?), '') order by at`,
    [name],
  );
  const noon = Date.parse(time(0));
  return rows.map(({ at, state, ports }) => {
    const minute = (new Date(at).getTime() - noon) / 60_000;
    return ports ? [minute, state, ports] : [minute, state];
  });
}

describe('The history of states', () => {
  test('has the first state of each device and one row per change, and nothing for rounds without one', async () => {
    const lobby = rounds.network.device('AP Lobby');
    await minutes(0, 2);
    lobby.goOffline();
    await minutes(3, 5);
    lobby.comeOnline();
    await minutes(6, 7);
    expect(await changesOf('AP Lobby')).toEqual([
      [0, 'online'],
      [3, 'offline'],
      [6, 'online'],
    ]);
    expect(await changesOf(null)).toEqual([[0, 'connected']]);
  });

  test('says once that a console is offline, not for each device behind it', async () => {
    await minutes(0, 1);
    rounds.network.console('Office').disconnect();
    await minutes(2, 4);
    rounds.network.console('Office').reconnect();
    await minutes(5, 6);
    expect(await changesOf(null)).toEqual([
      [0, 'connected'],
      [2, 'disconnected'],
      [5, 'connected'],
    ]);
    expect(await changesOf('AP Lobby')).toEqual([[0, 'online']]);
  });

  test('doesn’t grow while UniFi can’t be read', async () => {
    await minutes(0, 1);
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    await minutes(2, 4);
    rounds.unifi.faults.clear();
    await minutes(5, 6);
    expect(await changesOf('AP Lobby')).toEqual([[0, 'online']]);
  });

  test('has the ports that go down, if a rule needs them', async () => {
    await rounds.addRule({ condition: 'port_down' });
    const device = rounds.network.device('Switch');
    device.portUp(3);
    await minutes(0, 1);
    device.portDown(3);
    await minutes(2, 3);
    device.portUp(3);
    await minutes(4, 5);
    expect(await changesOf('Switch')).toEqual([
      [0, 'online', []],
      [2, 'online', [3]],
      [4, 'online', []],
    ]);
  });

  test('is kept for 90 days, and the last state of each device for as long as the controller', async () => {
    await minutes(0, 1);
    rounds.network.device('AP Lobby').goOffline();
    await minutes(2, 3);
    await rounds.rows("update state_change set at = at - interval '91 days'");
    await removeOldStates(rounds.running.app, {});
    expect((await changesOf('AP Lobby')).map(([, state]) => state)).toEqual(['offline']);
    await rounds.rest(`DELETE /api/controllers/${office}`);
    expect(await changesOf('AP Lobby')).toEqual([]);
  });
});

describe('The samples of a finished day', () => {
  test('are packed once, with a value for each round and none where none was measured', async () => {
    await makePartitions(rounds.running.app.orm.em.fork(), new Date(Date.parse(time(0)) - 3 * 86_400_000));
    const lobby = rounds.network.device('AP Lobby');
    lobby.load({ cpuPercent: 20 });
    await minutes(0, 1);
    lobby.goOffline();
    await minutes(2, 2);
    await rounds.rows("update metrics.device_sample set at = at - interval '2 days'");
    await rounds.rows("update controller set created_at = created_at - interval '3 days'");
    const pack = () => packUntil(rounds.running.app.orm.em.fork(), new Date(time(0)), 60_000);
    expect(await pack()).toBe(1);
    expect(await pack()).toBe(0);
    const [packed] = await rounds.rows<{ cpu: string; state: string; offsets: string }>(
      `select encode(d.cpu, 'hex') as cpu, encode(d.state, 'hex') as state, encode(r.offsets, 'hex') as offsets
         from metrics.device_day d join device on device.id = d.device_id
         join metrics.round_day r on r.controller_id = device.controller_id and r.at = d.at
        where device.name = 'AP Lobby'`,
    );
    const floats = Buffer.from(packed!.cpu, 'hex');
    expect([0, 4, 8].map((at) => floats.readFloatBE(at))).toEqual([20, 20, NaN]);
    expect(packed!.state).toBe('010102');
    expect(Buffer.from(packed!.offsets, 'hex').readInt32BE(4)).toBe(12 * 3_600_000 + 60_000);
  });
});
