import { Button, chakra } from '@chakra-ui/react';
import { CreditCard } from '#web/ui/icons.tsx';
import { type ReactNode, useId, useState } from 'react';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { dayOf } from '#web/lib/dates.ts';
import { minorMoney } from '#web/lib/money.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import {
  brandName,
  capital,
  isFree,
  isLive,
  isUnfinished,
  lookOf,
  monthlyPrice,
  reachOf,
} from '../plan-words.ts';

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

type Props = { title: string; action?: ReactNode; children: ReactNode };

/** A part of the page with its name, and perhaps one thing to do at its right. */
function BillingCard({ title, action, children }: Props) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      p={{ base: 4, md: 6 }}
      borderWidth="1px"
      borderRadius="surface"
      bg="bg.panel"
    >
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap={3}
        mb={3}
      >
        <chakra.h2 id={id} textStyle="lg" fontWeight="semibold">
          {title}
        </chakra.h2>
        {action}
      </chakra.div>
      {children}
    </chakra.section>
  );
}

type Card = NonNullable<Plan['paymentMethod']>;

type PaymentMethodProps = { plan: Plan; live: boolean; onUpdate?: () => void };

/** The card that is charged, or what stands in its place. */
export function PaymentMethod({ plan, live, onUpdate }: PaymentMethodProps) {
  const card = plan.paymentMethod;
  return (
    <BillingCard
      title="Payment Method"
      action={
        onUpdate && (
          <Button variant="outline" size="sm" onClick={onUpdate}>
            {card ? 'Update' : 'Add a card'}
          </Button>
        )
      }
    >
      <chakra.div display="flex" alignItems="center" gap={3}>
        <chakra.span color="fg.subtle" flexShrink={0}>
          <CreditCard size={20} strokeWidth={1.75} aria-hidden />
        </chakra.span>
        {card ? <CardLine card={card} /> : <chakra.p color="fg.muted">{withoutCard(plan, live)}</chakra.p>}
      </chakra.div>
    </BillingCard>
  );
}

function CardLine({ card }: { card: Card }) {
  const [now] = useState(() => new Date());
  const expiry = expiryOf(card, now);
  return (
    <div>
      <chakra.p fontWeight="medium" fontVariantNumeric="tabular-nums">
        {brandName(card.brand)} <span aria-hidden>•••• </span>
        <chakra.span srOnly>ending </chakra.span>
        {card.last4}
      </chakra.p>
      <chakra.div textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
        {expiry === 'good' ? (
          `Expires ${expiresIn(card)}`
        ) : (
          <StatusDot
            state={expiry === 'over' ? 'critical' : 'warning'}
            word={expiry === 'over' ? `Expired ${expiresIn(card)}` : `Expires soon: ${expiresIn(card)}`}
          />
        )}
      </chakra.div>
    </div>
  );
}

const expiresIn = ({ expMonth, expYear }: Card) => `${String(expMonth).padStart(2, '0')}/${expYear}`;

/** A card is good to the end of its month; the one before it is soon. */
function expiryOf({ expMonth, expYear }: Card, now: Date): 'good' | 'soon' | 'over' {
  const months = (expYear - now.getFullYear()) * 12 + expMonth - (now.getMonth() + 1);
  return months < 0 ? 'over' : months <= 1 ? 'soon' : 'good';
}

function withoutCard({ state, canPurchase }: Plan, live: boolean): string {
  if (live) return 'No card. Without one the subscription ends with the period that is paid for.';
  if (state === 'free') return 'No card is needed: the package is free.';
  if (state === 'trial') return 'No card is needed for the trial. You give one when you subscribe.';
  return canPurchase
    ? 'No card. You give one when you subscribe.'
    : 'No card. Payments are not offered at the moment, so none is needed.';
}
