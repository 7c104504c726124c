import { useQuery } from '@apollo/client/react';
import { Button, Link } from '@chakra-ui/react';
import { readFragment } from '#web/gql/index.ts';
import { X } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { Link as To, useLocation } from 'react-router';
import { useSession } from '#web/features/auth/useSession.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Muted } from '#web/ui/text.tsx';
import { PlanStandingFields, PlanStatusQuery } from './billing.gql.ts';
import { planStatusOf } from './plan-status.ts';

/** Screens that already show the full status. */
const toldThere = ['/billing', '/subscribe'];
const DISMISSED_KEY = 'plan_bar_put_aside';

/** One line above every customer screen when the plan is ending, has ended, or a payment is due. */
export function PlanBar() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const { data } = useQuery(PlanStatusQuery, {
    skip: !user?.team,
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const plan = data && readFragment(PlanStandingFields, data.subscription);
  const now = useNowAfter([plan?.trialEndsAt, plan?.activeUntil]);
  const [aside, setAside] = useState(() => sessionStorage.getItem(DISMISSED_KEY));
  const said = plan && planStatusOf(plan, now);
  if (!said?.isEverywhere || toldThere.includes(pathname)) return null;
  const { state, title, way, isCritical } = said;
  // The title contains the days left, so a dismissed bar returns the next day.
  if (!isCritical && aside === title) return null;
  const putAside = () => {
    sessionStorage.setItem(DISMISSED_KEY, title);
    setAside(title);
  };
  return (
    <Banner
      label="Plan"
      role={isCritical ? 'alert' : undefined}
      state={state}
      action={
        !isCritical && (
          <Button variant="ghost" size="sm" px={0} aria-label="Dismiss" onClick={putAside}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        )
      }
    >
      {title}{' '}
      {user?.teamRole !== 'owner' ? (
        <Muted as="span">The team owner can change this.</Muted>
      ) : (
        way && (
          <Link asChild fontWeight="medium" whiteSpace="nowrap">
            <To to={way.to}>{way.label}</To>
          </Link>
        )
      )}
    </Banner>
  );
}
