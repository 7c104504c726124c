import { isId } from '#api/db/id.ts';
import { orNull, text } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { severityRank } from '#api/db/severity.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { NotFound } from '#api/lib/errors.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { UplinkChange } from '../controllers/device.entity.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import { unreadReason } from './site-details.service.ts';
import { SiteReading } from './site-reading.entity.ts';
import { connectDevices, type SiteTopology, type UplinkMovePage } from './site-topology.ts';

const mostDevices = 10_000;

/** The controller of a site. @throws NotFound for either */
async function controllerOfSite(
  ctx: ViewerContext,
  controllerId: string,
  hostId: string,
): Promise<Controller> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  if (!(await ctx.em.findOne(SiteReading, { controller, hostId }))) throw new NotFound('Site');
  return controller;
}

/**
 * The uplink tree of a site.
 * @throws NotFound
 */
export async function siteTopology(
  ctx: ViewerContext,
  controllerId: string,
  siteId: string,
): Promise<SiteTopology> {
  const controller = await controllerOfSite(ctx, controllerId, siteId);
  const { device, alert } = tables;
  const rows = await queryRows(
    ctx.em,
    {
      id: device.id,
      mac: device.mac,
      name: device.name,
      model: device.model,
      role: device.role,
      isConsole: device.is_console,
      state: device.state,
      stateReason: device.state_reason,
      reportedState: device.reported_state,
      stateSince: device.state_since,
      uplinkMac: device.uplink_mac,
      uplinkPort: device.uplink_port,
      uplinkKind: device.uplink_kind,
      uplinkSource: device.uplink_source,
      uplinkSeenAt: device.uplink_seen_at,
      alertId: orNull(alert.id),
      alertSeverity: orNull(alert.severity),
      causeAlertId: orNull(alert.id),
      causeName: alert.device_name,
      causePort: alert.port,
    },
    `with open_alert as (
       select id, device_mac, coalesce(device_name, site_name) as name, port, severity, since, timestamp, affected_count
         from alert where controller_id = ? and site_id = ? and resolved_at is null)
     select d.id, d.mac, d.name, d.model, d.role, d.is_console as "isConsole", d.state,
            d.state_reason as "stateReason", d.reported_state as "reportedState", d.state_since as "stateSince",
            d.uplink_mac as "uplinkMac", d.uplink_port as "uplinkPort", d.uplink_kind as "uplinkKind",
            d.uplink_source as "uplinkSource", d.uplink_seen_at as "uplinkSeenAt",
            a.id as "alertId", a.severity as "alertSeverity",
            c.id as "causeAlertId", c.name as "causeName", c.port as "causePort"
       from device d
       left join (select distinct on (device_mac) device_mac, id, severity from open_alert
                   where device_mac is not null
                   order by device_mac, ${severityRank('severity')}, since, id) a on a.device_mac = d.mac
       left join (select distinct on (f.mac) f.mac, o.id, o.name, o.port
                    from open_alert o join affected_device f on f.alert_id = o.id and f.until is null
                   where o.affected_count > 0
                   order by f.mac, o.affected_count desc, o.timestamp, o.id) c on c.mac = d.mac
      where d.controller_id = ? and d.host_id = ? and d.left_at is null
      order by array_position(array['gateway', 'switch', 'other', 'access_point'], d.role), d.name, d.id
      limit ${mostDevices}`,
    [controllerId, siteId, controllerId, siteId],
  );
  const stored = rows.map(({ stateSince, uplinkSeenAt, ...row }) => ({
    ...row,
    stateSince: new Date(stateSince),
    uplinkSeenAt: uplinkSeenAt === null ? null : new Date(uplinkSeenAt),
  }));
  return {
    devices: connectDevices(stored, controller.lastRoundAt ?? new Date()),
    unreadReason: unreadReason(controller, siteId),
  };
}

/**
 * Changes of uplinks at a site in the last 90 days.
 * @throws NotFound for the controller, the site or `after`
 */
export async function uplinkChanges(
  ctx: ViewerContext,
  controllerId: string,
  siteId: string,
  { first, after }: { first: number; after?: string | null },
): Promise<UplinkMovePage> {
  const controller = await controllerOfSite(ctx, controllerId, siteId);
  const own = { id: after ?? '', controller, hostId: siteId };
  const last = after && isId(after) ? await ctx.em.findOne(UplinkChange, own) : null;
  if (after && !last) throw new NotFound('Uplink change');
  const nameOf = (mac: string) =>
    `coalesce((select name from device where controller_id = u.controller_id and host_id = u.host_id and mac = ${mac}), ${mac})`;
  const { uplink_change: change, device } = tables;
  const rows = await queryRows(
    ctx.em,
    {
      id: change.id,
      at: change.at,
      deviceId: orNull(device.id),
      deviceName: text,
      fromName: text,
      fromPort: change.from_port,
      toName: text,
      toPort: change.to_port,
    },
    `select u.id, u.at, d.id as "deviceId", ${nameOf('u.mac')} as "deviceName",
            ${nameOf('u.from_mac')} as "fromName", u.from_port as "fromPort",
            ${nameOf('u.to_mac')} as "toName", u.to_port as "toPort"
       from uplink_change u
       left join device d on d.controller_id = u.controller_id and d.host_id = u.host_id and d.mac = u.mac
                         and d.left_at is null
      where u.controller_id = ? and u.host_id = ? and (?::uuid is null or (u.at, u.id) < (?, ?::uuid))
      order by u.at desc, u.id desc limit ?`,
    [controllerId, siteId, last?.id ?? null, last?.at ?? null, last?.id ?? null, first + 1],
  );
  const nodes = rows.slice(0, first).map(({ at, ...row }) => ({ ...row, at: new Date(at) }));
  return { nodes, nextCursor: rows.length > first ? nodes.at(-1)!.id : null };
}
