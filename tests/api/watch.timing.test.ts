import { expect, test } from 'vitest';
import { retryTick } from '#api/features/watch/timing.ts';

const now = new Date('2026-11-20T12:00:00Z');
const minute = 60_000;
const waits = (intervalMs: number, failures: number, retryAfterMs?: number) =>
  retryTick(now, intervalMs, failures, { kind: 'unavailable', retryAfterMs }, 0)!.getTime() - now.getTime();

test('A controller that fails is asked less and less often', () => {
  expect([1, 2, 3, 4, 20].map((failures) => waits(minute, failures) / minute)).toEqual([1, 2, 4, 5, 5]);
});

test('but never more often than one that answers', () => {
  expect([1, 2, 20].map((failures) => waits(60 * minute, failures) / minute)).toEqual([60, 60, 60]);
});

test('and never before UniFi asked', () => {
  expect(waits(minute, 1, 30 * minute)).toBe(30 * minute);
});

test('A revoked key is not tried again', () => {
  expect(retryTick(now, minute, 1, { kind: 'revoked', retryAfterMs: undefined })).toBeNull();
});
