import type { DeliveryKind } from '#web/gql/graphql.ts';
import type { Channel } from './channel-form.ts';

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
export function eventsOf(channel: Channel | undefined): WebhookEvent[] {
  const chosen = channel?.config['events'];
  return Array.isArray(chosen) ? webhookEvents.filter((event) => chosen.includes(event)) : [...webhookEvents];
}
