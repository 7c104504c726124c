import type {
  ChannelStatesQuery,
  DeliveryChannel,
  DeliveryReasonFieldsFragment,
  DeliveryKind,
  DeliveryStatus,
  NotificationChannel,
} from '#web/gql/graphql.ts';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import { keysOf } from '#web/lib/keys-of.ts';
import { sentence } from '#web/lib/sentence.ts';
import type { State } from '#web/ui/StateIcon.tsx';

/** How each status of a delivery looks and is called; `held` waits for the end of quiet hours or of maintenance. */
export const statusWords: Record<DeliveryStatus, { state: State; word: string }> = {
  failed: { state: 'critical', word: 'Failed' },
  retrying: { state: 'warning', word: 'Retrying' },
  waiting: { state: 'info', word: 'Waiting' },
  held: { state: 'info', word: 'Held' },
  sent: { state: 'ok', word: 'Sent' },
  accepted: { state: 'ok', word: 'Accepted' },
  summarised: { state: 'ok', word: 'Summarised' },
  skipped: { state: 'unknown', word: 'Not sent' },
};

/** Order of the filter's options: what needs attention first. */
export const statuses = keysOf(statusWords);

/** Label of each kind of message. */
export const kindWords: Record<DeliveryKind, string> = {
  opened: 'Alert',
  escalated: 'Escalated',
  resolved: 'Resolved',
  flapping: 'Flapping',
  stable: 'Stable again',
  reminder: 'Reminder',
  updated: 'Message edited',
  summary: 'Summary',
};

export const kinds = keysOf(kindWords);

/** Name of each kind of channel outside a sentence. */
export const channelNames: Record<NotificationChannel, string> = {
  email: 'Email',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  webhook: 'Webhook',
};

/** The same for a delivery, which may also go to a person's browsers. */
export const deliveryChannelNames: Record<DeliveryChannel, string> = { ...channelNames, push: 'Push' };

type Reasons = Pick<
  DeliveryReasonFieldsFragment,
  'status' | 'reason' | 'notBefore' | 'pausedUntil' | 'summary'
>;

type Statuses = Pick<Reasons, 'status'> & { summary: Pick<NonNullable<Reasons['summary']>, 'status'> | null };

/** A delivery that is part of a summary has the summary's status until that is sent. */
export function effectiveStatus({ status, summary }: Statuses) {
  const isSent = !summary || summary.status === 'sent' || summary.status === 'accepted';
  return status === 'summarised' && !isSent ? summary.status : status;
}

/** Whether it's in progress, so its status will change soon. */
export function isInProgress(delivery: Statuses): boolean {
  const effective = effectiveStatus(delivery);
  return effective === 'waiting' || effective === 'retrying';
}

/** Label of the resend button. Undefined if there's nothing to send, or if it's about to be sent anyway. */
export function resendLabel(
  delivery: Statuses & Pick<Reasons, 'pausedUntil'>,
): 'Resend' | 'Send now' | undefined {
  const effective = effectiveStatus(delivery);
  if (effective === 'failed') return 'Resend';
  return effective === 'retrying' || (effective === 'waiting' && delivery.pausedUntil)
    ? 'Send now'
    : undefined;
}

/** Why a delivery has its status and what comes next, in sentences. Empty if the status is self-explanatory. */
export function explanationOf(delivery: Reasons): string {
  const { status, summary, pausedUntil } = delivery;
  const isPart = status === 'summarised' && !!summary;
  const effective = effectiveStatus(delivery);
  const { reason, notBefore } = isPart ? summary : delivery;
  return [
    isPart && `${effective === status ? 'Sent' : statusWords[effective].word} ${asPart(summary.alerts)}.`,
    reason && effective !== 'summarised' && sentence(reason),
    effective === 'accepted' && !reason && 'The service accepted it but didn’t confirm that it was shown.',
    // The reason names when a hold ends.
    ...nextSteps(effective, effective === 'held' && reason ? null : notBefore, pausedUntil),
  ]
    .filter(Boolean)
    .join(' ');
}

const asPart = (alerts: number): string =>
  `as part of one message about ${alerts === 1 ? '1 alert' : `${alerts} alerts`}`;

function nextSteps(effective: DeliveryStatus, notBefore?: string | null, pausedUntil?: string | null) {
  const isPausedLonger = !!pausedUntil && (!notBefore || pausedUntil > notBefore);
  const next = isPausedLonger ? pausedUntil : notBefore;
  const tries = effective === 'retrying';
  return [
    isPausedLonger && `The channel is paused until ${momentWords(new Date(pausedUntil))}.`,
    next &&
      (tries || !isPausedLonger) &&
      `${tries ? 'Next attempt' : 'Not before'} ${momentWords(new Date(next))}.`,
  ];
}

/** "340 ms", "1.2 s": how long an answer took. */
export const took = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** "20:05" for today, "21 Nov 2026, 20:05" for another day. */
export const momentWords = (date: Date, now = new Date()): string =>
  date.toDateString() === now.toDateString() ? formatTime(date) : formatDateTime(date);

type Listed = ChannelStatesQuery['integrations'][number];
type ChannelFields = Pick<
  Listed,
  'isActive' | 'disabledAt' | 'failingSince' | 'pausedUntil' | 'lastDeliveredAt' | 'proof'
>;

/** The state of a channel, worst first. One that has never delivered or can't be checked isn't known to work. `now` is in milliseconds since 1970. */
export function channelState(
  channel: ChannelFields | undefined,
  now: number,
): { state: State; word: string } {
  if (!channel) return { state: 'unknown', word: 'Not set up' };
  if (channel.disabledAt) return { state: 'critical', word: 'Turned off' };
  if (!channel.isActive) return { state: 'unknown', word: 'Off' };
  if (channel.failingSince || channel.proof?.state === 'failing') return { state: 'error', word: 'Failing' };
  if (isPaused(channel, now)) return { state: 'warning', word: 'Paused' };
  const isProven = channel.lastDeliveredAt || channel.proof?.state === 'proven';
  if (!isProven) return { state: 'info', word: 'Not used yet' };
  return { state: channel.proof?.state === 'unprovable' ? 'info' : 'ok', word: 'On' };
}

/** Whether nothing is sent for now: the service asked for a pause, or does not answer. */
export const isPaused = ({ pausedUntil }: Pick<ChannelFields, 'pausedUntil'>, now: number): boolean =>
  pausedUntil != null && Date.parse(pausedUntil) > now;
