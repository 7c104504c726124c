import { Temporal } from 'temporal-polyfill';
import { isId } from '#api/db/id.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid, type FieldErrors } from '#api/lib/errors.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Device } from '../controllers/device.entity.ts';
import { namesOf, requireCustomers } from '../customers/customers.service.ts';
import { tidyTags } from '../customers/tags.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import type { MaintenanceWindow } from './maintenance-window.entity.ts';
import { type MaintenanceWindowChanges, longest } from './maintenance-window.input.ts';
import { occurrenceAfter, occurrenceAt, type Timetable } from './occurrences.ts';

/**
 * Applies changes to a window. New times undo an early end.
 * @throws Invalid, or NotFound for another team's controller or customer
 */
export async function applyChanges(
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

/** When and where a window is on, for comparison. */
export function coverageOf(window: MaintenanceWindow): string {
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
async function changedPlace(ctx: ViewerContext, window: MaintenanceWindow, changes: PlaceChanges) {
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
function timetableErrors(window: Timetable, now: Date): FieldErrors {
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
