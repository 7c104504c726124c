import type { MaintenanceWindow } from './maintenance-window.entity.ts';
import { occurrenceAt, type Timetable } from './occurrences.ts';

/** What of a window decides whether something is within it. */
export type Coverage = Timetable & Pick<MaintenanceWindow, 'controllerId' | 'siteId' | 'deviceMac'>;

/** Where something is wrong. Null: not at one site, or not with one device. */
export interface Place {
  controllerId: string | null;
  siteId: string | null;
  deviceMac: string | null;
}

/** The window that a place is in at a moment, and when it ends; of several the one that ends last. */
export function windowOver<W extends Coverage>(
  windows: readonly W[],
  place: Place,
  at: Date,
): { window: W; endsAt: Date } | undefined {
  const [last] = windows
    .filter((window) => isWithin(window, place))
    .flatMap((window) => {
      const on = occurrenceAt(window, at);
      return on ? [{ window, endsAt: new Date(on.end) }] : [];
    })
    .sort((one, other) => other.endsAt.getTime() - one.endsAt.getTime());
  return last;
}

function isWithin(window: Coverage, place: Place): boolean {
  return (['controllerId', 'siteId', 'deviceMac'] as const).every(
    (part) => !window[part] || window[part] === place[part],
  );
}
