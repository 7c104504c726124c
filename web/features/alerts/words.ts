import type { AlertCondition, AlertType, ControllerStatus, NotificationChannel } from '#web/gql/graphql.ts';

/** What an alert is about, in words. */
export const typeWords: Record<AlertType, string> = {
  console_offline: 'Console offline',
  device_offline: 'Device offline',
  high_cpu: 'High CPU',
  high_memory: 'High memory',
  low_disk: 'Low disk space',
  high_bandwidth: 'High bandwidth',
  port_down: 'Port down',
  client_disconnect: 'Client disconnected',
};

/** What a rule looks for: the same words as the alerts it raises. */
export const conditionWords: Record<AlertCondition, string> = typeWords;

export const channelWords: Record<NotificationChannel, string> = {
  email: 'Email',
  slack: 'Slack',
  teams: 'Teams',
  discord: 'Discord',
  webhook: 'Webhook',
};

export const controllerWords: Record<ControllerStatus, string> = {
  online: 'Online',
  offline: 'Offline',
  error: 'Cannot be read',
  pending: 'Not read yet',
};

/** "for 1 minute", "for 5 minutes", "for 2 h", "for 1 h 30 min": how long a condition must hold. */
export function durationWords(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? 'for 1 minute' : `for ${minutes} minutes`;
  const rest = minutes % 60;
  return `for ${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''}`;
}
