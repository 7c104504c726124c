import { describe, expect, test } from 'vitest';
import { marksBetween } from '#web/ui/chart-time.ts';

const marks = (from: string, until: string) => marksBetween(new Date(from), new Date(until), 4);

describe('The labels of a time axis', () => {
  test('are at round times of the reader, within the time that is shown', () => {
    const found = marks('2026-11-22T13:40:00', '2026-11-22T17:20:00').map(({ at }) => at.toTimeString());
    expect(found.map((time) => time.slice(0, 5))).toEqual(['14:00', '15:00', '16:00', '17:00']);
  });

  test.each([
    ['20 minutes', '2026-11-22T13:40:00', '2026-11-22T14:00:00', 5 * 60],
    ['a day', '2026-11-22T13:40:00', '2026-11-23T13:40:00', 6 * 3600],
    ['two weeks', '2026-11-08T13:40:00', '2026-11-22T13:40:00', 4 * 86_400],
    ['a quarter', '2026-08-22T13:40:00', '2026-11-22T13:40:00', 28 * 86_400],
  ])('of %s are as far apart as they need to fit', (_, from, until, seconds) => {
    const found = marks(from, until);
    expect(found.length).toBeGreaterThan(1);
    expect(found.length).toBeLessThanOrEqual(5);
    const gap = found[1]!.at.getTime() - found[0]!.at.getTime();
    // An hour more or less where the clocks change.
    expect(Math.abs(gap / 1000 - seconds)).toBeLessThanOrEqual(3600);
  });
});
