import { useCallback, useState } from 'react';
import type { AlertFieldsFragment, AlertSeverity } from '#web/gql/graphql.ts';

/** The rows of a live list, and the announcement of its newest arrivals. */
export function useRows(alerts: readonly AlertFieldsFragment[]): {
  rows: readonly Row[];
  said: string;
  onPhaseOver: (id: string) => void;
} {
  const [state, setState] = useState(() => ({ alerts, rows: initialRows(alerts), said: '' }));
  if (state.alerts !== alerts) {
    const known = new Set(state.alerts.map(({ id }) => id));
    const said = announcement(alerts.filter(({ id }) => !known.has(id))) || state.said;
    setState({ alerts, rows: nextRows(state.rows, alerts), said });
  }
  // A stable function, because the rows' timers depend on it: one row's arrival must not restart another's departure.
  const onPhaseOver = useCallback(
    (id: string) => setState((now) => ({ ...now, rows: endPhase(now.rows, id) })),
    [],
  );
  return { rows: state.rows, said: state.said, onPhaseOver };
}

/** An alert's row: arriving, present or leaving. */
export type Row = { alert: AlertFieldsFragment; phase: 'arriving' | 'here' | 'leaving' };

/** How long each phase lasts, in milliseconds: the glow of an arrival and the fade of a departure. */
export const PHASE_DURATION = { arriving: 1_200, leaving: 150 };

const rank: Record<AlertSeverity, number> = { critical: 0, error: 1, warning: 2, info: 3 };

/** Worst first, and newest first within a severity. Times are ISO strings in UTC, so comparing the text is enough. */
const worstFirst = (one: Row, other: Row): number =>
  rank[one.alert.severity] - rank[other.alert.severity] ||
  compare(other.alert.timestamp, one.alert.timestamp) ||
  compare(other.alert.id, one.alert.id);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The rows when a list opens, worst first. */
export const initialRows = (alerts: readonly AlertFieldsFragment[]): Row[] =>
  alerts.map((alert): Row => ({ alert, phase: 'here' })).sort(worstFirst);

/** The rows for new alerts, worst first: new ones arrive, and ended ones leave from where they were. */
export function nextRows(rows: readonly Row[], alerts: readonly AlertFieldsFragment[]): Row[] {
  const before = new Map(rows.map((row) => [row.alert.id, row]));
  const now = new Set(alerts.map(({ id }) => id));
  const staying = alerts.map((alert): Row => {
    const known = before.get(alert.id);
    return { alert, phase: known && known.phase !== 'leaving' ? known.phase : 'arriving' };
  });
  const leaving = rows
    .filter(({ alert }) => !now.has(alert.id))
    .map(({ alert }): Row => ({ alert, phase: 'leaving' }));
  return [...staying, ...leaving].sort(worstFirst);
}

/** The rows after one row's phase has ended. */
export const endPhase = (rows: readonly Row[], id: string): Row[] =>
  rows.flatMap((row): Row[] => {
    if (row.alert.id !== id) return [row];
    return row.phase === 'leaving' ? [] : [{ ...row, phase: 'here' }];
  });

/** Screen reader announcement of arrivals: a single one by name, several by number. Empty without arrivals. */
export function announcement(alerts: readonly AlertFieldsFragment[]): string {
  if (alerts.length > 3) {
    const bad = alerts.filter(({ severity }) => severity === 'critical').length;
    return `${alerts.length} new alerts${bad ? `, ${bad} of them critical` : ''}`;
  }
  return alerts.map(({ severity, message }) => `New alert, ${severity}: ${message}`).join('. ');
}
