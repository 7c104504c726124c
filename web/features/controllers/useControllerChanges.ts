import type { ApolloClient } from '@apollo/client';
import { useApolloClient, useSubscription } from '@apollo/client/react';
import { useEffect } from 'react';
import { useLiveState } from '#web/lib/live-state.ts';
import { unattended } from '#web/lib/unattended.ts';
import { ControllerChanged, Controllers } from './controllers.gql.ts';

/** Keeps every controller on every screen as the server knows it: what it tells finds its place by id. */
export function useControllerChanges(): void {
  const client = useApolloClient();
  const { state } = useLiveState();
  useSubscription(ControllerChanged, {
    ignoreResults: true,
    onData: ({ data: { data: told } }) => {
      if (told && !isListed(client, told.controllerChanged.id)) askAnew(client);
    },
  });
  // Nothing is repeated: what changed before the line was up, or while it was down, has to be asked for.
  useEffect(() => {
    if (state === 'live') askAnew(client);
  }, [client, state]);
}

const isListed = (client: ApolloClient, id: string): boolean =>
  client.readQuery({ query: Controllers })?.controllers.some((one) => one.id === id) ?? false;

/** A failure takes nothing from the screens; they say themselves how old their readings are. */
const askAnew = (client: ApolloClient): void =>
  void unattended(() => client.query({ query: Controllers, fetchPolicy: 'network-only' })).catch(
    () => undefined,
  );
