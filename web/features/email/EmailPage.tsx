import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { useRef } from 'react';
import type {
  EmailSettingsFieldsFragment,
  EmailSuppressionsQuery,
  EmailTransport,
} from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { removeEntity } from '#web/lib/cache.ts';
import { formatDateTime, formatNumber } from '#web/lib/format.ts';
import { sentence } from '#web/lib/sentence.ts';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { inOrder, SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import type { State } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { EmailUsage } from './email.gql.ts';
import { EmailSettingsFields, EmailSettings, SenderForm, TestEmailForm } from './SenderForm.tsx';
import { SendToWaitlist } from './SendToWaitlist.tsx';

const EmailSuppressions = graphql(`
  query EmailSuppressions {
    emailSuppressions {
      id
      address
      reason
      createdAt
    }
  }
`);

const RemoveEmailSuppression = graphql(`
  mutation RemoveEmailSuppression($id: ID!) {
    removeEmailSuppression(id: $id)
  }
`);

/** The email provider, its delivery figures, and suppressed addresses. */
export function EmailPage() {
  const { data, error, refetch } = useQuery(EmailSettings, { fetchPolicy: 'cache-and-network' });
  const settings = data && readFragment(EmailSettingsFields, data.emailSettings);
  return (
    <>
      <PageHeader title="Email" description="Set up email delivery and see how it’s working." />
      <Stack gap={6} css={inOrder}>
        <SettingsCard title="Email Usage" description="Emails sent in the last 30 days.">
          <EmailUsageCard settings={settings} />
        </SettingsCard>
        <SettingsCard
          title="Sender settings"
          description="Enter a SendGrid API key with Mail Send permission. It’s used from the next email on."
        >
          {!settings && error && (
            <LoadFailed title="We couldn’t load the settings" error={error} onRetry={refetch} />
          )}
          {!settings && !error && <SkeletonRows rows={4} />}
          {settings && <SenderForm settings={settings} />}
        </SettingsCard>
        <SettingsCard title="Test email" description="Sends a real email and shows the provider’s response.">
          <TestEmailForm hasKey={Boolean(settings?.apiKeyTail)} />
        </SettingsCard>
        <SettingsCard
          title="Send to waitlist"
          description="Emails everyone on the waitlist who hasn’t unsubscribed. You’ll see a preview first."
        >
          <SendToWaitlist hasKey={Boolean(settings?.apiKeyTail)} />
        </SettingsCard>
        <SettingsCard
          title="Suppressed addresses"
          description="These addresses bounced or were permanently rejected, so we don’t email them."
        >
          <Suppressions />
        </SettingsCard>
      </Stack>
    </>
  );
}

/** The labels and descriptions of the delivery methods. */
const ways: Record<EmailTransport, { state: State; word: string; more: string }> = {
  provider: { state: 'ok', word: 'Sending with SendGrid', more: 'Uses the sender settings below.' },
  smtp: { state: 'ok', word: 'Sending with SMTP', more: 'Uses the mail server in SMTP_URL.' },
  mailbox: {
    state: 'info',
    word: 'Emails stay in the local mailbox',
    more: 'Nothing leaves this machine. Read the emails at /dev/mailbox.',
  },
  none: {
    state: 'critical',
    word: 'Emails are queued',
    more: 'No email provider is set up. Save an API key below, or start the server with SMTP_URL.',
  },
};

/** The current delivery method, any failure, and the last 30 days' figures. */
function EmailUsageCard({ settings }: { settings?: EmailSettingsFieldsFragment }) {
  const { data, error, refetch } = useQuery(EmailUsage, { fetchPolicy: 'cache-and-network' });
  if (!data && error)
    return <LoadFailed title="We couldn’t load the figures" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={2} />;
  const { by, sent, delivered, failed, waiting, suppressed } = data.emailUsage;
  const { state, word, more } = ways[by];
  const fails = Boolean(settings?.failure);
  return (
    <>
      {settings?.failure && settings.failingSince && (
        <Notice
          state="critical"
          title={`Emails have been failing since ${formatDateTime(new Date(settings.failingSince))}`}
        >
          {sentence(settings.failure)} Emails are queued, and sent once this is fixed.
        </Notice>
      )}
      <div>
        <StatusDot
          state={fails ? 'critical' : state}
          word={fails ? `${word}, but emails are failing` : word}
        />
        <Hint>{more}</Hint>
      </div>
      <FigureStrip columns={{ base: '1fr 1fr', md: 'repeat(5, 1fr)' }}>
        <Count label="Sent" value={sent} />
        <Count label="Delivered" value={delivered ?? undefined} />
        <Count label="Failed" value={failed} />
        <Count label="Waiting" value={waiting} />
        <Count label="Suppressed" value={suppressed} last />
      </FigureStrip>
    </>
  );
}

type CountProps = { label: string; /** Left out if it isn't reported. */ value?: number; last?: boolean };

const Count = ({ label, value, last }: CountProps) => (
  <chakra.div
    bg="bg.panel"
    px={4}
    py={3}
    minW={0}
    // In two columns on phones, five figures would leave a gap.
    {...(last && { gridColumn: { base: '1 / -1', md: 'auto' } })}
  >
    <chakra.dt textStyle="sm" color="fg.muted">
      {label}
    </chakra.dt>
    {value === undefined ? (
      <chakra.dd textStyle="sm" color="fg.muted" pt={1}>
        Not reported
      </chakra.dd>
    ) : (
      <chakra.dd textStyle="xl" fontWeight="semibold" fontVariantNumeric="tabular-nums">
        {formatNumber(value)}
      </chakra.dd>
    )}
  </chakra.div>
);

/** The suppressed addresses, and the button to remove one. */
function Suppressions() {
  const { data, error, refetch } = useQuery(EmailSuppressions, { fetchPolicy: 'cache-and-network' });
  const place = useRef<HTMLDivElement>(null);
  if (!data && error)
    return <LoadFailed title="We couldn’t load the addresses" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={1} />;
  const { emailSuppressions } = data;
  return (
    <chakra.div ref={place} tabIndex={-1} outline={0}>
      {emailSuppressions.length === 0 ? (
        <Muted>
          No suppressed addresses. Addresses that bounce or are permanently rejected appear here with the
          reason.
        </Muted>
      ) : (
        <DividedList aria-label="Suppressed addresses" borderWidth="1px" borderRadius="surface">
          {emailSuppressions.map((one) => (
            <Suppressed key={one.id} {...one} onRemoved={() => place.current?.focus()} />
          ))}
        </DividedList>
      )}
    </chakra.div>
  );
}

type Props = EmailSuppressionsQuery['emailSuppressions'][number] & { onRemoved: () => void };

function Suppressed(props: Props) {
  const { id, address, reason, createdAt, onRemoved } = props;
  const [remove, { loading }] = useMutation(RemoveEmailSuppression, {
    update: (cache) => removeEntity(cache, props),
    refetchQueries: [EmailUsage],
  });
  const lift = async () => {
    try {
      await remove({ variables: { id } });
      onRemoved();
      toast({ title: 'Address removed', description: `We’ll email ${address} again.`, type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Error', fallback: 'Failed to remove the address' });
    }
  };
  return (
    <chakra.li display="flex" alignItems="center" gap={3} ps={4} pe={2} py={2}>
      <chakra.div flex={1} minW={0} overflowWrap="anywhere">
        <chakra.p fontWeight="medium">{address}</chakra.p>
        <Hint>
          {reason} · <RelativeTime at={createdAt} />
        </Hint>
      </chakra.div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Remove ${address}`}
        aria-disabled={loading || undefined}
        onClick={() => !loading && void lift()}
      >
        Remove
      </Button>
    </chakra.li>
  );
}
