import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '#web/features/auth/useSession.ts';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { useAddress } from '#web/lib/useAddress.ts';
import { onButton } from '#web/lib/shorten.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { dismissToast } from '#web/ui/toaster.tsx';
import { TeamSubscription } from './billing.gql.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { CurrentPlan } from './CurrentPlan.tsx';
import { InvoiceHistory } from './InvoiceHistory.tsx';
import { OwnerOnly } from './OwnerOnly.tsx';
import { PaymentMethod } from './PaymentMethod.tsx';
import { beforeChange, isLive, isUnfinished } from './plan-words.ts';
import { PlanNotice } from './PlanNotice.tsx';
import { UsageCards } from './UsageCards.tsx';
import { StripeConfig } from './stripe-config.gql.ts';

const CardDialog = lazyDialog(() => import('./CardDialog.tsx').then((m) => m.CardDialog));
const ChangeDialog = lazyDialog(() => import('./ChangeDialog.tsx').then((m) => m.ChangeDialog));

/** What the team has, uses and pays. */
export function BillingPage() {
  const { user } = useSession();
  const { data, error, refetch } = useQuery(TeamSubscription, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const plan = data?.subscription;
  return (
    <>
      <PageHeader
        title="Billing and Subscription"
        description="What your team has, what it uses, and what it pays."
      />
      {!plan && error && (
        <LoadFailed title="The subscription could not be loaded" error={error} onRetry={refetch} />
      )}
      {!plan && !error && <SkeletonRows rows={6} />}
      {plan && <Billing plan={plan} owns={user?.teamRole === 'owner'} />}
    </>
  );
}

type Open = 'cancel' | 'card' | 'pay' | 'change';

function Billing({ plan, owns }: { plan: SubscriptionFieldsFragment; owns: boolean }) {
  const { data } = useQuery(StripeConfig);
  const [asked, setAsked] = useAddress('open');
  const [wanted, setWanted] = useAddress('change');
  const [opened, setOpened] = useState<Open>();
  // What was said of the last dialog would lie over the buttons of the next on a phone.
  const begin = (what: Open) => {
    dismissToast();
    setOpened(what);
  };
  const publishableKey = data?.stripeConfig.stripePublishableKey ?? undefined;
  const live = isLive(plan);
  const hasStripe = live && publishableKey !== undefined;
  // What another screen leads to: the card to mend, the payment that is missing, the package to change to.
  const open = opened ?? (asked === 'card' || asked === 'pay' ? asked : wanted ? 'change' : undefined);
  const close = () => {
    setOpened(undefined);
    if (asked) setAsked(undefined);
    if (wanted) setWanted(undefined);
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap={6}>
      <PlanNotice
        plan={plan}
        owns={owns}
        onPay={hasStripe && plan.pastDueSince ? () => begin('pay') : undefined}
      />
      {!owns && <OwnerOnly what="change what the team has and pays" />}
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
        gap={6}
      >
        <CurrentPlan
          plan={plan}
          actions={
            owns && (
              <>
                <WayToChange plan={plan} live={live} onChange={() => begin('change')} />
                {live && !plan.cancelAt && (
                  <Button variant="ghost" onClick={() => begin('cancel')}>
                    Cancel subscription
                  </Button>
                )}
              </>
            )
          }
        />
        <PaymentMethod
          plan={plan}
          live={live}
          onUpdate={owns && hasStripe ? () => begin('card') : undefined}
        />
      </chakra.div>
      <UsageCards usage={plan.usage} />
      <InvoiceHistory plan={plan} />
      {owns && live && open === 'cancel' && <CancelDialog plan={plan} onClose={close} />}
      {owns && hasStripe && open === 'card' && (
        <CardDialog
          publishableKey={publishableKey}
          what="card"
          owed={Boolean(plan.pastDueSince)}
          onClose={close}
        />
      )}
      {owns && hasStripe && open === 'pay' && (
        <CardDialog publishableKey={publishableKey} what="pay" onClose={close} />
      )}
      {owns && hasStripe && open === 'change' && !beforeChange(plan) && (
        <ChangeDialog publishableKey={publishableKey} plan={plan} wanted={wanted} onClose={close} />
      )}
    </chakra.div>
  );
}

function WayToChange(props: { plan: SubscriptionFieldsFragment; live: boolean; onChange: () => void }) {
  const { plan, live, onChange } = props;
  if (live) {
    return plan.canPurchase && !beforeChange(plan) && <Button onClick={onChange}>Change package</Button>;
  }
  const toPay = plan.pendingPackage ?? plan.package;
  if (plan.canPurchase && toPay && plan.state !== 'free' && plan.state !== 'none') {
    return (
      <>
        <Button asChild>
          <Link to={`/subscribe?package=${toPay.id}`}>
            {isUnfinished(plan) ? 'Finish subscribing' : `Subscribe to ${onButton(toPay.name)}`}
          </Link>
        </Button>
        <Button asChild variant="outline">
          <Link to="/packages">See packages</Link>
        </Button>
      </>
    );
  }
  return (
    <Button asChild>
      <Link to="/packages">See packages</Link>
    </Button>
  );
}
