import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type SessionUser, useSession } from '#web/features/auth/useSession.ts';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { dayOf } from '#web/lib/dates.ts';
import { onButton } from '#web/lib/shorten.ts';
import { useAddress } from '#web/lib/useAddress.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PackagesOffered, TeamSubscription } from '../billing.gql.ts';
import { FreeCheckout } from './FreeCheckout.tsx';
import { OwnerOnly } from '../OwnerOnly.tsx';
import { type OfferedPackage, PackageSummary, StepHeading } from '../PackageSummary.tsx';
import { PaidCheckout } from './PaidCheckout.tsx';
import { beforeChange, isFree, isLive } from '../plan-words.ts';
import { StripeConfig } from '../stripe-config.gql.ts';

/** From a package of the price list to a subscription. */
export function SubscribePage() {
  const { user } = useSession();
  const [packageId] = useAddress('package');
  const { data, error, refetch } = useQuery(PackagesOffered, { skip: !packageId });
  const chosen = data?.packages.find(({ id }) => id === packageId);
  return (
    // A visitor's shell leaves the margins to the screen.
    <chakra.div
      w="full"
      maxW="60rem"
      {...(user ? {} : { mx: 'auto', px: { base: 4, md: 8 }, py: { base: 8, md: 12 } })}
    >
      <PageHeader title="Complete Your Subscription" />
      {!packageId && (
        <NothingChosen>Choose one from the price list; its price and its limits stand there.</NothingChosen>
      )}
      {packageId && !data && error && (
        <LoadFailed title="The package could not be loaded" error={error} onRetry={refetch} />
      )}
      {packageId && !data && !error && <SkeletonRows rows={4} />}
      {data && packageId && !chosen && (
        <NothingChosen>The package of this address is not offered any more.</NothingChosen>
      )}
      {chosen && user && <Checkout key={chosen.id} chosen={chosen} user={user} />}
      {chosen && !user && <SignInFirst chosen={chosen} />}
    </chakra.div>
  );
}

const NothingChosen = ({ children }: { children: ReactNode }) => (
  <Notice
    state="error"
    title="No package selected"
    action={
      <Button asChild variant="outline" size="sm">
        <Link to="/packages">See packages</Link>
      </Button>
    }
  >
    {children}
  </Notice>
);

/** The way in leads back to the package. */
function SignInFirst({ chosen }: { chosen: OfferedPackage }) {
  const kept = new URLSearchParams({ package: chosen.id }).toString();
  return (
    <PackageSummary chosen={chosen}>
      <chakra.h2 textStyle="lg" fontWeight="semibold">
        Sign in to subscribe
      </chakra.h2>
      <p>
        A subscription belongs to a team. Sign in to yours, or create an account: that begins with a trial.
      </p>
      <chakra.div display="flex" flexWrap="wrap" gap={2} mt={2}>
        <Button asChild>
          <Link to={`/auth?${kept}`}>Sign in</Link>
        </Button>
        <Button asChild variant="outline">
          <Link to={`/auth?tab=register&${kept}`}>Create an account</Link>
        </Button>
      </chakra.div>
    </PackageSummary>
  );
}

type Props = { chosen: OfferedPackage; user: SessionUser };

/** Asked at once, not remembered: what is bought here is judged by it. */
const fresh = { fetchPolicy: 'network-only', nextFetchPolicy: 'cache-first' } as const;

/** What a signed-in person can do about a package: pay, take it, change to it, or learn why not. */
function Checkout({ chosen, user }: Props) {
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
        <StepHeading title={first.title}>{first.words}</StepHeading>
        <chakra.div mt={2}>
          <Button asChild>
            <Link to={first.to}>{first.label}</Link>
          </Button>
        </chakra.div>
      </PackageSummary>
    );
  return (
    <PackageSummary chosen={chosen}>
      <StepHeading title={isSame ? 'You are subscribed to it' : 'Your team has a subscription already'}>
        {isSame
          ? 'Its invoices, its card and the way to cancel are on the Billing page.'
          : `It is ${subscription.package?.name ?? 'another package'}. Changing to ${chosen.name} shows first what it costs now and later.`}
      </StepHeading>
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

type NotForSaleProps = {
  chosen: OfferedPackage;
  subscription: SubscriptionFieldsFragment;
  isSwitchedOff: boolean;
};

/** Nothing can be paid for at the moment: why, and what works all the same. */
function NotForSale({ chosen, subscription, isSwitchedOff }: NotForSaleProps) {
  const { id, name } = chosen;
  return (
    <PackageSummary chosen={chosen}>
      <StepHeading
        title={isSwitchedOff ? 'Purchasing is switched off at the moment' : 'Payments are not set up yet'}
      >
        {isSwitchedOff
          ? 'The operator sells no packages for now. Nothing was charged, and nothing was begun.'
          : 'The operator has not connected a payment provider. Nothing was charged, and nothing was begun.'}
      </StepHeading>
      <p>{whatGoesOn(subscription)}</p>
      <chakra.div display="flex" flexWrap="wrap" gap={2} mt={2}>
        <Button asChild>
          <Link to={`/waitlist?packageId=${id}&packageName=${encodeURIComponent(name)}`}>
            Join the waitlist
          </Link>
        </Button>
        <Button asChild variant="outline">
          <Link to="/packages">See packages</Link>
        </Button>
      </chakra.div>
    </PackageSummary>
  );
}

function whatGoesOn({ isActive, state, activeUntil }: SubscriptionFieldsFragment): string {
  if (!isActive)
    return 'Watching is paused; what was recorded stays. The waitlist tells you when you can subscribe.';
  const until = activeUntil ? ` until ${dayOf(new Date(activeUntil))}` : '';
  return state === 'trial' || until
    ? `Your networks are watched${until}. The waitlist tells you when you can subscribe.`
    : 'Your networks are watched as before. The waitlist tells you when you can subscribe.';
}
