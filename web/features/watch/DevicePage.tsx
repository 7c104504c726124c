import { useQuery } from '@apollo/client/react';
import { Button, chakra, Input, Link } from '@chakra-ui/react';
import { SearchX } from '#web/ui/icons.tsx';
import { type FormEvent, useState } from 'react';
import { Link as RouterLink, useParams } from 'react-router';
import { NotEvaluatedNote } from '#web/features/alerts/rules/NotEvaluated.tsx';
import { localInput } from '#web/features/alerts/snooze.ts';
import { DeviceMetrics } from '#web/features/metrics/DeviceMetrics.tsx';
import { macWords } from '#web/features/maintenance/window-words.ts';
import type { ExplainDeviceQuery, NotEvaluatedFieldsFragment, RuleOutcome } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { isMissing } from '#web/lib/server-errors.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { useClock } from '#web/lib/useClock.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import type { State } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { deviceStates, stateReasonText } from './device-states.ts';

export const ExplainDevice = graphql(`
  query ExplainDevice($controllerId: ID!, $deviceId: ID!, $at: DateTimeISO) {
    deviceExplanation(controllerId: $controllerId, deviceId: $deviceId, at: $at) {
      device {
        id
        name
        model
        mac
        state
        stateReason
        reportedState
        stateSince
        overLimit
        notEvaluated {
          ...NotEvaluatedFields
        }
      }
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

/** A device's metrics, and why people were or weren't notified about it at a given time. */
export function DevicePage() {
  const { id = '', device = '' } = useParams();
  return <OneDevice key={`${id} ${device}`} controllerId={id} deviceId={device} />;
}

function OneDevice({ controllerId, deviceId }: { controllerId: string; deviceId: string }) {
  const [address, setAt] = useSearchParam('at');
  // People may have typed the address by hand.
  const at = Number.isNaN(Date.parse(address ?? '')) ? undefined : address;
  const { data, previousData, error, refetch } = useQuery(ExplainDevice, {
    variables: { controllerId, deviceId, at: at ?? null },
    fetchPolicy: 'cache-and-network',
  });
  const explained = data?.deviceExplanation;
  const device = unmasked(data ?? previousData)?.deviceExplanation.device;
  if (!device && error && isMissing(error)) return <NoSuchDevice controllerId={controllerId} />;
  return (
    <>
      <PageHeader
        title={device ? device.name || device.model || macWords(device.mac) : 'Device'}
        description={
          device && (
            <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap={2}>
              <StatusDot {...deviceStates[device.state]} />
              {stateReasonText(device) && <span>{stateReasonText(device)} ·</span>}
              <span>
                changed <RelativeTime at={device.stateSince} />
              </span>
              {device.model && <span>· {device.model}</span>}
              <chakra.span fontFamily="mono" textStyle="sm">
                {macWords(device.mac) || 'No MAC address'}
              </chakra.span>
            </chakra.span>
          )
        }
        action={
          <chakra.div display="flex" flexWrap="wrap" gap={2}>
            {device?.mac && (
              <Button asChild variant="outline">
                <RouterLink to={historyOf(controllerId, device.mac)}>Alerts</RouterLink>
              </Button>
            )}
            <Button asChild variant="outline">
              <RouterLink to={`/controllers/${controllerId}`}>Controller</RouterLink>
            </Button>
          </chakra.div>
        }
      />
      {device && device.notEvaluated.length > 0 && (
        <chakra.div mb={6}>
          <NotEvaluatedNote gaps={forOne(device.notEvaluated)} />
        </chakra.div>
      )}
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
        {explained && <WhyNotified explained={explained} />}
      </Card>
      <chakra.div mt={6}>
        <DeviceMetrics controllerId={controllerId} deviceId={deviceId} />
      </chakra.div>
    </>
  );
}

/** Don't query the count of devices here. */
const forOne = (gaps: readonly NotEvaluatedFieldsFragment[]) =>
  gaps.map((gap) => ({ ...gap, deviceCount: null }));

const historyOf = (of: string, mac: string): string =>
  `/alerts?${new URLSearchParams({ tab: 'history', of, mac, period: 'all' })}`;

const NoSuchDevice = ({ controllerId }: { controllerId: string }) => (
  <>
    <PageHeader title="Device" />
    <Card>
      <EmptyState
        icon={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
        title="Device not found"
        action={
          <Button asChild>
            <RouterLink to={`/controllers/${controllerId}`}>View its controller</RouterLink>
          </Button>
        }
      >
        It may belong to another team, or its console no longer lists it.
      </EmptyState>
    </Card>
  </>
);

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

type Explained = ExplainDeviceQuery['deviceExplanation'];
type Rule = Explained['rules'][number];

const outcomes: Record<RuleOutcome, { state: State; word: string }> = {
  raised: { state: 'critical', word: 'Alert' },
  holding: { state: 'warning', word: 'Pending' },
  well: { state: 'ok', word: 'OK' },
  unknown: { state: 'unknown', word: 'Unknown' },
  absent: { state: 'unknown', word: 'Not evaluated' },
};

/** The device's state at that time, each rule's result, and what was sent. */
const WhyNotified = ({ explained: { at, look, rules, elsewhere } }: { explained: Explained }) => (
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
          <Explanation key={rule.alertId ?? rule.ruleId ?? rule.ruleName} rule={rule} />
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
        <Hint key={sentence}>{sentence}</Hint>
      ))}
      {alertId && (
        <Link asChild fontWeight="medium" textStyle="sm">
          <RouterLink to={`/alerts/${alertId}`}>View the alert’s timeline</RouterLink>
        </Link>
      )}
    </chakra.div>
  </chakra.li>
);
