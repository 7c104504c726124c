import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Column, int, orNull, text } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { isId } from '#api/db/id.ts';
import { readPrepared } from '#api/db/prepared.ts';
import { openAlertsByController as byController } from '#api/db/open-alerts.ts';
import { worstRank, worstSeverity } from '#api/db/severity.ts';
import type { CallerContext, Context, ViewerContext } from '#api/graphql/context.ts';
import type { Event } from '#api/live/event.entity.ts';
import { NotFound } from '#api/lib/errors.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { Alert } from './alert.entity.ts';
import { AlertChangeKind, AlertSeverity, AlertResolution } from './alert.enums.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { severalSites } from '../controllers/selected-sites.ts';
import { lockTeam, findOwn } from '../teams/lock-team.store.ts';
import { AlertEntryKind } from './alert-entry.entity.ts';
import { writeTransitions } from './transition.store.ts';

@ObjectType({ description: 'Open alerts of one controller, and the cursor to receive their changes from.' })
export class ControllerAlerts {
  @Field(() => ID, { description: 'ID of the requested controller.' })
  controllerId!: string;

  @Field(() => [Alert], { description: 'Open alerts, newest first.' })
  alerts!: Alert[];

  @Field({
    description:
      'Name of the selected site in UniFi, or `Leeds Office and 2 more` if several are selected. `Unknown Site` if all are: the alerts then come from every site that the API key can see.',
  })
  siteName!: string;

  @Field({
    description: 'Opaque cursor. Pass it to `alertChanged` as `after` to miss nothing and get nothing twice.',
  })
  cursor!: string;
}

@ObjectType({ description: 'Number of open alerts on one controller.' })
export class ControllerAlertCount {
  @Field(() => ID, { description: 'ID of a controller with at least one open alert.' })
  controllerId!: string;

  @Field(() => Int, { description: 'Open alerts, acknowledged and snoozed ones included. At least 1.' })
  count!: number;

  @Field(() => AlertSeverity, { description: 'Highest severity among them.' })
  severity!: AlertSeverity;
}

@ObjectType({ description: 'Something happened to an alert.' })
export class AlertChange {
  @Field(() => Alert, { description: 'The alert after the change.' })
  alert!: Alert;

  @Field({ description: 'Opaque cursor for resuming after this change.' })
  cursor!: string;

  @Field(() => AlertChangeKind, { description: 'What the change was.' })
  change!: AlertChangeKind;
}

/**
 * Open alerts with a matching cursor. One statement reads both from one snapshot.
 * @throws NotFound for another team's controller
 */
export async function currentAlerts(
  { em, viewer }: Pick<ViewerContext, 'em' | 'viewer'>,
  controllerId: string,
): Promise<ControllerAlerts> {
  if (!isId(controllerId)) throw new NotFound('Controller');
  const rows = await readPrepared<OpenAlertRow>(em, openAlerts, [controllerId, viewer.team.id]);
  const [first] = rows;
  if (!first) throw new NotFound('Controller');
  return {
    controllerId,
    // A controller without open alerts is one row without an alert.
    alerts: first.id === null ? [] : (rows as object[] as Alert[]),
    siteName: siteNameOf(first),
    cursor: first.cursor,
  };
}

function siteNameOf({ selectedSiteName, firstSiteName, siteCount }: OpenAlertRow): string {
  if (firstSiteName && siteCount && siteCount > 1) return severalSites(firstSiteName, siteCount);
  return selectedSiteName ?? 'Unknown Site';
}

/** @throws NotFound for another team's controller */
export function ownController(ctx: Pick<CallerContext, 'em' | 'viewer'>, id: string): Promise<Controller> {
  return findOwn(ctx, Controller, id, 'Controller');
}

/** The number of open alerts in the viewer's team, whichever sites its controllers monitor. */
export function openAlertCount({ em, viewer }: ViewerContext): Promise<number> {
  return em.count(Alert, { team: viewer.team, resolvedAt: null });
}

/** The same alerts by controller, worst first. A provider's outage counts at each controller that it affects. */
export function openAlertsByController({ em, viewer }: ViewerContext): Promise<ControllerAlertCount[]> {
  return queryRows(
    em,
    { controllerId: tables.alert.controller_id, count: int, severity: tables.alert.severity },
    `select controller_id as "controllerId", count(distinct id)::int as count,
            ${worstSeverity()} as severity
       from (${byController}) open where team_id = ?
      group by controller_id order by ${worstRank()}, count(distinct id) desc, controller_id`,
    [viewer.team.id],
  );
}

/** A subscriber's view of an event. `null` once the alert was deleted with its controller. */
export async function alertChange({ em }: Context, event: Event): Promise<AlertChange | null> {
  const alert = event.alertId && (await em.findOne(Alert, { id: event.alertId }));
  return alert ? { alert, cursor: event.seq, change: AlertChangeKind[event.kind as AlertChangeKind] } : null;
}

/** Ends open alerts that are no longer monitored, in the caller's transaction. */
export async function stopWatching(
  em: EntityManager,
  teamId: string,
  where: FilterQuery<Alert>,
  detail = 'No longer monitored',
): Promise<void> {
  await lockTeam(em, teamId);
  const alerts = await em.find(Alert, { $and: [where, { team: teamId, resolvedAt: null }] });
  const resolvedAt = new Date();
  const over = { resolvedAt, unknownSince: null, calmSince: null };
  for (const alert of alerts) em.assign(alert, { ...over, resolution: AlertResolution.no_longer_watched });
  await em.flush();
  const entry = { kind: AlertEntryKind.resolved, at: resolvedAt, detail };
  await writeTransitions(
    em,
    teamId,
    alerts.map(({ id }) => ({ ...entry, alertId: id })),
  );
  const { resolved } = AlertChangeKind;
  await appendEvents(
    em,
    teamId,
    alerts.map(({ id, controllerId }) => ({ kind: resolved, alertId: id, controllerId })),
  );
}

/** The columns of an alert in lists. A change-tracked entity costs several times as much. */
export type AlertRow = Omit<
  Alert,
  | 'team'
  | 'controller'
  | 'rule'
  | 'causeAlert'
  | 'acknowledgedBy'
  | 'snoozer'
  | 'ruleSnapshot'
  | 'formerMessage'
  | symbol
>;

interface OpenAlertRow extends Omit<AlertRow, 'id'> {
  id: string | null;
  selectedSiteName: string | null;
  firstSiteName: string | null;
  siteCount: number | null;
  cursor: string;
}

export const alertColumns: Record<keyof AlertRow, keyof typeof tables.alert> = {
  id: 'id',
  controllerId: 'controller_id',
  ruleId: 'rule_id',
  ruleName: 'rule_name',
  subject: 'subject',
  type: 'type',
  severity: 'severity',
  deviceName: 'device_name',
  deviceMac: 'device_mac',
  siteId: 'site_id',
  siteName: 'site_name',
  networkSite: 'network_site',
  port: 'port',
  uplinkName: 'uplink_name',
  line: 'line',
  provider: 'provider',
  asn: 'asn',
  impairment: 'impairment',
  deviceCount: 'device_count',
  affectedCount: 'affected_count',
  affectedSiteCount: 'affected_site_count',
  causeAlertId: 'cause_alert_id',
  value: 'value',
  threshold: 'threshold',
  since: 'since',
  timestamp: 'timestamp',
  unknownSince: 'unknown_since',
  resolvedAt: 'resolved_at',
  resolution: 'resolution',
  acknowledgedAt: 'acknowledged_at',
  acknowledgedById: 'acknowledged_by_id',
  acknowledgedByName: 'acknowledged_by_name',
  acknowledgeNote: 'acknowledge_note',
  raises: 'raises',
  flappingSince: 'flapping_since',
  calmSince: 'calm_since',
  snoozedUntil: 'snoozed_until',
  snoozedBy: 'snoozed_by',
  snoozedById: 'snoozer_id',
  maintenance: 'maintenance',
  overLimit: 'over_limit',
  ticketId: 'ticket_id',
  ticketUrl: 'ticket_url',
};

const openAlerts = {
  name: 'open alerts of a controller',
  columns: {
    selectedSiteName: tables.controller.selected_site_name,
    firstSiteName: orNull(text),
    siteCount: orNull(int),
    cursor: tables.team.last_event_seq,
    ...(Object.fromEntries(
      Object.entries(alertColumns).map(([name, column]) => [name, orNull(tables.alert[column] as Column)]),
    ) as Record<keyof AlertRow, Column>),
  },
  text: `
    select c.selected_site_name as "selectedSiteName", c.selected_site_names[1] as "firstSiteName",
           cardinality(c.selected_site_ids) as "siteCount", t.last_event_seq as cursor,
           ${Object.entries(alertColumns).map(([name, column]) => `a.${column} as "${name}"`)}
      from controller c
      join team t on t.id = c.team_id
      left join alert a on a.resolved_at is null and (a.controller_id = c.id or a.team_id = c.team_id and a.type = 'isp_outage'
        and exists (select from affected_site f where f.alert_id = a.id and f.controller_id = c.id and f.until is null))
     where c.id = $1 and c.team_id = $2
     order by a.timestamp desc, a.id desc`,
};

/**
 * Stops monitoring what is over the package's limits. Its alerts end without recovering, and pending
 * conditions start over once it is monitored again.
 */
export async function stopWatchingBeyondLimits(em: EntityManager, teamId: string): Promise<void> {
  await em.execute(
    `delete from pending_condition where id in (${beyondLimits('pending_condition')})`,
    [teamId],
    'run',
  );
  const open = await queryRows(
    em,
    { id: tables.alert.id },
    `${beyondLimits('alert')} and s.resolved_at is null`,
    [teamId],
  );
  const detail = "No longer monitored: it exceeds your package's limit";
  await stopWatching(em, teamId, { id: { $in: open.map(({ id }) => id) } }, detail);
}

/** SQL: the rows of a team that exceed its package. Subjects of devices and of their ports begin with the MAC. */
const beyondLimits = (table: 'alert' | 'pending_condition') => `
  select s.id from ${table} s join controller c on c.id = s.controller_id
   where c.team_id = ? and (c.over_limit or exists (
     select from device d
      where d.controller_id = c.id and d.over_limit and d.mac = split_part(s.subject, '/', 1)))`;
