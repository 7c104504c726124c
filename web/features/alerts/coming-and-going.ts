import type { AlertSeverity } from '#web/gql/graphql.ts';
import type { ShownAlert } from './fold-alerts.ts';

/** An alert's row: just arrived, simply there, or on its way out. */
export type Row = { alert: ShownAlert; phase: 'arriving' | 'here' | 'leaving' };

/** How long each phase shows, in milliseconds: the glow of an arrival, the going of what is over. */
export const PHASE_LASTS = { arriving: 1_200, leaving: 150 };

const rank: Record<AlertSeverity, number> = { critical: 0, error: 1, warning: 2, info: 3 };

/** Worst first, and newest first within a severity. Times are ISO strings in UTC, so comparing the text is enough. */
const worstFirst = (one: Row, other: Row): number =>
  rank[one.alert.severity] - rank[other.alert.severity] ||
  compare(other.alert.timestamp, one.alert.timestamp) ||
  compare(other.alert.id, one.alert.id);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The rows when a list opens, worst first. */
export const allHere = (alerts: readonly ShownAlert[]): Row[] =>
  alerts.map((alert): Row => ({ alert, phase: 'here' })).sort(worstFirst);

/** The rows for new alerts, worst first: new ones arrive, and ended ones leave from where they were. */
export function nextRows(rows: readonly Row[], alerts: readonly ShownAlert[]): Row[] {
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

/** The rows once the phase of one is over. */
export const phaseOver = (rows: readonly Row[], id: string): Row[] =>
  rows.flatMap((row): Row[] => {
    if (row.alert.id !== id) return [row];
    return row.phase === 'leaving' ? [] : [{ ...row, phase: 'here' }];
  });

/** What a screen reader is told of arrivals: one by name, many by number. Empty without arrivals. */
export function arrivalsSaid(alerts: readonly ShownAlert[]): string {
  if (alerts.length > 3) {
    const bad = alerts.filter(({ severity }) => severity === 'critical').length;
    return `${alerts.length} new alerts${bad ? `, ${bad} of them critical` : ''}`;
  }
  return alerts.map(({ severity, message }) => `New alert, ${severity}: ${message}`).join('. ');
}
