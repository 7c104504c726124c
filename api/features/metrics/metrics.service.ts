import type { EntityManager } from '@mikro-orm/postgresql';
import { bigint, int, orNull, timestamp } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import { openAlertCount } from '../alerts/alerts.service.ts';
import { sameDevice, watchesSite } from '../packages/package-subscribers.store.ts';
import type { DailyShare } from './samples.ts';
import type { MonitoringSummary } from './metrics.types.ts';

/** How far back the dashboard's sums reach (specification 2, section 9: uptime over 30 days). */
const summaryDays = 30;

/**
 * Adds a round to its day, in the caller's transaction. If an older controller of the team can read a console
 * too, it is measured there, so that nothing counts twice.
 */
export async function addMeasurement(
  em: EntityManager,
  controllerId: string,
  at: Date,
  consoles: readonly DailyShare[],
): Promise<void> {
  if (consoles.length === 0) return;
  await em.execute(
    `insert into daily_measurement as kept (controller_id, day, observed_seconds, online_seconds, transferred_bytes)
     select own.id, ?::date, sum("observedSeconds"), sum("onlineSeconds"), sum("transferredBytes")
       from controller own
       cross join json_to_recordset(?::json) as seen (
         "hostId" text, "observedSeconds" float8, "onlineSeconds" float8, "transferredBytes" float8)
      where own.id = ? and not exists (
        select from controller older
         where older.team_id = own.team_id and (older.created_at, older.id) < (own.created_at, own.id)
           and not older.over_limit
           and ${watchesSite('older', 'seen."hostId"', 'team_id = (select team_id from controller where id = ?)')}
           and exists (select from device d
                        where d.controller_id = older.id and d.host_id = seen."hostId" and d.state <> 'unknown'))
      group by own.id
     on conflict (controller_id, day) do update set
       observed_seconds = kept.observed_seconds + excluded.observed_seconds,
       online_seconds = kept.online_seconds + excluded.online_seconds,
       transferred_bytes = coalesce(kept.transferred_bytes + excluded.transferred_bytes,
                                    excluded.transferred_bytes, kept.transferred_bytes)`,
    [at.toISOString().slice(0, 10), JSON.stringify(consoles), controllerId, controllerId],
    'run',
  );
}

/** The dashboard's figures, from measurements. */
export async function monitoringSummary(ctx: ViewerContext): Promise<MonitoringSummary> {
  const teamId = ctx.viewer.team.id;
  const [devices] = await queryRows(
    ctx.em,
    { total: bigint, online: bigint, offline: bigint, impaired: bigint },
    `select count(*) as total, count(*) filter (where state = 'online') as online,
            count(*) filter (where state = 'offline') as offline,
            count(*) filter (where state = 'impaired') as impaired
     from (
       select distinct on ${sameDevice} d.state
         from device d join controller c on c.id = d.controller_id
        where c.team_id = ? and not c.over_limit and not d.over_limit and d.left_at is null
          and ${watchesSite('c', 'd.host_id', 'team_id = ?')}
        -- If two controllers monitor the same console, only one of them might be able to read it.
        order by d.host_id, d.mac, d.state = 'unknown', c.created_at, c.id) as device`,
    [teamId, teamId],
  );
  chargeRows(ctx, Number(devices?.total), rowsPerPoint.summedUp);
  const unread = await unreadDevices(ctx);
  const [sums] = await queryRows(
    ctx.em,
    {
      observed: orNull(tables.daily_measurement.observed_seconds),
      online: orNull(tables.daily_measurement.online_seconds),
      bytes: orNull(tables.daily_measurement.transferred_bytes),
      since: orNull(timestamp),
    },
    `select sum(observed_seconds) as observed, sum(online_seconds) as online, sum(transferred_bytes) as bytes,
              min(day)::timestamp at time zone 'utc' as since
       from daily_measurement join controller on controller.id = controller_id
       where team_id = ? and day > (now() at time zone 'utc')::date - ?::int`,
    [teamId, summaryDays],
  );
  const [total, online, offline, impaired] = [
    Number(devices?.total) + unread.devices,
    Number(devices?.online),
    Number(devices?.offline),
    Number(devices?.impaired),
  ];
  return {
    totalDevices: total,
    uncountedControllers: unread.controllers,
    onlineDevices: online,
    offlineDevices: offline,
    impairedDevices: impaired,
    unknownDevices: total - online - offline - impaired,
    transferredBytes: sums?.bytes ?? null,
    activeAlerts: await openAlertCount(ctx),
    uptimePercent: sums?.observed ? (100 * (sums.online ?? 0)) / sums.observed : null,
    measuredSince: sums?.since ? new Date(sums.since) : null,
  };
}

/**
 * Controllers without a listed device so far, and how many devices UniFi reported when their sites were
 * selected. Sites whose devices another controller lists aren't waited for.
 */
async function unreadDevices({ em, viewer }: ViewerContext) {
  const [unread] = await queryRows(
    em,
    { controllers: int, devices: int },
    `with unlisted as materialized (
       select c.id, c.device_count, c.selected_site_ids from controller c
        where c.team_id = ? and not c.over_limit and c.device_count is distinct from 0
          and not exists (
            select from device d
             where d.controller_id = c.id and ${watchesSite('c', 'd.host_id', 'team_id = ?')}))
     select coalesce(sum(controllers), 0)::int as controllers, coalesce(sum(devices), 0)::int as devices
       from (
         select count(*) as controllers, max(device_count) as devices from unlisted
          where selected_site_ids is null or exists (
            select from unnest(selected_site_ids) as selected (host_id)
             -- Hashed once per statement: looking for each site among the devices takes seconds with thousands of sites.
             where host_id not in (
               select distinct d.host_id from controller c join device d on d.controller_id = c.id
                where c.team_id = ? and not c.over_limit))
          group by coalesce(selected_site_ids, array[id::text])) as site`,
    [viewer.team.id, viewer.team.id, viewer.team.id],
  );
  return { controllers: unread?.controllers ?? 0, devices: unread?.devices ?? 0 };
}
