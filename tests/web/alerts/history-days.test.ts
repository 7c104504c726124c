import { afterAll, beforeAll, expect, test } from 'vitest';
import { asked, everyDay } from '#web/features/alerts/history/HistoryFilters.tsx';

const before = process.env['TZ'];
beforeAll(() => void (process.env['TZ'] = 'America/Los_Angeles'));
afterAll(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
});

/** 18:00 on 2 November in Los Angeles, whose clocks went back the day before. */
const now = new Date('2026-11-03T02:00:00Z');

test('The history’s days begin at midnight in the reader’s time zone and include today', () => {
  expect(asked('', { period: '7' }, now).since).toBe('2026-10-27T07:00:00.000Z');
  expect(asked('', { period: 'own', from: '2026-11-01', to: '2026-11-01' }, now)).toMatchObject({
    since: '2026-11-01T07:00:00.000Z',
    until: '2026-11-02T08:00:00.000Z',
  });
});

test('The history chart has each day once, even when the clocks change', () => {
  const { days, values } = everyDay([{ day: '2026-11-02', count: 3 }], asked('', { period: '7' }, now), now);
  expect(days).toEqual([
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
    '2026-11-02',
  ]);
  expect(values).toEqual([0, 0, 0, 0, 0, 0, 3]);
});

test.each([
  ['open', { open: true, resolution: null }],
  ['over', { open: false, resolution: null }],
  ['folded', { open: null, resolution: 'folded' }],
  ['unheard of', { open: null, resolution: null }],
])('The state %s in the address asks for %j', (state, filter) =>
  expect(asked('', { state }, new Date('2026-11-02T12:00:00Z'))).toMatchObject(filter),
);
