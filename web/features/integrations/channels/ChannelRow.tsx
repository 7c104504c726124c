import { useMutation } from '@apollo/client/react';
import { Button, chakra, Spinner, Stack } from '@chakra-ui/react';
import { ChevronRight } from '#web/ui/icons.tsx';
import { type ReactNode, useId } from 'react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { channelNames, channelState, isPaused } from '#web/features/notifications/delivery-words.ts';
import type { NotificationChannel } from '#web/gql/graphql.ts';
import { type Proof, ProofFailure, ProofLine, proofInShort } from '#web/features/notifications/ProofLine.tsx';
import { readFragment } from '#web/gql/index.ts';
import { formatCount, formatDateTime, formatNumber, formatTime } from '#web/lib/format.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { sentence } from '#web/lib/sentence.ts';
import { useClock } from '#web/lib/useClock.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { toast, type Toast, toastFailure } from '#web/ui/toaster.tsx';
import { CheckIntegration, IntegrationFields } from '../integrations.gql.ts';
import { addressesIn, maskedAddress, type Channel } from './channel-form.ts';
import { guides } from './channels.ts';
import { ChannelForm } from './ChannelForm.tsx';

const rowLook = {
  flex: 1,
  minW: 0,
  display: 'flex',
  gap: 2.5,
  ps: { base: 3, md: 4 },
  py: 2.5,
  overflowWrap: 'anywhere',
  borderRadius: 'surface',
} as const;

type Props = {
  type: NotificationChannel;
  /** Undefined if it isn't set up. */
  channel?: Channel;
  isOpen: boolean;
  onToggle: () => void;
  /** Opens the delivery log. */
  onLog: () => void;
  /** Called when its health may have changed. */
  onChanged: () => Promise<unknown>;
};

/** One type of channel: its state and address, with the form when expanded. */
export function ChannelRow({ type, channel, isOpen, onToggle, onLog, onChanged }: Props) {
  const panelId = useId();
  const nameId = useId();
  const looksOnly = useLooksOnly();
  const isPhone = useScreenSize() === 'phone';
  const now = useNowAfter([channel?.pausedUntil]);
  const { state, word } = channelState(channel, now);
  const clock = useClock('quarter');
  const proven = proofInShort(channel?.proof, clock);
  const name = channelNames[type];
  const opens = channel !== undefined || !looksOnly;
  const facts = (
    <>
      <chakra.span color={`state.${state}`} mt={1} flexShrink={0}>
        <StateIcon state={state} />
      </chakra.span>
      <chakra.span flex={1} minW={0}>
        <chakra.span id={nameId} display="block" fontWeight="medium">
          {name}
        </chakra.span>
        <Hint as="span" display="block">
          <chakra.span color={`state.${state}`} fontWeight="medium">
            {word}
          </chakra.span>
          {` · ${channel ? inShort(type, channel) : guides[type].about}`}
          {proven && ` · ${proven}`}
          {channel?.limitedTo && ` · only alerts of ${channel.limitedTo}`}
          {channel && isOverBudget(channel) && ' · over budget this week'}
        </Hint>
      </chakra.span>
    </>
  );
  const log = (
    <Button
      variant={isPhone ? 'outline' : 'ghost'}
      size="sm"
      aria-label={`Deliveries: ${name}`}
      onClick={onLog}
    >
      Deliveries
    </Button>
  );
  return (
    <li>
      <chakra.div display="flex" alignItems="center" gap={2} pe={2}>
        {opens ? (
          <chakra.button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={onToggle}
            cursor="pointer"
            textAlign="start"
            {...rowLook}
          >
            <Muted
              as="span"
              mt={0.5}
              flexShrink={0}
              css={{ '& svg': { transition: 'transform 120ms', rotate: isOpen ? '90deg' : undefined } }}
            >
              <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
            </Muted>
            {facts}
          </chakra.button>
        ) : (
          <chakra.div {...rowLook}>{facts}</chakra.div>
        )}
        {channel && !isPhone && log}
      </chakra.div>
      {isOpen && opens && (
        <Stack
          id={panelId}
          role="group"
          aria-labelledby={nameId}
          ps={{ base: 4, md: 16 }}
          pe={4}
          pb={5}
          maxW="44rem"
          gap={4}
        >
          {channel && <ChannelHealth channel={channel} now={now} canCheck={!looksOnly} />}
          {channel && isPhone && <div>{log}</div>}
          {!looksOnly && <ChannelForm type={type} channel={channel} onChanged={onChanged} />}
        </Stack>
      )}
    </li>
  );
}

/** The channel's address, or why messages aren't delivered. */
function inShort(type: NotificationChannel, channel: Channel): string {
  const { lastFailure, disabledAt, failingSince, proof } = channel;
  if (proof?.state === 'failing') return proof.text;
  if (lastFailure && (disabledAt || failingSince)) return lastFailure;
  if (type !== 'email') return maskedAddress(channel) ?? 'No address yet';
  const [first, ...more] = addressesIn(channel, 'recipients');
  if (!first) return 'No recipients yet';
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}

/** A channel's health: its last success, its last failure and what to do. */
function ChannelHealth({ channel, now, canCheck }: { channel: Channel; now: number; canCheck: boolean }) {
  const { lastDeliveredAt, lastFailureAt, lastFailure, failingSince, proof } = channel;
  const unsubscribed = addressesIn(channel, 'unsubscribed');
  return (
    <>
      <Trouble channel={channel} now={now} />
      {isOverBudget(channel) && (
        <Notice
          state="warning"
          title="Over budget this week"
          action={
            <Button asChild size="sm" variant="outline">
              <RouterLink to="/noise">See what caused it</RouterLink>
            </Button>
          }
        >
          Messages are still sent. Nothing is held back because of a budget.
        </Notice>
      )}
      {proof && !channel.disabledAt && <ProofFailure proof={proof} />}
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: '9rem minmax(0, 1fr)' }}
        columnGap={4}
        rowGap={{ base: 0, sm: 1 }}
        textStyle="sm"
        overflowWrap="anywhere"
        css={{ '& dt': { color: '{colors.fg.muted}' }, '& dd + dt': { mt: { base: 1.5, sm: 0 } } }}
      >
        {/* Teams doesn't report whether a message was shown. */}
        <Fact name={channel.type === 'teams' ? 'Last accepted' : 'Last delivered'}>
          {lastDeliveredAt ? <RelativeTime at={lastDeliveredAt} /> : 'Nothing yet'}
        </Fact>
        {lastFailureAt && (
          <Fact name="Last failure">
            <RelativeTime at={lastFailureAt} />
            {lastFailure && `: ${sentence(lastFailure)}`}
          </Fact>
        )}
        {proof && proof.state !== 'off' && proof.state !== 'failing' && (
          <Fact name="Daily check">
            <ProofLine proof={proof} />
          </Fact>
        )}
        {failingSince && <Fact name="Failing since">{formatDateTime(new Date(failingSince))}</Fact>}
        {channel.weeklyBudget !== null && channel.messagesThisWeek !== null && (
          <Fact name="This week">
            {`${formatCount(channel.messagesThisWeek, 'message')}, budget ${formatNumber(channel.weeklyBudget)}`}
          </Fact>
        )}
        {unsubscribed.length > 0 && (
          <Fact name="Unsubscribed">
            {unsubscribed.join(', ')}
            <Muted as="span"> (not emailed)</Muted>
          </Fact>
        )}
      </chakra.dl>
      {canCheck && proof && canBeChecked(proof) && <CheckNow id={channel.id} />}
    </>
  );
}

const isOverBudget = ({ weeklyBudget, messagesThisWeek }: Channel): boolean =>
  weeklyBudget !== null && (messagesThisWeek ?? 0) > weeklyBudget;
const canBeChecked = ({ state }: Proof): boolean => state !== 'off' && state !== 'unprovable';

const failedCheck = { title: 'Check failed', type: 'error' } as const;
const noCheck = { title: 'Channel not checked', type: 'info' } as const;
const checkResults = {
  proven: { title: 'Channel works', type: 'success' },
  unprovable: { title: "This channel can't be checked", type: 'info' },
  retrying: failedCheck,
  failing: failedCheck,
  // Someone else saved the channel or turned it off in the meantime.
  pending: noCheck,
  off: noCheck,
} as const satisfies Record<Proof['state'], Pick<Toast, 'title' | 'type'>>;

/** Checks a channel without posting anything. The result replaces the one on screen. */
function CheckNow({ id }: { id: string }) {
  const [check, { loading }] = useMutation(CheckIntegration, { variables: { id } });
  const run = async () => {
    try {
      const { data } = await check();
      const proof = readFragment(IntegrationFields, data?.checkIntegration)?.proof;
      if (proof) toast({ ...checkResults[proof.state], description: proof.text });
    } catch (error) {
      toastFailure(error, { title: 'Failed to check channel', check: 'Reload the page to see the result.' });
    }
  };
  return (
    <div>
      <Button
        variant="outline"
        size="sm"
        aria-disabled={loading || undefined}
        onClick={() => !loading && void run()}
      >
        {loading && <Spinner size="sm" />}
        Check now
      </Button>
    </div>
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
      <Notice state="critical" title={`Turned off since ${formatDateTime(new Date(disabledAt))}`}>
        Messages to this channel don't arrive. Fix its settings and save to turn it back on.
      </Notice>
    );
  }
  if (pausedUntil && isPaused(channel, now)) {
    return (
      <Notice state="warning" title={`Paused until ${formatTime(new Date(pausedUntil))}`}>
        The service asked us to wait, or isn't responding. Queued messages are sent afterwards.
      </Notice>
    );
  }
  return null;
}
