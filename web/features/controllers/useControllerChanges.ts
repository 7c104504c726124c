import type { ApolloClient } from '@apollo/client';
import { useApolloClient, useSubscription } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { useLiveState } from '#web/lib/live-state.ts';
import { throttled } from '#web/lib/throttled.ts';
import { ControllerChanged, ControllerFields } from './controllers.gql.ts';
import { statusOf } from './controller-state.ts';
import { askAnew, idsListed, knownLists, shownParts } from './lists.ts';

/** Keeps every controller on every screen as the server knows it: what it tells finds its place by id. */
export function useControllerChanges(): void {
  const client = useApolloClient();
  const { state } = useLiveState();
  const pagesAnew = useRef<() => void>(undefined);
  useSubscription(ControllerChanged, {
    ignoreResults: true,
    // Written by hand: what was known before tells whether a controller has another place in the list now.
    fetchPolicy: 'no-cache',
    onData: ({ data: { data: told } }) => {
      if (!told) return;
      const hasMoved = keep(client, told.controllerChanged);
      if (idsListed(client.cache)?.includes(told.controllerChanged.id) === false) {
        askAnew(client, knownLists(client));
      } else if (hasMoved) pagesAnew.current?.();
    },
  });
  useEffect(() => {
    const [act, stop] = throttled(() => askAnew(client, shownParts(client)));
    pagesAnew.current = act;
    return stop;
  }, [client]);
  // Nothing is repeated: what changed before the line was up, or while it was down, has to be asked for.
  useEffect(() => {
    if (state === 'live') askAnew(client, knownLists(client));
  }, [client, state]);
}

/** Writes down what was told; says whether its place in a list, or a count, is another than before, as far as is known. */
function keep(client: ApolloClient, controller: ControllerFieldsFragment): boolean {
  const place = { fragment: ControllerFields, id: client.cache.identify(controller) };
  const before = client.readFragment(place);
  client.writeFragment({ ...place, data: controller });
  return !before || placeOf(before) !== placeOf(controller);
}

const placeOf = (controller: ControllerFieldsFragment): string =>
  [statusOf(controller), controller.name, controller.selectedSiteName].join('\n');
