import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import type { BacktestResult } from '#api/features/watch/backtest/backtest.ts';
import type { BacktestRequest } from '#api/features/watch/backtest/run-rule.ts';
import type { PastDevice, PastState } from '#api/features/watch/backtest/history.ts';
import { rule } from '#tests/support/watching.ts';
import type { Figure } from './run.ts';
import { scratchDatabase } from './scratch-database.ts';

const devices = 1000;
const sites = 20;
const days = 30;
const dayMs = 86_400_000;

/** Different courses of CPU load. A device has one of them each day. */
const courses = 60;

const controllerId = '00000000-0000-0000-0000-000000000001';

/**
 * Rules over a month of 1,000 devices, from the start of the thread to the result with its suggestions, by the clock, against
 * reading the same samples. It has to take less than 10 seconds.
 */
export async function backtest(): Promise<Figure[]> {
  await using database = await scratchDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const until = Math.floor(Date.now() / dayMs) * dayMs;
  const from = until - days * dayMs;
  const past = Array.from({ length: devices }, (_, nth) => deviceOf(nth));
  await addSamples(client, past, from);
  const request = (condition: AlertCondition, threshold: string | null): BacktestRequest => ({
    from,
    until,
    timeZone: 'UTC',
    rules: [rule({ condition, threshold, durationMinutes: 5 })],
    // Another rule, whose alerts may be causes.
    others: [rule({ id: 'other', condition: AlertCondition.device_offline, durationMinutes: 2 })],
    hasLimitedChannels: false,
    controllers: [
      {
        id: controllerId,
        pollSeconds: 60,
        sites: Array.from({ length: sites }, (_, nth) => siteOf(nth)),
        devices: past,
        states: statesOf(past, from),
        statesSince: from,
        reads: [],
        failures: [],
        lines: [],
        ticketSeverities: [],
      },
    ],
    alerts: [],
  });
  const reading = await timed(async () => {
    for (let at = from; at < until; at += dayMs)
      await client.query('select device_id, cpu from metrics.device_day where at = $1', [new Date(at)]);
  });
  await client.end();
  const figures: Figure[] = [];
  for (const [condition, threshold] of [
    [AlertCondition.high_cpu, '85%'],
    [AlertCondition.device_offline, null],
  ] as const) {
    let result: BacktestResult | undefined;
    const took = await timed(async () => {
      result = await inThread(database.url, request(condition, threshold));
    });
    const { total } = result!.runs[0]!;
    if (total === 0) throw new Error('The rule found nothing');
    console.log(
      `${condition}: ${total} alerts in ${Math.round(took)} ms, ${result!.suggestions.length} suggestions`,
    );
    if (took > 10_000) throw new Error('It takes more than 10 seconds');
    figures.push({
      name: `${condition} over ${devices} devices x ${days} days`,
      yardstick: 'reading the samples of one measure',
      ours: took,
      theirs: reading,
    });
  }
  return figures;
}

const timed = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const idOf = (nth: number) => `10000000-0000-0000-0000-${String(nth).padStart(12, '0')}`;
const siteOf = (nth: number) => ({ hostId: `HOST:${nth}`, name: `Site ${nth}`, customerId: null, tags: [] });

/** The first device of a site is its gateway, and the others are connected to it. */
const deviceOf = (nth: number): PastDevice => ({
  id: idOf(nth),
  hostId: `HOST:${nth % sites}`,
  mac: nth.toString(16).toUpperCase().padStart(12, '0'),
  name: `Device ${nth}`,
  model: 'U6 Pro',
  role: nth < sites ? 'gateway' : 'access_point',
  isConsole: nth < sites,
  upPorts: [],
  uplink:
    nth < sites ? null : { mac: (nth % sites).toString(16).toUpperCase().padStart(12, '0'), port: null },
  earlierUplinks: [],
  leftAt: null,
});

/** Every device is down about every third day, for a minute to an hour. */
function statesOf(past: readonly PastDevice[], from: number): PastState[] {
  const states: PastState[] = [];
  for (const [nth, { hostId, mac }] of past.entries()) {
    const add = (at: number, state: PastState['state']) =>
      states.push({ hostId, mac, at, state, stateReason: null, downPorts: null });
    add(from, 'online');
    for (let day = nth % 3; day < days; day += 3) {
      const at = from + day * dayMs + ((nth * 7919 + day * 104_729) % 1400) * 60_000;
      add(at, 'offline');
      add(at + (1 + ((nth * 31 + day * 17) % 60)) * 60_000, 'online');
    }
  }
  return states.sort((a, b) => a.at - b.at);
}

async function addSamples(client: pg.Client, past: readonly PastDevice[], from: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    const at = new Date(from + day * dayMs);
    for (const table of ['device_day', 'round_day']) {
      const name = `${table}_${at.toISOString().slice(0, 10).replaceAll('-', '')}`;
      await client.query('select metrics.make_partition($1, $2, $3, $4)', [
        table,
        name,
        at,
        new Date(at.getTime() + dayMs),
      ]);
    }
    await client.query(
      `insert into metrics.round_day (at, controller_id, offsets, seconds)
       select $1, $2, string_agg(int4send(minute * 60000), '' order by minute),
              string_agg(float4send(60), '' order by minute) from generate_series(0, 1439) as minute`,
      [at, controllerId],
    );
    await client.query(
      `with course as materialized (
         select nth, string_agg(float4send(round((35 + nth % 20 + 25 * sin(minute / 230.0 + nth) + 18 * random() * random()
                                                  + case when random() < 0.002 then 30 else 0 end)::numeric, 1)::real),
                                '' order by minute) as cpu,
                string_agg('\\x01'::bytea, '') as state
           from generate_series(0, ${courses - 1}) as nth cross join generate_series(0, 1439) as minute group by nth)
       insert into metrics.device_day (at, device_id, state, cpu)
       select $1, id, state, cpu from unnest($2::uuid[]) with ordinality as device (id, place)
         join course on nth = (place + $3::int) % ${courses}`,
      [at, past.map(({ id }) => id), day * 7],
    );
  }
}

function inThread(databaseUrl: string, request: BacktestRequest): Promise<BacktestResult> {
  const program = new URL('../../api/features/watch/backtest/backtest.worker.ts', import.meta.url);
  const hook = new URL('../../api/boot/ts-hook.mjs', import.meta.url).href;
  const worker = new Worker(program, { workerData: { databaseUrl, request }, execArgv: ['--import', hook] });
  return new Promise((resolve, reject) => {
    worker.on('message', (message: { result?: BacktestResult }) => message.result && resolve(message.result));
    worker.once('error', reject);
  });
}
