import { Button, chakra } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { formatNumber } from '#web/lib/format.ts';
import { Plus } from '#web/ui/icons.tsx';
import { lazy, memo, Suspense, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { sentenceOf } from '#web/lib/server-errors.ts';
import type { CustomerPlanQuery, WatchedPlanQuery } from '#web/gql/graphql.ts';
import { useLiveRefetch } from '#web/lib/live-refetch.ts';
import { useDeferredData } from '#web/lib/useDeferredData.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { HeaderButton, PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Muted } from '#web/ui/text.tsx';
import { unexplained } from '../controller-lists.ts';
import { countsOf } from '../controller-state.ts';
import { CustomerPlan, DashboardSummary, WatchedPlan } from '../controllers.gql.ts';
import { SeePackages } from '../ControllerStatus.tsx';
import { ControllersSection, useControllerPage } from './ControllersSection.tsx';
import { Figures } from './Figures.tsx';

/** Loaded after the rest of the page. If it fails, the rest still works. */
const SitesOverTime = lazy<ComponentType<{ total: number }>>(() =>
  import('#web/features/metrics/SitesOverTime.tsx').then(
    (m) => ({ default: m.SitesOverTime }),
    () => ({ default: () => null }),
  ),
);

/**
 * A status that is minutes old misleads, so show the cached one and refetch on each visit. The page doesn't show that a
 * refetch has begun, so it isn't drawn again for that.
 */
const asked = {
  fetchPolicy: 'cache-and-network',
  nextFetchPolicy: 'cache-first',
  notifyOnNetworkStatusChange: false,
} as const;

/** How often the figures are refetched until every controller's devices have been read, in milliseconds. */
const FIRST_READING = 5_000;

/**
 * Minimum time between two refetches below the overview, in milliseconds. They cost over half as much as the overview,
 * which shows changes first.
 */
const BELOW_OVERVIEW_PAUSE = 5_000;

type Props = {
  title?: string;
  /** What the dashboard shows above and below: parts of features that build on this one. */
  actions?: ReactNode;
  /** Whether the page's primary button is in `top`. */
  hasPrimaryInTop?: boolean;
  top?: ReactNode;
  bottom?: ReactNode;
  /** Whether `top` has loaded. What is below it is requested and shown only then, so that `top` loads first and nothing moves. */
  isTopReady?: boolean;
  /** Number of open alerts in `top`. When it changes, what is below is refetched. */
  alertCount?: number;
};

/** Plan, key figures, controllers and charts. */
export function UserDashboardPage(props: Props) {
  const { title = 'Dashboard', actions, hasPrimaryInTop, top, bottom, isTopReady = true, alertCount } = props;
  const skip = !isTopReady;
  const looksOnly = useLooksOnly();
  const list = useControllerPage({ skip });
  const summary = useQuery(DashboardSummary, { ...asked, skip });
  const figures = useDeferredData(summary.data);
  // A new owner can bring a different package.
  const plan = useQuery(CustomerPlan, { ...asked, skip });
  const watched = useQuery(WatchedPlan, { ...asked, skip });
  const isReady = isTopReady && [plan, watched].every(({ data, error: failed }) => data || failed);
  const { controllers, total, states, lastReading } = list;
  // Alerts and controllers update live, and the figures depend on both.
  const pause = top ? BELOW_OVERVIEW_PAUSE : undefined;
  useOnChange(
    alertCount ?? summary.data?.openAlertCount,
    () => Promise.all([list.refetch(), summary.refetch()]),
    pause,
  );
  useOnChange(
    states &&
      countsOf(states)
        .map(({ status, count }) => `${count} ${status}`)
        .join(),
    () => summary.refetch(),
    pause,
  );
  // The first reading changes figures that no event announces.
  usePolling(summary.data?.monitoringSummary.uncountedControllers ? FIRST_READING : undefined, () =>
    summary.refetch(),
  );
  const error = list.error ?? summary.error;
  return (
    <>
      <PageHeader
        title={title}
        description={
          lastReading ? (
            <>
              Last reading <RelativeTime at={lastReading} />
            </>
          ) : (
            'Your controllers and their measurements.'
          )
        }
        action={
          looksOnly ? (
            <ViewerNote />
          ) : total ? (
            <chakra.div display="flex" flexWrap="wrap" gap={2}>
              {actions}
              <HeaderButton
                asChild
                variant={hasPrimaryInTop ? 'outline' : 'solid'}
                aria-label="Add Controller"
              >
                <Link to="/site-selector">
                  <Plus size={16} strokeWidth={1.75} aria-hidden />
                  <chakra.span hideBelow="sm">Add Controller</chakra.span>
                </Link>
              </HeaderButton>
            </chakra.div>
          ) : undefined
        }
      />
      {top}
      {isTopReady && !isReady && <SkeletonRows />}
      {isReady && (
        <>
          <PlanBanner
            plan={plan.data}
            isPaused={watched.data?.subscription.isActive === false}
            inUse={total}
          />
          <DevicesOverLimit plan={watched.data} />
          {error && (
            <chakra.div mb={5}>
              <Notice
                state="critical"
                title="We couldn’t load the dashboard"
                action={
                  <Button
                    variant="outline"
                    size="sm"
                    onClick={() => {
                      void list.refetch().catch(() => undefined);
                      void summary.refetch().catch(() => undefined);
                    }}
                  >
                    Retry
                  </Button>
                }
              >
                {sentenceOf(error, unexplained)} Monitoring isn’t affected.
              </Notice>
            </chakra.div>
          )}
          {!(summary.error && !summary.data) && (
            <Figures
              summary={figures}
              wasRead={lastReading !== undefined}
              allRead={states?.online === total}
            />
          )}
          {!(list.error && !controllers) && <ControllersSection pages={list} />}
          {total !== undefined && total > 0 && title === 'Dashboard' && (
            <Suspense>
              <SitesOverTime total={total} />
            </Suspense>
          )}
          {bottom}
        </>
      )}
    </>
  );
}

/** The same screen under the sidebar's name for it. */
export const ControllersPage = () => <UserDashboardPage title="Controllers" />;

/** Refetches when a known value changes. @param pause minimum time between two refetches, in milliseconds */
function useOnChange(value: string | number | undefined, refetch: () => Promise<unknown>, pause?: number) {
  const known = useRef(value);
  const update = useLiveRefetch(refetch, pause);
  useEffect(() => {
    if (known.current !== undefined && value !== undefined && known.current !== value) update();
    known.current = value ?? known.current;
  }, [value, update]);
}

/** Notice that some devices aren't monitored because they exceed the package's limit. */
function DevicesOverLimit({ plan }: { plan: WatchedPlanQuery | undefined }) {
  const { devicesBeyond = 0, maxDevices } = plan?.subscription.usage ?? {};
  if (devicesBeyond === 0 || maxDevices == null) return null;
  const them = devicesBeyond === 1 ? '1 device is' : `${formatNumber(devicesBeyond)} devices are`;
  const allows = maxDevices === 1 ? '1 device' : `${formatNumber(maxDevices)} devices`;
  return (
    <chakra.div mb={5}>
      <Notice state="warning" title={`${them} listed but not monitored`}>
        Your package allows {allows}, so only the first ones are monitored. <SeePackages />
      </Notice>
    </chakra.div>
  );
}

/** Above this number, the plan shows no lamps. */
const MOST_PLACES = 12;

type PlanProps = { plan?: CustomerPlanQuery; isPaused: boolean; inUse?: number };

/** The team's package, whether it's active, and how many of its controllers are in use. */
const PlanBanner = memo(function PlanBanner(props: PlanProps) {
  const { isPaused, inUse } = props;
  const plan = props.plan?.me.teamPackage;
  if (!plan) return null;
  const { name, maxControllers } = plan;
  const unlimited = maxControllers < 0;
  return (
    <chakra.section
      aria-label="Team plan"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap={3}
      rowGap={1}
      mb={4}
    >
      <chakra.h2 textStyle="md" fontWeight="semibold">
        {name}
      </chakra.h2>
      <Muted as="span">{unlimited ? 'unlimited controllers' : allowed(maxControllers)}</Muted>
      {isPaused && <chakra.span color="state.critical">Ended. Monitoring is paused.</chakra.span>}
      {inUse !== undefined && (
        <Muted
          as="span"
          display="inline-flex"
          alignItems="center"
          gap={2.5}
          fontVariantNumeric="tabular-nums"
        >
          {!unlimited && maxControllers <= MOST_PLACES && <Places inUse={inUse} of={maxControllers} />}
          {inUse} connected{!unlimited && inUse >= maxControllers && ', none left'}
        </Muted>
      )}
    </chakra.section>
  );
});

const allowed = (count: number) => (count === 1 ? '1 controller allowed' : `${count} controllers allowed`);

/** One lamp per controller in the plan, lit if one is connected. */
function Places({ inUse, of }: { inUse: number; of: number }) {
  return (
    <chakra.span aria-hidden display="inline-flex" gap={1}>
      {Array.from({ length: of }, (_, place) => (
        <chakra.span
          key={place}
          w={4}
          h={1.5}
          borderRadius="full"
          bg={place < inUse ? 'fg.muted' : 'bg.emphasized'}
        />
      ))}
    </chakra.span>
  );
}
