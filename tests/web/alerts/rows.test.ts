import { describe, expect, test } from 'vitest';
import { announcement, endPhase, initialRows, nextRows } from '#web/features/alerts/current/useRows.ts';
import { alertAt } from './samples.ts';

const one = alertAt(1);
const two = alertAt(2);
const three = alertAt(3);
const shown = (rows: ReturnType<typeof nextRows>) => rows.map(({ alert, phase }) => `${alert.id} ${phase}`);

describe('the rows of a list', () => {
  test('are present without animation when it opens', () => {
    expect(shown(initialRows([two, one]))).toEqual(['alert-2 here', 'alert-1 here']);
  });

  test('are sorted worst first, and newest first within a severity', () => {
    const severities = ['info', 'critical', 'warning', 'error', 'critical'] as const;
    const alerts = severities.map((severity, at) => alertAt(at + 1, { severity }));
    const sorted = ['alert-5 here', 'alert-2 here', 'alert-4 here', 'alert-3 here', 'alert-1 here'];
    expect(shown(initialRows(alerts))).toEqual(sorted);
    expect(shown(nextRows(initialRows(alerts), alerts.toReversed()))).toEqual(sorted);
  });

  test('move when their severity changes', () => {
    const worse = alertAt(1, { severity: 'critical' });
    expect(shown(nextRows(initialRows([two, one]), [two, worse]))).toEqual(['alert-1 here', 'alert-2 here']);
  });

  test('arrive in sorted position', () => {
    expect(shown(nextRows(initialRows([three, one]), [three, two, one]))).toEqual([
      'alert-3 here',
      'alert-2 arriving',
      'alert-1 here',
    ]);
  });

  test('leave from their position, then are removed', () => {
    const leaving = nextRows(initialRows([three, two, one]), [three, one]);
    expect(shown(leaving)).toEqual(['alert-3 here', 'alert-2 leaving', 'alert-1 here']);
    expect(shown(endPhase(leaving, two.id))).toEqual(['alert-3 here', 'alert-1 here']);
  });

  test('keep arriving when something else changes', () => {
    const arriving = nextRows(nextRows(initialRows([one]), [two, one]), [two]);
    expect(shown(arriving)).toEqual(['alert-2 arriving', 'alert-1 leaving']);
    expect(shown(endPhase(arriving, two.id))).toEqual(['alert-2 here', 'alert-1 leaving']);
  });

  test('show the alert as it is now', () => {
    const worse = alertAt(1, { severity: 'critical' });
    expect(nextRows(initialRows([one]), [worse])).toEqual([{ alert: worse, phase: 'here' }]);
  });
});

describe('the announcement of arrivals', () => {
  test('names each of a few', () => {
    expect(announcement([one])).toBe(`New alert, error: ${one.message}`);
  });

  test('counts many, and how many of them are critical', () => {
    const worst = alertAt(4, { severity: 'critical' });
    expect(announcement([one, two, three, worst])).toBe('4 new alerts, 1 of them critical');
  });

  test('is empty without arrivals', () => {
    expect(announcement([])).toBe('');
  });
});
