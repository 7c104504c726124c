import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as To, useLocation } from 'react-router';
import { useAskAgain } from '#web/lib/useAskAgain.ts';
import { StateShape } from '#web/ui/StateShape.tsx';
import { PlatformStanding } from './line.gql.ts';
import { partName, shapeOf, worstFirst } from './words.ts';

/** Milliseconds between two looks. */
const LOOK_EVERY = 60_000;

/** One line above the operator's screens while the product itself is late or failing. */
export function HealthLine(): ReactNode {
  const { pathname } = useLocation();
  const isToldThere = pathname === '/admin/health';
  const { data, refetch } = useQuery(PlatformStanding, {
    fetchPolicy: 'cache-and-network',
    skip: isToldThere,
  });
  useAskAgain(isToldThere ? undefined : LOOK_EVERY, refetch);
  const health = data?.platformHealth;
  if (isToldThere || !health || health.state === 'ok') return null;
  const state = shapeOf[health.state];
  const wrong = worstFirst(health.checks).filter((check) => check.state !== 'ok');
  const [first] = wrong;
  return (
    <chakra.div
      aria-label="Health of the platform"
      role={health.state === 'failing' ? 'alert' : 'status'}
      display="flex"
      alignItems="center"
      gap={2.5}
      minH={9}
      mb={5}
      px={3}
      py={1}
      borderWidth="1px"
      borderRadius="control"
      borderColor={`color-mix(in srgb, {colors.state.${state}} 35%, transparent)`}
      bg={`state.${state}.subtle`}
      textStyle="sm"
    >
      <chakra.span color={`state.${state}`} display="inline-flex">
        <StateShape state={state} />
      </chakra.span>
      <chakra.p flex={1} minW={0} overflowWrap="anywhere">
        <chakra.b fontWeight="medium">{first && partName[first.part]}</chakra.b>: {first?.says}
        {wrong.length > 1 && `, and ${wrong.length - 1} more`}.{' '}
        <Link asChild fontWeight="medium" whiteSpace="nowrap">
          <To to="/admin/health">Open Health</To>
        </Link>
      </chakra.p>
    </chakra.div>
  );
}
