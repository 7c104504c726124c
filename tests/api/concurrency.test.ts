// What many callers ask for at the same time is shared, queued or limited.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  KeyedSequence,
  mapConcurrently,
  memoize,
  RequestCoalescer,
  SingleFlight,
} from '#api/lib/concurrency.ts';

describe('A memoized value', () => {
  test('is loaded once for all callers', async () => {
    const cache = new Map<string, Promise<number>>();
    let loads = 0;
    const load = async () => ++loads;
    expect(await Promise.all([memoize(cache, 'a', load), memoize(cache, 'a', load)])).toEqual([1, 1]);
    expect(await memoize(cache, 'a', load)).toBe(1);
  });

  test('is loaded again after a failure', async () => {
    const cache = new Map<string, Promise<number>>();
    await expect(memoize(cache, 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await memoize(cache, 'a', async () => 2)).toBe(2);
  });

  test('that replaced a failing one is kept', async () => {
    const cache = new Map<string, Promise<number>>();
    const { promise, reject } = Promise.withResolvers<number>();
    const failing = memoize(cache, 'a', () => promise);
    cache.set('a', Promise.resolve(2));
    reject(new Error('away'));
    await expect(failing).rejects.toThrow('away');
    expect(await memoize(cache, 'a', async () => 3)).toBe(2);
  });
});

test('Single-flight work is shared while it runs, and starts again afterwards', async () => {
  const flights = new SingleFlight();
  let runs = 0;
  const work = async () => ++runs;
  expect(await Promise.all([flights.run('a', work), flights.run('a', work)])).toEqual([1, 1]);
  expect(await flights.run('a', work)).toBe(2);
});

test('A coalesced request never receives an answer that began before it', async () => {
  const coalescer = new RequestCoalescer<number>(0);
  let begun = 0;
  const answer = async () => {
    const own = ++begun;
    await sleep(100);
    return own;
  };
  const first = coalescer.coalesce('a', answer);
  await expect.poll(() => begun).toBe(1);
  const later = [coalescer.coalesce('a', answer), coalescer.coalesce('a', answer)];
  expect(await first).toBe(1);
  expect(await Promise.all(later)).toEqual([2, 2]);
});

test('Tasks with the same key run in sequence, also after a failure, and those with another key do not wait', async () => {
  const sequence = new KeyedSequence();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = sequence.run('a', async () => {
    await gate.promise;
    log.push('a1');
    throw new Error('broken');
  });
  const second = sequence.run('a', async () => void log.push('a2'));
  await sequence.run('b', async () => void log.push('b'));
  gate.resolve();
  await expect(first).rejects.toThrow('broken');
  await second;
  await sequence.run('a', async () => void log.push('a3'));
  expect(log).toEqual(['b', 'a1', 'a2', 'a3']);
});

describe('Mapping concurrently', () => {
  test('runs at most so many at a time, and returns results in order', async () => {
    let running = 0;
    let most = 0;
    const results = await mapConcurrently([3, 1, 2, 5, 4], 2, async (item) => {
      most = Math.max(most, ++running);
      await sleep(item);
      running--;
      return item * 10;
    });
    expect(results).toEqual([30, 10, 20, 50, 40]);
    expect(most).toBe(2);
  });

  test('starts nothing more after a failure', async () => {
    const begun: number[] = [];
    const mapped = mapConcurrently([1, 2, 3, 4, 5, 6], 2, async (item) => {
      begun.push(item);
      await sleep(1);
      if (item === 1) throw new Error('refused');
      await sleep(5);
    });
    await expect(mapped).rejects.toThrow('refused');
    await sleep(20);
    expect(begun.length).toBeLessThanOrEqual(3);
  });
});
