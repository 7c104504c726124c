import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Link } from '@chakra-ui/react';
import { Link as To } from 'react-router';
import type { HealthCheckFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { type Unmasked, unmasked } from '#web/lib/unmasked.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { partName, placeOf, shapeOf, stateName, summary, worstFirst } from './health-words.ts';

export const PlatformHealth = graphql(`
  query PlatformHealth {
    platformHealth {
      state
      checkedAt
      checks {
        ...HealthCheckFields
      }
    }
  }

  fragment HealthCheckFields on HealthCheck {
    part
    state
    says
    advice
    facts {
      ...HealthFactFields
    }
    troubles {
      ...HealthFactFields
    }
  }

  fragment HealthFactFields on HealthFact {
    label
    value
    at
  }
`);

export const RerunFailedJobs = graphql(`
  mutation RerunFailedJobs($task: String!) {
    rerunFailedJobs(task: $task)
  }
`);

/** Polling interval in milliseconds while the screen is open. */
const POLL_INTERVAL_MS = 15_000;

/** The health of the platform itself, not of customers' networks. */
export function HealthPage() {
  const { data, previousData, error, refetch } = useQuery(PlatformHealth, {
    fetchPolicy: 'cache-and-network',
  });
  usePolling(POLL_INTERVAL_MS, refetch);
  // Keep showing the last result while the server can't be reached.
  const health = unmasked((data ?? previousData)?.platformHealth);
  return (
    <>
      <PageHeader
        title="Health"
        description="The health of the platform, and what to do about problems. Refreshes every 15 seconds."
      />
      {error && <LoadFailed title="We couldn’t load the health status" error={error} onRetry={refetch} />}
      {!health && !error && <SkeletonRows rows={8} />}
      {health && (
        <>
          <chakra.p
            role="status"
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            gap={2.5}
            mt={error ? 5 : 0}
            mb={4}
            textStyle="lg"
            fontWeight="semibold"
          >
            <chakra.span color={`state.${shapeOf[health.state]}`}>
              <StateIcon state={shapeOf[health.state]} size={16} />
            </chakra.span>
            {summary(health.checks)}
          </chakra.p>
          <DividedList
            aria-label="Components"
            borderWidth="1px"
            borderRadius="surface"
            bg="bg.panel"
            overflow="hidden"
          >
            {worstFirst(health.checks).map((check) => (
              <HealthRow key={check.part} check={check} onChanged={refetch} />
            ))}
          </DividedList>
          <Hint mt={3}>
            Checked <RelativeTime at={health.checkedAt} />.
          </Hint>
        </>
      )}
    </>
  );
}

type Check = Unmasked<HealthCheckFieldsFragment>;
type Fact = Check['facts'][number];

/** One component: its state, the suggested action, and its figures. */
function HealthRow({ check, onChanged }: { check: Check; onChanged: () => Promise<unknown> }) {
  const { part, state, says, advice, facts, troubles } = check;
  const place = placeOf[part];
  return (
    <chakra.li
      id={part}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '10rem minmax(0, 1fr)' }}
      columnGap={6}
      rowGap={1}
      px={{ base: 4, md: 5 }}
      py={4}
      bg={state === 'ok' ? undefined : `state.${shapeOf[state]}.subtle`}
    >
      <chakra.div display="flex" flexDirection={{ base: 'row', md: 'column' }} gap={{ base: 3, md: 0.5 }}>
        <chakra.h2 fontWeight="semibold">{partName[part]}</chakra.h2>
        <StatusDot state={shapeOf[state]} word={stateName[state]} />
      </chakra.div>
      <chakra.div minW={0} overflowWrap="anywhere">
        <chakra.p fontWeight={state === 'ok' ? undefined : 'medium'}>{says}</chakra.p>
        {advice && (
          <Muted mt={0.5}>
            {advice}{' '}
            {place && (
              <Link asChild fontWeight="medium" whiteSpace="nowrap">
                <To to={place.to}>{place.label}</To>
              </Link>
            )}
          </Muted>
        )}
        {troubles.length > 0 && (
          <chakra.ul listStyleType="none" mt={3} css={{ '& > li + li': { mt: 2 } }} aria-label="Details">
            {troubles.map((trouble) => (
              <chakra.li
                key={keyOf(trouble)}
                display="flex"
                flexWrap="wrap"
                alignItems="center"
                justifyContent="space-between"
                gap={2}
              >
                <chakra.span flex="1 1 16rem" minW={0}>
                  <chakra.b fontWeight="medium">{trouble.label}</chakra.b> <FactValue fact={trouble} />
                </chakra.span>
                {part === 'queue' && <RerunJobs task={trouble.label} onDone={onChanged} />}
              </chakra.li>
            ))}
          </chakra.ul>
        )}
        <Facts facts={facts} />
      </chakra.div>
    </chakra.li>
  );
}

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <chakra.dl
    mt={2}
    display="flex"
    flexWrap="wrap"
    columnGap={6}
    rowGap={1}
    textStyle="sm"
    fontVariantNumeric="tabular-nums"
  >
    {facts.map((fact) => (
      <chakra.div key={keyOf(fact)} display="flex" flexWrap="wrap" columnGap={1.5} minW={0}>
        <chakra.dt color="fg.muted">{fact.label}</chakra.dt>
        <chakra.dd minW={0}>
          <FactValue fact={fact} />
        </chakra.dd>
      </chakra.div>
    ))}
  </chakra.dl>
);

/** Two nodes on one machine have the same name. */
const keyOf = ({ label, value, at }: Fact): string => `${label} ${value} ${String(at)}`;

const FactValue = ({ fact: { value, at } }: { fact: Fact }) => (
  <>
    {value} {at && <RelativeTime at={at} />}
  </>
);

/** Retries the failed jobs of one name. */
function RerunJobs({ task, onDone }: { task: string; onDone: () => Promise<unknown> }) {
  const [rerun, { loading }] = useMutation(RerunFailedJobs);
  const run = async () => {
    try {
      const { data } = await rerun({ variables: { task } });
      const count = data?.rerunFailedJobs ?? 0;
      toast({
        title: count === 1 ? 'Job queued to retry' : `${count} jobs queued to retry`,
        type: 'success',
      });
    } catch (error) {
      toastFailure(error, {
        title: 'Failed to retry the jobs',
        check: 'Reload the page to see whether the jobs are waiting to run.',
      });
    }
    await onDone().catch(() => undefined);
  };
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`Retry: ${task}`}
      aria-disabled={loading || undefined}
      onClick={() => !loading && void run()}
    >
      Retry
    </Button>
  );
}
