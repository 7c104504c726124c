import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, float, int, json, notNull, orNull, type RowOf, text, textsOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { dateOf } from '#api/db/row-values.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import { namesOf } from '../customers/customers.service.ts';
import { channelTypes, pushType } from '../integrations/channel-config.ts';
import { Integration } from '../integrations/integration.entity.ts';
import { MaintenanceWindow } from '../maintenance/maintenance-window.entity.ts';
import { occurrenceAt } from '../maintenance/occurrences.ts';
import { allTags } from '../sites/team-sites.store.ts';
import {
  policyFor,
  quietUntil,
  type AlertSituation,
  type EmailCounts,
  type Policy,
  type TeamSituation,
} from './policy.ts';

/** By ID. Uses one parameter for any number of alerts. */
export async function alertSituations(
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, AlertSituation>> {
  const rows = await queryRows(
    em,
    {
      id: tables.alert.id,
      severity: tables.alert.severity,
      controllerId: tables.alert.controller_id,
      siteId: tables.alert.site_id,
      customerId: orNull(tables.team_site.customer_id),
      tags: textsOf<string[]>(),
      outageSites: orNull(json<AlertSituation['outageSites']>()),
      deviceMac: tables.alert.device_mac,
      snoozedUntil: tables.alert.snoozed_until,
      resolvedAt: tables.alert.resolved_at,
      isOverLimit: tables.alert.over_limit,
      recovered: bool,
      channels: orNull(tables.alert_rule.channels),
      pollSeconds: orNull(float),
    },
    `select a.id, a.severity, a.controller_id as "controllerId", a.site_id as "siteId",
            s.customer_id as "customerId", ${allTags} as tags,
            case when a.type = 'isp_outage' then (
              select json_agg(json_build_object('customerId', s.customer_id, 'tags', ${allTags}))
                from affected_site f
                left join team_site s on s.team_id = a.team_id and s.host_id = f.host_id
                left join customer k on k.id = s.customer_id
               where f.alert_id = a.id) end as "outageSites",
            a.device_mac as "deviceMac", a.snoozed_until as "snoozedUntil", a.resolved_at as "resolvedAt",
            a.over_limit as "isOverLimit", a.resolution is not distinct from 'recovered' as recovered, r.channels,
            coalesce(c.poll_seconds, extract(epoch from a.resolved_at - c.last_round_at))::float as "pollSeconds"
       from jsonb_array_elements_text(?::jsonb) as asked
       join alert a on a.id = asked::uuid
       join controller c on c.id = a.controller_id
       left join team_site s on s.team_id = a.team_id and s.host_id = a.site_id
       left join customer k on k.id = s.customer_id
       left join alert_rule r on r.id = a.rule_id`,
    [JSON.stringify(ids)],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        outageSites: row.outageSites ?? null,
        snoozedUntil: dateOf(row.snoozedUntil),
        resolvedAt: dateOf(row.resolvedAt),
      },
    ]),
  );
}

/**
 * Deliveries about these alerts that were sent, will be sent, or were skipped only because of the chosen events. Newest
 * last.
 */
export type EarlierDelivery = RowOf<typeof earlier>;

const earlier = {
  alertId: notNull(tables.delivery.alert_id),
  channel: tables.delivery.channel,
  recipient: tables.delivery.recipient,
  status: tables.delivery.status,
  kind: tables.delivery.kind,
  sentAt: tables.delivery.sent_at,
};

/** For alerts that didn't open in the same change. */
export function earlierDeliveries(
  em: EntityManager,
  alertIds: readonly string[],
): Promise<EarlierDelivery[]> {
  return queryRows(
    em,
    earlier,
    `select d.alert_id as "alertId", d.channel, d.recipient, d.status, d.kind, d.sent_at as "sentAt"
       from jsonb_array_elements_text(?::jsonb) as asked
       join delivery d on d.alert_id = asked::uuid
      where d.kind not in ('resolved', 'stable')
        and (d.status in ('waiting', 'held', 'retrying', 'sent', 'accepted', 'summarised')
             or (d.status = 'skipped' and d.reason_code = 'event_not_chosen'))`,
    [JSON.stringify(alertIds)],
  );
}

export async function teamSituation(em: EntityManager, teamId: string): Promise<TeamSituation> {
  const fresh = { disableIdentityMap: true };
  const channels = { team: teamId, madeFrom: null, type: { $in: [...channelTypes, pushType] } };
  const integrations = await em.find(Integration, channels, fresh);
  const windows = await em.find(MaintenanceWindow, { team: teamId }, fresh);
  const listeners = await queryRows(
    em,
    listener,
    `select lower(u.email) as email, u.suspended, u.email_verified_at is not null as confirmed,
            coalesce(p.email_notifications, true) as "emailNotifications",
            coalesce(p.alert_notifications, true) as "alertNotifications",
            coalesce(to_jsonb(p.channels), ?::jsonb) as channels,
            coalesce(to_jsonb(p.severities), '["info", "warning", "error", "critical"]') as severities,
            (select count(*)::int from push_subscription s where s.membership_id = m.id) as browsers,
            coalesce(to_jsonb(w.severities), '["critical"]') as "pushSeverities",
            coalesce(w.critical_in_quiet_hours, false) as "criticalInQuietHours",
            coalesce(p.quiet_hours, false) as "quietHours", coalesce(p.quiet_from, '22:00') as "quietFrom",
            coalesce(p.quiet_until, '07:00') as "quietUntil", coalesce(u.time_zone, t.time_zone, 'UTC') as "timeZone"
       from membership m join "user" u on u.id = m.user_id join team t on t.id = m.team_id
       left join notification_preferences p on p.user_id = u.id
       left join push_preferences w on w.user_id = u.id
      where m.team_id = ?`,
    [JSON.stringify(channelTypes), teamId],
  );
  const [plan] = await queryRows(
    em,
    { hasEnded: bool, most: orNull(tables.package.max_alerts_per_month) },
    `select coalesce(t.active_until <= ?, false) as "hasEnded", p.max_alerts_per_month as most
       from team t left join package p on p.id = t.package_id where t.id = ?`,
    [new Date(), teamId],
  );
  const byType = new Map<string, Integration>(integrations.map((one) => [one.type, one]));
  const mailed = await emailCounts(em, byType.get(NotificationChannel.email));
  const { hasEnded = false, most: alertsAllowed = null } = plan ?? {};
  const customerNames = await namesOf(
    em,
    teamId,
    integrations.flatMap(({ customerIds }) => customerIds),
  );
  return { hasEnded, alertsAllowed, integrations: byType, customerNames, windows, listeners, mailed };
}

const preferences = tables.notification_preferences;

/** Members without saved preferences have the defaults. */
const listener = {
  email: text,
  suspended: tables.user.suspended,
  confirmed: bool,
  emailNotifications: preferences.email_notifications,
  alertNotifications: preferences.alert_notifications,
  channels: json<string[]>(),
  severities: json<string[]>(),
  browsers: int,
  pushSeverities: json<string[]>(),
  criticalInQuietHours: tables.push_preferences.critical_in_quiet_hours,
  quietHours: preferences.quiet_hours,
  quietFrom: preferences.quiet_from,
  quietUntil: preferences.quiet_until,
  timeZone: text,
};

/** A summary counts as one email. */
async function emailCounts(em: EntityManager, email: Integration | undefined): Promise<EmailCounts> {
  if (!email) return new Map();
  const rows = await queryRows(
    em,
    { address: text, mails: int },
    `select lower(recipient) as address, count(*)::int as mails from delivery
      where integration_id = ? and sent_at > ? and status in ('sent', 'accepted') group by 1`,
    [email.id, new Date(Date.now() - day)],
  );
  return new Map(rows.map(({ address, mails }) => [address, mails]));
}

/** Milliseconds. */
const day = 86_400_000;

/**
 * The policy that checks deliveries again right before they are sent, because maintenance, quiet hours, a snooze or the end
 * of the subscription may have begun since they were planned, or a site may have another customer. Undefined if nothing can
 * have changed, which the first query usually shows.
 */
export async function activePolicy(
  em: EntityManager,
  teamId: string,
  now: Date,
): Promise<Policy | undefined> {
  const [look] = await queryRows(
    em,
    { hours: bool, snoozes: bool, ended: bool, scoped: bool },
    `select exists (select from maintenance_window where team_id = ?)
              or exists (select from membership m join notification_preferences p on p.user_id = m.user_id
                          where m.team_id = ? and p.quiet_hours) as hours,
            exists (select from alert where team_id = ? and resolved_at is null and snoozed_until > ?) as snoozes,
            exists (select from team where id = ? and active_until <= ?) as ended,
            exists (select from integration where team_id = ? and (customer_ids <> '{}' or tags <> '{}')) as scoped`,
    [teamId, teamId, teamId, now, teamId, now, teamId],
  );
  if (!look?.hours && !look?.snoozes && !look?.ended && !look?.scoped) return undefined;
  const team = await teamSituation(em, teamId);
  const isOn =
    look.snoozes ||
    look.ended ||
    look.scoped ||
    team.windows.some((window) => occurrenceAt(window, now)) ||
    team.listeners.some((listener) => quietUntil(listener, now));
  return isOn ? policyFor(team, now) : undefined;
}
