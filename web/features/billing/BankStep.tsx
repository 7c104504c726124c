import { Button, chakra, Spinner } from '@chakra-ui/react';
import type { Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import { Notice } from '#web/ui/Notice.tsx';
import { dismissToast, toast } from '#web/ui/toaster.tsx';
import type { Purpose } from './returned.ts';

type Props = {
  stripe: Stripe;
  secret: string;
  purpose: Purpose;
  onDone: () => void;
  onOtherCard: () => void;
};

/** The saved card is good, but its bank wants to hear it from the person. */
export function BankStep({ stripe, secret, purpose, onDone, onOtherCard }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ask = async () => {
    setIsBusy(true);
    setProblem(undefined);
    dismissToast();
    const words = await confirmed(stripe, secret);
    setIsBusy(false);
    if (!words) return onDone();
    setProblem(words);
    if (purpose === 'subscribe') toast({ title: 'Payment Failed', description: words, type: 'error' });
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap={4}>
      <p>Your bank wants you to confirm this payment. It asks in a window of its own.</p>
      {problem && (
        <Notice state="critical" title="Payment Failed">
          {problem}
        </Notice>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap={2}>
        <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && void ask()}>
          {isBusy && <Spinner size="sm" borderColor="currentColor" borderTopColor="transparent" />}
          Confirm with the bank
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={onOtherCard}>
          Use another card
        </Button>
      </chakra.div>
    </chakra.div>
  );
}

/** Why it was not confirmed; nothing where it was. */
async function confirmed(stripe: Stripe, clientSecret: string): Promise<string | undefined> {
  try {
    const { error } = await stripe.handleNextAction({ clientSecret });
    return error && (error.message ?? 'The bank did not confirm it.');
  } catch {
    return 'The bank could not be asked. Please try again.';
  }
}
