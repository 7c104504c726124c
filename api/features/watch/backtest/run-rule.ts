import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { conditionOf, conditions, type Measure, thresholdOf } from '#api/features/alerts/condition.ts';
import { matchedDevice, matcherOf, siteMatches } from '#api/features/alerts/rule-scope.ts';
import type { Rule } from '../evaluate/types.ts';
import {
  changeFinder,
  type CodeChange,
  type EncodedDay,
  encodedDay,
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
  condition === AlertCondition.device_offline ||
  condition === AlertCondition.port_down ||
  measureOf[condition] !== undefined;

/** Raises the alerts of a rule over the whole period. */
export function runRule(request: BacktestRequest, samples: Samples, rule: Rule): RunAlert[] {
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
