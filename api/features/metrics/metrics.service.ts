import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/context.ts';
import { openAlertCount } from '../alerts/alerts.service.ts';
import type { Measured } from './measure.ts';
import type { MonitoringSummary } from './monitoring-summary.ts';

/** How far back the dashboard's sums reach (specification 2, section 9: uptime over 30 days). */
const summaryDays = 30;

/** Adds a round to its day, in the caller's transaction. */
export async function addMeasurement(
  em: EntityManager,
  controllerId: string,
  at: Date,
  measured: Measured,
): Promise<void> {
  if (measured.observedSeconds === 0) return;
  const { observedSeconds, onlineSeconds, transferredBytes = null } = measured;
  await em.execute(
    `insert into daily_measurement as kept (controller_id, day, observed_seconds, online_seconds, transferred_bytes)
     values (?, ?, ?, ?, ?)
     on conflict (controller_id, day) do update set
       observed_seconds = kept.observed_seconds + excluded.observed_seconds,
       online_seconds = kept.online_seconds + excluded.online_seconds,
       transferred_bytes = coalesce(kept.transferred_bytes + excluded.transferred_bytes,
                                    excluded.transferred_bytes, kept.transferred_bytes)`,
    [controllerId, at.toISOString().slice(0, 10), observedSeconds, onlineSeconds, transferredBytes],
    'run',
  );
}

/** The dashboard's figures, from what was measured. */
export async function monitoringSummary(ctx: CustomerContext): Promise<MonitoringSummary> {
  const teamId = ctx.viewer.team.id;
  const [devices]: Record<'total' | 'online' | 'offline' | 'impaired', string>[] = await ctx.em.execute(
    `select count(*) as total, count(*) filter (where device.state = 'online') as online,
            count(*) filter (where device.state = 'offline') as offline,
            count(*) filter (where device.state = 'impaired') as impaired
     from device join controller on controller.id = device.controller_id
     where controller.team_id = ? and not controller.over_limit and not device.over_limit
       and (controller.selected_site_id is null or controller.selected_site_id = device.host_id)`,
    [teamId],
  );
  const [sums]: {
    observed: number | null;
    online: number | null;
    bytes: number | null;
    since: string | null;
  }[] = await ctx.em.execute(
    `select sum(observed_seconds) as observed, sum(online_seconds) as online, sum(transferred_bytes) as bytes,
              min(day)::timestamp at time zone 'utc' as since
       from daily_measurement join controller on controller.id = controller_id
       where team_id = ? and day > (now() at time zone 'utc')::date - ?::int`,
    [teamId, summaryDays],
  );
  const [total, online, offline, impaired] = [
    Number(devices?.total),
    Number(devices?.online),
    Number(devices?.offline),
    Number(devices?.impaired),
  ];
  return {
    totalDevices: total,
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
