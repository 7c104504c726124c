import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Orm } from '#api/db/orm.ts';
import { outageLog } from '#api/observability/outage-log.ts';
import { withStatementTimeout } from '#api/db/statement-timeout.ts';
import { type PubSub, createLocalPubSub } from './pubsub.ts';
import { publishOnCommit } from './event-log.ts';

interface Options {
  orm: Orm;
  databaseUrl: string;
  redisUrl?: string;
  log: Logger;
}

/**
 * Opens the process's pub/sub and connects it to the event log: every commit that appended events publishes.
 */
export async function openPubSub({ orm, databaseUrl, redisUrl, log }: Options): Promise<PubSub> {
  const pubsub = redisUrl ? await openRedisPubSub(redisUrl, log) : await openPostgresPubSub(databaseUrl, log);
  publishOnCommit(orm, pubsub);
  return pubsub;
}

const redisChannel = 'netlantern:bell';

/**
 * How long a start waits for Redis, in ms. Without it the program still runs, and other nodes' changes arrive
 * later.
 */
const startTimeoutMs = 2000;

/** Interval and timeout of pings in ms. A Redis that hangs keeps its connections open. */
const ping = { every: 1000, patience: 1000 };

/**
 * Pub/sub over Redis PUBLISH/SUBSCRIBE, for many nodes. Both connections reconnect automatically, even if
 * Redis was down at the start.
 */
async function openRedisPubSub(url: string, log: Logger): Promise<PubSub> {
  const options = {
    lazyConnect: true,
    enableOfflineQueue: false,
    socketTimeout: ping.patience,
    retryStrategy: (times: number) => Math.min(times * 100, 2000),
  };
  const publisher = new Redis(url, options);
  // After a lost connection, resubscribing waits in this queue until the connection is ready.
  const subscriber = new Redis(url, { ...options, enableOfflineQueue: true, maxRetriesPerRequest: null });
  let subscribed = false;
  let isMissed = false;
  const first = Promise.withResolvers<void>();
  const isReady = () => subscribed && publisher.status === 'ready';

  const local = createLocalPubSub((message) => {
    if (publisher.status !== 'ready') return false;
    publisher.publish(redisChannel, message).catch(() => undefined);
    return true;
  }, log);

  /** Logged once per outage, because every retry fails in the same way. */
  const missed = (err: unknown) => {
    if (!isMissed)
      log.warn({ err }, 'Redis is unavailable; changes on other nodes arrive up to a second later');
    isMissed = true;
  };
  const restored = () => {
    if (isMissed && isReady()) {
      isMissed = false;
      log.info('Redis is available again');
    }
    local.reconnected();
  };
  const subscribe = async () => {
    await subscriber.subscribe(redisChannel);
    subscribed = true;
    first.resolve();
    restored();
  };
  for (const connection of [publisher, subscriber]) connection.on('error', missed);
  subscriber.on('close', () => (subscribed = false));
  subscriber.on('message', (_channel, message) => local.receive(message));
  subscriber.on('ready', () => void subscribe().catch(missed));
  publisher.on('ready', restored);

  const connecting = Promise.all([publisher.connect(), subscriber.connect(), first.promise]).catch(missed);
  await Promise.race([connecting, sleep(startTimeoutMs, undefined, { ref: false })]);

  const pinging = setInterval(() => {
    for (const connection of [publisher, subscriber])
      if (connection.status === 'ready') connection.ping().catch(() => undefined);
  }, ping.every).unref();

  return {
    publish: local.publish,
    subscribe: local.subscribe,
    ready: isReady,
    async close() {
      clearInterval(pinging);
      subscribed = false;
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

const channel = 'netlantern_bell';

/** Name of the connection in `pg_stat_activity`. */
const application_name = 'netlantern bell';

/** Milliseconds before reconnecting, and between checks of the connection. */
const pause = { retry: 250, look: 15_000 };

/** Pub/sub over LISTEN/NOTIFY, on its own connection, which reconnects automatically. */
async function openPostgresPubSub(connectionString: string, log: Logger): Promise<PubSub> {
  let line: pg.Client | undefined;
  let saying: Promise<unknown> = Promise.resolve();
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  const outage = outageLog(log, {
    failed: 'Lost the connection for notifications from PostgreSQL; trying to reconnect',
    restored: 'Receiving notifications from PostgreSQL again',
  });

  const local = createLocalPubSub((message) => {
    if (!line) return false;
    void say('select pg_notify($1, $2)', [channel, message]);
    return true;
  }, log);

  /**
   * Runs statements one by one. If one fails, the connection is closed and listeners learn that signals were
   * lost.
   */
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
    // pg emits "error" several times for one lost connection, and "end" exactly once.
    client.on('error', () => undefined);
    client.once('end', () => {
      if (line === client) line = undefined;
      if (!closed) later();
    });
    client.on('notification', ({ payload }) => payload && local.receive(payload));
    await client.connect();
    await client.query(`listen ${channel}`);
    if (closed) return client.end();
    line = client;
  }

  function reconnected(): void {
    outage.worked();
    local.reconnected();
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
  // Using the connection reveals one that died silently.
  const look = setInterval(() => void say('select 1'), pause.look);
  return {
    publish: local.publish,
    subscribe: local.subscribe,
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
