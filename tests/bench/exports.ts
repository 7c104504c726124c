import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertServer } from './alert-list-server.ts';
import type { Downloader } from './downloader.ts';
import { median } from './cpu-time.ts';
import { startPart } from './live/part.ts';
import type { Figure } from './run.ts';
import { scratchDatabase } from './scratch-database.ts';

const alerts = 60_000;

/** Requests of others: one every so many milliseconds, whether or not the one before has been answered. */
const every = 25;
const requests = 200;

/** Pairs of a time without and one with exports. What a pair differs by hardly depends on what else the machine does. */
const pairs = 9;

/** Milliseconds that an export may add to the 99th percentile of other requests. */
const promised = 20;

/** What an export of 60,000 alerts does to everyone else on the node, and what it needs itself. */
export async function exports(): Promise<Figure[]> {
  await using database = await scratchDatabase();
  await using stack = new AsyncDisposableStack();
  const server = startPart<AlertServer>('../alert-list-server.ts');
  stack.defer(() => server.stop());
  const downloader = startPart<Downloader>('../downloader.ts');
  stack.defer(() => downloader.stop());
  const url = await server.ask('listen', { databaseUrl: database.url });
  const { token } = await server.ask('addAlerts', { count: alerts, open: 50 });
  const other = await server.ask('addAlerts', { count: 50, open: 50 });
  const file = { url: `${url}/api/alert-history/csv`, token };

  const request = async () => {
    const began = performance.now();
    const answer = await fetch(`${url}/api/controllers`, {
      headers: { authorization: `Bearer ${other.token}` },
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`A request was answered with ${answer.status}`);
    return performance.now() - began;
  };
  const during = async () => {
    const asked: Promise<number>[] = [];
    for (let n = 0; n < requests; n++) {
      asked.push(request());
      await sleep(every);
    }
    return Promise.all(asked);
  };
  const p99 = (took: number[]) => took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)]!;
  const measured = async () => {
    await server.ask('lag');
    return { p99: p99(await during()), lag: await server.ask('lag') };
  };

  for (let warm = 0; warm < 200; warm++) await request();
  const lines = await downloader.ask('download', file);
  if (lines !== alerts + 1) throw new Error(`The file has ${lines} lines`);
  const before = await server.ask('cpu');
  await downloader.ask('download', file);
  const cpu = (await server.ask('cpu')) - before;
  const memory = await server.ask('memory');
  const found: Record<'alone' | 'beside', Awaited<ReturnType<typeof measured>>>[] = [];
  let files = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const alone = await measured();
    await downloader.ask('begin', file);
    const beside = await measured();
    files += await downloader.ask('end');
    found.push({ alone, beside });
  }
  const grown = (await server.ask('memory')) - memory;
  const of = (value: (pair: (typeof found)[number]) => number) => median(found.map(value));
  return [
    {
      name: `a request beside an export of ${alerts.toLocaleString('en')} alerts, p99`,
      yardstick: 'the same while nothing is exported',
      ours: of(({ beside }) => beside.p99),
      theirs: of(({ alone }) => alone.p99),
    },
    {
      name: `what the export adds to it, median of ${pairs} pairs`,
      yardstick: `${promised} ms`,
      ours: Math.max(
        0,
        of(({ alone, beside }) => beside.p99 - alone.p99),
      ),
      theirs: promised,
      promised: 1,
    },
    {
      name: 'by how much the event loop is late beside it, p99',
      yardstick: 'the same while nothing is exported',
      ours: of(({ beside }) => beside.lag),
      theirs: of(({ alone }) => alone.lag),
    },
    { name: 'CPU time of the export', yardstick: '8.7 s as it was', ours: cpu, theirs: 8700 },
    {
      name: `memory after ${files} exports, more than before`,
      yardstick: 'one file',
      ours: Math.max(0, grown / 1024 ** 2),
      theirs: (await downloader.ask('size')) / 1024 ** 2,
      unit: 'MiB',
    },
  ];
}
