import { type AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { comeBackMs, notifiesAtLeast, patienceMs } from './explain.ts';
import {
  type AffectedSite,
  type Change,
  parseSubject,
  type PendingCondition,
  type Round,
  type Rule,
} from './types.ts';

/** How far apart a provider's outage and its effect on a site are first seen. UniFi reports lines every five minutes. */
const togetherMs = 15 * 60_000;

/** How long after it was due an alert may still become part of an outage that was found later. */
const foldAfterwardsMs = 30 * 60_000;

/** A provider's outage, and who hears of it. */
export interface ProviderOutage {
  /** Undefined if it is about to be reported. */
  alertId: string | undefined;
  rule: Rule;
  severity: AlertSeverity;
  /** Its sites whose own alerts become part of it, by `hostId`. */
  sites: ReadonlyMap<string, Pick<AffectedSite, 'networkSiteId' | 'line' | 'isDark' | 'since'>>;
}

/** What happens to one alert of a round. */
interface Concerned {
  ruleId: string;
  subject: string;
  type: AlertType;
  severity: AlertSeverity;
  since: Date;
}

/**
 * Makes alerts about consoles and lines part of their provider's outage. Like devices behind a switch, they have some minutes
 * to recover once it is over. What is still down then raises an alert with its true start.
 */
export function foldIntoOutages(
  { rules, pending, alerts }: Pick<Round, 'rules' | 'pending' | 'alerts'>,
  changes: readonly Change[],
  outages: readonly ProviderOutage[],
  at: Date,
): Change[] {
  const conditions = new Map(pending.map((one) => [keyOf(one), one]));
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const outageOf = (item: Concerned) => {
    const rule = byId.get(item.ruleId);
    return rule?.fold ? outages.find((outage) => explains(outage, rule, item)) : undefined;
  };
  const kept = changes.flatMap((change): Change[] => {
    if (change.kind !== 'raise' || !canFold(change.alert)) return [change];
    const condition = conditions.get(keyOf(change.alert));
    return settle(change, condition, outageOf(change.alert), byId.get(change.alert.ruleId), at);
  });
  const ended = new Set(
    kept.flatMap((one) => ('alertId' in one && one.kind !== 'alter' ? [one.alertId] : [])),
  );
  const folds = alerts.flatMap((open): Change[] => {
    const { id, ruleId, subject, since, flappingSince } = open;
    if (ruleId === null || flappingSince || ended.has(id) || !canFold(open)) return [];
    const dueAfterMs = (byId.get(ruleId)?.durationMinutes ?? 0) * 60_000;
    if (at.getTime() - since.getTime() > dueAfterMs + foldAfterwardsMs) return [];
    const cause = outageOf({ ...open, ruleId })?.alertId;
    return cause ? [{ kind: 'fold', ruleId, subject, since, cause, alertId: id }] : [];
  });
  const folded = new Set(folds.flatMap((one) => (one.kind === 'fold' ? [one.alertId] : [])));
  return [...kept.filter((one) => !('alertId' in one) || !folded.has(one.alertId)), ...folds];
}

const keyOf = ({ ruleId, subject }: { ruleId: string; subject: string }) => `${ruleId} ${subject}`;

const canFold = ({ type }: { type: AlertType }): boolean =>
  type === AlertType.console_offline || type === AlertType.wan_down || type === AlertType.wan_failover;

function explains({ rule: of, severity, sites }: ProviderOutage, rule: Rule, item: Concerned): boolean {
  const subject = parseSubject(item.subject);
  const site = 'hostId' in subject ? sites.get(subject.hostId) : undefined;
  if (!site || Math.abs(site.since.getTime() - item.since.getTime()) > togetherMs) return false;
  // A console with another line has lost that one, or its power, for reasons of its own.
  if (subject.about === 'console' && !site.isDark) return false;
  if (subject.about === 'line') {
    if (subject.siteId !== site.networkSiteId) return false;
    // A failover is a consequence of the outage. That another line is down isn't.
    if (item.type === AlertType.wan_down && subject.key !== site.line) return false;
  }
  return notifiesAtLeast(of, severity, rule, item.severity);
}

/** An alert that is due becomes part of an outage, waits for one, has time to recover after one, or is raised. */
function settle(
  change: Extract<Change, { kind: 'raise' }>,
  condition: PendingCondition | undefined,
  outage: ProviderOutage | undefined,
  rule: Rule | undefined,
  at: Date,
): Change[] {
  const { ruleId, subject, since } = change.alert;
  const { causeAlertId, releasedAt } = condition ?? {};
  if (outage?.alertId) {
    if (causeAlertId === outage.alertId && !releasedAt) return [];
    return [{ kind: 'fold', ruleId, subject, since, cause: outage.alertId, alertId: undefined }];
  }
  if (causeAlertId && !releasedAt) return [{ kind: 'release', ruleId, subject, at }];
  if (releasedAt) return at.getTime() - releasedAt.getTime() < comeBackMs ? [] : [change];
  const waitsUntil = since.getTime() + (rule?.durationMinutes ?? 0) * 60_000 + patienceMs;
  return outage && at.getTime() < waitsUntil ? [] : [change];
}
