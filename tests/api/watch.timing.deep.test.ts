import { expect, test } from 'vitest';
import { isGap, retryTick } from '#api/features/watch/poll-outcome.ts';

const now = new Date('2026-11-20T12:00:00Z');
const minute = 60_000;
const waits = (intervalMs: number, failures: number, retryAfterMs?: number) =>
  retryTick(now, intervalMs, failures, { kind: 'unavailable', retryAfterMs }, 0)!.getTime() - now.getTime();

test('A failed reading is retried every few seconds for a minute, then less and less often', () => {
  expect([1, 2, 6, 12, 13, 14, 15, 16, 17, 18, 40].map((failures) => waits(minute, failures) / 1000)).toEqual(
    [5, 5, 5, 5, 10, 20, 40, 80, 160, 300, 300],
  );
});

test('but never more often than a controller that responds', () => {
  expect([1, 60, 61, 62].map((failures) => waits(1000, failures))).toEqual([1000, 1000, 2000, 4000]);
  expect([1, 13, 40].map((failures) => waits(60 * minute, failures) / minute)).toEqual([1 / 12, 1 / 6, 60]);
});

test('and never before the time that UniFi requested', () => {
  expect(waits(minute, 1, 30 * minute)).toBe(30 * minute);
});

test('A revoked key is not tried again', () => {
  expect(retryTick(now, minute, 1, { kind: 'revoked', retryAfterMs: undefined }, 0)).toBeNull();
});

test.each([
  [60, 180],
  [20, 60],
  [5, 60],
  [1, 60],
])('At an interval of %i s, more than %i s without a reading are a gap', (every, longest) => {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  expect(isGap(before(longest), now, every * 1000)).toBe(false);
  expect(isGap(before(longest + 1), now, every * 1000)).toBe(true);
});
