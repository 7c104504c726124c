import { useApolloClient, useQuery } from '@apollo/client/react';
import { NetworkStatus } from '@apollo/client';
import { useEffect, useRef } from 'react';
import { unattended } from '#web/lib/unattended.ts';
import { AlertChanged, CurrentAlerts } from './alerts.gql.ts';
import { applyChange, type ShownAlert } from './fold-alerts.ts';

/** Longest delay before a failed subscription is retried, in milliseconds. */
const LONGEST_WAIT = 30_000;

/** A controller's open alerts, updated live from the cursor of the response onwards. */
export function useCurrentAlerts(controllerId: string): {
  alerts?: readonly ShownAlert[];
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
  // A failed refresh takes nothing away: the known alerts stay, and keep changing.
  const known = data ?? client.readQuery({ query: CurrentAlerts, variables: { controllerId } }) ?? undefined;

  useEffect(() => {
    if (!settled) return;
    const answer = client.readQuery({ query: CurrentAlerts, variables: { controllerId } })?.currentAlerts;
    if (!answer) return;
    let retry: ReturnType<typeof setTimeout> | undefined;

    // An expired cursor is the usual reason. Refetching gets a new one, and the subscription starts again from it.
    const startOver = () => {
      const wait = failures.current === 0 ? 0 : Math.min(LONGEST_WAIT, 1_000 * 2 ** failures.current);
      failures.current += 1;
      retry = setTimeout(() => void unattended(() => refetch()).catch(() => undefined), wait);
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
            applyChange(client.cache, controllerId, received.alertChanged);
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
    alerts: known?.currentAlerts.alerts,
    loading: !known && !settled,
    error,
    refetch,
  };
}
