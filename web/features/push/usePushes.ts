import { useQuery, useSubscription } from '@apollo/client/react';
import { unattended } from '#web/lib/unattended.ts';
import { useLineBack } from '#web/lib/useLineBack.ts';
import { PushCame, Pushes } from './push.gql.ts';

/** What the consoles of a controller pushed last, kept true while it is looked at. */
export function usePushes(controllerId: string) {
  const { data, error, refetch } = useQuery(Pushes, {
    variables: { controllerId },
    fetchPolicy: 'cache-and-network',
  });
  const lastPushAt = data?.controllers.find(({ id }) => id === controllerId)?.lastPushAt ?? undefined;
  const askAnew = () => void unattended(() => refetch()).catch(() => undefined);
  useSubscription(PushCame, {
    ignoreResults: true,
    onData: ({ data: { data: told } }) => {
      const changed = told?.controllerChanged;
      if (changed?.id === controllerId && (changed.lastPushAt ?? undefined) !== lastPushAt) askAnew();
    },
  });
  useLineBack(askAnew);
  return { messages: data?.pushedMessages, lastPushAt, error: data ? undefined : error, refetch };
}
