import { AlertResolution, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { severityOf } from '#api/features/alerts/condition.ts';
import { paced, type Steps } from '#api/lib/steps.ts';
import { type Place, topologyOf, type Topology } from './topology.ts';
import {
  type Affected,
  type AlertRef,
  type Change,
  type NewAlert,
  type OpenAlert,
  type PendingCondition,
  parseSubject,
  type Round,
  type Rule,
} from './types.ts';
import type { Evidence, Finding } from './verdict.ts';

/**
 * How far apart a cause and its effect are first seen, because of the order of polls and heartbeats. A device that failed
 * earlier or later has trouble of its own.
 */
const togetherMs = 5 * 60_000;

/** How long a device waits for its cause to be reported, beyond its rule's duration. */
const patienceMs = 2 * 60_000;

/** How long after it was due an alert may still become part of a cause that was found later. */
const foldAfterwardsMs = 15 * 60_000;

/** A device that is down for longer than this, with its cause coming and going, has trouble of its own. */
const mostReleasedMs = 30 * 60_000;

/** The most devices that a round lists behind all its alerts: in a chain where each raises its own, the sum of all lists. */
const mostAffected = 50_000;

/** How long a device has to come back once its cause is over. When power returns, devices start one after another. */
const comeBackMs = 5 * 60_000;

/** An alert about a device or port: one that is open, or one that is due. */
interface Item {
  rule: Rule;
  subject: string;
  type: AlertType;
  severity: AlertSeverity;
  since: Date;
  /** The alert, if it is open. */
  open: OpenAlert | undefined;
  /** The pending condition, if the alert is due. */
  condition: PendingCondition | undefined;
  finding: Finding | undefined;
  /** Undefined if its device has left, or isn't monitored. */
  place: Place | undefined;
  /** Of it and all that is part of it: an alert never looks less severe than what it stands for. */
  loudest: AlertSeverity;
  /** What is part of it. */
  parts: Item[] | undefined;
}

/** A pending condition that has held for its rule's duration. It raises an alert unless it is part of another one. */
export type Due = Item & { condition: PendingCondition; finding: Finding };

export function dueOf(rule: Rule, condition: PendingCondition, finding: Finding, since: Date): Due {
  const { type, seen } = finding;
  const severity = severityOf(type, seen?.device.role);
  return {
    rule,
    subject: condition.subject,
    type,
    severity,
    since,
    open: undefined,
    condition,
    finding,
    place: undefined,
    loudest: severity,
    parts: undefined,
  };
}

interface Folding {
  round: Round;
  evidence: Evidence;
  rules: ReadonlyMap<string, Rule>;
  topology: Topology;
  /** Those that aren't folded themselves, by subject. */
  standing: Map<string, Item[]>;
  /** Of those, the open ones, by ID. */
  standingById: Map<string, Item>;
  /** Open before this round, by ID. */
  alerts: ReadonlyMap<string, OpenAlert>;
  /** Those of them that this round ends, by ID. */
  ended: ReadonlyMap<string, AlertResolution>;
  /** Conditions that hold and are neither due nor folded, by subject. */
  waiting: () => ReadonlyMap<string, Pick<PendingCondition, 'ruleId' | 'since'>[]>;
  outcome: Outcome;
}

/**
 * Makes devices that are down because of another one part of its alert. It decides from what the reading shows and what is
 * stored, so the order in which failures were reported doesn't matter. Whatever isn't certain raises its own alert:
 * a hidden outage is worse than one alert too many.
 * @param changes of the round, without the alerts that are due
 * @param describe the alert that is due
 */
export function* fold(
  round: Round,
  evidence: Evidence,
  changes: readonly Change[],
  due: readonly Due[],
  describe: (due: Due) => NewAlert,
): Steps<Change[]> {
  const rules = new Map(round.rules.map((rule) => [rule.id, rule]));
  const ended = endedBy(changes);
  const items = [...due.filter(canFold), ...openItems(round, rules, ended)];
  const folded = round.pending.filter(({ causeAlertId }) => causeAlertId);
  const others = due
    .filter((one) => !canFold(one))
    .map((one): Change => ({ kind: 'raise', alert: describe(one) }));
  if (items.length === 0 && folded.length === 0) return [...changes, ...others];
  const folding: Folding = {
    round,
    evidence,
    rules,
    topology: yield* topologyOf(evidence, round.reading.at),
    standing: new Map(),
    standingById: new Map(),
    alerts: new Map(round.alerts.map((one) => [one.id, one])),
    ended,
    waiting: once(() => waitingIn(round, changes)),
    outcome: new Outcome(),
  };
  yield* paced(yield* byDepth(folding.topology, items), (item) => settle(folding, item));
  const cleared = new Set(changes.flatMap((one) => (one.kind === 'clear' ? [keyOf(one)] : [])));
  for (const condition of folded) if (!cleared.has(keyOf(condition))) reviewFolded(folding, condition);
  return [...folding.outcome.applyTo(changes, folding, describe), ...others];
}

const keyOf = ({ ruleId, subject }: { ruleId: string; subject: string }) => `${ruleId} ${subject}`;

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function endedBy(changes: readonly Change[]): Map<string, AlertResolution> {
  const ended = new Map<string, AlertResolution>();
  for (const one of changes) {
    if (one.kind === 'resolve') ended.set(one.alertId, one.resolution);
    else if (one.kind === 'stabilise') ended.set(one.alertId, AlertResolution.recovered);
  }
  return ended;
}

/** Alerts that are open and stay so, which may be folded or be a cause. */
function openItems(
  { alerts }: Round,
  rules: ReadonlyMap<string, Rule>,
  ended: ReadonlyMap<string, AlertResolution>,
): Item[] {
  const none = { condition: undefined, finding: undefined, place: undefined, parts: undefined };
  return alerts.flatMap((open) => {
    const rule = rules.get(open.ruleId ?? '');
    if (!rule || !canFold(open) || ended.has(open.id)) return [];
    const { subject, type, severity, since } = open;
    return [{ rule, subject, type, severity, since, open, loudest: severity, ...none }];
  });
}

const canFold = ({ type }: { type: AlertType }): boolean =>
  type === AlertType.device_offline || type === AlertType.device_impaired || type === AlertType.port_down;

/** Conditions that have begun to hold, including those of this round. */
function waitingIn(round: Round, changes: readonly Change[]) {
  const begun = changes.filter((one) => one.kind === 'hold');
  const before = round.pending.filter(({ causeAlertId, unknownSince }) => !causeAlertId && !unknownSince);
  return Map.groupBy([...begun, ...before], ({ subject }) => subject);
}

/**
 * Causes come first, because one that is folded itself can't be a cause. What was part of an alert comes last, because its
 * place in the tree may have changed since.
 */
function* byDepth(topology: Topology, items: readonly Item[]): Steps<Item[]> {
  const levels: Item[][] = [];
  const kept: Item[][] = [];
  yield* paced(items, (item) => {
    item.place = topology(item.subject);
    const list = item.condition?.causeAlertId ? kept : levels;
    (list[item.place?.causes().length ?? 0] ??= []).push(item);
  });
  return [...levels.flat(), ...kept.flat()];
}

/** Folds an alert into its cause, lets it wait for one, or lets it stand. */
function settle(folding: Folding, item: Item): void {
  const { open, condition, rule, subject, place } = item;
  if (rule.fold && place?.state === 'down') {
    const cause = keptBy(folding, item) ?? causeOf(folding, item, place.causes());
    if (cause) return foldInto(folding, item, cause);
    if (condition && isHeld(folding, item, place.causes())) return;
  }
  const list = folding.standing.get(subject);
  if (list) list.push(item);
  else folding.standing.set(subject, [item]);
  if (open) folding.standingById.set(open.id, item);
}

/** The alert that it is part of, while that one may still be the reason. A cause that is folded passes on what it explains. */
function keptBy({ standingById, outcome }: Folding, item: Item): Item | undefined {
  const { causeAlertId, releasedAt } = item.condition ?? {};
  if (!causeAlertId || releasedAt) return undefined;
  const cause = outcome.passedOn.get(causeAlertId) ?? standingById.get(causeAlertId);
  return cause && !isOver(cause.place) && speaksFor(cause, item) ? cause : undefined;
}

/** Whether a device or port explains nothing behind it. */
const isOver = (place: Place | undefined): boolean => place?.state === 'up' || place?.isContradicted === true;

/** The alert that explains this one, highest first. An alert of the same rule is preferred. */
function causeOf(folding: Folding, item: Item, causes: readonly Place[]): Item | undefined {
  for (const { subject, isContradicted } of causes) {
    let best: Item | undefined;
    for (const one of (!isContradicted && folding.standing.get(subject)) || []) {
      if (best && one.rule !== item.rule) continue;
      if (isExplained(folding, item, one) && mayEnd(folding, item, one) && speaksFor(one, item)) best = one;
    }
    if (best) return best;
  }
  return undefined;
}

/**
 * An alert is only folded afterwards while it is fresh, and not if it was released before. Otherwise changing evidence could
 * end and raise it again and again.
 */
function mayEnd({ round }: Folding, { open, rule, since }: Item, cause: Item): boolean {
  if (!open) return true;
  const dueAfterMs = rule.durationMinutes * 60_000;
  if (open.raisedAt.getTime() - since.getTime() > dueAfterMs + 2 * patienceMs) return false;
  const ageMs = round.reading.at.getTime() - since.getTime();
  const longestMs = Math.max(dueAfterMs, cause.rule.durationMinutes * 60_000);
  return !open.flappingSince && ageMs <= longestMs + foldAfterwardsMs;
}

/** Whether a device went down with its cause, or had no chance to come back before the cause returned. */
function isExplained({ round }: Folding, item: Item, cause: { since: Date }): boolean {
  const { since, place, condition } = item;
  const isSo =
    isTogether(item, cause) || (!!place?.downSince && isTogether({ since: place.downSince }, cause));
  if (!condition?.releasedAt) return isSo;
  if (round.reading.at.getTime() - since.getTime() > mostReleasedMs) return false;
  const againAfterMs = cause.since.getTime() - condition.releasedAt.getTime();
  return isSo || (againAfterMs >= 0 && againAfterMs <= comeBackMs);
}

const isTogether = (one: { since: Date }, other: { since: Date }): boolean =>
  Math.abs(one.since.getTime() - other.since.getTime()) <= togetherMs;

const ranks: Record<AlertSeverity, number> = {
  [AlertSeverity.info]: 0,
  [AlertSeverity.warning]: 1,
  [AlertSeverity.error]: 2,
  [AlertSeverity.critical]: 3,
};

const worse = (one: AlertSeverity, other: AlertSeverity) => (ranks[one] >= ranks[other] ? one : other);

/** Whether everyone who would hear of a device hears of its cause, at least as loudly. */
function speaksFor(cause: Item, item: Item): boolean {
  const severity = cause.condition ? worse(cause.severity, item.severity) : cause.severity;
  return ranks[severity] >= ranks[item.severity] && hearsAsMuch(cause.rule, severity, item);
}

function hearsAsMuch(cause: Rule, severity: AlertSeverity, { rule, severity: own }: Item): boolean {
  if (cause === rule && severity === own) return true;
  const opensTicket = cause.ticketSeverities.includes(severity) || !rule.ticketSeverities.includes(own);
  return opensTicket && rule.channels.every((channel) => cause.channels.includes(channel));
}

function foldInto({ outcome }: Folding, item: Item, cause: Item): void {
  const { rule, subject, since, open, condition } = item;
  (cause.parts ??= []).push(item);
  cause.loudest = worse(cause.loudest, item.severity);
  const isKept = cause.open && condition?.causeAlertId === cause.open.id && !condition.releasedAt;
  if (!isKept)
    outcome.folds.push({
      kind: 'fold',
      ruleId: rule.id,
      subject,
      since,
      cause: refOf(cause),
      alertId: open?.id,
    });
  if (open) outcome.passedOn.set(open.id, cause);
  if (condition?.causeAlertId) outcome.kept.add(condition);
}

const refOf = ({ open, rule, subject }: Item): AlertRef => open?.id ?? { ruleId: rule.id, subject };

/** Whether a condition that is due raises no alert yet. */
function isHeld(folding: Folding, item: Item, causes: readonly Place[]): boolean {
  const { causeAlertId, releasedAt } = item.condition ?? {};
  if (!causeAlertId) return isWorthWaiting(folding, item, causes, 0);
  if (releasedAt) {
    const passedMs = folding.round.reading.at.getTime() - releasedAt.getTime();
    return passedMs < comeBackMs || isWorthWaiting(folding, item, causes, comeBackMs);
  }
  const cause = folding.standingById.get(causeAlertId);
  if (cause) return isOver(cause.place);
  // If no one watches the cause any more, there is nothing to wait for.
  return folding.ended.get(causeAlertId) === AlertResolution.recovered;
}

/**
 * Whether a cause is about to be reported, or may turn out to be one once late heartbeats are in.
 * @param graceMs to wait longer
 */
function isWorthWaiting(folding: Folding, item: Item, causes: readonly Place[], graceMs: number): boolean {
  if (causes.length === 0) return false;
  const { rule, since, condition } = item;
  const waitedMs = folding.round.reading.at.getTime() - (condition?.releasedAt ?? since).getTime();
  if (waitedMs >= graceMs + rule.durationMinutes * 60_000 + patienceMs) return false;
  return causes.some(({ subject, isContradicted }) => {
    if (condition?.releasedAt && isContradicted) return false;
    const standing = folding.standing.get(subject) ?? [];
    if (standing.some((cause) => isExplained(folding, item, cause) && speaksFor(cause, item))) return true;
    const role = folding.evidence.indexed.devices.get(subject)?.device.role;
    const about = parseSubject(subject).about === 'port' ? AlertType.port_down : AlertType.device_offline;
    const severity = worse(severityOf(about, role), item.severity);
    return (folding.waiting().get(subject) ?? []).some((cause) => {
      const other = folding.rules.get(cause.ruleId);
      return other && isExplained(folding, item, cause) && hearsAsMuch(other, severity, item);
    });
  });
}

/**
 * A condition that is part of an alert, and not due in this round, or due and held. Notes when its cause stops being one:
 * from then on its device has some minutes to come back.
 */
function reviewFolded(folding: Folding, condition: PendingCondition): void {
  const { round, alerts, standing, standingById, outcome } = folding;
  const { ruleId, subject, since, causeAlertId, releasedAt } = condition;
  const cause = alerts.get(causeAlertId ?? '');
  const isRaised = standing.get(subject)?.some((one) => one.condition === condition);
  if (!cause || releasedAt || isRaised || outcome.kept.has(condition)) return;
  const next = outcome.passedOn.get(cause.id) ?? standingById.get(cause.id);
  if (!next || isOver(next.place)) {
    outcome.releases.push({ kind: 'release', ruleId, subject, at: round.reading.at });
    return;
  }
  if (next.open !== cause)
    outcome.folds.push({ kind: 'fold', ruleId, subject, since, cause: refOf(next), alertId: undefined });
  const device = folding.evidence.indexed.devices.get(subject)?.device;
  if (device) next.loudest = worse(next.loudest, severityOf(AlertType.device_offline, device.role));
  next.parts ??= [];
}

/** What becomes of a round's alerts. */
class Outcome {
  /** What open alerts became part of, by ID. */
  readonly passedOn = new Map<string, Item>();
  /** Conditions that were part of an alert and are again. */
  readonly kept = new Set<PendingCondition>();
  readonly folds: Change[] = [];
  readonly releases: Change[] = [];

  /** Raises come before the folds that refer to them. */
  applyTo(
    changes: readonly Change[],
    { standing, topology }: Folding,
    describe: (due: Due) => NewAlert,
  ): Change[] {
    const raised: Change[] = [];
    const affected: Change[] = [];
    let listed = 0;
    for (const list of standing.values())
      for (const item of list) {
        const before = new Set(item.open?.affectedMacs);
        const now = listed < mostAffected ? affectedBy(item, before) : undefined;
        listed += now?.length ?? 0;
        if (isDue(item)) raised.push({ kind: 'raise', alert: withAffected(describe(item), item, now) });
        const all = item.open && now && changedAffected(topology, item, before, now);
        if (item.open && all) affected.push({ kind: 'affect', alertId: item.open.id, affected: all });
      }
    return [...this.alter(changes, standing), ...raised, ...this.folds, ...this.releases, ...affected];
  }

  /** The changes of alerts that stay open, with the severities of what is part of them. */
  private alter(changes: readonly Change[], standing: Folding['standing']): Change[] {
    const wanted = new Map<string, { open: OpenAlert; severity: AlertSeverity }>();
    for (const list of standing.values())
      for (const { open, parts, loudest } of list)
        if (open && parts) wanted.set(open.id, { open, severity: loudest });
    if (wanted.size === 0 && this.passedOn.size === 0) return [...changes];
    const kept = changes.flatMap((change): Change[] => {
      if (!('alertId' in change) || change.alertId === undefined) return [change];
      if (this.passedOn.has(change.alertId)) return [];
      const want = change.kind === 'alter' ? wanted.get(change.alertId) : undefined;
      if (change.kind !== 'alter' || !want) return [change];
      wanted.delete(change.alertId);
      const { open, severity } = want;
      const isKnown = !change.unknownSince && !open.unknownSince && !open.calmSince;
      return isKnown && severity === open.severity ? [] : [{ ...change, severity }];
    });
    for (const [alertId, { open, severity }] of wanted)
      if (severity !== open.severity)
        kept.push({ kind: 'alter', alertId, severity, unknownSince: open.unknownSince });
    return kept;
  }
}

const isDue = (item: Item): item is Due => item.condition !== undefined;

function withAffected(alert: NewAlert, { loudest }: Item, affected: Affected[] = []): NewAlert {
  return { ...alert, severity: loudest, ...(affected.length > 0 && { affected }) };
}

/**
 * Devices that are down behind an alert's device or port: what is part of it, and what raises its own alert.
 * @param before MACs of those that were
 */
function affectedBy({ place, since, parts }: Item, before: ReadonlySet<string>): Affected[] {
  const down = place?.state === 'down' ? place.affected() : [];
  const found = down.filter((one) => isTogether(one, { since }) || before.has(one.mac));
  const listed = new Set(found.map(({ mac }) => mac));
  for (const part of parts ?? []) {
    if (listed.has(part.subject)) continue;
    const device = part.place?.asAffected();
    if (device) found.push({ ...device, since: part.since });
  }
  return found;
}

/** The devices behind an open alert's device or port, if they changed. Those that became unknown stay. */
function changedAffected(
  topology: Topology,
  { place, since }: Item,
  before: ReadonlySet<string>,
  now: Affected[],
): Affected[] | undefined {
  if (!place || (now.length === 0 && before.size === 0)) return undefined;
  const listed = new Set(now.map(({ mac }) => mac));
  const isUnclear = (mac: string) => {
    const state = topology(mac)?.state;
    return state === 'unknown' || (state === 'down' && place.state === 'unknown');
  };
  const unclear = isOver(place) ? [] : [...before].filter((mac) => !listed.has(mac) && isUnclear(mac));
  const isSame = now.length + unclear.length === before.size && now.every(({ mac }) => before.has(mac));
  return isSame ? undefined : [...now, ...unclear.map((mac) => ({ mac, name: mac, since }))];
}
