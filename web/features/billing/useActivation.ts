import { useMutation, useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { unattended } from '#web/lib/unattended.ts';
import { useAskAgain } from '#web/lib/useAskAgain.ts';
import { RefreshSubscription, TeamSubscription } from './billing.gql.ts';

/** How often our own server is asked, in milliseconds. */
const EVERY = 1_500;
/** When it is asked to read at Stripe itself, as what Stripe sends has not come yet; in milliseconds after the start. */
const READ_AT_STRIPE = [4_000, 12_000, 30_000];
/** After this it is said that it takes long, in milliseconds. */
const LONG = 45_000;

/**
 * Waits until the server itself says that it is so: what the browser was told by Stripe grants nothing.
 * @param isDone whether what was waited for has come
 * @param onDone called once
 */
export function useActivation(isDone: (plan: SubscriptionFieldsFragment) => boolean, onDone: () => void) {
  const { data, refetch } = useQuery(TeamSubscription, { fetchPolicy: 'network-only' });
  const [refresh] = useMutation(RefreshSubscription);
  const [isLong, setIsLong] = useState(false);
  const done = data !== undefined && isDone(data.subscription);
  useAskAgain(done ? undefined : EVERY, () => refetch());
  const readAtStripe = () => unattended(() => refresh()).catch(() => undefined);
  const read = useEffectEvent(() => void readAtStripe());
  useEffect(() => {
    if (done) return;
    const timers = READ_AT_STRIPE.map((after) => setTimeout(() => read(), after));
    timers.push(setTimeout(() => setIsLong(true), LONG));
    return () => timers.forEach(clearTimeout);
  }, [done]);
  const tell = useEffectEvent(onDone);
  useEffect(() => {
    if (done) tell();
  }, [done]);
  return { isLong: isLong && !done, checkNow: readAtStripe };
}
