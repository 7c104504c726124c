import pg from 'pg';
import type { Logger } from 'pino';
import { outageLog } from '#api/observability/outage-log.ts';
import { withStatementTimeout } from '#api/db/statement-timeout.ts';
import type { Bell } from './bell.ts';
import { makeRinging } from './ringing.ts';

const channel = 'netlantern_bell';

/** Under which the operator sees the connection. */
const application_name = 'netlantern bell';

/** Milliseconds before the line is tried again, and between two looks whether it is still there. */
const pause = { retry: 250, look: 15_000 };

/** A bell over LISTEN/NOTIFY, on a connection of its own that comes back by itself. */
export async function openPostgresBell(connectionString: string, log: Logger): Promise<Bell> {
  let line: pg.Client | undefined;
  let saying: Promise<unknown> = Promise.resolve();
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  const outage = outageLog(log, {
    failed: 'Lost the connection for notifications from PostgreSQL; trying to reconnect',
    restored: 'Receiving notifications from PostgreSQL again',
  });

  const ringing = makeRinging((message) => {
    if (!line) return false;
    void say('select pg_notify($1, $2)', [channel, message]);
    return true;
  }, log);

  /** One statement after the other. One that fails ends the connection, and listeners hear that rings were lost. */
  function say(sql: string, values: string[] = []): Promise<unknown> {
    saying = saying.then(() => line?.query(sql, values)).catch(() => undefined);
    return saying;
  }

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: withStatementTimeout(connectionString),
      application_name,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    });
    // pg says "error" several times for one lost connection and "end" exactly once.
    client.on('error', () => undefined);
    client.once('end', () => {
      if (line === client) line = undefined;
      if (!closed) later();
    });
    client.on('notification', ({ payload }) => payload && ringing.hear(payload));
    await client.connect();
    await client.query(`listen ${channel}`);
    if (closed) return client.end();
    line = client;
  }

  function reconnected(): void {
    outage.worked();
    ringing.restored();
  }

  function later(): void {
    clearTimeout(retry);
    retry = setTimeout(() => {
      if (closed || line) return;
      connect().then(
        () => line && reconnected(),
        (error: unknown) => {
          outage.failed(error);
          later();
        },
      );
    }, pause.retry);
  }

  await connect();
  // A connection that died without a word is noticed by using it.
  const look = setInterval(() => void say('select 1'), pause.look);
  return {
    ring: ringing.ring,
    listen: ringing.listen,
    ready: () => line !== undefined,
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(look);
      await line?.end();
      line = undefined;
    },
  };
}
