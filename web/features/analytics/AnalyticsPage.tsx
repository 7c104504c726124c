import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Charts } from './Charts.tsx';
import { Customers } from './Customers.tsx';
import { FiguresStrip } from './FiguresStrip.tsx';
import { chosenIn, PeriodChoice, withPeriod } from './PeriodChoice.tsx';

export const Analytics = graphql(`
  query Analytics($days: Int, $from: String, $to: String) {
    analytics(days: $days, from: $from, to: $to) {
      from
      to
      totalUsers
      userGrowth
      activeSubscriptions
      monthlyRevenue
      revenueGrowth
      currency
      revenues {
        currency
        amount
        growth
      }
      systemUptime
      uptimeSince
      measuredMinutes
      outages {
        from
        until
      }
      totalAlerts
      activeControllers
      history {
        day
        users
        activeSubscriptions
        monthlyRevenue
        monthlyRevenueUsd
        uptime
        alerts
        activeControllers
      }
    }
  }
`);

/** How the platform does over a period: each figure with its formula, its course and its rows. */
export function AnalyticsPage() {
  const [params, setParams] = useSearchParams();
  const chosen = chosenIn(params);
  const { data, previousData, error, refetch, loading } = useQuery(Analytics, {
    variables: chosen,
    fetchPolicy: 'cache-and-network',
  });
  // The period before stays while the next is reckoned.
  const shown = data?.analytics ?? (error ? undefined : previousData?.analytics);
  useJump(shown !== undefined);
  return (
    <>
      <PageHeader
        title="Analytics"
        description="Platform metrics over time and by customer. Days start and end at midnight UTC."
        action={
          <PeriodChoice
            key={chosen.from ?? 'days'}
            chosen={chosen}
            shown={shown}
            onChoose={(next) => setParams((now) => withPeriod(now, next), { replace: true })}
          />
        }
      />
      {!shown && error && (
        <LoadFailed title="The figures could not be loaded" error={error} onRetry={refetch} />
      )}
      {!shown && !error && <SkeletonRows rows={10} />}
      {shown && (
        <chakra.div display="flex" flexDirection="column" gap={8} aria-busy={(loading && !data) || undefined}>
          <FiguresStrip figures={shown} />
          <Charts figures={shown} />
          <Customers chosen={chosen} />
        </chakra.div>
      )}
    </>
  );
}

/** A link to a part of the screen leads there, also when that part has only just come. */
function useJump(isThere: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const target = isThere && hash ? document.getElementById(hash.slice(1)) : null;
    target?.scrollIntoView?.({ block: 'start' });
    target?.focus({ preventScroll: true });
  }, [hash, key, isThere]);
}
