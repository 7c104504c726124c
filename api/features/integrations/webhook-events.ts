/** What a webhook can be told, as `type` of its messages names it, in the order in which an alert lives. */
export const webhookEvents = [
  'alert.opened',
  'alert.flapping',
  'alert.stable',
  'alert.reminder',
  'alert.resolved',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The one of that name; undefined where there is none. */
export function eventNamed(name: unknown): WebhookEvent | undefined {
  return webhookEvents.find((one) => one === name);
}
