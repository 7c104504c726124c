import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openContentCache } from '#api/http/content-cache.ts';
import { NotFound, NotReady } from '#api/lib/errors.ts';
import type { PubSub, Signal } from '#api/live/pubsub.ts';

/** A bell in the hand: what is heard is what the test rings. */
function fakePubSub() {
  let hear: (ring: Signal) => void = () => undefined;
  const pubsub = {
    publish: vi.fn(),
    subscribe: (listener: typeof hear) => ((hear = listener), () => undefined),
  };
  return { pubsub: pubsub as unknown as PubSub, hear: (ring: Signal) => hear(ring) };
}

const minute = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('Public content is read once, and again after each change and each lost connection to the wakeups', async () => {
  const { pubsub, hear } = fakePubSub();
  const cache = openContentCache(pubsub);
  const load = vi.fn(async () => load.mock.calls.length);
  const read = () => cache.read('menu', load);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  cache.changed();
  expect(pubsub.publish).toHaveBeenCalledWith({ topic: 'content' });
  expect(await read()).toBe(2);
  hear({ topic: 'content' });
  expect(await read()).toBe(3);
  hear({ topic: 'lost' });
  expect(await read()).toBe(4);
  hear({ topic: 'session', sessionId: 'x' });
  expect(await read()).toBe(4);
});

test('A read that started before a change is not cached for later visitors', async () => {
  const cache = openContentCache(fakePubSub().pubsub);
  const slow = Promise.withResolvers<string>();
  const first = cache.read('menu', () => slow.promise);
  cache.changed();
  slow.resolve('old');
  expect(await first).toBe('old');
  expect(await cache.read('menu', async () => 'new')).toBe('new');
});

test('A missed change shows after a minute at most, even in content that includes it', async () => {
  const cache = openContentCache(fakePubSub().pubsub);
  let stored = 'old';
  const part = () => cache.read('part', async () => stored);
  const whole = () => cache.read('whole', async () => `page of ${await part()}`);
  await part();
  vi.advanceTimersByTime(minute - 1);
  expect(await whole()).toBe('page of old');
  stored = 'new';
  vi.advanceTimersByTime(1);
  expect(await whole()).toBe('page of new');
});

test('While the database is unavailable visitors get cached content; other failures are reported', async () => {
  const { pubsub, hear } = fakePubSub();
  const cache = openContentCache(pubsub);
  const away = () => Promise.reject(new NotReady());
  await cache.read('menu', async () => 'menu');
  for (let outage = 0; outage < 3; outage++) {
    vi.advanceTimersByTime(minute);
    expect(await cache.read('menu', away)).toBe('menu');
  }
  await expect(cache.read('footer', away)).rejects.toThrow(NotReady);
  vi.advanceTimersByTime(minute);
  await expect(cache.read('menu', () => Promise.reject(new NotFound('Menu')))).rejects.toThrow(NotFound);
  // What is known to be old is nothing to read: the bell is back, or somebody changed it.
  hear({ topic: 'lost' });
  await expect(cache.read('menu', away)).rejects.toThrow(NotReady);
  expect(await cache.read('menu', async () => 'other')).toBe('other');
});

test('While the database hangs, visitors get cached content, and an error for everything else', async () => {
  const cache = openContentCache(fakePubSub().pubsub, 20);
  const hanging = () => new Promise<string>(() => undefined);
  await cache.read('menu', async () => 'read before');
  vi.advanceTimersByTime(minute);
  expect(await cache.read('menu', hanging)).toBe('read before');
  await expect(cache.read('footer', hanging)).rejects.toThrow(NotReady);
  expect(await cache.read('footer', async () => 'read now')).toBe('read now');
});
