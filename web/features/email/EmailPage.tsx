import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { EmailSettings } from './email.gql.ts';
import { EmailUsageCard } from './EmailUsageCard.tsx';
import { SenderForm } from './SenderForm.tsx';
import { SendToWaitlist } from './SendToWaitlist.tsx';
import { Suppressions } from './Suppressions.tsx';
import { TestEmailForm } from './TestEmailForm.tsx';

/** What carries mail, whether it gets through, and which addresses take none. */
export function EmailPage() {
  const { data, error, refetch } = useQuery(EmailSettings, { fetchPolicy: 'cache-and-network' });
  const settings = data?.emailSettings;
  return (
    <>
      <PageHeader title="Email" description="What carries mail, and what became of it." />
      <chakra.div display="flex" flexDirection="column" gap={6}>
        <SettingsCard title="Email Usage" description="Mails of the last 30 days.">
          <EmailUsageCard settings={settings} />
        </SettingsCard>
        <SettingsCard
          title="Sender settings"
          description="With an API key of SendGrid (Mail Send), mail goes by it from the next one on."
        >
          {!settings && error && (
            <LoadFailed title="The settings could not be loaded" error={error} onRetry={refetch} />
          )}
          {!settings && !error && <SkeletonRows rows={4} />}
          {settings && <SenderForm settings={settings} />}
        </SettingsCard>
        <SettingsCard title="Test email" description="Really goes out, and shows what was answered.">
          <TestEmailForm hasKey={Boolean(settings?.apiKeyTail)} />
        </SettingsCard>
        <SettingsCard
          title="Send to waitlist"
          description="Goes to everybody on the waitlist who has not unsubscribed. You see it first."
        >
          <SendToWaitlist hasKey={Boolean(settings?.apiKeyTail)} />
        </SettingsCard>
        <SettingsCard
          title="Suppressed addresses"
          description="They bounced or were refused for good, so nothing is sent to them."
        >
          <Suppressions />
        </SettingsCard>
      </chakra.div>
    </>
  );
}
