import { useQuery } from '@apollo/client/react';
import { createContext, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useOperatorAttention } from '#web/features/attention/operator-attention.ts';
import { PlatformStatus } from '#web/features/health/health.gql.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { ControllerProblems, OpenAlertCount } from '../shell.gql.ts';

/** What needs attention behind an entry of the sidebar: "3", read out as "3 open alerts". */
export type Count = { count: number; nouns: readonly [one: string, several: string] };

/** By the address of the entry. Entries without anything to attend to have none. */
export type Counts = Readonly<Record<string, Count>>;

/** The counts of the sidebar. A context, because the whole frame would be drawn again whenever one of them changes. */
export const SidebarCounts = createContext<Counts>({});

const alertNouns = ['open alert', 'open alerts'] as const;
const controllerNouns = ['controller offline or failing', 'controllers offline or failing'] as const;

const countsOf = (all: Record<string, [number | undefined, Count['nouns']]>): Counts =>
  Object.fromEntries(
    Object.entries(all).flatMap(([to, [count, nouns]]) => (count ? [[to, { count, nouns }]] : [])),
  );

/** Counts for a team's members. Live changes of alerts and controllers update both. */
export function useMemberCounts(): Counts {
  const { data: alerts } = useQuery(OpenAlertCount);
  const { data: controllers } = useQuery(ControllerProblems);
  const states = controllers?.controllerStates;
  return countsOf({
    '/alerts': [alerts?.openAlertCount, alertNouns],
    '/controllers': [states && states.offline + states.error, controllerNouns],
  });
}

/** Polling interval in milliseconds. No event announces what visitors and Stripe do. */
const POLL_INTERVAL_MS = 60_000;

/** Counts for operators, refetched each minute and with each screen. */
export function useOperatorCounts(isAllowed: boolean): Counts {
  const { attention, refetch } = useOperatorAttention({ skip: !isAllowed });
  // The banner or the health screen requests it.
  const { data } = useQuery(PlatformStatus, { fetchPolicy: 'cache-only' });
  usePolling(isAllowed ? POLL_INTERVAL_MS : undefined, refetch);
  const { pathname } = useLocation();
  const known = useRef(pathname);
  useEffect(() => {
    // Whoever answered a message or emailed the waitlist sees the count go down on the next screen.
    if (isAllowed && known.current !== pathname) void refetch().catch(() => undefined);
    known.current = pathname;
  }, [isAllowed, pathname, refetch]);
  return countsOf({
    '/admin/contact': [attention?.unansweredMessages, ['unanswered message', 'unanswered messages']],
    '/admin/billing': [attention?.failedPayments, ['failed payment', 'failed payments']],
    '/admin/waitlist': [attention?.waitlistUnemailed, ['person waiting', 'people waiting']],
    '/admin/health': [
      data?.platformHealth.checks.filter(({ state }) => state !== 'ok').length,
      ['health problem', 'health problems'],
    ],
  });
}
