import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { isPaused } from '#web/features/notifications/delivery-words.ts';
import { clockTime, dayAndTime } from '#web/lib/dates.ts';
import { sentence } from '#web/lib/sentence.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { addressesIn, type Channel } from './channel-form.ts';

/** What is known of a channel: when it last worked, what went wrong last, and what to do. */
export function ChannelHealth({ channel, now }: { channel: Channel; now: number }) {
  const { lastDeliveredAt, lastFailureAt, lastFailure, failingSince } = channel;
  const unsubscribed = addressesIn(channel, 'unsubscribed');
  return (
    <>
      <Trouble channel={channel} now={now} />
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: '9rem minmax(0, 1fr)' }}
        columnGap={4}
        rowGap={{ base: 0, sm: 1 }}
        textStyle="sm"
        overflowWrap="anywhere"
        css={{ '& dt': { color: '{colors.fg.muted}' }, '& dd + dt': { mt: { base: 1.5, sm: 0 } } }}
      >
        {/* Teams does not say whether a message was shown. */}
        <Fact name={channel.type === 'teams' ? 'Last accepted' : 'Last delivered'}>
          {lastDeliveredAt ? <RelativeTime at={lastDeliveredAt} /> : 'Nothing yet'}
        </Fact>
        {lastFailureAt && (
          <Fact name="Last failure">
            <RelativeTime at={lastFailureAt} />
            {lastFailure && `: ${sentence(lastFailure)}`}
          </Fact>
        )}
        {failingSince && <Fact name="Failing since">{dayAndTime(new Date(failingSince))}</Fact>}
        {unsubscribed.length > 0 && (
          <Fact name="Unsubscribed">
            {unsubscribed.join(', ')}
            <chakra.span color="fg.muted"> (nothing is sent there)</chakra.span>
          </Fact>
        )}
      </chakra.dl>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

function Trouble({ channel, now }: { channel: Channel; now: number }) {
  const { disabledAt, pausedUntil } = channel;
  if (disabledAt) {
    return (
      <Notice state="critical" title={`Switched off since ${dayAndTime(new Date(disabledAt))}`}>
        Messages to this channel don't arrive. Fix its settings and save to switch it on again.
      </Notice>
    );
  }
  if (pausedUntil && isPaused(channel, now)) {
    return (
      <Notice state="warning" title={`Paused until ${clockTime(new Date(pausedUntil))}`}>
        The service asked us to wait, or isn't responding. Waiting messages are sent afterwards.
      </Notice>
    );
  }
  return null;
}
