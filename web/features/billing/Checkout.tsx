import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SessionUser } from '#web/features/auth/useSession.ts';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { onButton } from '#web/lib/shorten.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { TeamSubscription } from './billing.gql.ts';
import { FreeCheckout } from './FreeCheckout.tsx';
import { NotForSale } from './NotForSale.tsx';
import { OwnerOnly } from './OwnerOnly.tsx';
import { PackageSummary, type OfferedPackage } from './PackageSummary.tsx';
import { PaidCheckout } from './PaidCheckout.tsx';
import { beforeChange, isFree, isLive } from './plan-words.ts';
import { Words } from './Words.tsx';
import { StripeConfig } from './stripe-config.gql.ts';

type Props = { chosen: OfferedPackage; user: SessionUser };

/** Asked at once, not remembered: what is bought here is judged by it. */
const fresh = { fetchPolicy: 'network-only', nextFetchPolicy: 'cache-first' } as const;

/** What a signed-in person can do about a package: pay, take it, change to it, or learn why not. */
export function Checkout({ chosen, user }: Props) {
  const plan = useQuery(TeamSubscription, fresh);
  const config = useQuery(StripeConfig, fresh);
  const error = plan.error ?? config.error;
  if (error && !(plan.data && config.data)) {
    const retry = () => Promise.all([plan.refetch(), config.refetch()]);
    return <LoadFailed title="Failed to initialize payment" error={error} onRetry={retry} />;
  }
  if (!plan.data || !config.data) return <SkeletonRows rows={4} />;
  return (
    <Way
      {...{ chosen, user }}
      found={{ ...config.data.stripeConfig, subscription: plan.data.subscription }}
    />
  );
}

type Found = {
  subscription: SubscriptionFieldsFragment;
  stripePublishableKey?: string | null;
  purchasingEnabled: boolean;
};

function Way({ chosen, user, found }: Props & { found: Found }) {
  // As it was found: paying changes it, and the way that was begun goes on to its end.
  const [{ subscription, stripePublishableKey: publishableKey, purchasingEnabled }] = useState(found);
  if (user.teamRole !== 'owner') {
    return (
      <PackageSummary chosen={chosen}>
        <OwnerOnly what="subscribe" />
      </PackageSummary>
    );
  }
  if (isLive(subscription)) return <HasOne chosen={chosen} subscription={subscription} />;
  if (isFree(chosen)) return <FreeCheckout chosen={chosen} subscription={subscription} />;
  if (!subscription.canPurchase || !publishableKey) {
    return <NotForSale {...{ chosen, subscription }} isSwitchedOff={!purchasingEnabled} />;
  }
  return <PaidCheckout chosen={chosen} publishableKey={publishableKey} />;
}

/** There is a subscription already: it is changed, for a team has one. */
function HasOne(props: { chosen: OfferedPackage; subscription: SubscriptionFieldsFragment }) {
  const { chosen, subscription } = props;
  const isSame = subscription.package?.id === chosen.id;
  const first = isSame ? undefined : beforeChange(subscription);
  if (first)
    return (
      <PackageSummary chosen={chosen}>
        <Words title={first.title}>{first.words}</Words>
        <chakra.div mt={2}>
          <Button asChild>
            <Link to={first.to}>{first.label}</Link>
          </Button>
        </chakra.div>
      </PackageSummary>
    );
  return (
    <PackageSummary chosen={chosen}>
      <Words title={isSame ? 'You are subscribed to it' : 'Your team has a subscription already'}>
        {isSame
          ? 'Its invoices, its card and the way to cancel are on the Billing page.'
          : `It is ${subscription.package?.name ?? 'another package'}. Changing to ${chosen.name} shows first what it costs now and later.`}
      </Words>
      <chakra.div display="flex" flexWrap="wrap" gap={2} mt={2}>
        {!isSame && !isFree(chosen) && (
          <Button asChild>
            <Link to={`/billing?change=${chosen.id}`}>Change to {onButton(chosen.name)}</Link>
          </Button>
        )}
        <Button asChild variant={isSame || isFree(chosen) ? 'solid' : 'outline'}>
          <Link to="/billing">Go to Billing</Link>
        </Button>
      </chakra.div>
      {!isSame && isFree(chosen) && (
        <chakra.p textStyle="sm" color="fg.muted">
          Cancel the subscription there first: a free package begins when the paid one is over.
        </chakra.p>
      )}
    </PackageSummary>
  );
}
