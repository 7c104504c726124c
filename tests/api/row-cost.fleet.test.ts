// What changes and lists of a fleet with many open alerts cost.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { RunningExports } from '#api/exports/running-exports.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addController, enter, type Cast, type Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const rows = 3000;
let running: Running;
let cast: Cast;
let customer: string;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  running = await startServer({ config: { costPerMinute: 60_000 } });
  // A busy machine takes longer than an answer may.
  running.app.exports = new RunningExports({ ...running.app.exports.limits, answer: 120_000 });
  await emptyDatabase();
  cast = await enter(running);
  const { alice } = cast;
  const made = await rest(alice).post('/api/customers', { name: 'Acme' });
  customer = (made.body as { id: string }).id;
  const controller = await addController(alice, { selectedSiteId: null, selectedSiteIds: null });
  await run(
    `insert into team_site (team_id, controller_id, host_id, name, customer_id)
     select ?, ?, case n when 1 then 'site' else 'site ' || n end, 'Office ' || n, ?::uuid from generate_series(1, 2000) n`,
    [alice.teamId, controller, customer],
  );
  await run(
    `insert into alert (team_id, controller_id, rule_name, subject, type, severity, device_name, site_id, site_name, since, timestamp)
     select ?, ?, 'Down', 'device ' || n, 'device_offline', 'error', 'Switch ' || n, 'site', 'Office', now(), now() - n * interval '1 minute'
       from generate_series(1, ?) n`,
    [alice.teamId, alice.controllerId, rows],
  );
});
afterEach(() => void vi.setSystemTime(Date.now() + 120_000));
afterAll(async () => {
  vi.useRealTimers();
  await running.close();
});
const run = (sql: string, values: unknown[] = []) => running.app.orm.em.fork().execute(sql, values, 'run');
const left = (headers: Headers) => Number(/"cost";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

/**
 * Points that a query costs. It mentions a field that may take more than the usual five seconds: on a busy machine, changes of
 * all alerts do, and whatever was answered too late would be charged to the next query.
 */
async function costOf(by: Visitor, query: string): Promise<number> {
  const before = await rest(by).get('/api/announcement');
  const answer = await rest(by).post('/graphql', { query: `# applyConfiguration\n${query}` });
  expect(answer.text).not.toContain('errors');
  const after = await rest(by).get('/api/announcement');
  return left(before.headers) - left(after.headers);
}
const seq = async () => {
  const [row] = await running.app.orm.em
    .fork()
    .execute<{ s: string }[]>('select last_event_seq as s from team where id = ?', [cast.alice.teamId]);
  return Number(row!.s);
};

test('Renaming a customer costs a point for ten of its open alerts, all of which are reported as changed', async () => {
  const before = await seq();
  const cost = await costOf(
    cast.alice,
    `mutation { updateCustomer(id: "${customer}", input: { name: "Acme 2" }) { id } }`,
  );
  expect((await seq()) - before).toBe(rows);
  expect(cost).toBeGreaterThanOrEqual(rows / 10);
});

test('Changing nothing that alerts show of a customer reports none of them, and costs nothing for them', async () => {
  const before = await seq();
  const again = `{ name: "Acme 2", tags: [] }`;
  const cost = await costOf(
    cast.alice,
    `mutation { updateCustomer(id: "${customer}", input: ${again}) { id } }`,
  );
  expect((await seq()) - before).toBe(0);
  expect(cost).toBeLessThan(rows / 100);
});

test('Planning or rescheduling maintenance of a whole site costs a point for ten of its open alerts, and renaming it doesn’t', async () => {
  const em = running.app.orm.em.fork();
  const [alert] = await em.execute<{ id: string }[]>('select id from alert limit 1');
  const before = await seq();
  const start = await costOf(
    cast.alice,
    `mutation { startAlertMaintenance(ids: ["${alert!.id}"], name: "x", minutes: 60, wholeSites: true) { window { id } } }`,
  );
  expect((await seq()) - before).toBe(rows);
  expect(start).toBeGreaterThanOrEqual(rows / 10);
  const [window] = await em.execute<{ id: string }[]>('select id from maintenance_window');
  const change = (input: string) =>
    costOf(cast.alice, `mutation { updateMaintenanceWindow(id: "${window!.id}", input: ${input}) { id } }`);
  const started = await seq();
  expect(await change('{ name: "y", minutes: 60 }')).toBeLessThan(rows / 100);
  expect((await seq()) - started).toBe(0);
  expect(await change('{ minutes: 120 }')).toBeGreaterThanOrEqual(rows / 10);
  expect((await seq()) - started).toBe(rows);
});

test.each([
  ['teamSites(worstFirst: true, first: 1', 2500, '{ id }'],
  ['customers(worstFirst: true, first: 1', 900, '{ id }'],
  ['openAlertGroups(by: site, first: 1', 500, '{ key }'],
])('A page behind the last costs as much as the first: %s', async (field, skip, part) => {
  const first = await costOf(cast.alice, `{ ${field}) ${part} }`);
  expect(await costOf(cast.alice, `{ ${field}, skip: ${skip}) ${part} }`)).toBe(first);
});

test('The internet lines of a site cost a point for a hundred of their stored states', async () => {
  const { alice } = cast;
  const lines = () =>
    costOf(alice, `{ internetLines(controllerId: "${alice.controllerId}", siteId: "site") { id } }`);
  await run(
    `insert into wan (controller_id, host_id, site_id, key, state, has_been_up) values (?, 'site', 'default', 'WAN', 'up', true)`,
    [alice.controllerId],
  );
  const before = await lines();
  await run(
    `insert into wan_interval (wan_id, began, until, is_up)
     select id, now() - n * interval '1 hour', now() - n * interval '1 hour' + interval '30 minutes', false
       from wan, generate_series(1, 5000) n`,
  );
  expect((await lines()) - before).toBe(50);
});

test('Reading every device costs for each, in the dashboard’s figures and in a search for an IP address', async () => {
  const search = (words: string) =>
    costOf(cast.alice, `{ openAlerts(first: 1, filter: { search: "${words}" }) { nodes { id } } }`);
  const summary = () => costOf(cast.alice, '{ monitoringSummary { totalDevices } }');
  const before = { figures: await summary(), word: await search('switch'), address: await search('10.1.') };
  await run(
    `insert into device (controller_id, host_id, mac, name, role, is_console, state, state_since, ip)
     select id, 'site', lpad(n::text, 12, '0'), 'Device ' || n, 'switch', false, 'online', now(), '10.1.0.1'
       from controller, generate_series(1, 5000) n where team_id = ? and selected_site_id is null`,
    [cast.alice.teamId],
  );
  expect((await summary()) - before.figures).toBeGreaterThanOrEqual(50);
  expect((await search('10.1.')) - before.address).toBeGreaterThanOrEqual(50);
  expect(await search('switch')).toBe(before.word);
});

test('Open alerts that no filter matches cost what looking through all of them costs', async () => {
  const all = await costOf(cast.alice, '{ openAlerts(first: 1) { totalCount } }');
  const none = await costOf(
    cast.alice,
    '{ openAlerts(first: 1, filter: { tags: ["nobody"] }) { totalCount } }',
  );
  expect(none).toBeGreaterThanOrEqual(all);
});

test.each([
  ['a filter that nothing matches', ', filter: { tags: ["nobody"] }'],
  ['another order than the index has', ', order: newest'],
  ['alerts that are skipped', `, skip: ${rows}`],
  ['more skipped than there are', ', skip: 10000000'],
])('A page costs a point for a hundred open alerts that it looks through: %s', async (_, looking) => {
  const of = (args: string, fields = 'cursor') =>
    costOf(cast.alice, `{ openAlerts(first: 1${args}) { ${fields} } }`);
  const first = await of('');
  expect(await of(looking)).toBe(first + rows / 100);
  // Counting looks through the same alerts, which are charged for once.
  expect(await of(looking, 'totalCount')).toBe(await of('', 'totalCount'));
});

test('The counts of a page look through open alerts once, however many of them are requested', async () => {
  const of = (fields: string) => costOf(cast.alice, `{ openAlerts(first: 1) { ${fields} } }`);
  const all = 'totalCount newCount severityCounts { severity count }';
  expect((await of(all)) - (await of('totalCount'))).toBeLessThan(rows / 100);
});

test('The first pages of all open alerts, worst first, cost as much however many there are', async () => {
  const of = (args: string) => costOf(cast.alice, `{ openAlerts(first: 1${args}) { cursor nextCursor } }`);
  const first = await of('');
  expect(first).toBeLessThan(rows / 100);
  const answer = await rest(cast.alice).post('/graphql', {
    query: '{ openAlerts(first: 1) { nextCursor } }',
  });
  const { nextCursor } = (answer.body as { data: { openAlerts: { nextCursor: string } } }).data.openAlerts;
  expect(await of(', filter: { types: null }')).toBe(first);
  expect(await of(`, after: "${nextCursor}"`)).toBe(first);
  expect(await of(`, before: "${nextCursor}", skip: 5000`)).toBe(first);
});

test('Alerts of a month without planned work cost a point for ten of those raised during it, which are looked at one by one', async () => {
  await run(
    `insert into alert (team_id, controller_id, rule_name, subject, type, severity, site_id, site_name, since, timestamp, resolved_at, maintenance)
     select ?, ?, 'Down', 'late ' || n, 'device_offline', 'error', 'site', 'Office', now(), now(), now(), 'Upgrade' from generate_series(1, ?) n`,
    [cast.alice.teamId, cast.alice.controllerId, rows],
  );
  const month = new Date().toISOString().slice(0, 7);
  const path = `/api/alert-history?first=1&month=${month}`;
  const costOfPath = async (query: string) => {
    const before = await rest(cast.alice).get('/api/announcement');
    const after = await rest(cast.alice).get(path + query);
    expect(after.status).toBe(200);
    return left(before.headers) - left(after.headers);
  };
  const all = await costOfPath('');
  for (const planned of [true, false])
    expect(await costOfPath(`&planned=${planned}`)).toBeGreaterThanOrEqual(all + rows / 10);
  await run(`delete from alert where subject like 'late %'`);
});

test('Devices by state cost a point for a hundred of them, and a report as CSV no less than as a page', async () => {
  await run(
    `insert into device (controller_id, host_id, mac, name, role, is_console, state, state_since)
     select controller_id, host_id, 'M' || row_number() over (), 'AP', 'access_point', false, 'online', now()
       from team_site where team_id = ? and host_id like 'site%'`,
    [cast.alice.teamId],
  );
  const list = await costOf(cast.alice, '{ controllers { name } }');
  expect(await costOf(cast.alice, '{ controllers { devices { offline } } }')).toBeGreaterThanOrEqual(
    list + 20,
  );
  const month = new Date().toISOString().slice(0, 7);
  const page = await costOf(cast.alice, `{ report(month: "${month}", first: 1) { siteCount } }`);
  expect(await costOf(cast.alice, `{ reportCsv(month: "${month}") }`)).toBeGreaterThanOrEqual(page);
});

test('Deleting a customer costs a point for ten of its open alerts', async () => {
  await run('delete from maintenance_window');
  const before = await seq();
  const cost = await costOf(cast.alice, `mutation { deleteCustomer(id: "${customer}") }`);
  expect((await seq()) - before).toBeGreaterThanOrEqual(rows);
  expect(cost).toBeGreaterThanOrEqual(rows / 10);
});
