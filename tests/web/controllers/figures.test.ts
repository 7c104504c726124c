import { describe, expect, test } from 'vitest';
import { countsOf, matching, totalOf } from '#web/features/controllers/controller-state.ts';
import { periodText, uptimeText } from '#web/features/controllers/dashboard/Figures.tsx';
import { abridge } from '#web/lib/shorten.ts';
import { formatBytes } from '#web/lib/format.ts';
import { controller } from './samples.tsx';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [999_949_999, '999 MB'],
  [2_410_000_000_000, '2.4 TB'],
  [345_600_000_000_000, '345 TB'],
  [1e20, '100,000 PB'],
])('%d bytes read %s', (bytes, words) => {
  const { value, unit } = formatBytes(bytes);
  expect(`${value} ${unit}`).toBe(words);
});

test.each([
  [100, '100'],
  [99.999, '99.9'],
  [99.83, '99.8'],
  [0, '0.0'],
])('an uptime of %d reads %s: it is never rounded up', (percent, words) => {
  expect(uptimeText(percent)).toBe(words);
});

describe('the period of a total', () => {
  const now = new Date('2026-03-30T12:00:00');
  test.each([
    ['2026-03-01T00:00:00', 'last 30 days'],
    ['2026-03-30T00:00:00', 'since today'],
  ])('measured since %s reads %s', (since, words) => {
    expect(periodText(new Date(since), now)).toBe(words);
  });

  test('names the day if measuring started recently', () => {
    expect(periodText(new Date('2026-03-18T00:00:00'), now)).toMatch(/^since .*18/);
  });
});

describe('a list of controllers', () => {
  const branches = ['Branch 10', 'Branch 9'].map((name) => controller({ id: name, name }));

  test('counts its states, worst first', () => {
    const states = { online: 2, pending: 0, offline: 1, error: 0, unknown: 0, unwatched: 4 };
    expect(countsOf(states)).toEqual([
      { status: 'offline', count: 1 },
      { status: 'unwatched', count: 4 },
      { status: 'online', count: 2 },
    ]);
    expect(totalOf(states)).toBe(7);
  });

  test('can be searched by name and site, in any case and order', () => {
    const cafe = controller({ id: 'cafe', name: 'Café Zürich', selectedSiteName: 'Bahnhof' });
    expect(matching([...branches, cafe], ' bahnhof  ZÜRICH ')).toEqual([cafe]);
    expect(matching([...branches, cafe], '')).toHaveLength(3);
  });
});

test('truncates a long name on a button between whole characters', () => {
  expect(abridge('Head Office', 20)).toBe('Head Office');
  expect(abridge('👩‍💻👩‍💻👩‍💻👩‍💻', 3)).toBe('👩‍💻👩‍💻…');
});
