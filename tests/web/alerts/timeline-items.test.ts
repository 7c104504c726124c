import { describe, expect, test } from 'vitest';
import { timelineItems } from '#web/features/alerts/timeline-items.ts';
import { isUnderWay } from '#web/features/notifications/delivery-words.ts';
import { delivery, entry } from './timeline-samples.ts';

describe('a timeline', () => {
  test('has at each line who was told of it, by place, in the order of the lines', () => {
    const lines = [entry('noticed', 0), entry('raised', 1), entry('resolved', 2)];
    const told = [
      delivery({ id: 'c', entryId: 'entry-2' }),
      delivery({ id: 'b', entryId: 'entry-1', channel: 'slack' }),
      delivery({ id: 'a', entryId: 'entry-1', channel: 'email', recipient: 'noc@example.test' }),
    ];
    expect(
      timelineItems(lines, told).map((item) => item.kind === 'line' && item.told.map(({ id }) => id)),
    ).toEqual([[], ['a', 'b'], ['c']]);
  });

  test('draws five comings and goings together, and no fewer', () => {
    const flaps = (count: number) =>
      Array.from({ length: count }, (_, at) => entry(at % 2 ? 'disturbed' : 'calm', at));
    expect(timelineItems(flaps(4), [])).toHaveLength(4);
    expect(timelineItems([...flaps(5), entry('stable', 9)], [])).toMatchObject([
      { kind: 'run', entries: { length: 5 } },
      { kind: 'line', entry: { kind: 'stable' } },
    ]);
  });

  test.each([
    ['waiting', true],
    ['retrying', true],
    ['held', false],
    ['sent', false],
    ['failed', false],
  ] as const)('with a delivery that is %s: under way is %s', (status, is) => {
    expect(isUnderWay(delivery({ status }))).toBe(is);
  });
});
