import { useQuery } from '@apollo/client/react';
import { chakra, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SubscriberFields, subscriberWords } from '#web/features/billing/subscriber-words.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatMinorMoney, formatNumber } from '#web/lib/format.ts';
import { Figure } from '#web/ui/Figure.tsx';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { inOrder } from '#web/ui/Loading.tsx';
import { Sparkline } from '#web/ui/Sparkline.tsx';
import { Hint } from '#web/ui/text.tsx';
import { growthWords } from './FiguresStrip.tsx';
import { byCurrency, formulas } from './figure-words.ts';

export const AdminStats = graphql(`
  query AdminStats {
    adminStats {
      days
      totalUsers
      userGrowth
      userHistory
      activeSubscriptions
      subscribers {
        ...SubscriberFields
      }
      subscriptionGrowth
      subscriptionHistory
      currency
      revenues {
        currency
        amount
        growth
        history
      }
    }
  }
`);

const growth = 'Growth = (now − 30 days ago) ÷ 30 days ago.';

/** The platform's main figures, their growth and their course, one revenue for each currency. Its children go last. */
export function PlatformFigures({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(AdminStats, { fetchPolicy: 'cache-and-network' });
  const stats = data?.adminStats;
  const revenues = byCurrency(stats?.currency ?? 'GBP', stats?.revenues ?? []);
  const trend = (label: string, values: readonly number[] | undefined, format = whole) =>
    stats && values && <Sparkline label={label} days={stats.days} values={values} format={format} />;
  return (
    <Stack as="section" aria-label="Figures" gap={3} css={inOrder}>
      {!stats && error && <LoadFailed title="We couldn’t load the figures" error={error} onRetry={refetch} />}
      <FigureStrip columns={{ base: '1fr 1fr', xl: `repeat(${2 + revenues.length}, 1fr) 1.2fr` }}>
        <Figure
          label="Total Users"
          value={stats ? whole(stats.totalUsers) : error && null}
          formula={`Total Users = people with an account. ${growth}`}
          note={<Note growth={stats?.userGrowth}>With an account</Note>}
          trend={trend('Total Users', stats?.userHistory)}
        />
        <Figure
          label="Active Subscriptions"
          value={stats ? whole(stats.activeSubscriptions) : error && null}
          formula={`${formulas.subscriptions} ${growth}`}
          note={
            <Note growth={stats?.subscriptionGrowth}>
              {stats && subscriberWords(readFragment(SubscriberFields, stats.subscribers))}
            </Note>
          }
          trend={trend('Active Subscriptions', stats?.subscriptionHistory)}
        />
        {revenues.map(({ currency, label, amount, growth: change, history }) => (
          <Figure
            key={currency}
            label={`Monthly Revenue${label}`}
            value={stats ? formatMinorMoney(amount, currency) : error && null}
            formula={`${formulas.revenue} ${growth}`}
            note={<Note growth={change}>Excluding trials</Note>}
            trend={trend(`Monthly Revenue${label}`, history, (value) => formatMinorMoney(value, currency))}
          />
        ))}
        <chakra.div
          bg="bg.panel"
          px={{ base: 3.5, md: 5 }}
          py={4}
          minW={0}
          // It comes after the revenues, of which there may be several.
          visibility={stats || error ? undefined : 'hidden'}
          // Fills the last row of two.
          gridColumn={{ base: revenues.length % 2 === 0 ? 'span 2' : undefined, xl: 'auto' }}
        >
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

const whole = (value: number) => formatNumber(value);

/** A figure's growth, which is left out if there is nothing to compare it with, and what it counts. */
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
