import type { AlertChangedSubscription, AlertFieldsFragment } from '#web/gql/graphql.ts';

export type ShownAlert = AlertFieldsFragment;
export type AlertChange = AlertChangedSubscription['alertChanged'];

/** Open alerts, newest first, and the cursor they are true for. */
export type Folded = {
  alerts: readonly ShownAlert[];
  cursor: string;
  /**
   * When the alerts that were seen to end had been raised: none of them shows again, whatever is told late or twice,
   * unless it was raised anew.
   */
  ended: ReadonlyMap<string, string>;
};

/** Where folding begins: what the server answered. */
export const startingFrom = (answer: { alerts: readonly ShownAlert[]; cursor: string }): Folded => ({
  alerts: [...answer.alerts].sort(newestFirst),
  cursor: answer.cursor,
  ended: new Map(),
});

/**
 * The alerts after one more change. A replayed change carries the alert as it is now, so one that is over by then never
 * shows, and one that came back by then stays; the same change twice changes nothing the second time.
 */
export function fold(known: Folded, { alert, cursor }: AlertChange): Folded {
  const others = known.alerts.filter(({ id }) => id !== alert.id);
  if (alert.resolvedAt != null) {
    return { alerts: others, cursor, ended: new Map(known.ended).set(alert.id, alert.timestamp) };
  }
  const ended = known.ended.get(alert.id);
  if (ended !== undefined && alert.timestamp <= ended) return { ...known, cursor };
  return { ...known, alerts: [...others, alert].sort(newestFirst), cursor };
}

/** The server's own order. Times are all UTC in one format, so their text sorts as they do. */
export const newestFirst = (one: ShownAlert, other: ShownAlert): number =>
  compare(other.timestamp, one.timestamp) || compare(other.id, one.id);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
