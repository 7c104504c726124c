import { useApolloClient, useQuery, useSubscription } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FleetQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { useLiveRefetch } from '#web/lib/live-refetch.ts';
import { useDeferredData } from '#web/lib/useDeferredData.ts';
import { useOnReconnect } from '#web/lib/useOnReconnect.ts';

export const Fleet = graphql(`
  query Fleet($trouble: Int!, $quiet: Int!) {
    fleetOverview(trouble: $trouble, quiet: $quiet) {
      troubleCount
      attentionCount
      quietCount
      unknownCount
      alertCount
      newCount
      inMaintenanceCount
      surge {
        type
        deviceRole
        alertCount
        newCount
        affectedCount
        worstNew
        acknowledgedBy
        groupCount
        customerCount
        mostAffected {
          name
          alertCount
        }
        from
        to
      }
      trouble {
        key
        customer {
          id
        }
        ...TroubleGroupFields
      }
      quiet {
        key
        ...QuietGroupFields
      }
    }
  }
`);

/** Sent whenever an alert of the team changes, even if the number stays the same. */
export const FleetChanged = graphql(`
  subscription FleetChanged {
    openAlertCountChanged
  }
`);

/** Groups shown at first, and after "Show all". */
const SHOWN = { trouble: 8, quiet: 60 };
const ALL = { trouble: 200, quiet: 200 };

/** Where the fleet is in trouble, updated live. `hold` keeps what is shown while someone is about to click in it. */
export function useFleet() {
  const [isWhole, setWhole] = useState(false);
  const client = useApolloClient();
  const variables = isWhole ? ALL : SHOWN;
  const { data, previousData, error, refetch } = useQuery(Fleet, {
    variables,
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    // The whole dashboard would render whenever a refetch begins, before it is sent.
    notifyOnNetworkStatusChange: false,
  });
  const update = useLiveRefetch(refetch);
  useSubscription(FleetChanged, { ignoreResults: true, onData: update });
  useOnReconnect(update);

  const latest = (data ?? previousData)?.fleetOverview;
  const current = useDeferredData(latest);
  const shown = useRef(current);
  useEffect(() => {
    shown.current = current;
  });
  const [held, setHeld] = useState<typeof current>();
  const hold = useCallback(
    (isHeld: boolean) => setHeld((before) => (isHeld ? (before ?? shown.current) : undefined)),
    [],
  );
  return {
    fleet: withLatestCounts(held ?? current, latest),
    /** Number of open alerts, even while what is shown is held. */
    alertCount: data?.fleetOverview.alertCount,
    error,
    refetch,
    /** Refetches after a change, and never shares the response of a request that was sent before it. */
    refetchChanged: async () => {
      const context = { queryDeduplication: false };
      await client.query({ query: Fleet, variables, fetchPolicy: 'network-only', context });
      setHeld(undefined);
    },
    isWhole,
    showAll: () => setWhole(true),
    hold,
  };
}

type Overview = FleetQuery['fleetOverview'];

/** The latest counts with a list that may be older. The surge above that list neither appears nor disappears, which would move it. */
function withLatestCounts(shown: Overview | undefined, latest: Overview | undefined): Overview | undefined {
  if (!shown || !latest) return shown;
  const { alertCount, newCount, attentionCount, surge } = latest;
  return { ...shown, alertCount, newCount, attentionCount, surge: shown.surge && (surge ?? shown.surge) };
}
