import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { dayOf } from '#web/lib/dates.ts';
import { minorMoney } from '#web/lib/money.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { BillingCard } from './BillingCard.tsx';
import { capital, isFree, isLive, isUnfinished, lookOf, monthlyPrice, reachOf } from './plan-words.ts';

type Plan = SubscriptionFieldsFragment;

/** The package, how it stands, what it costs and how far it reaches. */
export function CurrentPlan({ plan, actions }: { plan: Plan; actions?: ReactNode }) {
  const { package: chosen, amount, currency } = plan;
  // A package that the operator gave away has a price that nobody is charged.
  const isGiven = plan.state === 'free' && chosen && !isFree(chosen);
  const price = chosen && !isGiven ? monthlyPrice(chosen, amount, currency) : '';
  return (
    <BillingCard title="Current Plan" action={<StatusDot {...lookOf(plan)} />}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap={4} rowGap={1}>
        <chakra.p textStyle="2xl" fontWeight="semibold" overflowWrap="anywhere">
          {chosen?.name ?? 'No package'}
        </chakra.p>
        {price && (
          <chakra.p fontVariantNumeric="tabular-nums" color="fg.muted">
            <chakra.span textStyle="lg" fontWeight="medium" color="fg">
              {price}
            </chakra.span>
            /month
          </chakra.p>
        )}
      </chakra.div>
      <chakra.p mt={1} color="fg.muted">
        {chosen
          ? `${capital(reachOf(chosen))}.${isGiven ? ' The operator gave it to your team: nothing is charged.' : ''}`
          : 'Nothing limits this team, and nothing is charged.'}
      </chakra.p>
      <chakra.dl
        mt={4}
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: 'repeat(auto-fill, minmax(13rem, 1fr))' }}
        columnGap={6}
        rowGap={3}
      >
        {factsOf(plan).map(([what, when]) => (
          <div key={what}>
            <chakra.dt textStyle="xs" color="fg.muted">
              {what}
            </chakra.dt>
            <chakra.dd fontWeight="medium" overflowWrap="anywhere">
              {when}
            </chakra.dd>
          </div>
        ))}
      </chakra.dl>
      {actions && (
        <chakra.div display="flex" flexWrap="wrap" gap={2} mt={5} _empty={{ display: 'none' }}>
          {actions}
        </chakra.div>
      )}
    </BillingCard>
  );
}

/** The dates that matter to this plan, and what it keeps. */
function factsOf(plan: Plan): [string, string][] {
  const { state, isActive, usage, cancelAt, currentPeriodEnd, trialEndsAt, activeUntil } = plan;
  const isUnpaid = !isActive && isLive(plan);
  const facts: [string, string | null | undefined][] = [
    ['Trial ends', state === 'trial' || state === 'trialing' ? day(trialEndsAt) : null],
    ['Ended', isActive || isUnpaid ? null : day(activeUntil)],
    ['Ends', isActive ? day(cancelAt) : null],
    [
      'First payment',
      state === 'trialing' && !cancelAt && !isUnfinished(plan) ? day(currentPeriodEnd ?? trialEndsAt) : null,
    ],
    ['Renews', state === 'active' && !cancelAt ? day(currentPeriodEnd) : null],
    ['Watched until', isUnpaid || state === 'past_due' ? day(activeUntil) : null],
    ['Waits for payment', plan.pendingPackage?.name],
    [
      'Credit',
      plan.creditLeft && plan.currency
        ? `${minorMoney(plan.creditLeft, plan.currency)}, taken off the next invoices`
        : null,
    ],
    ['History kept', usage.dataRetentionDays ? `${usage.dataRetentionDays} days` : null],
  ];
  return facts.flatMap(([what, when]) => (when ? [[what, when]] : []));
}

const day = (moment: string | null | undefined) => (moment ? dayOf(new Date(moment)) : undefined);
