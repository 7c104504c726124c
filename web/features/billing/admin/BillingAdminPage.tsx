import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Field, Input, Spinner } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { BillingDriftQuery, PaymentSettingsFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { PurchasingSwitch } from '../PurchasingSwitch.tsx';
import { KeysForm } from './KeysForm.tsx';
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

/** How the operator is paid, and whether what Stripe tells us arrives. */
export function BillingAdminPage() {
  const { data, error, refetch } = useQuery(PaymentSettings, { fetchPolicy: 'cache-and-network' });
  const settings = data?.paymentSettings;
  const known = (part: (settings: PaymentSettingsFieldsFragment) => ReactNode) => {
    if (settings) return part(settings);
    if (!error) return <SkeletonRows rows={3} />;
    return <LoadFailed title="The settings could not be loaded" error={error} onRetry={refetch} />;
  };
  return (
    <>
      <PageHeader title="Billing" description="How you are paid, and whether what Stripe tells us arrives." />
      <chakra.div display="flex" flexDirection="column" gap={6}>
        <SettingsCard title="Purchasing" description="Whether anything is sold. Holds at once for everybody.">
          <PurchasingSwitch />
        </SettingsCard>
        <SettingsCard
          title="Stripe keys"
          description="From Stripe’s dashboard, under Developers. Saved encrypted."
        >
          {known((all) => (
            <KeysForm settings={all} />
          ))}
        </SettingsCard>
        <SettingsCard title="Connection" description="From us to Stripe, and from Stripe to us.">
          {known((all) => (
            <Connection settings={all} />
          ))}
        </SettingsCard>
        <SettingsCard
          title="Reconciliation"
          description="Every night all subscriptions and invoices are compared with Stripe, and mended here."
        >
          {known((all) => (
            <Reconciliation settings={all} />
          ))}
        </SettingsCard>
        <WebhookLog />
      </chakra.div>
    </>
  );
}

/** Where Stripe is to send its events, and whether it answers by the saved key. */
function Connection({ settings }: { settings: PaymentSettingsFieldsFragment }) {
  const { webhookUrl, stripeSecretKey } = settings;
  return (
    <>
      <Field.Root>
        <Field.Label>Webhook address</Field.Label>
        <chakra.div display="flex" gap={2} w="full">
          <Input value={webhookUrl} readOnly fontFamily="mono" onFocus={(event) => event.target.select()} />
          <CopyButton text={webhookUrl} label="Copy" />
        </chakra.div>
        <Field.HelperText>
          Add it at Stripe under Developers, Webhooks, for all events of customers, subscriptions, invoices,
          payment methods, setup intents, charges and disputes.
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
    <chakra.div display="flex" flexDirection="column" gap={3}>
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
        {!hasKey && (
          <chakra.p textStyle="sm" color="fg.muted">
            Save a secret key first.
          </chakra.p>
        )}
      </chakra.div>
      {answer && (
        <Notice
          state={answer.success ? 'ok' : 'error'}
          title={answer.success ? 'Stripe answers' : 'The test found a problem'}
        >
          {answer.message}
        </Notice>
      )}
      {failed && (
        <Notice state="error" title="The connection could not be tested">
          {sentenceOf(error, 'The server did not answer. Please try again.')}
        </Notice>
      )}
    </chakra.div>
  );
}

type Drift = BillingDriftQuery['billingDrift'][number];

/** Whether what stands here is what stands at Stripe, and the way to compare it now. */
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
        <chakra.p flex="1 1 14rem" color="fg.muted">
          {reconciledAt ? (
            <>
              Last compared <RelativeTime at={reconciledAt} />.
            </>
          ) : (
            'Never compared yet.'
          )}
        </chakra.p>
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
        <LoadFailed title="What was found could not be loaded" error={error} onRetry={refetch} />
      )}
      {!drift && !error && <SkeletonRows rows={1} />}
      {drift?.length === 0 && reconciledAt && (
        <StatusDot state="ok" word="Everything here was as it is at Stripe" />
      )}
      {drift && drift.length > 0 && <DriftList drift={drift} />}
    </>
  );
}

const inWords = (found: readonly Drift[]) =>
  found.length === 0
    ? 'Everything here is as it is at Stripe.'
    : `${found.length === 1 ? '1 difference' : `${found.length} differences`} found.`;

const DriftList = ({ drift }: { drift: readonly Drift[] }) => (
  <chakra.ul
    aria-label="Differences"
    listStyleType="none"
    borderWidth="1px"
    borderRadius="surface"
    css={{ '& > li + li': { borderTopWidth: '1px' } }}
  >
    {drift.map(({ teamName, what, stored, atStripe, mended }) => (
      <chakra.li key={[teamName, what, stored, atStripe].join()} px={4} py={2.5} overflowWrap="anywhere">
        <chakra.div display="flex" flexWrap="wrap" columnGap={3}>
          <chakra.span fontWeight="medium">{teamName}</chakra.span>
          <chakra.span ms="auto">
            <StatusDot state={mended ? 'ok' : 'error'} word={mended ? 'Mended' : 'Look at it'} />
          </chakra.span>
        </chakra.div>
        <chakra.p color="fg.muted">
          {what}: {stored ?? 'nothing'} here, {atStripe ?? 'nothing'} at Stripe
        </chakra.p>
      </chakra.li>
    ))}
  </chakra.ul>
);
