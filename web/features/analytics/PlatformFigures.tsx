import { useQuery } from '@apollo/client/react';
import { chakra, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SubscriberFields, subscriberWords } from '#web/features/billing/subscriber-words.ts';
import type { AdminStatsQuery } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatMoney, formatNumber } from '#web/lib/format.ts';
import { Figure } from '#web/ui/Figure.tsx';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { Hint } from '#web/ui/text.tsx';
import { growthWords } from './FiguresStrip.tsx';

export const AdminStats = graphql(`
  query AdminStats {
    adminStats {
      totalUsers
      userGrowth
      activeSubscriptions
      subscribers {
        ...SubscriberFields
      }
      subscriptionGrowth
      monthlyRevenue
      revenueGrowth
      currency
      revenues {
        currency
        amount
      }
    }
  }
`);

/** The platform's main figures and their growth. Its children go last. */
export function PlatformFigures({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(AdminStats, { fetchPolicy: 'cache-and-network' });
  const stats = data?.adminStats;
  return (
    <Stack as="section" aria-label="Figures" gap={3}>
      {!stats && error && <LoadFailed title="We couldn’t load the figures" error={error} onRetry={refetch} />}
      <FigureStrip columns={{ base: '1fr 1fr', lg: '1fr 1fr 1fr 1.4fr' }}>
        <Figure
          label="Total Users"
          value={count(stats?.totalUsers, error)}
          note={<Note growth={stats?.userGrowth}>With an account</Note>}
        />
        <Figure
          label="Active Subscriptions"
          value={count(stats?.activeSubscriptions, error)}
          note={
            <Note growth={stats?.subscriptionGrowth}>
              {stats && subscriberWords(readFragment(SubscriberFields, stats.subscribers))}
            </Note>
          }
        />
        <Figure
          label="Monthly Revenue"
          value={stats ? formatMoney(stats.monthlyRevenue, stats.currency) : error && null}
          note={<Note growth={stats?.revenueGrowth}>{stats ? otherRevenue(stats) : 'Excluding trials'}</Note>}
        />
        <chakra.div bg="bg.panel" px={{ base: 3.5, md: 5 }} py={4} minW={0}>
          {children}
        </chakra.div>
      </FigureStrip>
      <Hint>
        See charts and more figures:{' '}
        <chakra.span asChild color="brand.fg" textDecoration="underline">
          <Link to="/admin/analytics">Analytics</Link>
        </chakra.span>
      </Hint>
    </Stack>
  );
}

/** A figure and its growth, which is left out if there is nothing to compare it with. */
const Note = ({ growth, children }: { growth: number | null | undefined; children: ReactNode }) => (
  <>
    {typeof growth === 'number' && (
      <chakra.span display="block" color="fg" fontVariantNumeric="tabular-nums">
        {growthWords(growth)} in 30 days
      </chakra.span>
    )}
    {children}
  </>
);

/** Undefined while loading, `null` after an error. */
const count = (value: number | undefined, error: unknown) =>
  value == null ? (error ? null : undefined) : formatNumber(value);

/** Currencies aren't added up. Others are listed beside the main one. */
function otherRevenue({ currency, revenues }: AdminStatsQuery['adminStats']): string {
  const others = revenues.filter((one) => one.currency !== currency && one.amount > 0);
  if (others.length === 0) return 'Excluding trials';
  return `And ${others.map((one) => formatMoney(one.amount / 100, one.currency)).join(', ')}`;
}
