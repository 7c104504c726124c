import { int } from '#api/db/columns.ts';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { openAlertsBySite } from '#api/db/open-alerts.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { NotFound } from '#api/lib/errors.ts';
import { causeOfDevice } from '../alerts/affected.store.ts';
import { consoleUrl, Controller, ControllerStatus } from '../controllers/controller.entity.ts';
import { Device } from '../controllers/device.entity.ts';
import { findDevice, severityOrder } from '../controllers/devices.service.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import { problemText } from '../unifi/errors.ts';
import { linkProblem } from '../unifi/reading.ts';
import { deviceCountColumns, deviceCountsSql } from './site-facts.service.ts';
import { type DeviceCounts, type DeviceDetails, type SiteDetails, SiteState } from './site-details.ts';
import { SiteReading } from './site-reading.entity.ts';

/** Maximum devices in the list of those that connect to one. */
const mostConnected = 50;

/**
 * What is known about one of a controller's sites.
 * @throws NotFound
 */
export async function siteDetails(
  ctx: ViewerContext,
  controllerId: string,
  siteId: string,
): Promise<SiteDetails> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const details = await detailsOf(ctx, controller, siteId);
  if (!details) throw new NotFound('Site');
  return details;
}

/**
 * The sites that a controller monitors, those with problems first.
 * @throws NotFound for the controller or `after`
 */
export async function controllerSites(
  ctx: ViewerContext,
  controllerId: string,
  { first, after }: { first: number; after?: string | null },
): Promise<SiteDetails[]> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const selected = controller.selectedSiteIds && JSON.stringify(controller.selectedSiteIds);
  const own = { id: after ?? '', controller };
  const last = after ? isId(after) && (await ctx.em.findOne(SiteReading, own)) : null;
  if (last === false || (after && !last)) throw new NotFound('Site');
  const rank = `array_position(array['disconnected', 'unknown', 'connected'], link), lower(name), id`;
  const rows = await queryRows(
    ctx.em,
    { id: tables.site_reading.id },
    `select id from site_reading
      where controller_id = ? and (?::jsonb is null or host_id in (select jsonb_array_elements_text(?::jsonb)))
        and (gone_at is null or gone_at > now() - interval '1 hour')
        and (?::uuid is null or (${rank}) > (select ${rank} from site_reading where id = ?))
      order by ${rank} limit ?`,
    [controller.id, selected ?? null, selected ?? null, last?.id ?? null, last?.id ?? null, first],
  );
  const ids = rows.map(({ id }) => id);
  const readings = await ctx.em.find(SiteReading, { id: { $in: ids } });
  return withCounts(
    ctx,
    controller,
    readings.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  );
}

/**
 * A device with its place in the network.
 * @throws NotFound
 */
export async function deviceDetails(
  ctx: ViewerContext,
  controllerId: string,
  deviceId: string,
): Promise<DeviceDetails> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const device = await findDevice(ctx, controller, deviceId);
  const { em } = ctx;
  const { hostId, mac, uplinkMac } = device;
  const beside = { controller, hostId, leftAt: null };
  const uplink = uplinkMac ? await em.findOne(Device, { ...beside, mac: uplinkMac }) : null;
  const connected = await queryRows(
    em,
    { id: tables.device.id, count: int },
    `select id, count(*) over ()::int as count from device
      where controller_id = ? and host_id = ? and uplink_mac = ? and left_at is null
      order by ${severityOrder}, name, id limit ?`,
    [controller.id, hostId, mac, mostConnected],
  );
  const ids = connected.map(({ id }) => id);
  const devices = await em.find(Device, { id: { $in: ids } });
  const reading = await em.findOne(SiteReading, { controller, hostId });
  return {
    device,
    controllerName: controller.name,
    site: await detailsOf(ctx, controller, hostId),
    uplink,
    cause: await causeOfDevice(em, controller.id, mac, new Date()),
    connected: devices.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    connectedCount: connected[0]?.count ?? 0,
    clientsAt: reading?.clientsAt ?? null,
    unreadReason: unreadReason(controller, hostId),
  };
}

/** Only the console itself reports these facts, so its connector must respond. */
export function unreadReason({ capabilities }: Controller, hostId: string): string | null {
  const found = capabilities.find((one) => one.hostId === hostId);
  if (!found || found.connector) return null;
  return found.problem ? problemText(found.problem) : "The console's connector doesn't respond.";
}

async function detailsOf(
  ctx: ViewerContext,
  controller: Controller,
  hostId: string,
): Promise<SiteDetails | null> {
  const reading = await ctx.em.findOne(SiteReading, { controller, hostId });
  if (!reading) return null;
  const [details] = await withCounts(ctx, controller, [reading]);
  return details ?? null;
}

async function withCounts(
  ctx: ViewerContext,
  controller: Controller,
  readings: readonly SiteReading[],
): Promise<SiteDetails[]> {
  const hostIds = readings.map(({ hostId }) => hostId);
  const devices = await deviceCounts(ctx, controller, hostIds);
  const alerts = await openAlerts(ctx, controller, hostIds);
  return readings.map((reading) => ({
    id: reading.id,
    siteId: reading.hostId,
    name: reading.name,
    controllerId: controller.id,
    controllerName: controller.name,
    url: consoleUrl(reading.hostId),
    ...stateOf(controller, reading),
    version: reading.version ?? null,
    osVersion: reading.osVersion ?? null,
    hardware: reading.hardware ?? null,
    ispName: reading.ispName ?? null,
    wifiClients: reading.wifiClients ?? null,
    wiredClients: reading.wiredClients ?? null,
    guestClients: reading.guestClients ?? null,
    countedAt: reading.countedAt ?? null,
    backedUpAt: reading.backedUpAt ?? null,
    devices: devices.get(reading.hostId) ?? noDevices,
    openAlerts: alerts.get(reading.hostId) ?? 0,
  }));
}

type ShownState = Pick<SiteDetails, 'state' | 'stateReason' | 'stateSince'>;

/** Its last reported state, unless that isn't current. Unknown is neither up nor down. */
function stateOf(
  controller: Controller,
  { link, reportedState, stateSince, goneAt }: SiteReading,
): ShownState {
  const unknown = (stateReason: string | null | undefined, since: Date | null | undefined): ShownState => ({
    state: SiteState.unknown,
    stateReason: stateReason ?? null,
    stateSince: since ?? null,
  });
  const { status, statusReason, overLimit, lastSync } = controller;
  if (overLimit)
    return unknown("The controller exceeds your package's limit, so it isn't monitored.", lastSync);
  if (status === ControllerStatus.pending) return unknown("The controller hasn't been read yet.", null);
  if (goneAt) return unknown('The console is no longer in this UniFi account.', goneAt);
  if (status === ControllerStatus.error) return unknown(statusReason, lastSync);
  const problem = linkProblem({ link, reportedState: reportedState ?? undefined });
  if (link === 'unknown') return unknown(problem && problemText(problem), stateSince);
  return {
    state: link === 'connected' ? SiteState.online : SiteState.offline,
    stateReason: problem ? problemText(problem) : null,
    stateSince,
  };
}

export const noDevices: DeviceCounts = {
  total: 0,
  online: 0,
  offline: 0,
  impaired: 0,
  busy: 0,
  unknown: 0,
  updatable: 0,
};

/** The devices of some sites by state, by `hostId`. */
async function deviceCounts(
  { em }: ViewerContext,
  { id }: Controller,
  hostIds: readonly string[],
): Promise<Map<string, DeviceCounts>> {
  const rows = await queryRows(
    em,
    { hostId: tables.device.host_id, ...deviceCountColumns },
    `select host_id as "hostId", ${deviceCountsSql}
       from device where controller_id = ? and left_at is null
        and host_id in (select json_array_elements_text(?::json)) group by 1`,
    [id, JSON.stringify(hostIds)],
  );
  return new Map(rows.map(({ hostId, ...counts }) => [hostId, counts]));
}

async function openAlerts(
  { em }: ViewerContext,
  { id }: Controller,
  hostIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queryRows(
    em,
    { hostId: tables.alert.site_id, count: int },
    `select site_id as "hostId", count(*)::int as count from (${openAlertsBySite}) a
      where controller_id = ? and site_id in (select json_array_elements_text(?::json)) group by 1`,
    [id, JSON.stringify(hostIds)],
  );
  return new Map(rows.map(({ hostId, count }) => [hostId, count]));
}
