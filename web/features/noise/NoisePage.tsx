import { useQuery } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { useMemo } from 'react';
import { Link as RouterLink } from 'react-router';
import { deliveryChannelNames } from '#web/features/notifications/delivery-words.ts';
import type { NoiseQuery } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatCount, formatNumber, formatPercent, formatUtcDay } from '#web/lib/format.ts';
import { Card } from '#web/ui/Card.tsx';
import { Chart } from '#web/ui/Chart.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Figure } from '#web/ui/Figure.tsx';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { Volume2 } from '#web/ui/icons.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Hint, Muted, SectionHead, SectionTitle } from '#web/ui/text.tsx';
import { BudgetWarnings, ChannelBudgetFields, ChannelBudgets } from './ChannelBudgets.tsx';
import { NoiseSources } from './NoiseSources.tsx';
import { WideCell } from './WideCell.tsx';

export const Noise = graphql(`
  query Noise {
    noise {
      timeZone
      weeks {
        start
        isComplete
        messages
        channels {
          channel
          messages
        }
        alerts
        acknowledged
        untouched
        flapping
        brief
      }
      ...ChannelBudgetFields
    }
  }
`);

type Week = NoiseQuery['noise']['weeks'][number];

/** How many messages the team's alerts cause, which rules and devices cause most, and how to make them quieter. */
export function NoisePage() {
  const { data, error, refetch } = useQuery(Noise, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const noise = data?.noise;
  const isEmpty = noise?.weeks.every(({ alerts, messages }) => alerts === 0 && messages === 0);
  return (
    <>
      <PageHeader
        title="Noise"
        description="How many messages your alerts send, and how many of those alerts anyone acted on."
      />
      {error && !noise && (
        <LoadFailed title="We couldn’t load these figures" error={error} onRetry={refetch} />
      )}
      {!error && !noise && <SkeletonRows rows={8} />}
      {noise && (
        <Stack gap={8}>
          <BudgetWarnings noise={noise} />
          {isEmpty ? (
            <NoAlerts />
          ) : (
            <>
              <ThisWeek weeks={noise.weeks} />
              <Weeks noise={noise} />
              <NoiseSources />
            </>
          )}
          <ChannelBudgets noise={noise} />
        </Stack>
      )}
    </>
  );
}

const NoAlerts = () => (
  <Card>
    <EmptyState
      icon={<Volume2 size={28} strokeWidth={1.5} aria-hidden />}
      title="No alerts in the last 8 weeks"
      action={
        <Button asChild>
          <RouterLink to="/alerts?tab=rules">View alert rules</RouterLink>
        </Button>
      }
    >
      Once a rule raises alerts, their messages and the noisiest rules and devices appear here.
    </EmptyState>
  </Card>
);

/** What each share counts. */
const meanings = {
  acknowledged:
    'Alerts that someone acknowledged, here, by a link in an email, or by closing their ticket in HaloPSA.',
  untouched:
    'No one acknowledged or snoozed these alerts, or put them into maintenance. We don’t record who only opens an alert or reads a message. Open alerts count after a day.',
  flapping: 'Alerts that returned soon after they were resolved.',
  brief: 'Alerts that recovered within 5 minutes and didn’t return, before anyone acknowledged them.',
};

function ThisWeek({ weeks }: { weeks: readonly Week[] }) {
  const [before, now] = weeks.slice(-2);
  if (!before || !now) return null;
  const share = (count: number) => (now.alerts === 0 ? null : formatPercent((100 * count) / now.alerts));
  const note = (count: number) => `${formatNumber(count)} of ${formatCount(now.alerts, 'alert')}`;
  return (
    <section aria-labelledby="this-week">
      <SectionHead>
        <SectionTitle id="this-week">This week so far</SectionTitle>
      </SectionHead>
      <FigureStrip columns={{ base: '1fr', md: 'repeat(5, 1fr)' }}>
        <Figure
          label="Messages"
          value={formatNumber(now.messages)}
          note={`${formatNumber(before.messages)} last week`}
          formula="Messages about alerts that were sent. An email to three people counts as three, and a summary of many alerts as one. Tests and tickets don’t count."
        />
        <Figure
          label="Acknowledged"
          value={share(now.acknowledged)}
          note={note(now.acknowledged)}
          formula={meanings.acknowledged}
        />
        <Figure
          label="Never acted on"
          value={share(now.untouched)}
          note={note(now.untouched)}
          formula={meanings.untouched}
        />
        <Figure
          label="Flapping"
          value={share(now.flapping)}
          note={note(now.flapping)}
          formula={meanings.flapping}
        />
        <Figure
          label="Over in 5 minutes"
          value={share(now.brief)}
          note={note(now.brief)}
          formula={meanings.brief}
        />
      </FigureStrip>
    </section>
  );
}

function Weeks({ noise }: { noise: NoiseQuery['noise'] }) {
  const { weeks, timeZone } = noise;
  const times = useMemo(() => weeks.map(({ start }) => start), [weeks]);
  const values = useMemo(() => weeks.map((week) => (week.isComplete ? week.messages : null)), [weeks]);
  return (
    <section aria-labelledby="weeks">
      <SectionHead>
        <SectionTitle id="weeks">Week by week</SectionTitle>
      </SectionHead>
      {weeks.some(({ messages }) => messages > 0) ? (
        <Chart
          label="Messages a week"
          dayHead="Week of"
          shape="bars"
          times={times}
          values={values}
          format={formatNumber}
        />
      ) : (
        <NoMessages noise={noise} />
      )}
      <chakra.div mt={4}>
        <GridTable
          label="Messages and alerts by week"
          columns={weekColumns}
          head={
            <>
              <span role="columnheader">Week of</span>
              {['Messages', 'Alerts', 'Acknowledged', 'Never acted on', 'Flapping', 'Over in 5 minutes'].map(
                (head) => (
                  <chakra.span key={head} role="columnheader" textAlign="end">
                    {head}
                  </chakra.span>
                ),
              )}
            </>
          }
        >
          {weeks.toReversed().map((week, at) => (
            <WeekRow key={week.start} week={week} isRunning={at === 0} />
          ))}
        </GridTable>
      </chakra.div>
      <Hint mt={2}>
        {timeZone === 'UTC'
          ? 'Weeks begin on Monday in UTC, because your team has no other time zone.'
          : `Weeks begin on Monday in your team’s time zone, ${timeZone}.`}
      </Hint>
    </section>
  );
}

/** There were alerts, but none was sent to anyone. */
function NoMessages({ noise }: { noise: FragmentType<typeof ChannelBudgetFields> }) {
  const { budgets } = readFragment(ChannelBudgetFields, noise);
  const isWithout = !budgets.some(({ isActive }) => isActive);
  return (
    <Card>
      <EmptyState
        icon={<Volume2 size={28} strokeWidth={1.5} aria-hidden />}
        title="No messages in the last 8 weeks"
        action={
          <Button asChild>
            {isWithout ? (
              <RouterLink to="/integrations#channels">Set up a channel</RouterLink>
            ) : (
              <RouterLink to="/alerts?tab=rules">View alert rules</RouterLink>
            )}
          </Button>
        }
      >
        {isWithout
          ? 'Your team has no active channel, so no one is notified of these alerts. Set up a channel, such as email or Slack, and choose it in your rules.'
          : 'No message about these alerts was sent. Check that your rules use a channel that is on.'}
      </EmptyState>
    </Card>
  );
}

const weekColumns = {
  base: 'minmax(0, 1fr) auto',
  lg: 'minmax(0, 3fr) 5.5rem 5rem 7rem 7.5rem 5.5rem 8.5rem',
} as const;

function WeekRow({ week, isRunning }: { week: Week; isRunning: boolean }) {
  const { start, isComplete, messages, channels, alerts, acknowledged, untouched, flapping, brief } = week;
  // Whatever was deleted is unknown, not nothing.
  const isGone = !isComplete && alerts === 0 && messages === 0;
  const shown = (figure: number) => (isGone ? '–' : formatNumber(figure));
  const note = channels.map((one) => `${deliveryChannelNames[one.channel]} ${formatNumber(one.messages)}`);
  return (
    <chakra.div
      role="row"
      display="grid"
      gridTemplateColumns={weekColumns}
      columnGap={4}
      alignItems={{ base: 'start', lg: 'center' }}
      px={4}
      py={2}
      minH={{ base: 14, lg: 10 }}
      borderTopWidth="1px"
    >
      <chakra.div role="cell" minW={0} overflowWrap="anywhere">
        <chakra.span me={2}>
          {formatUtcDay(start)}
          {isRunning && <Muted as="span"> so far</Muted>}
        </chakra.span>
        <Hint as="span">
          {isGone
            ? 'Before your package’s history'
            : [...note, !isComplete && 'partly before your package’s history'].filter(Boolean).join(' · ')}
        </Hint>
        <Hint as="div" display={{ base: isGone ? 'none' : 'flex', lg: 'none' }} flexWrap="wrap" columnGap={3}>
          <span>{formatCount(alerts, 'alert')}</span>
          <span>{formatNumber(acknowledged)} acknowledged</span>
          <span>{formatNumber(untouched)} never acted on</span>
          <span>{formatNumber(flapping)} flapping</span>
          <span>{formatNumber(brief)} over in 5 minutes</span>
        </Hint>
      </chakra.div>
      <chakra.div role="cell" textAlign="end" whiteSpace="nowrap">
        {shown(messages)}
        <Hint
          as="span"
          display={{ base: isGone ? 'none' : undefined, lg: 'none' }}
        >{` ${messages === 1 ? 'message' : 'messages'}`}</Hint>
      </chakra.div>
      <WideCell>{shown(alerts)}</WideCell>
      <WideCell>{shown(acknowledged)}</WideCell>
      <WideCell>{shown(untouched)}</WideCell>
      <WideCell>{shown(flapping)}</WideCell>
      <WideCell>{shown(brief)}</WideCell>
    </chakra.div>
  );
}
