// Downloads of many rows: streamed from a cursor, one at a time, and never in the way of anyone else.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { labelOf } from '#api/features/audit/labels.ts';
import { maxRows } from '#api/exports/export.ts';
import { RunningExports, type ExportLimits } from '#api/exports/running-exports.ts';
import { table } from '#api/rest/table.ts';
import { createServer } from '#api/wiring/routes.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { Socket as LiveSocket } from '#tests/support/socket.ts';
import { waitingFor } from '#tests/support/waiting.ts';

const many = 60_000;
const history = '/api/alert-history/csv';

let running: Running;
let cast: Cast;

const rows = () => running.app.orm.em.fork();

beforeAll(async () => {
  running = await startServer();
  await emptyDatabase();
  cast = await enter(running);
  await addAlerts(cast.alice.teamId, cast.alice.controllerId, many);
});
afterAll(() => running.close());
afterEach(() => limit({}));

/** Alerts with long texts: more of them than fit the buffers between the server and a client. */
const addAlerts = (teamId: string, controllerId: string, count: number) =>
  rows().execute(
    `insert into alert (team_id, controller_id, rule_name, subject, type, severity, device_name, site_id, site_name,
                        since, timestamp, resolved_at, resolution)
     select ?, ?, 'Access points ' || repeat('x', 200), n::text, 'device_offline', 'error',
            'AP ' || n, 'HOST:1', 'Head Office', now() - n * interval '1 minute', now() - n * interval '1 minute', now(), 'recovered'
       from generate_series(1, ?) n`,
    [teamId, controllerId, count],
    'run',
  );

/** Other limits for the exports of the server, until the next test. */
function limit(changes: Partial<ExportLimits>): void {
  running.app.exports = new RunningExports({ ...new RunningExports().limits, ...changes });
}

/** Transactions of exports that the database holds open, as their last statement. */
const open = () =>
  rows().execute<{ query: string; state: string }[]>(
    `select query, state from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
        and xact_start is not null and backend_type = 'client backend'`,
  );
const untilNoneIsOpen = () =>
  vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 30_000, interval: 20 });
const untilItWaits = () =>
  vi.waitFor(
    async () =>
      expect(await open()).toMatchObject([
        { query: expect.stringMatching(/^fetch/), state: 'idle in transaction' },
      ]),
    { timeout: 30_000, interval: 20 },
  );

/** A client that requests a file, and reads nothing of the response until the socket is resumed. */
async function slowClient({ server, token }: Person, path: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  );
  return socket;
}

const linesOf = (text: string) => text.split('\r\n').length - 2;

describe('An export of 60,000 rows', () => {
  test('is complete, costs a point for every ten rows, and doesn’t block other requests', async () => {
    const file = rest(cast.alice).get(history);
    let answered = 0;
    for (;;) {
      const first = await Promise.race([
        file.then(() => 'complete' as const),
        rest(cast.bob).get('/api/controllers'),
      ]);
      if (first === 'complete') break;
      expect(first.status).toBe(200);
      answered++;
    }
    const { status, text, headers } = await file;
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBeNull();
    expect(linesOf(text)).toBe(many);
    expect(new Set(text.split('\r\n').map((line) => /,AP (\d+),/.exec(line)?.[1])).size).toBe(many + 1);
    expect(answered).toBeGreaterThan(10);
    const [, left] = /"cost";r=(\d+)/.exec(headers.get('ratelimit')!)!;
    const cost = running.app.config.costPerMinute - Number(left);
    expect(cost).toBeGreaterThanOrEqual(many / 10);
    expect(cost).toBeLessThan(many / 10 + 100);
  });

  test('waits in the database while its client reads nothing, and is complete once it does', async () => {
    const socket = await slowClient(cast.alice, history);
    await untilItWaits();
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => (text += String(part)));
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text).toMatch(/^HTTP\/1.1 200/);
    expect(text.match(/,AP \d+,/g)).toHaveLength(many);
    await untilNoneIsOpen();
  });

  test('ends when its client disconnects, and the next one can begin', async () => {
    const socket = await slowClient(cast.alice, history);
    await untilItWaits();
    socket.destroy();
    await untilNoneIsOpen();
    expect((await rest(cast.alice).get(`${history}?search=59999`)).status).toBe(200);
  });

  test.each([0, 2, 5, 10, 20, 40])(
    'ends when its client disconnects %i ms after the request, before the first row',
    async (milliseconds) => {
      const socket = await slowClient(cast.alice, history);
      await new Promise((resolve) => socket.once('connect', resolve));
      await sleep(milliseconds);
      socket.destroy();
      await vi.waitFor(
        async () => expect((await rest(cast.alice).get(`${history}?search=59999`)).status).toBe(200),
        { timeout: 10_000, interval: 20 },
      );
    },
  );

  test('cancels its running statement when its client disconnects', async () => {
    await rows().transactional(async (em) => {
      await em.execute('lock table alert in access exclusive mode', [], 'run');
      const socket = await slowClient(cast.alice, history);
      await vi.waitFor(async () => expect(await waitingFor(running)).toBe(1), { timeout: 30_000 });
      socket.destroy();
      await vi.waitFor(async () => expect(await waitingFor(running)).toBe(0), { timeout: 30_000 });
    });
    await untilNoneIsOpen();
  });

  test('is cut off when its client reads nothing for too long', async () => {
    limit({ stall: 50 });
    const socket = await slowClient(cast.alice, history);
    await vi.waitFor(() => expect(running.logged.join()).toContain('The export took too long'), {
      timeout: 30_000,
      interval: 20,
    });
    await untilNoneIsOpen();
    const ended = new Promise((resolve) => socket.once('close', resolve));
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => (text += String(part)));
    socket.resume();
    await ended;
    // The last chunk of a complete answer has no length.
    expect(text.startsWith('HTTP/1.1 200')).toBe(true);
    expect(text.endsWith('\r\n0\r\n\r\n')).toBe(false);
  });

  test('is refused when its deadline passes before its first row', async () => {
    limit({ download: 50 });
    await rows().transactional(async (em) => {
      await em.execute('lock table alert in access exclusive mode', [], 'run');
      expect(await rest(cast.alice).get(history)).toMatchObject({
        status: 502,
        body: { message: 'The export took too long and was stopped.' },
      });
    });
    await untilNoneIsOpen();
  });

  test('may take longer for its first row than the idle timeout of a connection', async () => {
    const server = await createServer(running.app, running.schema, { idleTimeout: 300 });
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const file = await rows().transactional(async (em) => {
      await em.execute('lock table alert in access exclusive mode', [], 'run');
      const file = rest({ ...cast.alice, server: { ...running, url } }).get(`${history}?search=59999`);
      await sleep(1000);
      return { file };
    });
    expect((await file.file).status).toBe(200);
    await server.close();
  });

  test('is not read for a HEAD request', async () => {
    const { status, headers } = await rest(cast.alice).send(history, { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(await open()).toEqual([]);
  });
});

describe('Exports at the same time', () => {
  const busy = 'You already have an export running. Wait until it finishes, then try again.';

  test('are limited to one per person, across all nodes', async () => {
    const other = await startServer({ databaseUrl: running.databaseUrl });
    const socket = await slowClient(cast.alice, history);
    await untilItWaits();
    for (const server of [running, other]) {
      const refused = await rest({ ...cast.alice, server }).get('/api/auth/data');
      expect(refused).toMatchObject({ status: 429, body: { message: busy } });
      expect(refused.headers.get('retry-after')).toBe('10');
    }
    expect((await rest(cast.bob).get(history)).status).toBe(200);
    socket.destroy();
    await untilNoneIsOpen();
    expect((await rest(cast.alice).get('/api/auth/data')).status).toBe(200);
    await other.close();
  });

  test('stop the one that is read slowly when another person needs its place', async () => {
    limit({ concurrency: 1, minWaitMs: 500 });
    const socket = await slowClient(cast.alice, history);
    await untilItWaits();
    await vi.waitFor(async () => expect((await rest(cast.bob).get(history)).status).toBe(200), {
      timeout: 10_000,
      interval: 50,
    });
    const ended = new Promise((resolve) => socket.once('close', resolve));
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => (text += String(part)));
    socket.resume();
    await ended;
    expect(text.endsWith('\r\n0\r\n\r\n')).toBe(false);
    expect(running.logged.join()).toContain('it was read slowly, and other exports were waiting');
    await untilNoneIsOpen();
  });

  test('leave database connections for everyone else', async () => {
    limit({ concurrency: 1 });
    const socket = await slowClient(cast.alice, history);
    await untilItWaits();
    expect(await rest(cast.bob).get(history)).toMatchObject({
      status: 429,
      body: { message: 'Too many exports are running. Try again in a few seconds.' },
    });
    socket.destroy();
    await untilNoneIsOpen();
  });
});

describe('A GraphQL response', () => {
  test('has a row limit, and says where all rows can be exported', async () => {
    const { errors } = await as(cast.alice).ask('{ alertHistoryCsv }');
    expect(errors).toMatchObject([
      {
        message: `This has 60,000 rows, and the limit is 5,000. Narrow the search, or download it with GET ${history}.`,
        extensions: { code: 'BAD_USER_INPUT', limit: 'rows', allowed: maxRows.answer.text, found: many },
      },
    ]);
  });

  test('runs one export, however many aliases request one', async () => {
    const aliases = Array.from({ length: 15 }, (_, n) => `a${n}: alertHistoryCsv(search: "AP 5999")`);
    const { data, errors } = await as(cast.alice).ask(`{ ${aliases.join(' ')} }`);
    // Every field is non-null, so that one refusal takes the whole answer with it.
    expect(data).toBeNull();
    expect(errors?.map(({ extensions }) => extensions.code)).toContain('TOO_MANY');
    await untilNoneIsOpen();
    // Its transaction ends a moment before its place is free.
    const alone = async () => (await as(cast.alice).ask(`{ ${aliases[0]} }`)).data?.['a0'];
    await expect.poll(async () => linesOf(String(await alone())), { timeout: 20_000 }).toBe(16);
  });

  test('stops when its WebSocket closes', async () => {
    limit({ answer: 60_000 });
    await rows().transactional(async (em) => {
      await em.execute('lock table alert in access exclusive mode', [], 'run');
      const socket = await new LiveSocket(running).signIn(cast.alice.token);
      await socket.subscribe('file', '{ alertHistoryCsv(search: "AP 5999") }');
      await vi.waitFor(async () => expect(await waitingFor(running)).toBe(1), { timeout: 20_000 });
      socket.raw.terminate();
      await vi.waitFor(async () => expect(await waitingFor(running)).toBe(0), { timeout: 20_000 });
    });
    await untilNoneIsOpen();
  });

  test('contains no unlimited list', async () => {
    await rows().execute(
      `insert into waitlist_entry (email, package_name) select n || '@x.test', 'Alpha' from generate_series(1, 1001) n`,
    );
    const { errors } = await as(cast.ada).ask('{ waitlist { email } }');
    expect(errors).toMatchObject([{ extensions: { limit: 'rows', allowed: 1000, found: 1001 } }]);
    const all = await rest(cast.ada).get('/api/admin/waitlist');
    expect(all.body).toHaveLength(1001);
    expect(all.body[0]).toEqual({
      id: expect.any(String),
      email: expect.stringMatching(/@x.test$/),
      packageId: null,
      packageName: 'Alpha',
      unsubscribedAt: null,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect((await rest(cast.ada).get('/api/admin/waitlist?skip=900')).body).toHaveLength(101);
  });
});

describe('Every file and every unlimited list', () => {
  const streamed = [
    // A report is read whole, like its page: it has a row per site.
    ...Object.keys(table).filter((call) => call.endsWith('/csv') && call !== 'GET /api/reports/:month/csv'),
    'GET /api/auth/data',
    'GET /api/admin/users',
    'GET /api/admin/waitlist',
  ];

  test.each(streamed)('%s is streamed', async (call) => {
    const path = call.split(' ')[1]!;
    const person = path.startsWith('/api/admin') ? cast.ada : cast.bob;
    await rows().execute(
      `insert into broadcast (id, subject, recipient_count, sent_by) values (?, 'Hello', 0, 'ada@x.test') on conflict do nothing`,
      [broadcast],
      'run',
    );
    const { status, headers, text } = await rest(person).get(path.replace(':id', broadcast));
    expect([status, headers.get('transfer-encoding')], text).toEqual([200, 'chunked']);
  });

  test.each(streamed)('%s writes an audit entry before any data is sent', async (call) => {
    const path = call.split(' ')[1]!;
    const person = path.startsWith('/api/admin') ? cast.ada : cast.bob;
    await rows().execute(
      `insert into broadcast (id, subject, recipient_count, sent_by) values (?, 'Hello', 0, 'ada@x.test') on conflict do nothing`,
      [broadcast],
      'run',
    );
    const entries = () =>
      rows().find(AuditEntry, { action: { $like: '%.export' } }, { orderBy: { id: 'asc' } });
    const before = (await entries()).length;
    expect((await rest(person).get(path.replace(':id', broadcast))).status).toBe(200);
    const [entry, ...more] = (await entries()).slice(before);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ actor: person.email, after: { rows: expect.any(Number) } });
    expect(labelOf(entry!.action)).not.toBe(entry!.action);
  });

  test('GET /api/configuration leaves an audit entry of the team', async () => {
    expect((await rest(cast.alice).get('/api/configuration')).status).toBe(200);
    const [entry] = await rows().find(AuditEntry, { action: 'configuration.export' });
    expect(entry).toMatchObject({
      actor: cast.alice.email,
      subjectId: cast.alice.teamId,
      after: { rows: expect.any(Number) },
    });
    expect(labelOf('configuration.export')).toBe('Team configuration exported');
  });

  const recorded = () => rows().count(AuditEntry, { action: { $like: '%.export' } });

  test('writes no audit entry for a page of a list on screen', async () => {
    const before = await recorded();
    const pages = [
      '/api/admin/users?first=50',
      '/api/admin/waitlist?first=50',
      '/api/admin/contact-submissions?first=50',
      '/api/admin/stripe/events?first=50',
      '/api/admin/audit?first=50',
    ];
    for (const path of pages) expect([path, (await rest(cast.ada).get(path)).status]).toEqual([path, 200]);
    expect((await rest(cast.bob).get('/api/alert-history?first=50')).status).toBe(200);
    expect(await recorded()).toBe(before);
  });

  test('writes no audit entry if it is refused', async () => {
    const before = await recorded();
    expect((await rest(cast.bob).get('/api/admin/users/csv')).status).toBe(403);
    expect(await recorded()).toBe(before);
  });

  test('is named in the audit log by its field', () => {
    for (const call of streamed) {
      const field = running.schema.getQueryType()!.getFields()[table[call as keyof typeof table]!];
      expect(field?.description).toContain(`\`${call}\` streams up to 500,000 rows`);
    }
  });
});

const broadcast = '7f9c2ba4-e88f-4b3f-9d5a-000000000001';
