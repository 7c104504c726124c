import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { OpenAlertList, type View } from './open-alerts.ts';

/** A view of the open alerts, updated live. While another view loads, the one before stays. */
export function useOpenAlerts(view: View) {
  const client = useApolloClient();
  const [wanted, setWanted] = useState(() => new OpenAlertList(client, view));
  if (wanted.view !== view) setWanted(new OpenAlertList(client, view));
  useEffect(() => wanted.start(), [wanted]);

  const [shown, setShown] = useState(wanted);
  const isSettled = useSyncExternalStore(wanted.subscribe, () => {
    const { isReady, error } = wanted.snapshot();
    return isReady || error !== undefined;
  });
  if (isSettled && shown !== wanted) setShown(wanted);
  const snapshot = useSyncExternalStore(shown.subscribe, shown.snapshot);
  return { list: shown, snapshot, isSearching: shown !== wanted };
}
