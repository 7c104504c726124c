// A thread of its own, so that a long backtest keeps no request or round waiting, and can be stopped at any time.
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { runBacktest, type BacktestResult } from './backtest.ts';
import type { BacktestRequest } from './run-rule.ts';
import { readHistory } from './read-history.store.ts';

export interface WorkerInput {
  databaseUrl: string;
  request: BacktestRequest;
}

export type WorkerMessage = { progress: number } | { result: BacktestResult };

/** Part of the progress that reading takes. */
const readingShare = 0.7;

const { databaseUrl, request } = workerData as WorkerInput;
const say = (message: WorkerMessage) => parentPort?.postMessage(message, []);

const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
try {
  const samples = await readHistory(client, request, (fraction) =>
    say({ progress: fraction * readingShare }),
  );
  const result = runBacktest(request, samples, (fraction) =>
    say({ progress: readingShare + fraction * (1 - readingShare) }),
  );
  say({ result });
} finally {
  await client.end();
}
