import * as yup from 'yup';
import type { DeliveryKind, IntegrationFieldsFragment, NotificationChannel } from '#web/gql/graphql.ts';

/** Events that a webhook can choose. Summaries are for people, and escalations come with `alert.opened`. */
export type WebhookEvent = `alert.${Exclude<DeliveryKind, 'summary' | 'escalated'>}`;

/** When each is sent, in the order in which an alert lives. */
export const eventWords: Record<WebhookEvent, string> = {
  'alert.opened': 'a problem has lasted for the rule’s duration, or got worse (`alert.escalated`)',
  'alert.flapping': 'it came back soon after it was well',
  'alert.stable': 'it came and went, and has been well for a while',
  'alert.reminder': 'a snooze is over and it is still wrong',
  'alert.resolved': 'it is well again, or not watched any more',
};

export const webhookEvents = Object.keys(eventWords) as WebhookEvent[];

/** Those that a webhook is told; all unless somebody chose. */
function eventsOf(channel: Channel | undefined): WebhookEvent[] {
  const chosen = channel?.config['events'];
  return Array.isArray(chosen) ? webhookEvents.filter((event) => chosen.includes(event)) : [...webhookEvents];
}

/** The documented sentence for an enabled channel that lacks something. */
const REQUIRED = 'Please fill in all required fields';

/** A channel of the team as the server tells of it; addresses are masked. */
export type Channel = IntegrationFieldsFragment;

/** What stands in the form of one channel. */
export type ChannelValues = {
  isActive: boolean;
  /** E-mail. */
  recipients: string[];
  /** The others: what was typed. */
  webhookUrl: string;
  /** The webhook: what it is told. */
  events: WebhookEvent[];
  /** Keep the stored address, of which only the end is known here. */
  keeps: boolean;
};

const isText = (one: unknown): one is string => typeof one === 'string';

/** A list of addresses in a channel's configuration. */
export function addressesIn(channel: Channel | undefined, name: 'recipients' | 'unsubscribed'): string[] {
  const list = channel?.config[name];
  return Array.isArray(list) ? list.filter(isText) : [];
}

/** A text in a channel's configuration; nothing where there is none. */
export function textIn(
  channel: Channel | undefined,
  name: 'webhookUrl' | 'signingSecret' | 'oldSecretUntil',
): string | undefined {
  const text = channel?.config[name];
  return isText(text) && text !== '' ? text : undefined;
}

/** Of the address to post to what may be seen: "hooks.slack.com ••••ab12". */
export const maskedAddress = (channel: Channel | undefined): string | undefined =>
  textIn(channel, 'webhookUrl');

/** The form as the server has it; a new channel begins enabled, and so does one that failed: saving it revives it. */
export const toValues = (channel: Channel | undefined): ChannelValues => ({
  isActive: channel === undefined || channel.isActive || channel.disabledAt != null,
  recipients: addressesIn(channel, 'recipients'),
  webhookUrl: '',
  events: eventsOf(channel),
  keeps: maskedAddress(channel) !== undefined,
});

const needsRecipients = yup.object({
  recipients: yup.array().when('isActive', ([isActive], list) =>
    isActive
      ? list.test({
          message: REQUIRED,
          test: (all?: unknown[]) => all?.some((one) => String(one).trim()) ?? false,
        })
      : list,
  ),
});

const needsAddress = yup.object({
  webhookUrl: yup
    .string()
    .when(['isActive', 'keeps'], ([isActive, keeps], address) =>
      isActive && !keeps ? address.trim().required(REQUIRED) : address,
    ),
});

const needsEvents = yup.object({ events: yup.array().min(1, 'Choose at least one event') });

/** What an enabled channel must have; the rest the server judges. */
export const rulesFor = (type: NotificationChannel): yup.ObjectSchema<object> => {
  if (type === 'email') return needsRecipients;
  return type === 'webhook' ? needsAddress.concat(needsEvents) : needsAddress;
};

/** What is sent: the stored address stays where none was typed. */
export function toInput(type: NotificationChannel, values: Partial<ChannelValues>) {
  const { isActive = true, recipients = [], webhookUrl, events, keeps } = values;
  if (type === 'email') {
    return { isActive, config: { recipients: recipients.map((one) => one.trim()).filter(Boolean) } };
  }
  const chosen = type === 'webhook' && events ? { events } : {};
  if (keeps) return { isActive, ...(chosen.events && { config: chosen }) };
  return { isActive, config: webhookUrl ? { webhookUrl: webhookUrl.trim(), ...chosen } : chosen };
}
