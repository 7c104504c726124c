import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { memo, useMemo } from 'react';
import { Link as RouterLink } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import { formatDuration, formatNumber, formatPercent } from '#web/lib/format.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { Chart } from '#web/ui/Chart.tsx';
import { Figure } from '#web/ui/Figure.tsx';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { touchArea } from '#web/ui/touch.ts';

export const Trends = graphql(`
  query Trends($days: Int!) {
    alertTrends(days: $days) {
      raised
      raisedBefore
      secondsToAcknowledge
      secondsToRecover
      days {
        day
        raised
        secondsToAcknowledge
        secondsToRecover
      }
    }
  }
`);

export const Freshness = graphql(`
  query Freshness {
    pollFreshness {
      fresh
      late
      oldest
      lateControllers {
        id
        name
        lastSync
        reason
      }
    }
  }
`);

const DAYS = 30;

const durationOf = (seconds: number | null | undefined) =>
  seconds === undefined ? undefined : seconds === null ? null : formatDuration(seconds * 1000);

/** Alerts a day, and how quickly people and networks responded. */
export const AlertTrends = memo(function AlertTrends() {
  const { data, error, refetch } = useQuery(Trends, {
    variables: { days: DAYS },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const trends = data?.alertTrends;
  const days = useMemo(() => trends?.days.map(({ day }) => day) ?? [], [trends]);
  const raised = useMemo(() => trends?.days.map((day) => day.raised) ?? [], [trends]);
  return (
    <chakra.section aria-labelledby="trends" mt={8}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap={4} mb={3}>
        <SectionTitle id="trends" me="auto">{`Alerts, last ${DAYS} days`}</SectionTitle>
        <Link asChild css={touchArea}>
          <RouterLink to="/alerts?tab=history">Alert history</RouterLink>
        </Link>
        <Link asChild css={touchArea}>
          <RouterLink to="/reports">Monthly reports</RouterLink>
        </Link>
      </chakra.div>
      {error && !trends ? (
        <LoadFailed title="We couldn’t load the trends" error={error} onRetry={refetch} />
      ) : (
        <>
          <FigureStrip columns={{ base: '1fr', md: 'repeat(3, 1fr)' }}>
            <Figure
              label="Alerts raised"
              value={trends && formatNumber(trends.raised)}
              note={trends ? changeWords(trends.raised, trends.raisedBefore) : ''}
            />
            <Figure
              label="Time to acknowledge"
              value={durationOf(trends?.secondsToAcknowledge)}
              note="Median of the alerts that were acknowledged"
            />
            <Figure
              label="Time to recover"
              value={durationOf(trends?.secondsToRecover)}
              note="Median of the alerts that recovered"
            />
          </FigureStrip>
          {trends && (
            <chakra.div mt={4}>
              <Chart
                label="Alerts raised"
                times={days}
                values={raised}
                format={(value) => formatNumber(value)}
                shape="bars"
              />
            </chakra.div>
          )}
        </>
      )}
    </chakra.section>
  );
});

function changeWords(raised: number, before: number): string {
  if (before === 0) return `none in the ${DAYS} days before`;
  const change = ((raised - before) / before) * 100;
  if (Math.abs(change) < 0.5) return `as many as in the ${DAYS} days before`;
  return `${formatPercent(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than in the ${DAYS} days before`;
}

/** How often freshness is read, in milliseconds. */
const EVERY = 60_000;

/** How fresh the readings are, once a minute. */
export function usePollFreshness() {
  const { data, error, refetch } = useQuery(Freshness, { fetchPolicy: 'cache-and-network' });
  usePolling(EVERY, refetch);
  return { data, isPending: !data && !error };
}

const freshWords = (count: number): string =>
  count === 1
    ? '1 controller was read on time.'
    : `All ${formatNumber(count)} controllers were read on time.`;

function lateWords(late: number, count: number): string {
  const verb = late === 1 ? 'hasn’t' : 'haven’t';
  const of = count === 1 ? '1 controller' : `${formatNumber(late)} of ${formatNumber(count)} controllers`;
  return `${of} ${verb} been read on time.`;
}

/** How fresh the readings are. Late controllers are named, with the reason. */
export const PollFreshness = memo(function PollFreshness({
  data,
}: Pick<ReturnType<typeof usePollFreshness>, 'data'>) {
  const polls = data?.pollFreshness;
  if (!polls || polls.fresh + polls.late === 0) return null;
  return (
    <chakra.section aria-label="Readings" mb={5}>
      <Hint display="flex" flexWrap="wrap" alignItems="center" columnGap={2}>
        <chakra.span color={polls.late > 0 ? 'state.warning' : 'state.ok'} lineHeight={0}>
          <StateIcon state={polls.late > 0 ? 'warning' : 'ok'} size={10} />
        </chakra.span>
        {polls.late === 0 ? freshWords(polls.fresh) : lateWords(polls.late, polls.fresh + polls.late)}
        {polls.late === 0 && polls.oldest && (
          <span>
            Oldest reading <RelativeTime at={polls.oldest} />
          </span>
        )}
      </Hint>
      {polls.lateControllers.map(({ id, name, lastSync, reason }) => (
        <Hint key={id} ps={5} overflowWrap="anywhere">
          <Link asChild fontWeight="medium">
            <RouterLink to={`/controllers/${id}`}>{name}</RouterLink>
          </Link>
          {': '}
          {lastSync ? (
            <>
              read <RelativeTime at={lastSync} />.{' '}
            </>
          ) : (
            'never read. '
          )}
          {reason}
        </Hint>
      ))}
    </chakra.section>
  );
});
