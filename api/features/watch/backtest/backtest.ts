import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { conditionOf, conditions, formatThreshold, thresholdOf } from '#api/features/alerts/condition.ts';
import { matchedDevice, matcherOf, siteMatches } from '#api/features/alerts/rule-scope.ts';
import type { Rule } from '../evaluate/types.ts';
import {
  changeFinder,
  type CodeChange,
  type EncodedDay,
  encodedDay,
  firstBucket,
  leftCode,
  measureOf,
  orderedThresholds,
  type PastDevice,
  type PastRounds,
  type PastSite,
  type PastState,
  StateEncoding,
  stateChangesIn,
  valueEncoding,
} from './history.ts';
import type { WouldBeAlert } from './ledger.ts';
import { groupsOf, type Member, replayGroup } from './replay.ts';
import { addHoldTimes, HoldTimes, kneeOf, mostMinutes, outageMs, thresholdsNear } from './suggest.ts';

/** A controller, with everything that is read at once. Times are Unix milliseconds. */
export interface PastController {
  id: string;
  pollSeconds: number;
  sites: PastSite[];
  devices: PastDevice[];
  /** In order of time. */
  states: PastState[];
  /** Since when all changes of states are stored. `null`: never. */
  statesSince: number | null;
  /** Periods in which UniFi couldn't be read. */
  failures: { from: number; until: number | null }[];
}

/** An alert that the team had. */
export interface PastAlert {
  controllerId: string;
  subject: string;
  condition: AlertCondition;
  since: number;
  until: number | null;
  isAcknowledged: boolean;
}

export interface BacktestRequest {
  from: number;
  until: number;
  /** IANA name of the reader's time zone. */
  timeZone: string;
  /** The draft, and the saved rule if it differs. */
  rules: Rule[];
  controllers: PastController[];
  alerts: PastAlert[];
}

/** What was read of a controller for one condition. By day. */
export interface PastSamples {
  rounds: PastRounds[];
  /** Encoded values by the ID of their device. Empty for conditions about states. */
  codes: Map<string, (EncodedDay | undefined)[]>;
}

/** An alert of a run. */
export interface RunAlert extends WouldBeAlert {
  controllerId: string;
  /** The team had an alert about the same trouble. */
  had: boolean;
}

export interface RunDay {
  /** `2026-11-28`, in the reader's time zone. */
  day: string;
  raised: number;
  had: number;
}

export interface RunDevice {
  controllerId: string;
  siteId: string;
  siteName: string;
  deviceName: string;
  deviceMac: string | null;
  alerts: number;
  minutes: number;
}

export interface Run {
  total: number;
  had: number;
  minutes: number;
  days: RunDay[];
  devices: RunDevice[];
  alerts: RunAlert[];
}

export type LimitCode = 'not_stored' | 'states_not_stored' | 'not_measured' | 'no_history' | 'retention';

/** Something that couldn't be evaluated. */
export interface Limit {
  code: LimitCode;
  deviceCount: number | null;
  /** Unix milliseconds. */
  until: number | null;
}

export interface Suggestion {
  threshold: string | null;
  duration: number;
  /** Alerts of the draft, and how many the suggestion would raise. */
  before: number;
  after: number;
  /** Outages of the draft that the suggestion would miss. */
  missed: number;
}

export interface Gap {
  from: number;
  until: number;
  kind: 'unread' | 'unmonitored';
}

export interface BacktestResult {
  from: number;
  until: number;
  siteCount: number;
  deviceCount: number;
  runs: Run[];
  gaps: Gap[];
  limits: Limit[];
  durations: { minutes: number; alerts: number }[];
  thresholds: { threshold: string; alerts: number }[];
  suggestions: Suggestion[];
}

/** The most alerts of a run that are kept: those that lasted longest. */
const mostAlerts = 5000;

/** Which devices and sites of a controller a rule covers, with the facts of today. */
export function coveredBy(
  rule: Rule,
  controller: PastController,
): { sites: PastSite[]; devices: PastDevice[] } {
  const { scope, exceptions, controllerId, siteId, condition } = rule;
  if (controllerId !== null && controllerId !== controller.id) return { sites: [], devices: [] };
  const sites = controller.sites.filter(
    (site) => (siteId ?? site.hostId) === site.hostId && siteMatches(scope, site),
  );
  const byHost = new Map(sites.map((site) => [site.hostId, site]));
  const matcher = matcherOf(scope, exceptions);
  // Devices that a rule doesn't cover still tell whether a console is covered, and what others depend on.
  const isWhole = condition === AlertCondition.device_offline;
  const devices = controller.devices.filter((device) => {
    const site = byHost.get(device.hostId);
    return site && (isWhole || !matcher.mismatch(site, matchedDevice(device)));
  });
  return { sites, devices };
}

/** Thresholds that the values of a rule are compared with: its own, those of other drafts, and some near them. */
export function thresholdsFor(rules: readonly Rule[], condition: AlertCondition): number[] {
  const { measure } = conditions[condition];
  if (!measure || !isStored(condition)) return [];
  const own = rules.flatMap((rule) =>
    rule.condition === condition ? (thresholdOf(condition, rule.threshold) ?? []) : [],
  );
  const near = own.slice(0, 1).flatMap((value) => thresholdsNear(measure.unit, measure.trouble, value));
  return orderedThresholds(measure, [...own, ...near]);
}

/** Everything that was read for the rules of a request, by condition and then by controller. */
export type Samples = Map<AlertCondition, Map<string, PastSamples>>;

/** Whether a condition's past is stored in a way that rounds can be built from. */
export const isStored = (condition: AlertCondition): boolean =>
  condition === AlertCondition.device_offline ||
  condition === AlertCondition.port_down ||
  measureOf[condition] !== undefined;

/** Raises the alerts of a rule over the whole period. */
function runRule(request: BacktestRequest, samples: Samples, rule: Rule): RunAlert[] {
  const { condition } = rule;
  const found: RunAlert[] = [];
  if (!isStored(condition)) return found;
  const thresholds = thresholdsFor(request.rules, condition);
  const hadBy = Map.groupBy(request.alerts, (one) => `${one.controllerId} ${one.condition} ${one.subject}`);
  for (const controller of request.controllers) {
    const read = samples.get(condition)?.get(controller.id);
    if (!read) continue;
    const { sites, devices } = coveredBy(rule, controller);
    const statesBy = Map.groupBy(controller.states, ({ hostId, mac }) => `${mac} ${hostId}`);
    const links = new StateEncoding(false);
    const states = new StateEncoding(condition === AlertCondition.port_down);
    const threshold = thresholdOf(condition, rule.threshold);
    if (conditions[condition].measure && threshold === undefined) continue;
    const encoding = threshold === undefined ? states : valueEncoding(condition, thresholds, threshold);
    const find = threshold === undefined ? undefined : changeFinder(encoding);
    const isWhole = condition === AlertCondition.device_offline;
    const replay = {
      controllerId: controller.id,
      // What isn't covered was left out before, except where it matters for others.
      rule: isWhole ? rule : { ...rule, scope: {}, exceptions: [], siteId: null },
      encoding,
      links,
      rounds: read.rounds,
    };
    const raised: WouldBeAlert[] = [];
    for (const group of groupsOf(condition, sites, devices)) {
      const members = group.devices.map((device): Member => {
        if (!find) return { device, changes: stateChanges(read, device, statesBy, states) };
        return { device, changes: valueChanges(read, device, find) };
      });
      if (group.hasConsole)
        members.push({ device: null, changes: linkChanges(read, group.site, statesBy, links) });
      replayGroup(replay, { site: group.site, members }, raised);
    }
    for (const alert of raised) {
      const own = hadBy.get(`${controller.id} ${conditionOf(alert.type)} ${alert.subject}`) ?? [];
      found.push({ ...alert, controllerId: controller.id, had: own.some((one) => overlaps(one, alert)) });
    }
  }
  return found;
}

const overlaps = (
  one: { since: number; until: number | null },
  other: { since: number; until: number | null },
): boolean => one.since <= (other.until ?? Infinity) && other.since <= (one.until ?? Infinity);

type StatesBy = ReadonlyMap<string, readonly PastState[]>;

function stateChanges(
  { rounds }: PastSamples,
  device: PastDevice,
  statesBy: StatesBy,
  encoding: StateEncoding,
): CodeChange[][] {
  return withoutLeft(
    rounds,
    device,
    byDay(rounds, statesBy.get(`${device.mac} ${device.hostId}`) ?? [], encoding),
  );
}

const linkChanges = (
  { rounds }: PastSamples,
  { hostId }: PastSite,
  statesBy: StatesBy,
  links: StateEncoding,
): CodeChange[][] => byDay(rounds, [connected(hostId), ...(statesBy.get(` ${hostId}`) ?? [])], links);

/** A console is connected unless something says otherwise. What isn't known of its devices is unknown anyway. */
const connected = (hostId: string): PastState => ({
  hostId,
  mac: '',
  at: 0,
  state: 'connected',
  stateReason: null,
  downPorts: null,
});

function byDay(
  rounds: readonly PastRounds[],
  states: readonly PastState[],
  encoding: StateEncoding,
): CodeChange[][] {
  let from = 0;
  return rounds.map((day) => {
    const last = day.times.at(-1);
    if (last === undefined) return [];
    const changes = stateChangesIn(day, states, encoding, from);
    while (from < states.length && states[from]!.at <= last) from++;
    return changes;
  });
}

function valueChanges(
  { rounds, codes }: PastSamples,
  device: PastDevice,
  find: ReturnType<typeof changeFinder>,
): CodeChange[][] {
  const own = codes.get(device.id) ?? [];
  let before = -1;
  const changes = rounds.map(({ times }, day) => {
    const found = find(own[day] ?? encodedDay(new Uint8Array(times.length)), before);
    before = found.at(-1)?.code ?? before;
    return found;
  });
  return withoutLeft(rounds, device, changes);
}

/** From the round after a device left its console, it is gone. */
function withoutLeft(
  rounds: readonly PastRounds[],
  { leftAt }: PastDevice,
  changes: CodeChange[][],
): CodeChange[][] {
  if (leftAt === null) return changes;
  let isGone = false;
  return changes.map((own, day) => {
    if (isGone) return [];
    const round = rounds[day]!.times.findIndex((at) => at >= leftAt);
    if (round < 0) return own;
    isGone = true;
    return [...own.filter((change) => change.round < round), { round, code: leftCode }];
  });
}

/** Runs the rules, and finds out which duration and threshold would make less noise. */
export function runBacktest(
  request: BacktestRequest,
  samples: Samples,
  onProgress: (fraction: number) => void,
): BacktestResult {
  const { rules, controllers, from, until } = request;
  const [draft] = rules as [Rule];
  const runs = rules.map((rule, nth) => {
    onProgress(nth / (rules.length + 2));
    return runRule(request, samples, rule);
  });
  onProgress(rules.length / (rules.length + 2));
  const covered = controllers.map((controller) => ({ controller, ...coveredBy(draft, controller) }));
  return {
    from,
    until,
    siteCount: covered.reduce((sum, { sites }) => sum + sites.length, 0),
    deviceCount: covered.reduce((sum, { devices }) => sum + devices.length, 0),
    runs: runs.map((alerts) => summaryOf(request, alerts)),
    gaps: gapsOf(request, samples),
    limits: limitsOf(request, samples, covered),
    ...suggestionsFor(request, samples, draft, runs[0]!),
  };
}

function summaryOf({ from, until, timeZone }: BacktestRequest, alerts: RunAlert[]): Run {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const days = new Map<string, RunDay>();
  for (let at = from; at < until; at += 3_600_000) {
    const day = dayOf.format(at);
    if (!days.has(day)) days.set(day, { day, raised: 0, had: 0 });
  }
  const devices = new Map<string, RunDevice>();
  let minutes = 0;
  for (const alert of alerts) {
    const day = days.get(dayOf.format(alert.raisedAt));
    if (day) day.raised += 1;
    if (day && alert.had) day.had += 1;
    const own = ((alert.until ?? until) - alert.since) / 60_000;
    minutes += own;
    const { controllerId, siteId, siteName, deviceName, deviceMac } = alert;
    const key = `${controllerId} ${siteId} ${deviceMac ?? ''}`;
    const device = devices.get(key) ?? {
      controllerId,
      siteId,
      siteName,
      deviceName,
      deviceMac,
      alerts: 0,
      minutes: 0,
    };
    device.alerts += 1;
    device.minutes += own;
    devices.set(key, device);
  }
  const lasted = ({ since, until: end }: RunAlert) => (end ?? until) - since;
  return {
    total: alerts.length,
    had: alerts.filter(({ had }) => had).length,
    minutes: Math.round(minutes),
    days: [...days.values()],
    devices: [...devices.values()]
      .sort((a, b) => b.alerts - a.alerts || b.minutes - a.minutes)
      .slice(0, 10)
      .map((device) => ({ ...device, minutes: Math.round(device.minutes) })),
    alerts: alerts
      .toSorted((a, b) => lasted(b) - lasted(a))
      .slice(0, mostAlerts)
      .sort((a, b) => b.raisedAt - a.raisedAt),
  };
}

/** The most gaps that are returned. */
const mostGaps = 200;

/** Periods in which nothing was read of a controller. Overlapping ones are merged. */
function gapsOf({ until }: BacktestRequest, samples: Samples): Gap[] {
  const found: Gap[] = [];
  const [read] = samples.values();
  for (const { rounds } of read?.values() ?? []) {
    let open: Gap | undefined;
    for (const { times, blind } of rounds) {
      for (const [round, at] of times.entries()) {
        const kind = blind[round] === 1 ? 'unread' : blind[round] === 2 ? 'unmonitored' : undefined;
        if (open && kind !== open.kind) {
          found.push({ ...open, until: at });
          open = undefined;
        }
        if (kind) open ??= { from: at, until, kind };
      }
    }
    if (open) found.push(open);
  }
  const merged: Gap[] = [];
  for (const gap of found.sort((a, b) => a.from - b.from)) {
    const last = merged.findLast(({ kind }) => kind === gap.kind);
    if (last && gap.from <= last.until) last.until = Math.max(last.until, gap.until);
    else merged.push(gap);
  }
  return merged.slice(-mostGaps);
}

function limitsOf(
  { rules: [draft], from }: BacktestRequest,
  samples: Samples,
  covered: readonly { controller: PastController; devices: PastDevice[]; sites: PastSite[] }[],
): Limit[] {
  const { condition } = draft!;
  if (!isStored(condition)) return [{ code: 'not_stored', deviceCount: null, until: null }];
  const limits: Limit[] = [];
  const own = covered.filter(({ sites }) => sites.length > 0);
  const read = own.map(({ controller, devices }) => ({
    devices,
    controller,
    samples: samples.get(condition)?.get(controller.id),
  }));
  if (conditions[condition].measure) {
    const begins = read.flatMap(({ samples: one }) => firstRound(one) ?? []);
    const begin = Math.min(...begins);
    if (begins.length === 0) limits.push({ code: 'no_history', deviceCount: null, until: null });
    else if (begin > from + dayMs / 2) limits.push({ code: 'no_history', deviceCount: null, until: begin });
    const unmeasured = read.flatMap(({ devices, samples: one }) =>
      devices.filter(({ id }) => !one?.codes.get(id)?.some((day) => day && day.highest > 0)),
    );
    if (unmeasured.length > 0 && begins.length > 0)
      limits.push({ code: 'not_measured', deviceCount: unmeasured.length, until: null });
    return limits;
  }
  const since = Math.max(...read.map(({ controller }) => controller.statesSince ?? Infinity));
  if (own.length > 0 && since > from)
    limits.push({
      code: 'states_not_stored',
      deviceCount: null,
      until: Number.isFinite(since) ? since : null,
    });
  if (condition === AlertCondition.port_down) {
    const withPorts = new Set(
      own.flatMap(({ controller }) =>
        controller.states.flatMap(({ mac, downPorts }) => (downPorts ? [mac] : [])),
      ),
    );
    const without = own.flatMap(({ devices }) =>
      devices.filter(({ mac, upPorts }) => upPorts.length > 0 && !withPorts.has(mac)),
    );
    if (without.length > 0) limits.push({ code: 'not_measured', deviceCount: without.length, until: null });
  }
  return limits;
}

const dayMs = 86_400_000;

const firstRound = (samples: PastSamples | undefined): number | undefined =>
  samples?.rounds.find(({ times }) => times.length > 0)?.times[0];

type Suggested = Pick<BacktestResult, 'durations' | 'thresholds' | 'suggestions'>;

/**
 * Finds the knee of two curves: how many alerts there are over the duration, and over the threshold. Both count how long the
 * condition held. What a suggestion promises comes from running it like any other rule, and it may miss no outage.
 */
function suggestionsFor(
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
  const text = (value: number) => formatThreshold(condition, value).replace(/[\s/]|s$/g, '');
  const thresholds = ordered.map((value, place) => ({
    threshold: text(value),
    alerts: times[place]!.atLeast(draft.durationMinutes),
  }));
  const outages = alerts.filter((alert) => isOutage(request, alert));
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
    const bySubject = Map.groupBy(after, ({ controllerId, subject }) => `${controllerId} ${subject}`);
    const missed = outages.filter(
      (outage) =>
        !bySubject.get(`${outage.controllerId} ${outage.subject}`)?.some((one) => overlaps(one, outage)),
    );
    return { threshold, duration, before: alerts.length, after: after.length, missed: missed.length };
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

interface Changed {
  threshold: string | null;
  duration: number;
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
  const ordered = thresholdsFor(request.rules, condition);
  const times = ordered.map(() => new HoldTimes());
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

/** How long devices and consoles were down, or devices had ports that were down. */
function stateHoldTimes(request: BacktestRequest, samples: Samples, draft: Rule): HoldTimes {
  const held = new HoldTimes();
  const matcher = matcherOf(draft.scope, draft.exceptions);
  for (const controller of request.controllers) {
    const read = samples.get(draft.condition)?.get(controller.id);
    if (!read) continue;
    const { sites, devices } = coveredBy(draft, controller);
    const byHost = new Map(sites.map((site) => [site.hostId, site]));
    const statesBy = Map.groupBy(controller.states, ({ hostId, mac }) => `${mac} ${hostId}`);
    const encoding = new StateEncoding(draft.condition === AlertCondition.port_down);
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
  encoding: StateEncoding,
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
