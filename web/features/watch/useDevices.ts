import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import type { ControllerFieldsFragment, WatchedDevicesQuery } from '#web/gql/graphql.ts';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { WatchedDevices } from './watch.gql.ts';

export type Device = WatchedDevicesQuery['devices'][number];

/** As many as are asked for at once. */
const PAGE = 200;

/** A controller's devices that are like the words searched for, what is down first, page by page. */
export function useDevices({ id, selectedSiteId }: ControllerFieldsFragment, search: string) {
  const variables = { controllerId: id, siteId: selectedSiteId, search: search || null, first: PAGE };
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(WatchedDevices, {
    variables,
    ...pagePolicies,
  });
  const devices = (data ?? previousData)?.devices;
  const last = data?.devices.at(-1)?.id;
  // The last one of all; known once a page was not full.
  const [end, setEnd] = useState<string>();
  const isWhole = !data || data.devices.length < PAGE || last === end;
  const { loadMore, loadingMore } = useLoadMore('devices', () =>
    fetchMore({
      variables: { after: last },
      updateQuery: (before, { fetchMoreResult: { devices: more } }) => {
        // One whose state changed meanwhile may come again.
        const known = new Set(before.devices.map((device) => device.id));
        const devices = [...before.devices, ...more.filter((device) => !known.has(device.id))];
        if (more.length < PAGE) setEnd(devices.at(-1)?.id);
        return { devices };
      },
    }),
  );
  return {
    devices,
    error,
    searching: loading && !data,
    refetch,
    loadMore: isWhole ? undefined : loadMore,
    loadingMore,
  };
}
