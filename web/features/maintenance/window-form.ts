import type { MaintenanceRepeat, MaintenanceWindowInput } from '#web/gql/graphql.ts';
import { here } from '#web/lib/time-zones.ts';
import { isWall, plusMinutes, preview, wallAt, type Window } from './window-words.ts';

/** Values of the form. */
export type WindowValues = {
  name: string;
  /** 'all' is every controller. */
  controllerId: string;
  /** Blank is every site. */
  siteId: string;
  siteName: string;
  /** Blank is every device. */
  deviceMac: string;
  /** Only sites of these customers or with these tags. Without any, all sites. */
  customerIds: string[];
  tags: string[];
  repeats: MaintenanceRepeat;
  startsAt: string;
  /** Blank while it is being typed. */
  minutes: number | '';
  weekdays: number[];
  timeZone: string;
  lastDay: string;
};

export const ALL_CONTROLLERS = 'all';

/** The scope of a new window. */
export type WindowPlace = Pick<WindowValues, 'controllerId'> &
  Partial<Pick<WindowValues, 'siteId' | 'siteName' | 'deviceMac' | 'customerIds'>>;

/** Form values of a window. A new one starts at the next full hour. */
export function toValues(window: Window | undefined, now: Date, place?: WindowPlace): WindowValues {
  const { controllerId, siteId, siteName, deviceMac } = window ?? place ?? {};
  return {
    name: window?.name ?? '',
    controllerId: controllerId ?? ALL_CONTROLLERS,
    siteId: siteId ?? '',
    siteName: siteName ?? '',
    deviceMac: deviceMac ?? '',
    customerIds: [...((window ?? place)?.customerIds ?? [])],
    tags: [...(window?.tags ?? [])],
    repeats: window?.repeats ?? 'once',
    startsAt: window?.startsAt ?? `${plusMinutes(wallAt(now, here), 60).slice(0, 14)}00`,
    minutes: window?.minutes ?? 120,
    weekdays: [...(window?.weekdays ?? [])],
    timeZone: window?.timeZone ?? here,
    lastDay: window?.lastDay ?? '',
  };
}

/** The mutation's input. Fields that don't apply are null, so that editing clears their stored values. */
export function toInput(values: Partial<WindowValues>): MaintenanceWindowInput {
  const { name = '', controllerId = ALL_CONTROLLERS, siteId, siteName, deviceMac } = values;
  const { customerIds = [], tags = [] } = values;
  const { repeats = 'once', startsAt = '', minutes, weekdays = [], timeZone = '', lastDay } = values;
  const everywhere = controllerId === ALL_CONTROLLERS;
  return {
    name,
    controllerId: everywhere ? null : controllerId,
    siteId: (!everywhere && siteId) || null,
    siteName: (!everywhere && siteId && siteName) || null,
    deviceMac: (!everywhere && deviceMac) || null,
    customerIds,
    tags,
    repeats,
    startsAt,
    minutes: Number(minutes) || 0,
    weekdays: repeats === 'weekly' ? weekdays : [],
    timeZone,
    lastDay: (repeats === 'weekly' && lastDay) || null,
  };
}

/** Summary of the window that would be saved. Undefined while the form is incomplete. */
export function previewOf(values: WindowValues, now: Date): string | undefined {
  const { minutes } = values;
  if (!isWall(values.startsAt) || !minutes || minutes < 0) return undefined;
  return preview({ ...values, minutes, lastDay: values.lastDay || null }, now);
}

/** Input of a one-hour window from now. */
export function muteInput(place: WindowPlace, now: Date): MaintenanceWindowInput {
  return {
    ...toInput({ name: 'Muted for 1 hour', ...place, timeZone: here }),
    startsAt: wallAt(now, here),
    minutes: 60,
  };
}
