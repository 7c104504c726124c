import { Button, chakra, Skeleton } from '@chakra-ui/react';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { siteText } from '#web/features/controllers/controller-state.ts';
import { MaintenanceNotice } from '#web/features/maintenance/MaintenanceNotice.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { useIdle } from '#web/lib/useIdle.ts';
import { useDialogParam } from '#web/lib/useSearchParam.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Radar, RefreshCw } from '#web/ui/icons.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { Hint } from '#web/ui/text.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { openAlertWords } from '../alert-words.ts';
import { DataFreshness, TeamFreshness } from '../DataFreshness.tsx';
import { type AlertController, type Readability, useAlertControllers } from '../useAlertControllers.ts';
import { useSavedViews } from '../views/useSavedViews.ts';
import { MissingFromView, ViewMenu } from '../views/ViewMenu.tsx';
import { AlertFilters, SeverityFilter } from './AlertFilters.tsx';
import { NoAlerts, NoMatch, NoTeamAlerts } from './NoAlerts.tsx';
import { OpenAlertsArea } from './OpenAlertsArea.tsx';
import { type ViewInAddress, useViewInAddress } from './useViewInAddress.ts';
import type { OpenAlertList } from './open-alerts.ts';
import { isSettled, useOpenAlerts, usePart } from './useOpenAlerts.ts';

const ControllerSelect = lazy(() =>
  import('../ControllerSelect.tsx').then((m) => ({ default: m.ControllerSelect })),
);

/** Of the size of the select, so that nothing moves. */
const selectOnItsWay = (
  <Skeleton
    h={9}
    w={{ base: 'full', md: '20rem', xl: 'full' }}
    css={{ '@media (pointer: coarse)': { height: 11 } }}
  />
);

/** The open alerts of the whole team, or of one controller. */
export function CurrentAlertsTab() {
  const view = useViewInAddress();
  const saved = useSavedViews(view);
  const { controllers, counts, chosen, only, readability, error, refetch, ...known } = useAlertControllers(
    view.chosen.controller,
  );
  const open = useOpenAlerts(view.view);
  const [, openAlert] = useDialogParam('alert');
  const isIdle = useIdle(usePart(open.list, isSettled));
  // Of a single controller, everything that is known can be said.
  const one = chosen ?? only;
  // A link may name a controller that was deleted meanwhile. A saved view says so instead.
  const isUnknown = known.isMissing && !saved.active;
  const forget = useEffectEvent(() => view.choose({ controller: undefined }));
  useEffect(() => {
    if (isUnknown) forget();
  }, [isUnknown]);
  if (!controllers && error) {
    return <LoadFailed title="We couldn’t load your controllers" error={error} onRetry={refetch} />;
  }
  if (controllers?.length === 0) return <NoSites />;
  const siteName = chosen ? siteText(chosen) : 'all controllers';
  return (
    <>
      <chakra.div
        display={{ xl: 'flex' }}
        // On wide screens filters stay on one line and shrink, so that choosing one doesn't move the list. Filters from a link
        // need a second line.
        flexWrap={{ base: 'wrap', xl: view.isFromLink ? 'wrap' : 'nowrap' }}
        alignItems="center"
        gap={2}
        mt={{ base: -3, md: -2.5 }}
        mb={2}
      >
        <chakra.div
          display={{ base: 'flex', xl: 'contents' }}
          flexWrap="wrap"
          alignItems="center"
          gap={2}
          mb={2}
        >
          <chakra.div flex={{ base: '1 1 8rem', md: 'none', xl: '0 1 12rem' }} minW={{ base: 0, xl: '8rem' }}>
            {/* Its code is as large as the list's, which is what people came for. */}
            {isIdle ? (
              <Suspense fallback={selectOnItsWay}>
                <ControllerSelect
                  controllers={controllers ?? []}
                  counts={counts}
                  value={chosen}
                  onChange={(id) => view.choose({ controller: id })}
                  onOpenChange={known.setIsChoosing}
                />
              </Suspense>
            ) : (
              selectOnItsWay
            )}
          </chakra.div>
          <Refresh onRefresh={() => Promise.all([open.list.refetch(), refetch()])} />
          <ViewMenu saved={saved} />
          <AtTabs counts={<Counts list={open.list} />}>
            <Severities list={open.list} view={view} />
          </AtTabs>
        </chakra.div>
        <AlertFilters view={view} isSearching={open.isSearching} collapsed={open.collapsed} />
      </chakra.div>
      {saved.active && <MissingFromView view={saved.active} />}
      <MaintenanceNotice controllerId={chosen?.id} siteId={view.chosen.site} />
      <Freshness list={open.list} one={one} all={readability} />
      {saved.isPending ? (
        <LoadingSpinner text="Loading alerts..." />
      ) : (
        <OpenAlertsArea
          open={open}
          label={`Open alerts of ${siteName}`}
          isNarrowed={view.isNarrowed}
          onOpen={openAlert}
          empty={
            view.isNarrowed ? (
              <NoMatch view={view} />
            ) : one ? (
              <NoAlerts controller={one} />
            ) : (
              readability && <NoTeamAlerts {...readability} />
            )
          }
        />
      )}
    </>
  );
}

/** At the end of the line of the tabs: how many alerts there are, and the severities if they fit. */
const AtTabs = ({ counts, children }: { counts: ReactNode; children: ReactNode }) => (
  <chakra.div
    display={{ base: 'contents', xl: 'flex' }}
    alignItems="center"
    columnGap={4}
    position={{ xl: 'absolute' }}
    top={0}
    insetEnd={0}
    h={10}
  >
    <Hint
      as="span"
      position={{ base: 'absolute', xl: 'static' }}
      top={0}
      insetEnd={0}
      lineHeight="2.5rem"
      fontVariantNumeric="tabular-nums"
    >
      {counts}
    </Hint>
    <chakra.div ms={{ lg: 'auto' }} w={{ base: 'full', sm: 'auto' }}>
      {children}
    </chakra.div>
  </chakra.div>
);

/** How many alerts are listed, and how many of them are new. Phones have room for the latter only. */
function Counts({ list }: { list: OpenAlertList }) {
  const count = usePart(list, ({ isReady, totalCount }) => (isReady ? totalCount : 0));
  const newCount = usePart(list, (snapshot) => snapshot.newCount);
  if (count === 0) return null;
  return (
    <>
      <chakra.span hideFrom="md">{`${newCount === 0 ? 'none' : formatNumber(newCount)} new`}</chakra.span>
      <chakra.span hideBelow="md">{openAlertWords({ alertCount: count, newCount })}</chakra.span>
    </>
  );
}

function Severities({ list, view }: { list: OpenAlertList; view: ViewInAddress }) {
  const counts = usePart(list, ({ isReady, severityCounts }) => (isReady ? severityCounts : undefined));
  return (
    <SeverityFilter value={view.chosen.level} onChange={(level) => view.choose({ level })} counts={counts} />
  );
}

type FreshnessProps = {
  list: OpenAlertList;
  one: AlertController | undefined;
  all: Readability | undefined;
};

/** How current the list is: of one controller, or of all. */
function Freshness({ list, one, all }: FreshnessProps) {
  const count = usePart(list, ({ isReady, totalCount }) => (isReady ? totalCount : undefined));
  if (count === undefined) return null;
  if (one) return <DataFreshness controller={one} count={count} />;
  return all && <TeamFreshness {...all} />;
}

function Refresh({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const [isBusy, setIsBusy] = useState(false);
  const refresh = async () => {
    setIsBusy(true);
    try {
      await onRefresh();
      toast({ title: 'Alerts refreshed successfully', type: 'success' });
    } catch {
      toast({ title: 'Failed to refresh alerts', type: 'error' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="outline" disabled={isBusy} onClick={() => void refresh()}>
      <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
      <chakra.span srOnly={{ base: true, sm: false, xl: true }}>Refresh</chakra.span>
    </Button>
  );
}

function NoSites() {
  const looksOnly = useLooksOnly();
  return (
    <Card>
      <EmptyState
        title="No sites configured"
        icon={<Radar size={28} strokeWidth={1.5} aria-hidden />}
        action={
          looksOnly ? (
            <ViewerNote />
          ) : (
            <Button asChild>
              <Link to="/user-dashboard">Configure Controllers</Link>
            </Button>
          )
        }
      >
        Connect a controller to monitor its sites. Their alerts then appear here automatically.
      </EmptyState>
    </Card>
  );
}
