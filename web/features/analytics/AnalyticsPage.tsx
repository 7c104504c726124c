import { useQuery } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
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

/** Platform metrics over a period, each with its formula, chart and rows. */
export function AnalyticsPage() {
  const [params, setParams] = useSearchParams();
  const chosen = chosenIn(params);
  const { data, previousData, error, refetch, loading } = useQuery(Analytics, {
    variables: chosen,
    fetchPolicy: 'cache-and-network',
  });
  // Keep showing the previous period while the next one loads.
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
      {!shown && error && <LoadFailed title="We couldn’t load the figures" error={error} onRetry={refetch} />}
      {!shown && !error && <SkeletonRows rows={10} />}
      {shown && (
        <Stack gap={8} aria-busy={(loading && !data) || undefined}>
          <FiguresStrip figures={shown} />
          <Charts figures={shown} />
          <Customers chosen={chosen} />
        </Stack>
      )}
    </>
  );
}

/** Scrolls to the section in the address, once it has rendered. */
function useJump(isThere: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const target = isThere && hash ? document.getElementById(hash.slice(1)) : null;
    target?.scrollIntoView?.({ block: 'start' });
    target?.focus({ preventScroll: true });
  }, [hash, key, isThere]);
}
