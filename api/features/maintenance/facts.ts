import type { Recorded } from '../audit/audit-entry.entity.ts';
import type { MaintenanceWindow } from './maintenance-window.entity.ts';

/** What the audit log is to know of a window: when, where and how long nobody is told. Its controller is loaded. */
export function factsOf(window: MaintenanceWindow): Recorded {
  const { name, controller, siteName, siteId, deviceName, deviceMac, weekdays, ...rest } = window;
  const { repeats, timeZone, startsAt, minutes, lastDay } = rest;
  const facts = {
    name,
    controller: controller?.name,
    site: siteName ?? siteId,
    device: deviceName ?? deviceMac,
    repeats,
    startsAt,
    timeZone,
    minutes,
    ...(weekdays.length > 0 && { weekdays: weekdays.map(String) }),
    lastDay,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value != null)) as Recorded;
}
