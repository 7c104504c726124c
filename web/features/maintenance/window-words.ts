import type { MaintenanceWindowFieldsFragment } from '#web/gql/graphql.ts';
import { formatCount, formatList, formatShortUtcDay, formatWeekday } from '#web/lib/format.ts';
import { shorten } from '#web/lib/shorten.ts';
import { zoneWords } from '#web/lib/time-zones.ts';

export type Window = MaintenanceWindowFieldsFragment;

type Timetable = Pick<Window, 'repeats' | 'startsAt' | 'minutes' | 'weekdays' | 'timeZone' | 'lastDay'> &
  Partial<Pick<Window, 'endedAt'>>;

/** "Every Sunday 02:00–04:00 Europe/London", "20 Nov 22:00 – 23 Nov 22:00 UTC"; of one that was ended early, when it was. */
export function timeWords(window: Timetable, now: Date): string {
  const { repeats, startsAt, minutes, timeZone, lastDay, endedAt } = window;
  const today = wallAt(now, timeZone);
  const planned = plusMinutes(startsAt, minutes);
  const ended = repeats === 'once' && endedAt ? wallAt(new Date(endedAt), timeZone) : planned;
  // A window that was ended early and then rescheduled is upcoming again.
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
  const names = days.toSorted().map((day) => formatWeekday(day));
  return `Every ${formatList(names)}`;
}

/** Summary of the form's values. Undefined while the time is invalid. */
export function preview(window: Timetable, now: Date): string | undefined {
  if (window.repeats === 'weekly' && window.weekdays.length === 0) return undefined;
  const words = timeWords(window, now);
  if (window.repeats === 'once') return `${words}.`;
  const next = nextDay(window, now);
  return next ? `${words}, next on ${dayOf(next, wallAt(now, window.timeZone))}.` : `${words}.`;
}

/** Next start of a weekly window, as local time in its zone. */
function nextDay({ startsAt, weekdays, timeZone, lastDay }: Timetable, now: Date): Wall | undefined {
  const today = wallAt(now, timeZone);
  const from = startsAt > today ? startsAt : `${today.slice(0, 10)}T${clockOf(startsAt)}`;
  const coming = Array.from({ length: 8 }, (_, day) => plusMinutes(from, day * 24 * 60));
  return coming.find(
    (wall) =>
      weekdays.includes(weekdayOf(wall)) && wall > today && (!lastDay || wall.slice(0, 10) <= lastDay),
  );
}

/** "AP Lobby (Head Office) and Branch", "12 devices and 2 sites". */
export function placesText(places: Window['places']): string {
  const names = places.map(({ siteName, deviceMac, deviceName }) =>
    deviceMac ? `${deviceName || macWords(deviceMac)} (${siteName})` : siteName,
  );
  if (places.length <= NAMED) return formatList(names);
  const devices = places.filter(({ deviceMac }) => deviceMac).length;
  const sites = places.length - devices;
  return formatList([
    ...(devices > 0 ? [devices === 1 ? '1 device' : `${devices} devices`] : []),
    ...(sites > 0 ? [formatCount(sites, 'site')] : []),
  ]);
}

/** More places than these are counted. */
const NAMED = 3;

/** "All controllers", "Head Office", "Head Office / AP Lobby", "Only Acme", "Head Office, only sites tagged gold". */
export function placeWords(window: Window, controllerName: string | undefined): string {
  const { controllerId, siteId, siteName, deviceMac, deviceName, limitedTo, places } = window;
  if (places.length > 0) return placesText(places);
  if (!controllerId) return limitedTo ? `Only ${limitedTo}` : 'All controllers';
  const site = siteId ? [siteName || shorten(siteId)] : [];
  const device = deviceMac ? [deviceName || macWords(deviceMac)] : [];
  const place = [controllerName ?? shorten(controllerId), ...site, ...device].join(' / ');
  return limitedTo ? `${place}, only ${limitedTo}` : place;
}

/** What a new window mutes: "AP Lobby", "Zürich", "Acme", "all controllers". */
export const mutedWords = ({ controllerId, deviceMac, deviceName, siteName, limitedTo }: Window): string => {
  if (deviceMac) return deviceName || macWords(deviceMac);
  return siteName || limitedTo || (controllerId ? 'this controller' : 'all controllers');
};

/** "74:AC:B9:12:34:56". */
export const macWords = (mac: string): string => mac.match(/../g)?.join(':') ?? mac;

export type Stage = 'on' | 'upcoming' | 'past';

/** Whether a window is active, upcoming or past, from the server's times. */
export function stageOf({ activeUntil, nextStart, nextEnd }: Window, now: number): Stage {
  const isAhead = (moment: string | null | undefined) => Date.parse(moment ?? '') > now;
  if (isAhead(activeUntil) || (nextStart && !isAhead(nextStart) && isAhead(nextEnd))) return 'on';
  return isAhead(nextStart) ? 'upcoming' : 'past';
}

/** End of an active window, or start of an upcoming one. */
export const momentOf = (window: Window, stage: Stage): string =>
  (stage === 'on' ? (window.activeUntil ?? window.nextEnd) : window.nextStart) ?? '';

/** Local time as `2026-11-20T22:00`. Arithmetic on it ignores daylight saving. */
type Wall = string;

/** Local time in a zone at a given moment. */
export function wallAt(moment: Date, timeZone: string): Wall {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

export const plusMinutes = (wall: Wall, minutes: number): Wall =>
  asWall(asDate(wall).getTime() + minutes * 60_000);

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (wall: Wall): number => asDate(wall).getUTCDay() || 7;

const clockOf = (wall: Wall): string => wall.slice(11, 16);

/** "22 Nov", or "22 Nov 2027" in another year than `now`'s. */
const dayOf = (wall: Wall, now: Wall): string =>
  formatShortUtcDay(wall.slice(0, 10), wall.slice(0, 4) !== now.slice(0, 4));

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Whether it's a valid date and time. */
export const isWall = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(asDate(text).getTime());

const asDate = (wall: Wall) => new Date(`${wall}Z`);
const asWall = (milliseconds: number): Wall => new Date(milliseconds).toISOString().slice(0, 16);
