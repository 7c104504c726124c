import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { lazy, Suspense, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { isAdmin, useSession } from '#web/features/auth/useSession.ts';
import type { Currency, SubscriptionOfferQuery, SubscriptionStartFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatDate, formatMinorMoney } from '#web/lib/format.ts';
import { failureWords, isSilence } from '#web/lib/server-errors.ts';
import { withSessionCheck } from '#web/lib/session-end.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RadioCard } from '#web/ui/RadioCard.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Muted } from '#web/ui/text.tsx';
import { Activating } from '../Activating.tsx';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { SubscriptionStartFields, CreateSubscription } from '../billing.gql.ts';
import { type OfferedPackage, PackageSummary, StepHeading } from '../PackageSummary.tsx';
import { brandName } from '../plan-words.ts';
import { placeAfter } from '../bank-return.ts';

const SubscriptionOffer = graphql(`
  query SubscriptionOffer($packageId: ID!) {
    subscriptionOffer(packageId: $packageId) {
      prices {
        currency
        amount
      }
      fixedCurrency
      firstPaymentAt
      savedCard {
        brand
        last4
        expMonth
        expYear
      }
    }
  }
`);

const CardForm = lazy(() => import('../card/CardForm.tsx').then((m) => ({ default: m.CardForm })));

type Props = { chosen: OfferedPackage; publishableKey: string };

/** Price, then card, then waiting for the server's confirmation. */
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
  const price = amount == null || !currency ? undefined : formatMinorMoney(amount, currency, { short: true });
  const firstPaymentAt = start ? start.firstPaymentAt : offer.firstPaymentAt;
  const charged = firstPaymentAt
    ? `You won’t be charged before ${formatDate(new Date(firstPaymentAt))}.`
    : 'You’ll be charged for the first month today.';
  return (
    <PackageSummary chosen={chosen} price={price} note={charged}>
      {isConfirmed || start?.confirm === 'none' ? (
        <Confirmed needsCard={start?.confirm === 'setup'} />
      ) : start ? (
        <>
          <StepHeading title="Payment">{`${charged} After that, ${price} per month until you cancel.`}</StepHeading>
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
                Your card details go straight to Stripe and never reach our servers. You can cancel at any
                time on the Billing page and keep access until the end of the month you’ve paid for.
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

/** The list currency if the package has a price in it, otherwise its only currency. */
const preferred = ({ currency }: OfferedPackage, prices: Prices): Currency | undefined =>
  (prices.find((price) => price.currency === currency) ?? prices[0])?.currency;

/** A trial subscription counts once its card is saved. */
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

type Offer = SubscriptionOfferQuery['subscriptionOffer'];

type BeginCheckoutProps = {
  chosen: OfferedPackage;
  /** When the first charge is made. */
  charged: string;
  /** Monthly price. */
  price?: string;
  /** Offers a choice if there is more than one. */
  prices: Offer['prices'];
  currency?: Currency;
  /** The currency that the team has already paid in. */
  savedCard: Offer['savedCard'];
  onCurrency: (currency: Currency) => void;
  onBegun: (start: SubscriptionStartFieldsFragment) => void;
};

/** Viewing a price creates nothing in Stripe: the subscription is created on demand. */
function BeginCheckout(props: BeginCheckoutProps) {
  const { chosen, charged, price, prices, currency, savedCard: card, onCurrency, onBegun } = props;
  const [create, { loading }] = useMutation(CreateSubscription);
  const [attempt, setAttempt] = useState(randomUuid);
  const [problem, setProblem] = useState<ReturnType<typeof failureWords>>();
  const begin = async (savedCard: boolean) => {
    if (loading) return;
    setProblem(undefined);
    try {
      const variables = { packageId: chosen.id, currency, attempt, savedCard };
      const { data } = await withSessionCheck(create({ variables }));
      if (!data) throw new Error('The response contains no subscription');
      onBegun(readFragment(SubscriptionStartFields, data.createSubscription));
    } catch (error) {
      // Retrying with the same idempotency key returns Stripe's earlier response, so nothing is created twice.
      if (!isSilence(error)) setAttempt(randomUuid());
      const check = 'Check the Billing page to see whether you’re subscribed before you try again.';
      setProblem(failureWords(error, { title: 'Failed to create subscription', check }));
    }
  };
  const choose = (next: Currency) => {
    setAttempt(randomUuid());
    onCurrency(next);
  };
  return (
    <>
      <StepHeading title="Subscribe">{charged} You can cancel at any time on the Billing page.</StepHeading>
      {prices.length > 1 && currency && (
        <CurrencyChoice prices={prices} value={currency} onChange={choose} disabled={loading} />
      )}
      {problem && (
        <Notice state="critical" title={problem.title}>
          {problem.description}
        </Notice>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap={2} mt={2}>
        {card && (
          <Button
            size="lg"
            h="auto"
            minH={11}
            py={2}
            whiteSpace="normal"
            textAlign="center"
            aria-disabled={loading || undefined}
            onClick={() => void begin(true)}
          >
            Pay {price} with {brandName(card.brand)} ending {card.last4}
          </Button>
        )}
        <Button
          size="lg"
          variant={card ? 'outline' : 'solid'}
          aria-disabled={loading || undefined}
          onClick={() => void begin(false)}
        >
          {card ? 'Use another card' : 'Continue to payment'}
        </Button>
      </chakra.div>
    </>
  );
}

type CurrencyChoiceProps = {
  prices: readonly { currency: Currency; amount: number }[];
  value: Currency;
  onChange: (currency: Currency) => void;
  disabled: boolean;
};

const names: Record<Currency, string> = { GBP: 'Pounds', USD: 'Dollars' };

/** The currency is fixed for the team after its first payment, because Stripe allows one per customer. */
function CurrencyChoice({ prices, value, onChange, disabled }: CurrencyChoiceProps) {
  const id = useId();
  return (
    <chakra.fieldset disabled={disabled} aria-describedby={`${id}-help`}>
      <chakra.legend textStyle="sm" fontWeight="medium" mb={1.5}>
        Currency
      </chakra.legend>
      <chakra.div display="flex" flexWrap="wrap" gap={2} fontVariantNumeric="tabular-nums">
        {prices.map(({ currency, amount }) => (
          <RadioCard
            key={currency}
            name={id}
            value={currency}
            checked={currency === value}
            onChange={() => onChange(currency)}
          >
            {names[currency]}
            <Muted as="span">{formatMinorMoney(amount, currency, { short: true })}</Muted>
          </RadioCard>
        ))}
      </chakra.div>
      <chakra.p id={`${id}-help`} mt={1.5} textStyle="xs" color="fg.muted">
        You can’t change your team’s currency after the first checkout.
      </chakra.p>
    </chakra.fieldset>
  );
}
