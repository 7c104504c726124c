import { useQuery } from '@apollo/client/react';
import type { NotificationChannel } from '#web/gql/graphql.ts';
import type { Channel } from './channel-form.ts';
import { Integrations } from './integrations.gql.ts';

/** The team's channels. There is one of each kind; what was made from a template is none. */
export function useChannels() {
  const { data, error, refetch } = useQuery(Integrations, {
    // Health changes with every message: what was known is shown while it is asked for.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  return {
    /** Undefined while they load. */
    channelOf: data
      ? (type: NotificationChannel): Channel | undefined =>
          data.integrations.find((one) => one.type === type && one.madeFrom == null)
      : undefined,
    error: data ? undefined : error,
    refetch,
  };
}
