import { skipToken, useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useMemo, useState } from 'react';
import type {
  AlertControllerFieldsFragment,
  OpenAlertsByControllerQuery,
  WorstAlertControllersQuery,
} from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { onAttentionCount } from '#web/lib/attention-count.ts';
import { isMissing } from '#web/lib/server-errors.ts';
import { useLiveRefetch } from '#web/lib/live-refetch.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { AlertControllerFields } from './alerts.gql.ts';

export const FirstAlertControllers = graphql(`
  query FirstAlertControllers($first: Int!, $skip: Int!) {
    controllers(first: $first, skip: $skip) {
      ...AlertControllerFields
    }
  }
`);

export const WorstAlertControllers = graphql(`
  query WorstAlertControllers($first: Int!) {
    controllers(worstFirst: true, first: $first) {
      ...AlertControllerFields
    }
    controllerStates {
      offline
      error
      pending
      unknown
      unwatched
      online
    }
  }
`);

export const ChosenAlertController = graphql(`
  query ChosenAlertController($id: ID!) {
    controller(id: $id) {
      ...AlertControllerFields
    }
  }
`);

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

/** How many controllers can be read, and the first of those that can't. The alerts of those are unknown. */
export type Readability = { readable: number; unread: number; worst: readonly AlertController[] };

/** With fewer controllers than this, all of them load at once. Otherwise the rest loads when someone wants to choose one. */
const FEW = 50;

/** Controllers per request after that. */
const PAGE = 200;

/** Controllers that are named before the rest is only counted. */
const MOST_NAMED = 3;

/**
 * The controllers that can have alerts, how many are open on each, and which one is chosen. Of many, only the first are known
 * until `setIsChoosing(true)`.
 */
export function useAlertControllers(chosenId: string | undefined) {
  const [isChoosing, setIsChoosing] = useState(false);
  const first = useQuery(FirstAlertControllers, { variables: { first: FEW, skip: 0 } });
  const found = first.data && readFragment(AlertControllerFields, first.data.controllers);
  const isPart = found?.length === FEW;
  const rest = useRest(isPart && isChoosing);
  const worst = useQuery(WorstAlertControllers, isPart ? { variables: { first: MOST_NAMED } } : skipToken);
  const isBeyond = isPart && chosenId !== undefined && !found.some(({ id }) => id === chosenId);
  const beyond = useQuery(ChosenAlertController, isBeyond ? { variables: { id: chosenId } } : skipToken);
  // Without a site to monitor, a controller is only listed for the alerts that it still has.
  const [counts, recount] = useOpenAlertCounts(isChoosing || found?.every(isMonitored) === false);
  const controllers = useMemo(() => {
    const withAlerts = new Set(counts.map(({ controllerId }) => controllerId));
    return found && [...found, ...rest].filter((one) => isMonitored(one) || withAlerts.has(one.id));
  }, [found, rest, counts]);
  const readability = useMemo(() => {
    if (isPart) return worst.data && readabilityOfMany(worst.data);
    return controllers && readabilityOf(controllers);
  }, [isPart, worst.data, controllers]);
  const chosen =
    controllers?.find(({ id }) => id === chosenId) ??
    (isBeyond ? readFragment(AlertControllerFields, beyond.data?.controller) : undefined);
  return {
    controllers,
    counts,
    chosen,
    /** The only controller, if there is just one. */
    only: !isPart && controllers?.length === 1 ? controllers[0] : undefined,
    /** Whether there is no controller with the chosen ID. */
    isMissing:
      chosenId !== undefined && (isBeyond ? isMissing(beyond.error) : controllers !== undefined && !chosen),
    readability,
    error: first.error,
    setIsChoosing,
    refetch: () => Promise.all([first.refetch(), isPart && worst.refetch(), recount()]),
  };
}

const nothing: readonly AlertController[] = [];

/** The controllers behind the first ones. */
function useRest(isNeeded: boolean): readonly AlertController[] {
  const client = useApolloClient();
  const [rest, setRest] = useState(nothing);
  useEffect(() => {
    if (!isNeeded) return;
    let isOver = false;
    const load = async (known: readonly AlertController[]): Promise<void> => {
      const { data } = await client.query({
        query: FirstAlertControllers,
        variables: { first: PAGE, skip: FEW + known.length },
        // Thousands would stay in the cache.
        fetchPolicy: 'no-cache',
      });
      const page = data ? readFragment(AlertControllerFields, data.controllers) : nothing;
      if (isOver) return;
      const all = [...known, ...page];
      setRest(all);
      if (page.length === PAGE) await load(all);
    };
    load(nothing).catch(() => undefined);
    return () => void (isOver = true);
  }, [client, isNeeded]);
  return rest;
}

/** Whether a controller's open alerts are known right now. */
export const isReadable = ({ status, lastSync, overLimit }: AlertController): boolean =>
  status === 'online' && Boolean(lastSync) && !overLimit;

function readabilityOf(controllers: readonly AlertController[]): Readability {
  const unread = controllers.filter((one) => !isReadable(one));
  const readable = controllers.length - unread.length;
  return { readable, unread: unread.length, worst: unread.slice(0, MOST_NAMED) };
}

function readabilityOfMany({ controllers, controllerStates }: WorstAlertControllersQuery): Readability {
  const { online, ...others } = controllerStates;
  const unread = others.offline + others.error + others.pending + others.unknown + others.unwatched;
  const worst = readFragment(AlertControllerFields, controllers).filter((one) => !isReadable(one));
  return { readable: online, unread, worst };
}

/** Open alerts by controller, refetched when their total changes. The screen works without a response. */
function useOpenAlertCounts(isNeeded: boolean): [readonly AlertCount[], () => Promise<unknown>] {
  const { data, refetch } = useQuery(OpenAlertsByController, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    skip: !isNeeded,
  });
  const update = useLiveRefetch(refetch);
  useEffect(() => (isNeeded ? onAttentionCount(update) : undefined), [isNeeded, update]);
  return [
    (isNeeded ? data?.openAlertsByController : undefined) ?? none,
    () => (isNeeded ? refetch().catch(() => undefined) : Promise.resolve()),
  ];
}

const none: readonly AlertCount[] = [];

/** Documented controllers have a selected site. Without one, a controller monitors every site its key can see. */
const isMonitored = ({ selectedSiteId, selectedSiteName, totalSites }: AlertController): boolean =>
  selectedSiteId ? Boolean(selectedSiteName) : Boolean(totalSites);
