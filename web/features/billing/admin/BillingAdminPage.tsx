import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Field, Input, Spinner, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failedPaymentsPath, useOperatorAttention } from '#web/features/attention/operator-attention.ts';
import type { BillingDriftQuery, PaymentSettingsFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { inOrder, SkeletonRows, waiting } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { PurchasingSwitch } from '../PurchasingSwitch.tsx';
import { PaymentSettingsFields, KeysForm } from './KeysForm.tsx';
import { WebhookLog } from './WebhookLog.tsx';

const PaymentSettings = graphql(`
  query PaymentSettings {
    paymentSettings {
      ...PaymentSettingsFields
    }
  }
`);

const TestStripe = graphql(`
  mutation TestStripe {
    testStripe {
      success
      message
    }
  }
`);

const BillingDrift = graphql(`
  query BillingDrift {
    billingDrift {
      teamName
      what
      stored
      atStripe
      mended
    }
  }
`);

const ReconcileBilling = graphql(`
  mutation ReconcileBilling {
    reconcileBilling {
      teamName
      what
      stored
      atStripe
      mended
    }
  }
`);

/** Leads to the customers who owe a payment. The number beside the sidebar's entry is about them. */
function FailedPayments() {
  const { attention, error } = useOperatorAttention();
  if (!attention && !error) return <div hidden {...waiting} />;
  const count = attention?.failedPayments ?? 0;
  if (count === 0) return null;
  return (
    <Notice
      state="critical"
      title={count === 1 ? '1 payment has failed.' : `${count} payments have failed.`}
      action={
        <Button asChild size="sm" variant="outline">
          <Link to={failedPaymentsPath}>{count === 1 ? 'Show customer' : 'Show customers'}</Link>
        </Button>
      }
    />
  );
}

export function BillingAdminPage() {
  const { data, error, refetch } = useQuery(PaymentSettings, { fetchPolicy: 'cache-and-network' });
  const settings = data && readFragment(PaymentSettingsFields, data.paymentSettings);
  const known = (part: (settings: PaymentSettingsFieldsFragment) => ReactNode) => {
    if (settings) return part(settings);
    if (!error) return <SkeletonRows rows={3} />;
    return <LoadFailed title="We couldn’t load the settings" error={error} onRetry={refetch} />;
  };
  return (
    <>
      <PageHeader title="Billing" description="Your Stripe connection and the events it sends." />
      <Stack gap={6} css={inOrder}>
        <FailedPayments />
        <SettingsCard
          title="Purchasing"
          description="Turn sales on or off for everyone. Takes effect immediately."
        >
          <PurchasingSwitch />
        </SettingsCard>
        <SettingsCard
          title="Stripe keys"
          description="Find them in the Stripe dashboard under Developers. We store them encrypted."
        >
          {known((all) => (
            <KeysForm settings={all} />
          ))}
        </SettingsCard>
        <SettingsCard
          title="Connection"
          description="Check that we can reach Stripe and that its webhooks reach us."
        >
          {known((all) => (
            <Connection settings={all} />
          ))}
        </SettingsCard>
        <SettingsCard
          title="Reconciliation"
          description="Every night we compare all subscriptions and invoices with Stripe and correct our copies."
        >
          {known((all) => (
            <Reconciliation settings={all} />
          ))}
        </SettingsCard>
        <WebhookLog />
      </Stack>
    </>
  );
}

/** Where Stripe sends its events, and a check of the saved key. */
function Connection({ settings }: { settings: PaymentSettingsFieldsFragment }) {
  const { webhookUrl, stripeSecretKey } = settings;
  return (
    <>
      <Field.Root>
        <Field.Label>Webhook URL</Field.Label>
        <chakra.div display="flex" gap={2} w="full">
          <Input value={webhookUrl} readOnly fontFamily="mono" onFocus={(event) => event.target.select()} />
          <CopyButton text={webhookUrl} label="Copy" />
        </chakra.div>
        <Field.HelperText>
          Add this URL in Stripe under Developers → Webhooks. Select all customer, subscription, invoice,
          payment method, setup intent, charge and dispute events.
        </Field.HelperText>
      </Field.Root>
      <Test hasKey={Boolean(stripeSecretKey)} />
    </>
  );
}

function Test({ hasKey }: { hasKey: boolean }) {
  const [test, { data, error, loading }] = useMutation(TestStripe);
  const answer = loading ? undefined : data?.testStripe;
  const failed = error && !loading;
  return (
    <Stack gap={3}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
        <Button
          variant="outline"
          disabled={!hasKey}
          aria-disabled={loading || undefined}
          onClick={() => !loading && void test().catch(() => undefined)}
        >
          {loading && <Spinner size="sm" />}
          Test connection
        </Button>
        {!hasKey && <Hint>Save a secret key first.</Hint>}
      </chakra.div>
      {answer && (
        <Notice
          state={answer.success ? 'ok' : 'error'}
          title={answer.success ? 'Stripe is connected' : 'The test found a problem'}
        >
          {answer.message}
        </Notice>
      )}
      {failed && (
        <Notice state="error" title="We couldn’t test the connection">
          {sentenceOf(error, 'The server didn’t respond. Try again.')}
        </Notice>
      )}
    </Stack>
  );
}

type Drift = BillingDriftQuery['billingDrift'][number];

/** Compares our records with Stripe's on demand, and lists the differences. */
function Reconciliation({ settings }: { settings: PaymentSettingsFieldsFragment }) {
  const { reconciledAt, stripeSecretKey } = settings;
  const { data, error, refetch } = useQuery(BillingDrift, { fetchPolicy: 'cache-and-network' });
  const [run, { loading }] = useMutation(ReconcileBilling, {
    refetchQueries: [PaymentSettings],
    update: (cache, { data: done }) => {
      if (done) cache.writeQuery({ query: BillingDrift, data: { billingDrift: done.reconcileBilling } });
    },
  });
  const compare = async () => {
    try {
      const found = (await run()).data?.reconcileBilling ?? [];
      toast({ title: 'Compared with Stripe', description: inWords(found), type: 'success' });
    } catch (failure) {
      toastFailure(failure, { title: 'Error', fallback: 'We couldn’t reach Stripe. Try again.' });
    }
  };
  const drift = data?.billingDrift;
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={2}>
        <Muted flex="1 1 14rem">
          {reconciledAt ? (
            <>
              Last compared <RelativeTime at={reconciledAt} />.
            </>
          ) : (
            'Not compared yet.'
          )}
        </Muted>
        <Button
          variant="outline"
          disabled={!stripeSecretKey}
          aria-disabled={loading || undefined}
          onClick={() => !loading && void compare()}
        >
          {loading && <Spinner size="sm" />}
          Run now
        </Button>
      </chakra.div>
      {!drift && error && (
        <LoadFailed title="We couldn’t load the differences" error={error} onRetry={refetch} />
      )}
      {!drift && !error && <SkeletonRows rows={1} />}
      {drift?.length === 0 && reconciledAt && <StatusDot state="ok" word="No differences found" />}
      {drift && drift.length > 0 && <DriftList drift={drift} />}
    </>
  );
}

const inWords = (found: readonly Drift[]) =>
  found.length === 0
    ? 'No differences found.'
    : `${found.length === 1 ? '1 difference' : `${found.length} differences`} found.`;

const DriftList = ({ drift }: { drift: readonly Drift[] }) => (
  <DividedList aria-label="Differences" borderWidth="1px" borderRadius="surface">
    {drift.map(({ teamName, what, stored, atStripe, mended }) => (
      <chakra.li key={[teamName, what, stored, atStripe].join()} px={4} py={2.5} overflowWrap="anywhere">
        <chakra.div display="flex" flexWrap="wrap" columnGap={3}>
          <chakra.span fontWeight="medium">{teamName}</chakra.span>
          <chakra.span ms="auto">
            <StatusDot state={mended ? 'ok' : 'error'} word={mended ? 'Corrected' : 'Needs review'} />
          </chakra.span>
        </chakra.div>
        <Muted>
          {what}: {stored ?? 'nothing'} here, {atStripe ?? 'nothing'} in Stripe
        </Muted>
      </chakra.li>
    ))}
  </DividedList>
);
