import * as yup from 'yup';
import type { DeliveryKind, IntegrationFieldsFragment, NotificationChannel } from '#web/gql/graphql.ts';
import { keysOf } from '#web/lib/keys-of.ts';

/** The events that a webhook can choose. Summaries and edits are for people, and escalations are sent as `alert.opened`. */
export type WebhookEvent = `alert.${Exclude<DeliveryKind, 'summary' | 'escalated' | 'updated'>}`;

/** When each event is sent, in the order of an alert's life. */
export const eventWords: Record<WebhookEvent, string> = {
  'alert.opened': 'a problem lasted for the rule’s duration, or got worse (`alert.escalated`)',
  'alert.flapping': 'the problem returned soon after it was resolved',
  'alert.stable': 'a problem that came and went has stayed resolved',
  'alert.reminder': 'a snooze ended and the problem persists',
  'alert.resolved': 'the problem is resolved or no longer monitored',
};

export const webhookEvents = keysOf(eventWords);

/** The events that a webhook receives. All by default. */
function eventsOf(channel: Channel | undefined): WebhookEvent[] {
  const chosen = channel?.config['events'];
  return Array.isArray(chosen) ? webhookEvents.filter((event) => chosen.includes(event)) : [...webhookEvents];
}

/** The documented message for an enabled channel with missing fields. */
const REQUIRED = 'Please fill in all required fields';

/** A channel as the server returns it, with masked addresses. */
export type Channel = IntegrationFieldsFragment;

/** The form's values. */
export type ChannelValues = {
  isActive: boolean;
  /** Email only. */
  recipients: string[];
  /** Other channels: the new URL. */
  webhookUrl: string;
  /** Webhook only. */
  events: WebhookEvent[];
  /** Webhook only: whether it is pinged daily. */
  pings: boolean;
  /** Keeps the stored URL, of which the browser only knows the end. */
  keeps: boolean;
  /** Only alerts of these customers and of sites with these tags. Without any, all alerts. */
  customerIds: string[];
  tags: string[];
  /** Messages a week. Empty: no budget. */
  weeklyBudget: string;
};

const isText = (one: unknown): one is string => typeof one === 'string';

export function addressesIn(channel: Channel | undefined, name: 'recipients' | 'unsubscribed'): string[] {
  const list = channel?.config[name];
  return Array.isArray(list) ? list.filter(isText) : [];
}

export function textIn(
  channel: Channel | undefined,
  name: 'webhookUrl' | 'signingSecret' | 'oldSecretUntil',
): string | undefined {
  const text = channel?.config[name];
  return isText(text) && text !== '' ? text : undefined;
}

/** The visible part of a webhook URL: "hooks.slack.com ••••ab12". */
export const maskedAddress = (channel: Channel | undefined): string | undefined =>
  textIn(channel, 'webhookUrl');

/** The form's initial values. A new or failed channel starts enabled, because saving revives it. */
export const toValues = (channel: Channel | undefined): ChannelValues => ({
  isActive: channel === undefined || channel.isActive || channel.disabledAt != null,
  recipients: addressesIn(channel, 'recipients'),
  webhookUrl: '',
  events: eventsOf(channel),
  pings: channel?.config['pings'] !== false,
  keeps: maskedAddress(channel) !== undefined,
  customerIds: [...(channel?.customerIds ?? [])],
  tags: [...(channel?.tags ?? [])],
  weeklyBudget: channel?.weeklyBudget?.toString() ?? '',
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

/** What the server would refuse before it reads the number. It checks the limits. */
const budgetRule = yup.object({
  weeklyBudget: yup
    .string()
    .trim()
    .matches(/^\d{0,9}$/, 'Enter a whole number, or leave this blank'),
});

/** The fields that an enabled channel requires. The server validates the rest. */
export const rulesFor = (type: NotificationChannel): yup.ObjectSchema<object> => {
  if (type === 'email') return needsRecipients.concat(budgetRule);
  return (type === 'webhook' ? needsAddress.concat(needsEvents) : needsAddress).concat(budgetRule);
};

/** The input to send. The stored URL stays unless a new one was typed. */
export function toInput(type: NotificationChannel, values: Partial<ChannelValues>) {
  const { isActive = true, recipients = [], webhookUrl, events, pings, keeps } = values;
  const { customerIds = [], tags = [] } = values;
  const budget = String(values.weeklyBudget ?? '').trim();
  const shared = { isActive, customerIds, tags, weeklyBudget: budget ? Number(budget) : null };
  if (type === 'email') {
    return { ...shared, config: { recipients: recipients.map((one) => one.trim()).filter(Boolean) } };
  }
  const chosen = type === 'webhook' && events ? { events, pings } : {};
  if (keeps) return { ...shared, ...(chosen.events && { config: chosen }) };
  return { ...shared, config: webhookUrl ? { webhookUrl: webhookUrl.trim(), ...chosen } : chosen };
}
