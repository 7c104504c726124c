import { describe, expect, test } from 'vitest';
import { groupAlike, placeWords, timelineItems } from '#web/features/alerts/detail/timeline-items.ts';
import { entryWords } from '#web/features/alerts/detail/Timeline.tsx';
import { isInProgress } from '#web/features/notifications/delivery-words.ts';
import { delivery, entry } from './timeline-samples.ts';

describe('recipients of notifications', () => {
  const skipped = { attempts: 0, sentAt: null, status: 'skipped' as const, reason: 'Snoozed' };
  const numbered = (all: Parameters<typeof delivery>[0][]) =>
    groupAlike(all.map((one, at) => delivery({ ...one, id: `${at}` }))).map((group) =>
      group.map(({ id }) => id),
    );

  test('are grouped if they share a status and a reason', () => {
    expect(numbered([skipped, { ...skipped, reason: 'Another' }, skipped])).toEqual([['0', '2'], ['1']]);
    expect(numbered([skipped, { ...skipped, status: 'held' }])).toEqual([['0'], ['1']]);
  });

  test.each([
    ['was notified', { status: 'sent' as const, reason: null }],
    ['was tried', { ...skipped, attempts: 1 }],
    ['can be sent again', { ...skipped, status: 'failed' as const }],
  ])('are shown separately if one %s', (_what, one) => {
    expect(numbered([one, one])).toEqual([['0'], ['1']]);
  });

  test('are named by channel, with the recipients of each', () => {
    const mail = { channel: 'email' as const };
    const all = [{ ...mail, recipient: 'a@x.test' }, { ...mail, recipient: 'b@x.test' }, {}];
    expect(placeWords(all.map((one) => delivery(one)))).toBe('Email to a@x.test, b@x.test · Slack');
  });
});

test('A reminder can be about a failing or an unknown state', () => {
  expect(entryWords.reminded).toBe('Snooze ended, still open');
});

describe('a timeline', () => {
  test('shows each entry’s deliveries, in the order of the entries', () => {
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

  test('collapses runs of five or more flapping entries', () => {
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
  ] as const)('with a delivery that is %s is in progress: %s', (status, is) => {
    expect(isInProgress(delivery({ status }))).toBe(is);
  });
});
