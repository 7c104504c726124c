import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import type { RuleAtAlertQuery } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Muted } from '#web/ui/text.tsx';
import { channelWords, conditionWords, durationWords } from '../alert-words.ts';
import { AlertControllerFields, AlertControllers } from '../alerts.gql.ts';
import { type Rule, thresholdWords } from '../rules/rule-form.ts';
import { isSameScope } from '../rules/scope-form.ts';
import { useAlertRules } from '../rules/useAlertRules.ts';

export const RuleAtAlert = graphql(`
  query RuleAtAlert($alertId: ID!) {
    alertRuleSnapshot(alertId: $alertId) {
      condition
      threshold
      isUsualThreshold
      duration
      controllerId
      siteId
      scope {
        customerIds
        tags
        siteIds
        deviceRoles
        models
        names
        macs
      }
      exceptions {
        customerIds
        tags
        siteIds
        deviceRoles
        models
        names
        macs
      }
      covers
      channels
    }
  }
`);

export const RuleWhenRaisedFields = graphql(`
  fragment RuleWhenRaisedFields on Alert {
    id
    ruleId
    ruleName
  }
`);

type Props = { alert: FragmentType<typeof RuleWhenRaisedFields> };

/** The rule as it was when it raised the alert, and whether it has changed since. */
export function RuleWhenRaised(props: Props) {
  const alert = readFragment(RuleWhenRaisedFields, props.alert);
  const { data, error, refetch } = useQuery(RuleAtAlert, { variables: { alertId: alert.id } });
  const controllers = readFragment(AlertControllerFields, useQuery(AlertControllers).data?.controllers);
  const kept = data?.alertRuleSnapshot;
  return (
    <chakra.section aria-labelledby="rule-then" display="contents">
      <chakra.h2 id="rule-then" fontWeight="semibold">
        Rule when raised{' '}
      </chakra.h2>
      {!data && !error && <SkeletonRows rows={3} />}
      {!data && error && <LoadFailed title="We couldn’t load the rule" error={error} onRetry={refetch} />}
      {data && !kept && (
        <Muted>{`“${alert.ruleName}” raised this alert. Its settings at the time weren’t recorded.`}</Muted>
      )}
      {kept && (
        <dl>
          {ruleFacts(alert.ruleName, kept, controllers?.find(({ id }) => id === kept.controllerId)?.name).map(
            ([name, words]) => (
              <chakra.div key={name} display="flex" gap={3} py={1}>
                <chakra.dt w="5.5rem" flexShrink={0} color="fg.muted">
                  {name}
                </chakra.dt>
                <chakra.dd minW={0} overflowWrap="anywhere">
                  {words}
                </chakra.dd>
              </chakra.div>
            ),
          )}
        </dl>
      )}
      {kept && <CurrentRule ruleId={alert.ruleId} kept={kept} />}
    </chakra.section>
  );
}

/** Whether the rule still exists and whether it has changed. */
function CurrentRule({ ruleId, kept }: { ruleId?: string | null; kept: RuleSnapshot }) {
  const { rules } = useAlertRules();
  if (!rules) return null;
  const rule = rules.find(({ id }) => id === ruleId);
  if (!rule) return <Muted>It has since been deleted.</Muted>;
  return (
    <p>
      <Muted as="span">{isTheSame(kept, rule) ? 'It hasn’t changed since.' : 'It has changed since.'}</Muted>{' '}
      <Link asChild>
        <RouterLink to={`/alerts?tab=rules#rule-${rule.id}`}>Current rule</RouterLink>
      </Link>
    </p>
  );
}

export type RuleSnapshot = NonNullable<RuleAtAlertQuery['alertRuleSnapshot']>;

/** The rule's settings at the time, as names and values. */
function ruleFacts(
  ruleName: string,
  kept: RuleSnapshot,
  controllerName: string | undefined,
): [name: string, words: string][] {
  const limit = thresholdWords(kept);
  return [
    ['Rule', ruleName],
    [
      'Condition',
      [conditionWords[kept.condition], limit && `${limit}${kept.isUsualThreshold ? ' (default)' : ''}`]
        .filter(Boolean)
        .join(' '),
    ],
    ['Duration', kept.duration > 0 ? durationWords(kept.duration) : 'none: raised immediately'],
    ['Applies to', whereWords(kept, controllerName)],
    ...(kept.covers ? [['Covers', kept.covers] satisfies [string, string]] : []),
    ['Notifies', kept.channels.map((channel) => channelWords[channel]).join(', ') || 'no one: recorded only'],
  ];
}

function whereWords({ controllerId, siteId }: RuleSnapshot, controllerName = 'a deleted controller'): string {
  if (controllerId == null) return 'all controllers';
  return siteId == null ? controllerName : `one site of ${controllerName}`;
}

/** Whether today's rule has the same condition, scope and channels. */
function isTheSame(kept: RuleSnapshot, rule: Rule): boolean {
  const { condition, threshold, isUsualThreshold, duration, controllerId, siteId, channels } = kept;
  return (
    condition === rule.condition &&
    (isUsualThreshold ? !rule.threshold : (threshold ?? null) === (rule.threshold ?? null)) &&
    duration === rule.duration &&
    controllerId === rule.controllerId &&
    siteId === rule.siteId &&
    isSameScope(kept, rule) &&
    [...channels].sort().join() === [...rule.channels].sort().join()
  );
}
