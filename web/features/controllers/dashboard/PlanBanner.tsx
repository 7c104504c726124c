import { chakra } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { CustomerPlan, WatchedPlan } from '../controllers.gql.ts';

/** More places than this are told in words only. */
const MOST_PLACES = 12;

/** The package of the team, whether it is paid for, and how many of its controllers are taken. */
export function PlanBanner({ inUse }: { inUse?: number }) {
  // Another owner brings another package.
  const { data } = useQuery(CustomerPlan, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const isPaused = useQuery(WatchedPlan).data?.subscription.isActive === false;
  const plan = data?.me.teamPackage;
  if (!plan) return null;
  const { name, maxControllers } = plan;
  const unlimited = maxControllers < 0;
  return (
    <chakra.section
      aria-label="Plan of the team"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap={3}
      rowGap={1}
      mb={4}
    >
      <chakra.h2 textStyle="md" fontWeight="semibold">
        {name}
      </chakra.h2>
      <chakra.span color="fg.muted">
        {unlimited ? 'unlimited controllers' : allowed(maxControllers)}
      </chakra.span>
      {isPaused && <chakra.span color="state.critical">ended: nothing is watched</chakra.span>}
      {inUse !== undefined && (
        <chakra.span
          display="inline-flex"
          alignItems="center"
          gap={2.5}
          color="fg.muted"
          fontVariantNumeric="tabular-nums"
        >
          {!unlimited && maxControllers <= MOST_PLACES && <Places inUse={inUse} of={maxControllers} />}
          {inUse} connected{!unlimited && inUse >= maxControllers && ', none left'}
        </chakra.span>
      )}
    </chakra.section>
  );
}

const allowed = (count: number) => (count === 1 ? '1 controller allowed' : `${count} controllers allowed`);

/** One lamp for each controller of the plan, lit where one is connected. */
function Places({ inUse, of }: { inUse: number; of: number }) {
  return (
    <chakra.span aria-hidden display="inline-flex" gap={1}>
      {Array.from({ length: of }, (_, place) => (
        <chakra.span
          key={place}
          w={4}
          h={1.5}
          borderRadius="full"
          bg={place < inUse ? 'fg.muted' : 'bg.emphasized'}
        />
      ))}
    </chakra.span>
  );
}
