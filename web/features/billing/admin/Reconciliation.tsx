import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Spinner } from '@chakra-ui/react';
import type { BillingDriftQuery, PaymentSettingsFieldsFragment } from '#web/gql/graphql.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { BillingDrift, PaymentSettings, ReconcileBilling } from './billing-admin.gql.ts';

type Drift = BillingDriftQuery['billingDrift'][number];

/** Whether what stands here is what stands at Stripe, and the way to compare it now. */
export function Reconciliation({ settings }: { settings: PaymentSettingsFieldsFragment }) {
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
