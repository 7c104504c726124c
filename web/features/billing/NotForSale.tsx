import { Button, chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { dayOf } from '#web/lib/dates.ts';
import { PackageSummary, type OfferedPackage } from './PackageSummary.tsx';
import { Words } from './Words.tsx';

type Props = { chosen: OfferedPackage; subscription: SubscriptionFieldsFragment; isSwitchedOff: boolean };

/** Nothing can be paid for at the moment: why, and what works all the same. */
export function NotForSale({ chosen, subscription, isSwitchedOff }: Props) {
  const { id, name } = chosen;
  return (
    <PackageSummary chosen={chosen}>
      <Words
        title={isSwitchedOff ? 'Purchasing is switched off at the moment' : 'Payments are not set up yet'}
      >
        {isSwitchedOff
          ? 'The operator sells no packages for now. Nothing was charged, and nothing was begun.'
          : 'The operator has not connected a payment provider. Nothing was charged, and nothing was begun.'}
      </Words>
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
