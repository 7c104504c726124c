import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { EmailSettingsFieldsFragment, MailWay } from '#web/gql/graphql.ts';
import { dayAndTime } from '#web/lib/dates.ts';
import { sentence } from '#web/lib/sentence.ts';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { State } from '#web/ui/StateShape.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { EmailUsage } from './email.gql.ts';

/** What mail goes by, in words, and what follows from it. */
const ways: Record<MailWay, { state: State; word: string; more: string }> = {
  provider: { state: 'ok', word: 'Mail goes by SendGrid', more: 'With the sender settings below.' },
  smtp: { state: 'ok', word: 'Mail goes by SMTP', more: 'Through the mail server of SMTP_URL.' },
  mailbox: {
    state: 'info',
    word: 'Mail stays in the local mailbox',
    more: 'Nothing leaves this machine: read it at /dev/mailbox.',
  },
  none: {
    state: 'critical',
    word: 'Mail waits',
    more: 'Nothing carries it. Save an API key below, or start the program with SMTP_URL.',
  },
};

/** What carries mail at the moment, what keeps it from going, and the figures of 30 days. */
export function EmailUsageCard({ settings }: { settings?: EmailSettingsFieldsFragment }) {
  const { data, error, refetch } = useQuery(EmailUsage, { fetchPolicy: 'cache-and-network' });
  if (!data && error)
    return <LoadFailed title="The figures could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={2} />;
  const { by, sent, delivered, failed, waiting, suppressed } = data.emailUsage;
  const { state, word, more } = ways[by];
  const fails = Boolean(settings?.failure);
  return (
    <>
      {settings?.failure && settings.failingSince && (
        <Notice
          state="critical"
          title={`Mail has not got through since ${dayAndTime(new Date(settings.failingSince))}`}
        >
          {sentence(settings.failure)} It waits, and goes as soon as this is mended.
        </Notice>
      )}
      <div>
        <StatusDot
          state={fails ? 'critical' : state}
          word={fails ? `${word}, but does not get through` : word}
        />
        <chakra.p textStyle="sm" color="fg.muted">
          {more}
        </chakra.p>
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

type CountProps = { label: string; /** Omitted if it is not reported. */ value?: number; last?: boolean };

const Count = ({ label, value, last }: CountProps) => (
  <chakra.div
    bg="bg.panel"
    px={4}
    py={3}
    minW={0}
    // In the two columns of a phone, five figures would leave a gap.
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
        {value.toLocaleString()}
      </chakra.dd>
    )}
  </chakra.div>
);
