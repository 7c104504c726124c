import type { ApolloCache } from '@apollo/client';
import type { AlertChangedSubscription, AlertFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';

export const AlertChanged = graphql(`
  subscription AlertChanged($controllerId: ID, $after: String) {
    alertChanged(controllerId: $controllerId, after: $after) {
      change
      cursor
      alert {
        ...AlertFields
      }
    }
  }
`);

/** What a list of alerts reads, and what its rows read. Changes and responses have it all, so they update every screen. */
export const AlertFields = graphql(`
  fragment AlertFields on Alert {
    id
    message
    severity
    timestamp
    resolvedAt
    snoozedUntil
    ...AlertRowFields
    ...HistoryRowFields
  }
`);

/** An alert with the fields of all its rows, as the cache holds it. */
export type ShownAlert = Unmasked<AlertFieldsFragment>;
export type AlertChange = Unmasked<AlertChangedSubscription['alertChanged']>;

/**
 * Writes a changed alert to the cache. Every other alert keeps what the cache holds, so a mutation's response is never
 * overwritten.
 * @returns false for a change that arrived late: after a reconnect, an alert's end can arrive before an older change, and
 * only a later `timestamp` reopens it
 */
export function writeChange(cache: ApolloCache, alert: ShownAlert): boolean {
  const id = cache.identify({ __typename: 'Alert', id: alert.id });
  const place = { id: id!, fragment: AlertFields, fragmentName: 'AlertFields' };
  if (alert.resolvedAt == null) {
    const known = cache.readFragment({ ...place, returnPartialData: true });
    const isLate =
      known?.resolvedAt != null && known.timestamp !== undefined && alert.timestamp <= known.timestamp;
    if (isLate) return false;
  }
  cache.writeFragment({ ...place, data: alert });
  return true;
}
