import { useCallback, useState } from 'react';
import { allHere, arrivalsSaid, nextRows, phaseOver, type Row } from './coming-and-going.ts';
import type { ShownAlert } from './fold-alerts.ts';

/** The rows of a list whose alerts come and go by themselves, and what to say aloud about the newest arrivals. */
export function useRows(alerts: readonly ShownAlert[]): {
  rows: readonly Row[];
  said: string;
  onPhaseOver: (id: string) => void;
} {
  const [state, setState] = useState(() => ({ alerts, rows: allHere(alerts), said: '' }));
  if (state.alerts !== alerts) {
    const known = new Set(state.alerts.map(({ id }) => id));
    const said = arrivalsSaid(alerts.filter(({ id }) => !known.has(id))) || state.said;
    setState({ alerts, rows: nextRows(state.rows, alerts), said });
  }
  // The same function each time: the rows' timers hang on it, and one row's coming must not restart another's going.
  const onPhaseOver = useCallback(
    (id: string) => setState((now) => ({ ...now, rows: phaseOver(now.rows, id) })),
    [],
  );
  return { rows: state.rows, said: state.said, onPhaseOver };
}
