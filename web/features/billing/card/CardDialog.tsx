import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { InvoicesQuery, SubscriptionStartFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatMinorMoney } from '#web/lib/format.ts';
import { failureWords } from '#web/lib/server-errors.ts';
import { withSessionCheck } from '#web/lib/session-end.ts';
import { DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Activating } from '../Activating.tsx';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { SubscriptionStartFields, Invoices } from '../billing.gql.ts';
import { CardSaved } from './CardSaved.tsx';

const SetUpPaymentMethod = graphql(`
  mutation SetUpPaymentMethod($attempt: ID) {
    setUpPaymentMethod(attempt: $attempt) {
      ...SubscriptionStartFields
    }
  }
`);

const PayOpenInvoice = graphql(`
  mutation PayOpenInvoice {
    payOpenInvoice {
      ...SubscriptionStartFields
    }
  }
`);

const CardForm = lazy(() => import('./CardForm.tsx').then((m) => ({ default: m.CardForm })));

type Props = {
  publishableKey: string;
  /** Replace the card, or pay an open invoice. */
  what: 'card' | 'pay';
  /** A payment is overdue. */
  owed?: boolean;
  onClose: () => void;
};

const words = {
  card: { title: 'Update card', description: 'We’ll charge this card from the next payment.' },
  pay: { title: 'Pay now', description: 'Pay the invoice that we couldn’t collect.' },
};

/** Replaces the card or pays an open invoice without leaving the page. */
export function CardDialog({ publishableKey, what, owed, onClose }: Props) {
  const { start, problem, again } = useStart(what);
  const [isConfirmed, setIsConfirmed] = useState(false);
  // Keep the state from when the dialog opened, because paying changes it.
  const invoices = useQuery(Invoices).data?.invoices;
  const [before] = useState(invoices);
  const open = openSum(before ?? invoices);
  const isSent = isConfirmed || start?.confirm === 'none';
  const sum =
    start?.amount != null && start.currency ? ` ${formatMinorMoney(start.amount, start.currency)}` : '';
  return (
    <FormDialog
      title={words[what].title}
      description={
        what === 'card' && owed
          ? `We’ll charge ${open} to this card now, and use it for future payments.`
          : words[what].description
      }
      size="md"
      onClose={onClose}
    >
      <DialogFields>
        {problem && (
          <Notice
            state="error"
            title={problem.title}
            action={
              <Button variant="outline" size="sm" onClick={again}>
                Retry
              </Button>
            }
          >
            {problem.description}
          </Notice>
        )}
        {!start && !problem && <SkeletonRows rows={3} />}
        {isSent && (what === 'card' ? <CardSaved open={open} onDone={onClose} /> : <Paid onDone={onClose} />)}
        {start && !isSent && (
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <CardForm
              key={start.clientSecret}
              {...{ publishableKey, start }}
              purpose={what}
              submit={what === 'card' ? 'Save card' : `Pay${sum}`}
              onDone={() => setIsConfirmed(true)}
              onAgain={again}
            />
          </Suspense>
        )}
      </DialogFields>
    </FormDialog>
  );
}

/** Requests the payment intent when the dialog opens, with a new idempotency key after a failure. */
function useStart(what: Props['what']) {
  const [setUp] = useMutation(SetUpPaymentMethod);
  const [payOpen] = useMutation(PayOpenInvoice);
  const [attempt, setAttempt] = useState(randomUuid);
  const [start, setStart] = useState<SubscriptionStartFieldsFragment>();
  const [problem, setProblem] = useState<ReturnType<typeof failureWords>>();
  const ask = useCallback(
    async () =>
      readFragment(
        SubscriptionStartFields,
        what === 'card'
          ? (await setUp({ variables: { attempt } })).data?.setUpPaymentMethod
          : (await payOpen()).data?.payOpenInvoice,
      ),
    [what, attempt, setUp, payOpen],
  );
  useEffect(() => {
    let gone = false;
    withSessionCheck(ask()).then(
      (begun) => !gone && setStart(begun ?? undefined),
      (error: unknown) =>
        !gone &&
        setProblem(
          failureWords(error, {
            title: 'Failed to initialize payment',
            check: 'Check the Billing page to see whether the payment went through before you try again.',
          }),
        ),
    );
    return () => void (gone = true);
  }, [ask]);
  const again = () => {
    setStart(undefined);
    setProblem(undefined);
    setAttempt(randomUuid());
  };
  return { start, problem, again };
}

function Paid({ onDone }: { onDone: () => void }) {
  const client = useApolloClient();
  return (
    <Activating
      isDone={({ state }) => state === 'active'}
      onDone={() => {
        void client.refetchQueries({ include: [Invoices] });
        toast({ title: 'Payment Successful', description: 'Your payments are up to date.', type: 'success' });
        onDone();
      }}
    />
  );
}

/**
 * The newest open invoice in words, e.g. "the open $29.99". Older open invoices belong to ended subscriptions and are never charged.
 */
function openSum(invoices: InvoicesQuery['invoices'] = []): string {
  const open = invoices.find(({ status }) => status === 'open');
  return open?.amountRemaining
    ? `the open ${formatMinorMoney(open.amountRemaining, open.currency)}`
    : 'the open invoice';
}
