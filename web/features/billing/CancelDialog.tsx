import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { dayOf } from '#web/lib/dates.ts';
import { onButton } from '#web/lib/shorten.ts';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { CancelSubscription } from './billing.gql.ts';

type Props = { plan: SubscriptionFieldsFragment; onClose: () => void };

/** Asks before the subscription is cancelled, and says what that means and when. */
export function CancelDialog({ plan, onClose }: Props) {
  const [cancel] = useMutation(CancelSubscription);
  const name = plan.package?.name ?? 'the subscription';
  const ends =
    plan.state === 'trialing' ? (plan.trialEndsAt ?? plan.currentPeriodEnd) : plan.currentPeriodEnd;
  const until = ends ? dayOf(new Date(ends)) : 'the end of what is paid for';
  return (
    <DeedDialog
      title={`Cancel ${name}?`}
      confirmLabel={`Cancel ${onButton(name)}`}
      stayLabel="Keep it"
      deed={() => cancel()}
      success={{ title: `${name} is cancelled`, description: `It goes on until ${until}.`, type: 'success' }}
      failure={{
        title: 'Failed to cancel',
        check: 'Reload the page to see whether the subscription was canceled.',
      }}
      onClose={onClose}
    >
      <chakra.ul display="flex" flexDirection="column" gap={1.5} ps={4} listStyleType="disc">
        <li>Your networks are watched until {until}. You can take it back until then.</li>
        <li>
          {plan.state === 'trialing'
            ? 'Nothing is charged: the trial is still on.'
            : plan.state === 'past_due'
              ? 'The invoice that is open stays open.'
              : 'What is paid for is not paid back, and nothing more is charged.'}
        </li>
        <li>
          After that watching pauses. Controllers, rules and invoices stay; history for the days of the
          package.
        </li>
      </chakra.ul>
    </DeedDialog>
  );
}
