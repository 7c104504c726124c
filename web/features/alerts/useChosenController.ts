import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent } from 'react';
import type { OpenAlertsByControllerQuery } from '#web/gql/graphql.ts';
import { onAttention } from '#web/lib/attention.ts';
import { throttled } from '#web/lib/throttled.ts';
import { unattended } from '#web/lib/unattended.ts';
import { useAddress } from '#web/lib/useAddress.ts';
import { AlertControllers, OpenAlertsByController } from './alerts.gql.ts';
import type { AlertController } from './ControllerSelect.tsx';

/** Session storage key of the last selection. The address has it while the person is on this screen. */
const LAST_CHOICE = 'alerts-controller';

/** Open alerts of one controller. */
export type AlertCount = OpenAlertsByControllerQuery['openAlertsByController'][number];

/**
 * The controllers that can have alerts, and the one that is shown: the one in the address, otherwise the last selected one,
 * otherwise the first. If it has no open alerts and others do, the one with the worst alert is shown instead.
 */
export function useChosenController(): {
  controllers?: readonly AlertController[];
  chosen?: AlertController;
  choose: (id: string) => void;
  /** Controllers with open alerts, worst first. */
  counts: readonly AlertCount[];
  error?: unknown;
  refetch: () => Promise<unknown>;
} {
  const { data, error, refetch } = useQuery(AlertControllers);
  const open = useOpenAlertCounts();
  const [wanted, choose] = useAddress('controller');
  const counts = open.counts ?? [];
  const controllers = data?.controllers.filter(
    (one) => isMonitored(one) || counts.some(({ controllerId }) => controllerId === one.id),
  );
  const byId = (id: string | null | undefined) => controllers?.find((controller) => controller.id === id);
  const usual = byId(sessionStorage.getItem(LAST_CHOICE)) ?? controllers?.[0];
  const isQuiet = counts.every(({ controllerId }) => controllerId !== usual?.id);
  const chosen = byId(wanted) ?? ((isQuiet && byId(counts[0]?.controllerId)) || usual);

  const isSettled = byId(wanted) !== undefined || open.isSettled;
  const id = isSettled ? chosen?.id : undefined;
  useEffect(() => {
    if (!id) return;
    sessionStorage.setItem(LAST_CHOICE, id);
    if (id !== wanted) choose(id);
  }, [id, wanted, choose]);
  return {
    controllers: isSettled ? controllers : undefined,
    chosen,
    choose,
    counts,
    error,
    refetch: () => Promise.all([refetch(), open.refetch()]),
  };
}

/** Where the open alerts are, refetched when their total changes. Without an answer the screen works all the same. */
function useOpenAlertCounts() {
  const { data, error, refetch } = useQuery(OpenAlertsByController, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const again = useEffectEvent(() => void unattended(() => refetch()).catch(() => undefined));
  useEffect(() => {
    const [run, cancel] = throttled(() => again());
    const stop = onAttention(run);
    return () => {
      stop();
      cancel();
    };
  }, []);
  return {
    counts: data?.openAlertsByController,
    isSettled: data !== undefined || error !== undefined,
    refetch: () => refetch().catch(() => undefined),
  };
}

/** As documented it has a selected site; without one it monitors every site that its key can see. */
const isMonitored = ({ selectedSiteId, selectedSiteName, totalSites }: AlertController): boolean =>
  selectedSiteId ? Boolean(selectedSiteName) : Boolean(totalSites);
