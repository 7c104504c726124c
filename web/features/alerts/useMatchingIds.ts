import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import type { AlertFilter, AlertOrder } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import type { Progress } from '#web/ui/SelectionBar.tsx';
import { toastFailure } from '#web/ui/toaster.tsx';

export const OpenAlertIds = graphql(`
  query OpenAlertIds($filter: AlertFilter, $order: AlertOrder!, $first: Int!, $after: String) {
    openAlerts(filter: $filter, order: $order, first: $first, after: $after) {
      nextCursor
      nodes {
        id
        acknowledgedAt
      }
    }
  }
`);

/** IDs per request. */
const PAGE = 200;

/** An alert that an action may concern. Of one that isn't loaded, it may not be known whether it's acknowledged. */
export type Found = { id: string; isAcknowledged?: boolean };

type Wanted = {
  filter: AlertFilter;
  order?: AlertOrder;
  /** How many there are, as far as known. */
  total: number;
};

/** Lists all open alerts that match a filter, for actions on more than what is loaded. */
export function useMatchingIds() {
  const client = useApolloClient();
  const [listing, setListing] = useState<Progress>();
  const isStopped = useRef(false);
  /** Undefined if the server can't, which a toast says, or if someone stops it. */
  const find = async ({ filter, order = 'worst', total }: Wanted): Promise<Found[] | undefined> => {
    isStopped.current = false;
    const listed = async (after: string | null, known: readonly Found[]): Promise<Found[] | undefined> => {
      if (isStopped.current) return undefined;
      if (total > PAGE) setListing({ doing: 'Finding', done: known.length, total });
      const { data } = await client.query({
        query: OpenAlertIds,
        variables: { filter, order, first: PAGE, after },
        fetchPolicy: 'no-cache',
      });
      // It may have been stopped during the last request.
      if (isStopped.current) return undefined;
      const { nodes, nextCursor } = data!.openAlerts;
      const page = nodes.map(({ id, acknowledgedAt }) => ({ id, isAcknowledged: acknowledgedAt != null }));
      const all = [...known, ...page];
      return nextCursor ? listed(nextCursor, all) : all;
    };
    try {
      return await listed(null, []);
    } catch (error) {
      toastFailure(error, { title: 'We couldn’t load all matching alerts', check: 'Try again in a moment.' });
      return undefined;
    } finally {
      setListing(undefined);
    }
  };
  return { find, listing, stopListing: () => void (isStopped.current = true) };
}
