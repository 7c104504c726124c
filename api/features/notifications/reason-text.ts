import { momentWords, type Reader } from '#api/lib/local-time.ts';
import type { DeliveryChannel } from '../alerts/notification-channel.ts';
import { limitWords } from '../customers/site-limit.ts';
import { failureSentences, type FailureFacts, type FailureParams } from '../integrations/channel-failures.ts';
import { beyondAlerts, hasEnded } from '../packages/limits.ts';

/** Name of a channel at the beginning of a sentence. */
export const channelName: Record<DeliveryChannel, string> = {
  email: 'Email',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  webhook: 'The webhook',
  push: 'Push',
};

/** The same before a noun: "Slack alerts". */
export const channelAdjective: Record<DeliveryChannel, string> = {
  ...channelName,
  email: 'e-mail',
  webhook: 'webhook',
  push: 'push',
};

/** Parameters of a reason's sentence, in addition to the delivery. Stored as JSON. */
export interface ReasonParams extends FailureParams {
  /** Name of the maintenance window. */
  window?: string;
  /** When the wait or the snooze ends, ISO 8601. */
  until?: string;
  /** The limit. `null` if unknown. */
  limit?: number | null;
  severity?: string;
  /** Names of the customers, and the tags, that a channel is limited to. */
  customers?: readonly string[];
  tags?: readonly string[];
}

/** Why a delivery waits, failed or was skipped. */
export interface Reason {
  reasonCode: ReasonCode;
  reasonParams: ReasonParams | null;
}

export const because = (reasonCode: ReasonCode, reasonParams: ReasonParams | null = null): Reason => ({
  reasonCode,
  reasonParams,
});

type Facts = FailureFacts & {
  window: string;
  until: string;
  limit: number | null;
  severity: string;
  customers: readonly string[];
  tags: readonly string[];
  recipient: string;
  name: string;
  adjective: string;
};

const invite = 'Invite people to the team to send them alert emails without this limit';

/** Every reason with its sentence, which is rendered on read. */
const sentences = {
  // It waits.
  maintenance: ({ window, until }: Facts) => `Maintenance window “${window}” ${until}`,
  quiet_hours: ({ until }: Facts) => `Quiet hours ${until}`,
  settling: () => 'Sent after two more readings without the problem',
  awaiting_summary: () => 'Many alerts opened at once, so this one is sent in a summary',

  // Its channel isn't used.
  channel_missing: ({ name }: Facts) => `${name} is not set up for this team`,
  channel_off: ({ name }: Facts) => `${name} is turned off`,
  channel_broken: ({ name }: Facts) => `${name} was turned off because it stopped working`,
  channel_stopped: ({ name }: Facts) => `${name} has stopped working`,
  channel_removed: () => 'The channel was removed',
  no_recipients: () => 'The email channel has no recipients',
  recipient_removed: ({ recipient }: Facts) => `${recipient} is no longer a recipient`,
  unsubscribed: ({ recipient }: Facts) => `${recipient} has unsubscribed from these emails`,
  event_not_chosen: () => "The webhook doesn't receive this type of event",
  out_of_scope: ({ name, customers, tags }: Facts) =>
    `${name} only receives alerts of ${limitWords(customers, tags)}`,

  // The package doesn't cover it.
  subscription_ended: () => hasEnded,
  alert_limit: ({ limit }: Facts) => beyondAlerts(limit),

  // There is nothing left to report.
  opening_not_sent: () => "This channel wasn't notified when the alert opened",
  ended_in_maintenance: () => 'The problem ended before the maintenance window did',
  ended_in_quiet_hours: () => 'The problem ended before quiet hours did',
  problem_returned: () => 'The problem returned before this was sent',
  superseded: () => 'A later message about this alert replaced this edit',
  no_message: () => 'This channel has no message about the alert that could be edited',
  folded: () => 'It became part of another alert before this was sent',
  nothing_to_summarise: () => 'Every alert it would have covered is waiting or was not sent',
  snoozed: ({ until }: Facts) => `Snoozed ${until}`,

  // No one to notify.
  no_listener: ({ adjective }: Facts) => `No one on the team receives ${adjective} alerts at this severity`,
  account_suspended: ({ recipient }: Facts) => `The account of ${recipient} is suspended`,
  address_unconfirmed: ({ recipient }: Facts) => `${recipient} has not been confirmed yet`,
  alerts_off: ({ recipient }: Facts) => `${recipient} has turned off alert notifications`,
  emails_off: ({ recipient }: Facts) => `${recipient} has turned off email notifications`,
  channel_unwanted: ({ recipient, adjective }: Facts) => `${recipient} has turned off ${adjective} alerts`,
  severity_unwanted: ({ recipient, severity }: Facts) =>
    `${recipient} has turned off alerts with severity ${severity}`,
  no_browser: ({ recipient }: Facts) => `${recipient} has no browser with push notifications turned on`,
  push_severity_unwanted: ({ recipient, severity }: Facts) =>
    `${recipient} doesn't want push notifications with severity ${severity}`,
  address_mail_limit: ({ recipient, limit }: Facts) =>
    `${recipient} isn't a member's address and has received ${limit} emails within a day. ${invite}`,
  team_mail_limit: ({ limit }: Facts) =>
    `Addresses outside the team have received ${limit} emails within a day. ${invite}`,

  // An attempt failed.
  ...failureSentences,

  // A reason from before there were codes.
  other: () => '',
};

export type ReasonCode = keyof typeof sentences;

/** Parts of a delivery that its reason is rendered from. */
export interface Reasoned {
  channel: DeliveryChannel;
  recipient: string;
  reasonCode?: ReasonCode | null;
  reasonParams?: ReasonParams | null;
}

/** Why a message failed, is waiting or was skipped, for one reader. `null` if all went well. */
export function reasonText(
  { channel, recipient, reasonCode, reasonParams }: Reasoned,
  reader: Reader,
): string | null {
  if (!reasonCode) return null;
  const {
    window = '',
    until,
    limit = null,
    severity = '',
    customers = [],
    tags = [],
    ...rest
  } = reasonParams ?? {};
  const { service = '', status = 0, detail = '', cause = null, text } = rest;
  if (text !== undefined) return text;
  return sentences[reasonCode]({
    window,
    until: until === undefined ? '' : `until ${momentWords(new Date(until), reader)}`,
    limit,
    severity,
    customers,
    tags,
    service,
    status,
    detail,
    cause,
    recipient,
    name: channelName[channel],
    adjective: channelAdjective[channel],
  });
}
