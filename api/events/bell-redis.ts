import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Bell } from './bell.ts';
import { makeRinging } from './ringing.ts';

const channel = 'netlantern:bell';

/** A bell over Redis PUBLISH/SUBSCRIBE, for many nodes. Both connections come back by themselves. */
export async function openRedisBell(url: string, log: Logger): Promise<Bell> {
  const options = {
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: (times: number) => Math.min(times * 100, 2000),
  };
  const speaking = new Redis(url, options);
  // A subscription made again after a lost connection waits in this queue until the connection is ready.
  const listening = new Redis(url, { ...options, enableOfflineQueue: true, maxRetriesPerRequest: null });
  let subscribed = false;

  const ringing = makeRinging((message) => {
    if (speaking.status !== 'ready') return false;
    speaking.publish(channel, message).catch(() => undefined);
    return true;
  }, log);

  for (const connection of [speaking, listening]) {
    connection.on('error', (error) =>
      log.warn({ err: error }, 'The bell has no connection to Redis; trying again'),
    );
  }
  listening.on('close', () => (subscribed = false));
  listening.on('message', (_channel, message) => ringing.hear(message));

  await Promise.all([speaking.connect(), listening.connect()]);
  await listening.subscribe(channel);
  subscribed = true;
  const restored = () => {
    subscribed = true;
    ringing.restored();
  };
  listening.on('ready', () => void listening.subscribe(channel).then(restored, () => undefined));
  speaking.on('ready', ringing.restored);

  return {
    ring: ringing.ring,
    listen: ringing.listen,
    ready: () => subscribed && speaking.status === 'ready',
    async close() {
      subscribed = false;
      speaking.disconnect();
      listening.disconnect();
    },
  };
}
