import { NotificationChannel } from '../alerts/notification-channel.ts';
import type { ChannelConfig } from '../integrations/channel-config.ts';
import type { Integration } from '../integrations/integration.entity.ts';
import type { WebhookEvent } from '../integrations/webhook-events.ts';
import { DeliveryKind } from './delivery.entity.ts';
import type { NoticeKind } from './judge.ts';

/** The `type` of a message to a webhook. */
export function eventOf(kind: NoticeKind): `alert.${NoticeKind}` {
  return `alert.${kind}`;
}

/** The choice that a message belongs to. Webhooks that receive opened alerts also receive escalations. */
function choiceOf(kind: NoticeKind): WebhookEvent {
  return kind === DeliveryKind.escalated ? 'alert.opened' : `alert.${kind}`;
}

/** The kind of news that has this name in a message to a webhook. */
export function kindNamed(event: WebhookEvent): NoticeKind {
  return kinds[event];
}

const kinds: Record<WebhookEvent, NoticeKind> = {
  'alert.opened': DeliveryKind.opened,
  'alert.flapping': DeliveryKind.flapping,
  'alert.stable': DeliveryKind.stable,
  'alert.reminder': DeliveryKind.reminder,
  'alert.resolved': DeliveryKind.resolved,
};

/** Whether a webhook does not receive a kind of event. Every other channel receives all of them. */
export function isUnchosen(
  { type, config }: Pick<Integration, 'type' | 'config'>,
  kind: NoticeKind,
): boolean {
  const { events } = config as Pick<ChannelConfig, 'events'>;
  return type === NotificationChannel.webhook && !!events && !events.includes(choiceOf(kind));
}
