import { int, notNull, text } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { openAlertsBySite } from '#api/db/open-alerts.ts';
import { worstSeverity } from '#api/db/severity.ts';
import { tables } from '#api/db/tables.ts';
import { batched } from '#api/graphql/batching.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import type { AlertSeverity } from '../alerts/alert.enums.ts';
import { sameDevice, watchesSite } from '../packages/package-subscribers.store.ts';
import { monitoredSites } from './team-sites.store.ts';

/** Open alerts of a site or customer. */
export interface OpenAlerts {
  count: number;
  severity: AlertSeverity;
}

/** What facts are about: a site by its `hostId`, or a customer by its ID. */
type Subject = 's.host_id' | 's.customer_id::text';

/** The open alerts of each site, by `hostId`. Sites without any are left out. */
export const openAlertsOfSite = batched((ctx, ids) => openAlerts(ctx, 's.host_id', ids));
/** The open alerts of each customer. Customers without any are left out. */
export const openAlertsOfCustomer = batched((ctx, ids) => openAlerts(ctx, 's.customer_id::text', ids));

/** The devices of each site, by `hostId`. Sites without any are left out. */
export const devicesOfSite = batched((ctx, ids) => devices(ctx, 's.host_id', ids));
/** The devices of each customer. Customers without any are left out. */
export const devicesOfCustomer = batched((ctx, ids) => devices(ctx, 's.customer_id::text', ids));

async function openAlerts({ em, viewer }: ViewerContext, subject: Subject, ids: readonly string[]) {
  const rows = await queryRows(
    em,
    { id: text, count: int, severity: notNull(tables.alert.severity) },
    `select ${subject} as id, count(distinct a.id)::int as count, ${worstSeverity()} as severity
       from (${openAlertsBySite}) a join team_site s on s.team_id = a.team_id and s.host_id = a.site_id
      where a.team_id = ?
        and ${subject} in (select json_array_elements_text(?::json)) group by 1`,
    [viewer.team.id, JSON.stringify(ids)],
  );
  return new Map(rows.map(({ id, ...alerts }) => [id, alerts as OpenAlerts]));
}

const states = ['online', 'offline', 'impaired', 'busy', 'unknown'] as const;

/** SQL: how many of a group of devices are in each state. */
export const deviceCountsSql = [
  'count(*)::int as total',
  ...states.map((state) => `count(*) filter (where state = '${state}')::int as ${state}`),
  'count(*) filter (where update_available)::int as updatable',
].join(', ');

export const deviceCountColumns = {
  total: int,
  online: int,
  offline: int,
  impaired: int,
  busy: int,
  unknown: int,
  updatable: int,
};

async function devices({ em, viewer }: ViewerContext, subject: Subject, ids: readonly string[]) {
  const rows = await queryRows(
    em,
    { id: text, ...deviceCountColumns },
    // If two controllers monitor the same console, only one of them might be able to read it.
    `select id, ${deviceCountsSql}
       from (
         select distinct on ${sameDevice} ${subject} as id, d.state, d.update_available
           from team_site s join controller c on c.team_id = s.team_id
           join device d on d.controller_id = c.id and d.host_id = s.host_id
          where s.team_id = ? and ${subject} in (select json_array_elements_text(?::json))
            and not c.over_limit and not d.over_limit and d.left_at is null
            and ${watchesSite('c', 'd.host_id', 'team_id = ?')}
          order by d.host_id, d.mac, d.state = 'unknown') as device
      group by 1`,
    [viewer.team.id, JSON.stringify(ids), viewer.team.id],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** The devices of each controller, which are charged for. Controllers without any are left out. */
export const devicesOfController = batched(async (ctx, ids) => {
  const rows = await queryRows(
    ctx.em,
    { id: tables.device.controller_id, ...deviceCountColumns },
    `select d.controller_id as id, ${deviceCountsSql}
       from controller c join device d on d.controller_id = c.id
      where c.team_id = ? and c.id = any(?::uuid[]) and not c.over_limit and not d.over_limit
        and d.left_at is null and ${watchesSite('c', 'd.host_id', 'team_id = ?')} group by 1`,
    [ctx.viewer.team.id, `{${ids.join(',')}}`, ctx.viewer.team.id],
  );
  const devices = rows.reduce((sum, { total }) => sum + total, 0);
  chargeRows(ctx, devices, rowsPerPoint.summedUp);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
});

/** How many monitored sites of each customer are in an unknown state. Customers without any are left out. */
export const sitesUnknown = batched(async ({ em, viewer, app }, ids) => {
  const { pollIntervalSeconds } = app.config;
  const rows = await queryRows(
    em,
    { id: notNull(tables.team_site.customer_id), count: int },
    `select customer_id as id, count(*)::int as count from (${monitoredSites}) s
      where customer_id = any(?::uuid[]) and unknown_reason is not null group by 1`,
    [pollIntervalSeconds, viewer.team.id, viewer.team.id, `{${ids.join(',')}}`],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
});

/** Which sites a controller monitors now, by `hostId`. */
export const isMonitored = batched(async ({ em, viewer }, hostIds) => {
  const rows = await queryRows(
    em,
    { hostId: tables.team_site.host_id },
    `select s.host_id as "hostId" from team_site s
      where s.team_id = ? and s.host_id in (select json_array_elements_text(?::json)) and exists (
        select from controller c
         where c.team_id = s.team_id and not c.over_limit and ${watchesSite('c', 's.host_id', 'team_id = ?')}
           and (c.id = s.controller_id or exists (
             select from device d where d.controller_id = c.id and d.host_id = s.host_id)))`,
    [viewer.team.id, JSON.stringify(hostIds), viewer.team.id],
  );
  return new Map(rows.map(({ hostId }) => [hostId, true]));
});

/** The name of each controller. */
export const controllerName = batched(async ({ em, viewer }, ids) => {
  const rows = await queryRows(
    em,
    { id: tables.controller.id, name: tables.controller.name },
    `select id, name from controller where team_id = ? and id = any(?::uuid[])`,
    [viewer.team.id, `{${ids.join(',')}}`],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
});
