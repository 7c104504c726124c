import { useQuery } from '@apollo/client/react';
import { Button, chakra, Input, Link } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { localInput } from '#web/features/alerts/snooze.ts';
import type { ExplainDeviceQuery, RuleOutcome } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useClock } from '#web/lib/useClock.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import type { State } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { touchArea } from '#web/ui/touch.ts';

export const ExplainDevice = graphql(`
  query ExplainDevice($controllerId: ID!, $deviceId: ID!, $at: DateTimeISO) {
    deviceExplanation(controllerId: $controllerId, deviceId: $deviceId, at: $at) {
      at
      look
      measuredAt
      state
      rules {
        ruleId
        ruleName
        outcome
        saw
        followed
        alertId
      }
      elsewhere
    }
  }
`);

type Props = { controllerId: string; deviceId: string };

/** Why people were or weren't notified about a device at a given time. */
export function WhyNotified({ controllerId, deviceId }: Props) {
  const [address, setAt] = useSearchParam('at');
  // People may have typed the address by hand.
  const at = Number.isNaN(Date.parse(address ?? '')) ? undefined : address;
  const { data, error, refetch } = useQuery(ExplainDevice, {
    variables: { controllerId, deviceId, at: at ?? null },
    fetchPolicy: 'cache-and-network',
  });
  const explained = data?.deviceExplanation;
  return (
    <Card
      as="section"
      aria-labelledby="why"
      display="flex"
      flexDirection="column"
      gap={4}
      p={{ base: 4, md: 5 }}
    >
      <SectionTitle id="why">Why you were or weren't notified</SectionTitle>
      <MomentField at={at} onChange={setAt} />
      {error && !explained && (
        <LoadFailed title="We couldn’t load the explanation" error={error} onRetry={refetch} />
      )}
      {!explained && !error && <SkeletonRows rows={4} />}
      {explained && <Explained explained={explained} />}
    </Card>
  );
}

type MomentFieldProps = {
  /** ISO 8601. Undefined means now. */
  at: string | undefined;
  onChange: (at: string | undefined) => void;
};

/** Chooses a past time in the reader's time zone. */
function MomentField({ at, onChange }: MomentFieldProps) {
  const chosen = inputOf(at);
  const [typed, setTyped] = useState(chosen);
  const [known, setKnown] = useState(chosen);
  const now = useClock('quarter');
  // Back and Forward change the time too.
  if (known !== chosen) {
    setKnown(chosen);
    setTyped(chosen);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const moment = new Date(typed);
    onChange(Number.isNaN(moment.getTime()) ? undefined : moment.toISOString());
  };
  return (
    <chakra.form onSubmit={submit} display="flex" flexWrap="wrap" alignItems="end" gap={2}>
      <chakra.label display="flex" flexDirection="column" gap={1} w={{ base: 'full', md: 'auto' }}>
        <chakra.span fontWeight="medium" textStyle="sm">
          At
        </chakra.span>
        <Input
          type="datetime-local"
          value={typed}
          max={localInput(new Date(now))}
          onChange={({ target }) => setTyped(target.value)}
        />
      </chakra.label>
      <Button type="submit" variant="outline">
        Explain this moment
      </Button>
      <Button variant="ghost" onClick={() => onChange(undefined)}>
        Now
      </Button>
    </chakra.form>
  );
}

/** The field's value for the address. Blank if that isn't a valid time. */
function inputOf(at: string | undefined): string {
  const moment = at === undefined ? new Date() : new Date(at);
  return Number.isNaN(moment.getTime()) ? '' : localInput(moment);
}

type Explanation = ExplainDeviceQuery['deviceExplanation'];
type Rule = Explanation['rules'][number];

const outcomes: Record<RuleOutcome, { state: State; word: string }> = {
  raised: { state: 'critical', word: 'Alert' },
  holding: { state: 'warning', word: 'Pending' },
  well: { state: 'ok', word: 'OK' },
  unknown: { state: 'unknown', word: 'Unknown' },
  absent: { state: 'unknown', word: 'Not evaluated' },
};

/** The device's state at that time, each rule's result, and what was sent. */
const Explained = ({ explained: { at, look, rules, elsewhere } }: { explained: Explanation }) => (
  <>
    <p>
      <b>{formatDateTime(new Date(at))}:</b> {look}
    </p>
    {rules.length === 0 && (
      <p>
        No rule applies to this device, so no one could be notified.{' '}
        <Link asChild fontWeight="medium">
          <RouterLink to="/alerts?tab=rules">Alert rules</RouterLink>
        </Link>
      </p>
    )}
    {rules.length > 0 && (
      <DividedList aria-label="Result of each rule">
        {rules.map((rule) => (
          <RuleResult key={rule.alertId ?? rule.ruleId ?? rule.ruleName} rule={rule} />
        ))}
      </DividedList>
    )}
    <Hint>
      {elsewhere > 0 &&
        `${elsewhere === 1 ? '1 more rule applies' : `${elsewhere} more rules apply`} to other controllers, sites or customers. `}
      Rules are shown as they are today. Earlier versions are stored with the alerts they raised.
    </Hint>
  </>
);

const RuleResult = ({ rule: { ruleName, outcome, saw, followed, alertId } }: { rule: Rule }) => (
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
        <Hint key={sentence}>{sentence}</Hint>
      ))}
      {alertId && (
        <Link asChild fontWeight="medium" textStyle="sm" css={touchArea}>
          <RouterLink to={`/alerts/${alertId}`}>View the alert’s timeline</RouterLink>
        </Link>
      )}
    </chakra.div>
  </chakra.li>
);
