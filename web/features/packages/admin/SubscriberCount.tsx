import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { subscriberWords } from '#web/features/billing/subscriber-words.ts';
import { PackageSubscribers } from './admin.gql.ts';

function useSubscribers(packageId: string) {
  const { data } = useQuery(PackageSubscribers, { fetchPolicy: 'cache-and-network' });
  return data && { of: data.packageSubscribers.find((one) => one.packageId === packageId) };
}

/** Active subscriptions of a package, counted as on the dashboard. */
export function SubscriberCount({ packageId }: { packageId: string }) {
  const known = useSubscribers(packageId);
  return known ? (known.of?.active ?? 0).toLocaleString('en') : '…';
}

/** How the teams of a package stand, in words. */
export function SubscriberLine({ packageId }: { packageId: string }) {
  const words = useSubscribers(packageId)?.of;
  return words ? (
    <chakra.p mt={-2} textStyle="sm" color="fg.muted">
      {subscriberWords(words)}
    </chakra.p>
  ) : null;
}
