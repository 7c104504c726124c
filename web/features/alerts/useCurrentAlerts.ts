import { useApolloClient, useQuery } from '@apollo/client/react';
import { NetworkStatus } from '@apollo/client';
import { useEffect, useRef } from 'react';
import { unattended } from '#web/lib/unattended.ts';
import { AlertChanged, CurrentAlerts } from './alerts.gql.ts';
import { fold, startingFrom, type AlertChange, type ShownAlert } from './fold-alerts.ts';

/** The longest wait before a subscription that failed is tried again, in milliseconds. */
const LONGEST_WAIT = 30_000;

/** What is wrong now on a controller, kept true by the server's changes from the cursor of the answer on. */
export function useCurrentAlerts(controllerId: string): {
  alerts?: readonly ShownAlert[];
  siteName?: string;
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
  // While an answer is on its way nothing is folded: it would be overwritten. What happens meanwhile is replayed.
  const settled = networkStatus >= NetworkStatus.ready;
  // A refresh that failed takes nothing away: what was known stays, and goes on being kept.
  const known = data ?? client.readQuery({ query: CurrentAlerts, variables: { controllerId } }) ?? undefined;

  useEffect(() => {
    if (!settled) return;
    const where = { query: CurrentAlerts, variables: { controllerId } };
    const answer = client.readQuery(where)?.currentAlerts;
    if (!answer) return;
    let state = startingFrom(answer);
    let retry: ReturnType<typeof setTimeout> | undefined;

    const take = (change: AlertChange) => {
      failures.current = 0;
      state = fold(state, change);
      const { cursor, alerts } = state;
      client.writeQuery({ ...where, data: { currentAlerts: { ...answer, cursor, alerts: [...alerts] } } });
    };
    // An unknown cursor is the usual reason: loading again is the cure, and it subscribes anew.
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
        next: ({ data: told, error: problem }) => {
          if (told) take(told.alertChanged);
          else if (problem) startOver();
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
    siteName: known?.currentAlerts.siteName,
    loading: !known && !settled,
    error,
    refetch,
  };
}
