import { useQuery } from '@apollo/client/react';
import { Hint } from '#web/ui/text.tsx';
import { subscriberWords } from '#web/features/billing/subscriber-words.ts';
import { graphql } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';

const PackageSubscribers = graphql(`
  query PackageSubscribers {
    packageSubscribers {
      packageId
      onTrial
      paying
      pastDue
      ended
      none
      active
    }
  }
`);

const noTeams = { onTrial: 0, paying: 0, pastDue: 0, ended: 0, none: 0 };

function useSubscribers(packageId: string) {
  const { data } = useQuery(PackageSubscribers, { fetchPolicy: 'cache-and-network' });
  return data && { of: data.packageSubscribers.find((one) => one.packageId === packageId) };
}

/** Counts active subscriptions as the dashboard does. */
export function SubscriberCount({ packageId }: { packageId: string }) {
  const known = useSubscribers(packageId);
  return known ? formatNumber(known.of?.active ?? 0) : '…';
}

/** The words for each state of a subscription. */
export function SubscriberLine({ packageId }: { packageId: string }) {
  const words = useSubscribers(packageId)?.of;
  return words ? <Hint mt={-2}>{subscriberWords(words)}</Hint> : null;
}

/** Summarizes the teams of a package: "12 teams: 9 paying, 3 ended". */
export function PackageTeams({ packageId }: { packageId: string }) {
  const known = useSubscribers(packageId);
  if (!known) return '…';
  const counts = known.of ?? noTeams;
  const teams = counts.onTrial + counts.paying + counts.pastDue + counts.ended + counts.none;
  if (teams === 0) return 'No teams have this package.';
  const noun = teams === 1 ? 'team' : 'teams';
  return `${formatNumber(teams)} ${noun}: ${subscriberWords(counts)}.`;
}
