import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import {
  conditionOf,
  conditions,
  crosses,
  formatThreshold,
  isAboutLines,
  thresholdOf,
} from '#api/features/alerts/condition.ts';
import { matchedDevice, matcherOf } from '#api/features/alerts/rule-scope.ts';
import { periodMs } from '../evaluate/lines.ts';
import type { Rule } from '../evaluate/types.ts';
import { lineCodes, stateHistory } from './past-lines.ts';
import { type CodeChange, firstBucket, type PastRounds, StateEncoding } from './history.ts';
import {
  type BacktestRequest,
  coveredBy,
  isStored,
  linesCoveredBy,
  linkChanges,
  overlaps,
  type PastAlert,
  type RunAlert,
  runRule,
  type Samples,
  stateChanges,
  thresholdsFor,
} from './run-rule.ts';

export interface Effect {
  /** Alerts without the change, and with it. */
  before: number;
  after: number;
  /** Outages that would be missed with it. */
  missed: number;
  /** Messages about alerts that the saved rule raised, and that would not be raised with it. */
  fewerMessages: number;
}

export interface Suggestion extends Effect {
  threshold: string | null;
  duration: number;
}

/** What a rule's curves say. */
export interface Suggested {
  durations: { minutes: number; alerts: number }[];
  thresholds: { threshold: string; alerts: number }[];
  suggestions: Suggestion[];
}

/**
 * Finds the knee of two curves: how many alerts there are over the duration, and over the threshold. Both count how long the
 * condition held. What a suggestion promises comes from running it like any other rule, and it may miss no outage.
 */
export function suggestionsFor(
  request: BacktestRequest,
  samples: Samples,
  draft: Rule,
  alerts: readonly RunAlert[],
): Suggested {
  const { condition } = draft;
  const held = holdTimesOf(request, samples, draft);
  if (!held) return { durations: [], thresholds: [], suggestions: [] };
  const { ordered, times, own } = held;
  const durations = Array.from({ length: mostMinutes + 1 }, (_, minutes) => ({
    minutes,
    alerts: times[own]!.atLeast(minutes),
  }));
  const text = (value: number) => formatThreshold(condition, value).replace(/\s|\/s$/g, '');
  const thresholds = ordered.map((value, place) => ({
    threshold: text(value),
    alerts: times[place]!.atLeast(draft.durationMinutes),
  }));
  const outages = alerts.filter((alert) => isOutage(request, alert));
  const effectOn = effectFinder(request, draft, alerts);
  const longer = durations.slice(draft.durationMinutes).map(({ minutes: x, alerts: y }) => ({ x, y }));
  const most = shortestOutage(outages, request.until) - draft.durationMinutes;
  const milder = thresholds.slice(own).map(({ alerts: y }, x) => ({ x, y }));
  const suggest = (steps: number, changeBy: (step: number) => Changed): Suggestion | undefined => {
    for (let step = steps, tries = 0; step > 0 && tries < mostTries; step = Math.floor(step / 2), tries++) {
      const found = tried(changeBy(step));
      if (found.missed === 0) return found.after < found.before ? found : undefined;
    }
    return undefined;
  };
  const tried = ({ threshold, duration }: Changed): Suggestion => {
    const after = runRule(request, samples, { ...draft, threshold, durationMinutes: duration });
    return { threshold, duration, ...effectOn(after) };
  };
  const { threshold, durationMinutes: duration } = draft;
  const suggestions = [
    suggest(Math.min(kneeOf(longer) ?? 0, most), (step) => ({ threshold, duration: duration + step })),
    suggest(kneeOf(milder) ?? 0, (step) => ({ threshold: text(ordered[own + step]!), duration })),
  ];
  return {
    durations,
    thresholds: ordered.length > 1 ? thresholds : [],
    suggestions: suggestions.filter((one) => one !== undefined),
  };
}

/** What happens to the alerts of a rule once others take their place. */
export function effectFinder(
  request: BacktestRequest,
  { condition }: Rule,
  alerts: readonly RunAlert[],
): (after: readonly RunAlert[]) => Effect {
  const outages = alerts.filter((alert) => isOutage(request, alert));
  const isRaisedAnyway = overlapFinder(alerts);
  // What the rule as it is wouldn't raise either isn't spared by a change.
  const sent = request.alerts.filter(
    (one) => one.messages > 0 && one.condition === condition && isRaisedAnyway(one),
  );
  return (after) => {
    const isRaised = overlapFinder(after);
    return {
      before: alerts.length,
      after: after.length,
      missed: outages.filter((outage) => !isRaised(outage)).length,
      fewerMessages: sent.reduce((sum, one) => sum + (isRaised(one) ? 0 : one.messages), 0),
    };
  };
}

interface Changed {
  threshold: string | null;
  duration: number;
}

/** Whether one of these alerts is about the same problem at the same time. */
function overlapFinder(
  alerts: readonly RunAlert[],
): (other: Pick<PastAlert, 'controllerId' | 'subject' | 'since' | 'until'>) => boolean {
  const bySubject = Map.groupBy(alerts, ({ controllerId, subject }) => `${controllerId} ${subject}`);
  return (other) =>
    bySubject.get(`${other.controllerId} ${other.subject}`)?.some((one) => overlaps(one, other)) ?? false;
}

/** How many changes are tried until one misses no outage. Each goes half as far as the one before. */
const mostTries = 2;

/** An alert that lasted long, or that someone acknowledged when the team had it. */
function isOutage({ alerts, until }: BacktestRequest, alert: RunAlert): boolean {
  if ((alert.until ?? until) - alert.since >= outageMs) return true;
  if (!alert.had) return false;
  return alerts.some(
    (one) =>
      one.isAcknowledged &&
      one.controllerId === alert.controllerId &&
      one.subject === alert.subject &&
      one.condition === conditionOf(alert.type) &&
      overlaps(one, alert),
  );
}

/** The longest duration in minutes that raises all of these outages. */
const shortestOutage = (outages: readonly RunAlert[], until: number): number =>
  Math.min(
    mostMinutes,
    ...outages.map(({ since, until: end }) => Math.floor(((end ?? until) - since) / 60_000) - 1),
  );

interface HeldTimes {
  /** Thresholds from mild to severe, and how long values stayed beyond each. One entry without a threshold. */
  ordered: number[];
  times: HoldTimes[];
  /** Place of the draft's own threshold. */
  own: number;
}

function holdTimesOf(request: BacktestRequest, samples: Samples, draft: Rule): HeldTimes | undefined {
  const { condition } = draft;
  if (!isStored(condition)) return undefined;
  const threshold = thresholdOf(condition, draft.threshold);
  if (threshold === undefined)
    return { ordered: [0], times: [stateHoldTimes(request, samples, draft)], own: 0 };
  if (condition === AlertCondition.isp_outage) return undefined;
  const ordered = thresholdsFor(request.rules, condition);
  const times = ordered.map(() => new HoldTimes());
  if (isAboutLines(condition)) {
    addLineHoldTimes(request, samples, draft, ordered, times);
    return { ordered, times, own: ordered.indexOf(threshold) };
  }
  for (const controller of request.controllers) {
    const read = samples.get(condition)?.get(controller.id);
    if (!read) continue;
    for (const { id } of coveredBy(draft, controller).devices) {
      const codes = read.codes.get(id);
      if (!codes) continue;
      const carried = { since: new Float64Array(ordered.length), bucket: 0, lastAt: 0 };
      for (const [day, own] of codes.entries())
        if (own && (own.highest > firstBucket || carried.bucket > 0))
          addHoldTimes(read.rounds[day]!.times, own.codes, carried, times);
    }
  }
  return { ordered, times, own: ordered.indexOf(threshold) };
}

/** How long the values of lines stayed beyond each of the thresholds. Only measured periods count. */
function addLineHoldTimes(
  request: BacktestRequest,
  samples: Samples,
  draft: Rule,
  ordered: readonly number[],
  times: readonly HoldTimes[],
): void {
  const measure = conditions[draft.condition].measure!;
  for (const controller of request.controllers) {
    const periods = samples.get(draft.condition)?.get(controller.id)?.periods;
    for (const { id } of linesCoveredBy(draft, controller).flatMap(({ lines }) => lines))
      for (const [place, threshold] of ordered.entries()) {
        let count = 0;
        for (const value of periods?.get(id)?.values ?? [])
          if (crosses(measure, value, threshold)) count += 1;
          else if (count > 0) {
            times[place]!.add(count * periodMs);
            count = 0;
          }
        if (count > 0) times[place]!.add(count * periodMs);
      }
  }
}

/** How long devices and consoles were down, devices had ports that were down, or lines failed. */
function stateHoldTimes(request: BacktestRequest, samples: Samples, draft: Rule): HoldTimes {
  const held = new HoldTimes();
  const matcher = matcherOf(draft.scope, draft.exceptions);
  for (const controller of request.controllers) {
    const read = samples.get(draft.condition)?.get(controller.id);
    if (!read) continue;
    if (isAboutLines(draft.condition)) {
      for (const line of linesCoveredBy(draft, controller).flatMap(({ lines }) => lines))
        addDownTimes(read.rounds, stateHistory(draft.condition, line, read.rounds).changes, lineCodes, held);
      continue;
    }
    const { sites, devices } = coveredBy(draft, controller);
    const byHost = new Map(sites.map((site) => [site.hostId, site]));
    const statesBy = Map.groupBy(controller.states, ({ hostId, mac }) => `${mac} ${hostId}`);
    const isAboutPorts = draft.condition === AlertCondition.port_down;
    const encoding = new StateEncoding({ states: !isAboutPorts, ports: isAboutPorts });
    const own = devices
      .filter((device) => !matcher.mismatch(byHost.get(device.hostId)!, matchedDevice(device)))
      .map((device) => stateChanges(read, device, statesBy, encoding));
    const links =
      draft.condition === AlertCondition.device_offline
        ? sites.map((site) => linkChanges(read, site, statesBy, encoding))
        : [];
    for (const changes of [...own, ...links]) addDownTimes(read.rounds, changes, encoding, held);
  }
  return held;
}

function addDownTimes(
  rounds: readonly PastRounds[],
  changes: readonly CodeChange[][],
  encoding: Pick<StateEncoding, 'isTrouble'>,
  held: HoldTimes,
): void {
  let since: number | undefined;
  let last = 0;
  for (const [day, { times }] of rounds.entries()) {
    for (const { round, code } of changes[day]!) {
      const isDown = encoding.isTrouble(code);
      if (isDown) since ??= times[round]!;
      else if (since !== undefined) {
        held.add((times[round - 1] ?? last) - since);
        since = undefined;
      }
    }
    last = times.at(-1) ?? last;
  }
  if (since !== undefined) held.add(last - since);
}

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
const mostMinutes = 60;

/** An alert that lasted this long is an outage that a rule shouldn't miss, in milliseconds. */
const outageMs = 15 * 60_000;

/** How long conditions held, counted by whole minutes, for one threshold. */
class HoldTimes {
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
function addHoldTimes(
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
