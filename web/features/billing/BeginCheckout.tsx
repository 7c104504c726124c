import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { Currency, SubscriptionOfferQuery, SubscriptionStartFieldsFragment } from '#web/gql/graphql.ts';
import { failureWords, isSilence } from '#web/lib/server-errors.ts';
import { ending } from '#web/lib/session-over.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { newAttempt } from './attempt.ts';
import { CreateSubscription } from './billing.gql.ts';
import { CurrencyChoice } from './CurrencyChoice.tsx';
import type { OfferedPackage } from './PackageSummary.tsx';
import { brandName } from './plan-words.ts';
import { Words } from './Words.tsx';

type Offer = SubscriptionOfferQuery['subscriptionOffer'];
type Props = {
  chosen: OfferedPackage;
  /** When something is charged first. */
  charged: string;
  /** What it costs a month. */
  price?: string;
  /** More than one: there is a choice. */
  prices: Offer['prices'];
  currency?: Currency;
  /** One that the team has paid with before. */
  savedCard: Offer['savedCard'];
  onCurrency: (currency: Currency) => void;
  onBegun: (start: SubscriptionStartFieldsFragment) => void;
};

/** Looking at a price begins nothing: the first thing at Stripe is made when somebody asks for it. */
export function BeginCheckout(props: Props) {
  const { chosen, charged, price, prices, currency, savedCard: card, onCurrency, onBegun } = props;
  const [create, { loading }] = useMutation(CreateSubscription);
  const [attempt, setAttempt] = useState(newAttempt);
  const [problem, setProblem] = useState<ReturnType<typeof failureWords>>();
  const begin = async (savedCard: boolean) => {
    if (loading) return;
    setProblem(undefined);
    try {
      const variables = { packageId: chosen.id, currency, attempt, savedCard };
      const { data } = await ending(create({ variables }));
      if (!data) throw new Error('The answer holds no subscription');
      onBegun(data.createSubscription);
    } catch (error) {
      // Stripe repeats its answer for an attempt that it knows. A lost answer is asked for again, so nothing is begun twice.
      if (!isSilence(error)) setAttempt(newAttempt());
      const check = 'Check the Billing page to see whether you’re subscribed before you try again.';
      setProblem(failureWords(error, { title: 'Failed to create subscription', check }));
    }
  };
  const choose = (next: Currency) => {
    setAttempt(newAttempt());
    onCurrency(next);
  };
  return (
    <>
      <Words title="Subscribe">{charged} You can cancel at any time on the Billing page.</Words>
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
