import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { SilentRules } from '#web/features/alerts/rules/SilentRules.tsx';
import type { NotificationChannel } from '#web/gql/graphql.ts';
import { confirmLeaving } from '#web/lib/unsaved-changes.ts';
import { inBackground } from '#web/lib/background-request.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { readFragment } from '#web/gql/index.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { Hint } from '#web/ui/text.tsx';
import { IntegrationFields, Integrations } from '../integrations.gql.ts';
import { PartHeading } from '../PartHeading.tsx';
import type { Channel } from './channel-form.ts';
import { channelTypes } from './channels.ts';
import { ChannelRow } from './ChannelRow.tsx';

const DeliveriesDialog = lazyDialog(() =>
  import('#web/features/notifications/DeliveriesDialog.tsx').then((m) => m.DeliveriesDialog),
);

/** The types of channels. Each row expands to its form. The address says which one is open. */
export function ChannelsSection() {
  const { channelOf, error, refetch } = useChannels();
  const [open, setOpen] = useSearchParam('channel');
  const [log, setLog] = useState<NotificationChannel>();
  const closeLog = () => {
    setLog(undefined);
    // Resending a message there may have changed the channel's health.
    void inBackground(refetch).catch(() => undefined);
  };
  const logged = log && channelOf?.(log);
  return (
    <chakra.section aria-labelledby="channels">
      <PartHeading id="channels" title="Alert Configuration">
        Where alerts are sent. Each rule chooses its channels.
      </PartHeading>
      <chakra.div mb={3} _empty={{ display: 'none' }}>
        <SilentRules here />
      </chakra.div>
      {error && <LoadFailed title="We couldn’t load the channels" error={error} onRetry={refetch} />}
      {!error && (
        <Card>
          {!channelOf && <SkeletonRows rows={5} />}
          {channelOf && (
            <DividedList aria-labelledby="channels">
              {channelTypes.map((type) => (
                <ChannelRow
                  key={type}
                  type={type}
                  channel={channelOf(type)}
                  isOpen={open === type}
                  onToggle={() => confirmLeaving(() => setOpen(open === type ? undefined : type))}
                  onLog={() => setLog(type)}
                  onChanged={refetch}
                />
              ))}
            </DividedList>
          )}
        </Card>
      )}
      {channelOf && (
        <Hint mt={2}>
          Each member turns on push notifications in their{' '}
          <Link asChild>
            <RouterLink to="/settings">settings</RouterLink>
          </Link>
          . We can’t check push notifications daily, because that would show one to the member.
        </Hint>
      )}
      {log && logged && <DeliveriesDialog integrationId={logged.id} channel={log} onClose={closeLog} />}
    </chakra.section>
  );
}

/** The team's channels, at most one of each type. Integrations from templates aren't channels. */
function useChannels() {
  const { data, error, refetch } = useQuery(Integrations, {
    // Health changes with every message, so refetch it and show the cached value meanwhile.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  return {
    /** Undefined while they load. */
    channelOf: data
      ? (type: NotificationChannel): Channel | undefined =>
          readFragment(IntegrationFields, data.integrations).find(
            (one) => one.type === type && one.madeFrom == null,
          )
      : undefined,
    error: data ? undefined : error,
    refetch,
  };
}
