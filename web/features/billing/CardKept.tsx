import { useMutation } from '@apollo/client/react';
import { useEffect, useEffectEvent } from 'react';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { RefreshSubscription } from './billing.gql.ts';

/** Stripe has the card: it is read there once, so that the page shows it. */
export function CardKept({ onDone }: { onDone: () => void }) {
  const [refresh] = useMutation(RefreshSubscription);
  const read = useEffectEvent(() => refresh());
  const tell = useEffectEvent(() => {
    toast({ title: 'Card updated', description: 'It is charged from the next payment on.', type: 'success' });
    onDone();
  });
  useEffect(() => {
    let gone = false;
    read()
      // It is kept all the same; Stripe tells the server of it as well.
      .catch(() => undefined)
      .finally(() => !gone && tell());
    return () => void (gone = true);
  }, []);
  return <LoadingSpinner text="Saving the card…" />;
}
