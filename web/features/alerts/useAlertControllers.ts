import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { AlertControllerFieldsFragment, OpenAlertsByControllerQuery } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { onAttentionCount } from '#web/lib/attention-count.ts';
import { inBackground } from '#web/lib/background-request.ts';
import { throttle } from '#web/lib/throttle.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { AlertControllerFields, AlertControllers } from './alerts.gql.ts';

export const OpenAlertsByController = graphql(`
  query OpenAlertsByController {
    openAlertsByController {
      controllerId
      count
      severity
    }
  }
`);

export type AlertController = Unmasked<AlertControllerFieldsFragment>;

/** Open alerts of one controller. */
export type AlertCount = OpenAlertsByControllerQuery['openAlertsByController'][number];

/** The controllers that can have alerts, and how many are open on each. */
export function useAlertControllers(): {
  controllers?: readonly AlertController[];
  /** Controllers with open alerts, worst first. */
  counts: readonly AlertCount[];
  error?: unknown;
  refetch: () => Promise<unknown>;
} {
  const { data, error, refetch } = useQuery(AlertControllers);
  const { counts, refetch: recount } = useOpenAlertCounts();
  const controllers = useMemo(
    () =>
      (data && readFragment(AlertControllerFields, data.controllers))?.filter(
        (one) => isMonitored(one) || counts.some(({ controllerId }) => controllerId === one.id),
      ),
    [data, counts],
  );
  return { controllers, counts, error, refetch: () => Promise.all([refetch(), recount()]) };
}

/** Open alerts by controller, refetched when their total changes. The screen works without a response. */
function useOpenAlertCounts() {
  const { data, refetch } = useQuery(OpenAlertsByController, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const again = useEffectEvent(() => inBackground(() => refetch()));
  useEffect(() => {
    const [run, cancel] = throttle(() => again());
    const stop = onAttentionCount(run);
    return () => {
      stop();
      cancel();
    };
  }, []);
  return { counts: data?.openAlertsByController ?? none, refetch: () => refetch().catch(() => undefined) };
}

const none: readonly AlertCount[] = [];

/** Documented controllers have a selected site. Without one, a controller monitors every site its key can see. */
const isMonitored = ({ selectedSiteId, selectedSiteName, totalSites }: AlertController): boolean =>
  selectedSiteId ? Boolean(selectedSiteName) : Boolean(totalSites);
