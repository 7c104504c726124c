import { chakra, Link } from '@chakra-ui/react';
import { Link as To } from 'react-router';
import type { ExplainDeviceQuery, RuleOutcome } from '#web/gql/graphql.ts';
import { dayAndTime } from '#web/lib/dates.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { State } from '#web/ui/StateShape.tsx';

type Explained = ExplainDeviceQuery['deviceExplanation'];
type Rule = Explained['rules'][number];

const outcomes: Record<RuleOutcome, { state: State; word: string }> = {
  raised: { state: 'critical', word: 'Alert' },
  holding: { state: 'warning', word: 'Not long enough' },
  well: { state: 'ok', word: 'Nothing wrong' },
  unknown: { state: 'unknown', word: 'Not known' },
  absent: { state: 'unknown', word: 'Did not look' },
};

/** What was known at the moment, what each rule made of it, and what followed. */
export const WhyNotified = ({ explained: { at, look, rules, elsewhere } }: { explained: Explained }) => (
  <>
    <p>
      <b>{dayAndTime(new Date(at))}:</b> {look}
    </p>
    {rules.length === 0 && (
      <p>
        No rule looks at this device, so nobody could be told.{' '}
        <Link asChild fontWeight="medium">
          <To to="/alerts?tab=rules">Alert rules</To>
        </Link>
      </p>
    )}
    {rules.length > 0 && (
      <chakra.ul
        aria-label="What each rule made of it"
        listStyleType="none"
        css={{ '& > li + li': { borderTopWidth: '1px' } }}
      >
        {rules.map((rule) => (
          <Explanation key={rule.alertId ?? rule.ruleId ?? rule.ruleName} rule={rule} />
        ))}
      </chakra.ul>
    )}
    <chakra.p textStyle="sm" color="fg.muted">
      {elsewhere > 0 &&
        `${elsewhere === 1 ? '1 more rule looks' : `${elsewhere} more rules look`} at other controllers or sites. `}
      Rules are shown as they are today. Earlier versions are stored with the alerts they raised.
    </chakra.p>
  </>
);

const Explanation = ({ rule: { ruleName, outcome, saw, followed, alertId } }: { rule: Rule }) => (
  <chakra.li
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '9.5rem minmax(0, 1fr)' }}
    alignItems="start"
    columnGap={4}
    rowGap={1}
    py={3}
    overflowWrap="anywhere"
  >
    <StatusDot {...outcomes[outcome]} />
    <chakra.div minW={0}>
      <chakra.p fontWeight="medium">{ruleName}</chakra.p>
      <p>{saw}</p>
      {followed.map((sentence) => (
        <chakra.p key={sentence} textStyle="sm" color="fg.muted">
          {sentence}
        </chakra.p>
      ))}
      {alertId && (
        <Link asChild fontWeight="medium" textStyle="sm">
          <To to={`/alerts/${alertId}`}>The alert and its timeline</To>
        </Link>
      )}
    </chakra.div>
  </chakra.li>
);
