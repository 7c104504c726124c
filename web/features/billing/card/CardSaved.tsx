import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Invoices, PlanStanding, RefreshSubscription } from '../billing.gql.ts';
import { capital } from '../plan-words.ts';

type Props = {
  /** What was owed, in words. */
  open?: string;
  onDone: () => void;
};

/** Stripe has the card: it is read there once, so that the page shows it, and what was paid with it. */
export function CardSaved({ open = 'the open invoice', onDone }: Props) {
  const client = useApolloClient();
  const [refresh] = useMutation(RefreshSubscription);
  const [owed] = useState(
    useQuery(PlanStanding, { fetchPolicy: 'cache-only' }).data?.subscription.pastDueSince,
  );
  const read = useEffectEvent(() => refresh());
  const tell = useEffectEvent((isOwedStill: boolean) => {
    void client.refetchQueries({ include: [Invoices] });
    toast({
      title: 'Card updated',
      description: whatFollows(open, Boolean(owed), isOwedStill),
      type: 'success',
    });
    onDone();
  });
  useEffect(() => {
    let gone = false;
    read()
      .then(({ data }) => Boolean(data?.refreshSubscription.pastDueSince))
      // It is kept all the same; Stripe tells the server of it as well.
      .catch(() => true)
      .then((isOwedStill) => !gone && tell(isOwedStill));
    return () => void (gone = true);
  }, []);
  return <LoadingSpinner text="Saving the card…" />;
}

/** What was missing is charged to the new card at once. */
function whatFollows(open: string, wasOwed: boolean, isOwedStill: boolean): string {
  if (!wasOwed) return 'It is charged from the next payment on.';
  return `${capital(open)} is ${isOwedStill ? 'not paid yet' : 'paid with it'}.`;
}
