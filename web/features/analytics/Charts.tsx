import { chakra } from '@chakra-ui/react';
import { Fragment, useMemo, type ReactNode } from 'react';
import { formatDateTime, formatDuration, formatMoney, formatNumber, formatPercent } from '#web/lib/format.ts';
import { Chart, type ChartProps } from '#web/ui/Chart.tsx';
import { InfoTip } from '#web/ui/InfoTip.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint, Muted, SectionTitle } from '#web/ui/text.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import type { Figures } from './FiguresStrip.tsx';
import { byCurrency, formulas, moneyWords } from './figure-words.ts';

const whole = (value: number) => formatNumber(value);
const percent = (value: number) => formatPercent(value, 3);

/** The target in the terms of service. */
const aim = { value: 99.9, label: 'Aim: 99.9%' };
const upTo = 100.02;

/** A chart of each figure, with its formula behind a button. */
export function Charts({ figures }: { figures: Figures }) {
  const days = useMemo(() => figures.history.map(({ day }) => day), [figures]);
  const values = useMemo(() => seriesOf(figures.history), [figures]);
  const uptimeScale = useMemo(() => scaleOf(values.uptime), [values]);
  const currencies = byCurrency(figures.currency, figures.revenues).map(({ currency }) => currency);
  const chart = (label: string, drawn: Omit<ChartProps, 'label' | 'times'>) => (
    <Chart label={label} times={days} {...drawn} />
  );
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      columnGap={8}
      rowGap={8}
    >
      <Part id="users" title="Users" formula={formulas.users}>
        {chart('People with an account', { values: values.users, format: whole })}
      </Part>
      <Part id="subscriptions" title="Subscriptions" formula={formulas.subscriptions}>
        {chart('Active subscriptions', { values: values.activeSubscriptions, format: whole })}
      </Part>
      <Part id="revenue" title="Revenue" formula={`${formulas.revenue} ${formulas.revenueGrowth}`}>
        {currencies.map((currency) => (
          <Fragment key={currency}>
            {chart(`Monthly revenue in ${moneyWords[currency]}`, {
              values: values.revenue[currency],
              format: (value) => formatMoney(value, currency),
            })}
          </Fragment>
        ))}
      </Part>
      <Part id="uptime" title="Uptime" formula={formulas.uptime}>
        {chart('Uptime', { values: values.uptime, format: percent, threshold: aim, scale: uptimeScale })}
        <Outages figures={figures} />
      </Part>
      <Part id="alerts" title="Alerts" formula={formulas.alerts}>
        {chart('Alerts that began', { values: values.alerts, format: whole, shape: 'bars' })}
      </Part>
      <Part id="controllers" title="Controllers" formula={formulas.controllers}>
        {chart('Controllers that answered', { values: values.activeControllers, format: whole })}
      </Part>
    </chakra.div>
  );
}

type Day = Figures['history'][number];

/** One series of daily values per figure. */
function seriesOf(history: readonly Day[]) {
  const of = <Value,>(valueIn: (day: Day) => Value): Value[] => history.map(valueIn);
  return {
    users: of(({ users }) => users),
    activeSubscriptions: of(({ activeSubscriptions }) => activeSubscriptions),
    revenue: {
      GBP: of(({ monthlyRevenue }) => monthlyRevenue),
      USD: of(({ monthlyRevenueUsd }) => monthlyRevenueUsd),
    },
    uptime: of(({ uptime }) => uptime),
    alerts: of(({ alerts }) => alerts),
    activeControllers: of(({ activeControllers }) => activeControllers),
  };
}

/** Starts a little below the worst day, because a minute of downtime is invisible on a scale from zero. */
function scaleOf(uptime: readonly (number | null)[]): readonly [number, number] {
  const lowest = Math.min(99.8, ...uptime.filter((value) => value !== null));
  return [Math.max(0, lowest - (100 - lowest) * 0.1), upTo];
}

type PartProps = { id: string; title: string; formula: string; children: ReactNode };

const Part = ({ id, title, formula, children }: PartProps) => (
  <chakra.section aria-labelledby={id} minW={0}>
    <chakra.div display="flex" alignItems="center" gap={1.5} mb={3}>
      <SectionTitle id={id} tabIndex={-1} scrollMarginTop={20}>
        {title}
      </SectionTitle>
      <InfoTip label={`How ${title} is computed`}>{formula}</InfoTip>
    </chakra.div>
    {children}
  </chakra.section>
);

/** The outages, latest first, and since when they're measured. */
function Outages({ figures }: { figures: Figures }) {
  const { uptimeSince, outages, systemUptime, measuredMinutes } = figures;
  if (!uptimeSince) return <Words>No measurements yet. The first appears within a minute.</Words>;
  const since = `Measured since ${formatDateTime(new Date(uptimeSince))}. Earlier time is hatched.`;
  if (systemUptime === null) return <Words>Nothing was measured in this period. {since}</Words>;
  return (
    <>
      <Words>
        {outages.length === 0 && 'No outage in '}
        {outages.length === 1 && '1 outage in '}
        {outages.length > 1 && `${outages.length} outages in `}
        {formatDuration(measuredMinutes * 60_000)}. {since}
      </Words>
      {outages.length > 0 && (
        <DividedList
          mt={2}
          maxH={48}
          overflowY="auto"
          tabIndex={0}
          aria-label="Outages"
          borderWidth="1px"
          borderRadius="control"
          textStyle="sm"
          fontVariantNumeric="tabular-nums"
        >
          {outages.map(({ from, until }) => (
            <chakra.li key={from} display="flex" flexWrap="wrap" columnGap={3} px={3} py={1.5}>
              <StatusDot state={until ? 'warning' : 'critical'} word={lengthOf(from, until)} />
              <Muted as="span" ms="auto">
                {formatDateTime(new Date(from))} to {until ? formatDateTime(new Date(until)) : 'now'}
              </Muted>
            </chakra.li>
          ))}
        </DividedList>
      )}
    </>
  );
}

const lengthOf = (from: string, until: string | null): string =>
  until ? formatDuration(Date.parse(until) - Date.parse(from)) : 'Ongoing';

const Words = ({ children }: { children: ReactNode }) => <Hint mt={1}>{children}</Hint>;
