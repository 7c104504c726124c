import { NotificationChannel } from '../alerts/notification-channel.ts';
import type { Team } from '../teams/team.entity.ts';
import { sealChannel } from './config.ts';
import { Integration } from './integration.entity.ts';

/** What a registered account begins with: mail to its owner. An alert that nobody hears is worth nothing. */
export function firstChannel(team: Team, address: string): Integration {
  const channel = Object.assign(new Integration(), { team, type: NotificationChannel.email });
  sealChannel(channel, { recipients: [address] });
  return channel;
}
