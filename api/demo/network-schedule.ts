import { chance } from './network-identity.ts';

/** How often one kind of mishap begins in a cast, and how long it lasts. All in seconds. */
export interface Pace {
  every: number;
  /** Each start is late by up to so much. */
  jitter: number;
  lasts: [least: number, most: number];
}

/**
 * What happens on the first console of each key, the one a visitor looks at.
 * - `outage`: starts are at most 30 + 6 s apart, so that a visitor sees one arrive within a minute. Each outlasts two polls of a minute, so that each holds a one-minute rule.
 * - `blip`: recovers before such a rule is due; seen in the list, never alerted.
 * - `cpuPeak`, `memoryPeak`: over 90 % for some minutes.
 */
export const firstConsole = {
  outage: { every: 30, jitter: 6, lasts: [130, 200] },
  blip: { every: 75, jitter: 30, lasts: [20, 45] },
  update: { every: 240, jitter: 60, lasts: [120, 180] },
  portDown: { every: 90, jitter: 30, lasts: [8, 150] },
  roam: { every: 25, jitter: 10, lasts: [60, 300] },
  clientAway: { every: 60, jitter: 20, lasts: [60, 240] },
  cpuPeak: { every: 150, jitter: 40, lasts: [150, 240] },
  memoryPeak: { every: 240, jitter: 60, lasts: [180, 300] },
} satisfies Record<string, Pace>;

/** The other consoles are calmer, but lose the cloud now and then. */
export const otherConsole = {
  outage: { every: 420, jitter: 120, lasts: [70, 200] },
  blip: { every: 240, jitter: 90, lasts: [20, 90] },
  update: { every: 700, jitter: 120, lasts: [120, 180] },
  portDown: { every: 400, jitter: 90, lasts: [8, 150] },
  roam: { every: 60, jitter: 20, lasts: [60, 300] },
  clientAway: { every: 120, jitter: 30, lasts: [60, 240] },
  cpuPeak: { every: 600, jitter: 120, lasts: [150, 240] },
  memoryPeak: { every: 900, jitter: 200, lasts: [180, 300] },
} satisfies Record<string, Pace>;

export const cloudLoss: Pace = { every: 1_500, jitter: 400, lasts: [90, 180] };

export type Lane = keyof typeof firstConsole;

/** The newest time it was a member's turn: when that began and ended, Unix milliseconds, and whether it still lasts. */
export interface Episode {
  from: number;
  to: number;
  active: boolean;
}

/**
 * Turns go round the cast. A pure function of the clock: however often or late it is asked, the answer for a moment is the same.
 * @param origin Start of the world, Unix milliseconds; turns before it exist too, so that the world starts in full swing.
 * @param salt Seed and lane: two lanes with the same pace do not march in step.
 */
export function episodeOf(
  pace: Pace,
  salt: string,
  origin: number,
  now: number,
  member: number,
  cast: number,
): Episode {
  const begin = (turn: number) =>
    origin + Math.round((turn * pace.every + chance(`${salt} late ${turn}`) * pace.jitter) * 1_000);
  const newest = Math.floor((now - origin) / (pace.every * 1_000));
  let turn = newest - ((((newest - member) % cast) + cast) % cast);
  if (begin(turn) > now) turn -= cast;
  const from = begin(turn);
  const [least, most] = pace.lasts;
  const to = from + Math.round((least + chance(`${salt} long ${turn}`) * (most - least)) * 1_000);
  return { from, to, active: now < to };
}
