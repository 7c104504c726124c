import type { ApolloClient } from '@apollo/client';
import { useApolloClient, useSubscription } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { readFragment, graphql } from '#web/gql/index.ts';
import { useLiveState } from '#web/lib/live-state.ts';
import { liveRefetch } from '#web/lib/live-refetch.ts';
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

/** Keeps every controller up to date on every screen. Events update the cache by ID. */
export function useControllerChanges(): void {
  const client = useApolloClient();
  const { state } = useLiveState();
  const refetch = useRef<(lists: 'on screen' | 'cached') => void>(undefined);
  useEffect(() => {
    let isWholeListStale = false;
    const [run, cancel] = liveRefetch(() => {
      const isWhole = isWholeListStale;
      isWholeListStale = false;
      return refetchLists(client, isWhole ? cachedLists(client) : listsOnScreen(client)).catch((error) => {
        isWholeListStale ||= isWhole;
        throw error;
      });
    });
    refetch.current = (lists) => {
      if (lists === 'cached') isWholeListStale = true;
      run();
    };
    return cancel;
  }, [client]);
  useSubscription(ControllerChanged, {
    ignoreResults: true,
    // Update the cache by hand: only the previous values show whether the list's order has changed.
    fetchPolicy: 'no-cache',
    onData: ({ data: { data } }) => {
      if (!data) return;
      const controller = readFragment(ControllerFields, data.controllerChanged);
      const hasMoved = keep(client, controller);
      if (cachedControllerIds(client.cache)?.includes(controller.id) === false) {
        refetch.current?.('cached');
      } else if (hasMoved) refetch.current?.('on screen');
    },
  });
  // Missed events aren't replayed, so refetch whenever the connection comes up.
  useEffect(() => {
    if (state === 'live') refetch.current?.('cached');
  }, [client, state]);
}

/** Writes the event to the cache. Returns whether the list's order or a count may have changed. */
function keep(client: ApolloClient, controller: ControllerFieldsFragment): boolean {
  const id = client.cache.identify(controller);
  const place = { id, fragment: ControllerFields, fragmentName: 'ControllerFields' };
  const before = client.readFragment(place);
  client.writeFragment({ ...place, data: controller });
  return !before || placeOf(before) !== placeOf(controller);
}

const placeOf = (
  controller: Pick<
    ControllerFieldsFragment,
    'status' | 'overLimit' | 'name' | 'selectedSiteName' | 'selectedSiteCount'
  >,
): string =>
  [statusOf(controller), controller.name, controller.selectedSiteName, controller.selectedSiteCount].join(
    '\n',
  );
