import { describe, expect, test } from 'vitest';
import {
  windowOver,
  type Coverage,
  type Place,
  occurrenceAfter,
  occurrenceAt,
} from '#api/features/maintenance/occurrences.ts';
import { MaintenanceRepeat } from '#api/features/maintenance/maintenance-window.entity.ts';

const place: Place = {
  controllerId: 'c1',
  siteId: 's1',
  deviceMac: 'AABBCCDDEEFF',
  customerId: 'acme',
  tags: ['gold'],
};

function windowOf(changes: Partial<Coverage>): Coverage {
  return {
    controllerId: null,
    siteId: null,
    deviceMac: null,
    customerIds: [],
    tags: [],
    places: [],
    repeats: MaintenanceRepeat.once,
    timeZone: 'Europe/London',
    startsAt: '2026-11-20T22:00',
    minutes: 60,
    weekdays: [],
    lastDay: null,
    endedAt: null,
    ...changes,
  };
}

const weekly = (changes: Partial<Coverage>) => windowOf({ repeats: MaintenanceRepeat.weekly, ...changes });

/** Each occurrence that is met by looking at a window every ten minutes, as "start – end". */
function met(window: Coverage, from: string, until: string): string[] {
  const found = new Set<string>();
  for (let at = Date.parse(from); at < Date.parse(until); at += 600_000) {
    const on = occurrenceAt(window, new Date(at));
    if (on) found.add(`${minute(on.start)} – ${minute(on.end)}`);
  }
  return [...found];
}

const minute = (at: number) => new Date(at).toISOString().slice(0, 16);
const next = (window: Coverage, at: string) => {
  const span = occurrenceAfter(window, new Date(at));
  return span && `${minute(span.start)} – ${minute(span.end)}`;
};

describe('A one-time window', () => {
  test.each([
    ['2026-11-20T21:59:59.999Z', undefined],
    ['2026-11-20T22:00:00.000Z', '2026-11-20T23:00:00.000Z'],
    ['2026-11-20T22:59:59.999Z', '2026-11-20T23:00:00.000Z'],
    ['2026-11-20T23:00:00.000Z', undefined],
    ['2026-11-27T22:30:00.000Z', undefined],
  ])('at %s ends at %s', (at, end) => {
    expect(windowOver([windowOf({})], place, new Date(at))?.endsAt.toISOString()).toBe(end);
  });

  test('is active in its own time zone', () => {
    const kolkata = windowOf({ timeZone: 'Asia/Kolkata' });
    expect(met(kolkata, '2026-11-20T00:00Z', '2026-11-22T00:00Z')).toEqual([
      '2026-11-20T16:30 – 2026-11-20T17:30',
    ]);
  });

  test('may be longer than a day', () => {
    const days = windowOf({ minutes: 3 * 24 * 60 });
    expect(met(days, '2026-11-15T00:00Z', '2026-12-01T00:00Z')).toEqual([
      '2026-11-20T22:00 – 2026-11-23T22:00',
    ]);
  });

  test('ends early if someone ended it', () => {
    const window = windowOf({ endedAt: new Date('2026-11-20T22:20Z') });
    expect(met(window, '2026-11-20T00:00Z', '2026-11-22T00:00Z')).toEqual([
      '2026-11-20T22:00 – 2026-11-20T22:20',
    ]);
  });

  test('has no next occurrence', () => {
    expect(next(windowOf({}), '2026-11-20T21:00Z')).toBe('2026-11-20T22:00 – 2026-11-20T23:00');
    expect(next(windowOf({}), '2026-11-20T22:00Z')).toBeUndefined();
  });
});

describe('A weekly window', () => {
  test('is active on each of its days, over midnight too, until its last day', () => {
    const window = weekly({
      startsAt: '2026-11-18T23:30',
      minutes: 120,
      weekdays: [1, 3, 7],
      lastDay: '2026-11-25',
    });
    expect(met(window, '2026-11-01T00:00Z', '2026-12-20T00:00Z')).toEqual([
      '2026-11-18T23:30 – 2026-11-19T01:30',
      '2026-11-22T23:30 – 2026-11-23T01:30',
      '2026-11-23T23:30 – 2026-11-24T01:30',
      '2026-11-25T23:30 – 2026-11-26T01:30',
    ]);
  });

  test('that is active all day every day has no gap and no overlap', () => {
    const window = weekly({ startsAt: '2026-03-27T12:00', minutes: 1440, weekdays: [1, 2, 3, 4, 5, 6, 7] });
    expect(met(window, '2026-03-27T00:00Z', '2026-03-31T11:00Z')).toEqual([
      '2026-03-27T12:00 – 2026-03-28T12:00',
      '2026-03-28T12:00 – 2026-03-29T11:00',
      '2026-03-29T11:00 – 2026-03-30T11:00',
      '2026-03-30T11:00 – 2026-03-31T11:00',
    ]);
  });

  test('that someone ended early is active again the next time', () => {
    const window = weekly({
      startsAt: '2026-11-02T02:00',
      weekdays: [1],
      endedAt: new Date('2026-11-09T02:10Z'),
    });
    expect(met(window, '2026-11-01T00:00Z', '2026-11-20T00:00Z')).toEqual([
      '2026-11-02T02:00 – 2026-11-02T03:00',
      '2026-11-09T02:00 – 2026-11-09T02:10',
      '2026-11-16T02:00 – 2026-11-16T03:00',
    ]);
  });

  test.each([
    ['2026-11-20T12:00Z', '2026-11-22T02:00 – 2026-11-22T04:00'],
    ['2026-11-22T01:59Z', '2026-11-22T02:00 – 2026-11-22T04:00'],
    ['2026-11-22T02:00Z', '2026-11-29T02:00 – 2026-11-29T04:00'],
    ['2026-10-01T00:00Z', '2026-11-15T02:00 – 2026-11-15T04:00'],
    ['2027-01-10T03:00Z', undefined],
  ])('at %s is active next %s', (at, expected) => {
    const window = weekly({
      startsAt: '2026-11-10T02:00',
      minutes: 120,
      weekdays: [7],
      lastDay: '2027-01-15',
    });
    expect(next(window, at)).toBe(expected);
  });
});

describe('When clocks change, each occurrence takes place once, at its local time:', () => {
  test.each<[zone: string, startsAt: string, minutes: number, from: string, occurrences: string[]]>([
    [
      'Europe/London',
      '2026-03-22T00:30',
      120,
      '2026-03-28',
      ['2026-03-29T00:30 – 2026-03-29T01:30', '2026-04-04T23:30 – 2026-04-05T01:30'],
    ],
    // 01:15 does not exist on 29 March: an hour later, and as long as ever.
    [
      'Europe/London',
      '2026-03-22T01:15',
      30,
      '2026-03-28',
      ['2026-03-29T01:15 – 2026-03-29T01:45', '2026-04-05T00:15 – 2026-04-05T00:45'],
    ],
    [
      'Europe/London',
      '2026-10-18T00:30',
      120,
      '2026-10-24',
      ['2026-10-24T23:30 – 2026-10-25T02:30', '2026-11-01T00:30 – 2026-11-01T02:30'],
    ],
    // 01:15 comes twice on 25 October: the first of them.
    [
      'Europe/London',
      '2026-10-18T01:15',
      30,
      '2026-10-24',
      ['2026-10-25T00:15 – 2026-10-25T00:45', '2026-11-01T01:15 – 2026-11-01T01:45'],
    ],
    [
      'America/New_York',
      '2026-03-01T02:30',
      60,
      '2026-03-07',
      ['2026-03-08T07:30 – 2026-03-08T08:30', '2026-03-15T06:30 – 2026-03-15T07:30'],
    ],
    [
      'America/New_York',
      '2026-10-25T01:30',
      60,
      '2026-10-31',
      ['2026-11-01T05:30 – 2026-11-01T07:30', '2026-11-08T06:30 – 2026-11-08T07:30'],
    ],
    [
      'Asia/Kolkata',
      '2026-03-22T01:30',
      60,
      '2026-03-27',
      ['2026-03-28T20:00 – 2026-03-28T21:00', '2026-04-04T20:00 – 2026-04-04T21:00'],
    ],
    [
      'Asia/Kolkata',
      '2026-10-18T01:30',
      60,
      '2026-10-23',
      ['2026-10-24T20:00 – 2026-10-24T21:00', '2026-10-31T20:00 – 2026-10-31T21:00'],
    ],
  ])('%s from %s for %d minutes', (timeZone, startsAt, minutes, from, occurrences) => {
    const window = weekly({ timeZone, startsAt, minutes, weekdays: [7] });
    const start = Date.parse(`${from}T00:00Z`);
    const tenDays = new Date(start + 10 * 86_400_000).toISOString();
    expect(met(window, new Date(start).toISOString(), tenDays)).toEqual(occurrences);
  });
});

describe('On 29 February', () => {
  test('a one-time window takes place on that day, and not the day after', () => {
    const once = windowOf({ startsAt: '2028-02-29T22:00', minutes: 180 });
    expect(met(once, '2028-02-01T00:00Z', '2028-03-31T00:00Z')).toEqual([
      '2028-02-29T22:00 – 2028-03-01T01:00',
    ]);
  });

  test('a weekly window is neither skipped nor duplicated', () => {
    const window = weekly({
      startsAt: '2028-02-22T23:30',
      minutes: 60,
      weekdays: [2, 3],
      lastDay: '2028-02-29',
    });
    expect(met(window, '2028-02-20T00:00Z', '2028-03-20T00:00Z')).toEqual([
      '2028-02-22T23:30 – 2028-02-23T00:30',
      '2028-02-23T23:30 – 2028-02-24T00:30',
      '2028-02-29T23:30 – 2028-03-01T00:30',
    ]);
  });
});

describe('A window covers a place', () => {
  const at = new Date('2026-11-20T22:30Z');
  test.each<[scope: Partial<Coverage>, where: Partial<Place>, isOver: boolean]>([
    [{}, {}, true],
    [{}, { controllerId: null, siteId: null, deviceMac: null }, true],
    [{ controllerId: 'c1' }, {}, true],
    [{ controllerId: 'c1' }, { controllerId: 'c2' }, false],
    [{ controllerId: 'c1', siteId: 's1' }, {}, true],
    [{ controllerId: 'c1', siteId: 's1' }, { siteId: 's2' }, false],
    [{ controllerId: 'c1', siteId: 's1' }, { siteId: null }, false],
    [{ controllerId: 'c1', deviceMac: 'AABBCCDDEEFF' }, {}, true],
    [{ controllerId: 'c1', deviceMac: 'AABBCCDDEEFF' }, { deviceMac: '001122334455' }, false],
    [{ controllerId: 'c1', deviceMac: 'AABBCCDDEEFF' }, { deviceMac: null }, false],
    [{ customerIds: ['acme', 'birch'] }, {}, true],
    [{ customerIds: ['birch'] }, {}, false],
    [{ customerIds: ['birch'] }, { customerId: null }, false],
    [{ customerIds: ['birch'], tags: ['gold'] }, {}, true],
    [{ tags: ['silver'] }, {}, false],
    [{ controllerId: 'c2', customerIds: ['acme'] }, {}, false],
  ])('%j and %j: %j', (scope, where, isOver) => {
    expect(windowOver([windowOf(scope)], { ...place, ...where }, at) !== undefined).toBe(isOver);
  });

  test('until the latest end of several active windows', () => {
    const [short, long, elsewhere] = [
      windowOf({}),
      windowOf({ minutes: 90 }),
      windowOf({ minutes: 600, controllerId: 'c2' }),
    ];
    expect(windowOver([short, long, elsewhere], place, at)).toEqual({
      window: long,
      endsAt: new Date('2026-11-20T23:30Z'),
    });
    expect(windowOver([], place, at)).toBeUndefined();
  });
});
