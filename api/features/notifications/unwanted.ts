import { NotificationChannel } from '../alerts/notification-channel.ts';
import type { ChannelConfig } from '../integrations/channel-config.ts';
import type { Integration } from '../integrations/integration.entity.ts';
import { normalEmail } from '../users/normal-email.ts';

/**
 * Why an address is mailed nothing more, whatever it was told before: the team took it out, or it asked for no more.
 * Undefined where it is mailed, and for channels with one destination.
 */
export function unwanted(
  { type, config }: Pick<Integration, 'type' | 'config'>,
  recipient: string,
): string | undefined {
  if (type !== NotificationChannel.email) return undefined;
  const { recipients = [], unsubscribed = [] } = config as Pick<ChannelConfig, 'recipients' | 'unsubscribed'>;
  const isIn = (list: readonly string[]) => list.some((one) => normalEmail(one) === normalEmail(recipient));
  if (recipient === '') return 'E-mail has no recipients';
  if (!isIn(recipients)) return `${recipient} is not among the recipients any more`;
  return isIn(unsubscribed) ? `${recipient} has unsubscribed from these mails` : undefined;
}
