import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { ending } from '#web/lib/session-over.ts';
import { useNowPast } from '#web/lib/useNowPast.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { ResumeSubscription } from './billing.gql.ts';
import { isLive } from './plan-words.ts';
import { standingOf } from './standing.ts';

type Props = { plan: SubscriptionFieldsFragment; owns: boolean; onPay?: () => void };

/** What there is to know about the plan first, with what follows, and what mends it; subscribing stands with the plan. */
export function PlanNotice({ plan, owns, onPay }: Props) {
  const now = useNowPast([plan.trialEndsAt, plan.activeUntil]);
  const said = standingOf(plan, now);
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

/** Takes the cancellation back. */
function Resume() {
  const [resume, { loading }] = useMutation(ResumeSubscription);
  const undo = async () => {
    try {
      await ending(resume());
      toast({ title: 'The subscription goes on', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Failed to keep the subscription',
        check: 'Reload the page to see whether the subscription was kept.',
      });
    }
  };
  return (
    <Button size="sm" aria-disabled={loading || undefined} onClick={() => !loading && void undo()}>
      Keep the subscription
    </Button>
  );
}
