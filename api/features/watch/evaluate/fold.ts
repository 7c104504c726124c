import { AlertResolution, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { severityOf } from '#api/features/alerts/condition.ts';
import { sliceSize, type Steps } from '#api/lib/steps.ts';
import { type Cause, topologyOf, type Topology } from './topology.ts';
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
import type { Evidence } from './verdict.ts';

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

/** An alert that is open after this round: one that was, or one that it raises. */
interface Standing {
  ref: AlertRef;
  rule: Rule;
  subject: string;
  type: AlertType;
  severity: AlertSeverity;
  since: Date;
  /** MACs of the devices that were behind it. */
  affected: readonly string[];
  raised?: NewAlert;
  open?: OpenAlert;
}

interface Folding {
  round: Round;
  rules: ReadonlyMap<string, Rule>;
  topology: Topology;
  /** By subject, those that aren't folded themselves. */
  standing: Map<string, Standing[]>;
  /** Pending conditions by `keyOf`. */
  pending: ReadonlyMap<string, PendingCondition>;
  /** Conditions that hold and are neither due nor folded, by subject. */
  waiting: ReadonlyMap<string, Pick<PendingCondition, 'ruleId' | 'since'>[]>;
  /** Those that were open before this round, by ID. */
  standingById: Map<string, Standing>;
  alerts: ReadonlyMap<string, OpenAlert>;
  /** Open alerts that end in this round, by ID. */
  ended: ReadonlyMap<string, AlertResolution>;
  roleOf: (subject: string) => Parameters<typeof severityOf>[1];
}

const keyOf = ({ ruleId, subject }: { ruleId: string | null; subject: string }) => `${ruleId} ${subject}`;

/**
 * Makes devices that are down because of another one part of its alert. It decides from what the reading shows and what is
 * stored, so the order in which failures were reported doesn't matter. Whatever isn't certain raises its own alert:
 * a hidden outage is worse than one alert too many.
 */
export function* fold(
  round: Round,
  evidence: Evidence,
  rules: ReadonlyMap<string, Rule>,
  changes: Change[],
): Steps<Change[]> {
  const ended = new Map(
    changes.flatMap((one): [string, AlertResolution][] => {
      if (one.kind === 'resolve') return [[one.alertId, one.resolution]];
      return one.kind === 'stabilise' ? [[one.alertId, AlertResolution.recovered]] : [];
    }),
  );
  const items = candidates(round, rules, changes, ended);
  const folded = round.pending.filter(({ causeAlertId }) => causeAlertId);
  if (items.length === 0 && folded.length === 0) return changes;
  const { at } = round.reading;
  const topology = yield* topologyOf(evidence, at);
  const folding: Folding = {
    round,
    rules,
    topology,
    standing: new Map(),
    standingById: new Map(),
    alerts: new Map(round.alerts.map((one) => [one.id, one])),
    pending: new Map(round.pending.map((one) => [keyOf(one), one])),
    waiting: Map.groupBy(
      [
        ...changes.filter((one) => one.kind === 'hold'),
        ...round.pending.filter(({ causeAlertId, unknownSince }) => !causeAlertId && !unknownSince),
      ],
      ({ subject }) => subject,
    ),
    ended,
    roleOf: (subject) => {
      const parsed = parseSubject(subject);
      return parsed.about === 'device' ? evidence.indexed.devices.get(parsed.mac)?.device.role : undefined;
    },
  };
  const outcome = new Outcome();
  // Causes come first, because one that is folded itself can't be a cause.
  const causes = new Map<Standing, Cause[]>();
  for (const [nth, item] of items.entries()) {
    if (nth % sliceSize === 0) yield;
    causes.set(item, topology.causesOf(item.subject));
  }
  items.sort((one, other) => causes.get(one)!.length - causes.get(other)!.length);
  for (const [nth, item] of items.entries()) {
    if (nth % sliceSize === 0) yield;
    settle(folding, item, causes.get(item)!, outcome);
  }
  const gone = new Set(changes.flatMap((one) => goneWith(one, outcome)));
  for (const condition of folded) if (!gone.has(keyOf(condition))) release(folding, condition, outcome);
  for (const list of folding.standing.values()) for (const one of list) noteAffected(folding, one, outcome);
  return outcome.applyTo(changes);
}

/** What becomes of a round's changes. */
class Outcome {
  /** Raises that don't happen, by `keyOf`. */
  readonly dropped = new Set<string>();
  /** Open alerts that are folded, by ID. */
  readonly folded = new Set<string>();
  /** Alerts whose folded devices would have been more severe. */
  readonly severities = new Map<Standing, AlertSeverity>();
  /** Conditions that become part of an alert, by `keyOf`. */
  readonly refolded = new Set<string>();
  readonly more: Change[] = [];

  applyTo(changes: Change[]): Change[] {
    const kept = changes.flatMap((change): Change[] => {
      if (change.kind === 'raise') return this.dropped.has(keyOf(change.alert)) ? [] : [change];
      if ('alertId' in change && this.folded.has(change.alertId ?? '')) return [];
      return [change];
    });
    return [...this.withSeverities(kept), ...this.more];
  }

  /** An alert never looks less severe than what it stands for. */
  private withSeverities(changes: Change[]): Change[] {
    if (this.severities.size === 0) return changes;
    const wanted = new Map<string, { severity: AlertSeverity; open: OpenAlert }>();
    for (const [{ open, raised }, severity] of this.severities) {
      if (raised) raised.severity = severity;
      if (open) wanted.set(open.id, { severity, open });
    }
    const altered = new Set<string>();
    const kept = changes.flatMap((change): Change[] => {
      const want = change.kind === 'alter' ? wanted.get(change.alertId) : undefined;
      if (change.kind !== 'alter' || !want) return [change];
      altered.add(change.alertId);
      const { severity, open } = want;
      const isSame =
        severity === open.severity && !change.unknownSince && !open.unknownSince && !open.calmSince;
      return isSame ? [] : [{ ...change, severity }];
    });
    for (const [alertId, { severity, open }] of wanted) {
      if (altered.has(alertId) || severity === open.severity) continue;
      kept.push({ kind: 'alter', alertId, severity, unknownSince: open.unknownSince });
    }
    return kept;
  }
}

/** Alerts about devices and ports that this round raises or leaves open. */
function candidates(
  { alerts }: Round,
  rules: ReadonlyMap<string, Rule>,
  changes: readonly Change[],
  ended: ReadonlyMap<string, AlertResolution>,
): Standing[] {
  const found: Standing[] = [];
  for (const change of changes) {
    const rule = change.kind === 'raise' ? rules.get(change.alert.ruleId) : undefined;
    if (change.kind !== 'raise' || !rule || !canFold(change.alert.type)) continue;
    const { ruleId, subject, type, severity, since } = change.alert;
    const ref = { ruleId, subject };
    found.push({ ref, rule, subject, type, severity, since, affected: [], raised: change.alert });
  }
  for (const open of alerts) {
    const rule = rules.get(open.ruleId ?? '');
    if (!rule || ended.has(open.id) || !canFold(open.type)) continue;
    const { id: ref, subject, type, severity, since, affectedMacs: affected } = open;
    found.push({ ref, rule, subject, type, severity, since, affected, open });
  }
  return found;
}

const canFold = (type: AlertType): boolean =>
  type === AlertType.device_offline || type === AlertType.device_impaired || type === AlertType.port_down;

/** Folds an alert into its cause, lets it wait for one, or lets it stand. */
function settle(folding: Folding, item: Standing, causes: readonly Cause[], outcome: Outcome): void {
  const { topology, pending } = folding;
  const condition = pending.get(keyOf({ ruleId: item.rule.id, subject: item.subject }));
  const isFoldable = item.rule.fold && topology.isDown(item.subject);
  const cause = isFoldable && mayEnd(folding, item) ? causeOf(folding, item, causes, condition) : undefined;
  if (cause) return foldInto(item, condition, cause, outcome);
  if (item.raised && (isFoldable || condition?.causeAlertId)) {
    const mayComeBack = isFoldable && condition?.causeAlertId && !isOverdue(folding, condition);
    if (mayComeBack || (isFoldable && !condition?.causeAlertId && isWorthWaiting(folding, item, causes))) {
      outcome.dropped.add(keyOf(item.raised));
      return;
    }
  }
  const list = folding.standing.get(item.subject) ?? [];
  folding.standing.set(item.subject, [...list, item]);
  if (item.open) folding.standingById.set(item.open.id, item);
}

/** An alert is only folded afterwards while it is fresh, so that changing evidence can't end and raise it again and again. */
function mayEnd({ round }: Folding, { open, rule, since }: Standing): boolean {
  if (!open) return true;
  const age = round.reading.at.getTime() - since.getTime();
  return !open.flappingSince && age <= rule.durationMinutes * 60_000 + foldAfterwardsMs;
}

/** The alert that explains this one, highest first. */
function causeOf(
  folding: Folding,
  item: Standing,
  causes: readonly Cause[],
  condition: PendingCondition | undefined,
): Standing | undefined {
  for (const { subject, isContradicted } of causes) {
    if (isContradicted) continue;
    const [best] = (folding.standing.get(subject) ?? [])
      .filter((cause) => isKept(condition, cause) || (isTogether(item, cause) && speaksFor(cause, item)))
      .sort((one, other) => Number(other.rule === item.rule) - Number(one.rule === item.rule));
    if (best) return best;
  }
  // While nothing is known of its cause, it stays part of it.
  const { causeAlertId, releasedAt } = condition ?? {};
  if (!causeAlertId || releasedAt) return undefined;
  const standing = folding.standingById.get(causeAlertId);
  return standing && isUnclear(folding, standing.subject) ? standing : undefined;
}

const isKept = (condition: PendingCondition | undefined, { ref }: Standing): boolean =>
  !!condition?.causeAlertId && condition.causeAlertId === ref;

const isUnclear = ({ topology }: Folding, subject: string): boolean =>
  !topology.isUp(subject) && !topology.isDown(subject) && !topology.isContradicted(subject);

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
function speaksFor(cause: Standing, item: Standing): boolean {
  const severity = cause.raised ? worse(cause.severity, item.severity) : cause.severity;
  return (
    ranks[severity] >= ranks[item.severity] && hearsAsMuch(cause.rule, severity, item.rule, item.severity)
  );
}

function hearsAsMuch(cause: Rule, severity: AlertSeverity, own: Rule, ownSeverity: AlertSeverity): boolean {
  if (cause === own && severity === ownSeverity) return true;
  const opensTicket =
    cause.ticketSeverities.includes(severity) || !own.ticketSeverities.includes(ownSeverity);
  return opensTicket && own.channels.every((channel) => cause.channels.includes(channel));
}

function foldInto(
  item: Standing,
  condition: PendingCondition | undefined,
  cause: Standing,
  outcome: Outcome,
): void {
  const { rule, subject, since, raised, open } = item;
  const isNew = open || !isKept(condition, cause) || condition?.releasedAt;
  if (raised) outcome.dropped.add(keyOf(raised));
  if (open) outcome.folded.add(open.id);
  if (isNew) {
    const alertId = open && { alertId: open.id };
    outcome.refolded.add(keyOf({ ruleId: rule.id, subject }));
    outcome.more.push({ kind: 'fold', ruleId: rule.id, subject, since, cause: cause.ref, ...alertId });
  }
  const severity = worse(outcome.severities.get(cause) ?? cause.severity, item.severity);
  if (cause.raised || severity === cause.severity) outcome.severities.set(cause, severity);
}

/** Whether a cause is about to be reported, or may turn out to be one once late heartbeats are in. */
function isWorthWaiting(folding: Folding, item: Standing, causes: readonly Cause[]): boolean {
  const { at } = folding.round.reading;
  const { rule, since } = item;
  if (at.getTime() - since.getTime() >= rule.durationMinutes * 60_000 + patienceMs) return false;
  return causes.some(({ subject }) => {
    const standing = folding.standing.get(subject) ?? [];
    if (standing.some((cause) => isTogether(item, cause) && speaksFor(cause, item))) return true;
    const severity = worse(severityOf(AlertType.device_offline, folding.roleOf(subject)), item.severity);
    return (folding.waiting.get(subject) ?? []).some((cause) => {
      const other = folding.rules.get(cause.ruleId);
      return other && isTogether(item, cause) && hearsAsMuch(other, severity, rule, item.severity);
    });
  });
}

/** Whether a device that was part of an alert raises its own now. */
function isOverdue(
  { round, alerts, ended }: Folding,
  { causeAlertId, releasedAt }: PendingCondition,
): boolean {
  const { at } = round.reading;
  if (releasedAt) return at.getTime() - releasedAt.getTime() >= comeBackMs;
  const isOpen = alerts.has(causeAlertId ?? '');
  const resolution = ended.get(causeAlertId ?? '');
  // If no one watches the cause any more, there is nothing to wait for.
  return !isOpen || (resolution !== undefined && resolution !== AlertResolution.recovered);
}

/** The pending condition that a change ends, by `keyOf`. */
function goneWith(change: Change, outcome: Outcome): string[] {
  if (change.kind === 'clear') return [keyOf(change)];
  if (change.kind !== 'raise' || outcome.dropped.has(keyOf(change.alert))) return [];
  return [keyOf(change.alert)];
}

/** Notes when a cause stopped being one. From then on its devices have some minutes to come back. */
function release(folding: Folding, condition: PendingCondition, outcome: Outcome): void {
  const { round, alerts, ended, topology, standingById } = folding;
  const { ruleId, subject, causeAlertId, releasedAt } = condition;
  const cause = alerts.get(causeAlertId ?? '');
  if (!cause || releasedAt || outcome.refolded.has(keyOf(condition))) return;
  const isOver = ended.has(cause.id) || !standingById.has(cause.id) || topology.isUp(cause.subject);
  if (isOver || topology.isContradicted(cause.subject))
    outcome.more.push({ kind: 'release', ruleId, subject, at: round.reading.at });
}

/** Which devices are down behind an alert, whether or not they are part of it. Those that became unknown stay. */
function noteAffected({ topology }: Folding, cause: Standing, outcome: Outcome): void {
  if (!topology.isDown(cause.subject)) return;
  const before = new Set(cause.affected);
  const now = topology
    .affectedBy(cause.subject)
    .filter((one) => before.has(one.mac) || isTogether(one, cause));
  const down = new Set(now.map(({ mac }) => mac));
  const isContradicted = topology.isContradicted(cause.subject);
  const unclear = isContradicted
    ? []
    : cause.affected.filter((mac) => !down.has(mac) && !topology.isUp(mac) && !topology.isDown(mac));
  if (cause.raised) {
    if (now.length > 0) cause.raised.affected = now;
    return;
  }
  const isSame = now.length + unclear.length === before.size && now.every(({ mac }) => before.has(mac));
  if (isSame || !cause.open) return;
  const kept = unclear.map((mac): Affected => ({ mac, name: mac, since: cause.since }));
  outcome.more.push({ kind: 'affect', alertId: cause.open.id, affected: [...now, ...kept] });
}
