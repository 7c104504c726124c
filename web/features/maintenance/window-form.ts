import type { MaintenanceRepeat, MaintenanceWindowInput } from '#web/gql/graphql.ts';
import { here } from '#web/lib/time-zones.ts';
import { isWall, plusMinutes, preview, wallAt, type Window } from './window-words.ts';

/** What stands in the form while it is filled in. */
export type WindowValues = {
  name: string;
  /** 'all' is every controller. */
  controllerId: string;
  /** Blank is every site. */
  siteId: string;
  siteName: string;
  /** Blank is every device. */
  deviceMac: string;
  repeats: MaintenanceRepeat;
  startsAt: string;
  /** Blank while it is being typed. */
  minutes: number | '';
  weekdays: number[];
  timeZone: string;
  lastDay: string;
};

export const ALL_CONTROLLERS = 'all';

/** The form of a window, or of a new one that begins with the next whole hour. */
export function toValues(window: Window | undefined, now: Date): WindowValues {
  return {
    name: window?.name ?? '',
    controllerId: window?.controllerId ?? ALL_CONTROLLERS,
    siteId: window?.siteId ?? '',
    siteName: window?.siteName ?? '',
    deviceMac: window?.deviceMac ?? '',
    repeats: window?.repeats ?? 'once',
    startsAt: window?.startsAt ?? `${plusMinutes(wallAt(now, here), 60).slice(0, 14)}00`,
    minutes: window?.minutes ?? 120,
    weekdays: [...(window?.weekdays ?? [])],
    timeZone: window?.timeZone ?? here,
    lastDay: window?.lastDay ?? '',
  };
}

/** What is sent. Fields that do not apply are null, so that editing clears what was there before. */
export function toInput(values: Partial<WindowValues>): MaintenanceWindowInput {
  const { name = '', controllerId = ALL_CONTROLLERS, siteId, siteName, deviceMac } = values;
  const { repeats = 'once', startsAt = '', minutes, weekdays = [], timeZone = '', lastDay } = values;
  const everywhere = controllerId === ALL_CONTROLLERS;
  return {
    name,
    controllerId: everywhere ? null : controllerId,
    siteId: (!everywhere && siteId) || null,
    siteName: (!everywhere && siteId && siteName) || null,
    deviceMac: (!everywhere && deviceMac) || null,
    repeats,
    startsAt,
    minutes: Number(minutes) || 0,
    weekdays: repeats === 'weekly' ? weekdays : [],
    timeZone,
    lastDay: (repeats === 'weekly' && lastDay) || null,
  };
}

/** The window that would be saved, as a sentence; nothing while it is not one yet. */
export function previewOf(values: WindowValues, now: Date): string | undefined {
  const { minutes } = values;
  if (!isWall(values.startsAt) || !minutes || minutes < 0) return undefined;
  return preview({ ...values, minutes, lastDay: values.lastDay || null }, now);
}

/** A window over everything, or over one controller, for an hour from now. */
export function muteInput(controllerId: string, now: Date): MaintenanceWindowInput {
  return {
    ...toInput({ name: 'Muted for 1 hour', controllerId, timeZone: here }),
    startsAt: wallAt(now, here),
    minutes: 60,
  };
}
