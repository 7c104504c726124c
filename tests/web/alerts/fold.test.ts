import { describe, expect, test } from 'vitest';
import { fold, startingFrom, type AlertChange } from '#web/features/alerts/fold-alerts.ts';
import { alertAt, altered, raised, resolved } from './samples.ts';

const one = alertAt(1);
const two = alertAt(2);
const three = alertAt(3);

const after = (answer: readonly (typeof one)[], ...changes: AlertChange[]) =>
  changes.reduce(fold, startingFrom({ alerts: answer, cursor: '10' }));
const ids = (...parameters: Parameters<typeof after>) => after(...parameters).alerts.map(({ id }) => id);

describe('current alerts', () => {
  test('stand newest first, whatever order they are told in', () => {
    expect(ids([one, three], raised(two))).toEqual([three.id, two.id, one.id]);
  });

  test('of one moment keep the order of the server: the greater id first', () => {
    const twin = alertAt(2, { id: 'alert-9' });
    expect(ids([], raised(two), raised(twin))).toEqual(['alert-9', two.id]);
  });

  test('change in place', () => {
    const worse = alertAt(1, { severity: 'critical' });
    const { alerts } = after([two, one], altered(worse));
    expect(alerts).toEqual([two, worse]);
  });

  test('go when they are resolved', () => {
    expect(ids([two, one], resolved(two))).toEqual([one.id]);
  });

  test('show once, even when they are told twice', () => {
    expect(ids([one], raised(one), raised(two), raised(two))).toEqual([two.id, one.id]);
  });

  test('stay gone when their beginning is told after their end', () => {
    expect(ids([], resolved(one), raised(one))).toEqual([]);
  });

  test('never show when they are over by the time their beginning is replayed', () => {
    const over = { ...one, resolvedAt: '2026-11-20T14:30:00.000Z' };
    expect(ids([], raised(over))).toEqual([]);
  });

  test('come back when they are raised anew, and stay gone when their first end is told again', () => {
    const again = { ...one, timestamp: three.timestamp };
    expect(ids([one, two], resolved(one), raised(again))).toEqual([one.id, two.id]);
    expect(ids([one, two], resolved(one), raised(again), resolved(again), raised(again))).toEqual([two.id]);
  });

  test('stay when their end is told after they came back already', () => {
    const again = { ...one, timestamp: three.timestamp };
    const ended = { ...resolved(again), alert: again };
    expect(ids([one], ended, raised(again))).toEqual([one.id]);
  });

  test('appear with a change that is heard before their beginning', () => {
    expect(ids([], altered(one))).toEqual([one.id]);
  });

  test('carry the cursor of the last change, also of one that changed nothing', () => {
    expect(after([one], resolved(one, '11'), raised(one, '12')).cursor).toBe('12');
  });
});

test('telling everything again from any point on ends in the same list', () => {
  const story = [
    raised(one, '11'),
    raised(two, '12'),
    altered({ ...one, severity: 'critical' }, '13'),
    resolved(two, '14'),
    raised(three, '15'),
    resolved(one, '16'),
  ];
  const told = after([], ...story);
  for (let from = 0; from < story.length; from++) {
    const again = story.slice(from).reduce(fold, told);
    expect(again.alerts).toEqual(told.alerts);
    expect(again.cursor).toBe('16');
  }
});
