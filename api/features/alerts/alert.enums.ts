import { registerEnumType } from 'type-graphql';

/** Severity, mildest first (specification 1, section 4). */
export enum AlertSeverity {
  info = 'info',
  warning = 'warning',
  error = 'error',
  critical = 'critical',
}
registerEnumType(AlertSeverity, {
  name: 'AlertSeverity',
  description: 'How bad it is, mildest first.',
  valuesConfig: {
    info: { description: 'For information, e.g. a client disconnected.' },
    warning: { description: 'A problem that may get worse, e.g. high memory usage.' },
    error: { description: 'A limited failure, e.g. an access point is offline.' },
    critical: {
      description: 'A major failure, e.g. a gateway, switch or console is offline.',
    },
  },
});

/** Conditions of a rule (specification 1, section 9). */
export enum AlertCondition {
  device_offline = 'device_offline',
  high_cpu = 'high_cpu',
  high_memory = 'high_memory',
  low_disk = 'low_disk',
  high_bandwidth = 'high_bandwidth',
  port_down = 'port_down',
  client_disconnect = 'client_disconnect',
  // Beyond the specification: conditions of internet lines and their providers.
  wan_down = 'wan_down',
  wan_failover = 'wan_failover',
  wan_packet_loss = 'wan_packet_loss',
  wan_latency = 'wan_latency',
  isp_outage = 'isp_outage',
}

/** Description of each condition, for rules and their alerts. */
const ofConditions = {
  device_offline: {
    description:
      'UniFi reports a device as offline. Rules with this condition also raise `device_impaired` alerts, one severity lower, and `console_offline` alerts.',
  },
  high_cpu: { description: "A device's CPU usage is above the threshold, in percent." },
  high_memory: { description: 'A device uses more of its memory than the threshold. Percent.' },
  low_disk: { description: 'A device has less of its disk free than the threshold. Percent.' },
  high_bandwidth: {
    description: "A device's uplink throughput is above the threshold, in bytes per second.",
  },
  port_down: { description: 'A port that was up at some time is down.' },
  client_disconnect: { description: 'A connected client has disconnected.' },
  wan_down: {
    description:
      'An internet line is down while its console stays connected through another one. If a console has no other line, it is offline.',
  },
  wan_failover: { description: 'An internet line that usually stands by carries the traffic.' },
  wan_packet_loss: {
    description: "An internet line's packet loss over five minutes is above the threshold. Percent.",
  },
  wan_latency: {
    description: "An internet line's average latency over five minutes is above the threshold. Milliseconds.",
  },
  isp_outage: {
    description:
      "Lines of one internet provider went down within ten minutes at as many of the team's sites as the threshold says, or more. One alert covers them all.",
  },
};

registerEnumType(AlertCondition, {
  name: 'AlertCondition',
  description: 'Condition that a rule evaluates.',
  valuesConfig: ofConditions,
});

/** The condition of an alert's rule, or a console whose alert covers all devices behind it. */
export enum AlertType {
  device_offline = 'device_offline',
  high_cpu = 'high_cpu',
  high_memory = 'high_memory',
  low_disk = 'low_disk',
  high_bandwidth = 'high_bandwidth',
  port_down = 'port_down',
  client_disconnect = 'client_disconnect',
  wan_down = 'wan_down',
  wan_failover = 'wan_failover',
  wan_packet_loss = 'wan_packet_loss',
  wan_latency = 'wan_latency',
  isp_outage = 'isp_outage',
  device_impaired = 'device_impaired',
  console_offline = 'console_offline',
}
registerEnumType(AlertType, {
  name: 'AlertType',
  description:
    "The rule's condition, or `device_impaired` or `console_offline`, which `device_offline` rules raise as well.",
  valuesConfig: {
    ...ofConditions,
    device_offline: { description: 'UniFi reports a device as offline.' },
    device_impaired: {
      description:
        "A device is reachable but doesn't work: it's isolated or in an incorrect topology. Raised by `device_offline` rules one severity lower. If the device goes offline, the same alert becomes `device_offline`.",
    },
    console_offline: {
      description: 'A console is offline. One alert covers everything behind it.',
    },
  },
});

/** Why an alert ended. */
export enum AlertResolution {
  recovered = 'recovered',
  removed = 'removed',
  no_longer_watched = 'no_longer_watched',
  folded = 'folded',
}
registerEnumType(AlertResolution, {
  name: 'AlertResolution',
  description: 'Why an alert ended.',
  valuesConfig: {
    recovered: { description: 'A reading showed that all is well again.' },
    removed: {
      description:
        'The device was removed from UniFi: it has been missing from every list and count for 15 minutes. For a console: it left the UniFi account more than an hour ago.',
    },
    no_longer_watched: {
      description:
        'The rule or the site was changed, turned off or removed, or the rule no longer covers it.',
    },
    folded: {
      description:
        'It became part of the alert about its cause (`causeAlertId`), which was found later. If the device is still down when that one ends, it raises an alert again.',
    },
  },
});

export enum AlertChangeKind {
  raised = 'raised',
  changed = 'changed',
  resolved = 'resolved',
}
registerEnumType(AlertChangeKind, {
  name: 'AlertChangeKind',
  description: 'What happened to an alert.',
  valuesConfig: {
    raised: { description: 'A new alert, or an earlier one whose problem returned.' },
    changed: {
      description: 'Anything else about an open alert: acknowledged, snoozed, flapping, another severity.',
    },
    resolved: { description: 'The alert was resolved. See `resolution`.' },
  },
});
