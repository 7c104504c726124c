import type { Channel } from './channel-form.ts';

/** What a webhook can be told, as `type` of its messages, in the order in which an alert lives. */
export const webhookEvents = [
  'alert.opened',
  'alert.flapping',
  'alert.stable',
  'alert.reminder',
  'alert.resolved',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** When each is sent. */
export const eventWords: Record<WebhookEvent, string> = {
  'alert.opened': 'something is wrong, for as long as its rule demands',
  'alert.flapping': 'it came back soon after it was well',
  'alert.stable': 'it came and went, and has been well for a while',
  'alert.reminder': 'a snooze is over and it is still wrong',
  'alert.resolved': 'it is well again, or not watched any more',
};

/** Those that a webhook is told; all unless somebody chose. */
export function eventsOf(channel: Channel | undefined): WebhookEvent[] {
  const chosen = channel?.config['events'];
  return Array.isArray(chosen) ? webhookEvents.filter((event) => chosen.includes(event)) : [...webhookEvents];
}
