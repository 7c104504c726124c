import { Button, chakra, Skeleton, Spinner, Stack } from '@chakra-ui/react';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { isAdmin, useSession } from '#web/features/auth/useSession.ts';
import type { SubscriptionStartFieldsFragment } from '#web/gql/graphql.ts';
import { useIsDark } from '#web/lib/useIsDark.ts';
import { Delayed } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { dismissToast, toast } from '#web/ui/toaster.tsx';
import { type Purpose, returnAddress } from '../bank-return.ts';
import { useNextStep, useStripeJs } from './stripe-js.ts';

export type CardFormProps = {
  publishableKey: string;
  start: Pick<SubscriptionStartFieldsFragment, 'clientSecret' | 'confirm' | 'status'>;
  /** What to resume after returning from the bank's own page. */
  purpose: Purpose;
  submit: string;
  /** Shown under the fields: what happens next. */
  children?: ReactNode;
  /** Called once Stripe has accepted. The server confirms separately. */
  onDone: () => void;
  /** Starts over when this attempt can't be completed. */
  onAgain: () => void;
};

/** Collects a card and confirms the intent with Stripe. Card numbers never pass through our server. */
export function CardForm(props: CardFormProps) {
  const { publishableKey, start, purpose } = props;
  const { stripe, failed, retry } = useStripeJs(publishableKey);
  const next = useNextStep(stripe, start);
  const [wantsOtherCard, setWantsOtherCard] = useState(false);
  const isDark = useIsDark();
  const isPaid = next === 'done';
  const tellDone = useEffectEvent(props.onDone);
  useEffect(() => {
    if (isPaid) tellDone();
  }, [isPaid]);
  if (failed) return <NotLoaded onRetry={retry} />;
  if (!stripe || !start.clientSecret || !next || isPaid) return <FieldsComing />;
  if (next === 'bank' && !wantsOtherCard) {
    const secret = start.clientSecret;
    return (
      <BankStep
        {...{ stripe, secret, purpose }}
        onDone={props.onDone}
        onOtherCard={() => setWantsOtherCard(true)}
      />
    );
  }
  return (
    <Elements
      stripe={stripe}
      options={{ clientSecret: start.clientSecret, appearance: appearanceOf(isDark) }}
    >
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ start, purpose, submit, children, onDone, onAgain }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const { user } = useSession();
  const [isReady, setIsReady] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const failed = purpose === 'card' ? 'Card not saved' : 'Payment Failed';
  const send = async () => {
    if (!stripe || !elements || isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    dismissToast();
    const answer = await confirm(stripe, elements, start.confirm, returnAddress(purpose, isAdmin(user)));
    setIsBusy(false);
    if (answer === 'done') return onDone();
    if (answer === 'incomplete') return;
    setProblem(answer);
    // In a dialog a toast would cover the buttons and repeat the message.
    if (purpose === 'subscribe')
      toast({ title: answer.title ?? failed, description: answer.words, type: 'error' });
  };
  if (problem?.isLost) return <Lost words={problem.words} onAgain={onAgain} />;
  return (
    <chakra.form
      noValidate
      display="flex"
      flexDirection="column"
      gap={4}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div>
        {!isReady && <FieldsComing />}
        <PaymentElement
          options={{ layout: 'tabs' }}
          onReady={() => setIsReady(true)}
          onLoadError={({ error }) =>
            setProblem({ words: error.message ?? 'The Stripe card form didn’t load.', isLost: true })
          }
        />
      </div>
      {problem && (
        <Notice state="critical" title={problem.title ?? failed}>
          {problem.words}
        </Notice>
      )}
      {children}
      <Button
        type="submit"
        size="lg"
        h="auto"
        minH={11}
        py={2}
        whiteSpace="normal"
        textAlign="center"
        disabled={!isReady}
        aria-disabled={isBusy || undefined}
      >
        {isBusy && <Spinner size="sm" borderColor="currentColor" borderTopColor="transparent" />}
        {submit}
      </Button>
    </chakra.form>
  );
}

type Problem = {
  /** Absent if Stripe reported a failure. */
  title?: string;
  words: string;
  /** This attempt is over, so another card won't help. */
  isLost: boolean;
};

/** Stripe error codes after which the client secret can't be reused. */
const lost = ['payment_intent_unexpected_state', 'setup_intent_unexpected_state', 'resource_missing'];

/** Confirms with Stripe, and with the bank if it requires it. Stripe shows field errors itself. */
async function confirm(
  stripe: Stripe,
  elements: NonNullable<ReturnType<typeof useElements>>,
  step: CardFormProps['start']['confirm'],
  address: string,
): Promise<Problem | 'done' | 'incomplete'> {
  const asked = { elements, redirect: 'if_required', confirmParams: { return_url: address } } as const;
  try {
    const { error } = await (step === 'setup' ? stripe.confirmSetup(asked) : stripe.confirmPayment(asked));
    if (!error) return 'done';
    if (error.type === 'validation_error') return 'incomplete';
    const isLost = lost.includes(error.code ?? '');
    return error.message ? { words: error.message, isLost } : { ...unexplained, isLost };
  } catch {
    return { ...unexplained, isLost: false };
  }
}

/** Stripe may have accepted the card before its response was lost. */
const unexplained = {
  title: 'Stripe didn’t respond',
  words: 'We don’t know whether your card was accepted. Reload this page to check before you try again.',
};

/** A skeleton of the card fields while they load. */
const FieldsComing = () => (
  <Delayed>
    <chakra.div role="status" aria-label="Loading" display="grid" gridTemplateColumns="1fr 1fr" gap={3}>
      <Skeleton h={9} gridColumn="1 / -1" borderRadius="control" />
      <Skeleton h={9} borderRadius="control" />
      <Skeleton h={9} borderRadius="control" />
    </chakra.div>
  </Delayed>
);

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    state="error"
    title="Failed to initialize payment"
    action={
      <Button variant="outline" size="sm" onClick={onRetry}>
        Retry
      </Button>
    }
  >
    Your browser couldn’t load the card form from js.stripe.com. An ad blocker or your network may be blocking
    it. You haven’t been charged.
  </Notice>
);

const Lost = ({ words, onAgain }: { words: string; onAgain: () => void }) => (
  <Notice
    state="error"
    title="Failed to initialize payment"
    action={
      <Button variant="outline" size="sm" onClick={onAgain}>
        Start again
      </Button>
    }
  >
    {words}
  </Notice>
);

type Props = {
  stripe: Stripe;
  secret: string;
  purpose: Purpose;
  onDone: () => void;
  onOtherCard: () => void;
};

/** The saved card works, but its bank requires confirmation. */
function BankStep({ stripe, secret, purpose, onDone, onOtherCard }: Props) {
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
    <Stack gap={4}>
      <p>Your bank needs you to confirm this payment in a separate window.</p>
      {problem && (
        <Notice state="critical" title="Payment Failed">
          {problem}
        </Notice>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap={2}>
        <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && void ask()}>
          {isBusy && <Spinner size="sm" borderColor="currentColor" borderTopColor="transparent" />}
          Confirm with your bank
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={onOtherCard}>
          Use another card
        </Button>
      </chakra.div>
    </Stack>
  );
}

/** Why confirmation failed. `undefined` if it succeeded. */
async function confirmed(stripe: Stripe, clientSecret: string): Promise<string | undefined> {
  try {
    const { error } = await stripe.handleNextAction({ clientSecret });
    return error && (error.message ?? 'Your bank didn’t confirm the payment.');
  } catch {
    return 'We couldn’t reach your bank. Try again.';
  }
}

/** The current value of a theme color. `undefined` if no theme is loaded. */
function color(name: string): string | undefined {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--chakra-colors-${name}`).trim();
  return value || undefined;
}

/** Our theme for the card fields, because Stripe's iframe can't see our styles. */
function appearanceOf(isDark: boolean): Appearance {
  const line = color('border-control');
  const variables = {
    colorPrimary: color('brand-solid'),
    colorBackground: color('bg-panel'),
    colorText: color('fg'),
    colorTextSecondary: color('fg-muted'),
    colorTextPlaceholder: color('fg-subtle'),
    colorDanger: color('fg-error'),
    fontFamily: 'Geist, system-ui, sans-serif',
    fontSizeBase: '14px',
    fontSizeSm: '13px',
    spacingUnit: '4px',
    borderRadius: '6px',
  };
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined)),
    rules: {
      '.Input': { ...(line ? { border: `1px solid ${line}` } : {}), boxShadow: 'none', padding: '8px 12px' },
      '.Label': { fontWeight: '500', fontSize: '13px' },
    },
  };
}
