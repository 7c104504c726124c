import type {
  AlertCondition,
  AlertResolution,
  AlertSeverity,
  AlertType,
  ControllerStatus,
  DeviceRole,
  NotificationChannel,
} from '#web/gql/graphql.ts';
import { channelNames } from '#web/features/notifications/delivery-words.ts';
import { formatCount, formatNumber, formatShortDate, formatTime } from '#web/lib/format.ts';
import { keysOf } from '#web/lib/keys-of.ts';

/** Label of each rule condition. */
export const conditionWords: Record<AlertCondition, string> = {
  device_offline: 'Device offline',
  high_cpu: 'High CPU',
  high_memory: 'High memory',
  low_disk: 'Low disk space',
  high_bandwidth: 'High bandwidth',
  port_down: 'Port down',
  client_disconnect: 'Client disconnected',
  wan_down: 'Internet line down',
  wan_failover: 'Internet failover',
  wan_packet_loss: 'Packet loss',
  wan_latency: 'High latency',
  isp_outage: 'Provider outage',
};

/** Label of each alert type: the rule conditions, and the other types that `device_offline` rules raise. */
export const typeWords: Record<AlertType, string> = {
  ...conditionWords,
  device_impaired: 'Device impaired',
  console_offline: 'Console offline',
};

/** How an alert ended. */
export const resolutionWords: Record<AlertResolution, string> = {
  recovered: 'recovered',
  removed: 'removed from UniFi',
  no_longer_watched: 'no longer monitored',
  folded: 'part of another alert',
};

/** The documented conditions, in the documented order, and those of internet lines. */
export const conditions = keysOf(conditionWords);

export const isAboutLine = (condition: AlertCondition | AlertType | ''): boolean =>
  condition.startsWith('wan_');

/** Conditions of internet lines and their providers, which aren't devices. */
export const isAboutInternet = (condition: AlertCondition | AlertType | ''): boolean =>
  isAboutLine(condition) || condition === 'isp_outage';

/** Channel names as documented for rules. */
export const channelWords: Record<NotificationChannel, string> = { ...channelNames, teams: 'Teams' };

export const controllerWords: Record<ControllerStatus, string> = {
  online: 'Online',
  offline: 'Offline',
  unknown: 'Unknown',
  error: 'Can’t be read',
  pending: 'Not read yet',
};

/** The documented channels, in the documented order. */
export const channels = keysOf(channelWords);

/** "for 1 minute", "for 5 minutes", "for 2 h", "for 1 h 30 min": how long a condition must hold. */
export function durationWords(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? 'for 1 minute' : `for ${minutes} minutes`;
  const rest = minutes % 60;
  return `for ${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''}`;
}

/** "14:02" for today, "18 Nov, 14:02" for an earlier day, in the reader's own time zone and format. */
export function momentOf(iso: string, now = new Date()): string {
  const date = new Date(iso);
  if (date.toDateString() === now.toDateString()) return formatTime(date);
  return `${formatShortDate(date)}, ${formatTime(date)}`;
}

/** Types of devices, in the plural. */
export const roleWords: Record<DeviceRole, string> = {
  gateway: 'Gateways',
  switch: 'Switches',
  access_point: 'Access points',
  other: 'Other devices',
};

/** "440 open alerts, 438 new". */
export function openAlertWords({ alertCount, newCount }: { alertCount: number; newCount: number }): string {
  const open = formatCount(alertCount, 'open alert');
  if (alertCount === 0) return open;
  return `${open}, ${newCount === 0 ? 'none' : formatNumber(newCount)} new`;
}

export type Level = 'all' | 'critical' | 'warning' | 'info';

/** The documented levels. Errors are shown under Critical. */
export const levels: readonly { level: Level; label: string }[] = [
  { level: 'all', label: 'All Levels' },
  { level: 'critical', label: 'Critical' },
  { level: 'warning', label: 'Warning' },
  { level: 'info', label: 'Info' },
];

/** The level in the address. An unknown value means all levels. */
export const levelOf = (word: string | undefined): Level =>
  levels.find(({ level }) => level === word)?.level ?? 'all';

export const isOfLevel = (severity: AlertSeverity, level: Level): boolean =>
  level === 'all' || level === (severity === 'error' ? 'critical' : severity);

/** In the customer filter of the address: sites without a customer. */
export const NO_CUSTOMER = 'none';
