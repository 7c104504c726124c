import { chakra, Link } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { RuleChannels } from '#web/features/alerts/RuleChannels.tsx';
import { thresholdWords, type Rule } from '#web/features/alerts/rule-form.ts';
import { useAlertRules } from '#web/features/alerts/useAlertRules.ts';
import { useUsualThresholds } from '#web/features/alerts/useUsualThresholds.ts';
import { conditionWords, durationWords } from '#web/features/alerts/words.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';

/** The rules that look at it: its own, and those of all controllers. */
export function RulesOfController({ controller }: { controller: ControllerFieldsFragment }) {
  const { rules, error, refetch } = useAlertRules();
  const usual = useUsualThresholds();
  const looking = rules?.filter((rule) => rule.isActive && looksAt(rule, controller));
  return (
    <chakra.section aria-labelledby="rules">
      <chakra.h2 id="rules" textStyle="lg" fontWeight="semibold" mb={3}>
        Rules that look at it
      </chakra.h2>
      {error !== undefined && !rules && (
        <LoadFailed title="The rules could not be loaded" error={error} onRetry={refetch} />
      )}
      <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface" overflow="hidden">
        {!rules && !error && <SkeletonRows rows={3} />}
        {looking?.length === 0 && (
          <chakra.p px={4} py={5} color="fg.muted">
            None: whatever happens there raises no alert.{' '}
            <Link asChild>
              <RouterLink to="/alerts?tab=rules">Add a rule</RouterLink>
            </Link>
          </chakra.p>
        )}
        <chakra.ul listStyleType="none" css={{ '& > li + li': { borderTopWidth: '1px' } }}>
          {looking?.map((rule) => (
            <chakra.li
              key={rule.id}
              display="grid"
              gridTemplateColumns={{
                base: 'minmax(0, 1fr)',
                md: 'minmax(0, 2fr) minmax(0, 3fr) minmax(0, 2fr)',
              }}
              columnGap={4}
              px={4}
              py={2.5}
              overflowWrap="anywhere"
            >
              <Link asChild variant="plain" color="fg" fontWeight="medium" justifySelf="start">
                <RouterLink to={`/alerts?tab=rules#rule-${rule.id}`}>{rule.name}</RouterLink>
              </Link>
              <span>
                {[
                  conditionWords[rule.condition],
                  thresholdWords(rule, usual(rule.condition)),
                  durationWords(rule.duration),
                ]
                  .filter(Boolean)
                  .join(' ')}
              </span>
              <chakra.span textStyle="sm" color="fg.muted">
                <RuleChannels rule={rule} />
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
      </chakra.div>
    </chakra.section>
  );
}

const looksAt = (rule: Rule, { id, selectedSiteId }: ControllerFieldsFragment): boolean =>
  rule.controllerId == null ||
  (rule.controllerId === id &&
    (rule.siteId == null || selectedSiteId == null || rule.siteId === selectedSiteId));
