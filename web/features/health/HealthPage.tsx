import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useAskAgain } from '#web/lib/useAskAgain.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import { PlatformHealth } from './health.gql.ts';
import { HealthRow } from './HealthRow.tsx';
import { shapeOf, summary, worstFirst } from './words.ts';

/** Milliseconds between two looks while the screen is open. */
const LOOK_EVERY = 15_000;

/** How the product itself does: not the networks of customers, but what watches them. */
export function HealthPage() {
  const { data, previousData, error, refetch } = useQuery(PlatformHealth, {
    fetchPolicy: 'cache-and-network',
  });
  useAskAgain(LOOK_EVERY, refetch);
  // What was seen last stays while nothing can be asked.
  const health = (data ?? previousData)?.platformHealth;
  return (
    <>
      <PageHeader
        title="Health"
        description="How the product itself does, and what to do about it. Looked at every 15 seconds."
      />
      {error && <LoadFailed title="The health could not be asked for" error={error} onRetry={refetch} />}
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
              <StateShape state={shapeOf[health.state]} size={16} />
            </chakra.span>
            {summary(health.checks)}
          </chakra.p>
          <chakra.ul
            aria-label="Parts of the product"
            listStyleType="none"
            borderWidth="1px"
            borderRadius="surface"
            bg="bg.panel"
            overflow="hidden"
            css={{ '& > li + li': { borderTopWidth: '1px' } }}
          >
            {worstFirst(health.checks).map((check) => (
              <HealthRow key={check.part} check={check} onChanged={refetch} />
            ))}
          </chakra.ul>
          <chakra.p mt={3} textStyle="sm" color="fg.muted">
            Looked at <RelativeTime at={health.checkedAt} />.
          </chakra.p>
        </>
      )}
    </>
  );
}
