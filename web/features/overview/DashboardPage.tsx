import { Button, chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { momentOf, openAlertWords, typeWords } from '#web/features/alerts/alert-words.ts';
import { UserDashboardPage } from '#web/features/controllers/dashboard/UserDashboardPage.tsx';
import type { FleetQuery } from '#web/gql/graphql.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { formatNumber } from '#web/lib/format.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx';
import { QuietGroups } from './QuietGroups.tsx';
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
      actions={<WallButton />}
      top={
        <>
          <FleetSection {...fleet} />
          {isTopReady && <FirstSteps data={steps.data} />}
          {isTopReady && <PollFreshness data={freshness.data} />}
        </>
      }
      isTopReady={isTopReady}
      bottom={<AlertTrends />}
    />
  );
}

function WallButton() {
  // The address can open it, so that other screens and the palette can link to it.
  const [open, setOpen] = useSearchParam('wall');
  return (
    <>
      <Button variant="outline" onClick={() => setOpen('')}>
        Wall
      </Button>
      {open !== undefined && <WallDialog onClose={() => setOpen(undefined)} />}
    </>
  );
}

function FleetSection({ fleet, error, refetch, isWhole, showAll, hold }: ReturnType<typeof useFleet>) {
  if (!fleet && error)
    return <LoadFailed title="We couldn’t load your customers" error={error} onRetry={refetch} />;
  if (!fleet) return <SkeletonRows rows={4} />;
  const { trouble, troubleCount, quiet, quietCount, unknownCount, alertCount, newCount, surge } = fleet;
  // Before the first reading there is nothing to say.
  if (troubleCount + quietCount === 0) return null;
  return (
    <chakra.div mb={6}>
      {troubleCount > 0 && (
        <chakra.section aria-labelledby="trouble">
          <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap={3} mb={3}>
            <SectionTitle id="trouble">{troubleWords(trouble, troubleCount)}</SectionTitle>
            <Hint>{openAlertWords({ alertCount, newCount })}</Hint>
          </chakra.div>
          {surge && <Surge surge={surge} />}
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

/** "3 customers need attention", or sites where none of them belongs to a customer. */
function troubleWords(groups: readonly { customer?: object | null }[], count: number): string {
  const customers = groups.filter(({ customer }) => customer).length;
  const [one, several] = nounsOf(groups.length, customers);
  return count === 1 ? `1 ${one} needs attention` : `${formatNumber(count)} ${several} need attention`;
}

/** What groups are called, of which so many are customers and the others sites without one. */
function nounsOf(groups: number, customers: number): [one: string, several: string] {
  if (customers === groups) return ['customer', 'customers'];
  return customers === 0 ? ['site', 'sites'] : ['customer or site', 'customers and sites'];
}

/** What most new alerts have in common, which is where to begin. */
function Surge({ surge }: { surge: NonNullable<FleetQuery['fleetOverview']['surge']> }) {
  const { type, alertCount, groupCount, customerCount, from, to } = surge;
  const [first, last] = [momentOf(from), momentOf(to)];
  const when = first === last ? `at ${first}` : `between ${first} and ${last}`;
  const [one, several] = nounsOf(groupCount, customerCount);
  const where = groupCount === 1 ? `At 1 ${one}` : `At ${formatNumber(groupCount)} ${several}`;
  return (
    <chakra.div mb={3}>
      <Notice
        state="warning"
        title={`${typeWords[type]}: ${formatNumber(alertCount)} new alerts ${when}`}
        action={
          <Button asChild variant="outline" size="sm">
            <Link to={`/alerts?is=new&type=${type}&sort=-raised`}>Show them</Link>
          </Button>
        }
      >
        {`${where}. No one has acknowledged them yet.`}
      </Notice>
    </chakra.div>
  );
}
