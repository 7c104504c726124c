import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { channelNames } from '#web/features/notifications/delivery-words.ts';
import type { NotificationChannel } from '#web/gql/graphql.ts';
import { ending } from '#web/lib/session-over.ts';
import { Form } from '#web/ui/Form.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { HowTo } from '#web/ui/Unfold.tsx';
import { rulesFor, toInput, toValues, type Channel, type ChannelValues } from './channel-form.ts';
import { AddressField } from './AddressField.tsx';
import { ChannelBar } from './ChannelBar.tsx';
import { guides } from './channels.ts';
import { EventsField } from './EventsField.tsx';
import { CreateIntegration, Integrations, UpdateIntegration } from './integrations.gql.ts';
import { NewSecret } from './NewSecret.tsx';
import { RecipientsField } from './RecipientsField.tsx';
import { SigningSecret } from './SigningSecret.tsx';

type Props = { type: NotificationChannel; channel?: Channel; onChanged: () => Promise<unknown> };

/** Sets up a channel, or changes it. */
export function ChannelForm({ type, channel, onChanged }: Props) {
  const [create] = useMutation(CreateIntegration, {
    refetchQueries: [Integrations],
    awaitRefetchQueries: true,
  });
  const [update] = useMutation(UpdateIntegration);
  const [saves, setSaves] = useState(0);
  const { steps } = guides[type];
  const [secret, setSecret] = useState<string>();
  const send = async (values: ChannelValues) => {
    const input = toInput(type, values);
    if (channel) await ending(update({ variables: { id: channel.id, input } }));
    else {
      const { data } = await ending(create({ variables: { input: { type, config: {}, ...input } } }));
      setSecret(data?.createIntegration.signingSecret ?? undefined);
    }
    setSaves((count) => count + 1);
  };
  return (
    <>
      <Form
        initial={toValues(channel)}
        rules={rulesFor(type)}
        onSubmit={send}
        success={{ title: `${channelNames[type]} saved`, type: 'success' }}
        failure={{
          title: 'Failed to save integration',
          check: 'Reload the page to see whether the channel was saved.',
        }}
        alert
      >
        <SwitchField name="isActive" label="Enabled" />
        {type === 'email' ? <RecipientsField /> : <AddressField type={type} channel={channel} />}
        {steps.length > 0 && (
          <HowTo
            title={type === 'webhook' ? 'What your program must do' : 'How to get this address'}
            open={!channel}
            steps={steps}
          />
        )}
        {type === 'webhook' && <EventsField />}
        {type === 'webhook' && channel && <SigningSecret channel={channel} onSecret={setSecret} />}
        <ChannelBar type={type} channel={channel} saves={saves} onChanged={onChanged} />
      </Form>
      {secret && <NewSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
