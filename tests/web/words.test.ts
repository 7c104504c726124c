import { describe, expect, test } from 'vitest';
import { formatDuration, formatMoney, formatRelativeTime, formatTime } from '#web/lib/format.ts';
import { shorten } from '#web/lib/shorten.ts';

test.each([
  ['0', 'GBP', '£0'],
  ['49.00', 'GBP', '£49'],
  ['29.99', 'USD', '$29.99'],
  ['1249.5', 'GBP', '£1,249.50'],
] as const)('a price of %s %s reads %s', (amount, currency, read) => {
  expect(formatMoney(amount, currency)).toBe(read);
});

test.each([
  ['1234567890123456', '1234567890123456'],
  ['12345678901234567', '12345678…01234567'],
  ['', ''],
])('the id "%s" reads "%s"', (id, read) => {
  expect(shorten(id)).toBe(read);
});

describe('time', () => {
  const now = new Date('2026-11-20T14:14:00Z');
  test.each([
    ['2026-11-20T14:13:56Z', 'just now'],
    ['2026-11-20T14:13:48Z', '12 s ago'],
    ['2026-11-20T14:13:01Z', '59 s ago'],
    ['2026-11-20T14:02:00Z', '12 min ago'],
    ['2026-11-20T11:00:00Z', '3 h ago'],
    ['2026-11-15T14:14:00Z', '5 d ago'],
    ['2026-11-20T14:15:00Z', 'just now'],
  ])('%s reads %s', (at, read) => {
    expect(formatRelativeTime(new Date(at), now)).toBe(read);
  });

  test.each([
    ['en-US', '12:05 AM', '1:05 PM'],
    ['en-GB', '00:05', '13:05'],
    ['de', '00:05', '13:05'],
  ])('uses the hour cycle of %s', (locale, night, afternoon) => {
    const read = [0, 13].map((hour) => formatTime(new Date(2026, 10, 20, hour, 5), locale));
    expect(read.map((words) => words.replaceAll('\u202f', ' '))).toEqual([night, afternoon]);
  });

  test('a duration is shown in its largest whole unit', () => {
    expect([45_000, 119_000, 7_200_000, 172_800_000].map(formatDuration)).toEqual([
      '45 s',
      '1 min',
      '2 h',
      '2 d',
    ]);
  });
});
