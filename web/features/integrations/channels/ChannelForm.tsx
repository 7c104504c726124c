import { useMutation } from '@apollo/client/react';
import { Button, chakra, Checkbox, Field, Input } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { SiteLimitFields } from '#web/features/customers/SiteLimitFields.tsx';
import { channelNames } from '#web/features/notifications/delivery-words.ts';
import type { NotificationChannel } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { addToList } from '#web/lib/cache.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { withSessionCheck } from '#web/lib/session-end.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { Form } from '#web/ui/Form.tsx';
import { LinesField } from '#web/ui/LinesField.tsx';
import { OneTimeSecretDialog } from '#web/ui/OneTimeSecretDialog.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { HowTo } from '#web/ui/Disclosure.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { Hint, Muted } from '#web/ui/text.tsx';
import { CreateIntegration, UpdateIntegration } from '../integrations.gql.ts';
import {
  type Channel,
  type ChannelValues,
  eventWords,
  maskedAddress,
  rulesFor,
  textIn,
  toInput,
  toValues,
  type WebhookEvent,
  webhookEvents,
} from './channel-form.ts';
import { ChannelBar } from './ChannelBar.tsx';
import { guides } from './channels.ts';

export const RotateSigningSecret = graphql(`
  mutation RotateSigningSecret($id: ID!) {
    rotateSigningSecret(id: $id) {
      ...IntegrationFields
      signingSecret
    }
  }
`);

type Props = { type: NotificationChannel; channel?: Channel; onChanged: () => Promise<unknown> };

/** Sets up or edits a channel. */
export function ChannelForm({ type, channel, onChanged }: Props) {
  const [create] = useMutation(CreateIntegration, {
    update: (cache, { data }) => data && addToList(cache, 'integrations', data.createIntegration, 'last'),
  });
  const [update] = useMutation(UpdateIntegration);
  const [saves, setSaves] = useState(0);
  const { steps } = guides[type];
  const [secret, setSecret] = useState<string>();
  const send = async (values: Partial<ChannelValues>) => {
    const input = toInput(type, values);
    if (channel) await withSessionCheck(update({ variables: { id: channel.id, input } }));
    else {
      const { data } = await withSessionCheck(
        create({ variables: { input: { type, config: {}, ...input } } }),
      );
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
        {type === 'webhook' && (
          <SwitchField
            name="pings"
            label="Daily ping"
            help="A signed request of the type “ping” shows daily that your program answers. Turn it off if your program can’t handle it."
          />
        )}
        <SiteLimitFields help="The channel then only receives alerts of these customers, and of sites with one of these tags." />
        <TextField
          name="weeklyBudget"
          label="Weekly message budget"
          inputMode="numeric"
          optional
          help="If this channel sends more messages in a week, you see a warning and the owner gets one email. Nothing is held back."
        />
        {type === 'webhook' && channel && <SigningSecret channel={channel} onSecret={setSecret} />}
        <ChannelBar type={type} channel={channel} saves={saves} onChanged={onChanged} />
      </Form>
      {secret && <NewSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

/** The recipients of alert emails. */
const RecipientsField = () => (
  <LinesField
    name="recipients"
    label={guides.email.label}
    placeholder={guides.email.placeholder}
    help="One address per line. A pasted list can also use commas or spaces. Members get email according to their notification preferences. Other addresses get every alert."
    rows={3}
  />
);

type AddressFieldProps = { type: NotificationChannel; channel?: Channel };

/** The webhook URL. It's a credential, so only its end is shown once it's stored. It can be replaced but not edited. */
function AddressField({ type, channel }: AddressFieldProps) {
  const { values, setValues } = useFormikContext<ChannelValues>();
  const stored = maskedAddress(channel);
  const { label, placeholder, help } = guides[type];
  const [kept, setKept] = useState(false);
  const keep = (keeps: boolean) => {
    setKept(keeps);
    void setValues({ ...values, keeps, webhookUrl: '' });
  };
  if (stored && values.keeps) {
    return (
      <Field.Root>
        <Field.Label>{label}</Field.Label>
        <chakra.div display="flex" flexWrap={{ base: 'wrap', sm: 'nowrap' }} gap={2} w="full">
          <Input value={stored} readOnly fontFamily="mono" color="fg.muted" />
          {/* The "Keep" button has disappeared, so the focus moves here. */}
          <Button
            variant="outline"
            aria-label={`Replace ${label}`}
            autoFocus={kept}
            onClick={() => keep(false)}
          >
            Replace
          </Button>
        </chakra.div>
        <Field.HelperText>
          Anyone with this URL can post to the channel, so we never show all of it.
        </Field.HelperText>
      </Field.Root>
    );
  }
  return (
    <div>
      <TextField
        name="webhookUrl"
        label={label}
        type="url"
        placeholder={placeholder}
        help={help}
        autoComplete="off"
        spellCheck={false}
        autoFocus={stored !== undefined}
        mono
      />
      {stored && (
        <Button variant="plain" size="sm" mt={1} onClick={() => keep(true)}>
          Keep the stored address
        </Button>
      )}
    </div>
  );
}

/** The events that a webhook receives, by their name in the payload. */
function EventsField() {
  const { field, helpers, error } = useFormField<WebhookEvent[]>('events');
  const choose = (event: WebhookEvent, isOn: boolean) =>
    void helpers.setValue(webhookEvents.filter((one) => (one === event ? isOn : field.value.includes(one))));
  return (
    <chakra.fieldset minW={0} display="flex" flexDirection="column" gap={2.5}>
      <chakra.legend fontWeight="medium" float="left" mb={0}>
        Events
      </chakra.legend>
      {webhookEvents.map((event) => (
        <Checkbox.Root
          key={event}
          alignItems="flex-start"
          checked={field.value.includes(event)}
          invalid={Boolean(error)}
          onCheckedChange={({ checked }) => choose(event, checked === true)}
        >
          <Checkbox.HiddenInput />
          <Checkbox.Control mt={0.5}>
            <Checkbox.Indicator />
          </Checkbox.Control>
          <Checkbox.Label overflowWrap="anywhere">
            <chakra.span fontFamily="mono" textStyle="sm">
              {event}
            </chakra.span>
            <Muted as="span" fontWeight="normal">{` · ${eventWords[event]}`}</Muted>
          </Checkbox.Label>
        </Checkbox.Root>
      ))}
      {error && (
        <chakra.p textStyle="sm" color="fg.error">
          {error}
        </chakra.p>
      )}
    </chakra.fieldset>
  );
}

/** A new signing secret. */
const NewSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <OneTimeSecretDialog
    title="Your signing secret"
    label="Signing secret"
    text={secret}
    what="the secret"
    help="Use it in your receiver to verify Standard Webhooks signatures. We only show it once."
    onClose={onClose}
  />
);

type SigningSecretProps = { channel: Channel; onSecret: (secret: string) => void };

/** The signing secret. It's never shown again, but can be rotated. */
function SigningSecret({ channel, onSecret }: SigningSecretProps) {
  const [rotate] = useMutation(RotateSigningSecret, { variables: { id: channel.id } });
  const old = textIn(channel, 'oldSecretUntil');
  const now = useNowAfter([old]);
  const [asking, setAsking] = useState(false);
  const renew = async () => {
    const { data } = await rotate();
    if (data?.rotateSigningSecret.signingSecret) onSecret(data.rotateSigningSecret.signingSecret);
  };
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={2}>
      <chakra.div flex="1 1 14rem">
        <chakra.p fontWeight="medium">
          Signing secret{' '}
          <Muted as="span" fontFamily="mono" fontWeight="normal">
            {textIn(channel, 'signingSecret')}
          </Muted>
        </chakra.p>
        <Hint>
          Your program uses it to verify our requests. It was only shown when it was created.
          {old &&
            Date.parse(old) > now &&
            ` The previous secret also signs until ${formatDateTime(new Date(old))}.`}
        </Hint>
      </chakra.div>
      <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
        Rotate secret
      </Button>
      {asking && (
        <ActionDialog
          onClose={() => setAsking(false)}
          action={renew}
          failure={{
            title: 'Failed to rotate secret',
            check: 'Reload the page to see whether the secret was replaced.',
          }}
          title="Rotate signing secret"
          confirmLabel="Rotate secret"
        >
          The new secret signs requests immediately. The old one also signs them for 24 hours, so you have
          time to update your program.
        </ActionDialog>
      )}
    </chakra.div>
  );
}
