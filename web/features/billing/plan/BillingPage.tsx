import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '#web/features/auth/useSession.ts';
import { graphql } from '#web/gql/index.ts';
import { formatDate } from '#web/lib/format.ts';
import { withSessionCheck } from '#web/lib/session-end.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { onButton } from '#web/lib/shorten.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { dismissToast, toast, toastFailure } from '#web/ui/toaster.tsx';
import { type Subscription, TeamSubscription } from '../billing.gql.ts';
import { CurrentPlan, PaymentMethod } from './CurrentPlan.tsx';
import { InvoiceHistory } from './InvoiceHistory.tsx';
import { OwnerOnly } from '../OwnerOnly.tsx';
import { beforeChange, isLive, isUnfinished } from '../plan-words.ts';
import { planStatusOf } from '../plan-status.ts';
import { StripeConfig } from '../stripe-config.gql.ts';
import { UsageCards } from './UsageCards.tsx';

const CancelSubscription = graphql(`
  mutation CancelSubscription {
    cancelSubscription {
      ...SubscriptionFields
    }
  }
`);

const ResumeSubscription = graphql(`
  mutation ResumeSubscription {
    resumeSubscription {
      ...SubscriptionFields
    }
  }
`);

const CardDialog = lazyDialog(() => import('../card/CardDialog.tsx').then((m) => m.CardDialog));

const ChangeDialog = lazyDialog(() => import('./ChangeDialog.tsx').then((m) => m.ChangeDialog));

export function BillingPage() {
  const { user } = useSession();
  const { data, error, refetch } = useQuery(TeamSubscription, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const plan = data && unmasked(data.subscription);
  return (
    <>
      <PageHeader
        title="Billing and Subscription"
        description="Your plan, usage, payment method and invoices."
      />
      {!plan && error && (
        <LoadFailed title="We couldn’t load your subscription" error={error} onRetry={refetch} />
      )}
      {!plan && !error && <SkeletonRows rows={6} />}
      {plan && <Billing plan={plan} owns={user?.teamRole === 'owner'} />}
    </>
  );
}

type Open = 'cancel' | 'card' | 'pay' | 'change';

function Billing({ plan, owns }: { plan: Subscription; owns: boolean }) {
  const { data } = useQuery(StripeConfig);
  const [asked, setAsked] = useSearchParam('open');
  const [wanted, setWanted] = useSearchParam('change');
  const [opened, setOpened] = useState<Open>();
  // On phones a toast from the last dialog would cover the buttons of the next.
  const begin = (what: Open) => {
    dismissToast();
    setOpened(what);
  };
  const publishableKey = data?.stripeConfig.stripePublishableKey ?? undefined;
  const live = isLive(plan);
  const hasStripe = live && publishableKey !== undefined;
  // The dialog that another screen links to: update the card, pay, or change the package.
  const open = opened ?? (asked === 'card' || asked === 'pay' ? asked : wanted ? 'change' : undefined);
  const close = () => {
    setOpened(undefined);
    if (asked) setAsked(undefined);
    if (wanted) setWanted(undefined);
  };
  return (
    <Stack gap={6}>
      <PlanNotice
        plan={plan}
        owns={owns}
        onPay={hasStripe && plan.pastDueSince ? () => begin('pay') : undefined}
      />
      {!owns && <OwnerOnly what="change the plan and billing details" />}
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
    </Stack>
  );
}

function WayToChange(props: { plan: Subscription; live: boolean; onChange: () => void }) {
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

type Props = { plan: Subscription; owns: boolean; onPay?: () => void };

/** The plan's notice with its consequences and fix. The subscribe button is on the plan itself. */
function PlanNotice({ plan, owns, onPay }: Props) {
  const now = useNowAfter([plan.trialEndsAt, plan.activeUntil]);
  const said = planStatusOf(plan, now);
  if (!said) return null;
  const { state, title, more, way } = said;
  return (
    <Notice
      state={state}
      title={title}
      action={
        owns && (
          <chakra.div
            display="flex"
            flexWrap="wrap"
            gap={2}
            alignSelf="flex-start"
            _empty={{ display: 'none' }}
          >
            {onPay && (
              <Button size="sm" onClick={onPay}>
                Pay now
              </Button>
            )}
            {plan.cancelAt && <Resume />}
            {way && isLive(plan) && !(onPay && way.to.endsWith('=pay')) && (
              <Button asChild size="sm" variant="outline">
                <Link to={way.to}>{way.label}</Link>
              </Button>
            )}
          </chakra.div>
        )
      }
    >
      {more}
    </Notice>
  );
}

function Resume() {
  const [resume, { loading }] = useMutation(ResumeSubscription);
  const undo = async () => {
    try {
      await withSessionCheck(resume());
      toast({ title: 'Your subscription continues', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Failed to keep the subscription',
        check: 'Reload the page to see whether the subscription was kept.',
      });
    }
  };
  return (
    <Button size="sm" aria-disabled={loading || undefined} onClick={() => !loading && void undo()}>
      Keep subscription
    </Button>
  );
}

type CancelDialogProps = { plan: Subscription; onClose: () => void };

/** Confirms the cancellation, with its consequences and date. */
function CancelDialog({ plan, onClose }: CancelDialogProps) {
  const [cancel] = useMutation(CancelSubscription);
  const name = plan.package?.name ?? 'the subscription';
  const ends =
    plan.state === 'trialing' ? (plan.trialEndsAt ?? plan.currentPeriodEnd) : plan.currentPeriodEnd;
  const until = ends ? formatDate(new Date(ends)) : 'the end of the billing period';
  return (
    <ActionDialog
      title={`Cancel ${name}?`}
      confirmLabel={`Cancel ${onButton(name)}`}
      stayLabel="Keep subscription"
      action={() => cancel()}
      success={{
        title: `${name} is canceled`,
        description: `You have access until ${until}.`,
        type: 'success',
      }}
      failure={{
        title: 'Failed to cancel',
        check: 'Reload the page to see whether the subscription was canceled.',
      }}
      onClose={onClose}
    >
      <Stack as="ul" gap={1.5} ps={4} listStyleType="disc">
        <li>Monitoring continues until {until}. You can change your mind until then.</li>
        <li>
          {plan.state === 'trialing'
            ? 'You won’t be charged, because you’re still on the trial.'
            : plan.state === 'past_due'
              ? 'Your open invoice stays due.'
              : 'You won’t be charged again. Past payments aren’t refunded.'}
        </li>
        <li>
          After that, monitoring pauses. We keep your controllers, rules and invoices. History is kept for the
          retention period of your package.
        </li>
      </Stack>
    </ActionDialog>
  );
}
