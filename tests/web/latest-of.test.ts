import { expect, test, vi } from 'vitest';
import { latestOf } from '#web/lib/throttle.ts';

test('Of values that come many times a second, the first is shown at once and then the latest of each pause', () => {
  vi.useFakeTimers();
  const shown: number[] = [];
  const [take, drop] = latestOf((value: number) => shown.push(value), 250);
  for (const value of [1, 2, 3]) take(value);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(250);
  expect(shown).toEqual([1, 3]);
  take(4);
  drop();
  vi.advanceTimersByTime(1_000);
  expect(shown).toEqual([1, 3]);
  take(5);
  expect(shown).toEqual([1, 3, 5]);
});
