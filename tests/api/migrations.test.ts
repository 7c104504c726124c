import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOrm } from '#api/wiring/entities.ts';
import { type Orm } from '#api/db/orm.ts';
import { asOwner, ownerUrl, testDatabase } from '#tests/support/database.ts';

let orm: Orm;

beforeAll(async () => {
  await testDatabase();
  // Only the owner of a table sees all of its constraints.
  orm = await openOrm(ownerUrl());
});
afterAll(() => orm.close());

test('The migrations match the entities: the next one would be empty', async () => {
  expect(await orm.schema.getUpdateSchemaSQL()).toBe('');
});

test('A node of the previous version writes and removes reachability under its old table name', async () => {
  await orm.em.transactional(async (em) => {
    const [controller, began] = [randomUUID(), '2026-11-20T09:00:00Z'];
    // What rows belong to is not there.
    await em.execute('set local session_replication_role = replica');
    await em.execute(
      `insert into sight_stretch (controller_id, host_id, began, seen) values (?, 'HOST:1', ?, true) on conflict do nothing`,
      [controller, began],
    );
    const removed = await em.execute(
      `with old as materialized (select r.ctid from sight_stretch r where r.controller_id = ? limit 10 for update of r)
       delete from sight_stretch using old where sight_stretch.ctid = old.ctid returning 1`,
      [controller],
    );
    expect(removed).toHaveLength(1);
  });
});

describe('The sentences of stored alerts', () => {
  const before = 'Migration20261123192000_removed_devices';
  const ids = { team: randomUUID(), user: randomUUID() };
  let database: string;
  let old: Orm;

  beforeEach(async () => {
    database = `old_${randomUUID().slice(0, 8)}`;
    await asOwner(`create database ${database}`);
    old = await openOrm(ownerUrl(database));
    await old.migrator.up({ to: before });
    // What rows belong to is not there.
    await old.em.execute(`alter database ${database} set session_replication_role = replica`);
    await old.close();
    old = await openOrm(ownerUrl(database));
  });
  afterEach(async () => {
    await old.close();
    await asOwner(`drop database ${database}`);
  });

  const insert = (table: string, row: Record<string, unknown>) => {
    const columns = Object.keys(row);
    return old.em.execute(
      `insert into "${table}" (${columns.map((one) => `"${one}"`).join()}) values (${columns.map(() => '?').join()})`,
      Object.values(row),
    );
  };

  async function alert(row: Record<string, unknown>): Promise<string> {
    const id = randomUUID();
    const at = new Date('2026-11-20T09:30:00Z');
    const of = { id, team_id: ids.team, controller_id: randomUUID(), rule_name: 'Rule', severity: 'error' };
    const site = { subject: 'a/device/b', site_id: 'HOST:1', site_name: 'Head Office' };
    await insert('alert', { ...of, ...site, since: at, timestamp: at, ...row });
    return id;
  }

  const parts = async (id: string) => {
    const [row] = await old.em.execute(
      'select network_site, port, uplink_name, impairment, device_count from alert where id = ?',
      [id],
    );
    return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null));
  };

  test('become structured parts, and rows that a node of the previous version writes are still accepted', async () => {
    const written: [string, Record<string, unknown>, Record<string, unknown>][] = [
      ['device_offline', { device_name: 'AP', message: 'AP at Head Office is offline since 09:28 UTC' }, {}],
      [
        'device_offline',
        { device_name: 'AP', message: 'AP at Warehouse (Head Office) is offline since 2026-11-19 23:58 UTC' },
        { network_site: 'Warehouse' },
      ],
      // Names are anybody's: of a site in brackets, and of a device that is called like a place.
      [
        'device_offline',
        {
          device_name: 'AP at Gate',
          site_name: 'HQ (West)',
          message: 'AP at Gate at Floor (2) (HQ (West)) is offline since 09:28 UTC',
        },
        { network_site: 'Floor (2)' },
      ],
      [
        'port_down',
        {
          device_name: 'Core',
          subject: 'HOST:1/device/b/port/12',
          message: 'Port 12 of Core at Warehouse (Head Office) is down since 09:28 UTC',
        },
        { network_site: 'Warehouse', port: 12 },
      ],
      [
        'client_disconnect',
        {
          device_name: 'Till',
          message: 'Till at Shop (Head Office) is disconnected from AP since noon since 09:28 UTC',
        },
        { network_site: 'Shop', uplink_name: 'AP since noon' },
      ],
      ['client_disconnect', { device_name: 'Till', message: 'Till is disconnected since 09:28 UTC' }, {}],
      [
        'device_impaired',
        { device_name: 'AP', message: 'AP at Head Office has been isolated since 09:28 UTC' },
        { impairment: 'isolated' },
      ],
      [
        'device_impaired',
        { device_name: 'AP', message: 'AP has been in an incorrect topology since 2026-11-19 09:28 UTC' },
        { impairment: 'incorrect_topology' },
      ],
      [
        'device_impaired',
        { device_name: 'AP', message: 'AP has been updating since 09:28 UTC' },
        { impairment: 'update_overdue' },
      ],
      [
        'console_offline',
        {
          device_name: 'Head Office',
          message:
            'Console Head Office has been unreachable since 09:28 UTC: the state of 1 device is unknown',
        },
        { device_count: 1 },
      ],
      [
        'console_offline',
        {
          device_name: 'Head Office',
          message:
            'Console Head Office has been unreachable since 09:28 UTC: the state of 140 devices is unknown',
        },
        { device_count: 140 },
      ],
    ];
    const rows: { id: string; said: unknown; expected: Record<string, unknown> }[] = [];
    for (const [type, row, expected] of written)
      rows.push({ id: await alert({ type, ...row }), said: row['message'], expected });

    await old.migrator.up();
    for (const { id, said, expected } of rows) expect(await parts(id), String(said)).toEqual(expected);

    await alert({ type: 'device_offline', message: 'AP at Head Office is offline since 09:28 UTC' });
    await alert({ type: 'device_offline' });
  });

  test('keep the measured values and the window of a timeline', async () => {
    const id = await alert({
      type: 'high_cpu',
      device_name: 'Core',
      value: 97,
      threshold: 90,
      message: 'CPU of Core at Head Office is at 97%, above 90%, since 09:28 UTC',
    });
    const entry = async (kind: string, detail: string) => {
      const row = { id: randomUUID(), team_id: ids.team, alert_id: id, at: new Date(), kind, detail };
      await insert('alert_entry', row);
      return row.id;
    };
    const raised = await entry(
      'raised',
      'CPU of Core at Head Office is at 91.5%, above 90%, since 09:28 UTC',
    );
    const window = await entry('maintenance', 'Maintenance "Night" until 2026-11-21 04:00 UTC');
    const noted = await entry('acknowledged', 'Someone looks at it until 10:00 UTC');

    await old.migrator.up();
    const said = async (entryId: string) =>
      (await old.em.execute('select detail, params from alert_entry where id = ?', [entryId]))[0];
    expect(await said(raised)).toEqual({
      detail: null,
      params: { value: 91.5, threshold: 90, deviceCount: null },
    });
    expect(await said(window)).toEqual({ detail: null, params: { window: 'Night' } });
    expect(await said(noted)).toEqual({ detail: 'Someone looks at it until 10:00 UTC', params: null });
  });

  test('give deliveries a code with its parameters, or keep their text if it is unknown', async () => {
    const delivery = async (status: string, reason: string) => {
      const row = { id: randomUUID(), team_id: ids.team, channel: 'slack', kind: 'opened', status, reason };
      await insert('delivery', row);
      return row.id;
    };
    const until = 'until 2026-11-21 04:00 UTC';
    const expected = new Map([
      [
        await delivery('held', `Maintenance "Night" until we sleep" ${until}`),
        {
          reason_code: 'maintenance',
          reason_params: { window: 'Night" until we sleep', until: '2026-11-21T04:00Z' },
        },
      ],
      [
        await delivery('held', `Quiet hours ${until}`),
        { reason_code: 'quiet_hours', reason_params: { until: '2026-11-21T04:00Z' } },
      ],
      [
        await delivery('skipped', `Snoozed ${until}`),
        { reason_code: 'snoozed', reason_params: { until: '2026-11-21T04:00Z' } },
      ],
      [
        await delivery('skipped', 'Slack was switched off because it does not work any more'),
        { reason_code: 'channel_broken', reason_params: null },
      ],
      [
        await delivery('failed', 'Slack is down'),
        { reason_code: 'attempt_failed', reason_params: { text: 'Slack is down' } },
      ],
      [
        await delivery('skipped', 'The subscription has ended'),
        { reason_code: 'subscription_ended', reason_params: null },
      ],
      [
        await delivery('skipped', "Beyond the package's 1,000 alerts of this month"),
        { reason_code: 'alert_limit', reason_params: { limit: 1000 } },
      ],
      [
        await delivery('skipped', 'ada@b.test does not want alerts of the severity error'),
        { reason_code: 'severity_unwanted', reason_params: { severity: 'error' } },
      ],
      [
        await delivery('skipped', 'Nobody was there'),
        { reason_code: 'other', reason_params: { text: 'Nobody was there' } },
      ],
      [
        await delivery('held', 'Quiet hours until whenever'),
        { reason_code: 'quiet_hours', reason_params: { text: 'Quiet hours until whenever' } },
      ],
    ]);
    await old.migrator.up();
    for (const [id, codes] of expected)
      expect(
        await old.em.execute('select reason_code, reason_params from delivery where id = ?', [id]),
      ).toEqual([codes]);
  });

  test('give attempts and channels an error code, with their text', async () => {
    const attempt = async (outcome: string) => {
      const row = { id: randomUUID(), delivery_id: randomUUID(), duration_ms: 1, outcome };
      await insert('delivery_attempt', row);
      return row.id;
    };
    const text = 'Slack is down.';
    const failed = { reason_code: 'attempt_failed', reason_params: { text } };
    const expected = new Map([
      [await attempt('Delivered'), { result: 'sent', reason_code: null, reason_params: null }],
      [await attempt('Accepted'), { result: 'accepted', reason_code: null, reason_params: null }],
      [await attempt(text), { result: 'failed', ...failed }],
    ]);
    const channel = { id: randomUUID(), team_id: ids.team, type: 'slack', sealed: '', last_failure: text };
    await insert('integration', channel);
    await old.migrator.up();
    for (const [id, row] of expected)
      expect(
        await old.em.execute('select result, reason_code, reason_params from delivery_attempt where id = ?', [
          id,
        ]),
      ).toEqual([row]);
    expect(await old.em.execute('select last_failure from integration')).toEqual([
      { last_failure: { reasonCode: 'attempt_failed', reasonParams: { text } } },
    ]);
  });

  test('keep the time zone that people chose, but not the one that was only a row’s default', async () => {
    const zones = new Map([
      ['chosen', { time_zone: 'Europe/Paris' }],
      ['quiet', { time_zone: 'UTC', quiet_hours: true }],
      ['untouched', { time_zone: 'UTC' }],
    ]);
    for (const [name, row] of zones) {
      const user = {
        id: randomUUID(),
        email: `${name}@example.test`,
        password_hash: '',
        first_name: name,
        last_name: 'X',
        company_name: 'X',
      };
      await insert('user', user);
      await insert('notification_preferences', {
        user_id: user.id,
        channels: '{}',
        severities: '{}',
        ...row,
      });
    }
    await old.migrator.up();
    const people = await old.em.execute(`select first_name, time_zone from "user" order by first_name`);
    expect(people).toEqual([
      { first_name: 'chosen', time_zone: 'Europe/Paris' },
      { first_name: 'quiet', time_zone: 'UTC' },
      { first_name: 'untouched', time_zone: null },
    ]);
  });
});
