import { useQuery } from '@apollo/client/react';
import { chakra, createListCollection, Portal, Select, VisuallyHidden } from '@chakra-ui/react';
import { formatNumber } from '#web/lib/format.ts';
import { Check, ChevronDown } from '#web/ui/icons.tsx';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { siteText } from '#web/features/controllers/controller-state.ts';
import type { AlertControllerFieldsFragment, OpenAlertsByControllerQuery } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { onAttentionCount } from '#web/lib/attention-count.ts';
import { throttle } from '#web/lib/throttle.ts';
import { inBackground } from '#web/lib/background-request.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Muted } from '#web/ui/text.tsx';
import { controllerWords } from './alert-words.ts';
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

type Props = {
  controllers: readonly AlertController[];
  counts: readonly AlertCount[];
  value: AlertController;
  onChange: (id: string) => void;
};

/** Type-ahead resets after this many milliseconds, as documented. */
const TYPE_AHEAD_TIMEOUT = 1_000;

function listOf(controllers: readonly AlertController[]) {
  const list = createListCollection({
    items: [...controllers],
    itemToValue: ({ id }) => id,
    itemToString: (one) => `${one.name}, ${siteText(one)}`,
  });
  const { search } = list;
  list.search = (letter, options) => search(letter, { ...options, timeout: TYPE_AHEAD_TIMEOUT });
  return list;
}

/** Selects a controller. Each option shows its status, name and site, and how many alerts are open there. */
export function ControllerSelect({ controllers, counts, value, onChange }: Props) {
  const collection = useMemo(() => listOf(controllers), [controllers]);
  return (
    // There can be hundreds of options, so they render only when the list opens.
    <Select.Root
      lazyMount
      collection={collection}
      value={[value.id]}
      onValueChange={({ value: [id] }) => id && onChange(id)}
      positioning={{ sameWidth: true }}
      w={{ base: 'full', md: '22rem' }}
    >
      <Select.Label srOnly>Controller</Select.Label>
      <Select.HiddenSelect />
      <Select.Control>
        <Select.Trigger>
          <Select.ValueText asChild>
            <span>
              <Choice controller={value} />
            </span>
          </Select.ValueText>
        </Select.Trigger>
        <Select.IndicatorGroup>
          <ChevronDown strokeWidth={1.75} aria-hidden />
        </Select.IndicatorGroup>
      </Select.Control>
      <Portal>
        <Select.Positioner>
          <Select.Content>
            {controllers.map((controller) => (
              <Select.Item key={controller.id} item={controller}>
                <Select.ItemText asChild>
                  <chakra.span display="block" minW={0}>
                    <Choice
                      controller={controller}
                      count={counts.find(({ controllerId }) => controllerId === controller.id)}
                    />
                  </chakra.span>
                </Select.ItemText>
                <Select.ItemIndicator>
                  <Check strokeWidth={1.75} aria-hidden />
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Positioner>
      </Portal>
    </Select.Root>
  );
}

/** When space is short, the site name is cut before the controller name. */
function Choice({ controller, count }: { controller: AlertController; count?: AlertCount }) {
  const { name, status } = controller;
  const online = status === 'online';
  return (
    <chakra.span
      display="grid"
      gridTemplateColumns="auto minmax(0, max-content) minmax(0, 1fr) auto"
      alignItems="center"
      gap={2}
      whiteSpace="nowrap"
    >
      <StatusDot state={online ? 'ok' : 'critical'} word={controllerWords[status]} hidden={online} />
      <chakra.span fontWeight="medium" truncate>
        {name}
      </chakra.span>
      <Muted as="span" truncate>
        {siteText(controller)}
      </Muted>
      {count && (
        <chakra.span display="inline-flex" alignItems="center" gap={1} fontVariantNumeric="tabular-nums">
          <chakra.span color={`state.${count.severity}`}>
            <StateIcon state={count.severity} size={10} />
          </chakra.span>
          {formatNumber(count.count)}
          <VisuallyHidden>{count.count === 1 ? ' open alert' : ' open alerts'}</VisuallyHidden>
        </chakra.span>
      )}
    </chakra.span>
  );
}

/** Session storage key of the last selection. On this screen, the address holds it. */
const LAST_CHOICE = 'alerts-controller';

/** Open alerts of one controller. */
export type AlertCount = OpenAlertsByControllerQuery['openAlertsByController'][number];

/**
 * The controllers that can have alerts, and the selected one: the one in the address, otherwise the last selected one,
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
  const [wanted, choose] = useSearchParam('controller');
  const counts = open.counts ?? [];
  const controllers = (data && readFragment(AlertControllerFields, data.controllers))?.filter(
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

/** Open alerts by controller, refetched when their total changes. The screen works without a response. */
function useOpenAlertCounts() {
  const { data, error, refetch } = useQuery(OpenAlertsByController, {
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
  return {
    counts: data?.openAlertsByController,
    isSettled: data !== undefined || error !== undefined,
    refetch: () => refetch().catch(() => undefined),
  };
}

/** Documented controllers have a selected site. Without one, a controller monitors every site its key can see. */
const isMonitored = ({ selectedSiteId, selectedSiteName, totalSites }: AlertController): boolean =>
  selectedSiteId ? Boolean(selectedSiteName) : Boolean(totalSites);
