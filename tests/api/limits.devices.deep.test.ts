import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '#tests/support/as.ts';
import { addPriceList, give, limitPackage } from '#tests/support/limits.ts';
import { present, Rounds } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

const accessPoints = (place: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `${place} ${n + 1}`, model: 'U6 Lite' }));

/** Two keys with a console each: three and two access points, and the consoles themselves. */
beforeEach(async () => {
  await rounds.begin({
    keys: [
      { value: 'office', consoles: [{ name: 'Office', devices: accessPoints('Office AP', 3) }] },
      { value: 'warehouse', consoles: [{ name: 'Warehouse', devices: accessPoints('Hall AP', 2) }] },
    ],
  });
  await addPriceList(rounds.running);
  office = await rounds.addController('office', 'Office');
});
afterEach(() => rounds.end());

const allow = async (maxDevices: number) => {
  await limitPackage(rounds.running, 'Professional Plan', { maxDevices });
  await give(rounds.running, rounds.alice.teamId, 'Professional Plan');
};
const beyond = async () => {
  const rows = await rounds.rows<{ name: string }>('select name from device where over_limit order by name');
  return rows.map(({ name }) => name);
};
const oldestFirst = (names: string[]) =>
  rounds.rows(
    `update device set created_at = '2026-01-01'::timestamptz + array_position(?::text[], name) * interval '1 day'`,
    [`{${names.map((name) => `"${name}"`).join(',')}}`],
  );
const open = async (id = office) => (await rounds.alerts(id)).map(({ deviceName }) => deviceName).sort();
const everybody = ['Office', 'Office AP 1', 'Office AP 2', 'Office AP 3'];

describe("Devices beyond the package's limit", () => {
  test('are listed as not watched', async () => {
    await allow(3);
    await rounds.round(office, 0);
    const { data } = await as(rounds.alice).ask(`{ devices(controllerId: "${office}") { name overLimit } }`);
    const listed = data?.['devices'] as { name: string; overLimit: boolean }[];
    expect(listed.map(({ name }) => name)).toEqual(everybody);
    expect(listed.filter(({ overLimit }) => overLimit)).toHaveLength(1);
  });

  test('are not evaluated from the first reading on, and start no duration', async () => {
    await rounds.addRule();
    await allow(3);
    for (const name of everybody.slice(1)) rounds.network.device(name).goOffline();
    await rounds.round(office, 0);
    await rounds.round(office, 1);
    const [left] = await beyond();
    expect(await open()).toEqual(everybody.slice(1).filter((name) => name !== left));
    expect(await rounds.rows('select from pending_condition')).toEqual([]);
  });

  test('are not measured', async () => {
    await allow(1);
    await rounds.round(office, 0);
    await rounds.round(office, 1);
    expect(await rounds.rows('select observed_seconds from daily_measurement')).toEqual([
      { observed_seconds: 60 },
    ]);
  });

  test('need no UniFi calls for their figures, from the second reading on', async () => {
    await allow(1);
    const asked = async (minute: number) => {
      rounds.unifi.requests.length = 0;
      await rounds.round(office, minute);
      return rounds.unifi.requests.filter(({ path }) => path.includes('/statistics/')).length;
    };
    const first = await asked(0);
    expect(first).toBeGreaterThan(1);
    expect(await asked(1)).toBe(1);
    await allow(-1);
    expect(await asked(2)).toBe(4);
  });

  test('are those seen last, on the newest controller first', async () => {
    await rounds.round(office, 0);
    await oldestFirst(['Office AP 2', 'Office', 'Office AP 3', 'Office AP 1']);
    rounds.at(1);
    const warehouse = await rounds.addController('warehouse', 'Warehouse');
    await rounds.round(warehouse, 2);
    await allow(5);
    expect(await beyond()).toHaveLength(2);
    expect((await beyond()).every((name) => name.startsWith('Hall') || name === 'Warehouse')).toBe(true);
    await allow(3);
    expect(await beyond()).toEqual(['Hall AP 1', 'Hall AP 2', 'Office AP 1', 'Warehouse']);
  });

  test('are counted without those of a controller that is not watched', async () => {
    await rounds.round(office, 0);
    rounds.at(1);
    const warehouse = await rounds.addController('warehouse', 'Warehouse');
    await rounds.round(warehouse, 2);
    await limitPackage(rounds.running, 'Professional Plan', { maxControllers: 1 });
    await allow(4);
    expect(await beyond()).toEqual([]);
    await allow(3);
    expect(await beyond()).toHaveLength(1);
  });
});

describe('A device that is pushed beyond the limit', () => {
  test('has its alerts ended, without a recovery notification', async () => {
    await rounds.addRule();
    await rounds.round(office, 0);
    await oldestFirst(everybody);
    for (const name of ['Office AP 1', 'Office AP 3']) rounds.network.device(name).goOffline();
    await rounds.round(office, 1);
    await rounds.round(office, 2);
    expect(await open()).toEqual(['Office AP 1', 'Office AP 3']);
    await allow(2);
    expect(await open()).toEqual(['Office AP 1']);
    const ended = await rounds.rows(
      'select device_name, resolution from alert where resolved_at is not null',
    );
    expect(ended).toEqual([{ device_name: 'Office AP 3', resolution: 'no_longer_watched' }]);
    await rounds.round(office, 3);
    await rounds.round(office, 4);
    expect(await open()).toEqual(['Office AP 1']);
    await rounds.isSound();
  });

  test('by the return of an older one is no longer watched in that round', async () => {
    await rounds.round(office, 0);
    await oldestFirst(everybody);
    await rounds.rows(
      `update device set state = 'unknown', state_since = now() - interval '1 day' where name = 'Office AP 1'`,
    );
    await allow(3);
    expect(await beyond()).toEqual([]);
    await rounds.round(office, 1);
    expect(await beyond()).toEqual(['Office AP 3']);
  });
});

describe('A slot', () => {
  test('becomes free when a device is removed, and the next one is watched', async () => {
    await rounds.addRule();
    await rounds.round(office, 0);
    await oldestFirst(everybody);
    await allow(3);
    expect(await beyond()).toEqual(['Office AP 3']);
    rounds.network.device('Office AP 2').remove();
    rounds.network.device('Office AP 3').goOffline();
    // The hour that it goes on counting is told by the database's own clock.
    await rounds.round(office, present);
    expect(await beyond()).toEqual(['Office AP 3']);
    await rounds.rows(`update device set state_since = state_since - interval '1 day'`);
    await rounds.round(office, present + 1);
    expect(await beyond()).toEqual([]);
    await rounds.round(office, present + 2);
    expect(await open()).toEqual(['Office AP 3']);
  });

  test('stays taken while a whole console is offline', async () => {
    await rounds.round(office, 0);
    await oldestFirst(everybody);
    rounds.at(1);
    const warehouse = await rounds.addController('warehouse', 'Warehouse');
    await rounds.round(warehouse, 2);
    await allow(4);
    const before = await beyond();
    rounds.network.console('Office').disconnect();
    await rounds.round(office, 3);
    await rounds.rows(`update device set state_since = state_since - interval '1 day'`);
    await rounds.round(office, 4);
    await rounds.round(warehouse, 5);
    expect(await beyond()).toEqual(before);
  });

  test('exists for every device once the limit is removed', async () => {
    await allow(2);
    await rounds.round(office, 0);
    expect(await beyond()).toHaveLength(2);
    await allow(-1);
    expect(await beyond()).toEqual([]);
  });
});
