import type { EntityManager } from '@mikro-orm/postgresql';
import { Temporal } from 'temporal-polyfill';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid, type FieldErrors } from '#api/lib/errors.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import { AlertChangeKind } from '../alerts/alert.enums.ts';
import { openAlertCount } from '../alerts/alerts.service.ts';
import type { AuditDetails } from '../audit/audit-entry.entity.ts';
import { record } from '../audit/audit.service.ts';
import type { CustomerUse } from '../customers/customer-uses.ts';
import { limitedTo, namesOf, requireCustomers } from '../customers/customers.service.ts';
import { tidyTags } from '../customers/tags.ts';
import { withLockedTeam, findOwn } from '../teams/lock-team.store.ts';
import { nameOf } from '../users/user.entity.ts';
import { MaintenanceWindow, type MaintenancePlace } from './maintenance-window.entity.ts';
import {
  type MaintenanceWindowChanges,
  type MaintenanceWindowInput,
  longest,
} from './maintenance-window.input.ts';
import { occurrenceAfter, occurrenceAt, type Timetable } from './occurrences.ts';
import { recordPlannedWork } from './planned-work.store.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Device } from '../controllers/device.entity.ts';

/** Handles changes to a team's windows in the same transaction, under the team's lock. */
export type WindowsHandler = (em: EntityManager, teamId: string) => Promise<void>;

export const windowsHandlers = new ExtensionPoint<readonly WindowsHandler[]>('changed maintenance windows');

export async function windowsChanged(em: EntityManager, teamId: string): Promise<void> {
  for (const handle of windowsHandlers.value) await handle(em, teamId);
}

/** Maximum windows of a team. */
export const maxWindows = 200;

/** The team's windows, newest first: active, upcoming and past. */
export function maintenanceWindows({ em, viewer }: ViewerContext): Promise<MaintenanceWindow[]> {
  return em.find(
    MaintenanceWindow,
    { team: viewer.team },
    { orderBy: { createdAt: 'desc', id: 'asc' }, populate: ['controller'] },
  );
}

/**
 * At the maximum, the oldest past window is deleted.
 * @throws Invalid, NotFound, or Conflict
 */
export function createMaintenanceWindow(
  ctx: ViewerContext,
  input: MaintenanceWindowInput,
): Promise<MaintenanceWindow> {
  return alone(ctx, 'create', async (own) => {
    await makeRoom(own);
    const window = own.em.assign(new MaintenanceWindow(), {
      team: ctx.viewer.team,
      createdBy: nameOf(ctx.viewer.user),
    });
    await fill(own, window, input);
    await own.em.persist(window).flush();
    return { window, after: await factsOf(own, window) };
  });
}

/**
 * Applies from now on: what the window has covered so far stays planned work. Changing its time undoes an early end.
 * @throws NotFound or Invalid
 */
export function updateMaintenanceWindow(
  ctx: ViewerContext,
  id: string,
  input: MaintenanceWindowChanges,
): Promise<MaintenanceWindow> {
  return alone(ctx, 'update', async (own) => {
    const window = await find(own, id);
    const now = new Date();
    await recordPlannedWork(own.em, window, now);
    const [before, covered] = [await factsOf(own, window), coverageOf(window)];
    await fill(own, window, given(input));
    const isChanged = coverageOf(window) !== covered;
    if (isChanged) window.changedAt = now;
    await own.em.flush();
    return {
      window,
      isShown: isChanged,
      before,
      after: await factsOf(own, window),
    };
  });
}

/**
 * Ends the active occurrence. A weekly window starts again next time.
 * @throws NotFound or Conflict
 */
export function endMaintenanceWindow(ctx: ViewerContext, id: string): Promise<MaintenanceWindow> {
  return alone(ctx, 'end', async (own) => {
    const window = await find(own, id);
    const now = new Date();
    if (!occurrenceAt(window, now)) throw new Conflict("This window isn't active right now");
    window.endedAt = now;
    await recordPlannedWork(own.em, window, now);
    await own.em.flush();
    return { window };
  });
}

/** @throws NotFound */
export async function deleteMaintenanceWindow(ctx: ViewerContext, id: string): Promise<string> {
  await alone(ctx, 'delete', async (own) => {
    const window = await find(own, id);
    await recordPlannedWork(own.em, window, new Date());
    const before = await factsOf(own, window);
    await own.em.remove(window).flush();
    return { window, before };
  });
  return id;
}

/** Active and upcoming windows that are limited to a customer, so that it can't be deleted. */
export async function windowsOfCustomer(
  em: EntityManager,
  customerId: string,
  teamId: string,
): Promise<CustomerUse[]> {
  const now = new Date();
  const windows = await em.find(
    MaintenanceWindow,
    { team: teamId, customerIds: { $contains: [customerId] } },
    { orderBy: { name: 'asc', id: 'asc' } },
  );
  return windows
    .filter((window) => occurrenceAt(window, now) ?? occurrenceAfter(window, now))
    .map(({ name }) => ({ kind: 'maintenance_window', name }));
}

/** A window and its audit log details. */
interface Done {
  window: MaintenanceWindow;
  /** Whether alerts show the change: when it is on, or where. Its name isn't shown with them. */
  isShown?: boolean;
  before?: AuditDetails;
  after?: AuditDetails;
}

/**
 * Reports a change of all open alerts at these places, so that lists show whether they are in maintenance. Charges for them,
 * and for those of the team, which are all looked at.
 * @param announced alerts whose change has already been reported
 */
export async function announceAlertsAt(
  own: ViewerContext,
  places: readonly MaintenancePlace[],
  announced: readonly string[] = [],
): Promise<void> {
  if (places.length === 0) return;
  const { em, viewer } = own;
  const teamId = viewer.team.id;
  chargeRows(own, await openAlertCount(own), rowsPerPoint.summedUp);
  const alerts = await queryRows(
    em,
    { id: tables.alert.id, controllerId: tables.alert.controller_id },
    `select a.id, a.controller_id as "controllerId" from alert a
      where a.team_id = ? and a.resolved_at is null and a.id <> all(?::uuid[]) and exists (
        select from jsonb_to_recordset(?::jsonb) as p ("siteId" text, "deviceMac" text)
         where p."siteId" = a.site_id and coalesce(p."deviceMac" = a.device_mac, true))`,
    [teamId, `{${announced.join(',')}}`, JSON.stringify(places)],
  );
  chargeRows(own, alerts.length);
  await appendEvents(
    em,
    teamId,
    alerts.map(({ id, controllerId }) => ({ kind: AlertChangeKind.changed, alertId: id, controllerId })),
  );
}

/** Runs under the team's lock, notifies channels with held messages, and writes the audit log. */
function alone(
  ctx: ViewerContext,
  auditEntry: 'create' | 'update' | 'end' | 'delete',
  work: (own: ViewerContext) => Promise<Done>,
): Promise<MaintenanceWindow> {
  return withLockedTeam(ctx, 'alerts', async (own) => {
    const { window, isShown = true, ...facts } = await work(own);
    await windowsChanged(own.em, own.viewer.team.id);
    if (isShown) await announceAlertsAt(own, window.places);
    await record(own.em, own, {
      action: `maintenance.${auditEntry}`,
      subject: window.name,
      subjectId: window.id,
      ...facts,
    });
    return window;
  });
}

/** Its controller is loaded. */
async function find(ctx: ViewerContext, id: string): Promise<MaintenanceWindow> {
  const window = await findOwn(ctx, MaintenanceWindow, id, 'Maintenance window');
  await ctx.em.populate(window, ['controller']);
  return window;
}

/** @throws Conflict if all of the team's windows are active or upcoming */
export async function makeRoom({ em, viewer: { team } }: ViewerContext): Promise<void> {
  const windows = await em.find(MaintenanceWindow, { team }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  if (windows.length < maxWindows) return;
  const now = new Date();
  const over = windows.find((window) => !occurrenceAt(window, now) && !occurrenceAfter(window, now));
  if (!over)
    throw new Conflict(
      `Your team has ${maxWindows} maintenance windows. Delete one you no longer need first.`,
    );
  await recordPlannedWork(em, over, now);
  em.remove(over);
}

async function fill(
  ctx: ViewerContext,
  window: MaintenanceWindow,
  {
    name,
    controllerId,
    siteId,
    siteName,
    deviceMac,
    customerIds,
    tags,
    ...timetable
  }: MaintenanceWindowChanges,
): Promise<void> {
  if (name !== undefined) window.name = name.trim();
  if (customerIds !== undefined) {
    // Forms send all of them, also those that have been deleted since the window was over.
    await requireCustomers(
      ctx,
      customerIds.filter((id) => !window.customerIds.includes(id)),
    );
    window.customerIds = [...new Set(customerIds)];
  }
  if (tags !== undefined) window.tags = tidyTags(tags);
  ctx.em.assign(window, await changedPlace(ctx, window, { controllerId, siteId, siteName, deviceMac }));
  const before = timesOf(window);
  ctx.em.assign(window, timetable);
  if (window.repeats === 'once') ctx.em.assign(window, { weekdays: [], lastDay: null });
  window.weekdays = window.weekdays.toSorted();
  // Forms send all fields, so unchanged times must neither undo an end nor be validated again.
  if (timesOf(window) === before) return;
  // Otherwise it would be on again, and cover nothing.
  if (await lacksCustomer(ctx, window))
    throw new Invalid({ customerIds: 'This customer was deleted. Choose another one.' });
  window.endedAt = null;
  const wrong = timetableErrors(window, new Date());
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong);
}

/** Whether one of its customers has been deleted, which is possible once a window is over. */
async function lacksCustomer({ em, viewer }: ViewerContext, { customerIds }: MaintenanceWindow) {
  if (customerIds.length === 0) return false;
  return (await namesOf(em, viewer.team.id, customerIds)).size < customerIds.length;
}

function timesOf({ repeats, timeZone, startsAt, minutes, weekdays, lastDay }: MaintenanceWindow): string {
  return JSON.stringify([repeats, timeZone, startsAt, minutes, weekdays, lastDay]);
}

/** When and where a window is on. */
function coverageOf(window: MaintenanceWindow): string {
  const { endedAt, controllerId, siteId, deviceMac, customerIds, tags, places } = window;
  return JSON.stringify([
    timesOf(window),
    endedAt ?? null,
    controllerId ?? null,
    siteId ?? null,
    deviceMac ?? null,
    customerIds,
    tags,
    places,
  ]);
}

type PlaceChanges = Pick<MaintenanceWindowChanges, 'controllerId' | 'siteId' | 'siteName' | 'deviceMac'>;

/**
 * The place of a window after the given fields have changed. Changing the controller clears site and device
 * unless they are given too.
 * @throws NotFound for another team's controller, Invalid for a site or device without a controller
 */
export async function changedPlace(ctx: ViewerContext, window: MaintenanceWindow, changes: PlaceChanges) {
  const controller =
    changes.controllerId === undefined
      ? (window.controller ?? null)
      : await chosen(ctx, changes.controllerId === 'all' ? null : changes.controllerId);
  const kept = controller?.id === window.controllerId ? window : undefined;
  const siteId = (changes.siteId === undefined ? kept?.siteId : changes.siteId) || null;
  const knownName = siteId === kept?.siteId ? kept?.siteName : null;
  const siteName = (changes.siteName === undefined ? knownName : changes.siteName?.trim()) || null;
  const mac = changes.deviceMac === undefined ? kept?.deviceMac : changes.deviceMac;
  const deviceMac = mac?.replace(/[^0-9A-Fa-f]/g, '').toUpperCase() || null;
  if (siteId && !controller) throw new Invalid({ siteId: 'Choose a controller before a site' });
  if (deviceMac && !controller) throw new Invalid({ deviceMac: 'Choose a controller before a device' });
  const device =
    deviceMac && controller
      ? await ctx.em.findOne(Device, {
          controller,
          mac: deviceMac,
          ...(siteId && { hostId: siteId }),
        })
      : null;
  return {
    controller,
    siteId,
    siteName: siteId ? siteName : null,
    deviceMac,
    // A device that has left its controller keeps its name.
    deviceName: device?.name ?? (deviceMac && deviceMac === kept?.deviceMac ? kept.deviceName : null),
  };
}

/** `null` means every controller. */
async function chosen(ctx: ViewerContext, id: string | null): Promise<Controller | null> {
  if (!id) return null;
  if (!isId(id)) throw new Invalid({ controllerId: 'Choose one of your controllers' });
  return findOwn(ctx, Controller, id, 'Controller');
}

/** Problems with a window's times, by field. Empty if there are none. Each field alone is already valid. */
export function timetableErrors(window: Timetable, now: Date): FieldErrors {
  const { repeats, startsAt, minutes, weekdays, lastDay } = window;
  if (!exists(startsAt.slice(0, 10))) return { startsAt: "This day doesn't exist" };
  if (repeats === 'weekly') {
    if (minutes > longest.weekly) return { minutes: 'A weekly window lasts at most 24 hours' };
    if (weekdays.length === 0) return { weekdays: 'Choose at least one day' };
    if (lastDay && !exists(lastDay)) return { lastDay: "This day doesn't exist" };
    if (lastDay && lastDay < startsAt.slice(0, 10))
      return { lastDay: 'The last day cannot be before the first' };
  }
  if (occurrenceAt(window, now) || occurrenceAfter(window, now)) return {};
  if (repeats === 'weekly') return { lastDay: 'None of its days falls before the last day' };
  return { startsAt: 'It would already have ended' };
}

function exists(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return Temporal.PlainDate.from({ year, month, day }).day === day;
}

/** “AP Lobby (Head Office)”, “Head Office” */
const placeText = ({ siteName, deviceMac, deviceName }: MaintenancePlace): string =>
  deviceMac ? `${deviceName ?? deviceMac} (${siteName})` : siteName;

/**
 * A window's audit log details: when, where and for how long notifications are off. Its controller is loaded.
 */
export async function factsOf(ctx: ViewerContext, window: MaintenanceWindow): Promise<AuditDetails> {
  const { name, controller, siteName, siteId, deviceName, deviceMac, weekdays, ...rest } = window;
  const { repeats, timeZone, startsAt, minutes, lastDay } = rest;
  const facts = {
    name,
    controller: controller?.name,
    site: siteName ?? siteId,
    device: deviceName ?? deviceMac,
    limitedTo: await limitedTo(ctx, window),
    places: window.places.length > 0 ? window.places.map(placeText) : null,
    repeats,
    startsAt,
    timeZone,
    minutes,
    ...(weekdays.length > 0 && { weekdays: weekdays.map(String) }),
    lastDay,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value != null)) as AuditDetails;
}
