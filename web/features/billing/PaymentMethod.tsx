import { Button, chakra } from '@chakra-ui/react';
import { CreditCard } from '#web/ui/icons.tsx';
import { useState } from 'react';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { BillingCard } from './BillingCard.tsx';
import { brandName } from './plan-words.ts';

type Plan = SubscriptionFieldsFragment;
type Card = NonNullable<Plan['paymentMethod']>;
type Props = { plan: Plan; live: boolean; onUpdate?: () => void };

/** The card that is charged, or what stands in its place. */
export function PaymentMethod({ plan, live, onUpdate }: Props) {
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
