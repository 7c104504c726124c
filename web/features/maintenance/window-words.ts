import type { MaintenanceWindowFieldsFragment } from '#web/gql/graphql.ts';
import { shorten } from '#web/lib/shorten.ts';
import { zoneWords } from '#web/lib/time-zones.ts';
import { clockOf, dayOf, plusMinutes, wallAt, weekdayName, weekdayOf, type Wall } from './wall-time.ts';

export type Window = MaintenanceWindowFieldsFragment;
export type Timetable = Pick<
  Window,
  'repeats' | 'startsAt' | 'minutes' | 'weekdays' | 'timeZone' | 'lastDay'
> &
  Partial<Pick<Window, 'endedAt'>>;

/** "Every Sunday 02:00–04:00 Europe/London", "20 Nov 22:00 – 23 Nov 22:00 UTC"; of one that was ended early, when it was. */
export function timeWords(window: Timetable, now: Date): string {
  const { repeats, startsAt, minutes, timeZone, lastDay, endedAt } = window;
  const today = wallAt(now, timeZone);
  const planned = plusMinutes(startsAt, minutes);
  const ended = repeats === 'once' && endedAt ? wallAt(new Date(endedAt), timeZone) : planned;
  // One that was moved since is ahead again.
  const end = ended >= startsAt && ended < planned ? ended : planned;
  const clocks = `${clockOf(startsAt)}–${clockOf(end)}`;
  const zone = zoneWords(timeZone);
  if (repeats === 'weekly') {
    const last = lastDay ? `, until ${dayOf(`${lastDay}T00:00`, today)}` : '';
    return `${daysWords(window.weekdays)} ${minutes === 1440 ? `from ${clockOf(startsAt)} for 24 hours` : clocks} ${zone}${last}`;
  }
  const day = dayOf(startsAt, today);
  if (startsAt.slice(0, 10) === end.slice(0, 10)) return `${day}, ${clocks} ${zone}`;
  return `${day}, ${clockOf(startsAt)} – ${dayOf(end, today)}, ${clockOf(end)} ${zone}`;
}

/** "Every day", "Monday to Friday", "Every Monday and Sunday". */
function daysWords(days: readonly number[]): string {
  if (days.length === 7) return 'Every day';
  if (days.length === 5 && !days.includes(6) && !days.includes(7)) return 'Monday to Friday';
  const names = days.toSorted().map((day) => weekdayName(day));
  return `Every ${new Intl.ListFormat('en').format(names)}`;
}

/** What is typed so far, as a sentence; nothing while it is no time yet. */
export function preview(window: Timetable, now: Date): string | undefined {
  if (window.repeats === 'weekly' && window.weekdays.length === 0) return undefined;
  const words = timeWords(window, now);
  if (window.repeats === 'once') return `${words}.`;
  const next = nextDay(window, now);
  return next ? `${words}, next on ${dayOf(next, wallAt(now, window.timeZone))}.` : `${words}.`;
}

/** When a weekly window begins next, on the wall of its zone. */
function nextDay({ startsAt, weekdays, timeZone, lastDay }: Timetable, now: Date): Wall | undefined {
  const today = wallAt(now, timeZone);
  const from = startsAt > today ? startsAt : `${today.slice(0, 10)}T${clockOf(startsAt)}`;
  const coming = Array.from({ length: 8 }, (_, day) => plusMinutes(from, day * 24 * 60));
  return coming.find(
    (wall) =>
      weekdays.includes(weekdayOf(wall)) && wall > today && (!lastDay || wall.slice(0, 10) <= lastDay),
  );
}

/** "All controllers", "Head Office", "Head Office / AP Lobby". */
export function placeWords(window: Window, controllerName: string | undefined): string {
  const { controllerId, siteId, siteName, deviceMac, deviceName } = window;
  if (!controllerId) return 'All controllers';
  const site = siteId ? [siteName || shorten(siteId)] : [];
  const device = deviceMac ? [deviceName || macWords(deviceMac)] : [];
  return [controllerName ?? shorten(controllerId), ...site, ...device].join(' / ');
}

/** "74:AC:B9:12:34:56". */
export const macWords = (mac: string): string => mac.match(/../g)?.join(':') ?? mac;

export type Stage = 'on' | 'upcoming' | 'past';

/** Whether a window is on, is to come or is over, by what the server said of it. */
export function stageOf({ activeUntil, nextStart, nextEnd }: Window, now: number): Stage {
  const isAhead = (moment: string | null | undefined) => Date.parse(moment ?? '') > now;
  if (isAhead(activeUntil) || (nextStart && !isAhead(nextStart) && isAhead(nextEnd))) return 'on';
  return isAhead(nextStart) ? 'upcoming' : 'past';
}

/** When what is on ends, or what comes next begins. */
export const momentOf = (window: Window, stage: Stage): string =>
  (stage === 'on' ? (window.activeUntil ?? window.nextEnd) : window.nextStart) ?? '';
