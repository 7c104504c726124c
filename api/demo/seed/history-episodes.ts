import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { chance } from '../unifi/network-identity.ts';

const minute = 60_000;
const day = 1440 * minute;

/** Days of history in a new demo. */
export const historyDays = 14;

/** A past problem of a device, or of the console if there is none. Times are milliseconds before now. */
export interface Episode<Place> {
  place: Place;
  condition: AlertCondition;
  /** When it started. */
  ago: number;
  lasted: number;
  /** A unique number, for everything that varies between episodes. */
  nth: number;
}

/** A gap in a controller's readings, and its cause. `null`: monitoring was off. */
export interface Blind {
  controller: number;
  ago: number;
  lasted: number;
  problem: string | null;
  /** Only the console was unreachable, and UniFi responded. */
  consoleOnly?: boolean;
}

/** Past gaps of the demo's controllers, by their index. */
export const blinds: readonly Blind[] = [
  {
    controller: 1,
    ago: 4.3 * day,
    lasted: 47 * minute,
    problem: 'The console is disconnected from UniFi.',
    consoleOnly: true,
  },
  { controller: 0, ago: 6.6 * day, lasted: 24 * minute, problem: 'UniFi returned a server error (502).' },
  { controller: 2, ago: 6.6 * day, lasted: 24 * minute, problem: 'UniFi returned a server error (502).' },
  { controller: 0, ago: 1.2 * day, lasted: 15 * minute, problem: "UniFi didn't respond in time." },
  ...[0, 1, 2].map((controller) => ({ controller, ago: 10.1 * day, lasted: 35 * minute, problem: null })),
];

const kinds = [
  { condition: AlertCondition.device_offline, share: 0.55, lasts: [6, 55] },
  { condition: AlertCondition.high_cpu, share: 0.25, lasts: [4, 25] },
  { condition: AlertCondition.port_down, share: 0.2, lasts: [3, 40] },
] as const;

/**
 * Two or three incidents a day among this many devices, always the same ones, and more in working hours. None
 * in the last hours, so that none seems to come back when monitoring starts.
 * @param busy most affected devices first
 */
export function episodesAmong<Place>(places: readonly Place[]): Episode<Place>[] {
  if (places.length === 0) return [];
  const found: Episode<Place>[] = [];
  for (let at = 0; at < historyDays; at++) {
    const today = 1 + Math.floor(chance(`episodes ${at}`) * 4);
    for (let turn = 0; turn < today; turn++) found.push(episodeOf(places, at, turn, found.length));
  }
  return found;
}

function episodeOf<Place>(places: readonly Place[], at: number, turn: number, nth: number): Episode<Place> {
  const luck = (what: string) => chance(`${what} ${at} ${turn}`);
  let share = luck('kind');
  const kind = kinds.find((one) => (share -= one.share) < 0) ?? kinds[0];
  const [least, most] = kind.lasts;
  // Some devices have more incidents than others.
  const place = places[Math.floor(luck('place') ** 1.6 * places.length)]!;
  return {
    place,
    condition: kind.condition,
    ago: Math.round((at + 0.3 + turn * 0.16 + luck('when') * 0.12) * day),
    lasted: Math.round((least + luck('lasts') * (most - least)) * minute),
    nth,
  };
}
