import { Button, chakra } from '@chakra-ui/react';
import { CreditCard } from '#web/ui/icons.tsx';
import { type ReactNode, useId, useState } from 'react';
import { formatDate, formatMinorMoney } from '#web/lib/format.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint, Muted, SectionHead, SectionTitle } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';
import { capitalize } from '#web/lib/sentence.ts';
import { brandName, isFree, isLive, isUnfinished, lookOf, monthlyPrice, impactOf } from '../plan-words.ts';
import type { Subscription } from '../billing.gql.ts';

type Plan = Subscription;

export function CurrentPlan({ plan, actions }: { plan: Plan; actions?: ReactNode }) {
  const { package: chosen, amount, currency } = plan;
  // A complimentary package has a price, but the team isn't charged.
  const isGiven = plan.state === 'free' && chosen && !isFree(chosen);
  const price = chosen && !isGiven ? monthlyPrice(chosen, amount, currency) : '';
  return (
    <BillingCard title="Current Plan" action={<StatusDot {...lookOf(plan)} />}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap={4} rowGap={1}>
        <chakra.p textStyle="2xl" fontWeight="semibold" overflowWrap="anywhere">
          {chosen?.name ?? 'No package'}
        </chakra.p>
        {price && (
          <Muted fontVariantNumeric="tabular-nums">
            <chakra.span textStyle="lg" fontWeight="medium" color="fg">
              {price}
            </chakra.span>
            /month
          </Muted>
        )}
      </chakra.div>
      <Muted mt={1}>
        {chosen
          ? `${capitalize(impactOf(chosen))}.${isGiven ? ' It’s complimentary, so you aren’t charged.' : ''}`
          : 'Your team has no limits and isn’t charged.'}
      </Muted>
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

/** The plan's dates and retention. */
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
    ['Monitored until', isUnpaid || state === 'past_due' ? day(activeUntil) : null],
    ['Awaiting payment', plan.pendingPackage?.name],
    [
      'Credit',
      plan.creditLeft && plan.currency
        ? `${formatMinorMoney(plan.creditLeft, plan.currency)}, applied to your next invoices`
        : null,
    ],
    ['History', usage.dataRetentionDays ? `${usage.dataRetentionDays} days` : null],
  ];
  return facts.flatMap(([what, when]) => (when ? [[what, when]] : []));
}

const day = (moment: string | null | undefined) => (moment ? formatDate(new Date(moment)) : undefined);

type Props = { title: string; action?: ReactNode; children: ReactNode };

/** A titled section with an optional action. */
function BillingCard({ title, action, children }: Props) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} p={{ base: 4, md: 6 }}>
      <SectionHead>
        <SectionTitle id={id}>{title}</SectionTitle>
        {action}
      </SectionHead>
      {children}
    </Card>
  );
}

type Card = NonNullable<Plan['paymentMethod']>;

type PaymentMethodProps = { plan: Plan; live: boolean; onUpdate?: () => void };

/** The card on file, or why there is none. */
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
        {card ? <CardLine card={card} /> : <Muted>{withoutCard(plan, live)}</Muted>}
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
      <Hint as="div" fontVariantNumeric="tabular-nums">
        {expiry === 'good' ? (
          `Expires ${expiresIn(card)}`
        ) : (
          <StatusDot
            state={expiry === 'over' ? 'critical' : 'warning'}
            word={expiry === 'over' ? `Expired ${expiresIn(card)}` : `Expires soon: ${expiresIn(card)}`}
          />
        )}
      </Hint>
    </div>
  );
}

const expiresIn = ({ expMonth, expYear }: Card) => `${String(expMonth).padStart(2, '0')}/${expYear}`;

/** A card is valid to the end of its month. The month before counts as "soon". */
function expiryOf({ expMonth, expYear }: Card, now: Date): 'good' | 'soon' | 'over' {
  const months = (expYear - now.getFullYear()) * 12 + expMonth - (now.getMonth() + 1);
  return months < 0 ? 'over' : months <= 1 ? 'soon' : 'good';
}

function withoutCard({ state, canPurchase }: Plan, live: boolean): string {
  if (live) return 'No card on file. Without one, your subscription ends after the current billing period.';
  if (state === 'free') return 'No card needed, because your package is free.';
  if (state === 'trial') return 'No card needed for the trial. You’ll add one when you subscribe.';
  return canPurchase
    ? 'No card on file. You’ll add one when you subscribe.'
    : 'No card needed, because payments are currently unavailable.';
}
