import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Device } from '../controllers/device.entity.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import type { MaintenanceWindow } from './maintenance-window.entity.ts';
import type { MaintenanceWindowChanges } from './maintenance-window.input.ts';

type Scope = Pick<MaintenanceWindowChanges, 'controllerId' | 'siteId' | 'siteName' | 'deviceMac'>;

/**
 * Where a window is to be, after what is given has changed. Another controller takes site and device with it where they
 * are not given too. @throws NotFound for another's controller, Invalid for a site or a device without one
 */
export async function scopeOf(ctx: CustomerContext, window: MaintenanceWindow, scope: Scope) {
  const controller =
    scope.controllerId === undefined
      ? (window.controller ?? null)
      : await chosen(ctx, scope.controllerId === 'all' ? null : scope.controllerId);
  const kept = controller?.id === window.controllerId ? window : undefined;
  const siteId = (scope.siteId === undefined ? kept?.siteId : scope.siteId) || null;
  const knownName = siteId === kept?.siteId ? kept?.siteName : null;
  const siteName = (scope.siteName === undefined ? knownName : scope.siteName?.trim()) || null;
  const mac = scope.deviceMac === undefined ? kept?.deviceMac : scope.deviceMac;
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
    // One that has gone from its controller keeps the name that it had.
    deviceName: device?.name ?? (deviceMac && deviceMac === kept?.deviceMac ? kept.deviceName : null),
  };
}

/** Null is every controller. */
async function chosen(ctx: CustomerContext, id: string | null): Promise<Controller | null> {
  if (!id) return null;
  if (!isId(id)) throw new Invalid({ controllerId: 'Choose one of your controllers' });
  return findOwn(ctx, Controller, id, 'Controller');
}
