import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { App } from '#api/config/app.ts';
import { queryRows, changeRows } from '#api/db/query-rows.ts';
import { withStatementTimeout, statementTimeouts } from '#api/db/statement-timeout.ts';
import { tables } from '#api/db/tables.ts';
import { allowed } from '../../packages/limits.ts';
import { Team } from '../../teams/team.entity.ts';
import type { BacktestResult } from './backtest.ts';
import type { BacktestRequest } from './run-rule.ts';
import type { WorkerInput, WorkerMessage } from './backtest.worker.ts';
import { loadRequest } from './load-request.store.ts';

/** Milliseconds between two reports of progress. Someone who stops a backtest waits no longer either. */
const reportMs = 500;

const dayMs = 86_400_000;

const extension = path.extname(import.meta.url);
const program = new URL(`backtest.worker${extension}`, import.meta.url);
/** Threads don't inherit the hook that reads TypeScript. */
const execArgv =
  extension === '.ts' ? ['--import', new URL('../../../boot/ts-hook.mjs', import.meta.url).href] : [];

/** Computes a backtest in a thread of its own, and stores its result. Stops when its row is gone. */
export async function runBacktestJob(app: App, { id }: { id: string }): Promise<void> {
  const em = app.orm.em.fork();
  const { input, team_id } = tables.rule_backtest;
  const [row] = await queryRows(
    em,
    { input, teamId: team_id },
    `update rule_backtest set status = 'running', reported_at = now() where id = ? and status = 'waiting'
     returning input, team_id as "teamId"`,
    [id],
  );
  if (!row) return;
  try {
    const until = new Date();
    const team = await em.findOneOrFail(Team, row.teamId, { populate: ['package'] });
    const kept = allowed(team.package, 'retention');
    const days = Math.min(row.input.days, kept ?? Infinity);
    const { rules, ruleId = null, timeZone } = row.input;
    const request = await loadRequest(em, {
      teamId: row.teamId,
      rules,
      ruleId,
      timeZone,
      from: new Date(until.getTime() - days * dayMs),
      until,
      pollSeconds: app.config.pollIntervalSeconds,
    });
    const result = await inThread(app, id, request);
    if (!result) return;
    if (days < row.input.days)
      result.limits.unshift({ code: 'retention', deviceCount: null, until: request.from });
    await changeRows(
      em,
      `update rule_backtest set status = 'done', progress = 1, reported_at = now(), result = ?::json where id = ?`,
      [JSON.stringify(result), id],
    );
  } catch (error) {
    app.log.error({ err: error }, 'A backtest failed');
    await changeRows(em, `update rule_backtest set status = 'failed', reported_at = now() where id = ?`, [
      id,
    ]);
  }
}

/** @returns undefined if someone has stopped it */
async function inThread(app: App, id: string, request: BacktestRequest): Promise<BacktestResult | undefined> {
  const em = app.orm.em.fork();
  const workerData: WorkerInput = {
    databaseUrl: withStatementTimeout(app.orm.config.get('clientUrl')!, statementTimeouts.maintenance),
    request,
  };
  const worker = new Worker(program, { workerData, execArgv });
  let progress = 0;
  const ended = new Promise<BacktestResult | undefined>((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if ('result' in message) resolve(message.result);
      else progress = message.progress;
    });
    worker.once('error', reject);
    worker.once('exit', () => resolve(undefined));
  });
  const reporting = setInterval(() => {
    changeRows(em, 'update rule_backtest set progress = ?, reported_at = now() where id = ?', [progress, id])
      .then((found) => (found === 0 ? worker.terminate() : found))
      .catch((error: unknown) => app.log.warn({ err: error }, "A backtest's progress couldn't be stored"));
  }, reportMs);
  try {
    return await ended;
  } finally {
    clearInterval(reporting);
    await worker.terminate();
  }
}
