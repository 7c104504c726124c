import { Button, chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Activating } from './Activating.tsx';
import { CardSaved } from './card/CardSaved.tsx';
import { returnedIn, returnedWords, type Purpose } from './bank-return.ts';

/** On return from the bank's own page: waits for the server, or says that the bank declined. */
export function ReturnedFromBank() {
  const [search, setSearch] = useSearchParams();
  const now = returnedIn(search);
  const [known, setKnown] = useState(now);
  // The address can change while the shell stays mounted.
  if (now && now.purpose !== known?.purpose) setKnown(now);
  useEffect(() => {
    // The query holds a payment secret, so it is removed from the address bar and the history.
    if (!now) return;
    setSearch(
      (all) => {
        const rest = new URLSearchParams(all);
        for (const word of returnedWords) rest.delete(word);
        return rest;
      },
      { replace: true },
    );
  }, [now, setSearch]);
  if (!known) return null;
  return (
    <chakra.div mb={5}>
      {known.isRefused ? (
        <Refused purpose={known.purpose} />
      ) : known.purpose === 'card' ? (
        <CardSaved onDone={() => setKnown(undefined)} />
      ) : (
        <Confirmed purpose={known.purpose} onDone={() => setKnown(undefined)} />
      )}
    </chakra.div>
  );
}

const Refused = ({ purpose }: { purpose: Purpose }) => (
  <Notice
    state="critical"
    title="Payment Failed"
    action={
      <Button asChild variant="outline" size="sm">
        <Link to={purpose === 'subscribe' ? '/packages' : '/billing'}>Try again</Link>
      </Button>
    }
  >
    Your bank didn’t confirm the payment. You haven’t been charged.
  </Notice>
);

function Confirmed({ purpose, onDone }: { purpose: Purpose; onDone: () => void }) {
  const description = purpose === 'subscribe' ? 'You are subscribed!' : 'Your subscription is active.';
  return (
    <Activating
      isDone={({ state, pendingPackage }) =>
        (state === 'active' || (state === 'trialing' && purpose !== 'pay')) &&
        (purpose !== 'change' || !pendingPackage)
      }
      onDone={() => {
        toast({ title: 'Payment Successful', description, type: 'success' });
        onDone();
      }}
    />
  );
}
