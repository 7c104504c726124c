import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { notNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { AlertEntryKind } from '../alerts/alert-entry.entity.ts';
import { DeliveryChannel, NotificationChannel } from '../alerts/notification-channel.ts';
import { writeTransitions, type Transition } from '../alerts/transition.store.ts';
import type { Integration } from '../integrations/integration.entity.ts';
import { insertDeliveries, lockDestinations, scheduleSender, type NewDelivery } from './deliveries.store.ts';
import {
  DeliveryKind,
  DeliveryStatus,
  editedChannels,
  isEnding,
  isMessage,
  type NoticeKind,
} from './delivery.entity.ts';
import {
  alertSituations,
  earlierDeliveries,
  teamSituation,
  type EarlierDelivery,
} from './policy-facts.store.ts';
import { policyFor, type AlertSituation, type Decision, type Policy, type TeamSituation } from './policy.ts';

const kinds: Partial<Record<AlertEntryKind, NoticeKind>> = {
  raised: DeliveryKind.opened,
  escalated: DeliveryKind.escalated,
  flapping: DeliveryKind.flapping,
  stable: DeliveryKind.stable,
  resolved: DeliveryKind.resolved,
  folded: DeliveryKind.resolved,
  reminded: DeliveryKind.reminder,
  affected: DeliveryKind.updated,
  // The window holds it until its end.
  maintenance_started: DeliveryKind.reminder,
};

/** It opens, or comes back. */
const beginnings: readonly AlertEntryKind[] = [AlertEntryKind.raised, AlertEntryKind.flapping];

/**
 * Plans one delivery per transition and destination, with the job that sends it, in the transaction of the change. The
 * number of statements doesn't depend on the number of alerts.
 */
export async function planDeliveries(
  em: EntityManager,
  teamId: string,
  transitions: readonly Transition[],
): Promise<void> {
  const alerts = await alertSituations(em, ids(transitions));
  const earlier = await earlierDeliveries(
    em,
    ids(transitions.filter(({ kind }) => kind !== AlertEntryKind.raised)),
  );
  const team = await teamSituation(em, teamId);
  const isPushed = pushRecipients(team).length > 0;
  const tellsAny =
    earlier.length > 0 || [...alerts.values()].some(({ channels }) => channels?.length || isPushed);
  const policy = policyFor(team, new Date());
  await noteMaintenance(em, teamId, transitions, alerts, policy);
  if (!tellsAny) return;
  await lockDestinations(
    em,
    [...team.integrations.values()].map(({ id }) => id),
  );
  await supersedeUpdates(em, ids(transitions.filter(({ kind }) => kinds[kind] !== undefined)));
  await withdrawRecoveries(em, ids(transitions.filter(({ kind }) => kind === AlertEntryKind.flapping)));
  await withdrawOpenings(em, ids(transitions.filter(({ kind }) => kind === AlertEntryKind.folded)));
  const freed = await requeueUnsnoozed(
    em,
    ids(transitions.filter(({ kind }) => kind === AlertEntryKind.unsnoozed)),
  );
  const notified = byAlert(earlier);
  const rows = transitions.flatMap((transition) => {
    const alert = alerts.get(transition.alertId);
    return alert ? rowsFor(transition, alert, notified.get(alert.id) ?? [], team, policy) : [];
  });
  if (rows.length > 0) await insertDeliveries(em, teamId, rows);
  const waiting = rows.filter(({ status }) => status !== DeliveryStatus.skipped);
  await scheduleSender(em, [
    ...new Set([...freed, ...waiting.flatMap(({ integration }) => integration ?? [])]),
  ]);
}

/** What follows shows what the alerts affect now, so edits that haven't been made are no longer needed. */
async function supersedeUpdates(em: EntityManager, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return;
  await em.execute(
    `update delivery set status = 'skipped', reason_code = 'superseded', reason_params = null, not_before = null
      where alert_id in (select jsonb_array_elements_text(?::jsonb)::uuid)
        and kind = 'updated' and status in ('waiting', 'held', 'retrying')`,
    [JSON.stringify(alertIds)],
    'run',
  );
}

/** The problem has returned, so recoveries that haven't been sent are no longer true. */
async function withdrawRecoveries(em: EntityManager, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return;
  await em.execute(
    `update delivery set status = 'skipped', reason_code = 'problem_returned', reason_params = null, not_before = null
      where alert_id in (select jsonb_array_elements_text(?::jsonb)::uuid)
        and kind = 'resolved' and status in ('waiting', 'held', 'retrying')`,
    [JSON.stringify(alertIds)],
    'run',
  );
}

/**
 * The alerts became part of others, which are sent instead. An end that was planned for a destination is skipped later,
 * unless a message was already on its way there.
 */
async function withdrawOpenings(em: EntityManager, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return;
  await em.execute(
    `update delivery set status = 'skipped', reason_code = 'folded', reason_params = null, not_before = null
      where alert_id in (select jsonb_array_elements_text(?::jsonb)::uuid)
        and kind not in ('resolved', 'stable') and status in ('waiting', 'held', 'retrying')`,
    [JSON.stringify(alertIds)],
    'run',
  );
}

/**
 * Requeues what was skipped only because of a snooze that was ended early, if the alert is still open. The
 * caller holds the destinations.
 * @returns the IDs of destinations with something to send
 */
async function requeueUnsnoozed(em: EntityManager, alertIds: readonly string[]): Promise<string[]> {
  if (alertIds.length === 0) return [];
  const rows = await queryRows(
    em,
    { id: notNull(tables.delivery.integration_id) },
    `update delivery d set status = 'waiting', reason_code = null, reason_params = null, not_before = null
       from alert a
      where a.id = d.alert_id and a.id in (select jsonb_array_elements_text(?::jsonb)::uuid)
        and a.resolved_at is null and a.calm_since is null and d.integration_id is not null
        and d.kind in ('opened', 'escalated') and d.status = 'skipped' and d.reason_code = 'snoozed'
     returning d.integration_id as id`,
    [JSON.stringify(alertIds)],
  );
  return rows.map(({ id }) => id);
}

function rowsFor(
  { id: entry, kind: entryKind, at }: Transition,
  alert: AlertSituation,
  earlier: EarlierDelivery[],
  team: TeamSituation,
  { decide }: Policy,
): NewDelivery[] {
  const kind = kinds[entryKind];
  if (!kind) return [];
  return destinationsOf(alert, kind, earlier, team).flatMap(({ channel, recipient }) => {
    const before = earlier.filter((one) => one.channel === channel && one.recipient === recipient);
    const wasNotified = before.length > 0;
    // What is still unsent waits for the end of the maintenance as well, so no reminder is needed.
    if (entryKind === AlertEntryKind.maintenance_started && before.some(isUnsent)) return [];
    const decided = decide({ alert, kind, channel, recipient, wasNotified, recoveredAt: at });
    const decision = kind === DeliveryKind.updated ? spaced(decided, before) : decided;
    const integration = team.integrations.get(channel)?.id ?? null;
    return [{ id: randomUUID(), alert: alert.id, entry, integration, channel, recipient, kind, ...decision }];
  });
}

const isUnsent = ({ status, kind }: EarlierDelivery): boolean =>
  isMessage(kind) &&
  (status === DeliveryStatus.waiting || status === DeliveryStatus.held || status === DeliveryStatus.retrying);

/** Milliseconds between two edits of a message. The last state is always sent. */
const editSpacingMs = 60_000;

/** Edits follow the previous message by at least a minute. */
function spaced(decision: Decision, before: readonly EarlierDelivery[]): Decision {
  if (decision.status !== DeliveryStatus.waiting) return decision;
  const last = Math.max(...before.map(({ sentAt }) => (sentAt ? new Date(sentAt).getTime() : 0)));
  return { ...decision, notBefore: new Date(Math.max(last + editSpacingMs, Date.now())) };
}

/**
 * The rule's channels, the members with push notifications, and every destination that was notified about this alert
 * before.
 */
function destinationsOf(
  { channels }: AlertSituation,
  kind: NoticeKind,
  earlier: EarlierDelivery[],
  team: TeamSituation,
): Place[] {
  if (kind === DeliveryKind.updated) {
    const edited = earlier.filter(
      ({ channel, status }) => editedChannels.includes(channel) && status !== DeliveryStatus.summarised,
    );
    return distinct(edited);
  }
  const named = (channels ?? []).flatMap((channel) => {
    const isMail = channel === NotificationChannel.email;
    const recipients = isMail ? recipientsOf(team.integrations.get(channel)) : [''];
    return recipients.map((recipient) => ({ channel, recipient }));
  });
  // Push is personal, so no rule names it. Without a rule, nothing new is sent.
  const begins = channels !== null && !isEnding(kind);
  const pushed = begins
    ? pushRecipients(team).map((recipient) => ({ channel: DeliveryChannel.push, recipient }))
    : [];
  const all = [...named, ...pushed, ...earlier.map(({ channel, recipient }) => ({ channel, recipient }))];
  return distinct(all);
}

type Place = { channel: DeliveryChannel; recipient: string };
const distinct = (all: readonly Place[]): Place[] => [
  ...new Map(
    all.map(({ channel, recipient }) => [`${channel} ${recipient}`, { channel, recipient }]),
  ).values(),
];

/** Addresses of the members with push notifications. */
function pushRecipients({ listeners }: TeamSituation): string[] {
  return listeners.filter(({ browsers }) => browsers > 0).map(({ email }) => email);
}

/** Without recipients, one row records that there are none. */
function recipientsOf(integration: Integration | undefined): string[] {
  const recipients = (integration?.config['recipients'] ?? []) as string[];
  return recipients.length > 0 ? [...new Set(recipients)] : [''];
}

/** Marks an alert that opens or returns during maintenance, in its row and its timeline. */
async function noteMaintenance(
  em: EntityManager,
  teamId: string,
  transitions: readonly Transition[],
  alerts: Map<string, AlertSituation>,
  { maintenanceOf }: Policy,
): Promise<void> {
  const began = transitions.flatMap(({ alertId, kind, at }) => {
    const alert = beginnings.includes(kind) ? alerts.get(alertId) : undefined;
    const over = alert && maintenanceOf(alert);
    return over ? [{ alertId, at, name: over.window.name, until: over.endsAt }] : [];
  });
  if (began.length === 0) return;
  await em.execute(
    `update alert set maintenance = r.name
       from jsonb_to_recordset(?::jsonb) as r("alertId" uuid, name text) where alert.id = r."alertId"`,
    [JSON.stringify(began)],
    'run',
  );
  const kind = AlertEntryKind.maintenance;
  const entries = began.map(({ alertId, at, name, until }) => {
    return { alertId, at, kind, until, params: { window: name } };
  });
  await writeTransitions(em, teamId, entries);
}

function byAlert(earlier: EarlierDelivery[]): Map<string, EarlierDelivery[]> {
  const found = new Map<string, EarlierDelivery[]>();
  for (const one of earlier) found.set(one.alertId, [...(found.get(one.alertId) ?? []), one]);
  return found;
}

function ids(transitions: readonly Transition[]): string[] {
  return [...new Set(transitions.map(({ alertId }) => alertId))];
}
