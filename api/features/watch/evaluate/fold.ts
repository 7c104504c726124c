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
  /** What refers to its alert, once something is part of it. */
  ref: AlertRef | undefined;
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
    ref: undefined,
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
  for (const condition of folded) if (!cleared.has(keyOf(condition))) release(folding, condition);
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
  const none = { condition: undefined, finding: undefined, place: undefined, ref: undefined };
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

/** Causes come first, because one that is folded itself can't be a cause. */
function* byDepth(topology: Topology, items: readonly Item[]): Steps<Item[]> {
  const levels: Item[][] = [];
  yield* paced(items, (item) => {
    item.place = topology(item.subject);
    (levels[item.place?.causes().length ?? 0] ??= []).push(item);
  });
  return levels.flat();
}

/** Folds an alert into its cause, lets it wait for one, or lets it stand. */
function settle(folding: Folding, item: Item): void {
  const { open, condition, rule, subject, place } = item;
  if (rule.fold && place?.state === 'down') {
    const cause = mayEnd(folding, item) ? causeOf(folding, item, place.causes()) : undefined;
    if (cause) return foldInto(folding, item, cause);
    if (condition?.causeAlertId && !isOverdue(folding, condition)) return;
    if (condition && !condition.causeAlertId && isWorthWaiting(folding, item, place.causes())) return;
  }
  const list = folding.standing.get(subject);
  if (list) list.push(item);
  else folding.standing.set(subject, [item]);
  if (open) folding.standingById.set(open.id, item);
}

/** An alert is only folded afterwards while it is fresh, so that changing evidence can't end and raise it again and again. */
function mayEnd({ round }: Folding, { open, rule, since }: Item): boolean {
  if (!open) return true;
  const age = round.reading.at.getTime() - since.getTime();
  return !open.flappingSince && age <= rule.durationMinutes * 60_000 + foldAfterwardsMs;
}

/** The alert that explains this one, highest first. An alert of the same rule is preferred. */
function causeOf(
  { standing, standingById }: Folding,
  item: Item,
  causes: readonly Place[],
): Item | undefined {
  for (const { subject, isContradicted } of causes) {
    let best: Item | undefined;
    for (const one of (!isContradicted && standing.get(subject)) || []) {
      if (best && one.rule !== item.rule) continue;
      if (isKept(item, one) || (isTogether(item, one) && speaksFor(one, item))) best = one;
    }
    if (best) return best;
  }
  // While nothing is known of its cause, it stays part of it.
  const { causeAlertId, releasedAt } = item.condition ?? {};
  const kept = causeAlertId && !releasedAt ? standingById.get(causeAlertId) : undefined;
  return kept?.place?.state === 'unknown' && !kept.place.isContradicted ? kept : undefined;
}

const isKept = ({ condition }: Item, { open }: Item): boolean =>
  open !== undefined && condition?.causeAlertId === open.id;

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
  cause.ref ??= cause.open?.id ?? { ruleId: cause.rule.id, subject: cause.subject };
  cause.loudest = worse(cause.loudest, item.severity);
  if (open || !isKept(item, cause) || condition?.releasedAt)
    outcome.folds.push({
      kind: 'fold',
      ruleId: rule.id,
      subject,
      since,
      cause: cause.ref,
      alertId: open?.id,
    });
  if (open) outcome.folded.add(open.id);
  if (condition?.causeAlertId) outcome.kept.add(condition);
}

/** Whether a cause is about to be reported, or may turn out to be one once late heartbeats are in. */
function isWorthWaiting(folding: Folding, item: Item, causes: readonly Place[]): boolean {
  const { at } = folding.round.reading;
  if (causes.length === 0) return false;
  if (at.getTime() - item.since.getTime() >= item.rule.durationMinutes * 60_000 + patienceMs) return false;
  return causes.some(({ subject }) => {
    const standing = folding.standing.get(subject) ?? [];
    if (standing.some((cause) => isTogether(item, cause) && speaksFor(cause, item))) return true;
    const role = folding.evidence.indexed.devices.get(subject)?.device.role;
    const about = parseSubject(subject).about === 'port' ? AlertType.port_down : AlertType.device_offline;
    const severity = worse(severityOf(about, role), item.severity);
    return (folding.waiting().get(subject) ?? []).some((cause) => {
      const rule = folding.rules.get(cause.ruleId);
      return rule && isTogether(item, cause) && hearsAsMuch(rule, severity, item);
    });
  });
}

/** Whether a device that was part of an alert raises its own now. */
function isOverdue(
  { round, alerts, ended }: Folding,
  { causeAlertId, releasedAt }: PendingCondition,
): boolean {
  if (releasedAt) return round.reading.at.getTime() - releasedAt.getTime() >= comeBackMs;
  const resolution = ended.get(causeAlertId ?? '');
  // If no one watches the cause any more, there is nothing to wait for.
  const isUnwatched = resolution !== undefined && resolution !== AlertResolution.recovered;
  return isUnwatched || !alerts.has(causeAlertId ?? '');
}

/** Notes when a cause stopped being one. From then on its devices have some minutes to come back. */
function release(
  { round, alerts, ended, topology, standing, standingById, outcome }: Folding,
  condition: PendingCondition,
): void {
  const { ruleId, subject, causeAlertId, releasedAt } = condition;
  const cause = alerts.get(causeAlertId ?? '');
  const isRaised = standing.get(subject)?.some((one) => one.condition === condition);
  if (!cause || releasedAt || isRaised || outcome.kept.has(condition)) return;
  const place = topology(cause.subject);
  const isOver = ended.has(cause.id) || !standingById.has(cause.id) || place?.state === 'up';
  if (isOver || place?.isContradicted)
    outcome.releases.push({ kind: 'release', ruleId, subject, at: round.reading.at });
}

/** What becomes of a round's alerts. */
class Outcome {
  /** Open alerts that are folded, by ID. */
  readonly folded = new Set<string>();
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
    for (const list of standing.values())
      for (const item of list) {
        const { open } = item;
        if (isDue(item)) raised.push({ kind: 'raise', alert: withAffected(describe(item), item) });
        const now = open && changedAffected(topology, item, open);
        if (now) affected.push({ kind: 'affect', alertId: open.id, affected: now });
      }
    return [...this.alter(changes, standing), ...raised, ...this.folds, ...this.releases, ...affected];
  }

  /** The changes of alerts that stay open, with the severities of what is part of them. */
  private alter(changes: readonly Change[], standing: Folding['standing']): Change[] {
    const wanted = new Map<string, { open: OpenAlert; severity: AlertSeverity }>();
    for (const list of standing.values())
      for (const { open, ref, loudest } of list)
        if (open && ref) wanted.set(open.id, { open, severity: loudest });
    if (wanted.size === 0 && this.folded.size === 0) return [...changes];
    const kept = changes.flatMap((change): Change[] => {
      if (!('alertId' in change) || change.alertId === undefined) return [change];
      if (this.folded.has(change.alertId)) return [];
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

function withAffected(alert: NewAlert, item: Item): NewAlert {
  const affected = affectedBy(item, new Set());
  return { ...alert, severity: item.loudest, ...(affected.length > 0 && { affected }) };
}

/**
 * Devices that are down behind an alert's device or port, whether or not they are part of it.
 * @param before MACs of those that were
 */
function affectedBy({ place, since }: Item, before: ReadonlySet<string>): Affected[] {
  const down = place?.state === 'down' ? place.affected() : [];
  return down.filter((one) => isTogether(one, { since }) || before.has(one.mac));
}

/** The devices behind an open alert's device or port, if they changed. Those that became unknown stay. */
function changedAffected(topology: Topology, item: Item, open: OpenAlert): Affected[] | undefined {
  const { place, since } = item;
  if (place?.state !== 'down') return undefined;
  const before = new Set(open.affectedMacs);
  const now = affectedBy(item, before);
  if (now.length === 0 && before.size === 0) return undefined;
  const unclear = place.isContradicted
    ? []
    : open.affectedMacs.filter((mac) => (topology(mac)?.state ?? 'unknown') === 'unknown');
  const isSame = now.length + unclear.length === before.size && now.every(({ mac }) => before.has(mac));
  return isSame ? undefined : [...now, ...unclear.map((mac) => ({ mac, name: mac, since }))];
}
