import type { Measure } from '#api/features/alerts/condition.ts';
import { firstBucket } from './history.ts';

/**
 * The knee of a curve that falls: where a further step stops paying. After Satopää, Albrecht, Irwin and Raghavan, "Finding a
 * 'Kneedle' in a Haystack" (ICDCSW 2011): both axes are scaled to 0–1, and the knee is where the curve is furthest below the
 * straight line from its first to its last point. A curve that is nearly straight has none.
 * @param points from the mildest change to the strongest: how far it goes, and how many alerts are left
 * @returns the place of the knee. Undefined if there is none
 */
export function kneeOf(points: readonly { x: number; y: number }[]): number | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || last.x === first.x || first.y <= last.y) return undefined;
  let knee: number | undefined;
  let furthest = leastBend;
  for (const [place, { x, y }] of points.entries()) {
    const along = (x - first.x) / (last.x - first.x);
    const left = (y - last.y) / (first.y - last.y);
    const below = 1 - along - left;
    if (below > furthest) [furthest, knee] = [below, place];
  }
  return knee;
}

/** How far below the line a knee must be, where 1 is as far as possible. */
const leastBend = 0.2;

/** Minutes that durations are compared up to. */
export const mostMinutes = 60;

/** An alert that lasted this long is an outage that a rule shouldn't miss, in milliseconds. */
export const outageMs = 15 * 60_000;

/** How long conditions held, counted by whole minutes, for one threshold. */
export class HoldTimes {
  #counts = new Uint32Array(mostMinutes + 1);

  add(heldMs: number): void {
    this.#counts[Math.min(mostMinutes, Math.floor(heldMs / 60_000))]! += 1;
  }

  /** How many held for at least so many minutes: alerts of a rule with that duration. */
  atLeast(minutes: number): number {
    let sum = 0;
    for (let held = minutes; held <= mostMinutes; held++) sum += this.#counts[held]!;
    return sum;
  }
}

/**
 * Adds how long values stayed beyond each of the thresholds in one device's rounds. A round in which nothing is known
 * interrupts nothing and doesn't count, like in `evaluate`.
 */
export function addHoldTimes(
  times: Float64Array,
  codes: Uint8Array,
  carried: { since: Float64Array; bucket: number; lastAt: number },
  held: readonly HoldTimes[],
): void {
  const { since } = carried;
  for (let round = 0; round < times.length; round++) {
    const code = codes[round]!;
    const at = times[round]!;
    if (code < firstBucket) {
      if (code === 0 && carried.bucket > 0 && carried.lastAt > 0) {
        for (let place = 0; place < carried.bucket; place++) since[place]! += at - carried.lastAt;
      }
      if (carried.bucket > 0) carried.lastAt = at;
      continue;
    }
    const bucket = code - firstBucket;
    if (bucket > carried.bucket) since.fill(at, carried.bucket, bucket);
    else
      for (let place = bucket; place < carried.bucket; place++)
        held[place]!.add(carried.lastAt - since[place]!);
    carried.bucket = bucket;
    carried.lastAt = at;
  }
}

/**
 * Thresholds near a rule's own, from a little more sensitive to much less: whole percents, or steps of a fifth for amounts.
 */
export function thresholdsNear(unit: Measure['unit'], trouble: Measure['trouble'], own: number): number[] {
  const worse = trouble === 'above' ? 1 : -1;
  if (unit === 'percent') {
    const near = Array.from({ length: 26 }, (_, step) => own + worse * (step - 10));
    return near.filter((value) => value >= 1 && value <= 99);
  }
  return Array.from({ length: 21 }, (_, step) => own * 1.2 ** (worse * (step - 6)));
}
