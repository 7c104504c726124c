// How long measurements are kept: partitions made, summed up and dropped beside those who read and write.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeUnownedMetrics, rollUpMetrics, rollUp } from '#api/features/metrics/roll-up.job.ts';
import { partitionAt, dropPartitions, makePartitions } from '#api/features/metrics/partitions.store.ts';
import { asOwner, ownerUrl } from '#tests/support/database.ts';
import { addPriceList } from '#tests/support/limits.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;
let device: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin();
  office = await rounds.addController();
  await rounds.round(office, 0);
  await rounds.rows('delete from metrics.device_sample');
  const [row] = await rounds.rows<{ id: string }>("select id from device where name = 'AP Lobby'");
  device = row!.id;
});
afterEach(async () => {
  // Those that come after need not empty what only this file fills.
  for (const table of ['device_sample', 'wan_sample', 'device_hour', 'wan_hour'] as const)
    await dropPartitions(em(), table, daysAgo(2));
  await rounds.end();
});

const day = 86_400_000;
const em = () => rounds.running.app.orm.em.fork();
const daysAgo = (days: number) => new Date(Date.now() - days * day);
const names = async () =>
  (
    await rounds.rows<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'metrics'::regnamespace and relkind = 'r'",
    )
  ).map(({ name }) => name);
const count = async (table: string) => (await rounds.rows(`select from metrics.${table}`)).length;
const sample = (at: Date | string, cpu: number | null, state = 1, seconds = 60) =>
  rounds.rows(
    'insert into metrics.device_sample (at, device_id, cpu, seconds, state) values (?, ?, ?, ?, ?)',
    [at, device, cpu, seconds, state],
  );
const hours = () =>
  rounds.rows<{ at: string }>(
    `select at, samples, cpu, cpu_max, observed_seconds as observed, online_seconds as online
       from metrics.device_hour order by at`,
  );

describe('A partition', () => {
  test('that is missing fails no round, and exists for the next one', async () => {
    const { name } = partitionAt('device_sample', new Date(time(0)));
    await asOwner(`drop table metrics.${name}`);
    await rounds.round(office, 1);
    expect(await rounds.controller(office)).toMatchObject({ status: 'online', lastSync: time(1) });
    expect(await count('device_sample')).toBe(0);
    expect(await names()).toContain(name);
    await rounds.round(office, 2);
    expect(await count('device_sample')).toBe(3);
  });

  test('is created once, also by several processes at the same time', async () => {
    const from = daysAgo(20);
    await Promise.all(Array.from({ length: 4 }, () => makePartitions(em(), from)));
    expect(await makePartitions(em(), from)).toEqual([]);
    for (const days of [20, 10, 0, -3])
      expect(await names()).toContain(partitionAt('device_sample', daysAgo(days)).name);
  });

  test('is dropped while someone reads, without blocking readers or writers', async () => {
    await makePartitions(em(), daysAgo(12));
    await sample(daysAgo(12), 1);
    await sample(daysAgo(11), 2);
    const reader = new pg.Client({ connectionString: rounds.running.databaseUrl });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select count(*) from metrics.device_sample');
    const dropping = dropPartitions(em(), 'device_sample', daysAgo(10));
    const work = { isOver: false };
    // Whoever waits longer for a lock fails; a clock would count the machine's own lateness as well.
    const other = new pg.Client({
      connectionString: rounds.running.databaseUrl,
      options: '-c lock_timeout=100ms',
    });
    await other.connect();
    const insert =
      'insert into metrics.device_sample (at, device_id, cpu, seconds, state) values ($1, $2, 3, 60, 1)';
    const watching = (async () => {
      for (let nth = 0; !work.isOver; nth++) {
        await other.query('select count(*) from metrics.device_sample where at > $1', [daysAgo(13)]);
        await other.query(insert, [new Date(Date.now() + nth), device]);
      }
    })();
    watching.catch(() => undefined);
    // The reader ends its work after a while. Until then nothing can be dropped.
    setTimeout(() => void reader.query('commit'), 300);
    const dropped = await dropping;
    work.isOver = true;
    await watching;
    await Promise.all([reader.end(), other.end()]);
    expect(dropped).toContain(partitionAt('device_sample', daysAgo(12)).name);
    expect(await rounds.rows('select from metrics.device_sample where at < ?', [daysAgo(11.5)])).toEqual([]);
  });

  test('that is read for a long time stays complete, and is dropped by the next run', async () => {
    await makePartitions(em(), daysAgo(15));
    await sample(daysAgo(15), 1);
    const oldest = partitionAt('device_sample', daysAgo(15)).name;
    const reader = new pg.Client({ connectionString: rounds.running.databaseUrl });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select count(*) from metrics.device_sample');
    expect(await dropPartitions(em(), 'device_sample', daysAgo(13.99))).toEqual([]);
    expect(await rounds.rows('select cpu from metrics.device_sample')).toEqual([{ cpu: 1 }]);
    await reader.query('commit');
    await reader.end();
    expect(await dropPartitions(em(), 'device_sample', daysAgo(13.99))).toContain(oldest);
  });

  test('that an older version left half detached is dropped', async () => {
    await makePartitions(em(), daysAgo(15));
    const [leaving, out] = [15, 14].map((days) => partitionAt('device_sample', daysAgo(days)).name);
    const owner = new pg.Client({ connectionString: ownerUrl() });
    const reader = new pg.Client({ connectionString: ownerUrl() });
    await Promise.all([owner.connect(), reader.connect()]);
    await owner.query(`alter table metrics.device_sample detach partition metrics.${out}`);
    await reader.query('begin');
    await reader.query('select count(*) from metrics.device_sample');
    await owner.query(`set lock_timeout = '100ms'`);
    const detached = owner.query(
      `alter table metrics.device_sample detach partition metrics.${leaving} concurrently`,
    );
    await expect(detached).rejects.toThrow('lock timeout');
    await reader.query('commit');
    await Promise.all([owner.end(), reader.end()]);
    expect(await rounds.rows('select from pg_inherits where inhdetachpending')).toHaveLength(1);
    expect(await dropPartitions(em(), 'device_sample', daysAgo(12.99))).toEqual([leaving, out]);
    expect(await rounds.rows('select from pg_inherits where inhdetachpending')).toEqual([]);
  });

  test.each([
    ['drop_partition', `'device_sample'`],
    ['drop_partition', `'rolled_up'`],
    ['drop_partition', `'device_sample_20261123; drop table audit_entry'`],
    ['make_partition', `'rolled_up', 'rolled_up_20261123', now(), now()`],
    ['make_partition', `'device_sample', 'wan_sample_20261123', now(), now()`],
    ['make_partition', `'pg_class', 'pg_class_20261123', now(), now()`],
  ])('is the only thing that %s deletes: not %s', async (name, given) => {
    await expect(rounds.rows(`select metrics.${name}(${given})`)).rejects.toThrow(
      'is not a partition of measurements',
    );
  });
});

describe('An hour', () => {
  const hour = (minutes: number) => new Date(time(minutes));

  test('is aggregated once it is over, the same however often, and by however many processes', async () => {
    for (let minute = 0; minute < 120; minute++)
      await sample(time(minute - 120), minute < 60 ? 10 : 40, minute === 70 ? 2 : 1);
    await rollUp(em(), hour(5), 60_000);
    expect(await hours()).toMatchObject([
      { samples: 60, cpu: 10, cpu_max: 10, observed: 3600, online: 3600 },
    ]);
    await Promise.all([rollUp(em(), hour(15), 60_000), rollUp(em(), hour(15), 60_000)]);
    const both = await hours();
    expect(both).toMatchObject([{ cpu: 10 }, { samples: 60, cpu: 40, observed: 3600, online: 3540 }]);
    // Stopped before the note that it is done was written: it is done again.
    await rounds.rows("update metrics.rolled_up set until = until - interval '2 hours'");
    await rollUp(em(), hour(15), 60_000);
    expect(await hours()).toEqual(both);
  });

  test('without a measurement is not stored, and missing values are null', async () => {
    await sample(time(-170), null, 3);
    await rollUp(em(), hour(15), 60_000);
    expect(await hours()).toMatchObject([{ samples: 1, cpu: null, observed: 0, online: 0 }]);
  });
});

describe('Every hour', () => {
  const job = () => rollUpMetrics(rounds.running.app, {});

  test('samples older than eight days are deleted after aggregation, and hours when no package keeps them', async () => {
    await addPriceList(rounds.running);
    await rounds.rows('update package set data_retention_days = 30');
    await makePartitions(em(), daysAgo(70), ['device_hour']);
    await makePartitions(em(), daysAgo(11));
    for (const days of [11, 10, 7]) await sample(daysAgo(days), days);
    for (const days of [70, 20])
      await rounds.rows(
        `insert into metrics.device_hour (at, device_id, samples, observed_seconds, online_seconds)
         values (?, ?, 1, 0, 0)`,
        [daysAgo(days), device],
      );
    await job();
    expect(await rounds.rows('select cpu from metrics.device_sample')).toEqual([{ cpu: 7 }]);
    const left = await hours();
    expect(left.some(({ at }) => new Date(at) < daysAgo(62))).toBe(false);
    expect(left.some(({ at }) => new Date(at) < daysAgo(19))).toBe(true);
  });

  test('nothing is deleted if a package has no limit', async () => {
    await addPriceList(rounds.running);
    await rounds.rows('update package set data_retention_days = -1');
    await makePartitions(em(), daysAgo(70), ['device_hour']);
    await job();
    expect(await names()).toContain(partitionAt('device_hour', daysAgo(70)).name);
  });
});

test('Every night orphaned data is deleted', async () => {
  await makePartitions(em());
  const insert = (id: string, times: number) =>
    rounds.rows(
      `insert into metrics.device_hour (at, device_id, samples, observed_seconds, online_seconds)
       select now() + nth * interval '1 second', ?, 1, 0, 0 from generate_series(1, ?::int) nth`,
      [id, times],
    );
  await insert(device, 3);
  for (const nth of [1, 2, 3])
    await insert(`0000000${nth}-1111-4111-8111-111111111111`, nth === 2 ? 5001 : 2);
  await removeUnownedMetrics(rounds.running.app, {});
  expect(await count('device_hour')).toBe(3);
  await rounds.rest(`DELETE /api/controllers/${office}`);
  await removeUnownedMetrics(rounds.running.app, {});
  expect(await count('device_hour')).toBe(0);
});
