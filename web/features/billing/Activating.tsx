import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Spinner } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { unattended } from '#web/lib/unattended.ts';
import { useAskAgain } from '#web/lib/useAskAgain.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RefreshSubscription, TeamSubscription } from './billing.gql.ts';

type Props = {
  isDone: (plan: SubscriptionFieldsFragment) => boolean;
  onDone: () => void;
};

/** Between what Stripe told the browser and what the server knows of it. */
export function Activating({ isDone, onDone }: Props) {
  const { isLong, checkNow } = useActivation(isDone, onDone);
  if (isLong) return <TakesLong onCheck={checkNow} />;
  return (
    <chakra.div role="status" display="flex" alignItems="center" gap={3} py={3}>
      <Spinner />
      <div>
        <chakra.p fontWeight="medium">Activating…</chakra.p>
        <chakra.p textStyle="sm" color="fg.muted">
          Stripe has it. This page goes on as soon as the server knows.
        </chakra.p>
      </div>
    </chakra.div>
  );
}

const TakesLong = ({ onCheck }: { onCheck: () => Promise<unknown> }) => (
  <Notice
    state="warning"
    title="It takes longer than usual"
    action={
      <chakra.div display="flex" flexWrap="wrap" gap={2}>
        <Button variant="outline" size="sm" onClick={() => void onCheck()}>
          Check again
        </Button>
        <Button asChild variant="outline" size="sm">
          <Link to="/billing">Go to Billing</Link>
        </Button>
      </chakra.div>
    }
  >
    Stripe took your details, and its confirmation has not reached us yet. It counts by itself once it does:
    there is no need to pay again.
  </Notice>
);

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
function useActivation(isDone: (plan: SubscriptionFieldsFragment) => boolean, onDone: () => void) {
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
