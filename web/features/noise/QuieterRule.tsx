import { useMutation } from '@apollo/client/react';
import { Button, Stack } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  BacktestProgress,
  type BacktestResult,
  effectOf,
  limitWords,
  useBacktest,
} from '#web/features/alerts/rules/useBacktest.tsx';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Hint } from '#web/ui/text.tsx';
import { toastFailure } from '#web/ui/toaster.tsx';

export const QuieterRuleFields = graphql(`
  fragment QuieterRuleFields on NoisyRule {
    ruleId
    name
    condition
    threshold
    duration
    isActive
    hasBacktest
  }
`);

export const ChangeSeenRule = graphql(`
  mutation ChangeSeenRule($id: ID!, $input: AlertRuleChanges!, $seen: SeenRule!) {
    updateAlertRule(id: $id, input: $input, seen: $seen) {
      ...AlertRuleFields
    }
  }
`);

/** The period that suggestions are computed from. */
export const BACKTEST_DAYS = 30;

type Values = { threshold: string | null; duration: number };
type Suggestion = BacktestResult['suggestions'][number];

type Props = {
  rule: FragmentType<typeof QuieterRuleFields>;
  /** Another rule is running over the past. */
  isBlocked: boolean;
  onRunning: (isRunning: boolean) => void;
};

/** Finds settings with which a rule would have been quieter, and applies one of them. */
export function QuieterRule(props: Props) {
  const { isBlocked, onRunning } = props;
  const { ruleId, name, isActive, hasBacktest, threshold, duration } = readFragment(
    QuieterRuleFields,
    props.rule,
  );
  const run = useBacktest();
  /** The values that it ran with. */
  const [from, setFrom] = useState<Values>();
  const { shown, isBusy } = run;
  const report = useEffectEvent(() => onRunning(isBusy));
  useEffect(() => report(), [isBusy]);
  if (!hasBacktest)
    return (
      <Hint>
        No suggestions: we can’t run this condition over the past, because we don’t store its past values.
      </Hint>
    );
  if (!isActive) return <Hint>This rule is off.</Hint>;
  const start = () => {
    setFrom({ threshold, duration });
    void run.start({ ruleId, input: {}, days: BACKTEST_DAYS, compare: false });
  };
  const result = shown?.result;
  return (
    <Stack gap={2} alignItems="stretch" aria-live="polite">
      {!result && !run.isRunning && (
        <div>
          <Button
            size="sm"
            variant="outline"
            aria-label={`Find a quieter setting for ${name}`}
            disabled={isBusy || isBlocked}
            onClick={start}
          >
            Find a quieter setting
          </Button>
        </div>
      )}
      <BacktestProgress run={run} />
      {result && from && (
        <>
          {result.limits.map((limit) => (
            <Hint key={limit.code}>{limitWords(limit)}</Hint>
          ))}
          {result.suggestions.map((one) => (
            <Remedy
              key={`${one.threshold} ${one.duration}`}
              ruleId={ruleId}
              from={from}
              suggestion={one}
              onOutdated={run.stop}
            />
          ))}
          <Hint>
            {result.suggestions.length > 0
              ? `Computed from the last ${BACKTEST_DAYS} days. An outage is an alert of 15 minutes or more, or one that someone acknowledged.`
              : `We found no quieter setting that would have reported every outage of the last ${BACKTEST_DAYS} days.`}
          </Hint>
        </>
      )}
    </Stack>
  );
}

type RemedyProps = {
  ruleId: string;
  from: Values;
  suggestion: Suggestion;
  /** Called when someone else has changed the rule. */
  onOutdated: () => void;
};

/** One change of a rule with its effect. It can be applied, and then undone. */
function Remedy({ ruleId, from, suggestion, onOutdated }: RemedyProps) {
  const looksOnly = useLooksOnly();
  const [isApplied, setApplied] = useState(false);
  const [change, { loading }] = useMutation(ChangeSeenRule, { refetchQueries: ['NoiseSources'] });
  const to = { threshold: suggestion.threshold, duration: suggestion.duration };
  const isThreshold = to.threshold !== from.threshold;
  const words = isThreshold
    ? `threshold ${from.threshold ?? 'default'} → ${to.threshold}`
    : `duration ${formatNumber(from.duration)} → ${formatCount(to.duration, 'minute')}`;
  const set = async (wanted: Values, seen: Values) => {
    const input = isThreshold ? { threshold: wanted.threshold } : { duration: wanted.duration };
    try {
      await change({ variables: { id: ruleId, input, seen } });
      setApplied(wanted === to);
    } catch (error) {
      toastFailure(error, {
        title: 'Update failed',
        check: 'Reload the page to see whether the rule was changed.',
      });
      onOutdated();
    }
  };
  const [wanted, seen] = isApplied ? [from, to] : [to, from];
  return (
    <Notice
      state={isApplied ? 'ok' : 'info'}
      title={isApplied ? `Changed ${words}` : `${words.charAt(0).toUpperCase()}${words.slice(1)}`}
      action={
        !looksOnly && (
          <Button
            size="sm"
            variant="outline"
            aria-label={isApplied ? `Undo ${words}` : `Apply ${words}`}
            aria-disabled={loading || undefined}
            onClick={() => !loading && void set(wanted, seen)}
          >
            {isApplied ? 'Undo' : 'Apply'}
          </Button>
        )
      }
    >
      {effectOf(suggestion)}
      {isThreshold && '. Changing the threshold resolves this rule’s open alerts'}
    </Notice>
  );
}
