// What an answer costs follows the number of rows that are read for it, whichever way they are asked for.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { PaymentSettings } from '#api/features/billing/payment-settings.entity.ts';
import { onlyRow, vault } from '#api/security/secrets.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addController, enter, type Cast, type Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const allowed = 60_000;
const rows = 1000;

let running: Running;
let cast: Cast;

// Time stands still: costs are counted by the minute.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  running = await startServer({ config: { costPerMinute: allowed } });
  await emptyDatabase();
  cast = await enter(running);
});
afterEach(() => void vi.setSystemTime(Date.now() + 120_000));
afterAll(async () => {
  vi.useRealTimers();
  await running.close();
});

const run = (sql: string, values: unknown[] = []) => running.app.orm.em.fork().execute(sql, values, 'run');
const left = (headers: Headers) => Number(/"cost";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

/** Points that a call costs. What it costs is known once it has been answered, so the next call says it. */
async function costOf(by: Visitor, path: string, query?: string): Promise<number> {
  const before = await rest(by).get('/api/announcement');
  const answer = await (query ? rest(by).post(path, { query }) : rest(by).get(path));
  expect(answer.status, answer.text.slice(0, 200)).toBe(200);
  const after = await rest(by).get('/api/announcement');
  return left(before.headers) - left(after.headers);
}

const addAlerts = () =>
  run(
    `insert into alert (team_id, controller_id, rule_name, subject, type, severity, device_name, site_id, site_name, since, timestamp)
     select ?, ?, 'Down', 'device ' || n, 'device_offline', 'error', 'Switch ' || n, 'site', 'Office', now(), now() - n * interval '1 minute'
       from generate_series(1, ?) n`,
    [cast.alice.teamId, cast.alice.controllerId, rows],
  );

test('An unlimited list costs a point for ten rows, alone, with an alias, and through REST', async () => {
  const { alice } = cast;
  const path = `/api/controllers/${alice.controllerId}/alerts`;
  const small = await costOf(alice, path);
  await addAlerts();
  expect((await costOf(alice, path)) - small).toBe(rows / 10);
  const aliases = Array.from(
    { length: 10 },
    (_, at) => `a${at}: currentAlerts(controllerId: "${alice.controllerId}") { alerts { id } }`,
  );
  expect(await costOf(alice, '/graphql', `{ ${aliases.join(' ')} }`)).toBeGreaterThanOrEqual(rows);
});

test('Summing up the fleet costs a point for a hundred of its alerts and sites, however few are shown', async () => {
  const { alice } = cast;
  const sites = 2000;
  const fleet = '{ fleetOverview(trouble: 1, quiet: 1) { alertCount } }';
  const tags = '{ siteTags { tag } }';
  const customers = (worstFirst: boolean) => `{ customers(first: 1, worstFirst: ${worstFirst}) { id } }`;
  const ask = (query: string) => costOf(alice, '/graphql', query);
  await run('delete from alert');
  const empty = { fleet: await ask(fleet), tags: await ask(tags) };
  const [{ id }] = await running.app.orm.em
    .fork()
    .execute<[{ id: string }]>(
      "insert into customer (team_id, name, color) values (?, 'Acme', '#2563eb') returning id",
      [alice.teamId],
    );
  await run(
    `insert into team_site (team_id, controller_id, host_id, name, customer_id)
     select ?, ?, case n when 1 then 'site' else 'site ' || n end, 'Office ' || n, ?::uuid from generate_series(1, ?) n`,
    [alice.teamId, await addController(alice, { selectedSiteId: null, selectedSiteIds: null }), id, sites],
  );
  await addAlerts();
  // Alice has a site or two already.
  const summedUp = (await ask(fleet)) - empty.fleet - (rows + sites) / 100;
  expect(Math.abs(summedUp)).toBeLessThanOrEqual(1);
  expect(Math.abs((await ask(tags)) - empty.tags - sites / 100)).toBeLessThanOrEqual(1);
  expect((await ask(customers(true))) - (await ask(customers(false)))).toBe(rows / 100);
});

test('A search costs a point for a hundred rows that are looked through, and for each of its words', async () => {
  const { alice } = cast;
  const cost = (field: string) => costOf(alice, '/graphql', `{ ${field} }`);
  const words = Array.from({ length: 50 }, (_, at) => at + 10).join(' ');
  const [one, many] = [
    (search: string) => search.replace('?', 'zz'),
    (search: string) => search.replace('?', words),
  ];
  const more = async (search: string) => (await cost(many(search))) - (await cost(one(search)));
  const searches = ['customers(search: "?") { id }', 'customerCount(search: "?")'];
  // Of a team with a customer or two, every word costs next to nothing.
  for (const search of searches) expect(await more(search), search).toBeLessThan(5);
  await run(
    "insert into customer (team_id, name, color) select ?, 'Customer ' || n, '#2563eb' from generate_series(1, 900) n",
    [alice.teamId],
  );
  for (const search of [
    ...searches,
    'openAlerts(filter: { search: "?" }) { nodes { id } }',
    'teamSites(search: "?") { id }',
    'search(text: "?") { devices { siteName } }',
  ])
    expect(await more(search), search).toBeGreaterThan(400);
});

test('A person with too few points left is refused, with the time to retry', async () => {
  const { alice } = cast;
  running.app.rates.spend(`person:${alice.userId}`, allowed - rows / 10);
  const refused = await rest(alice).get(`/api/controllers/${alice.controllerId}/alerts`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('Counting alerts by day costs a point for a hundred of them', async () => {
  const of = (type: string) => costOf(cast.alice, `/api/alert-history/days?type=${type}`);
  // Thirty days of them, which are no long list themselves.
  expect((await of('device_offline')) - (await of('console_offline'))).toBe(rows / 100);
});

test('Visitors’ messages cost a point for ten of them if no limit is given', async () => {
  const empty = await costOf(cast.ada, '/api/admin/contact-submissions');
  await run(
    `insert into contact_submission (name, email, subject, message)
     select 'Vic', 'vic@example.com', 'Hello', 'Message ' || n from generate_series(1, 900) n`,
  );
  expect((await costOf(cast.ada, '/api/admin/contact-submissions')) - empty).toBe(90);
});

test('Checking the audit log costs a point for ten of its entries', async () => {
  const path = '/api/admin/audit/integrity';
  const before = await costOf(cast.ada, path);
  await run(
    `insert into audit_entry (id, at, actor, action, subject, before, after, previous_hash, hash)
     select n, now(), 'Test', 'test', 'x', '{}', '{}', '', n::text from generate_series(1000, 1999) n`,
  );
  expect((await costOf(cast.ada, path)) - before).toBeGreaterThanOrEqual(100);
});

test('A file of all invoices costs a hundred points for each, even if Stripe fails', async () => {
  const { alice } = cast;
  await run(
    `insert into invoice (team_id, stripe_id, number, issued_at, total, amount_paid, amount_remaining, currency, status)
     select ?, 'in_' || n, 'N-' || n, now(), 10, 10, 0, 'GBP', 'paid' from generate_series(1, 20) n`,
    [alice.teamId],
  );
  const settings = { id: 1, secretKey: vault.seal('sk_test_1', 'payment_settings.secret_key', onlyRow) };
  await running.app.orm.em.fork().persist(Object.assign(new PaymentSettings(), settings)).flush();
  const before = await rest(alice).get('/api/announcement');
  await rest(alice).get('/api/invoices/download');
  const after = await rest(alice).get('/api/announcement');
  expect(left(before.headers) - left(after.headers)).toBeGreaterThanOrEqual(2000);
});

test('A chart costs a point for ten of its points, however many columns it has, and for a hundred samples', async () => {
  const { alice } = cast;
  const until = new Date().toISOString();
  const from = new Date(Date.now() - 6 * 3_600_000).toISOString();
  const path = `/api/controllers/${alice.controllerId}/metrics?siteId=ten&from=${from}&until=${until}`;
  const { body } = await rest(alice).get(path);
  const points = (body['at'] as string[]).length;
  const empty = await costOf(alice, path);
  // Less than two of its seven columns would cost.
  expect(empty).toBeLessThan(points / 5 + 50);
  await run(
    `insert into device (id, controller_id, host_id, mac, name, role, is_console, state, state_since, up_ports)
     select gen_random_uuid(), ?, 'ten', lpad(to_hex(n), 12, '0'), 'AP ' || n, 'access_point', false, 'online', now(), '{}'
       from generate_series(1, 10) n`,
    [alice.controllerId],
  );
  const samples = (10 * 6 * 3600) / running.app.config.pollIntervalSeconds;
  const more = (await costOf(alice, path)) - empty;
  // The points of a span are rounded to whole ones.
  expect(Math.abs(more - samples / 100)).toBeLessThanOrEqual(3);
});
