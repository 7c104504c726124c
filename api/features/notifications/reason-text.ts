import { momentWords, type Reader } from '#api/lib/local-time.ts';
import { DeliveryReason, type Delivery } from './delivery.entity.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';

type Coded = Pick<Delivery, 'channel' | 'reasonCode' | 'reasonParams'>;

/** Shown if an event type is not selected for a webhook. */
export const eventNotChosen = "The webhook doesn't receive this type of event";

/** Why a message failed, is waiting or was skipped, for one reader. `null` if all went well. */
export function reasonText(delivery: Coded & Pick<Delivery, 'reason'>, reader: Reader): string | null {
  const { channel, reason = null, reasonCode, reasonParams } = delivery;
  const { window, until } = reasonParams ?? {};
  const untilWords = until && `until ${momentWords(new Date(until), reader)}`;
  switch (reasonCode) {
    case DeliveryReason.maintenance:
      return window !== undefined && untilWords ? `Maintenance window “${window}” ${untilWords}` : reason;
    case DeliveryReason.quiet_hours:
      return untilWords ? `Quiet hours ${untilWords}` : reason;
    case DeliveryReason.snoozed:
      return untilWords ? `Snoozed ${untilWords}` : reason;
    case DeliveryReason.channel_broken:
      return `${channelName[channel]} was switched off because it stopped working`;
    case DeliveryReason.event_not_chosen:
      return eventNotChosen;
    default:
      return reason;
  }
}

/**
 * The sentence that is stored beside a code: nodes of the release before show it and decide by its words, so it can't
 * change. A later release stores none.
 */
export function storedReason({ channel, reasonCode, reasonParams }: Coded): string {
  const { window = '', until } = reasonParams ?? {};
  const untilWords = `until ${until?.slice(0, 16).replace('T', ' ')} UTC`;
  const sentences: Record<DeliveryReason, string> = {
    maintenance: `Maintenance "${window}" ${untilWords}`,
    quiet_hours: `Quiet hours ${untilWords}`,
    snoozed: `Snoozed ${untilWords}`,
    channel_broken: `${channelName[channel]} was switched off because it does not work any more`,
    event_not_chosen: 'The webhook is not told of this kind of event',
  };
  return reasonCode ? sentences[reasonCode] : '';
}

/** What a channel is called at the beginning of a sentence. */
export const channelName: Record<NotificationChannel, string> = {
  email: 'E-mail',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  webhook: 'The webhook',
};

/** The same before a noun: "Slack alerts". */
export const channelAdjective: Record<NotificationChannel, string> = {
  ...channelName,
  email: 'e-mail',
  webhook: 'webhook',
};
