import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { Me } from '#web/features/auth/auth.gql.ts';
import { useLiveState } from '#web/lib/live-state.ts';
import { unattended } from '#web/lib/unattended.ts';

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
    if (isLost.current) askAnew(client);
    wasLive.current = true;
    isLost.current = false;
  }, [client, state]);
}

const askAnew = (client: ApolloClient): void =>
  void unattended(() => client.query({ query: Me, fetchPolicy: 'network-only' })).catch(() => undefined);
