import { chance } from './network-identity.ts';

/** How often one kind of mishap begins in a cast, and how long it lasts. All in seconds. */
export interface Pace {
  /** At least: a small cast is slower, so that nobody's turn comes too soon. */
  every: number;
  /** Each start is late by up to so much. */
  jitter: number;
  lasts: [least: number, most: number];
}

/**
 * What happens on the first console of all, the one a visitor looks at. Times above 60 s outlast the rules of the demo.
 * - `outage`: starts stay less than a minute apart, so that a visitor sees one arrive within a minute.
 * - `cpuPeak`, `memoryPeak`: over 90 % for some minutes.
 */
export const firstConsole = {
  outage: { every: 50, jitter: 6, lasts: [180, 300] },
  portDown: { every: 240, jitter: 60, lasts: [8, 240] },
  roam: { every: 25, jitter: 10, lasts: [60, 300] },
  clientAway: { every: 60, jitter: 20, lasts: [60, 240] },
  cpuPeak: { every: 300, jitter: 60, lasts: [150, 240] },
  memoryPeak: { every: 480, jitter: 90, lasts: [200, 320] },
} satisfies Record<string, Pace>;

/** On the others less happens and it lasts longer; those that are not the first of their key lose the cloud now and then. */
export const otherConsole = {
  outage: { every: 150, jitter: 30, lasts: [500, 900] },
  portDown: { every: 400, jitter: 90, lasts: [8, 300] },
  roam: { every: 60, jitter: 20, lasts: [60, 300] },
  clientAway: { every: 120, jitter: 30, lasts: [60, 240] },
  cpuPeak: { every: 600, jitter: 120, lasts: [150, 300] },
  memoryPeak: { every: 900, jitter: 200, lasts: [200, 400] },
} satisfies Record<string, Pace>;

/** Seconds. Blips recover before a rule of a minute is due: seen in the list, never alerted. */
export const blipLasts: Pace['lasts'] = [20, 45];
export const updateLasts: Pace['lasts'] = [120, 180];

export const cloudLoss: Pace = { every: 1_500, jitter: 400, lasts: [90, 180] };

/**
 * What comes back within 20 minutes of its recovery is flapping. Nobody's turn comes again
 * sooner than this, seconds: some minutes more, for a recovery that is noticed late.
 */
const rest = 26 * 60;

/** The one with the bad cable: its calm outlasts those 20 minutes and a `rest`, so that a new spell is a new alert. */
const flap = { every: 240, jitter: 20, lasts: [120, 150] } satisfies Pace;
const spell = { lasts: 130 * 60, every: 180 * 60 };

export type Lane = keyof typeof firstConsole;

/** The pace at which everybody in a cast of so many has its rest. */
export function calmed(pace: Pace, cast: number): Pace {
  return { ...pace, every: Math.max(pace.every, (rest + pace.lasts[1] + pace.jitter) / cast) };
}

/** The newest time it was a member's turn: when that began and ended, Unix milliseconds, and whether it still lasts. */
export interface Episode {
  from: number;
  to: number;
  active: boolean;
}

/**
 * Turns go round the cast. A pure function of the clock: however often or late it is asked, the answer for a moment is the
 * same, also in a world that was started anew: what just recovered does not come back after a restart.
 * @param salt Seed and lane: two lanes with the same pace do not march in step.
 * @param member Its place in the cast of so many.
 */
export function episodeOf(pace: Pace, salt: string, now: number, member: number, cast: number): Episode {
  const [least, most] = pace.lasts;
  const every = pace.every * 1_000;
  const begin = (turn: number) =>
    Math.round(turn * every + chance(`${salt} late ${turn}`) * pace.jitter * 1_000);
  const newest = Math.floor(now / every);
  let turn = newest - ((((newest - member) % cast) + cast) % cast);
  if (begin(turn) > now) turn -= cast;
  const from = begin(turn);
  const to = from + Math.round((least + chance(`${salt} long ${turn}`) * (most - least)) * 1_000);
  return { from, to, active: now < to };
}

/**
 * It goes down every few minutes for two hours, is well for most of one, and starts again.
 * @param origin Start of the world, Unix milliseconds: a visitor of a fresh demo need not wait for the next spell.
 */
export function flapOf(salt: string, origin: number, now: number): Episode {
  const begin = (turn: number) =>
    origin + Math.round(turn * flap.every + chance(`${salt} late ${turn}`) * flap.jitter) * 1_000;
  const isSpell = (turn: number) => (turn * flap.every) % spell.every < spell.lasts;
  let turn = Math.max(0, Math.floor((now - origin) / (flap.every * 1_000)));
  if (begin(turn) > now) turn -= 1;
  while (turn > 0 && !isSpell(turn)) turn -= 1;
  const [least, most] = flap.lasts;
  const from = begin(turn);
  const to = from + Math.round(least + chance(`${salt} long ${turn}`) * (most - least)) * 1_000;
  return { from, to, active: now < to };
}
