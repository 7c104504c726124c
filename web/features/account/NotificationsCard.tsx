import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Stack, Switch } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { BrowserNoticesPart } from '#web/features/notifications/browser/BrowserNoticesPart.tsx';
import { PushPart } from '#web/features/notifications/push/PushPart.tsx';
import { channelNames } from '#web/features/notifications/delivery-words.ts';
import type { AlertSeverity, NotificationChannel, PreferenceFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { keysOf } from '#web/lib/keys-of.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { StateCheckboxes } from '#web/ui/StateCheckboxes.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { TimeZoneField } from '#web/ui/TimeZoneField.tsx';
import { Hint } from '#web/ui/text.tsx';

export const PreferenceFields = graphql(`
  fragment PreferenceFields on NotificationPreferences {
    emailNotifications
    alertNotifications
    channels
    severities
    quietHours
    quietFrom
    quietUntil
    timeZone
  }
`);

const Preferences = graphql(`
  query Preferences {
    notificationPreferences {
      ...PreferenceFields
    }
  }
`);

const OwnAlertEmails = graphql(`
  query OwnAlertEmails {
    unsubscribedFromAlertEmails
  }
`);

const SubscribeToAlertEmails = graphql(`
  mutation SubscribeToAlertEmails {
    subscribeToAlertEmails
  }
`);

const SavePreferences = graphql(`
  mutation SavePreferences($input: NotificationPreferencesInput!) {
    saveNotificationPreferences(input: $input) {
      ...PreferenceFields
    }
  }
`);

export function NotificationsCard() {
  const { data, error, refetch } = useQuery(Preferences);
  const [save] = useMutation(SavePreferences);
  const saved = data && toValues(readFragment(PreferenceFields, data.notificationPreferences));
  return (
    <SettingsCard
      title="Notification Preferences"
      description="Choose what you’re notified about, and which shared channels you want alerts in."
    >
      <UnsubscribedNotice />
      {!saved && !error && <SkeletonRows rows={4} />}
      {error && !saved && (
        <LoadFailed title="We couldn’t load your preferences" error={error} onRetry={refetch} />
      )}
      {saved && (
        <Form
          initial={saved}
          rules={yupFor('NotificationPreferencesInput')}
          onSubmit={(input) => save({ variables: { input } })}
          success={{ title: 'Notification preferences saved', type: 'success' }}
          failure={{
            title: 'Update failed',
            check: 'Reload the page to see whether your changes were saved.',
          }}
        >
          <SwitchField
            name="emailNotifications"
            label="Email notifications"
            help="Product news and tips by email. We always send emails about your account’s security."
          />
          <SwitchField
            name="alertNotifications"
            label="Alert notifications"
            help="Alerts for your team’s networks."
          />
          <Group
            title="Channels"
            help="Email goes only to you. The other channels are shared, and receive alerts while at least one team member has them turned on."
          >
            {channels.map((channel) => (
              <ChannelSwitch key={channel} channel={channel} />
            ))}
          </Group>
          <Group title="Severities" help="Which alerts you receive. Applies to every channel.">
            <SeveritiesField />
          </Group>
          <Group
            title="Quiet hours"
            help="Emails are held until quiet hours end. A shared channel is held only while everyone who uses it is in quiet hours. Critical alerts are sent immediately, except as push notifications: choose that below."
          >
            <QuietHoursFields />
          </Group>
          <TimeZoneField
            label="Time zone"
            help="For quiet hours, and for times in emails to you. Screens use your browser's time zone."
          />
          <SaveBar saved={saved} />
        </Form>
      )}
      <PushPart />
      <BrowserNoticesPart />
    </SettingsCard>
  );
}

const Group = ({ title, help, children }: { title: string; help: string; children: ReactNode }) => (
  <chakra.fieldset borderTopWidth="1px" pt={4} minW={0}>
    <chakra.legend float="left" w="full" fontWeight="medium">
      {title}
    </chakra.legend>
    <Hint mb={3}>{help}</Hint>
    <Stack gap={3}>{children}</Stack>
  </chakra.fieldset>
);

/** After unsubscribing by an email link, no alert emails are sent until the person resubscribes here. */
function UnsubscribedNotice() {
  const { data } = useQuery(OwnAlertEmails, { fetchPolicy: 'cache-and-network' });
  const [subscribe, { loading }] = useMutation(SubscribeToAlertEmails, {
    refetchQueries: [OwnAlertEmails],
    awaitRefetchQueries: true,
  });
  if (!data?.unsubscribedFromAlertEmails) return null;
  const again = async () => {
    try {
      await subscribe();
      toast({ title: 'You’ve resubscribed to this team’s alert emails', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Update failed',
        check: 'Reload the page to see whether you’re subscribed again.',
      });
    }
  };
  return (
    <Notice
      state="info"
      title="You’ve unsubscribed from this team’s alert emails"
      action={
        <Button
          size="sm"
          variant="outline"
          aria-disabled={loading || undefined}
          onClick={() => !loading && void again()}
        >
          Resubscribe
        </Button>
      }
    >
      We won’t send you any alert emails, whatever you choose below.
    </Notice>
  );
}

/** Quiet hours, in the person's time zone. */
function QuietHoursFields() {
  const { values } = useFormikContext<PreferenceValues>();
  return (
    <>
      <SwitchField name="quietHours" label="Quiet hours every day" />
      {values.quietHours && (
        <chakra.div
          display="grid"
          gridTemplateColumns="repeat(auto-fit, minmax(8.5rem, 1fr))"
          gap={4}
          alignItems="start"
          maxW="20rem"
        >
          <TextField name="quietFrom" label="From" type="time" />
          <TextField name="quietUntil" label="Until" type="time" />
        </chakra.div>
      )}
    </>
  );
}

/** Most severe first, as alerts are sorted. */
const severities: readonly AlertSeverity[] = ['critical', 'error', 'warning', 'info'];

function SeveritiesField() {
  const { field, helpers, error } = useFormField<AlertSeverity[]>('severities');
  return (
    <>
      <StateCheckboxes
        offered={severities}
        chosen={field.value}
        onChange={(chosen) => void helpers.setValue(chosen)}
      />
      {error && (
        <chakra.p textStyle="sm" color="fg.error">
          {error}
        </chakra.p>
      )}
    </>
  );
}

/** In the documented order, with Discord next to the other chats. */
const channels = keysOf(channelNames);

/** One channel of the form's list. */
function ChannelSwitch({ channel }: { channel: NotificationChannel }) {
  const { field, helpers } = useFormField<NotificationChannel[]>('channels');
  const choose = (chosen: boolean) =>
    void helpers.setValue(channels.filter((one) => (one === channel ? chosen : field.value.includes(one))));
  return (
    <Switch.Root checked={field.value.includes(channel)} onCheckedChange={({ checked }) => choose(checked)}>
      <Switch.HiddenInput />
      <Switch.Control>
        <Switch.Thumb />
      </Switch.Control>
      <Switch.Label>{channelNames[channel]}</Switch.Label>
    </Switch.Root>
  );
}

type PreferenceValues = Omit<PreferenceFieldsFragment, '__typename'>;

const toValues = (preferences: PreferenceFieldsFragment): PreferenceValues => {
  const { emailNotifications, alertNotifications, severities, quietHours, quietFrom, quietUntil, timeZone } =
    preferences;
  return {
    emailNotifications,
    alertNotifications,
    channels: channels.filter((channel) => preferences.channels.includes(channel)),
    severities,
    quietHours,
    quietFrom,
    quietUntil,
    timeZone,
  };
};
