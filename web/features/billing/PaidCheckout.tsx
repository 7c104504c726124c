import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { isAdmin, useSession } from '#web/features/auth/useSession.ts';
import type { Currency, SubscriptionStartFieldsFragment } from '#web/gql/graphql.ts';
import { dayOf } from '#web/lib/dates.ts';
import { minorMoney } from '#web/lib/money.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Activating } from './Activating.tsx';
import { BeginCheckout } from './BeginCheckout.tsx';
import { SubscriptionOffer } from './billing.gql.ts';
import { PackageSummary, type OfferedPackage } from './PackageSummary.tsx';
import { placeAfter } from './returned.ts';
import { Words } from './Words.tsx';

const CardForm = lazy(() => import('./CardForm.tsx').then((m) => ({ default: m.CardForm })));

type Props = { chosen: OfferedPackage; publishableKey: string };

/** Price, then card, then the wait until the server says that it is so. */
export function PaidCheckout({ chosen, publishableKey }: Props) {
  const { data, error, refetch } = useQuery(SubscriptionOffer, {
    variables: { packageId: chosen.id },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const offer = data?.subscriptionOffer;
  const [wanted, setWanted] = useState<Currency>();
  const [start, setStart] = useState<SubscriptionStartFieldsFragment>();
  const [isConfirmed, setIsConfirmed] = useState(false);
  if (!offer && error) {
    return (
      <PackageSummary chosen={chosen}>
        <LoadFailed title="Failed to initialize payment" error={error} onRetry={refetch} />
      </PackageSummary>
    );
  }
  if (!offer) {
    return (
      <PackageSummary chosen={chosen}>
        <SkeletonRows rows={3} />
      </PackageSummary>
    );
  }
  const currency = start?.currency ?? offer.fixedCurrency ?? wanted ?? preferred(chosen, offer.prices);
  const amount = start?.amount ?? offer.prices.find((price) => price.currency === currency)?.amount;
  const price = amount == null || !currency ? undefined : minorMoney(amount, currency, { short: true });
  const firstPaymentAt = start ? start.firstPaymentAt : offer.firstPaymentAt;
  const charged = firstPaymentAt
    ? `Nothing is charged before ${dayOf(new Date(firstPaymentAt))}.`
    : 'The first month is charged today.';
  return (
    <PackageSummary chosen={chosen} price={price} note={charged}>
      {isConfirmed || start?.confirm === 'none' ? (
        <Confirmed needsCard={start?.confirm === 'setup'} />
      ) : start ? (
        <>
          <Words title="Payment">{`${charged} Then ${price} each month, until you cancel.`}</Words>
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <CardForm
              key={start.clientSecret}
              {...{ publishableKey, start }}
              purpose="subscribe"
              submit={firstPaymentAt ? 'Save card and subscribe' : `Pay ${price} and subscribe`}
              onDone={() => setIsConfirmed(true)}
              onAgain={() => setStart(undefined)}
            >
              <chakra.p textStyle="xs" color="fg.muted">
                Your card goes to Stripe and never touches this server. You can cancel at any time on the
                Billing page; what is paid for stays until its month is over.
              </chakra.p>
            </CardForm>
          </Suspense>
        </>
      ) : (
        <BeginCheckout
          {...{ chosen, charged, price }}
          prices={offer.fixedCurrency ? [] : offer.prices}
          currency={currency}
          savedCard={offer.firstPaymentAt ? null : offer.savedCard}
          onCurrency={setWanted}
          onBegun={setStart}
        />
      )}
    </PackageSummary>
  );
}

type Prices = readonly { currency: Currency; amount: number }[];

/** The currency of the price list where there is such a price, or the one there is. */
const preferred = ({ currency }: OfferedPackage, prices: Prices): Currency | undefined =>
  (prices.find((price) => price.currency === currency) ?? prices[0])?.currency;

/** A trial that has begun counts when its card has come. */
function Confirmed({ needsCard }: { needsCard: boolean }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const goOn = () => {
    toast({ title: 'Payment Successful', description: 'You are subscribed!', type: 'success' });
    void navigate(placeAfter('subscribe', isAdmin(user)));
  };
  return (
    <Activating
      isDone={({ state, paymentMethod }) =>
        state === 'active' || (state === 'trialing' && (!needsCard || Boolean(paymentMethod)))
      }
      onDone={goOn}
    />
  );
}
