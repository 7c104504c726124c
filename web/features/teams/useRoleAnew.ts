import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { Me } from '#web/features/auth/auth.gql.ts';
import { useLiveState } from '#web/lib/live-state.ts';

/** Asks anew who one is whenever the line comes back: the server cuts it when somebody's role or team has changed. */
export function useRoleAnew(): void {
  const client = useApolloClient();
  const { state } = useLiveState();
  const wasLive = useRef(false);
  const isLost = useRef(false);
  useEffect(() => {
    if (state !== 'live') {
      isLost.current = wasLive.current;
      return;
    }
    if (isLost.current) void client.query({ query: Me, fetchPolicy: 'network-only' }).catch(() => undefined);
    wasLive.current = true;
    isLost.current = false;
  }, [client, state]);
}
