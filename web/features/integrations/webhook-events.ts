import type { DeliveryKind } from '#web/gql/graphql.ts';
import type { Channel } from './channel-form.ts';

/** What a webhook can be told, as `type` of its messages: never a summary, which is for people. */
export type WebhookEvent = `alert.${Exclude<DeliveryKind, 'summary'>}`;

/** When each is sent, in the order in which an alert lives. */
export const eventWords: Record<WebhookEvent, string> = {
  'alert.opened': 'something is wrong, for as long as its rule demands',
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
