import { useMutation } from '@apollo/client/react';
import { Button, Stack } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  BacktestProgress,
  effectOf,
  limitWords,
  useBacktest,
} from '#web/features/alerts/rules/useBacktest.tsx';
import { scopeInput, scopeListsOf } from '#web/features/alerts/rules/scope-form.ts';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import type { RuleScopeInput } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Hint } from '#web/ui/text.tsx';
import { toastFailure } from '#web/ui/toaster.tsx';
import { BACKTEST_DAYS, ChangeSeenRule } from './QuieterRule.tsx';

export const QuieterDeviceFields = graphql(`
  fragment QuieterDeviceFields on NoisyDevice {
    name
    mac
    rule {
      id
      name
      isActive
      threshold
      duration
      exceptions {
        customerIds
        tags
        siteIds
        deviceRoles
        models
        names
        macs
      }
    }
  }
`);

type Props = {
  device: FragmentType<typeof QuieterDeviceFields>;
  /** Something else is running over the past. */
  isBlocked: boolean;
  onRunning: (isRunning: boolean) => void;
};

/** Leaves a device out of the rule that raised most of its alerts, after showing what that would have changed. */
export function QuieterDevice({ device, isBlocked, onRunning }: Props) {
  const { name, mac, rule } = readFragment(QuieterDeviceFields, device);
  const looksOnly = useLooksOnly();
  const run = useBacktest();
  const [change, { loading }] = useMutation(ChangeSeenRule, { refetchQueries: ['NoiseSources'] });
  /** The exceptions that it ran with, and those that leave out the device. */
  const [tried, setTried] = useState<{ from: RuleScopeInput[]; to: RuleScopeInput[] }>();
  const [isApplied, setApplied] = useState(false);
  const { shown, isBusy } = run;
  const report = useEffectEvent(() => onRunning(isBusy));
  useEffect(() => report(), [isBusy]);
  if (!rule?.isActive || !mac) return null;
  const { id, threshold, duration } = rule;

  const start = () => {
    const from = rule.exceptions.map((one) => scopeInput(scopeListsOf(one)));
    const to = without(mac, from);
    setTried({ from, to });
    void run.start({ ruleId: id, input: { exceptions: to }, days: BACKTEST_DAYS, compare: true });
  };
  const set = async (exceptions: RuleScopeInput[], seen: RuleScopeInput[], applied: boolean) => {
    try {
      await change({
        variables: { id, input: { exceptions }, seen: { threshold, duration, exceptions: seen } },
      });
      setApplied(applied);
    } catch (error) {
      toastFailure(error, {
        title: 'Update failed',
        check: 'Reload the page to see whether the rule was changed.',
      });
      run.stop();
    }
  };
  const result = shown?.result;
  const isOut = !tried && rule.exceptions.some((one) => one.macs?.includes(mac));
  if (isOut) return <Hint>{`Already excluded from “${rule.name}”.`}</Hint>;
  const words = `${name} from “${rule.name}”`;
  return (
    <Stack gap={2} alignItems="stretch" aria-live="polite">
      {!result && !run.isRunning && (
        <div>
          <Button
            size="sm"
            variant="outline"
            aria-label={`Show the effect of excluding ${words}`}
            disabled={isBusy || isBlocked}
            onClick={start}
          >
            Show the effect of excluding it
          </Button>
        </div>
      )}
      <BacktestProgress run={run} />
      {result?.effect && tried && (
        <>
          {result.limits.map((limit) => (
            <Hint key={limit.code}>{limitWords(limit)}</Hint>
          ))}
          <Notice
            state={isApplied ? 'ok' : 'info'}
            title={`${isApplied ? 'Excluded' : 'Exclude'} ${words}`}
            action={
              !looksOnly && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={isApplied ? `Undo excluding ${words}` : `Exclude ${words}`}
                  aria-disabled={loading || undefined}
                  onClick={() => {
                    if (loading) return;
                    void (isApplied ? set(tried.from, tried.to, false) : set(tried.to, tried.from, true));
                  }}
                >
                  {isApplied ? 'Undo' : 'Exclude'}
                </Button>
              )
            }
          >
            {`${effectOf(result.effect)} in the last ${BACKTEST_DAYS} days. Excluding it resolves its open alerts from this rule.`}
          </Notice>
        </>
      )}
    </Stack>
  );
}

/** One more exception, or one more device of an exception that lists only devices: a rule has few. */
function without(mac: string, exceptions: readonly RuleScopeInput[]): RuleScopeInput[] {
  const isList = ({ macs, ...rest }: RuleScopeInput) =>
    !!macs && Object.values(rest).every((value) => value === null || value === undefined);
  const at = exceptions.findIndex(isList);
  if (at < 0) return [...exceptions, { macs: [mac] }];
  return exceptions.map((one, nth) => (nth === at ? { ...one, macs: [...(one.macs ?? []), mac] } : one));
}
