import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { AlertRuleChanges, RuleBacktestQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatCount, formatDateTime } from '#web/lib/format.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { Notice } from '#web/ui/Notice.tsx';

export const StartRuleBacktest = graphql(`
  mutation StartRuleBacktest($ruleId: ID, $input: AlertRuleChanges!, $days: Int!, $compare: Boolean!) {
    startRuleBacktest(ruleId: $ruleId, input: $input, days: $days, compare: $compare) {
      id
    }
  }
`);

export const CancelRuleBacktest = graphql(`
  mutation CancelRuleBacktest($id: ID!) {
    cancelRuleBacktest(id: $id)
  }
`);

export const RuleBacktestById = graphql(`
  query RuleBacktest($id: ID!) {
    ruleBacktest(id: $id) {
      id
      status
      progress
      result {
        from
        until
        siteCount
        deviceCount
        runs {
          threshold
          duration
          total
          had
          minutes
          listed
          days {
            day
            raised
          }
          devices {
            deviceName
            siteName
            alerts
            minutes
          }
        }
        effect {
          threshold
          duration
          before
          after
          missed
          fewerMessages
        }
        gaps {
          from
          until
          kind
        }
        limits {
          code
          deviceCount
          until
        }
        durations {
          minutes
          alerts
        }
        thresholds {
          threshold
          alerts
        }
        suggestions {
          threshold
          duration
          before
          after
          missed
          fewerMessages
        }
      }
    }
  }
`);

export type BacktestResult = NonNullable<RuleBacktestQuery['ruleBacktest']['result']>;

/** Milliseconds between two questions about the progress. */
const EVERY = 1000;

type Wanted = { ruleId: string | null; input: AlertRuleChanges; days: number; compare: boolean };

/** Runs rules over the past, one at a time: the server stops the person's previous run when another one starts. */
export function useBacktest() {
  const [id, setId] = useState<string>();
  const [days, setDays] = useState<number>();
  const [begin, { loading: starting, error: refused }] = useMutation(StartRuleBacktest);
  const [cancel] = useMutation(CancelRuleBacktest);
  const client = useApolloClient();
  const { data, error } = useQuery(RuleBacktestById, {
    variables: { id: id ?? '' },
    skip: !id,
    fetchPolicy: 'network-only',
  });
  const shown = id ? data?.ruleBacktest : undefined;
  const isRunning = !!id && !error && (!shown || shown.status === 'waiting' || shown.status === 'running');
  usePolling(isRunning ? EVERY : undefined, () =>
    client.query({ query: RuleBacktestById, variables: { id: id ?? '' }, fetchPolicy: 'network-only' }),
  );
  return {
    id,
    /** The period that it runs over. */
    days,
    shown,
    isRunning,
    isBusy: starting || isRunning,
    failure: isRunning ? undefined : (refused ?? error),
    start: async (wanted: Wanted) => {
      setDays(wanted.days);
      setId(undefined);
      const started = await begin({ variables: wanted }).catch(() => undefined);
      setId(started?.data?.startRuleBacktest.id);
    },
    /** Stops it, or forgets its result. */
    stop: () => {
      if (id) void cancel({ variables: { id } }).catch(() => undefined);
      setId(undefined);
    },
  };
}

/** How far a run is, and why it has no result. */
export function BacktestProgress({ run }: { run: ReturnType<typeof useBacktest> }) {
  const { shown, days, isRunning, failure, stop } = run;
  const percent = Math.round(100 * (shown?.progress ?? 0));
  return (
    <>
      {isRunning && (
        <chakra.div display="flex" alignItems="center" gap={3}>
          <chakra.div
            role="progressbar"
            aria-label={`Running over the last ${days} days`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            flex={1}
            h="6px"
            borderRadius="full"
            bg="bg.subtle"
            overflow="hidden"
          >
            <chakra.div h="full" bg="brand.solid" style={{ width: `${percent}%` }} />
          </chakra.div>
          <Button size="sm" variant="outline" onClick={stop}>
            Stop
          </Button>
        </chakra.div>
      )}
      {failure && (
        <Notice state="warning" title="We couldn’t run this rule over the past">
          {sentenceOf(failure, 'Try again.')}
        </Notice>
      )}
      {shown?.status === 'failed' && (
        <Notice state="warning" title="This run stopped before it was done">
          Start it again.
        </Notice>
      )}
    </>
  );
}

export function limitWords({ code, deviceCount, until }: BacktestResult['limits'][number]): string {
  const moment = until ? formatDateTime(new Date(until)) : '';
  switch (code) {
    case 'clients_not_stored':
      return 'We don’t store when clients were connected, so this condition can’t be run over the past.';
    case 'states_not_stored':
      return until
        ? `Before ${moment}, only outages that past alerts prove are known.`
        : 'Only outages that past alerts prove are known.';
    case 'lines_not_stored':
      return until
        ? `The states of internet lines have been stored since ${moment}.`
        : 'The states of these internet lines haven’t been stored yet.';
    case 'lines_not_measured':
      return `UniFi never measured ${formatCount(deviceCount ?? 0, 'internet line')}.`;
    case 'no_lines':
      return 'UniFi reports no internet line in use at these sites, so nothing was evaluated.';
    case 'reported_late':
      return 'UniFi reports these measurements about ten minutes late. When each one arrived isn’t stored, so times may differ by some minutes.';
    case 'not_measured':
      return `${formatCount(deviceCount ?? 0, 'device')} couldn’t be evaluated, because UniFi never reported this value.`;
    case 'no_history':
      return until
        ? `There are no measurements before ${moment}.`
        : 'There are no measurements for this period.';
    case 'retention':
      return `Your package’s history begins on ${moment}.`;
  }
}

/** “34 fewer alerts, 41 fewer messages, 0 outages missed” */
export const effectOf = ({
  before,
  after,
  fewerMessages,
  missed,
}: BacktestResult['suggestions'][number]): string =>
  [
    formatCount(before - after, 'fewer alert', 'fewer alerts'),
    fewerMessages !== null && formatCount(fewerMessages, 'fewer message', 'fewer messages'),
    `${formatCount(missed, 'outage')} missed`,
  ]
    .filter(Boolean)
    .join(', ');
