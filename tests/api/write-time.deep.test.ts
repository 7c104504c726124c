import { describe, expect, test } from 'vitest';
import { writeTime } from '#api/graphql/query-fast-path.ts';

describe('A time in a long list is formatted like any other:', () => {
  test.each([
    '2026-11-23T14:02:05.007Z',
    '2026-11-23T00:00:00.000Z',
    '2026-11-22T23:59:59.999Z',
    '1969-12-31T23:59:59.900Z',
    '+012026-01-01T10:00:00.050Z',
    '-000001-06-30T09:08:07.060Z',
  ])('%s', (text) => {
    expect(writeTime(new Date(text))).toBe(text);
    expect(writeTime(new Date(text))).toBe(text);
  });

  test('also one that is a string, but no invalid time', () => {
    expect(writeTime('2026-11-23T14:02:05Z')).toBe('2026-11-23T14:02:05.000Z');
    expect(() => writeTime(new Date(NaN))).toThrow();
    expect(() => writeTime('yesterday')).toThrow();
  });
});
