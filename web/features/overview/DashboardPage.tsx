import { Button, chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { openAlertWords } from '#web/features/alerts/alert-words.ts';
import { UserDashboardPage } from '#web/features/controllers/dashboard/UserDashboardPage.tsx';
import { AlertsInMaintenance } from '#web/features/maintenance/MaintenanceNotice.tsx';
import type { FleetQuery } from '#web/gql/graphql.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Tv } from '#web/ui/icons.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { HeaderButton } from '#web/ui/PageHeader.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx';
import { nounsOf } from './GroupName.tsx';
import { QuietGroups } from './QuietGroups.tsx';
import { hasNewAlerts, SurgeNotice } from './SurgeNotice.tsx';
import { AlertTrends, PollFreshness, usePollFreshness } from './Trends.tsx';
import { Trouble } from './Trouble.tsx';
import { useFleet } from './useFleet.ts';

const WallDialog = lazyDialog(() => import('#web/features/wall/WallDialog.tsx').then((m) => m.WallDialog));

/** The dashboard: first where there is trouble, then the documented figures and controllers, then trends. */
export function DashboardPage() {
  const fleet = useFleet();
  const steps = useFirstSteps();
  const freshness = usePollFreshness();
  const isTopReady =
    (fleet.fleet !== undefined || fleet.error !== undefined) && !steps.isPending && !freshness.isPending;
  return (
    <UserDashboardPage
      actions={wallButton}
      hasPrimaryInTop={hasNewAlerts(fleet.fleet?.surge)}
      top={
        <>
          <FleetSection {...fleet} steps={steps} />
          {isTopReady && <FirstSteps data={steps.data} />}
          {isTopReady && <PollFreshness data={freshness.data} />}
        </>
      }
      isTopReady={isTopReady}
      alertCount={fleet.alertCount}
      bottom={trends}
    />
  );
}

function WallButton() {
  // The address can open it, so that other screens and the palette can link to it.
  const [open, setOpen] = useSearchParam('wall');
  return (
    <>
      <HeaderButton variant="outline" aria-label="Wall" onClick={() => setOpen('')}>
        <Tv size={16} strokeWidth={1.75} aria-hidden />
        <chakra.span hideBelow="sm">Wall</chakra.span>
      </HeaderButton>
      {open !== undefined && <WallDialog onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Elements that stay the same, so that they aren't drawn again whenever the overview changes. */
const wallButton = <WallButton />;
const trends = <AlertTrends />;

type FleetProps = ReturnType<typeof useFleet> & { steps: ReturnType<typeof useFirstSteps> };

function FleetSection(props: FleetProps) {
  const { fleet, error, refetch, refetchChanged, isWhole, showAll, hold, steps } = props;
  if (!fleet && error)
    return <LoadFailed title="We couldn’t load your customers" error={error} onRetry={refetch} />;
  // What is said above the list comes with it, so that nothing moves.
  if (!fleet || steps.isPending) return <SkeletonRows rows={4} />;
  const {
    trouble,
    troubleCount,
    quiet,
    quietCount,
    unknownCount,
    alertCount,
    newCount,
    inMaintenanceCount,
    surge,
  } = fleet;
  // Before the first reading there is nothing to say.
  if (troubleCount + quietCount === 0) return null;
  return (
    <chakra.div mb={6}>
      <SurgeNotice surge={surge} refetch={refetchChanged} />
      {troubleCount > 0 && steps.data?.firstSteps.isSilent && (
        <SilentTeam isSecondary={hasNewAlerts(surge)} />
      )}
      {inMaintenanceCount > 0 && <AlertsInMaintenance count={inMaintenanceCount} of={alertCount} />}
      {troubleCount > 0 && (
        <chakra.section aria-labelledby="trouble">
          <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap={3} mb={3}>
            <SectionTitle id="trouble">{troubleWords(fleet)}</SectionTitle>
            <Hint>{openAlertWords({ alertCount, newCount })}</Hint>
          </chakra.div>
          <Trouble groups={trouble} onHold={hold} />
          {!isWhole && trouble.length < troubleCount && (
            <Button variant="outline" mt={3} onClick={showAll}>
              {`Show all ${formatNumber(troubleCount)}`}
            </Button>
          )}
        </chakra.section>
      )}
      {quietCount > 0 && <QuietGroups groups={quiet} count={quietCount} unknownCount={unknownCount} />}
    </chakra.div>
  );
}

/** "3 customers need attention", because of new alerts, or "30 customers with open alerts". Sites if none of them has a customer. */
function troubleWords({
  trouble,
  troubleCount,
  attentionCount,
}: Pick<FleetQuery['fleetOverview'], 'trouble' | 'troubleCount' | 'attentionCount'>): string {
  const customers = trouble.filter(({ customer }) => customer).length;
  const [one, several] = nounsOf(trouble.length, customers);
  const count = (number: number) => `${formatNumber(number)} ${number === 1 ? one : several}`;
  if (attentionCount === 0) return `${count(troubleCount)} with open alerts`;
  return `${count(attentionCount)} ${attentionCount === 1 ? 'needs' : 'need'} attention`;
}

/** Warns that no one is notified. Below a surge with new alerts it is less prominent, so that the surge stands out. */
const SilentTeam = ({ isSecondary }: { isSecondary: boolean }) => (
  <chakra.div mb={4}>
    <Notice
      state={isSecondary ? 'info' : 'warning'}
      title="No notification channel is set up, so no one is notified of these alerts."
      action={
        <Button asChild variant="outline" size="sm">
          <Link to="/integrations#channels">Set up a channel</Link>
        </Button>
      }
    />
  </chakra.div>
);
