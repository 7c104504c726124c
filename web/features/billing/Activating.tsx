import { Button, chakra, Spinner } from '@chakra-ui/react';
import { Link } from 'react-router';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { useActivation } from './useActivation.ts';

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
