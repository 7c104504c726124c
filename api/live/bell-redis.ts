import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Bell } from './bell.ts';
import { makeRinging } from './ringing.ts';

const channel = 'netlantern:bell';

/** How long a start waits for Redis, milliseconds. Without it the program runs, and other nodes' changes arrive later. */
const startPatience = 2000;

/** Milliseconds between two pings, and for an answer to one. A Redis that hangs keeps its connections open. */
const ping = { every: 1000, patience: 1000 };

/** A bell over Redis PUBLISH/SUBSCRIBE, for many nodes. Both connections come back by themselves, also after a start without. */
export async function openRedisBell(url: string, log: Logger): Promise<Bell> {
  const options = {
    lazyConnect: true,
    enableOfflineQueue: false,
    socketTimeout: ping.patience,
    retryStrategy: (times: number) => Math.min(times * 100, 2000),
  };
  const speaking = new Redis(url, options);
  // A subscription made again after a lost connection waits in this queue until the connection is ready.
  const listening = new Redis(url, { ...options, enableOfflineQueue: true, maxRetriesPerRequest: null });
  let subscribed = false;
  let isMissed = false;
  const first = Promise.withResolvers<void>();
  const isReady = () => subscribed && speaking.status === 'ready';

  const ringing = makeRinging((message) => {
    if (speaking.status !== 'ready') return false;
    speaking.publish(channel, message).catch(() => undefined);
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
    ringing.restored();
  };
  const subscribe = async () => {
    await listening.subscribe(channel);
    subscribed = true;
    first.resolve();
    restored();
  };
  for (const connection of [speaking, listening]) connection.on('error', missed);
  listening.on('close', () => (subscribed = false));
  listening.on('message', (_channel, message) => ringing.hear(message));
  listening.on('ready', () => void subscribe().catch(missed));
  speaking.on('ready', restored);

  const connecting = Promise.all([speaking.connect(), listening.connect(), first.promise]).catch(missed);
  await Promise.race([connecting, sleep(startPatience, undefined, { ref: false })]);

  const pinging = setInterval(() => {
    for (const connection of [speaking, listening])
      if (connection.status === 'ready') connection.ping().catch(() => undefined);
  }, ping.every).unref();

  return {
    ring: ringing.ring,
    listen: ringing.listen,
    ready: isReady,
    async close() {
      clearInterval(pinging);
      subscribed = false;
      speaking.disconnect();
      listening.disconnect();
    },
  };
}
