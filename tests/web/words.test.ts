import { describe, expect, test, vi } from 'vitest';
import { clockTime, relativeTime, span } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { shorten } from '#web/lib/shorten.ts';

test.each([
  ['0', 'GBP', '£0'],
  ['49.00', 'GBP', '£49'],
  ['29.99', 'USD', '$29.99'],
  ['1249.5', 'GBP', '£1,249.50'],
] as const)('a price of %s %s reads %s', (amount, currency, read) => {
  expect(money(amount, currency)).toBe(read);
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
    expect(relativeTime(new Date(at), now)).toBe(read);
  });

  test('the first hour of a day begins with 00, also in browsers that take "no am or pm" for 1 to 24', () => {
    const { toLocaleTimeString } = Date.prototype;
    vi.spyOn(Date.prototype, 'toLocaleTimeString').mockImplementation(function (this: Date, _, options) {
      const { hour12, ...others } = options ?? {};
      const asked = hour12 === false ? { ...others, hourCycle: 'h24' as const } : options;
      return toLocaleTimeString.call(this, 'en-US', asked);
    });
    expect([0, 13].map((hour) => clockTime(new Date(2026, 10, 20, hour, 5)))).toEqual(['00:05', '13:05']);
    vi.restoreAllMocks();
  });

  test('a span is told in its largest whole unit', () => {
    expect([45_000, 119_000, 7_200_000, 172_800_000].map(span)).toEqual(['45 s', '1 min', '2 h', '2 d']);
  });
});
