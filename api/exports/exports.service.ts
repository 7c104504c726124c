import { IsolationLevel } from '@mikro-orm/core';
import { bool, int } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import type { App } from '#api/config/app.ts';
import type { Context } from '#api/graphql/context.ts';
import { ProductError, Unauthenticated, Unavailable } from '#api/lib/errors.ts';
import { lockClasses } from '#api/db/lock-keys.ts';
import { chargeRows } from '#api/security/request-rate/row-cost.ts';
import { maxRows, type Export } from './export.ts';
import { RowReader } from './row-reader.store.ts';
import { alreadyRunning, type ExportLimits } from './running-exports.ts';

/** How an export is sent: streamed by REST, or as part of a GraphQL response. */
type ExportTarget = 'download' | 'answer';

/**
 * Answers a root field with an export: REST streams it, everywhere else its pieces are the answer.
 * @throws ProductError when there are more rows than one answer may have
 */
export async function answerExport<Piece>(ctx: Context, one: Export<Piece>): Promise<Piece[]> {
  if (ctx.stream) {
    ctx.stream.export = one;
    return [];
  }
  const pieces: Piece[] = [];
  for await (const piece of startExport(ctx, one, 'answer').pieces) pieces.push(piece);
  return pieces;
}

/** The same for a field that answers with text. */
export async function answerText(ctx: Context, one: Export<string>): Promise<string> {
  return (await answerExport(ctx, one)).join('');
}

/** An export that is under way. */
export interface StartedExport<Piece> {
  pieces: AsyncGenerator<Piece, void, undefined>;
  /** Aborted when it is stopped before its end. */
  signal: AbortSignal;
}

/**
 * Starts an export: one at a time per person, in one snapshot of the database. It ends when the consumer stops, the client
 * disconnects or the deadline passes, and cancels the statement that is running then. Reading a piece
 * @throws TooMany, Unavailable past the deadline, or ProductError when there are too many rows
 */
export function startExport<Piece>(
  ctx: Context,
  one: Export<Piece>,
  door: ExportTarget,
): StartedExport<Piece> {
  const stop = new AbortController();
  return { pieces: run(ctx, one, door, stop), signal: stop.signal };
}

async function* run<Piece>(
  ctx: Context,
  one: Export<Piece>,
  door: ExportTarget,
  stop: AbortController,
): StartedExport<Piece>['pieces'] {
  if (!ctx.viewer) throw new Unauthenticated();
  const { orm, exports } = ctx.app;
  const running = exports.begin(ctx.viewer.user.id, (reason) => stop.abort(reason));
  const tooLong = () => stop.abort(new Unavailable('The export took too long and was stopped.'));
  const deadline = setTimeout(tooLong, exports.limits[door]);
  const disconnected = () => stop.abort(new ProductError('BAD_USER_INPUT', 'The client disconnected.'));
  ctx.request.signal?.addEventListener('abort', disconnected);
  try {
    if (ctx.request.signal?.aborted) disconnected();
    stop.signal.throwIfAborted();
    const em = orm.em.fork();
    await em.begin({ readOnly: true, isolationLevel: IsolationLevel.REPEATABLE_READ });
    const reader = new RowReader(em, exports.pace);
    let cancelling: Awaited<ReturnType<typeof cancelOn>> | undefined;
    try {
      cancelling = await cancelOn(stop.signal, reader, ctx.app);
      await limitTransaction(reader, exports.limits, door);
      await lockUser(reader, ctx.viewer.user.id);
      const count = await one.count(reader);
      checkRowLimit(one, count, door);
      chargeRows(ctx, count);
      await one.record?.(count);
      for await (const piece of one.pieces(reader)) {
        stop.signal.throwIfAborted();
        const stall = setTimeout(tooLong, exports.limits.stall);
        running.wait();
        try {
          yield piece;
        } finally {
          running.resume();
          clearTimeout(stall);
        }
      }
    } finally {
      await cancelling?.end();
      await em.rollback();
    }
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    ctx.request.signal?.removeEventListener('abort', disconnected);
    clearTimeout(deadline);
    running.end();
  }
}

/** Cancels whatever statement a transaction is running when the signal is aborted. */
async function cancelOn(
  signal: AbortSignal,
  { em }: RowReader,
  { orm }: App,
): Promise<{ end(): Promise<void> }> {
  const [row] = await queryRows(em, { pid: int }, 'select pg_backend_pid() as pid');
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    cancelled ??= orm.em
      .fork()
      .execute('select pg_cancel_backend(?)', [row!.pid], 'run')
      .catch(() => undefined);
  };
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  return {
    // Don't release the connection earlier, or another request's statement would be cancelled.
    async end() {
      signal.removeEventListener('abort', cancel);
      await cancelled;
    },
  };
}

/**
 * Lets PostgreSQL end the exports of a node that hangs. The node's own timers fire first, and give the reason. Parallel
 * workers and JIT are off: with them, the first statement of an export takes every processor from other requests.
 */
async function limitTransaction({ em }: RowReader, limits: ExportLimits, door: ExportTarget): Promise<void> {
  const margin = 10_000;
  await em.execute(
    `select set_config('statement_timeout', ?, true), set_config('idle_in_transaction_session_timeout', ?, true),
            set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`,
    [String(limits[door] + margin), String(limits.stall + margin)],
    'run',
  );
}

/** Another node may run an export of theirs. The lock ends with the transaction. @throws TooMany */
async function lockUser({ em }: RowReader, personId: string): Promise<void> {
  const [row] = await queryRows(
    em,
    { locked: bool },
    'select pg_try_advisory_xact_lock(?, hashtext(?)) as locked',
    [lockClasses.export, personId],
  );
  if (!row?.locked) throw alreadyRunning();
}

/** @throws ProductError */
function checkRowLimit({ kind, download }: Export<unknown>, found: number, door: ExportTarget): void {
  const allowed = door === 'download' ? maxRows.download : maxRows.answer[kind];
  if (found <= allowed) return;
  const [has, most] = [found, allowed].map((figure) => figure.toLocaleString('en'));
  const advice = door === 'download' ? '' : `, or download it with ${download}`;
  const message = `This has ${has} rows, and the limit is ${most}. Narrow the search${advice}.`;
  throw new ProductError('BAD_USER_INPUT', message, { limit: 'rows', allowed, found });
}
