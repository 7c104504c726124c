import { describe, expect, test } from 'vitest';
import { presentName, zoneOptions } from '#web/lib/time-zones.ts';

const option = (value: string, stored = 'UTC') => zoneOptions(stored).find((one) => one.value === value);

describe('the time zones', () => {
  test.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Europe/London', 'Europe/London'],
  ])('%s is called %s', (former, present) => {
    expect(presentName(former)).toBe(present);
    expect(zoneOptions('UTC').filter(({ value }) => value === present)).toHaveLength(1);
    if (former !== present) expect(option(former)).toBeUndefined();
  });

  test('are grouped by region and listed by city', () => {
    expect(option('America/New_York')).toMatchObject({ label: 'New York', group: 'America' });
    expect(option('America/Indiana/Knox')).toMatchObject({ label: 'Indiana / Knox', group: 'America' });
    expect(zoneOptions('UTC')[0]).toEqual({ value: 'UTC', label: 'UTC' });
  });

  test('keep an outdated name that is stored', () => {
    expect(option('Europe/Kiev', 'Europe/Kiev')).toMatchObject({ label: 'Kiev', group: 'Europe' });
  });
});
