// Reports of a customer and a month, from measurements and alerts that the test has written.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { partitionsBetween } from '#api/features/metrics/partitions.store.ts';
import { plannedHours } from '#api/features/reports/planned-hours.ts';
import { figuresOf, spreadOf } from '#api/features/reports/figures.ts';
import { durationWords } from '#api/features/reports/report-words.ts';
import { updateReports } from '#api/features/reports/reports.job.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPriceList, give } from '#tests/support/limits.ts';
import { addController, addPerson, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { atOnce } from '#tests/support/steps.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let alice: Person;
let controller: string;
let customer: string;

const rows = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  running.app.orm.em.fork().execute<Row[]>(sql, values);

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());

/** March 2024 in Berlin: the clocks change on its last day. It lasts from 29 February, 23:00 UTC to 31 March, 22:00 UTC. */
const month = '2024-03';
const begin = '2024-02-29T23:00:00Z';
const hoursInMonth = 31 * 24 - 1;
const final = '2024-04-01T05:00:00Z';

beforeEach(async () => {
  await emptyDatabase();
  const em = running.app.orm.em.fork();
  const [from, to] = [new Date('2024-02-01T00:00:00Z'), new Date('2024-04-30T00:00:00Z')];
  for (const { table, name, ...span } of partitionsBetween('device_hour', from, to))
    await em.execute(
      `select metrics.make_partition(?, ?, ?, ?) where to_regclass('metrics.${name}') is null`,
      [table, name, span.from, span.until],
      'run',
    );
  await rows('insert into metrics.rolled_up values (?)', ['2024-05-01T00:00:00Z']);
  alice = await addPerson(running, { firstName: 'Alice' });
  await rows(`update team set time_zone = 'Europe/Berlin' where id = ?`, [alice.teamId]);
  controller = await addController(alice);
  await rows('update controller set created_at = ?, selected_site_id = null', ['2024-02-28T00:00:00Z']);
  const answer = await rest(alice).post('/api/customers', { name: 'Zahnärzte Müller 🦷', tags: ['gold'] });
  customer = (answer.body as { id: string }).id;
  await site('office', customer);
});
afterEach(() => {
  vi.useRealTimers();
});

const at = (now: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });

async function site(hostId: string, customerId: string | null, name = hostId): Promise<void> {
  await rows(
    'insert into team_site (team_id, host_id, name, controller_id, customer_id) values (?, ?, ?, ?, ?)',
    [alice.teamId, hostId, name, controller, customerId],
  );
}

async function device(mac: string, hostId = 'office', of = controller): Promise<string> {
  const [row] = await rows<{ id: string }>(
    `insert into device (controller_id, host_id, mac, name, role, is_console, state, state_since)
     values (?, ?, ?, ?, 'access_point', false, 'online', now()) returning id`,
    [of, hostId, mac, `AP ${mac}`],
  );
  return row!.id;
}

/** Hours of a device from a moment on, online for so many seconds of each. */
const measure = (id: string, from: string, hours: number, online = 3600) =>
  rows(
    `insert into metrics.device_hour (at, device_id, samples, observed_seconds, online_seconds)
     select at, ?, 60, 3600, ? from generate_series(?::timestamptz, ?::timestamptz + make_interval(hours => ?), '1 hour') at
     on conflict (device_id, at) do update set online_seconds = excluded.online_seconds`,
    [id, online, from, from, hours - 1],
  );

const minute = 60_000;
/** An alert raised a minute after its problem began, which lasted so many minutes from there. */
async function alert(
  raised: string,
  lasted: number | null,
  more: Record<string, unknown> = {},
): Promise<string> {
  const timestamp = new Date(raised);
  const fields = {
    id: randomUUID(),
    team_id: alice.teamId,
    controller_id: controller,
    rule_name: 'Down',
    subject: randomUUID(),
    type: 'device_offline',
    severity: 'error',
    message: '',
    device_name: 'AP 1',
    site_id: 'office',
    site_name: 'office',
    since: new Date(timestamp.getTime() - minute),
    timestamp,
    resolved_at: lasted === null ? null : new Date(timestamp.getTime() + lasted * minute),
    resolution: lasted === null ? null : 'recovered',
    ...more,
  };
  const names = Object.keys(fields);
  await rows(
    `insert into alert (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`,
    Object.values(fields),
  );
  return fields.id;
}

const figures = `uptimePercent measuredPercent plannedSeconds incidents critical error plannedIncidents acknowledged
  acknowledgeMedian acknowledgeP90 recovered recoverMedian longestOutage { alertId seconds from until }`;
interface Answer {
  siteCount: number;
  figures: Record<string, unknown>;
  before: Record<string, unknown> | null;
  days: { day: string; uptimePercent: number | null; measuredPercent: number | null }[];
  sites: { name: string; figures: Record<string, unknown>; days: (number | null)[] }[];
  incidents: { alertId: string; seconds: number }[];
  planned: { name: string; from: string }[];
  madeAt: string | null;
  until: string;
  incidentsUntil: string;
  alertsSince: string | null;
  isPreparing: boolean;
}
async function ask<T>(query: string, person = alice): Promise<T> {
  const { data, errors } = await as(person).ask(`{ answer: ${query} }`);
  expect(errors).toBeUndefined();
  return data?.['answer'] as T;
}
const report = (args = `customerId: "${customer}"`, of = month, person = alice) =>
  ask<Answer>(
    `report(month: "${of}", ${args}) { siteCount madeAt until incidentsUntil alertsSince isPreparing figures { ${figures} } before { ${figures} }
       days { day uptimePercent measuredPercent } sites { name days figures { ${figures} } }
       incidents { alertId seconds } planned { name from } }`,
    person,
  );
/** Makes it this time, up to which the hours have been summed up. */
async function rolledUp(now: string): Promise<void> {
  await rows('update metrics.rolled_up set until = ?', [now]);
  at(now);
}
/** Runs the job as the schedule does. */
async function update(now: string): Promise<void> {
  at(now);
  await updateReports(running.app, { teamId: alice.teamId });
  vi.useRealTimers();
}
const window = (startsAt: string, minutes: number, more: object = {}) =>
  rows<{ id: string }>(
    `insert into maintenance_window (team_id, name, time_zone, starts_at, minutes, created_at, ${Object.keys({
      x: 0,
      ...more,
    })
      .slice(1)
      .map((name) => `${name}, `)
      .join('')}repeats)
     values (?, 'Upgrade', 'Europe/Berlin', ?, ?, '2024-02-01T00:00:00Z', ${Object.keys(more)
       .map(() => '?, ')
       .join('')}'once') returning id`,
    [alice.teamId, startsAt, minutes, ...Object.values(more)],
  );

describe('Uptime', () => {
  test('counts known time only, leaves out planned work in whole hours, and covers a month whose clocks change', async () => {
    const [one, two] = [await device('1'), await device('2')];
    await measure(one, begin, hoursInMonth);
    // Twenty hours are unknown, ten are down, and two of those are planned: 23:00 to 01:00 with a minute of the hour before.
    await measure(two, begin, hoursInMonth - 20);
    await measure(two, '2024-03-10T20:00:00Z', 10, 0);
    await window('2024-03-10T22:59', 121);
    await update(final);
    const { figures: found, days, planned, siteCount, isPreparing } = await report();
    const [observed, down] = [2 * hoursInMonth - 20 - 2 * 3, 10 - 3];
    expect(found['uptimePercent']).toBeCloseTo(100 * (1 - down / observed), 6);
    expect(found).toMatchObject({
      measuredPercent: 100,
      plannedSeconds: 6 * 3600,
      incidents: 0,
      longestOutage: null,
    });
    expect([siteCount, isPreparing, days.length]).toEqual([1, false, 31]);
    expect(planned).toMatchObject([{ name: 'Upgrade', from: '2024-03-10T21:59:00.000Z' }]);
    // 20:00 UTC is 21:00 in Berlin, so the first hours belong to the tenth.
    expect(days[9]!.uptimePercent).toBeCloseTo(100 * (1 - 1 / (48 - 2 * 2)), 6);
    expect(days[10]!.uptimePercent).toBeCloseTo(100 * (1 - 6 / (48 - 2)), 6);
    expect(days[30]).toEqual({ day: '2024-03-31', uptimePercent: 100, measuredPercent: 100 });
  });

  test('is unknown without measurements, which isn’t the same as zero', async () => {
    await device('1');
    await update(final);
    const { figures: found, days, before } = await report();
    expect(found).toMatchObject({ uptimePercent: null, measuredPercent: 0 });
    expect(days[0]).toMatchObject({ uptimePercent: null, measuredPercent: 0 });
    expect(before).toBeNull();
  });

  test('excludes a window for one device from that device only, and planned work whose window was deleted since', async () => {
    const [one, two] = [await device('1'), await device('2')];
    for (const id of [one, two]) await measure(id, '2024-03-05T00:00:00Z', 10, 1800);
    const [made] = await window('2024-03-05T01:00', 600, { controller_id: controller, device_mac: '1' });
    at('2024-03-05T12:00:00Z');
    expect((await rest(alice).delete(`/api/maintenance-windows/${made!.id}`)).status).toBe(200);
    await update(final);
    const { figures: found, planned } = await report();
    expect(found).toMatchObject({ uptimePercent: 50, plannedSeconds: 10 * 3600 });
    expect(planned).toHaveLength(1);
  });

  test('excludes a window of some customers or tags at their sites only', async () => {
    await measure(await device('1'), '2024-03-05T00:00:00Z', 10, 1800);
    const other = (await rest(alice).post('/api/customers', { name: 'Birch', tags: ['silver'] })).body['id'];
    await site('shop', other as string);
    await measure(await device('2', 'shop'), '2024-03-05T00:00:00Z', 10, 1800);
    const [made] = await window('2024-03-05T01:00', 240, { customer_ids: `{${customer}}` });
    await window('2024-03-05T08:00', 120, { tags: '{silver,bronze}' });
    at('2024-03-05T12:00:00Z');
    await rest(alice).delete(`/api/maintenance-windows/${made!.id}`);
    await update(final);
    const [mine, his] = [await report(), await report(`customerId: "${other}"`)];
    expect([mine, his].map(({ figures: { plannedSeconds } }) => plannedSeconds)).toEqual([
      4 * 3600,
      2 * 3600,
    ]);
    expect([mine, his].map(({ planned }) => planned.map(({ from }) => from))).toEqual([
      ['2024-03-05T00:00:00.000Z'],
      ['2024-03-05T07:00:00.000Z'],
    ]);
  });

  test('excludes what a customer’s window covered, even once the customer is deleted', async () => {
    await measure(await device('1'), '2024-03-05T00:00:00Z', 10, 1800);
    await site('shop', null);
    await measure(await device('2', 'shop'), '2024-03-05T00:00:00Z', 10, 1800);
    await window('2024-03-05T01:00', 240, { customer_ids: `{${customer}}` });
    await alert('2024-03-05T01:00:00Z', 240, { maintenance: 'Upgrade' });
    at('2024-03-25T12:00:00Z');
    expect((await rest(alice).delete(`/api/customers/${customer}`)).status).toBe(200);
    await update(final);
    const { figures: found, planned } = await report('customerId: null');
    expect(found).toMatchObject({
      plannedSeconds: 4 * 3600,
      incidents: 1,
      // The window ended at 04:00 UTC, and the alert at 05:00.
      longestOutage: { seconds: 3600 },
    });
    expect(planned).toHaveLength(1);
  });

  test('counts a device once that two controllers read', async () => {
    const second = await addController(alice);
    await measure(await device('1'), begin, 10, 0);
    await measure(await device('1', 'office', second), begin, 5);
    await update(final);
    expect((await report()).figures).toMatchObject({ uptimePercent: 0 });
  });
});

describe('Incidents', () => {
  test('are those of the month in the team’s time zone, without planned ones, which are counted apart', async () => {
    await alert('2024-02-29T22:59:00Z', 5);
    await alert('2024-02-29T23:01:00Z', 10, { acknowledged_at: '2024-02-29T23:03:00Z' });
    await alert('2024-03-31T21:59:00Z', 30, {
      severity: 'critical',
      acknowledged_at: '2024-03-31T22:03:00Z',
    });
    await alert('2024-03-31T22:01:00Z', 5);
    await alert('2024-03-15T12:00:00Z', 600, { maintenance: 'Upgrade' });
    await alert('2024-03-16T12:00:00Z', 3, { resolution: 'no_longer_watched' });
    await update(final);
    const { figures: found, incidents } = await report();
    expect(found).toMatchObject({
      incidents: 3,
      critical: 1,
      error: 2,
      plannedIncidents: 1,
      recovered: 2,
      recoverMedian: 20 * 60,
      acknowledged: 2,
      acknowledgeMedian: 180,
      acknowledgeP90: 2 * 60 + 0.9 * 120,
    });
    expect(incidents.map(({ seconds }) => seconds)).toEqual([660, 240, 120]);
  });

  test('name the longest outage, the part within the month, without planned work and other types', async () => {
    await alert('2024-03-15T12:00:00Z', 600, { maintenance: 'Upgrade' });
    await alert('2024-03-15T12:00:00Z', 900, { type: 'high_cpu' });
    const long = await alert('2024-02-29T20:01:00Z', 239);
    await alert('2024-03-20T12:00:00Z', 30);
    await update(final);
    expect((await report()).figures['longestOutage']).toEqual({
      alertId: long,
      seconds: 3600,
      from: '2024-02-29T20:00:00.000Z',
      until: '2024-03-01T00:00:00.000Z',
    });
  });
});

describe('An alert that began in planned work and outlasted it', () => {
  const planned = { maintenance: 'Upgrade' };

  test('is an incident and an outage from the end of the planned work on', async () => {
    // From 10:00 to 12:00 UTC, and on until 12:30 in a second window.
    await window('2024-03-15T11:00', 120);
    await window('2024-03-15T13:00', 30, { controller_id: controller });
    const inside = await alert('2024-03-15T11:00:00Z', 60, planned);
    const late = await alert('2024-03-15T11:00:00Z', 180, {
      ...planned,
      severity: 'critical',
      acknowledged_at: '2024-03-15T12:40:00Z',
    });
    await update(final);
    const { figures: found, incidents } = await report();
    expect(found).toMatchObject({
      incidents: 1,
      critical: 1,
      plannedIncidents: 1,
      acknowledgeMedian: 600,
      recoverMedian: 90 * 60,
      longestOutage: {
        alertId: late,
        seconds: 90 * 60,
        from: '2024-03-15T12:30:00.000Z',
        until: '2024-03-15T14:00:00.000Z',
      },
    });
    expect(incidents).toEqual([{ alertId: late, seconds: 90 * 60 }]);
    const listed = async (planned: boolean) => {
      const { body } = await rest(alice).get(`/api/alert-history?month=${month}&planned=${planned}`);
      return (body as { nodes: { id: string }[] }).nodes.map(({ id }) => id);
    };
    expect(await listed(false)).toEqual([late]);
    expect(await listed(true)).toEqual([inside]);
  });

  test('counts in the month in which the planned work ended', async () => {
    await device('1');
    await window('2024-03-31T20:00', 6 * 60);
    await alert('2024-03-31T19:00:00Z', null, planned);
    await update(final);
    expect((await report()).figures).toMatchObject({
      incidents: 0,
      plannedIncidents: 1,
      longestOutage: null,
    });
    at('2024-04-02T00:00:00Z');
    expect((await report(undefined, '2024-04')).figures).toMatchObject({
      incidents: 1,
      plannedIncidents: 0,
      longestOutage: { from: '2024-04-01T00:00:00.000Z', until: null, seconds: 24 * 3600 },
    });
  });

  test('doesn’t count for a device that the planned work of another covers, or while it goes on', async () => {
    await window('2024-03-15T11:00', 120, { controller_id: controller, device_mac: '2' });
    await alert('2024-03-15T11:00:00Z', 180, { ...planned, device_mac: '1' });
    await window('2024-03-16T11:00', 7 * 24 * 60);
    await alert('2024-03-16T11:00:00Z', null, planned);
    at('2024-03-20T00:00:00Z');
    expect((await report()).figures).toMatchObject({
      incidents: 0,
      plannedIncidents: 2,
      longestOutage: null,
    });
  });
});

describe('A stored month', () => {
  test('keeps its figures, its sites and their customer, whatever is deleted or moved afterwards', async () => {
    const id = await device('1');
    await measure(id, begin, hoursInMonth);
    await alert('2024-03-15T12:00:00Z', 5);
    await update('2024-04-01T04:59:00Z');
    expect((await report()).madeAt).toBeNull();
    await update(final);
    const before = await report();
    expect(before).toMatchObject({ madeAt: new Date(final).toISOString(), figures: { incidents: 1 } });
    await rows('delete from alert');
    await rows('delete from metrics.device_hour');
    await rows('update team_site set customer_id = null');
    await update('2024-04-02T05:00:00Z');
    expect(await report()).toEqual(before);
    expect(await report('tag: "gold"')).toMatchObject({ siteCount: 1, figures: { uptimePercent: 100 } });
    // A tag that no site has anymore is still in the months that were stored with it.
    await rows(`update customer set tags = '{}'`);
    expect(await report('tag: "gold"')).toMatchObject({ siteCount: 1 });
    const { errors } = await as(alice).ask(`{ report(month: "${month}", tag: "silver") { siteCount } }`);
    expect(errors).toMatchObject([{ message: 'Tag not found', extensions: { code: 'NOT_FOUND' } }]);
    expect(await ask('reportMonths { month isFinal }')).toContainEqual({ month, isFinal: true });
    expect((await rows('select from site_day')).length).toBe(0);
  });

  test('leads to the alerts that it counted, whatever is moved, acknowledged or recovers afterwards', async () => {
    await site('shop', null);
    const counted = await alert('2024-03-15T12:00:00Z', 5, { acknowledged_at: '2024-03-15T12:02:00Z' });
    const open = await alert('2024-03-20T12:00:00Z', null);
    const planned = await alert('2024-03-21T12:00:00Z', 5, { maintenance: 'Upgrade' });
    await alert('2024-03-22T12:00:00Z', 5, { site_id: 'shop' });
    await alert('2024-03-31T22:30:00Z', 5);
    await update(final);
    const { figures: stored } = await report();
    expect(stored).toMatchObject({ incidents: 2, plannedIncidents: 1, acknowledged: 1, recovered: 1 });
    const list = async (query: string) => {
      const path = `/api/alert-history?month=${month}&customerIds=${customer}&${query}`;
      const { body } = await rest(alice).get(path);
      return (body as { nodes: { id: string }[] }).nodes.map(({ id }) => id);
    };
    const lists = () =>
      Promise.all(
        [
          'planned=false',
          'planned=true',
          'planned=false&acknowledged=true',
          'planned=false&resolution=recovered',
        ].map(list),
      );
    const before = await lists();
    expect(before).toEqual([[open, counted], [planned], [counted], [counted]]);
    const later = '2024-04-02T12:00:00Z';
    await rows(
      `update alert set resolved_at = ?, resolution = 'recovered', acknowledged_at = ? where resolved_at is null`,
      [later, later],
    );
    await rows('update team_site set customer_id = case when customer_id is null then ?::uuid end', [
      customer,
    ]);
    await rows(`update team set time_zone = 'America/New_York' where id = ?`, [alice.teamId]);
    expect(await lists()).toEqual(before);
    expect((await report()).figures).toEqual(stored);
    expect(await list('tags=gold')).toHaveLength(3);
    expect(await list('planned=false&acknowledged=false')).toEqual([open]);
  });

  test('still leads to alerts that outlasted planned work once its record is deleted', async () => {
    const [one] = await window('2024-03-15T11:00', 120);
    const late = await alert('2024-03-15T11:00:00Z', 180, { maintenance: 'Upgrade' });
    await update(final);
    at('2024-04-10T00:00:00Z');
    await rest(alice).delete(`/api/maintenance-windows/${one!.id}`);
    await rows('delete from planned_work');
    const { body } = await rest(alice).get(`/api/alert-history?month=${month}&planned=false`);
    expect((body as { nodes: { id: string }[] }).nodes.map(({ id }) => id)).toEqual([late]);
  });

  test('says from when on its alerts were still kept', async () => {
    await addPriceList(running);
    await give(running, alice.teamId, 'Professional Plan');
    await update(final);
    expect((await report()).alertsSince).toBe('2024-03-02T05:00:00.000Z');
  });

  test('is null before anything was known, and refused in the future', async () => {
    await update(final);
    expect(await report(undefined, '2023-12')).toBeNull();
    for (const [of, message] of [
      ['2999-01', 'This month hasn’t begun yet'],
      ['2024-13', 'Give the month as 2026-05'],
    ]) {
      const { errors } = await as(alice).ask(`{ report(month: "${of}") { month } }`);
      expect(errors?.[0]?.message).toBe(message);
    }
  });
});

test('The current month goes as far as the hourly sums, and compares with the month before', async () => {
  await rows('update controller set created_at = ?', ['2024-01-15T00:00:00Z']);
  const id = await device('1');
  await measure(id, '2024-02-20T00:00:00Z', 24 * 15, 1800);
  await measure(id, '2024-03-06T00:00:00Z', 36);
  await rows('update metrics.rolled_up set until = ?', ['2024-03-07T12:00:00Z']);
  await update('2024-03-07T12:30:00Z');
  at('2024-03-07T12:30:00Z');
  const { figures: found, days, before, until, incidentsUntil, madeAt } = await report();
  expect([until, madeAt]).toEqual(['2024-03-07T12:00:00.000Z', null]);
  expect(incidentsUntil).toBe('2024-03-07T12:30:00.000Z');
  const csv = await rest(alice).get(`/api/reports/${month}/csv`);
  expect(csv.text).toMatch(/,2024-03-07T\d\d:00:00\S+,2024-03-07T\d\d:30:00\S+\s*$/);
  expect(days.slice(6, 8)).toEqual([
    { day: '2024-03-07', uptimePercent: 100, measuredPercent: 100 },
    { day: '2024-03-08', uptimePercent: null, measuredPercent: null },
  ]);
  expect(found['measuredPercent']).toBe(100);
  expect(before).toMatchObject({ uptimePercent: 50 });
  expect(before?.['measuredPercent']).toBeLessThan(50);
});

test('Another team finds neither the customer nor the figures', async () => {
  await alert('2024-03-15T12:00:00Z', 5);
  await update(final);
  const bob = await addPerson(running, { firstName: 'Bob' });
  const { errors } = await as(bob).ask(`{ report(month: "${month}", customerId: "${customer}") { month } }`);
  expect(errors?.[0]?.message).toBe('Customer not found');
  for (const file of ['csv', 'pdf']) {
    const { status, body } = await rest(bob).get(`/api/reports/${month}/${file}?customerId=${customer}`);
    expect([status, body]).toMatchObject([404, { message: 'Customer not found' }]);
  }
  expect(await ask(`report(month: "${month}") { month }`, bob)).toBeNull();
  expect((await rest({ server: running, token: null }).get(`/api/reports/${month}/pdf`)).status).toBe(401);
});

test('The CSV has a row for each site, worst first, and runs no formula', async () => {
  await site('shop', customer, '=HYPERLINK("https://evil.example")');
  await measure(await device('1'), begin, 10);
  await measure(await device('2', 'shop'), begin, 10, 1800);
  await update(final);
  const { text, status } = await rest(alice).get(`/api/reports/${month}/csv?customerId=${customer}`);
  expect(status).toBe(200);
  const [, first, second] = text.split('\r\n');
  expect(first).toMatch(/^2024-03,Zahnärzte Müller 🦷,"'=HYPERLINK\(""https:\/\/evil.example""\)",50,/);
  expect(second).toMatch(/^2024-03,Zahnärzte Müller 🦷,office,100,1.3,0,0,/);
});

test('The PDF is named after the customer and the month, whatever characters their name has', async () => {
  await alert('2024-03-15T12:00:00Z', 5, { device_name: 'AP 名古屋 Łódź' });
  await update(final);
  const { status, headers, text } = await rest(alice).get(`/api/reports/${month}/pdf?customerId=${customer}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(headers.get('content-disposition')).toBe('attachment; filename="zahnarzte-muller-2024-03.pdf"');
  expect(text).toMatch(/^%PDF-1/);
  expect(text.trimEnd()).toMatch(/%%EOF$/);
  const again = await fetch(`${running.url}/api/reports/${month}/pdf?customerId=${customer}`, {
    headers: { authorization: `Bearer ${alice.token}` },
  });
  const title = Buffer.from('Zahnärzte Müller 🦷: network report for March 2024', 'utf16le').swap16();
  expect(Buffer.from(await again.arrayBuffer()).includes(title)).toBe(true);
  for (const [query, answer] of [
    ['?tag=gold', 200],
    [`?tag=gold&customerId=${customer}`, 400],
  ] as const)
    expect((await rest(alice).get(`/api/reports/${month}/pdf${query}`)).status).toBe(answer);
});

test('The sites without a customer have a report of their own, as a page, CSV and PDF, before and after it is stored', async () => {
  await site('shop', null);
  await measure(await device('1'), begin, 10);
  await measure(await device('2', 'shop'), begin, 10, 1800);
  const query = `report(month: "${month}", unassigned: true) {
    subject siteCount customerCount sites { hostId } figures { uptimePercent } madeAt }`;
  const own = {
    subject: 'Sites without a customer',
    siteCount: 1,
    customerCount: 1,
    sites: [{ hostId: 'shop' }],
    figures: { uptimePercent: 50 },
  };
  await update('2024-03-20T05:00:00Z');
  at('2024-03-20T06:00:00Z');
  expect(await ask(query)).toMatchObject({ ...own, madeAt: null });
  vi.useRealTimers();
  await update(final);
  const stored = await ask<{ madeAt: string }>(query);
  expect(stored).toMatchObject({ ...own, madeAt: expect.any(String) as string });
  const csv = await rest(alice).get(`/api/reports/${month}/csv?unassigned=true`);
  expect(csv.text.trim().split('\r\n')).toHaveLength(2);
  expect(csv.text).toContain(`\r\n${month},,shop,50,`);
  const pdf = await rest(alice).get(`/api/reports/${month}/pdf?unassigned=true`);
  expect(pdf.headers.get('content-disposition')).toBe(
    'attachment; filename="sites-without-a-customer-2024-03.pdf"',
  );
  for (const both of [`unassigned=true&customerId=${customer}`, `customerId=${customer}&tag=gold`]) {
    const refused = await rest(alice).get(`/api/reports/${month}/csv?${both}`);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { message: 'Choose a customer, a tag, or sites without a customer, but only one of them.' },
    ]);
  }
});

test.each(['csv', 'pdf'])(
  'The %s of a report refuses a filter that it doesn’t understand, so that it never shows everyone’s figures',
  async (type) => {
    await measure(await device('1'), begin, 10);
    await update(final);
    const refused = [
      'unassigned=1',
      'unassigned=true&unassigned=true',
      'tag=a&tag=b',
      `customerId=${customer}&customerId=${customer}`,
      `customer=${customer}`,
      'tag=',
      `tag=${'a'.repeat(41)}`,
    ];
    for (const query of refused)
      expect
        .soft([query, (await rest(alice).get(`/api/reports/${month}/${type}?${query}`)).status])
        .toEqual([query, 400]);
    expect((await rest(alice).get(`/api/reports/${month}?customer=${customer}`)).status).toBe(400);
    expect((await rest(alice).get(`/api/reports/${month}/${type}?customerId=`)).status).toBe(404);
    for (const query of ['', '?unassigned=false', '?tag=gold', `?customerId=${customer}`])
      expect((await rest(alice).get(`/api/reports/${month}/${type}${query}`)).status).toBe(200);
  },
);

test('Downloads of a report are in the audit log, with the file and what it covers', async () => {
  await alert('2024-03-15T12:00:00Z', 5);
  await update(final);
  for (const file of ['csv', 'pdf'])
    expect((await rest(alice).get(`/api/reports/${month}/${file}?customerId=${customer}`)).status).toBe(200);
  const entries = await running.app.orm.em
    .fork()
    .find(AuditEntry, { action: 'report.export' }, { orderBy: { id: 'asc' } });
  const about = { month, customerId: customer, rows: 1 };
  expect(entries.map(({ after, actorId }) => [actorId, after])).toEqual([
    [alice.userId, about],
    [alice.userId, { ...about, format: 'pdf' }],
  ]);
});

test('A report of all sites lists its customers, worst first and by the page, and the sites without one', async () => {
  await site('shop', null);
  await measure(await device('1'), begin, 10);
  await measure(await device('2', 'shop'), begin, 10, 1800);
  await update(final);
  const list = (args: string) =>
    ask<{ customerCount: number; customers: object[] }>(
      `report(month: "${month}") { customerCount customers(${args}) { id name siteCount figures { uptimePercent } } }`,
    );
  const rest = { id: null, name: null, siteCount: 1, figures: { uptimePercent: 50 } };
  const named = { id: customer, name: 'Zahnärzte Müller 🦷', siteCount: 1, figures: { uptimePercent: 100 } };
  expect(await list('first: 5')).toEqual({ customerCount: 2, customers: [rest, named] });
  expect((await list('first: 1, skip: 1')).customers).toEqual([named]);
  const { errors } = await as(alice).ask(`{ report(month: "${month}") { customers(first: 0) { id } } }`);
  expect(errors?.[0]?.message).toBe('`first` must be 1 or more');
});

test('The alert history shows the rows behind each figure', async () => {
  const ids = [
    await alert('2024-02-29T23:01:00Z', 10, { acknowledged_at: '2024-02-29T23:03:00Z' }),
    await alert('2024-03-15T12:00:00Z', 600, { maintenance: 'Upgrade' }),
    await alert('2024-03-16T12:00:00Z', 3, { resolution: 'no_longer_watched' }),
  ];
  await alert('2024-03-31T22:01:00Z', 5);
  await alert('2024-03-16T12:00:00Z', 3, { site_id: 'elsewhere' });
  const list = async (query: string) => {
    const path = `/api/alert-history?month=${month}&customerIds=${customer}&${query}`;
    const { body } = await rest(alice).get(path);
    return (body as { nodes: { id: string }[] }).nodes.map(({ id }) => id);
  };
  expect(await list('')).toEqual(ids.toReversed());
  expect(await list('planned=false')).toEqual([ids[2], ids[0]]);
  expect(await list('planned=true')).toEqual([ids[1]]);
  expect(await list('acknowledged=true')).toEqual([ids[0]]);
  expect(await list('resolution=recovered')).toEqual([ids[1], ids[0]]);
  expect(await list('tags=gold')).toHaveLength(3);
  expect(await list('tags=silver')).toEqual([]);
  expect(await list('unassigned=true')).toHaveLength(3);
  expect(await list('unassigned=false')).toHaveLength(3);
  const { body } = await rest(alice).get(`/api/alert-history?month=${month}&unassigned=true`);
  expect(body).toEqual({ nodes: [], nextCursor: null });
  expect((await rest(alice).get('/api/alert-history?month=May')).status).toBe(400);
});

test('Durations in emails and PDFs round as those on the page', () => {
  expect([null, 0, 59.4, 59.5, 3599, 5400, 187_200].map((seconds) => durationWords(seconds))).toEqual([
    'None',
    '0 s',
    '59 s',
    '1 min',
    '1 h',
    '1 h 30 min',
    '2 d 4 h',
  ]);
});

test('A median and a 90th percentile are interpolated, and none are given without values', () => {
  expect(spreadOf([40, 10, 20, 30])).toEqual({ median: 25, p90: 37, count: 4 });
  expect(spreadOf([])).toEqual({ median: null, p90: null, count: 0 });
  expect(figuresOf([], [86_400])).toMatchObject({ uptime: null, measured: null, incidents: 0 });
});

test('Planned work costs a report little, however many windows there were', () => {
  const devices = Array.from({ length: 6000 }, (_, at) => ({
    id: `${at}`,
    controllerId: 'c',
    hostId: `site ${at % 600}`,
    mac: `${at}`,
  }));
  const [from, until] = [new Date('2024-03-10T00:00:00Z'), new Date('2024-03-13T00:00:00Z')];
  const everything = { name: '', siteName: null, deviceName: null, controllerId: null, siteId: null };
  const spans = Array.from({ length: 5000 }, (_, at) => ({
    ...everything,
    siteId: at % 2 ? `site ${at % 600}` : null,
    deviceMac: at % 3 ? null : `${at}`,
    customerIds: [],
    tags: at % 5 ? [] : [`tag ${at % 200}`],
    places: [],
    from: new Date(from.getTime() + at * minute),
    until: new Date(from.getTime() + (at + 30) * minute),
  }));
  const siteAt = (hostId: string) => ({ customerId: null, tags: [`tag ${hostId.slice(5)}`] });
  const began = process.threadCpuUsage().user;
  const planned = atOnce(plannedHours(spans, devices, siteAt, { from, until }));
  expect(planned.devices).toHaveLength(6000);
  expect((process.threadCpuUsage().user - began) / 1e6).toBeLessThan(2);
});

describe('Planned work that is over', () => {
  const planned = { maintenance: 'Upgrade' };
  /** Two hours of planned work on Friday the 15th or the 8th, and an alert that outlasted it by two hours. */
  const before = { incidents: 1, plannedIncidents: 0, longestOutage: { seconds: 7200 } };

  test('keeps its end when its window is deleted days later, before the month is stored', async () => {
    const [one] = await window('2024-03-15T11:00', 120);
    await alert('2024-03-15T11:00:00Z', 180, planned);
    at('2024-03-20T00:00:00Z');
    expect((await report()).figures).toMatchObject(before);
    expect((await rest(alice).delete(`/api/maintenance-windows/${one!.id}`)).status).toBe(200);
    expect((await report()).figures).toMatchObject(before);
  });

  test('keeps its end when its weekly window is made longer', async () => {
    const [one] = await window('2024-03-01T11:00', 120, { weekdays: '{5}' });
    await rows(`update maintenance_window set repeats = 'weekly'`);
    await alert('2024-03-08T11:00:00Z', 180, planned);
    at('2024-03-20T00:00:00Z');
    expect((await report()).figures).toMatchObject(before);
    const { errors } = await as(alice).ask(
      `mutation { updateMaintenanceWindow(id: "${one!.id}", input: { minutes: 600 }) { id } }`,
    );
    expect(errors).toBeUndefined();
    expect((await report()).figures).toMatchObject(before);
  });

  test.each([
    ['is moved to another day', '{ weekdays: [4] }', ['03-14', '10:00']],
    ['is moved to another time', '{ startsAt: "2024-03-01T16:00" }', ['03-15', '15:00']],
    ['applies to another site', `{ siteId: "shop", siteName: "Shop" }`, ['03-15', '10:00']],
  ])(
    'is the same as before when its weekly window %s, which applies from then on',
    async (_, input, next) => {
      const id = await device('1');
      await measure(id, begin, hoursInMonth);
      await site('shop', customer);
      await measure(await device('2', 'shop'), begin, hoursInMonth);
      // Down for an hour of the planned work on Friday, of the day before, and of Friday afternoon.
      for (const hour of ['2024-03-08T10:00:00Z', '2024-03-07T10:00:00Z', '2024-03-08T15:00:00Z'])
        await measure(id, hour, 1, 0);
      const [one] = await window('2024-03-01T11:00', 120, {
        weekdays: '{5}',
        site_id: 'office',
        controller_id: controller,
      });
      await rows(`update maintenance_window set repeats = 'weekly'`);
      const so = await alert('2024-03-08T10:05:00Z', 30, { maintenance: 'Upgrade' });
      await alert('2024-03-07T10:05:00Z', 30);
      await rolledUp('2024-03-09T12:00:00Z');
      const earlier = await report();
      expect(earlier.figures).toMatchObject({ plannedSeconds: 2 * 3600, incidents: 1, plannedIncidents: 1 });
      const { errors } = await as(alice).ask(
        `mutation { updateMaintenanceWindow(id: "${one!.id}", input: ${input}) { id } }`,
      );
      expect(errors).toBeUndefined();
      expect(await report()).toMatchObject({ ...earlier, until: expect.anything() });
      const { body } = await rest(alice).get(`/api/alert-history?month=${month}&planned=true`);
      expect((body as { nodes: { id: string }[] }).nodes.map(({ id: planned }) => planned)).toEqual([so]);
      await rolledUp('2024-03-16T12:00:00Z');
      expect((await report()).planned.map(({ from }) => from)).toEqual([
        ...earlier.planned.map(({ from }) => from),
        `2024-${next[0]}T${next[1]}:00.000Z`,
      ]);
    },
  );

  test('ends with the change of a window that is on, and goes on as changed', async () => {
    await measure(await device('1'), begin, hoursInMonth);
    const [one] = await window('2024-03-15T11:00', 240, { site_id: 'office', controller_id: controller });
    await site('shop', customer);
    await measure(await device('2', 'shop'), begin, hoursInMonth);
    at('2024-03-15T12:00:00Z');
    await as(alice).ask(
      `mutation { updateMaintenanceWindow(id: "${one!.id}", input: { siteId: "shop", siteName: "Shop" }) { id } }`,
    );
    await rolledUp('2024-03-16T12:00:00Z');
    const { sites } = await report();
    expect(sites.map(({ name, figures: { plannedSeconds } }) => [name, plannedSeconds]).toSorted()).toEqual([
      ['office', 2 * 3600],
      ['shop', 2 * 3600],
    ]);
  });

  test('keeps the sites that it covered when one is assigned to another customer', async () => {
    await window('2024-03-15T11:00', 120, { customer_ids: `{${customer}}` });
    await alert('2024-03-15T11:00:00Z', 180, planned);
    at('2024-03-16T12:00:00Z');
    expect((await report('first: 50')).figures).toMatchObject(before);
    const other = (await rest(alice).post('/api/customers', { name: 'Other' })).body as { id: string };
    const [one] = await rows<{ id: string }>('select id from team_site');
    await rest(alice).post('/api/sites/assign', { siteIds: [one!.id], customerId: other.id });
    expect((await report('first: 50')).figures).toMatchObject(before);
  });

  test('leads from the figure of a stored report to the same alerts once its window is deleted', async () => {
    const [one] = await window('2024-03-15T11:00', 120);
    const late = await alert('2024-03-15T11:00:00Z', 180, planned);
    await update(final);
    expect((await report()).figures).toMatchObject(before);
    at('2024-04-10T00:00:00Z');
    await rest(alice).delete(`/api/maintenance-windows/${one!.id}`);
    expect((await report()).figures).toMatchObject(before);
    const { body } = await rest(alice).get(`/api/alert-history?month=${month}&planned=false`);
    expect((body as { nodes: { id: string }[] }).nodes.map(({ id }) => id)).toEqual([late]);
  });

  test('isn’t that of sites that its customer got, or whose customer got its tag, only afterwards', async () => {
    await site('shop', null);
    const late = await alert('2024-03-15T11:00:00Z', 180, { ...planned, site_id: 'shop' });
    await window('2024-03-15T11:00', 120, { customer_ids: `{${customer}}` });
    await window('2024-03-15T13:00', 60, { tags: '{vip}' });
    await window('2024-03-15T11:00', 90, { places: JSON.stringify([{ siteId: 'shop', siteName: 'shop' }]) });
    at('2024-03-16T12:00:00Z');
    const of = async () => (await report('first: 50')).incidents;
    expect(await of()).toEqual([{ alertId: late, seconds: 2.5 * 3600 }]);
    const [shop] = await rows<{ id: string }>(`select id from team_site where host_id = 'shop'`);
    await rest(alice).post('/api/sites/assign', { siteIds: [shop!.id], customerId: customer });
    await rest(alice).put(`/api/customers/${customer}`, { tags: ['gold', 'vip'] });
    expect(await of()).toEqual([{ alertId: late, seconds: 2.5 * 3600 }]);
  });
});
