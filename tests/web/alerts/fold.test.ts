import { InMemoryCache } from '@apollo/client';
import { describe, expect, test } from 'vitest';
import { typePolicies } from '#web/app/apollo.ts';
import {
  type AlertChange,
  AlertFields,
  applyChange,
  CurrentAlerts,
} from '#web/features/alerts/useCurrentAlerts.ts';
import { alertAt, altered, raised, resolved } from './samples.ts';

const one = alertAt(1);
const two = alertAt(2);
const three = alertAt(3);

/** The cache once the server has answered with these alerts and sent these changes. */
function after(answer: readonly (typeof one)[], ...changes: AlertChange[]) {
  const cache = new InMemoryCache({ typePolicies });
  const list = { query: CurrentAlerts, variables: { controllerId: 'c' } };
  const currentAlerts = {
    __typename: 'ControllerAlerts',
    controllerId: 'c',
    siteName: 'Zürich',
    cursor: '10',
    alerts: [...answer],
  };
  cache.writeQuery({ ...list, data: { currentAlerts } });
  const apply = (...more: AlertChange[]) => more.forEach((change) => applyChange(cache, 'c', change));
  apply(...changes);
  return { cache, apply, list: () => cache.readQuery(list)!.currentAlerts };
}
const ids = (...parameters: Parameters<typeof after>) =>
  after(...parameters)
    .list()
    .alerts.map(({ id }) => id)
    .sort();

describe('open alerts in the cache', () => {
  test('change in place', () => {
    const worse = alertAt(1, { severity: 'critical' });
    expect(after([two, one], altered(worse)).list().alerts).toMatchObject([two, worse]);
  });

  test('leave when they are resolved', () => {
    expect(ids([two, one], resolved(two))).toEqual([one.id]);
  });

  test('are listed once, even when they are sent twice', () => {
    expect(ids([one], raised(one), raised(two), raised(two))).toEqual([one.id, two.id]);
  });

  test('stay closed when their start arrives after their end', () => {
    expect(ids([one], resolved(one), raised(one))).toEqual([]);
  });

  test('are not listed if they had ended when their start is replayed', () => {
    const over = { ...one, resolvedAt: '2026-11-20T14:30:00.000Z' };
    expect(ids([], raised(over))).toEqual([]);
  });

  test('return when they are raised again, and stay closed when both are replayed after the second end', () => {
    const again = { ...one, timestamp: three.timestamp };
    expect(ids([one, two], resolved(one), raised(again))).toEqual([one.id, two.id]);
    expect(ids([one, two], resolved(one), raised(again), resolved(again), raised(again))).toEqual([two.id]);
  });

  test('stay open when their first end is replayed after they were raised again', () => {
    const again = { ...one, timestamp: three.timestamp };
    const ended = { ...resolved(again), alert: again };
    expect(ids([one], ended, raised(again))).toEqual([one.id]);
  });

  test('appear with a change that arrives before their start', () => {
    expect(ids([], altered(one))).toEqual([one.id]);
  });

  test('advance the cursor with each change, even one that changes nothing', () => {
    expect(after([one], resolved(one, '11'), raised(one, '12')).list().cursor).toBe('12');
  });

  test('keep what a mutation has written when another alert changes', () => {
    const { cache, apply, list } = after([two, one], altered(two, '11'));
    const acknowledged = alertAt(1, { acknowledgedAt: '2026-11-20T14:30:00.000Z', acknowledgedBy: 'Dana' });
    const place = { id: `Alert:${one.id}`, fragment: AlertFields, fragmentName: 'AlertFields' };
    cache.writeFragment({ ...place, data: acknowledged });
    const worse = alertAt(2, { severity: 'critical' });
    apply(altered(worse, '12'));
    expect(list().alerts).toMatchObject([worse, acknowledged]);
  });
});

test('replaying the changes from any point ends in the same list', () => {
  const story = [
    raised(one, '11'),
    raised(two, '12'),
    altered({ ...one, severity: 'critical' }, '13'),
    resolved(two, '14'),
    raised(three, '15'),
    resolved(one, '16'),
  ];
  const expected = after([], ...story).list();
  for (let from = 0; from < story.length; from++) {
    const { apply, list } = after([], ...story);
    apply(...story.slice(from));
    expect(list()).toEqual(expected);
  }
});
