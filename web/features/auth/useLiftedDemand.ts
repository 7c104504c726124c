import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { useAskAgain } from '#web/lib/useAskAgain.ts';
import { Me } from './auth.gql.ts';

/** How often it is asked whether a second factor is still demanded, in milliseconds. */
const EVERY = 15_000;

/** While `waiting`, notices that the operator no longer demands a second factor; the guard then lets everything in. */
export function useLiftedDemand(waiting: boolean): void {
  const client = useApolloClient();
  const isWaiting = useRef(waiting);
  useEffect(() => {
    isWaiting.current = waiting;
  }, [waiting]);
  useAskAgain(waiting ? EVERY : undefined, async () => {
    const { data } = await client.query({ query: Me, fetchPolicy: 'no-cache' });
    const user = data?.me;
    // Set up at this very moment, it is not lifted: the recovery codes come next, and must be seen.
    if (!isWaiting.current || !user || user.mustSetUpTwoFactor || user.twoFactorEnabled) return;
    client.writeQuery({ query: Me, data: { me: user } });
  });
}
