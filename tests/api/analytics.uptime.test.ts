import { describe, expect, test } from 'vitest';
import { growthOf, uptimeOf, type UptimeInterval } from '#api/features/analytics/figures.ts';
import { periodOf } from '#api/features/analytics/period.ts';

const at = (time: string) => new Date(`2026-11-${time}Z`);
const stretch = (began: string, until: string): UptimeInterval => ({ began: at(began), until: at(until) });

describe('Uptime', () => {
  const [noon, two] = [at('20T12:00'), at('20T14:00')];

  test('is unknown before the first recorded minute', () => {
    const nothing = { percent: null, minutes: 0, outages: [] };
    expect(uptimeOf([], null, noon, two)).toEqual(nothing);
    const later = [stretch('20T15:00', '20T16:00')];
    expect(uptimeOf(later, later[0]!.began, noon, two)).toEqual(nothing);
  });

  test('counts from the first recorded minute if that is within the period', () => {
    const young = [stretch('20T13:30', '20T14:00')];
    expect(uptimeOf(young, young[0]!.began, noon, two)).toEqual({ percent: 100, minutes: 30, outages: [] });
  });

  test('counts from the beginning of the period if it was measured before', () => {
    const known = [stretch('19T00:00', '19T01:00'), stretch('20T13:00', '20T14:00')];
    expect(uptimeOf(known, known[0]!.began, noon, two)).toEqual({
      percent: 50,
      minutes: 120,
      outages: [{ from: noon, until: at('20T13:00') }],
    });
  });

  test('names each outage, and leaves the last one open', () => {
    const broken = [stretch('20T11:00', '20T12:10'), stretch('20T12:20', '20T13:50')];
    const { percent, outages } = uptimeOf(broken, broken[0]!.began, noon, two);
    expect(percent).toBe(83.333);
    expect(outages).toEqual([
      { from: at('20T12:10'), until: at('20T12:20') },
      { from: at('20T13:50'), until: null },
    ]);
  });

  test('ignores the current minute', () => {
    const running = [stretch('20T12:00', '20T14:00')];
    expect(uptimeOf(running, noon, noon, at('20T14:00:59')).percent).toBe(100);
    expect(uptimeOf(running, noon, noon, at('20T14:01')).percent).toBeLessThan(100);
  });

  test('is never rounded up to 100%', () => {
    const year = [stretch('01T00:00', '01T00:01'), stretch('01T00:02', '30T00:00')];
    expect(uptimeOf(year, year[0]!.began, at('01T00:00'), at('30T00:00')).percent).toBe(99.997);
  });
});

describe('Growth', () => {
  test.each([
    [100, 112, 12],
    [3, 4, 33.3],
    [4, 3, -25],
    [5, 5, 0],
    [5, 0, -100],
  ])('from %d to %d is %d percent', (before, after, percent) =>
    expect(growthOf(before, after)).toBe(percent),
  );

  test('from zero is unknown', () => {
    expect(growthOf(0, 10)).toBeNull();
    expect(growthOf(0, 0)).toBeNull();
  });
});

describe('A period', () => {
  const now = at('22T18:30');

  test('is the last 30 days, or the selected ones', () => {
    expect(periodOf({}, now)).toEqual({ from: '2026-10-24', to: '2026-11-22' });
    expect(periodOf({ days: 1 }, now)).toEqual({ from: '2026-11-22', to: '2026-11-22' });
    expect(periodOf({ days: 7, to: '2026-03-01' }, now)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
    expect(periodOf({ from: '2026-11-01', days: 7 }, now)).toEqual({ from: '2026-11-01', to: '2026-11-22' });
  });

  test.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ from: '2026-11-22T00:00' }, 'from'],
    [{ to: '٢٠٢٦-١١-٢٢' }, 'to'],
    [{ to: '2026-11-23' }, 'to'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'from'],
    [{ from: '2023-01-01' }, 'from'],
    [{ from: '0000-01-01', to: '0001-01-01' }, 'from'],
  ])('cannot be %o', (wish, argument) => {
    expect(Object.keys((periodOf(wish, now) as { wrong: object }).wrong)).toEqual([argument]);
  });
});
