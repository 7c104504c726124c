import type { AlertChange, ShownAlert } from '#web/features/alerts/alert-changes.ts';
import { AlertControllers } from '#web/features/alerts/alerts.gql.ts';
import { OpenAlertCounts, OpenAlerts } from '#web/features/alerts/current/open-alerts.gql.ts';
import { orders } from '#web/features/alerts/current/sections.ts';
import { type AlertController, FirstAlertControllers } from '#web/features/alerts/useAlertControllers.ts';
import type {
  AlertConditionsQuery,
  AlertSeverity,
  AlertControllerFieldsFragment,
  AlertRuleFieldsFragment,
} from '#web/gql/graphql.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';

import { answer } from '#tests/support/answers.ts';

/** What a subscription tells names its type, as the server does. */
type Named = { __typename: 'Alert' };

/** An open alert, raised at a minute past 14 o'clock UTC. */
export const alertAt = (minute: number, more: Partial<ShownAlert> = {}): ShownAlert & Named => ({
  __typename: 'Alert',
  id: `alert-${minute}`,
  summary: `Offline since 14:0${minute} UTC`,
  message: `AP ${minute} (Head Office) has been offline since 14:0${minute} UTC`,
  pastMessage: null,
  severity: 'error',
  deviceName: `AP ${minute}`,
  timestamp: `2026-11-20T14:${String(minute).padStart(2, '0')}:00.000Z`,
  since: `2026-11-20T14:${String(minute).padStart(2, '0')}:00.000Z`,
  affectedCount: null,
  affectedSiteCount: null,
  unknownSince: null,
  resolvedAt: null,
  resolution: null,
  type: 'device_offline',
  ruleName: 'Access points',
  deviceMac: null,
  controllerId: 'head-office',
  siteId: 'HOST:1',
  siteName: 'Zürich',
  customer: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedById: null,
  acknowledgeNote: null,
  raises: 1,
  flappingSince: null,
  calmSince: null,
  snoozedUntil: null,
  snoozedBy: null,
  snoozedById: null,
  maintenanceUntil: null,
  maintenance: null,
  ticketId: null,
  ticketUrl: null,
  overLimit: false,
  ...more,
});

/** The team's controllers, oldest first. */
export function answerControllers(...controllers: readonly AlertController[]): void {
  answer(AlertControllers, { controllers: [...controllers] });
  answer(FirstAlertControllers, ({ first, skip }) => ({
    controllers: controllers.slice(skip, skip + first),
  }));
}

/** The server's open alerts, all on one page and worst first. */
export function answerOpen(...alerts: readonly ShownAlert[]): void {
  const counts = Map.groupBy(alerts, ({ severity }) => severity);
  const page = {
    cursor: '10',
    nextCursor: null,
    previousCursor: null,
    totalCount: alerts.length,
    newCount: alerts.filter(({ acknowledgedAt, snoozedUntil }) => !acknowledgedAt && !snoozedUntil).length,
    severityCounts: [...counts].map(([severity, { length }]: [AlertSeverity, ShownAlert[]]) => ({
      severity,
      count: length,
    })),
  };
  answer(OpenAlerts, { openAlerts: { ...page, nodes: [...alerts].sort(orders.worst) } });
  answer(OpenAlertCounts, { openAlerts: page });
}

const changed = (change: AlertChange['change'], alert: ShownAlert, cursor: string): AlertChange => ({
  change,
  alert,
  cursor,
});
export const raised = (alert: ShownAlert, cursor = alert.id) => changed('raised', alert, cursor);
export const altered = (alert: ShownAlert, cursor = alert.id) => changed('changed', alert, cursor);
export const resolved = (alert: ShownAlert, cursor = alert.id) =>
  changed('resolved', { ...alert, resolvedAt: '2026-11-20T15:00:00.000Z' }, cursor);

export const headOffice: AlertControllerFieldsFragment = {
  id: 'head-office',
  name: 'Head Office',
  status: 'online',
  statusReason: null,
  needsNewKey: false,
  lastSync: '2026-11-20T14:00:00.000Z',
  totalSites: 1,
  selectedSiteId: 'site-1',
  selectedSiteName: 'Zürich',
  selectedSiteCount: 1,
  overLimit: false,
};

type Scope = AlertRuleFieldsFragment['scope'];

/** A scope of a rule, or an exception. */
export const scopeOf = (lists: Partial<Scope>): Scope => ({
  customerIds: null,
  tags: null,
  siteIds: null,
  siteNames: [],
  deviceRoles: null,
  models: null,
  names: null,
  macs: null,
  deviceNames: [],
  ...lists,
});

export const rule: Unmasked<AlertRuleFieldsFragment> = {
  id: 'rule-1',
  name: 'Büro-Gateways 🏢',
  condition: 'high_cpu',
  controllerId: null,
  siteId: null,
  scope: scopeOf({}),
  exceptions: [],
  covers: null,
  threshold: '80%',
  duration: 5,
  fold: true,
  channels: [],
  isActive: true,
  haloEnabled: false,
  haloSeverityLevels: ['critical'],
  haloClientId: null,
  haloClientName: null,
  haloSiteId: null,
  haloSiteName: null,
  haloPriority: 2,
  haloCategory: 1,
  haloCategoryName: null,
};

type Support = AlertConditionsQuery['alertConditions'][number];
export const cpu: Support = {
  condition: 'high_cpu',
  supported: true,
  reason: null,
  defaultThreshold: '90%',
  resolution: null,
};
export const disk: Support = { ...cpu, condition: 'low_disk', defaultThreshold: '10%' };
export const ports: Support = { ...cpu, condition: 'port_down', defaultThreshold: null };
