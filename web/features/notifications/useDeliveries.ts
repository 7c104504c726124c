import { useQuery } from '@apollo/client/react';
import type { DeliveriesQuery, DeliveryKind, DeliveryStatus } from '#web/gql/graphql.ts';
import { useAskAgain } from '#web/lib/useAskAgain.ts';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { isUnderWay } from './delivery-words.ts';
import { Deliveries } from './notifications.gql.ts';

/** Deliveries that come at once. */
const PAGE = 25;
/** How often it is asked what became of what is on its way, and how often whether there is anything new, in milliseconds. */
const EVERY = { moving: 3_000, calm: 10_000 };

/** Which deliveries of a channel; all unless said. */
export type DeliveryFilter = { status?: DeliveryStatus; kind?: DeliveryKind };

export type LoggedDelivery = DeliveriesQuery['deliveries']['nodes'][number];

/** What was told to one channel, newest first, page by page. The first page keeps itself up to date while it is the only one. */
export function useDeliveries(integrationId: string, { status, kind }: DeliveryFilter) {
  const variables = { integrationId, status: status ?? null, kind: kind ?? null, first: PAGE };
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(Deliveries, {
    variables,
    ...pagePolicies,
  });
  // What was found last stays while the next filter runs.
  const known = data ?? (error ? undefined : previousData);
  const page = data?.deliveries;
  const moving = page?.nodes.some(isUnderWay);
  const every = moving ? EVERY.moving : EVERY.calm;
  useAskAgain(page && page.nodes.length <= PAGE ? every : undefined, () => refetch());

  const { loadMore, loadingMore } = useLoadMore('deliveries', () =>
    fetchMore({
      variables: { after: page?.nextCursor },
      updateQuery: (before, { fetchMoreResult: { deliveries: more } }) => ({
        deliveries: { ...more, nodes: [...before.deliveries.nodes, ...more.nodes] },
      }),
    }),
  );
  return {
    deliveries: known?.deliveries.nodes,
    error: known ? undefined : error,
    searching: loading && !data,
    loadMore: page?.nextCursor ? loadMore : undefined,
    loadingMore,
    refetch,
  };
}
