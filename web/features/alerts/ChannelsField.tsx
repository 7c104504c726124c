import { chakra, Checkbox, VisuallyHidden } from '@chakra-ui/react';
import type { NotificationChannel } from '#web/gql/graphql.ts';
import { useFormField } from '#web/ui/useFormField.ts';
import { channels, channelWords } from './words.ts';

/** Where to tell of the rule's alerts besides this screen. */
export function ChannelsField() {
  const { field, helpers, error } = useFormField<NotificationChannel[]>('channels');
  const choose = (channel: NotificationChannel, chosen: boolean) =>
    void helpers.setValue(channels.filter((one) => (one === channel ? chosen : field.value.includes(one))));
  return (
    <chakra.fieldset>
      <VisuallyHidden asChild>
        <legend>Channels</legend>
      </VisuallyHidden>
      <chakra.div display="flex" flexWrap="wrap" columnGap={6} rowGap={2.5}>
        {channels.map((channel) => (
          <Checkbox.Root
            key={channel}
            checked={field.value.includes(channel)}
            onCheckedChange={({ checked }) => choose(channel, checked === true)}
          >
            <Checkbox.HiddenInput />
            <Checkbox.Control>
              <Checkbox.Indicator />
            </Checkbox.Control>
            <Checkbox.Label>{channelWords[channel]}</Checkbox.Label>
          </Checkbox.Root>
        ))}
      </chakra.div>
      <chakra.p mt={2.5} textStyle="xs" color="fg.muted">
        Alerts always show on this screen. A channel chosen here sends once it is set up for your team.
      </chakra.p>
      {error && (
        <chakra.p mt={1} textStyle="sm" color="fg.error">
          {error}
        </chakra.p>
      )}
    </chakra.fieldset>
  );
}
