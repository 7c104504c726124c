import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import type { SubscriptionStartFieldsFragment } from '#web/gql/graphql.ts';

/** Timeout for loading Stripe.js, in milliseconds. */
const PATIENCE = 20_000;

/** One per key. Failed loads aren't cached. */
const loading = new Map<string, Promise<Stripe>>();

function load(publishableKey: string): Promise<Stripe> {
  const known = loading.get(publishableKey);
  if (known) return known;
  const begun = Promise.race([loadStripe(publishableKey), inTime()]).then((stripe) => {
    if (!stripe) throw new Error('Stripe.js needs a browser');
    return stripe;
  });
  loading.set(publishableKey, begun);
  begun.catch(() => loading.delete(publishableKey));
  return begun;
}

const inTime = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('Stripe.js timed out')), PATIENCE);
  });

/** Loads Stripe.js for the first screen that needs it. */
export function useStripeJs(publishableKey: string): { stripe?: Stripe; failed: boolean; retry: () => void } {
  const [stripe, setStripe] = useState<Stripe>();
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let gone = false;
    load(publishableKey).then(
      (arrived) => !gone && setStripe(arrived),
      () => !gone && setFailed(true),
    );
    return () => void (gone = true);
  }, [publishableKey, tries]);
  const retry = () => {
    setFailed(false);
    setTries((count) => count + 1);
  };
  return { stripe, failed, retry };
}

type Waiting = Pick<SubscriptionStartFieldsFragment, 'clientSecret' | 'confirm'>;

/**
 * What a payment is waiting for: a card, the bank's confirmation, or nothing if it has been paid. `undefined` until known.
 */
export function useNextStep(stripe: Stripe | undefined, { clientSecret, confirm }: Waiting) {
  const [step, setStep] = useState<'card' | 'bank' | 'done'>();
  useEffect(() => {
    if (!stripe || !clientSecret || confirm !== 'payment') return;
    let gone = false;
    stripe.retrievePaymentIntent(clientSecret).then(
      ({ paymentIntent }) => !gone && setStep(stepOf(paymentIntent?.status)),
      () => !gone && setStep('card'),
    );
    return () => void (gone = true);
  }, [stripe, clientSecret, confirm]);
  return confirm === 'payment' ? step : 'card';
}

function stepOf(status: string | undefined): 'card' | 'bank' | 'done' {
  if (status === 'succeeded' || status === 'processing') return 'done';
  return status === 'requires_action' ? 'bank' : 'card';
}
