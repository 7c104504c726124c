import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import {
  conditionOf,
  conditions,
  isAboutLines,
  type Measure,
  thresholdOf,
} from '#api/features/alerts/condition.ts';
import { matchedDevice, matcherOf, siteMatches } from '#api/features/alerts/rule-scope.ts';
import { parseSubject, type Rule } from '../evaluate/types.ts';
import {
  changeFinder,
  type CodeChange,
  type EncodedDay,
  encodedDay,
  leftCode,
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
import {
  type LineHistory,
  lineCodes,
  lineMeasureOf,
  measuredHistory,
  type PastLine,
  type PastPeriods,
  stateHistory,
} from './past-lines.ts';
import { groupsOf, type Member, replayGroup } from './replay.ts';
import { type HandledAlert, type PastOutages, type PastSource, replayProviders } from './replay-providers.ts';

/** A controller, with everything that is read at once. Times are Unix milliseconds. */
export interface PastController {
  id: string;
  pollSeconds: number;
  sites: PastSite[];
  devices: PastDevice[];
  /** In order of time. */
  states: PastState[];
  /** Internet lines that have been in use. */
  lines: PastLine[];
  /** For which severities it opens tickets, besides those of a rule. */
  ticketSeverities: string[];
  /** Since when all changes of states are stored. `null`: never. */
  statesSince: number | null;
  /** Periods in which UniFi could be read. */
  reads: { from: number; until: number | null }[];
  /** Periods in which it couldn't. */
  failures: { from: number; until: number | null }[];
}

/** An alert that the team had. */
export interface PastAlert extends HandledAlert {
  controllerId: string;
  condition: AlertCondition;
  since: number;
  until: number | null;
  isAcknowledged: boolean;
  /** Messages that were sent about it, if it is one of the saved rule's. Otherwise 0. */
  messages: number;
}

export interface BacktestRequest {
  from: number;
  until: number;
  /** IANA name of the reader's time zone. */
  timeZone: string;
  /** The draft, and the saved rule if it differs. */
  rules: Rule[];
  /** The team's other rules whose alerts may explain those of the draft. */
  others: Rule[];
  /** Some channels are limited to some sites. */
  hasLimitedChannels: boolean;
  controllers: PastController[];
  alerts: PastAlert[];
}

/** What was read of a controller for one condition. By day. */
export interface PastSamples {
  rounds: PastRounds[];
  /** Encoded values by the ID of their device. Empty for conditions about states. */
  codes: Map<string, (EncodedDay | undefined)[]>;
  /** Measured periods by the ID of their line. Empty for conditions about anything else. */
  periods: Map<string, PastPeriods>;
}

/** An alert of a run. */
export interface RunAlert extends WouldBeAlert {
  controllerId: string;
  /** The team had an alert about the same trouble. */
  had: boolean;
}

/** Which devices and sites of a controller a rule covers, with the facts of today. */
export function coveredBy(
  rule: Rule,
  controller: PastController,
  // Devices that a rule doesn't cover still tell whether a console is covered, and what others depend on.
  isWholeSite = rule.condition === AlertCondition.device_offline,
): { sites: PastSite[]; devices: PastDevice[] } {
  const { scope, exceptions, controllerId, siteId } = rule;
  if (controllerId !== null && controllerId !== controller.id) return { sites: [], devices: [] };
  const sites = controller.sites.filter(
    (site) => (siteId ?? site.hostId) === site.hostId && siteMatches(scope, site),
  );
  const byHost = new Map(sites.map((site) => [site.hostId, site]));
  const matcher = matcherOf(scope, exceptions);
  const devices = controller.devices.filter((device) => {
    const site = byHost.get(device.hostId);
    return site && (isWholeSite || !matcher.mismatch(site, matchedDevice(device)));
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

/**
 * Thresholds near a rule's own, from a little more sensitive to much less: whole percents, or steps of a fifth for amounts.
 */
function thresholdsNear(unit: Measure['unit'], trouble: Measure['trouble'], own: number): number[] {
  const worse = trouble === 'above' ? 1 : -1;
  if (unit === 'percent') {
    const near = Array.from({ length: 26 }, (_, step) => own + worse * (step - 10));
    return near.filter((value) => value >= 1 && value <= 99);
  }
  return Array.from({ length: 21 }, (_, step) => own * 1.2 ** (worse * (step - 6)));
}

/** Everything that was read for the rules of a request, by condition and then by controller. */
export type Samples = Map<AlertCondition, Map<string, PastSamples>>;

/** Whether a condition's past is stored in a way that rounds can be built from. */
export const isStored = (condition: AlertCondition): boolean =>
  condition !== AlertCondition.client_disconnect;

/** Conditions about devices and ports, whose alerts may explain each other. */
export const isAboutStates = (condition: AlertCondition): boolean =>
  condition === AlertCondition.device_offline || condition === AlertCondition.port_down;

/** Conditions whose alerts may be part of a provider's outage. UniFi's lists are enough to evaluate them. */
const mayBeOfProvider = (condition: AlertCondition): boolean =>
  condition === AlertCondition.device_offline ||
  condition === AlertCondition.wan_down ||
  condition === AlertCondition.wan_failover;

/** Whether what a rule finds depends on the lines of all controllers of its team. */
export const needsProviders = ({ fold, condition }: Rule, others: readonly Rule[]): boolean =>
  condition === AlertCondition.isp_outage ||
  (fold && mayBeOfProvider(condition) && others.some((one) => one.condition === AlertCondition.isp_outage));

/** The team's other rules whose alerts may explain those of a rule: they notify everyone that it notifies. */
export const causesFor = (rule: Rule, others: readonly Rule[]): Rule[] =>
  rule.fold && isAboutStates(rule.condition)
    ? others.filter(
        (one) =>
          isAboutStates(one.condition) && rule.channels.every((channel) => one.channels.includes(channel)),
      )
    : [];

/** Whether all devices of a site are evaluated together, because they explain each other or their console. */
const isWhole = (rule: Rule, causes: readonly Rule[]): boolean =>
  rule.condition === AlertCondition.device_offline || causes.length > 0;

/** Raises the alerts of a rule over the whole period. */
export function runRule(request: BacktestRequest, samples: Samples, rule: Rule): RunAlert[] {
  const { condition } = rule;
  if (!isStored(condition)) return [];
  const found: Omit<RunAlert, 'had'>[] = [];
  if (condition === AlertCondition.isp_outage)
    for (const { alert, controllerId } of replayProviders(sourcesOf(request, samples), [rule]).alerts)
      found.push({ ...alert, controllerId });
  else
    for (const controller of request.controllers) {
      const read = samples.get(condition)?.get(controller.id);
      if (!read) continue;
      const raised: WouldBeAlert[] = [];
      if (isAboutLines(condition)) replayLines(request, samples, { controller, read, rule }, raised);
      else replayDevices(request, samples, { controller, read, rule }, raised);
      for (const alert of raised) found.push({ ...alert, controllerId: controller.id });
    }
  return withHad(request, found);
}

/** A provider's outage may be stored with any of its controllers. */
const placeOf = (controllerId: string, subject: string): string =>
  parseSubject(subject).about === 'provider' ? '' : controllerId;

function withHad({ alerts }: BacktestRequest, found: readonly Omit<RunAlert, 'had'>[]): RunAlert[] {
  const hadBy = Map.groupBy(
    alerts,
    ({ controllerId, condition, subject }) => `${placeOf(controllerId, subject)} ${condition} ${subject}`,
  );
  return found.map((alert) => {
    const { controllerId, type, subject } = alert;
    const own = hadBy.get(`${placeOf(controllerId, subject)} ${conditionOf(type)} ${subject}`) ?? [];
    return { ...alert, had: own.some((one) => overlaps(one, alert)) };
  });
}

interface Part {
  controller: PastController;
  read: PastSamples;
  rule: Rule;
}

/** The parts of a replay that don't depend on what a rule is about. */
function replayOf(request: BacktestRequest, samples: Samples, { controller, read, rule }: Part) {
  const withTickets = (one: Rule): Rule => ({
    ...one,
    ticketSeverities: [...controller.ticketSeverities, ...one.ticketSeverities],
  });
  const isExplained = rule.condition !== AlertCondition.isp_outage && needsProviders(rule, request.others);
  return {
    controllerId: controller.id,
    rule: withTickets(rule),
    causes: causesFor(rule, request.others).map(withTickets),
    outages: isExplained ? outagesOf(request, samples) : undefined,
    isListed: mayBeOfProvider(rule.condition),
    links: new StateEncoding({ states: true, ports: false }),
    rounds: read.rounds,
  };
}

/** Of each request, because its rules run several times. */
const knownOutages = new WeakMap<BacktestRequest, PastOutages>();

/** Outages by the team's other rules. */
function outagesOf(request: BacktestRequest, samples: Samples): PastOutages {
  const rules = request.others.filter(({ condition }) => condition === AlertCondition.isp_outage);
  const found =
    knownOutages.get(request) ??
    replayProviders(sourcesOf(request, samples), rules, {
      isLimited: request.hasLimitedChannels,
      alerts: request.alerts,
    }).outages;
  knownOutages.set(request, found);
  return found;
}

const sourcesOf = ({ controllers }: BacktestRequest, samples: Samples): PastSource[] =>
  controllers.map((controller) => ({
    ...controller,
    controllerId: controller.id,
    rounds: samples.get(AlertCondition.isp_outage)?.get(controller.id)?.rounds ?? [],
  }));

function replayLines(request: BacktestRequest, samples: Samples, part: Part, raised: WouldBeAlert[]): void {
  const { controller, read, rule } = part;
  const statesBy = statesByDevice(controller);
  const replay = { ...replayOf(request, samples, part), encoding: lineCodes };
  for (const { site, lines } of linesCoveredBy(rule, controller)) {
    const members = lines.flatMap((line): Member[] => {
      const history = lineHistory(rule, line, read);
      return history ? [{ device: null, line: history, changes: history.changes }] : [];
    });
    if (members.length === 0) continue;
    members.push({ device: null, changes: linkChanges(read, site, statesBy, replay.links) });
    replayGroup(replay, { site, members }, raised);
  }
}

function lineHistory(
  { condition, threshold }: Rule,
  line: PastLine,
  { rounds, periods }: PastSamples,
): LineHistory | undefined {
  if (!lineMeasureOf[condition]) return stateHistory(condition, line, rounds);
  const limit = thresholdOf(condition, threshold);
  const own = periods.get(line.id);
  return own && limit !== undefined ? measuredHistory(condition, line, own, limit, rounds) : undefined;
}

/** The internet lines that a rule covers, by site. */
export function linesCoveredBy(
  rule: Rule,
  controller: PastController,
): { site: PastSite; lines: PastLine[] }[] {
  const { sites } = coveredBy(rule, controller);
  const matcher = matcherOf(rule.scope, rule.exceptions);
  const byHost = Map.groupBy(controller.lines, ({ hostId }) => hostId);
  return sites.flatMap((site) => {
    const lines = matcher.mismatch(site, {}) ? [] : (byHost.get(site.hostId) ?? []);
    return lines.length > 0 ? [{ site, lines }] : [];
  });
}

function replayDevices(request: BacktestRequest, samples: Samples, part: Part, raised: WouldBeAlert[]): void {
  const { controller, read, rule } = part;
  const { condition } = rule;
  const base = replayOf(request, samples, part);
  const whole = isWhole(rule, base.causes);
  const { sites, devices } = coveredBy(rule, controller, whole);
  const statesBy = statesByDevice(controller);
  const conditionsOf = new Set([rule, ...base.causes].map((one) => one.condition));
  const states = new StateEncoding({
    states: conditionsOf.has(AlertCondition.device_offline),
    ports: conditionsOf.has(AlertCondition.port_down),
  });
  const threshold = thresholdOf(condition, rule.threshold);
  if (conditions[condition].measure && threshold === undefined) return;
  const encoding =
    threshold === undefined
      ? states
      : valueEncoding(condition, thresholdsFor(request.rules, condition), threshold);
  const find = threshold === undefined ? undefined : changeFinder(encoding);
  const replay = {
    ...base,
    // What isn't covered was left out before, except where it matters for others.
    rule: whole ? base.rule : { ...base.rule, scope: {}, exceptions: [], siteId: null },
    encoding,
  };
  for (const group of groupsOf(whole, sites, devices)) {
    const members = group.devices.map((device): Member => {
      if (!find) return { device, changes: stateChanges(read, device, statesBy, states) };
      return { device, changes: valueChanges(read, device, find) };
    });
    if (group.hasConsole)
      members.push({ device: null, changes: linkChanges(read, group.site, statesBy, base.links) });
    const causes = causesAmong(group.devices, replay.causes);
    replayGroup({ ...replay, causes }, { site: group.site, members }, raised);
  }
}

/** Only devices with others behind them explain anything, and evaluating all others for nothing would take long. */
function causesAmong(devices: readonly PastDevice[], causes: readonly Rule[]): Rule[] {
  const above = new Set(
    devices.flatMap(({ uplink, earlierUplinks }) =>
      [uplink, ...earlierUplinks].flatMap((one) => one?.mac ?? []),
    ),
  );
  return causes.flatMap((rule) => {
    const macs = rule.scope.macs ? rule.scope.macs.filter((mac) => above.has(mac)) : [...above];
    return macs.length > 0 ? [{ ...rule, scope: { ...rule.scope, macs } }] : [];
  });
}

const statesByDevice = ({ states }: PastController): StatesBy =>
  Map.groupBy(states, ({ hostId, mac }) => `${mac} ${hostId}`);

export const overlaps = (
  one: { since: number; until: number | null },
  other: { since: number; until: number | null },
): boolean => one.since <= (other.until ?? Infinity) && other.since <= (one.until ?? Infinity);

type StatesBy = ReadonlyMap<string, readonly PastState[]>;

export function stateChanges(
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

export const linkChanges = (
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
