import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Spinner } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { inBackground } from '#web/lib/background-request.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Hint } from '#web/ui/text.tsx';
import { type Subscription, RefreshSubscription, TeamSubscription } from './billing.gql.ts';

type Props = {
  isDone: (plan: Subscription) => boolean;
  onDone: () => void;
};

/** Shown while Stripe has confirmed in the browser but our server hasn't heard yet. */
export function Activating({ isDone, onDone }: Props) {
  const { isLong, checkNow } = useActivation(isDone, onDone);
  if (isLong) return <TakesLong onCheck={checkNow} />;
  return (
    <chakra.div role="status" display="flex" alignItems="center" gap={3} py={3}>
      <Spinner />
      <div>
        <chakra.p fontWeight="medium">Activating…</chakra.p>
        <Hint>Stripe has your details. This page continues as soon as we receive its confirmation.</Hint>
      </div>
    </chakra.div>
  );
}

const TakesLong = ({ onCheck }: { onCheck: () => Promise<unknown> }) => (
  <Notice
    state="warning"
    title="This is taking longer than usual"
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
    Stripe has your details, but we haven’t received its confirmation yet. It will be applied automatically,
    so you don’t need to pay again.
  </Notice>
);

/** How often our own server is polled, in milliseconds. */
const EVERY = 1_500;

/** When the server is asked to read from Stripe because no webhook has arrived yet, in milliseconds after the start. */
const REFRESH_DELAYS_MS = [4_000, 12_000, 30_000];

/** After this many milliseconds the screen says that it is taking long. */
const LONG = 45_000;

/**
 * Waits for the server's own confirmation: Stripe's answer in the browser grants nothing.
 * @param isDone whether the awaited change has happened
 * @param onDone called once
 */
function useActivation(isDone: (plan: Subscription) => boolean, onDone: () => void) {
  const { data, refetch } = useQuery(TeamSubscription, { fetchPolicy: 'network-only' });
  const [refresh] = useMutation(RefreshSubscription);
  const [isLong, setIsLong] = useState(false);
  const done = data !== undefined && isDone(unmasked(data.subscription));
  usePolling(done ? undefined : EVERY, () => refetch());
  const readAtStripe = () => inBackground(() => refresh()).catch(() => undefined);
  const read = useEffectEvent(() => void readAtStripe());
  useEffect(() => {
    if (done) return;
    const timers = REFRESH_DELAYS_MS.map((after) => setTimeout(() => read(), after));
    timers.push(setTimeout(() => setIsLong(true), LONG));
    return () => timers.forEach(clearTimeout);
  }, [done]);
  const tell = useEffectEvent(onDone);
  useEffect(() => {
    if (done) tell();
  }, [done]);
  return { isLong: isLong && !done, checkNow: readAtStripe };
}
