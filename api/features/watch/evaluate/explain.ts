import { AlertResolution, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { severityOf } from '#api/features/alerts/condition.ts';
import type { Topology } from './topology.ts';
import {
  type OpenAlert,
  type PendingCondition,
  parseSubject,
  type Place,
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
export const patienceMs = 2 * 60_000;

/** How long after it was due an alert may still become part of a cause that was found later. */
const foldAfterwardsMs = 15 * 60_000;

/** A device that is down for longer than this, with its cause coming and going, has trouble of its own. */
const mostReleasedMs = 30 * 60_000;

/** How long a device has to come back once its cause is over. When power returns, devices start one after another. */
export const comeBackMs = 5 * 60_000;

/** An alert about a device or port: one that is open, or one that is due. */
export interface Item {
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

export interface Folding {
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
  /** What open alerts became part of in this round, by ID. */
  passedOn: Map<string, Item>;
}

/** The alert that it is part of, while that one may still be the reason. A cause that is folded passes on what it explains. */
export function keptBy({ standingById, passedOn }: Folding, item: Item): Item | undefined {
  const { causeAlertId, releasedAt } = item.condition ?? {};
  if (!causeAlertId || releasedAt) return undefined;
  const cause = passedOn.get(causeAlertId) ?? standingById.get(causeAlertId);
  return cause && !isOver(cause.place) && speaksFor(cause, item) ? cause : undefined;
}

/** Whether a device or port explains nothing behind it. */
export const isOver = (place: Place | undefined): boolean =>
  place?.state === 'up' || place?.isContradicted === true;

/** The alert that explains this one, highest first. An alert of the same rule is preferred. */
export function causeOf(folding: Folding, item: Item, causes: readonly Place[]): Item | undefined {
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

export const isTogether = (one: { since: Date }, other: { since: Date }): boolean =>
  Math.abs(one.since.getTime() - other.since.getTime()) <= togetherMs;

const ranks: Record<AlertSeverity, number> = {
  [AlertSeverity.info]: 0,
  [AlertSeverity.warning]: 1,
  [AlertSeverity.error]: 2,
  [AlertSeverity.critical]: 3,
};

export const worse = (one: AlertSeverity, other: AlertSeverity) => (ranks[one] >= ranks[other] ? one : other);

/** Whether everyone who would hear of a device hears of its cause, at least as loudly. */
function speaksFor(cause: Item, item: Item): boolean {
  const severity = cause.condition ? worse(cause.severity, item.severity) : cause.severity;
  return ranks[severity] >= ranks[item.severity] && hearsAsMuch(cause.rule, severity, item);
}

const hearsAsMuch = (cause: Rule, severity: AlertSeverity, { rule, severity: own }: Item): boolean =>
  (cause === rule && severity === own) || reachesAll(cause, severity, rule, own);

/** Whether everyone who would hear of an alert hears of its cause, at least as loudly. */
export const notifiesAtLeast = (
  cause: Rule,
  severity: AlertSeverity,
  rule: Rule,
  own: AlertSeverity,
): boolean => ranks[severity] >= ranks[own] && reachesAll(cause, severity, rule, own);

function reachesAll(cause: Rule, severity: AlertSeverity, rule: Rule, own: AlertSeverity): boolean {
  const opensTicket = cause.ticketSeverities.includes(severity) || !rule.ticketSeverities.includes(own);
  return opensTicket && rule.channels.every((channel) => cause.channels.includes(channel));
}

/** Whether a condition that is due raises no alert yet. */
export function isHeld(folding: Folding, item: Item, causes: readonly Place[]): boolean {
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
