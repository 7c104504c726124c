import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { unmasked } from '#web/lib/unmasked.ts';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Invoices, PlanStatusQuery, RefreshSubscription } from '../billing.gql.ts';

type Props = {
  /** The open invoice, in words. */
  open?: string;
  onDone: () => void;
};

/** Once Stripe has the card, refreshes the subscription so that the page shows it. */
export function CardSaved({ open = 'the open invoice', onDone }: Props) {
  const client = useApolloClient();
  const [refresh] = useMutation(RefreshSubscription);
  const [owed] = useState(
    unmasked(useQuery(PlanStatusQuery, { fetchPolicy: 'cache-only' }).data)?.subscription.pastDueSince,
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
    void read()
      .then(({ data }) => Boolean((data && unmasked(data.refreshSubscription))?.pastDueSince))
      // The card is saved regardless: Stripe's webhook reports it too.
      .catch(() => true)
      .then((isOwedStill) => !gone && tell(isOwedStill));
    return () => void (gone = true);
  }, []);
  return <LoadingSpinner text="Saving the card…" />;
}

/** An open invoice is charged to the new card immediately. */
function whatFollows(open: string, wasOwed: boolean, isOwedStill: boolean): string {
  if (!wasOwed) return 'We’ll charge this card from the next payment.';
  return isOwedStill ? `We haven’t received payment for ${open} yet.` : `We charged ${open} to this card.`;
}
