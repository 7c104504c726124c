import { describe, expect, test } from 'vitest';
import { quietUntil, type QuietHours } from '#api/features/notifications/policy.ts';

const night: QuietHours = {
  quietHours: true,
  quietFrom: '22:00',
  quietUntil: '07:00',
  timeZone: 'Europe/London',
};
const end = (hours: Partial<QuietHours>, at: string) =>
  quietUntil({ ...night, ...hours }, new Date(at))
    ?.toISOString()
    .slice(0, 16);

describe('Quiet hours over midnight', () => {
  test.each([
    ['2026-11-20T21:59:59Z', undefined],
    ['2026-11-20T22:00:00Z', '2026-11-21T07:00'],
    ['2026-11-21T00:00:00Z', '2026-11-21T07:00'],
    ['2026-11-21T06:59:59Z', '2026-11-21T07:00'],
    ['2026-11-21T07:00:00Z', undefined],
    ['2026-06-20T20:59:00Z', undefined],
    ['2026-06-20T21:00:00Z', '2026-06-21T06:00'],
  ])('at %s end at %s', (at, expected) => {
    expect(end({}, at)).toBe(expected);
  });
});

test('Quiet hours over the night to or from 29 February end the next morning', () => {
  expect(end({}, '2028-02-28T23:00:00Z')).toBe('2028-02-29T07:00');
  expect(end({}, '2028-02-29T23:00:00Z')).toBe('2028-03-01T07:00');
});

describe('Quiet hours', () => {
  test('within a day end on that day', () => {
    const lunch = { quietFrom: '12:00', quietUntil: '13:30', timeZone: 'Asia/Kolkata' };
    expect(end(lunch, '2026-11-20T06:29:00Z')).toBeUndefined();
    expect(end(lunch, '2026-11-20T06:30:00Z')).toBe('2026-11-20T08:00');
    expect(end(lunch, '2026-11-20T08:00:00Z')).toBeUndefined();
  });

  test('that are off are never active', () => {
    expect(end({ quietHours: false }, '2026-11-21T00:00:00Z')).toBeUndefined();
  });

  test('with the same start and end last a whole day, one after the other', () => {
    const whole = { quietFrom: '08:00', quietUntil: '08:00' };
    expect(end(whole, '2026-11-20T07:59:00Z')).toBe('2026-11-20T08:00');
    expect(end(whole, '2026-11-20T08:00:00Z')).toBe('2026-11-21T08:00');
  });
});

describe('When clocks change, quiet hours end at their local time:', () => {
  test.each([
    ['Europe/London', '2026-03-29T00:30:00Z', '2026-03-29T06:00'],
    ['Europe/London', '2026-10-25T00:30:00Z', '2026-10-25T07:00'],
    ['Europe/London', '2026-10-25T01:30:00Z', '2026-10-25T07:00'],
    ['America/New_York', '2026-03-08T06:30:00Z', '2026-03-08T11:00'],
    ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01T12:00'],
    ['Asia/Kolkata', '2026-03-28T20:00:00Z', '2026-03-29T01:30'],
  ])('%s at %s until %s', (timeZone, at, expected) => {
    expect(end({ timeZone }, at)).toBe(expected);
  });

  test('a time that does not exist begins when the clocks have changed', () => {
    const hours = { quietFrom: '01:30', quietUntil: '04:00' };
    expect(end(hours, '2026-03-29T01:00:00Z')).toBeUndefined();
    expect(end(hours, '2026-03-29T01:30:00Z')).toBe('2026-03-29T04:00');
  });
});
