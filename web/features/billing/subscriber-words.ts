import type { SubscriberFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';

export const SubscriberFields = graphql(`
  fragment SubscriberFields on Subscribers {
    onTrial
    paying
    pastDue
    ended
    none
    active
  }
`);

type Counts = Pick<SubscriberFieldsFragment, 'paying' | 'pastDue' | 'onTrial' | 'ended' | 'none'>;

/** "3 paying, 1 past due, 2 on trial", without zero counts. */
export function subscriberWords({ paying, pastDue, onTrial, ended, none }: Counts): string {
  const counts: [number, string][] = [
    [paying, 'paying'],
    [pastDue, 'past due'],
    [onTrial, 'on trial'],
    [ended, 'ended'],
    [none, 'without a subscription'],
  ];
  const said = counts.filter(([count]) => count > 0);
  return said.map(([count, words]) => `${formatNumber(count)} ${words}`).join(', ');
}
