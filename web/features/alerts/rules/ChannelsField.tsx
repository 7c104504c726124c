import { useQuery } from '@apollo/client/react';
import { chakra, Checkbox, Stack, VisuallyHidden } from '@chakra-ui/react';
import { channelState } from '#web/features/notifications/delivery-words.ts';
import type { NotificationChannel, ChannelStatesQuery } from '#web/gql/graphql.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { channels, channelWords } from '../alert-words.ts';

/** Polling interval that notices when a channel has been repaired in the other tab, in milliseconds. */
const EVERY = 10_000;

type Integration = ChannelStatesQuery['integrations'][number];

/** The rule's channels, and whether each of them is set up. */
export function ChannelsField() {
  const { field, helpers, error } = useFormField<NotificationChannel[]>('channels');
  const { data, refetch } = useQuery(ChannelStates, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const placeOf = (channel: NotificationChannel) =>
    data?.integrations.find((one) => one.type === channel && one.madeFrom == null);
  const isMending = data && field.value.some((channel) => fixFor(placeOf(channel)));
  usePolling(isMending ? EVERY : undefined, refetch);
  const choose = (channel: NotificationChannel, chosen: boolean) =>
    void helpers.setValue(channels.filter((one) => (one === channel ? chosen : field.value.includes(one))));
  return (
    <chakra.fieldset minW={0}>
      <VisuallyHidden asChild>
        <legend>Channels</legend>
      </VisuallyHidden>
      <Stack gap={2.5}>
        {channels.map((channel) => (
          <chakra.div key={channel} display="flex" flexWrap="wrap" alignItems="center" columnGap={4}>
            <Checkbox.Root
              w="7rem"
              checked={field.value.includes(channel)}
              onCheckedChange={({ checked }) => choose(channel, checked === true)}
            >
              <Checkbox.HiddenInput aria-describedby={data && `channel-${channel}`} />
              <Checkbox.Control>
                <Checkbox.Indicator />
              </Checkbox.Control>
              <Checkbox.Label>{channelWords[channel]}</Checkbox.Label>
            </Checkbox.Root>
            {data && <ChannelStatus channel={channel} integration={placeOf(channel)} />}
          </chakra.div>
        ))}
      </Stack>
      <chakra.p mt={2.5} textStyle="xs" color="fg.muted">
        Alerts always appear on this screen. The channels you select also notify your team, once they’re set
        up.
      </chakra.p>
      {error && (
        <chakra.p mt={1} textStyle="sm" color="fg.error">
          {error}
        </chakra.p>
      )}
    </chakra.fieldset>
  );
}

/** Whether a channel would send, and a link to fix it if not. The link opens a new tab, so that nothing typed is lost. */
function ChannelStatus({
  channel,
  integration,
}: {
  channel: NotificationChannel;
  integration?: Integration;
}) {
  const now = useNowAfter([integration?.pausedUntil]);
  const { state, word } = channelState(integration, now);
  const mend = fixFor(integration);
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={3}>
      <span id={`channel-${channel}`}>
        <StatusDot state={state} word={state === 'ok' ? 'Set up' : word} />
      </span>
      {mend && (
        <chakra.a
          href="/integrations#channels"
          target="_blank"
          rel="noreferrer"
          textStyle="sm"
          color="brand.fg"
          textDecoration="underline"
          aria-label={`${mend} ${channelWords[channel]} (opens a new tab)`}
          css={{ '@media (pointer: coarse)': { lineHeight: '2.75rem' } }}
        >
          {mend}
        </chakra.a>
      )}
    </chakra.span>
  );
}

/** Label of the link to a channel that wouldn't send. */
function fixFor(integration: Integration | undefined): string | undefined {
  if (!integration) return 'Set up';
  if (integration.disabledAt) return 'Repair';
  if (!integration.isActive) return 'Turn on';
  return integration.failingSince ? 'See why' : undefined;
}
