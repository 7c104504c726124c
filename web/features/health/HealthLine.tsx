import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as To, useLocation } from 'react-router';
import { usePolling } from '#web/lib/usePolling.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { PlatformStatus } from './health.gql.ts';
import { partName, shapeOf, worstFirst } from './health-words.ts';

/** Polling interval in milliseconds. */
const POLL_INTERVAL_MS = 60_000;

/** A line above the operator's screens while a part of the platform is late or failing. */
export function HealthLine(): ReactNode {
  const { pathname } = useLocation();
  const isToldThere = pathname === '/admin/health';
  const { data, refetch } = useQuery(PlatformStatus, {
    fetchPolicy: 'cache-and-network',
    skip: isToldThere,
  });
  usePolling(isToldThere ? undefined : POLL_INTERVAL_MS, refetch);
  const health = data?.platformHealth;
  if (isToldThere || !health || health.state === 'ok') return null;
  const wrong = worstFirst(health.checks).filter((check) => check.state !== 'ok');
  const [first] = wrong;
  return (
    <Banner
      label="Platform health"
      role={health.state === 'failing' ? 'alert' : 'status'}
      state={shapeOf[health.state]}
    >
      <chakra.b fontWeight="medium">{first && partName[first.part]}</chakra.b>: {first?.says}
      {wrong.length > 1 && `, and ${wrong.length - 1} more`}.{' '}
      <Link asChild fontWeight="medium" whiteSpace="nowrap">
        <To to="/admin/health">Open Health</To>
      </Link>
    </Banner>
  );
}
