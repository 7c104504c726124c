import { useApolloClient } from '@apollo/client/react';
import { Me } from '#web/features/auth/auth.gql.ts';
import { unattended } from '#web/lib/unattended.ts';
import { useLineBack } from '#web/lib/useLineBack.ts';

/** Asks anew who one is whenever the line comes back: the server cuts it when somebody's role or team has changed. */
export function useRoleAnew(): void {
  const client = useApolloClient();
  const askAnew = () => client.query({ query: Me, fetchPolicy: 'network-only' });
  useLineBack(() => void unattended(askAnew).catch(() => undefined));
}
