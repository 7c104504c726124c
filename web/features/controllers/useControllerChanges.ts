import type { ApolloClient } from '@apollo/client';
import { useApolloClient, useSubscription } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { useLiveState } from '#web/lib/live-state.ts';
import { throttled } from '#web/lib/throttled.ts';
import { cachedControllerIds, cachedLists, listsOnScreen, refetchLists } from './controller-lists.ts';
import { ControllerFields } from './controllers.gql.ts';
import { statusOf } from './controller-state.ts';

export const ControllerChanged = graphql(`
  subscription ControllerChanged {
    controllerChanged {
      ...ControllerFields
    }
  }
`);

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
      if (cachedControllerIds(client.cache)?.includes(told.controllerChanged.id) === false) {
        refetchLists(client, cachedLists(client));
      } else if (hasMoved) pagesAnew.current?.();
    },
  });
  useEffect(() => {
    const [act, stop] = throttled(() => refetchLists(client, listsOnScreen(client)));
    pagesAnew.current = act;
    return stop;
  }, [client]);
  // Nothing is repeated: what changed before the line was up, or while it was down, has to be asked for.
  useEffect(() => {
    if (state === 'live') refetchLists(client, cachedLists(client));
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
