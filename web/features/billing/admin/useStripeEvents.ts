import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import type { StripeEventStatus } from '#web/gql/graphql.ts';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { StripeEvents } from './billing-admin.gql.ts';

/** Events that come at once. */
const PAGE = 50;

type Asked = { status: StripeEventStatus | null; search: string; oldestFirst: boolean };

/** What Stripe told us, page by page; of a status, and what a search finds, while they are chosen. */
export function useStripeEvents({ status, search, oldestFirst }: Asked) {
  const asked = `${status} ${oldestFirst} ${search}`;
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(StripeEvents, {
    variables: { status, search: search || null, oldestFirst, first: PAGE },
    ...pagePolicies,
  });
  const [endOf, setEndOf] = useState<string>();
  const known = data ?? (error ? undefined : previousData);
  const events = data?.stripeEvents ?? [];
  const last = events.at(-1);

  const { loadMore, loadingMore } = useLoadMore('events', () =>
    fetchMore({
      variables: { after: last?.id },
      updateQuery: (before, { fetchMoreResult: more }) => {
        if (more.stripeEvents.length < PAGE) setEndOf(asked);
        return { stripeEvents: [...before.stripeEvents, ...more.stripeEvents] };
      },
    }),
  );

  const isFull = events.length > 0 && events.length % PAGE === 0;
  return {
    events: known?.stripeEvents,
    error: known ? undefined : error,
    searching: loading && !data,
    loadMore: isFull && endOf !== asked ? loadMore : undefined,
    loadingMore,
    refetch,
  };
}
