import type { AlertChangedSubscription, AlertFieldsFragment } from '#web/gql/graphql.ts';

export type ShownAlert = AlertFieldsFragment;
export type AlertChange = AlertChangedSubscription['alertChanged'];

/** Open alerts, newest first, and the cursor they are true for. */
export type Folded = {
  alerts: readonly ShownAlert[];
  cursor: string;
  /** Alerts that were seen to end: none of them comes back, whatever is told late or twice. */
  ended: ReadonlySet<string>;
};

/** Where folding begins: what the server answered. */
export const startingFrom = (answer: { alerts: readonly ShownAlert[]; cursor: string }): Folded => ({
  alerts: [...answer.alerts].sort(newestFirst),
  cursor: answer.cursor,
  ended: new Set(),
});

/**
 * The alerts after one more change. A replayed `raised` carries the alert as it is now, so one that is over by then
 * never shows; the same change twice changes nothing the second time.
 */
export function fold(known: Folded, { change, alert, cursor }: AlertChange): Folded {
  const others = known.alerts.filter(({ id }) => id !== alert.id);
  if (change === 'resolved' || alert.resolvedAt != null) {
    return { alerts: others, cursor, ended: new Set(known.ended).add(alert.id) };
  }
  if (known.ended.has(alert.id)) return { ...known, cursor };
  return { ...known, alerts: [...others, alert].sort(newestFirst), cursor };
}

/** The server's own order. Times are all UTC in one format, so their text sorts as they do. */
export const newestFirst = (one: ShownAlert, other: ShownAlert): number =>
  compare(other.timestamp, one.timestamp) || compare(other.id, one.id);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
