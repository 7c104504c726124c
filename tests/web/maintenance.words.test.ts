import { describe, expect, test } from 'vitest';
import { mutedWords, preview, timeWords, type Window } from '#web/features/maintenance/window-words.ts';
import { weekly } from './maintenance.samples.ts';

describe('A window in words', () => {
  const now = new Date('2026-11-20T12:00Z');

  test.each<[changes: Partial<Window>, words: string]>([
    [{}, 'Every Sunday 02:00–04:00 Europe/London'],
    [
      { weekdays: [1, 2, 3, 4, 5], lastDay: '2027-01-31' },
      'Monday to Friday 02:00–04:00 Europe/London, until Jan 31, 2027',
    ],
    [{ weekdays: [1, 2, 3, 4, 5, 6, 7], minutes: 1440 }, 'Every day from 02:00 for 24 hours Europe/London'],
    [
      { repeats: 'once', startsAt: '2026-11-22T22:00', timeZone: 'America/New_York' },
      'Nov 22, 22:00 – Nov 23, 00:00 America/New York',
    ],
    [{ repeats: 'once', startsAt: '2026-11-22T02:00' }, 'Nov 22, 02:00–04:00 Europe/London'],
    [
      { repeats: 'once', startsAt: '2026-11-22T02:00', endedAt: '2026-11-22T02:07:10.000Z' },
      'Nov 22, 02:00–02:07 Europe/London',
    ],
    [
      { repeats: 'once', startsAt: '2026-11-22T02:00', endedAt: '2026-11-20T02:07:10.000Z' },
      'Nov 22, 02:00–04:00 Europe/London',
    ],
  ])('%j reads %s', (changes, words) => {
    expect(timeWords({ ...weekly, ...changes }, now)).toBe(words);
  });

  test('the next day is the one in the window’s time zone', () => {
    expect(preview(weekly, now)).toBe('Every Sunday 02:00–04:00 Europe/London, next on Nov 22.');
    const tokyo = { ...weekly, timeZone: 'Asia/Tokyo', weekdays: [7], startsAt: '2026-01-04T00:30' };
    expect(preview(tokyo, new Date('2026-11-21T15:20Z'))).toMatch(/next on Nov 22\.$/);
    expect(preview(tokyo, new Date('2026-11-21T15:40Z'))).toMatch(/next on Nov 29\.$/);
    expect(preview({ ...weekly, weekdays: [] }, now)).toBeUndefined();
  });
});

test.each<[window: Partial<Window>, words: string]>([
  [
    {
      controllerId: 'c1',
      siteId: 's1',
      siteName: 'Zürich',
      deviceMac: '74acb9123456',
      deviceName: 'AP Lobby',
    },
    'AP Lobby',
  ],
  [{ controllerId: 'c1', siteId: 's1', siteName: 'Zürich', deviceMac: '74ACB9123456' }, '74:AC:B9:12:34:56'],
  [{ controllerId: 'c1', siteId: 's1', siteName: 'Zürich' }, 'Zürich'],
  [{ customerIds: ['acme'], limitedTo: 'Acme' }, 'Acme'],
  [{ controllerId: 'c1' }, 'this controller'],
  [{}, 'all controllers'],
])('A new window with %o mutes %s', (window, words) => {
  expect(mutedWords({ ...weekly, ...window })).toBe(words);
});
