import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type SessionUser, useSession } from '#web/features/auth/useSession.ts';
import { formatDate } from '#web/lib/format.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { onButton } from '#web/lib/shorten.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { type Subscription, PackagesOffered, TeamSubscription } from '../billing.gql.ts';
import { FreeCheckout } from './FreeCheckout.tsx';
import { OwnerOnly } from '../OwnerOnly.tsx';
import { type OfferedPackage, PackageSummary, StepHeading } from '../PackageSummary.tsx';
import { PaidCheckout } from './PaidCheckout.tsx';
import { beforeChange, isFree, isLive } from '../plan-words.ts';
import { StripeConfig } from '../stripe-config.gql.ts';

export function SubscribePage() {
  const { user } = useSession();
  const [packageId] = useSearchParam('package');
  const { data, error, refetch } = useQuery(PackagesOffered, { skip: !packageId });
  const chosen = data?.packages.find(({ id }) => id === packageId);
  return (
    // The visitor shell has no margins of its own.
    <chakra.div
      w="full"
      maxW="60rem"
      {...(user ? {} : { mx: 'auto', px: { base: 4, md: 8 }, py: { base: 8, md: 12 } })}
    >
      <PageHeader title="Complete Your Subscription" />
      {!packageId && (
        <NothingChosen>Choose a package from the price list to see its price and limits.</NothingChosen>
      )}
      {packageId && !data && error && (
        <LoadFailed title="We couldn’t load the package" error={error} onRetry={refetch} />
      )}
      {packageId && !data && !error && <SkeletonRows rows={4} />}
      {data && packageId && !chosen && <NothingChosen>This package is no longer available.</NothingChosen>}
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

/** Signing in leads back to the package. */
function SignInFirst({ chosen }: { chosen: OfferedPackage }) {
  const kept = new URLSearchParams({ package: chosen.id }).toString();
  return (
    <PackageSummary chosen={chosen}>
      <SectionTitle>Sign in to subscribe</SectionTitle>
      <p>Subscriptions belong to a team. Sign in to your account, or create one and start a free trial.</p>
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

/** Always fetched, because the purchase depends on it. */
const fresh = { fetchPolicy: 'network-only', nextFetchPolicy: 'cache-first' } as const;

/** Lets a signed-in person buy, start or change to a package, or explains why they can't. */
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
      found={{
        ...config.data.stripeConfig,
        subscription: unmasked(plan.data.subscription),
      }}
    />
  );
}

type Found = {
  subscription: Subscription;
  stripePublishableKey?: string | null;
  purchasingEnabled: boolean;
};

function Way({ chosen, user, found }: Props & { found: Found }) {
  // Keep the initial state, because paying changes it midway through checkout.
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

/** A team has one subscription, so an existing one is changed. */
function HasOne(props: { chosen: OfferedPackage; subscription: Subscription }) {
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
      <StepHeading
        title={isSame ? 'You’re subscribed to this package' : 'Your team already has a subscription'}
      >
        {isSame
          ? 'Manage your card, invoices and cancellation on the Billing page.'
          : `Your current package is ${subscription.package?.name ?? 'a different one'}. We’ll show you what ${chosen.name} costs before you change.`}
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
        <Hint>
          To switch to a free package, cancel your subscription on the Billing page first. You can start the
          free package when the paid one ends.
        </Hint>
      )}
    </PackageSummary>
  );
}

type NotForSaleProps = {
  chosen: OfferedPackage;
  subscription: Subscription;
  isSwitchedOff: boolean;
};

/** Explains why nothing can be bought right now, and what still works. */
function NotForSale({ chosen, subscription, isSwitchedOff }: NotForSaleProps) {
  const { id, name } = chosen;
  return (
    <PackageSummary chosen={chosen}>
      <StepHeading
        title={isSwitchedOff ? 'Purchasing is currently unavailable' : 'Payments aren’t set up yet'}
      >
        {isSwitchedOff
          ? 'Packages aren’t on sale right now. You haven’t been charged or subscribed.'
          : 'No payment provider is connected. You haven’t been charged or subscribed.'}
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

function whatGoesOn({ isActive, state, activeUntil }: Subscription): string {
  if (!isActive)
    return 'Monitoring is paused, but your data is kept. Join the waitlist and we’ll email you when you can subscribe.';
  const until = activeUntil ? ` until ${formatDate(new Date(activeUntil))}` : '';
  return state === 'trial' || until
    ? `Monitoring continues${until}. Join the waitlist and we’ll email you when you can subscribe.`
    : 'Monitoring continues as before. Join the waitlist and we’ll email you when you can subscribe.';
}
