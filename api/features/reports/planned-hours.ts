import { paced, type Steps } from '#api/lib/steps.ts';
import type { SiteLabels } from '../customers/site-limit.ts';
import { coversPlace } from '../maintenance/occurrences.ts';
import { PlannedCoverages, type PlannedCoverage, type PlannedSpan } from '../maintenance/planned-coverage.ts';

interface PlannedDevice {
  id: string;
  controllerId: string;
  hostId: string;
  mac: string;
}

/** The hours of devices that planned work touches. */
export interface PlannedHours {
  /** Hours of each plan, those that follow each other as one period. */
  hours: { plan: number; from: Date; until: Date }[];
  /** The plan of each device that has one. */
  devices: { id: string; plan: number }[];
}

const hourMs = 3_600_000;

/**
 * The hours of each device that planned work touches within a period. Each coverage's hours are the bits of a number, so a
 * device takes one step for each coverage of its site, however many windows and hours there are. Devices with the same hours
 * share a plan.
 */
export function* plannedHours(
  spans: readonly PlannedSpan[],
  devices: readonly PlannedDevice[],
  siteAt: (hostId: string) => SiteLabels,
  { from, until }: { from: Date; until: Date },
): Steps<PlannedHours> {
  const first = Math.floor(from.getTime() / hourMs);
  const last = Math.ceil(until.getTime() / hourMs);
  const bitsOf = ({ intervals }: PlannedCoverage): bigint => {
    let bits = 0n;
    for (const one of intervals) {
      const [begin, end] = [Math.floor(one.from / hourMs), Math.ceil(one.until / hourMs)];
      const [low, high] = [Math.max(begin, first), Math.min(end, last)];
      if (high > low) bits |= ((1n << BigInt(high - low)) - 1n) << BigInt(low - first);
    }
    return bits;
  };
  const coverages = new PlannedCoverages(spans);
  const bits = new Map<PlannedCoverage, bigint>();
  yield* paced(coverages.all, (coverage) => bits.set(coverage, bitsOf(coverage)));
  const plans = new Map<bigint, number>();
  const planned: PlannedHours['devices'] = [];
  for (const [hostId, own] of Map.groupBy(devices, (device) => device.hostId)) {
    const site = siteAt(hostId);
    const there = coverages.at(hostId);
    yield* paced(own, ({ id, controllerId, mac }) => {
      const place = { controllerId, siteId: hostId, deviceMac: mac, ...site };
      let hours = 0n;
      for (const coverage of there) if (coversPlace(coverage.scope, place)) hours |= bits.get(coverage)!;
      if (hours === 0n) return;
      const plan = plans.get(hours) ?? plans.size;
      plans.set(hours, plan);
      planned.push({ id, plan });
    });
    yield;
  }
  const periods: PlannedHours['hours'] = [];
  yield* paced(plans, ([hours, plan]) => {
    for (const [begin, end] of runsOf(hours))
      periods.push({
        plan,
        from: new Date((first + begin) * hourMs),
        until: new Date((first + end) * hourMs),
      });
  });
  return { hours: periods, devices: planned };
}

/** Bits that follow each other, as the first and the one after the last. */
function runsOf(bits: bigint): [number, number][] {
  const digits = [...bits.toString(2)].toReversed().join('');
  return [...digits.matchAll(/1+/g)].map(({ index, 0: run }) => [index, index + run.length]);
}
