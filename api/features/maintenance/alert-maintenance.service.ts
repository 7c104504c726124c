import { Temporal } from 'temporal-polyfill';
import { zoneOf, type ViewerContext } from '#api/graphql/context.ts';
import { batched } from '#api/graphql/batching.ts';
import { Conflict } from '#api/lib/errors.ts';
import { chargeRows } from '#api/security/request-rate/row-cost.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { isAboutProvider } from '../alerts/message.ts';
import { AlertActionOutcome } from '../alerts/alert.input.ts';
import { AlertEntryKind } from '../alerts/alert-entry.entity.ts';
import { applyUpdates, decideOnAlerts } from '../alerts/alert-actions.service.ts';
import { record } from '../audit/audit.service.ts';
import { isLimited, type SiteLabels } from '../customers/site-limit.ts';
import { customerOf, tagsOf } from '../sites/sites.service.ts';
import { findOwn, withLockedTeam } from '../teams/lock-team.store.ts';
import { nameOf } from '../users/user.entity.ts';
import type { AlertMaintenance, BulkMaintenance } from './alert-maintenance.input.ts';
import { windowsOn } from './covered-alerts.store.ts';
import { MaintenanceWindow, type MaintenancePlace } from './maintenance-window.entity.ts';
import { announceCovered, factsOf, makeRoom, windowsChanged } from './maintenance.service.ts';
import { isAmong, occurrenceAt, windowOver } from './occurrences.ts';

/**
 * Puts the devices of open alerts into maintenance from now on, in one window for all. With `wholeSites`, an alert without a
 * device covers its whole site. Otherwise it is left out, as is an alert that is already in maintenance for at least as long.
 * The alerts stay open. Those still open at the end are sent again. With `windowId` they are added to a window that this has
 * started.
 * @throws Conflict if the team has no room for another window, or the given one takes no alerts, NotFound
 */
export function startAlertMaintenance(
  ctx: ViewerContext,
  { ids, wholeSites, windowId, ...chosen }: BulkMaintenance,
): Promise<AlertMaintenance> {
  chargeRows(ctx, ids.length);
  return withLockedTeam(ctx, 'alerts', async (own) => {
    const { em, viewer } = own;
    const now = new Date();
    const window = windowId ? await startedWindow(own, windowId, now) : newWindow(own, chosen, now);
    const until = new Date(occurrenceAt(window, now)!.end);
    const params = { window: window.name };
    const { results, updates } = await decideOnAlerts(own, ids, async (alert, user) => {
      const over = await maintenanceUntil(own, alert);
      if (over && over >= until) return null;
      // Work at one site doesn't silence an outage of a provider.
      if ((!alert.deviceMac && !wholeSites) || isAboutProvider(alert.type))
        return AlertActionOutcome.no_device;
      const entry = { kind: AlertEntryKind.maintenance_started, at: now, by: nameOf(user), until, params };
      return { fields: {}, entry };
    });
    if (updates.length === 0) return { window: null, results };
    if (!windowId) await makeRoom(own);
    const places = withoutRepeats(updates.map(({ alert }) => placeOf(alert)));
    window.startsOrEndsAt = until;
    addPlaces(window, places, windowId ? { since: now.toISOString() } : {});
    // Before the alerts, so that their reminders wait for its end.
    await em.persist(window).flush();
    await applyUpdates(em, viewer.team.id, updates);
    await windowsChanged(em, viewer.team.id);
    const announced = updates.map(({ alert }) => alert.id);
    await announceCovered(own, [{ places, customerIds: [], tags: [] }], announced);
    await record(em, own, {
      action: windowId ? 'maintenance.update' : 'maintenance.start',
      subject: window.name,
      subjectId: window.id,
      // What it covered before is in the entries of its start and of earlier additions.
      after: { ...(!windowId && (await factsOf(own, window))), alerts: updates.length },
    });
    return { window, results };
  });
}

const newWindow = (
  ctx: ViewerContext,
  { name, minutes }: Pick<BulkMaintenance, 'name' | 'minutes'>,
  now: Date,
): MaintenanceWindow =>
  ctx.em.assign(new MaintenanceWindow(), {
    team: ctx.viewer.team,
    name: name.trim(),
    createdBy: nameOf(ctx.viewer.user),
    ...timesFrom(now, minutes, zoneOf(ctx)),
  });

async function startedWindow(own: ViewerContext, id: string, now: Date): Promise<MaintenanceWindow> {
  const window = await findOwn(own, MaintenanceWindow, id, 'Maintenance window');
  if (window.places.length === 0) throw new Conflict("Alerts can't be added to this window");
  if (!occurrenceAt(window, now)) throw new Conflict("This window isn't active right now");
  return window;
}

/**
 * From this minute on. In UTC where the clocks change meanwhile, so that the length stays what was asked for, and in the
 * repeated hour, because its local times mean the first one.
 */
function timesFrom(now: Date, minutes: number, zone: string) {
  const start = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const offsetOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(zone).offset;
  const isFirst = start
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toZonedDateTime(zone)
    .toInstant()
    .equals(start);
  const timeZone = isFirst && offsetOf(start) === offsetOf(start.add({ minutes })) ? zone : 'UTC';
  const startsAt = start.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' });
  return { startsAt, timeZone, minutes };
}

const placeOf = ({ siteId, siteName, deviceMac = null, deviceName = null }: Alert): MaintenancePlace =>
  deviceMac ? { siteId, siteName, deviceMac, deviceName } : wholeSite(siteId, siteName);

/** Places that a window takes, so that reading it stays cheap. */
export const maxPlaces = 20_000;

/** @throws Conflict if there are too many */
function addPlaces(
  window: MaintenanceWindow,
  places: readonly MaintenancePlace[],
  added: Pick<MaintenancePlace, 'since'>,
): void {
  const fresh = places.filter((place) => window.places.length === 0 || !isAmong(window.places, place));
  if (window.places.length + fresh.length > maxPlaces)
    throw new Conflict(
      `A maintenance window takes up to ${maxPlaces.toLocaleString('en')} devices. Add a window for a site or a customer instead.`,
    );
  window.places = [...window.places, ...fresh.map((place) => ({ ...place, ...added }))];
}

/** Each device once, and each whole site instead of its devices. */
function withoutRepeats(all: readonly MaintenancePlace[]): MaintenancePlace[] {
  const whole = new Set(all.filter(({ deviceMac }) => !deviceMac).map(({ siteId }) => siteId));
  const kept = all.filter(({ siteId, deviceMac }) => !deviceMac || !whole.has(siteId));
  return [...new Map(kept.map((place) => [`${place.siteId} ${place.deviceMac}`, place])).values()];
}

const wholeSite = (siteId: string, siteName: string): MaintenancePlace => ({
  siteId,
  siteName,
  deviceMac: null,
  deviceName: null,
});

/** The team's windows that are on. They are read once per request. */
const windowsOnOnce = batched(async ({ em, viewer }) => {
  return new Map([[viewer.team.id, await windowsOn(em, viewer.team.id)]]);
});

async function siteLabels(ctx: ViewerContext, siteId: string): Promise<SiteLabels> {
  const [customer, tags = []] = await Promise.all([customerOf(ctx, siteId), tagsOf(ctx, siteId)]);
  return { customerId: customer?.id ?? null, tags };
}

/** When the maintenance that covers an alert's device ends. `null` if none does now. */
export async function maintenanceUntil(
  ctx: ViewerContext,
  { controllerId, siteId, deviceMac = null }: Pick<Alert, 'controllerId' | 'siteId' | 'deviceMac'>,
): Promise<Date | null> {
  const windows = await windowsOnOnce(ctx, ctx.viewer.team.id);
  if (!windows?.length) return null;
  const site = windows.some(isLimited) ? await siteLabels(ctx, siteId) : { customerId: null, tags: [] };
  const over = windowOver(windows, { controllerId, siteId, deviceMac, ...site }, new Date());
  return over?.endsAt ?? null;
}
