import { AlertCondition, AlertResolution, AlertType } from '#api/features/alerts/alert.enums.ts';
import {
  conditionOf,
  conditions,
  severityOf,
  type Measure,
  thresholdOf,
} from '#api/features/alerts/condition.ts';
import { macOf } from '#api/features/unifi/shapes.ts';
import { sliceSize, type Steps } from '#api/lib/steps.ts';
import {
  findCandidates,
  type Candidates,
  isTrouble,
  verdictFor,
  gatherEvidence,
  type Finding,
  type Evidence,
} from './verdict.ts';
import {
  type Change,
  type OpenAlert,
  type Round,
  type Rule,
  type PendingCondition,
  parseSubject,
  subjectKey,
  type Subject,
  type NewAlert,
} from './types.ts';
import { coverageOf, type Coverage } from './coverage.ts';
import { type Due, dueOf } from './explain.ts';
import { reviewFlapping } from './flapping.ts';
import { fold } from './fold.ts';
import { readableName } from './observe.ts';

/** A rule that applies to this controller, with its precomputed values. */
interface ActiveRule {
  rule: Rule;
  threshold: number | undefined;
  measure: Measure | undefined;
  covers: Coverage;
  /** Subjects with a pending condition or an open alert. */
  activeSubjects: Set<string>;
}

interface Evaluation {
  round: Round;
  evidence: Evidence;
  rules: Map<string, ActiveRule>;
  /** Open alerts by `keyOf`. */
  alerts: Map<string, OpenAlert>;
  /** Keys of the pending conditions. */
  pending: Set<string>;
  isWatched: (hostId: string) => boolean;
  /** Found once for all rules of a condition. */
  candidates: Map<AlertCondition, Candidates>;
  /** Conditions that have held for long enough. */
  due: Due[];
}

/**
 * Evaluates one round of one controller: which conditions start to hold, have held long enough, are over, or
 * are currently unknown. Unknown neither raises nor resolves. What is down because of something else becomes part of its
 * alert. Empty when nothing changed.
 */
export function* evaluate(round: Round): Steps<Change[]> {
  const evaluation = prepare(round);
  const changes = yield* decide(evaluation);
  return yield* fold(round, evaluation.evidence, changes, evaluation.due, (due) => describe(evaluation, due));
}

/** The same, as if nothing depended on anything else. */
export function* evaluateApart(round: Round): Steps<Change[]> {
  const evaluation = prepare(round);
  const changes = yield* decide(evaluation);
  return [
    ...changes,
    ...evaluation.due.map((due): Change => ({ kind: 'raise', alert: describe(evaluation, due) })),
  ];
}

/** Everything that changes, except for the alerts that are due. */
function* decide(evaluation: Evaluation): Steps<Change[]> {
  const { round } = evaluation;
  const changes: Change[] = [];
  for (const condition of round.pending) changes.push(...(yield* reviewPending(evaluation, condition)));
  const escalated = new Set(changes.flatMap((one) => (one.kind === 'escalate' ? [one.alertId] : [])));
  for (const alert of round.alerts)
    if (!escalated.has(alert.id)) changes.push(...(yield* reviewAlert(evaluation, alert)));
  for (const active of evaluation.rules.values())
    for (const change of yield* newPendingConditions(evaluation, active)) changes.push(change);
  return changes;
}

/** How many conditions are pending once a round's changes are written. */
export function pendingAfter({ pending }: Pick<Round, 'pending'>, changes: readonly Change[]): number {
  const begun = changes.filter((one) => one.kind === 'hold' || (one.kind === 'fold' && one.alertId)).length;
  const ended = changes.filter(({ kind }) => ['clear', 'raise', 'escalate'].includes(kind)).length;
  return pending.length + begun - ended;
}

function prepare(round: Round): Evaluation {
  const { known, siteIds, controllerId } = round;
  const evidence = gatherEvidence(round.reading, known);
  const coverage = coverageOf(evidence, round);
  const rules = new Map<string, ActiveRule>();
  for (const rule of round.rules) {
    if (rule.controllerId !== null && rule.controllerId !== controllerId) continue;
    const threshold = thresholdOf(rule.condition, rule.threshold);
    rules.set(rule.id, {
      rule,
      threshold,
      measure: conditions[rule.condition].measure,
      covers: coverage(rule),
      activeSubjects: new Set(),
    });
  }
  for (const { ruleId, subject } of round.pending) rules.get(ruleId)?.activeSubjects.add(subject);
  for (const { ruleId, subject } of round.alerts) rules.get(ruleId ?? '')?.activeSubjects.add(subject);
  const watched = new Set(siteIds === 'all' ? [] : siteIds);
  return {
    round,
    evidence,
    rules,
    alerts: new Map(round.alerts.map((alert) => [keyOf(alert), alert])),
    pending: new Set(round.pending.map(keyOf)),
    isWatched: (hostId) => siteIds === 'all' || watched.has(hostId),
    candidates: new Map(),
    due: [],
  };
}

const keyOf = ({ ruleId, subject }: Pick<OpenAlert, 'ruleId' | 'subject'>) => `${ruleId} ${subject}`;

function* reviewPending(evaluation: Evaluation, condition: PendingCondition): Steps<Change[]> {
  yield;
  const { ruleId, subject, since, unknownSince, causeAlertId } = condition;
  const { at } = evaluation.round.reading;
  const active = evaluation.rules.get(ruleId);
  const finding = active && (yield* findingFor(evaluation, active, parseSubject(subject)));
  const alert = evaluation.alerts.get(keyOf(condition));
  const isOver = !finding || finding.verdict === 'clear';
  if (isOver || (alert && finding.verdict === 'holds' && !isWorse(finding, alert)))
    return [{ kind: 'clear', ruleId, subject }];
  if (finding.verdict === 'deferred') return [];
  if (finding.verdict === 'unknown') {
    return unknownSince ? [] : [{ kind: 'pause', ruleId, subject, unknownSince: at }];
  }
  // What is part of an alert has already held for its duration, so its true start stays.
  const paused = unknownSince && !causeAlertId ? at.getTime() - unknownSince.getTime() : 0;
  const start = finding.since ?? new Date(since.getTime() + paused);
  const heldMs = finding.heldMs ?? at.getTime() - start.getTime();
  if (heldMs >= active.rule.durationMinutes * 60_000) {
    const due = dueOf(active.rule, condition, finding, start);
    if (alert) return [{ kind: 'escalate', alertId: alert.id, alert: describe(evaluation, due) }];
    evaluation.due.push(due);
    return [];
  }
  return unknownSince ? [{ kind: 'resume', ruleId, subject, since: start }] : [];
}

function describe({ evidence, rules }: Evaluation, { rule, finding, subject, since }: Due): NewAlert {
  return newAlert(evidence, rule, rules.get(rule.id)?.threshold, finding, subject, since);
}

function* reviewAlert(evaluation: Evaluation, alert: OpenAlert): Steps<Change[]> {
  yield;
  const active = evaluation.rules.get(alert.ruleId ?? '');
  const subject = parseSubject(alert.subject);
  const fits = active && covers(active.rule, alert.type);
  const finding = fits && (yield* findingFor(evaluation, active, subject));
  if (!finding) {
    const { removed, no_longer_watched } = AlertResolution;
    const resolution = fits && isRemoved(evaluation, subject) ? removed : no_longer_watched;
    return [{ kind: 'resolve', alertId: alert.id, resolution }];
  }
  const { at } = evaluation.round.reading;
  const describe = () =>
    newAlert(evaluation.evidence, active.rule, active.threshold, finding, alert.subject, at);
  const worse = finding.verdict === 'holds' && isWorse(finding, alert);
  if (alert.flappingSince && !worse) {
    const changes = reviewFlapping(alert, finding.verdict, at, describe);
    if (changes) return changes;
  } else if (finding.verdict === 'clear') {
    return [{ kind: 'resolve', alertId: alert.id, resolution: AlertResolution.recovered }];
  }
  if (finding.verdict === 'deferred') return [];
  if (finding.verdict === 'unknown') {
    if (alert.unknownSince) return [];
    return [{ kind: 'alter', alertId: alert.id, severity: alert.severity, unknownSince: at }];
  }
  if (!worse && finding.type !== alert.type) return [{ kind: 'ease', alertId: alert.id, alert: describe() }];
  const severity = severityOf(alert.type, finding.seen?.device.role);
  const isSame = severity === alert.severity && !alert.unknownSince && !(worse && alert.calmSince);
  return [
    ...(isSame ? [] : [{ kind: 'alter' as const, alertId: alert.id, severity, unknownSince: null }]),
    // Once the device has been down for the rule's duration, the alert escalates.
    ...(worse && !evaluation.pending.has(keyOf(alert))
      ? [{ kind: 'hold' as const, ruleId: active.rule.id, subject: alert.subject, since: at }]
      : []),
  ];
}

function covers(rule: Rule, type: AlertType): boolean {
  return conditionOf(type) === rule.condition;
}

/** An impaired device has gone down. */
function isWorse(finding: Finding, alert: OpenAlert): boolean {
  return finding.type === AlertType.device_offline && alert.type === AlertType.device_impaired;
}

/** The verdict on a subject, or undefined if the rule no longer covers it. */
function* findingFor(
  evaluation: Evaluation,
  active: ActiveRule,
  subject: Subject,
): Steps<Finding | undefined> {
  const { evidence, isWatched } = evaluation;
  const { condition, siteId } = active.rule;
  const speaksForConsole = condition === AlertCondition.device_offline && subject.about === 'console';
  if (subject.about !== conditions[condition].about && !speaksForConsole) return undefined;
  if (isRemoved(evaluation, subject)) return undefined;
  const hostId = siteOf(evidence, subject);
  // A subject that is neither seen nor known may be on any site, which is unknown instead of unmonitored.
  if (hostId !== undefined && (!isWatched(hostId) || (siteId ?? hostId) !== hostId)) return undefined;
  if (hostId !== undefined && !(yield* active.covers(hostId, subject))) return undefined;
  return verdictFor(evidence, condition, active.threshold, subject);
}

/**
 * Whether an administrator removed it from UniFi: it is listed but not adopted, or has been missing for long
 * enough.
 */
function isRemoved({ evidence, round: { removed } }: Evaluation, subject: Subject): boolean {
  const { indexed, knownClients } = evidence;
  if (subject.about === 'console') return removed?.has(subject.hostId) === true;
  if (subject.about === 'client') return removed?.has(knownClients.get(subject.mac)?.hostId ?? '') === true;
  if (subject.about === 'line')
    return removed?.has(subjectKey(subject)) === true || removed?.has(subject.hostId) === true;
  // A provider has no place in a console (`providers.ts`).
  if (subject.about === 'provider') return false;
  return indexed.unadopted.has(subject.mac) || removed?.has(subject.mac) === true;
}

function siteOf({ indexed, knownDevices, knownClients }: Evidence, subject: Subject): string | undefined {
  if (subject.about === 'console' || subject.about === 'line') return subject.hostId;
  if (subject.about === 'client') return knownClients.get(subject.mac)?.hostId;
  if (subject.about === 'provider') return undefined;
  return indexed.devices.get(subject.mac)?.console.hostId ?? knownDevices.get(subject.mac)?.hostId;
}

/** A rule's new pending conditions: those that hold without a pending condition or an alert yet. */
function* newPendingConditions(
  evaluation: Evaluation,
  { rule, threshold, measure, covers, activeSubjects }: ActiveRule,
): Steps<Change[]> {
  const changes: Change[] = [];
  const { at } = evaluation.round.reading;
  let decided = 0;
  for (const [hostId, there] of candidatesFor(evaluation, rule.condition)) {
    if ((rule.siteId ?? hostId) !== hostId || !evaluation.isWatched(hostId)) continue;
    for (const { subject, value, since = at } of there) {
      if (measure && !isTrouble(measure, value, threshold)) continue;
      if (activeSubjects.has(subject)) continue;
      if (++decided % sliceSize === 0) yield;
      if (!(yield* covers(hostId, parseSubject(subject)))) continue;
      changes.push({ kind: 'hold', ruleId: rule.id, subject, since });
    }
  }
  return changes;
}

function candidatesFor({ evidence, candidates }: Evaluation, condition: AlertCondition): Candidates {
  const found = candidates.get(condition) ?? findCandidates(evidence, condition);
  candidates.set(condition, found);
  return found;
}

/**
 * The alert for a finding that has held for its rule's duration. Its `console` is set, because the condition
 * holds.
 */
function newAlert(
  evidence: Evidence,
  rule: Rule,
  threshold: number | undefined,
  finding: Finding,
  key: string,
  since: Date,
): NewAlert {
  const { type, subject, seen, client, line, value } = finding;
  const hostId = finding.console!.hostId;
  const consoleName = readableName(finding.console!.name, hostId);
  const device = seen?.device;
  const deviceName = device && readableName(device.name, device.model, device.mac);
  const isConsole = subject.about === 'console';
  const isClient = subject.about === 'client';
  const name = isConsole
    ? consoleName
    : subject.about === 'line'
      ? subject.key
      : isClient
        ? readableName(client?.name, subject.mac)
        : (deviceName ?? ('mac' in subject ? subject.mac : consoleName));
  const networkSite = line?.siteName ?? device?.siteName;
  const measured = value === undefined || threshold === undefined ? undefined : { value, threshold };
  return {
    ruleId: rule.id,
    subject: key,
    type,
    severity: severityOf(type, device?.role),
    deviceName: name,
    ...(isConsole && { deviceCount: countBehind(evidence, hostId) }),
    ...('mac' in subject && { deviceMac: macOf(subject.mac) }),
    siteId: hostId,
    siteName: consoleName,
    ...(networkSite && { networkSite: readableName(networkSite) }),
    ...(subject.about === 'port' && { port: subject.port }),
    ...(isClient && deviceName && { uplinkName: deviceName }),
    ...(type === AlertType.device_impaired && { impairment: seen?.device.stateReason }),
    ...(subject.about === 'line' && {
      line: subject.key,
      provider: line?.provider && readableName(line.provider),
      asn: line?.asn,
    }),
    since,
    ...measured,
  };
}

/** A disconnected console may or may not still list its devices. The console itself doesn't count. */
function countBehind({ indexed, knownDevices }: Evidence, hostId: string): number {
  const macs = new Set<string>();
  for (const [mac, { console, device }] of indexed.devices) {
    if (console.hostId === hostId && !device.isConsole) macs.add(mac);
  }
  for (const [mac, device] of knownDevices) {
    if (device.leftAt) continue;
    const elsewhere = (indexed.devices.get(mac)?.console.hostId ?? hostId) !== hostId;
    if (device.hostId === hostId && !device.isConsole && !elsewhere) macs.add(mac);
  }
  return macs.size;
}
