import { registerEnumType } from 'type-graphql';

/** How bad it is, mildest first (specification 1, section 4). */
export enum AlertSeverity {
  info = 'info',
  warning = 'warning',
  error = 'error',
  critical = 'critical',
}
registerEnumType(AlertSeverity, { name: 'AlertSeverity', description: 'How bad it is, mildest first.' });

/** What a rule looks for (specification 1, section 9). */
export enum AlertCondition {
  device_offline = 'device_offline',
  high_cpu = 'high_cpu',
  high_memory = 'high_memory',
  low_disk = 'low_disk',
  high_bandwidth = 'high_bandwidth',
  port_down = 'port_down',
  client_disconnect = 'client_disconnect',
}
registerEnumType(AlertCondition, { name: 'AlertCondition', description: 'What a rule looks for.' });

/** What an alert is about: its rule's condition, or the console that speaks once for the devices behind it. */
export enum AlertType {
  device_offline = 'device_offline',
  high_cpu = 'high_cpu',
  high_memory = 'high_memory',
  low_disk = 'low_disk',
  high_bandwidth = 'high_bandwidth',
  port_down = 'port_down',
  client_disconnect = 'client_disconnect',
  console_offline = 'console_offline',
}
registerEnumType(AlertType, {
  name: 'AlertType',
  description:
    "The rule's condition, or `console_offline`: one alert for a console and all devices behind it.",
});

/** Why an alert is over. */
export enum AlertResolution {
  recovered = 'recovered',
  no_longer_watched = 'no_longer_watched',
}
registerEnumType(AlertResolution, {
  name: 'AlertResolution',
  description:
    '`recovered`: measured to be well again. `no_longer_watched`: its rule or its site was changed, switched off or removed.',
});

export enum AlertChangeKind {
  raised = 'raised',
  changed = 'changed',
  resolved = 'resolved',
}
registerEnumType(AlertChangeKind, { name: 'AlertChangeKind', description: 'What happened to an alert.' });
