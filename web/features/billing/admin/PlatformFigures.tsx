import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { AdminStatsQuery } from '#web/gql/graphql.ts';
import { money } from '#web/lib/money.ts';
import { Figure } from '#web/ui/Figure.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { PurchasingSwitch } from '../PurchasingSwitch.tsx';
import { AdminStats } from './billing-admin.gql.ts';

/** How the platform does, as one strip, and whether it sells. */
export function PlatformFigures() {
  const { data, error, refetch } = useQuery(AdminStats, { fetchPolicy: 'cache-and-network' });
  const stats = data?.adminStats;
  return (
    <chakra.section aria-label="Figures" display="flex" flexDirection="column" gap={3}>
      {!stats && error && (
        <LoadFailed title="The figures could not be loaded" error={error} onRetry={refetch} />
      )}
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', lg: '1fr 1fr 1fr 1.4fr' }}
        gap="1px"
        bg="border"
        borderWidth="1px"
        borderRadius="surface"
        overflow="hidden"
      >
        <Figure label="Total Users" value={count(stats?.totalUsers, error)} note="With an account" />
        <Figure
          label="Active Subscriptions"
          value={count(stats?.activeSubscriptions, error)}
          note="On trial at Stripe, paid, or in grace"
        />
        <Figure
          label="Monthly Revenue"
          value={stats ? money(stats.monthlyRevenue, stats.currency) : error && null}
          note={stats ? otherRevenue(stats) : 'Without those on trial'}
        />
        <chakra.div bg="bg.panel" px={{ base: 3.5, md: 5 }} py={4} minW={0}>
          <chakra.dt srOnly>Purchasing</chakra.dt>
          <dd>
            <PurchasingSwitch />
          </dd>
        </chakra.div>
      </chakra.dl>
    </chakra.section>
  );
}

/** Undefined while loading, null where it could not be loaded. */
const count = (value: number | undefined, error: unknown) =>
  value?.toLocaleString() ?? (error ? null : undefined);

/** Currencies are not added up: what comes in beside the main one is named. */
function otherRevenue({ currency, revenues }: AdminStatsQuery['adminStats']): string {
  const others = revenues.filter((one) => one.currency !== currency && one.amount > 0);
  if (others.length === 0) return 'Without those on trial';
  return `And ${others.map((one) => money(one.amount / 100, one.currency)).join(', ')}`;
}
