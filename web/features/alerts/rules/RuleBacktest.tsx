import { useQuery } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useRef } from 'react';
import type { RuleBacktestAlertsQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import {
  formatCount,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatTimeRange,
} from '#web/lib/format.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { Chart } from '#web/ui/Chart.tsx';
import { Curve } from '#web/ui/Curve.tsx';
import { Disclosure } from '#web/ui/Disclosure.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Hint } from '#web/ui/text.tsx';
import { useLoadMore } from '#web/ui/useLoadMore.ts';
import { durationWords, isAboutLine } from '../alert-words.ts';
import { durationOf, placeInput, type Rule, type RuleValues, thresholdHint, toValues } from './rule-form.ts';
import { BacktestProgress, effectOf, limitWords, type BacktestResult, useBacktest } from './useBacktest.tsx';

export const RuleBacktestAlerts = graphql(`
  query RuleBacktestAlerts($id: ID!, $run: Int!, $skip: Int!) {
    ruleBacktestAlerts(id: $id, run: $run, first: 50, skip: $skip) {
      deviceName
      siteName
      port
      since
      raisedAt
      until
      affected
      siteCount
      type
      had
    }
  }
`);

const periods = [7, 30] as const;

/** Runs the rule in the form over the past. What is typed stays as it is, whatever happens. */
export function RuleBacktest({ rule }: { rule?: Rule }) {
  const { values } = useFormikContext<RuleValues>();
  const run = useBacktest();
  const { condition } = values;
  if (!condition) return null;

  const start = (days: number) => {
    const input = decisiveInput(values);
    const compare = !!rule && !isSame(input, decisiveInput(toValues(rule)));
    void run.start({ ruleId: rule?.id ?? null, input, days, compare });
  };
  const { id, shown } = run;
  return (
    <Stack as="section" aria-label="Run over the past" gap={3}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
        <Hint flex="1 1 12rem">See which alerts this rule would have raised.</Hint>
        {periods.map((period) => (
          <Button
            key={period}
            size="sm"
            variant="outline"
            disabled={run.isBusy}
            onClick={() => start(period)}
          >
            Run over the last {period} days
          </Button>
        ))}
      </chakra.div>
      <BacktestProgress run={run} />
      {id && shown?.result && <Result id={id} result={shown.result} />}
    </Stack>
  );
}

/** What decides which alerts a rule raises. */
const decisiveInput = (values: RuleValues) => ({
  ...placeInput(values),
  threshold: (thresholdHint(values.condition) && values.threshold.trim()) || null,
  duration: durationOf(values.duration),
  fold: values.fold,
});

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

type Run = BacktestResult['runs'][number];

function Result({ id, result }: { id: string; result: BacktestResult }) {
  const { runs, gaps, limits, suggestions } = result;
  const [draft, saved] = runs;
  if (!draft) return null;
  const impossible = limits.find(({ code }) => code === 'no_lines' || code === 'clients_not_stored');
  if (impossible) return <Hint role="status">{limitWords(impossible)}</Hint>;
  return (
    <Stack gap={4} borderWidth="1px" borderRadius="surface" px={3.5} py={3}>
      <chakra.p role="status" fontWeight="medium">
        {summaryOf(draft)}
      </chakra.p>
      {limits.map((limit) => (
        <Hint key={limit.code}>{limitWords(limit)}</Hint>
      ))}
      <chakra.div display="grid" gap={4} gridTemplateColumns={{ base: '1fr', md: saved ? '1fr 1fr' : '1fr' }}>
        <RunChart title={saved ? 'With your changes' : undefined} run={draft} gaps={gaps} />
        {saved && <RunChart title="With the saved rule" run={saved} gaps={gaps} />}
      </chakra.div>
      {gaps.length > 0 && <Hint>{gapWords(gaps)}</Hint>}
      <Suggestions list={suggestions} />
      {draft.total > 0 && (
        <>
          <Curves result={result} draft={draft} />
          <Devices run={draft} />
        </>
      )}
      {runs.map(
        (run, nth) =>
          run.total > 0 && (
            <Disclosure key={run === saved ? 'saved' : 'draft'} title={alertsTitle(nth, runs.length)}>
              <AlertList id={id} run={run} nth={nth} />
            </Disclosure>
          ),
      )}
    </Stack>
  );
}

const alertsTitle = (nth: number, runs: number): string => {
  if (runs === 1) return 'Show the alerts';
  return nth === 0 ? 'Alerts with your changes' : 'Alerts with the saved rule';
};

/** How many alerts there are over the duration and over the threshold, with the rule's own and the suggested ones. */
function Curves({
  result: { durations, thresholds, suggestions },
  draft,
}: {
  result: BacktestResult;
  draft: Run;
}) {
  const own = { name: 'This rule' };
  const suggested = { name: 'Suggested', isEmphasized: true };
  const format = (value: number) => formatCount(value, 'alert');
  const longer = suggestions.filter(({ duration }) => duration !== draft.duration);
  const milder = suggestions.filter(
    ({ duration, threshold }) => duration === draft.duration && threshold !== draft.threshold,
  );
  const placeOf = (threshold: string | null) => thresholds.findIndex((one) => one.threshold === threshold);
  return (
    <chakra.div
      display="grid"
      gap={4}
      gridTemplateColumns={{ base: '1fr', md: thresholds.length > 0 ? '1fr 1fr' : '1fr' }}
    >
      {durations.length > 0 && (
        <Curve
          label="Alerts by duration"
          of="Duration"
          points={durations.map(({ minutes, alerts }) => ({
            name: formatCount(minutes, 'minute'),
            value: alerts,
          }))}
          format={format}
          marks={[
            { ...own, at: draft.duration },
            ...longer.map(({ duration }) => ({ ...suggested, at: duration })),
          ]}
        />
      )}
      {thresholds.length > 0 && (
        <Curve
          label="Alerts by threshold"
          of="Threshold"
          points={thresholds.map(({ threshold, alerts }) => ({ name: threshold, value: alerts }))}
          format={format}
          marks={[
            { ...own, at: placeOf(draft.threshold) },
            ...milder.map(({ threshold }) => ({ ...suggested, at: placeOf(threshold) })),
          ]}
        />
      )}
      {durations.some(({ minutes, alerts }) => minutes === draft.duration && alerts !== draft.total) && (
        <Hint gridColumn="1 / -1">
          The curve counts every problem. Those that are grouped, or come and go, share an alert.
        </Hint>
      )}
    </chakra.div>
  );
}

/** “This rule would have raised 52 alerts. You already had 12 of these.” */
function summaryOf({ total, had }: Run): string {
  if (total === 0) return 'This rule would have raised no alerts.';
  const own = `This rule would have raised ${formatCount(total, 'alert')}.`;
  if (had === 0) return `${own} You had none of these.`;
  return `${own} You already had ${had === total ? (total === 1 ? 'it' : 'all of these') : `${formatNumber(had)} of these`}.`;
}

function RunChart({ title, run, gaps }: { title?: string; run: Run; gaps: BacktestResult['gaps'] }) {
  const { days, total, had, minutes, threshold, duration } = run;
  return (
    <chakra.section aria-label={title ?? 'Alerts per day'} minW={0}>
      <chakra.h4 textStyle="sm" fontWeight="semibold">
        {title ?? 'Alerts per day'}
      </chakra.h4>
      <Hint mb={2}>
        {[
          title && formatCount(total, 'alert'),
          title && `${formatNumber(had)} you had`,
          threshold,
          durationWords(duration),
          total > 0 && `${formatDuration(minutes * 60_000)} in total`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Hint>
      <Chart
        label={title ? `Alerts per day, ${title.toLowerCase()}` : 'Alerts per day'}
        dayHead="Day"
        shape="bars"
        times={days.map(({ day }) => day)}
        values={days.map(({ raised }) => raised)}
        format={(value) => formatNumber(value)}
        gaps={gaps}
      />
    </chakra.section>
  );
}

const gapReasons = {
  unread: 'UniFi couldn’t be read',
  unmonitored: 'monitoring was off',
  unmeasured: 'UniFi measured no line',
};

/** The most gaps that are named. */
const MOST_GAPS = 3;

function gapWords(gaps: BacktestResult['gaps']): string {
  const longest = gaps
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, MOST_GAPS)
    .map(
      ({ from, until, kind }) => `${formatTimeRange(new Date(from), new Date(until))} (${gapReasons[kind]})`,
    );
  const rest = gaps.length - longest.length;
  return `Nothing is known about the hatched periods: ${longest.join(', ')}${rest > 0 ? `, and ${formatCount(rest, 'shorter one', 'shorter ones')}` : ''}.`;
}

const lengthOf = ({ from, until }: { from: string; until: string }) => Date.parse(until) - Date.parse(from);

/** Changes that would make the rule quieter. */
function Suggestions({ list }: { list: BacktestResult['suggestions'] }) {
  const { values, setFieldValue } = useFormikContext<RuleValues>();
  return list.map((one) => {
    const { threshold, duration } = one;
    const isThreshold = (threshold ?? '') !== values.threshold.trim() && !!threshold;
    const isDuration = duration !== durationOf(values.duration);
    const use = () => {
      if (isThreshold) void setFieldValue('threshold', threshold);
      if (isDuration) void setFieldValue('duration', duration);
    };
    const change = isThreshold
      ? `Threshold ${values.threshold.trim() || 'default'} → ${threshold}`
      : `Duration ${formatNumber(durationOf(values.duration))} → ${formatCount(duration, 'minute')}`;
    if (!isThreshold && !isDuration) return null;
    return (
      <Notice
        key={`${threshold} ${duration}`}
        state="info"
        title={change}
        action={
          <Button size="sm" variant="outline" onClick={use}>
            Use this
          </Button>
        }
      >
        {effectOf(one)}
      </Notice>
    );
  });
}

function Devices({ run: { devices } }: { run: Run }) {
  return (
    <div>
      <chakra.h4 textStyle="sm" fontWeight="semibold" mb={1}>
        Most alerts
      </chakra.h4>
      <Stack as="ul" gap={0} listStyleType="none">
        {devices.map(({ deviceName, siteName, alerts, minutes }) => (
          <Row
            key={`${deviceName} ${siteName}`}
            name={deviceName}
            note={`${siteName} · ${formatCount(alerts, 'alert')} · ${formatDuration(minutes * 60_000)}`}
          />
        ))}
      </Stack>
    </div>
  );
}

type Alert = RuleBacktestAlertsQuery['ruleBacktestAlerts'][number];

/** The alerts of one run, newest first. */
function AlertList({ id, run: { listed, total }, nth }: { id: string; run: Run; nth: number }) {
  const list = useRef<HTMLDivElement>(null);
  const { data, error, fetchMore } = useQuery(RuleBacktestAlerts, { variables: { id, run: nth, skip: 0 } });
  const alerts = data?.ruleBacktestAlerts ?? [];
  const { loadMore, loadingMore } = useLoadMore('alerts', () =>
    fetchMore({
      variables: { skip: alerts.length },
      updateQuery: (before, { fetchMoreResult }) => ({
        ruleBacktestAlerts: [...before.ruleBacktestAlerts, ...fetchMoreResult.ruleBacktestAlerts],
      }),
    }),
  );
  if (error && !data) return <Hint mt={1.5}>{sentenceOf(error, 'We couldn’t load the alerts.')}</Hint>;
  if (!data) return <Hint mt={1.5}>Loading…</Hint>;
  return (
    <>
      {listed < total && (
        <Hint mt={1.5}>
          The {formatNumber(listed)} longest of {formatNumber(total)} alerts.
        </Hint>
      )}
      <Stack as="ul" ref={list} gap={0} mt={1.5} maxH={72} overflowY="auto" listStyleType="none">
        {alerts.map((alert) => (
          <Row
            key={`${alert.deviceName} ${alert.siteName} ${alert.port} ${alert.raisedAt}`}
            name={nameOf(alert)}
            note={noteOf(alert)}
          />
        ))}
      </Stack>
      <LoadMore
        mt={2}
        list={list}
        loading={loadingMore}
        more={alerts.length < listed ? loadMore : undefined}
      />
    </>
  );
}

const nameOf = ({ type, deviceName, port, affected }: Alert): string =>
  [
    isAboutLine(type)
      ? `Internet line ${deviceName}`
      : port === null
        ? deviceName
        : `Port ${port} on ${deviceName}`,
    affected > 0 && `and ${formatCount(affected, 'device')} behind it`,
  ]
    .filter(Boolean)
    .join(' ');

function noteOf({ siteName, siteCount, since, raisedAt, until, had }: Alert): string {
  const lasted = until ? formatDuration(Date.parse(until) - Date.parse(since)) : 'still open';
  const place = siteCount === null ? siteName : formatCount(siteCount, 'site');
  return [place, formatDateTime(new Date(raisedAt)), lasted, had && 'you had it'].filter(Boolean).join(' · ');
}

const Row = ({ name, note }: { name: string; note: string }) => (
  <chakra.li
    display="flex"
    flexWrap={{ base: 'wrap', sm: 'nowrap' }}
    justifyContent="space-between"
    columnGap={3}
    py={1}
    textStyle="sm"
  >
    <chakra.span minW={0} overflowWrap="anywhere">
      {name}
    </chakra.span>
    <chakra.span color="fg.muted" textAlign={{ sm: 'end' }} minW={0} overflowWrap="anywhere">
      {note}
    </chakra.span>
  </chakra.li>
);
