import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sealFor } from '#api/security/secrets.ts';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { poll } from '#api/features/watch/poll.service.ts';
import { addCustomer, startServer, type Running } from '#tests/support/running.ts';
import { startPart } from './live/part.ts';
import type { Figure } from './run.ts';
import { scratchDatabase } from './scratch-database.ts';
import type { UnifiServer } from './unifi-server.ts';

const controllers = 10;
const devices = 50;
const rounds = 20;
/** So many consoles are read at a time, by us and by the loop that only fetches. */
const atOnce = 5;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Ten rules each whose figures are in what is read anyway, or take one call a device, as figures do. */
const conditions = [AlertCondition.device_offline, AlertCondition.high_cpu, AlertCondition.high_memory];

/**
 * Rounds of controllers: asked, judged and stored, against a loop that only fetches the same answers and parses them; by
 * the CPU time of this process. The stand-in and the database are others. Throws when a calm round leaves a trace.
 */
export async function watching(): Promise<Figure[]> {
  await using database = await scratchDatabase();
  await using stack = new AsyncDisposableStack();
  const unifi = startPart<UnifiServer>('../unifi-server.ts');
  stack.defer(() => unifi.stop());
  const { url, consoles } = await unifi.ask('listen', { keys: controllers, devices });
  const running = await startServer({
    databaseUrl: database.url,
    config: { logLevel: 'silent', unifiApiUrl: url },
  });
  stack.defer(() => running.close());
  const ids: string[] = [];
  for (const { key, hostId } of consoles) ids.push(await addWatched(running, key, hostId));

  // What is down is noticed, and told once its time has come; a first round also learns what a console can tell.
  for (let n = 0; n < 3; n++) await round(running, ids);
  const before = await traces(running);
  if (!before.startsWith(`${controllers} `)) throw new Error(`Not every controller has its alert: ${before}`);
  await unifi.ask('asked');
  await round(running, ids);
  const calls = (await unifi.ask('asked')).filter(({ path }) => !path.includes('isp-metrics'));

  const ours: number[] = [];
  const theirs: number[] = [];
  const heap: number[] = [];
  for (let n = 0; n < rounds; n++) {
    ours.push(await cpuOf(() => round(running, ids)));
    theirs.push(await cpuOf(() => fetchAll(url, calls)));
    collect();
    heap.push(process.memoryUsage().heapUsed / 1024 / 1024);
  }
  if ((await traces(running)) !== before)
    throw new Error('A round in which nothing changed has left a trace');
  const each = controllers * devices;
  return [
    {
      name: 'a device polled, judged and stored',
      yardstick: `fetching and parsing the same ${calls.length / controllers} answers a controller`,
      ours: median(ours) / each,
      theirs: median(theirs) / each,
      promised: 2,
    },
    {
      name: `heap after ${rounds} rounds`,
      yardstick: 'after 10',
      ours: median(heap.slice(-3)),
      theirs: median(heap.slice(8, 11)),
      unit: 'MiB',
      promised: 1.05,
    },
  ];
}

async function addWatched(running: Running, apiKey: string, selectedSiteId: string): Promise<string> {
  const { teamId, controllerId } = await addCustomer(running);
  const em = running.app.orm.em.fork();
  const controller = await em.findOneOrFail(Controller, controllerId);
  em.assign(controller, { apiKey: sealFor(controller, 'controller.api_key', apiKey), selectedSiteId });
  await em.flush();
  for (let n = 0; n < 10; n++)
    await em.execute(
      `insert into alert_rule (id, team_id, name, condition, duration) values (gen_random_uuid(), ?, ?, ?, 0)`,
      [teamId, `Rule ${n}`, n === 0 ? conditions[0] : conditions[1 + (n % 2)]],
    );
  return controllerId;
}

/** One of every controller, as if a minute had passed, so that UniFi's limit of calls a minute is not what is measured. */
async function round({ app }: Running, ids: readonly string[]): Promise<void> {
  const execute = (sql: string, values: unknown[]) => app.orm.em.fork().execute(sql, values);
  await inLanes(ids, async (controllerId) => {
    const dueAt = new Date();
    const until = new Date(dueAt.getTime() + 120_000);
    await execute(
      `update controller set claimed_until = ?, read_cursor = (
         select json_agg(pace || '{"calls": []}') from jsonb_array_elements(read_cursor::jsonb) as pace)
       where id = ?`,
      [until, controllerId],
    );
    await poll(app, { controllerId, dueAt, until }, new AbortController().signal);
  });
}

async function fetchAll(url: string, calls: readonly { key: string; path: string }[]): Promise<void> {
  await inLanes(calls, async ({ key, path }) => {
    const answer = await fetch(url + encodeURI(path), { headers: { 'x-api-key': key } });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    await answer.json();
  });
}

async function inLanes<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item; item = left.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Alerts, events and standings, and the newest write of each. */
async function traces({ app }: Running): Promise<string> {
  const tables = ['alert', 'event', 'pending_condition', 'alert_entry'];
  const counts = tables.map(
    (table) => `(select count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from ${table})`,
  );
  const [row] = await app.orm.em
    .fork()
    .execute<{ traces: string }[]>(`select concat_ws(', ', ${counts.join(', ')}) as traces`);
  return row!.traces;
}

async function cpuOf(act: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
