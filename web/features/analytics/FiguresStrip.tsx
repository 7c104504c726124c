import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link, useSearchParams, type To } from 'react-router';
import type { AnalyticsQuery } from '#web/gql/graphql.ts';
import { formatMinorMoney, formatNumber, formatUtcDay } from '#web/lib/format.ts';
import { Figure } from '#web/ui/Figure.tsx';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { touchArea } from '#web/ui/touch.ts';
import { byCurrency, formulas, moneyWords } from './figure-words.ts';

export type Figures = AnalyticsQuery['analytics'];

/** The documented figures, each linking to its rows. */
export function FiguresStrip({ figures }: { figures: Figures }) {
  const { from, to } = figures;
  const [params] = useSearchParams();
  const joined = { pathname: '/admin/users', search: `?joinedSince=${from}&joinedUntil=${to}` };
  const customers = (by: string): To => {
    const search = new URLSearchParams(params);
    search.set('by', by);
    return { search: `?${search}`, hash: '#customers' };
  };
  const before = `before ${formatUtcDay(from)}`;
  const revenues = byCurrency(figures.currency, figures.revenues);
  return (
    <FigureStrip columns={{ base: '1fr 1fr', lg: `repeat(${3 + revenues.length}, 1fr)` }}>
      <Figure
        label="Total Users"
        formula={formulas.users}
        value={formatNumber(figures.totalUsers)}
        note={<Rows to="/admin/users">All accounts</Rows>}
      />
      <Figure
        label="User Growth"
        formula={formulas.users}
        value={figures.userGrowth === null ? null : growthWords(figures.userGrowth)}
        note={
          <>
            {figures.userGrowth === null && <Reason>No accounts yet {before}.</Reason>}
            <Rows to={joined}>New users</Rows>
          </>
        }
      />
      <Figure
        label="Active Subscriptions"
        formula={formulas.subscriptions}
        value={formatNumber(figures.activeSubscriptions)}
        note={<Rows to="/admin/users?subscription=pro">Subscribers</Rows>}
      />
      {revenues.map(({ currency, label, amount }) => (
        <Figure
          key={currency}
          label={`Monthly Revenue${label}`}
          value={formatMinorMoney(amount, currency)}
          formula={formulas.revenue}
          note={<Rows to={customers('revenue')}>Revenue by customer</Rows>}
        />
      ))}
      {revenues.map(({ currency, label, growth }) => (
        <Figure
          key={currency}
          label={`Revenue Growth${label}`}
          value={growth === null ? null : growthWords(growth)}
          formula={formulas.revenueGrowth}
          note={
            <>
              {growth === null && (
                <Reason>
                  No {moneyWords[currency]} came in {before}.
                </Reason>
              )}
              <Rows to={{ search: `?${params}`, hash: '#revenue' }}>See the chart</Rows>
            </>
          }
        />
      ))}
      <Figure
        label="System Uptime"
        formula={formulas.uptime}
        value={figures.systemUptime == null ? null : formatNumber(figures.systemUptime)}
        unit="%"
        note={
          <>
            {figures.systemUptime === null && <Reason>Not measured in this period.</Reason>}
            <Rows to={{ search: `?${params}`, hash: '#uptime' }}>{outageWords(figures)}</Rows>
          </>
        }
      />
      <Figure
        label="Total Alerts Processed"
        formula={formulas.alerts}
        value={formatNumber(figures.totalAlerts)}
        note={<Rows to={customers('alerts')}>Alerts by customer</Rows>}
      />
      <Figure
        label="Active Controllers"
        formula={formulas.controllers}
        value={formatNumber(figures.activeControllers)}
        note={<Rows to={customers('controllers')}>Controllers by customer</Rows>}
      />
    </FigureStrip>
  );
}

function outageWords({ systemUptime, outages }: Figures): string {
  if (systemUptime === null) return 'How it’s measured';
  if (outages.length === 0) return 'No outage';
  return outages.length === 1 ? '1 outage' : `${outages.length} outages`;
}

const Reason = ({ children }: { children: ReactNode }) => (
  <chakra.span display="block">{children}</chakra.span>
);

const Rows = ({ to, children }: { to: To; children: ReactNode }) => (
  <chakra.span asChild color="brand.fg" textDecoration="underline" textUnderlineOffset="2px" css={touchArea}>
    <Link to={to}>{children}</Link>
  </chakra.span>
);

/** Formats growth in percent: "+12.5%", "−3%", "0%". */
export function growthWords(percent: number): string {
  const size = formatNumber(Math.abs(percent), { maximumFractionDigits: 1 });
  if (percent === 0) return '0%';
  return `${percent > 0 ? '+' : '−'}${size}%`;
}
