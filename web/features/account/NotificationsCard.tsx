import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { BrowserNoticesPart } from '#web/features/notifications/browser/BrowserNoticesPart.tsx';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { ZoneField } from '#web/ui/ZoneField.tsx';
import { Preferences, SavePreferences } from './account.gql.ts';
import { channels, toInput, toValues } from './preferences-form.ts';
import { NoAlertMails } from './NoAlertMails.tsx';
import { QuietHoursFields } from './QuietHoursFields.tsx';
import { SeveritiesField } from './SeveritiesField.tsx';

/** Which news this person wants, by which way, and when not. */
export function NotificationsCard() {
  const { data, error, refetch } = useQuery(Preferences);
  const [save] = useMutation(SavePreferences);
  const saved = data && toValues(data.notificationPreferences);
  return (
    <SettingsCard
      title="Notification Preferences"
      description="What you are told yourself, and your say in the channels that your team shares."
    >
      <NoAlertMails />
      {!saved && !error && <SkeletonRows rows={4} />}
      {error && !saved && (
        <LoadFailed title="Your preferences could not be loaded" error={error} onRetry={refetch} />
      )}
      {saved && (
        <Form
          initial={saved}
          rules={yupFor('NotificationPreferencesInput').omit(['channels'])}
          onSubmit={(values) => save({ variables: { input: toInput(values) } })}
          success={{ title: 'Notification preferences saved', type: 'success' }}
          failure={{
            title: 'Update failed',
            check: 'Reload the page to see whether your changes were saved.',
          }}
        >
          <SwitchField
            name="emailNotifications"
            label="Email notifications"
            help="News and hints by email. Mails about your account's safety always come."
          />
          <SwitchField
            name="alertNotifications"
            label="Alert notifications"
            help="Alerts of your team's networks."
          />
          <Group
            title="Channels"
            help="Email comes to you alone. The others are shared: each is told of an alert as long as one person of your team wants it there."
          >
            {channels.map(({ name, label }) => (
              <SwitchField key={name} name={name} label={label} />
            ))}
          </Group>
          <Group
            title="Severities"
            help="Which alerts you want, by how bad they are: the same on every channel."
          >
            <SeveritiesField />
          </Group>
          <Group
            title="Quiet hours"
            help="Your email waits until they end. A shared channel waits only while everybody who wants it is quiet. Critical alerts come at once."
          >
            <QuietHoursFields />
          </Group>
          <ZoneField
            label="Time zone"
            help="For quiet hours, and for times in emails to you. Screens use your browser's time zone."
          />
          <SaveBar saved={saved} />
        </Form>
      )}
      <BrowserNoticesPart />
    </SettingsCard>
  );
}

const Group = ({ title, help, children }: { title: string; help: string; children: ReactNode }) => (
  <chakra.fieldset borderTopWidth="1px" pt={4} minW={0}>
    <chakra.legend float="left" w="full" fontWeight="medium">
      {title}
    </chakra.legend>
    <chakra.p textStyle="sm" color="fg.muted" mb={3}>
      {help}
    </chakra.p>
    <chakra.div display="flex" flexDirection="column" gap={3}>
      {children}
    </chakra.div>
  </chakra.fieldset>
);
