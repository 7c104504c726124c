import { useApolloClient, useQuery } from '@apollo/client/react';
import { type ApolloCache, NetworkStatus, type Reference } from '@apollo/client';
import { useEffect, useRef } from 'react';
import type { AlertChangedSubscription, AlertFieldsFragment, CurrentAlertsQuery } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { inBackground } from '#web/lib/background-request.ts';
import { type Unmasked, unmasked } from '#web/lib/unmasked.ts';

export const AlertChanged = graphql(`
  subscription AlertChanged($controllerId: ID!, $after: String) {
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
    siteId
    deviceMac
    timestamp
    resolvedAt
    snoozedUntil
    ...AlertRowFields
    ...HistoryRowFields
  }
`);

export const CurrentAlerts = graphql(`
  query CurrentAlerts($controllerId: ID!) {
    currentAlerts(controllerId: $controllerId) {
      controllerId
      siteName
      cursor
      alerts {
        id
        ...AlertFields
      }
    }
  }
`);

/** Longest delay before a failed subscription is retried, in milliseconds. */
const LONGEST_WAIT = 30_000;

/** A controller's open alerts, updated live from the cursor of the response onwards. */
export function useCurrentAlerts(controllerId: string): {
  alerts?: readonly AlertFieldsFragment[];
  loading: boolean;
  error?: unknown;
  refetch: () => Promise<unknown>;
} {
  const client = useApolloClient();
  const { data, error, networkStatus, refetch } = useQuery(CurrentAlerts, {
    variables: { controllerId },
    notifyOnNetworkStatusChange: true,
  });
  const failures = useRef(0);
  // No changes are applied while a response is on its way, because it would overwrite them. They are replayed after it.
  const settled = networkStatus >= NetworkStatus.ready;
  // A failed refresh keeps the known alerts, and they keep updating.
  const known: CurrentAlertsQuery | undefined =
    data ?? client.readQuery({ query: CurrentAlerts, variables: { controllerId } }) ?? undefined;

  useEffect(() => {
    if (!settled) return;
    const answer = client.readQuery({ query: CurrentAlerts, variables: { controllerId } })?.currentAlerts;
    if (!answer) return;
    let retry: ReturnType<typeof setTimeout> | undefined;

    // An expired cursor is the usual reason. Refetching gets a new one, and the subscription starts again from it.
    const startOver = () => {
      const wait = failures.current === 0 ? 0 : Math.min(LONGEST_WAIT, 1_000 * 2 ** failures.current);
      failures.current += 1;
      retry = setTimeout(() => void inBackground(() => refetch()).catch(() => undefined), wait);
    };
    const listening = client
      .subscribe({
        query: AlertChanged,
        variables: { controllerId, after: answer.cursor },
        fetchPolicy: 'no-cache',
      })
      .subscribe({
        next: ({ data: received, error: problem }) => {
          if (received) {
            failures.current = 0;
            applyChange(client.cache, controllerId, unmasked(received.alertChanged));
          } else if (problem) startOver();
        },
        error: startOver,
      });
    return () => {
      clearTimeout(retry);
      listening.unsubscribe();
    };
  }, [client, controllerId, settled, refetch]);

  return {
    alerts: known && readFragment(AlertFields, known.currentAlerts.alerts),
    loading: !known && !settled,
    error,
    refetch,
  };
}

/** An alert with the fields of all its rows, as the cache holds it. */
export type ShownAlert = Unmasked<AlertFieldsFragment>;
export type AlertChange = Unmasked<AlertChangedSubscription['alertChanged']>;

/** A controller's open alerts as the cache holds them. */
type CachedList = { cursor: string; alerts: readonly Reference[] };

/**
 * Applies one live change to the cache: writes that alert, adds it to or removes it from its controller's open alerts, and
 * moves the cursor on. Every other alert keeps what the cache holds, so a mutation's response is never overwritten.
 */
export function applyChange(cache: ApolloCache, controllerId: string, { alert, cursor }: AlertChange): void {
  const id = cache.identify({ __typename: 'Alert', id: alert.id });
  const list = cache.identify({ __typename: 'ControllerAlerts', controllerId });
  if (!id || !list) return;
  const place = { id, fragment: AlertFields, fragmentName: 'AlertFields' };
  const known = cache.readFragment({ ...place, returnPartialData: true });
  const isOver = alert.resolvedAt != null;
  // After a reconnect an alert's end can arrive before an older change. Only a later `timestamp` reopens it.
  const isLate =
    !isOver &&
    known?.resolvedAt != null &&
    known.timestamp !== undefined &&
    alert.timestamp <= known.timestamp;
  cache.batch({
    update: (within) => {
      if (!isLate) within.writeFragment({ ...place, data: alert });
      within.modify<CachedList>({
        id: list,
        fields: {
          cursor: () => cursor,
          alerts: (listed, { toReference }) => {
            const references = listed as readonly Reference[];
            const isListed = references.some((reference) => reference.__ref === id);
            if (isLate || isListed !== isOver) return references;
            if (isOver) return references.filter((reference) => reference.__ref !== id);
            return [...references, toReference(id)!];
          },
        },
      });
    },
  });
}
