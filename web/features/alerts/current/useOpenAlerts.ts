import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type View } from './open-alerts.gql.ts';
import { OpenAlertList, type Snapshot } from './open-alerts.ts';
import { useCollapsed } from './useCollapsed.ts';

/**
 * A view of the open alerts, updated live. While another view loads, the one before stays. Components read what they show
 * with `usePart`, so that a change renders only those that show it.
 */
export function useOpenAlerts(view: View) {
  const client = useApolloClient();
  const [wanted, setWanted] = useState(() => new OpenAlertList(client, view));
  if (wanted.view !== view) setWanted(new OpenAlertList(client, view));
  useEffect(() => wanted.start(), [wanted]);

  const [shown, setShown] = useState(wanted);
  if (usePart(wanted, isSettled) && shown !== wanted) setShown(wanted);
  const collapsed = useCollapsed(shown.view.by);
  return { list: shown, isSearching: shown !== wanted, collapsed };
}

/** Whether there was a response, or a reason why there is none. */
export const isSettled = ({ isReady, error }: Snapshot): boolean => isReady || error !== undefined;

/** What `select` returns for the present snapshot of a list. It must return equal values for equal snapshots. */
export const usePart = <T>(list: OpenAlertList, select: (snapshot: Snapshot) => T): T =>
  useSyncExternalStore(list.subscribe, () => select(list.snapshot()));
