import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Alert, AlertMonth } from '#api/features/alerts/alert.entity.ts';
import { AlertCondition, AlertResolution, AlertType } from '#api/features/alerts/alert.enums.ts';
import { AlertEntry, AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import type { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { severityOf, typeOf, thresholdOf } from '#api/features/alerts/condition.ts';
import { ruleSnapshot } from '#api/features/alerts/rule-snapshot.ts';
import type { Device } from '#api/features/controllers/device.entity.ts';
import { subjectKey } from '#api/features/watch/evaluate/types.ts';
import type { Controller } from '#api/features/controllers/controller.entity.ts';
import type { Integration } from '#api/features/integrations/integration.entity.ts';
import type { Team } from '#api/features/teams/team.entity.ts';
import { NotificationChannel } from '#api/features/alerts/notification-channel.ts';
import { demoAccounts } from '#api/features/auth/demo-accounts.ts';
import { failure } from '#api/features/integrations/channel-failures.ts';
import {
  Delivery,
  DeliveryKind,
  DeliveryStatus,
  AttemptResult,
  DeliveryAttempt,
} from '#api/features/notifications/delivery.entity.ts';
import { blinds, type Episode } from './history-episodes.ts';

/** The subjects of the history. Controllers are in the order in which they were added. */
export interface Past {
  team: Team;
  controllers: readonly Controller[];
  rules: readonly AlertRule[];
  /** By channel. */
  integrations: ReadonlyMap<string, Integration>;
}

/** A device of the demo and its location. */
export interface Place {
  device: Device;
  /** Index of its controller in the list. */
  controller: number;
  siteName: string;
}

const minute = 60_000;
const notes = [
  'On my way with a spare',
  'The electrician is in the building, back at noon',
  'Restarted from the switch, watching it',
  'Known: firmware update over night',
];

/** Past alerts, all ended, with their timelines and deliveries. Persisted, not flushed. */
export function addPastAlerts(
  em: EntityManager,
  past: Past,
  places: readonly Place[],
  episodes: readonly Episode<Place>[],
  now: Date,
): void {
  const alerts = [
    ...episodes.flatMap((episode) => deviceAlert(past, episode, now) ?? []),
    ...consoleAlerts(past, places, now),
  ];
  const months = new Map<string, number>();
  for (const [nth, alert] of alerts.entries()) {
    em.persist(alert);
    for (const entry of timelineOf(alert, nth)) {
      em.persist(entry);
      tellPast(em, past.integrations, alert, entry, nth);
    }
    const month = `${alert.timestamp.toISOString().slice(0, 7)}-01`;
    months.set(month, (months.get(month) ?? 0) + 1);
  }
  for (const [month, raised] of months)
    em.persist(Object.assign(new AlertMonth(), { team: past.team, month, raised }));
}

/** The port that an episode about a port concerns. */
export const troubledPort = (nth: number): number => 1 + (nth % 4);

function deviceAlert(
  past: Past,
  { place, condition, ago, lasted, nth }: Episode<Place>,
  now: Date,
): Alert | undefined {
  const rule = past.rules.find((one) => one.condition === condition);
  if (!rule) return undefined;
  const { device, siteName } = place;
  const isPort = condition === AlertCondition.port_down;
  const port = troubledPort(nth);
  const threshold = thresholdOf(condition, rule.threshold ?? null);
  return alertOf(past, rule, place, now, {
    ago,
    lasted,
    type: typeOf(condition),
    name: device.name,
    siteName,
    subject: subjectKey(
      isPort ? { about: 'port', mac: device.mac, port } : { about: 'device', mac: device.mac },
    ),
    port: isPort ? port : undefined,
    measured: threshold === undefined ? undefined : { value: 91 + (nth % 6), threshold },
  });
}

/** One for each time that a console was unreachable. */
function consoleAlerts(past: Past, places: readonly Place[], now: Date): Alert[] {
  const rule = past.rules.find(({ condition }) => condition === AlertCondition.device_offline);
  return blinds.flatMap(({ controller, ago, lasted, consoleOnly }) => {
    const behind = places.filter((one) => one.controller === controller);
    const [place] = behind;
    if (!rule || !place || !consoleOnly) return [];
    return alertOf(past, rule, place, now, {
      ago,
      lasted,
      type: AlertType.console_offline,
      name: place.siteName,
      siteName: place.siteName,
      subject: subjectKey({ about: 'console', hostId: place.device.hostId }),
      deviceCount: behind.filter(({ device }) => !device.isConsole).length,
    });
  });
}

interface Wrong {
  ago: number;
  lasted: number;
  type: AlertType;
  name: string;
  siteName: string;
  subject: string;
  port?: number;
  deviceCount?: number;
  measured?: { value: number; threshold: number };
}

function alertOf(
  { team, controllers }: Past,
  rule: AlertRule,
  { device, controller }: Place,
  now: Date,
  { ago, lasted, name, siteName, ...wrong }: Wrong,
): Alert {
  const since = new Date(Math.floor((now.getTime() - ago) / minute) * minute);
  const at = new Date(since.getTime() + rule.duration * minute);
  return Object.assign(new Alert(), {
    id: randomUUID(),
    team,
    controller: controllers[controller],
    rule,
    ruleName: rule.name,
    ruleSnapshot: ruleSnapshot(rule),
    subject: wrong.subject,
    type: wrong.type,
    severity: severityOf(wrong.type, device.role),
    deviceName: name,
    deviceMac: wrong.type === AlertType.console_offline ? null : device.mac,
    siteId: device.hostId,
    siteName,
    port: wrong.port ?? null,
    deviceCount: wrong.deviceCount ?? null,
    ...wrong.measured,
    since,
    timestamp: at,
    resolvedAt: new Date(Math.max(since.getTime() + lasted, at.getTime() + 2 * minute)),
    resolution: AlertResolution.recovered,
  });
}

/** Noticed and pending entries are derived when a timeline is read. Every third alert was acknowledged. */
function timelineOf(alert: Alert, nth: number): AlertEntry[] {
  const entry = (kind: AlertEntryKind, at: Date, more: Partial<AlertEntry> = {}) =>
    Object.assign(new AlertEntry(), { id: randomUUID(), team: alert.team, alert, kind, at, ...more });
  const seenTo = new Date(alert.timestamp.getTime() + 90_000);
  const isSeenTo = nth % 3 === 0;
  const note = notes[nth % notes.length];
  if (isSeenTo)
    Object.assign(alert, {
      acknowledgedAt: seenTo,
      acknowledgedByName: 'Dana Morgan',
      acknowledgeNote: note,
    });
  return [
    entry(AlertEntryKind.raised, alert.timestamp, { since: alert.since }),
    ...(isSeenTo ? [entry(AlertEntryKind.acknowledged, seenTo, { detail: note, by: 'Dana Morgan' })] : []),
    entry(AlertEntryKind.resolved, alert.resolvedAt!),
  ];
}

/** The email recipient whose messages appear in the history. */
const recipient = demoAccounts.customer;

/** Past deliveries of one timeline entry, for each channel of the alert's rule. Persisted, not flushed. */
function tellPast(
  em: EntityManager,
  integrations: ReadonlyMap<string, Integration>,
  alert: Alert,
  entry: AlertEntry,
  nth: number,
): void {
  const kind = { raised: DeliveryKind.opened, resolved: DeliveryKind.resolved }[entry.kind as string];
  if (!kind) return;
  for (const [place, channel] of (alert.ruleSnapshot?.channels ?? []).entries()) {
    const integration = integrations.get(channel);
    if (!integration) continue;
    const begun = new Date(entry.at.getTime() + 700 + 130 * place);
    // Simulates an occasional service failure.
    const isLate = entry.kind === AlertEntryKind.raised && (nth + place * 5) % 23 === 0;
    const tries = isLate ? [begun, new Date(begun.getTime() + 31_000)] : [begun];
    const delivery = Object.assign(new Delivery(), {
      id: randomUUID(),
      team: alert.team,
      alert,
      entry,
      integration,
      channel,
      recipient: channel === NotificationChannel.email ? recipient : '',
      kind,
      status: channel === NotificationChannel.teams ? DeliveryStatus.accepted : DeliveryStatus.sent,
      attempts: tries.length,
      sentAt: new Date(tries.at(-1)!.getTime() + 240),
      createdAt: entry.at,
    });
    em.persist(delivery);
    for (const [turn, at] of tries.entries())
      em.persist(attemptOf(delivery, at, turn < tries.length - 1, nth));
  }
}

function attemptOf(delivery: Delivery, at: Date, failed: boolean, nth: number): DeliveryAttempt {
  const answer = failed
    ? { status: 503, result: AttemptResult.failed, ...failure('webhook_status', { status: 503 }) }
    : {
        status: 200,
        result: delivery.status === DeliveryStatus.sent ? AttemptResult.sent : AttemptResult.accepted,
      };
  const durationMs = 90 + ((nth * 37) % 240);
  return Object.assign(new DeliveryAttempt(), { delivery, at, durationMs, ...answer });
}
