import { AlertResolution, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { thresholdOf } from '#api/features/alerts/condition.ts';
import { type MatchedSite, matcherOf } from '#api/features/alerts/rule-scope.ts';
import { readableName } from './observe.ts';
import { reviewFlapping } from './flapping.ts';
import type { ProviderOutage } from './fold-outages.ts';
import {
  type AffectedSite,
  type Change,
  type NewAlert,
  type OpenAlert,
  type Rule,
  subjectKey,
} from './types.ts';
import type { Verdict } from './verdict.ts';

// Outages of internet providers: lines of one provider that fail at several sites of a team at the same time. They are
// judged by what all controllers of the team last read, because each round only sees its own.

/** Lines that fail within this time of each other may have failed for the same reason. UniFi reports some minutes late. */
const togetherMs = 10 * 60_000;

/** Sites that have been down for longer start no outage: their failure is too old to be news. */
export const newsMs = 24 * 3_600_000;

/** How late a controller's latest reading may be, beyond twice its interval, before its sites are unknown. */
export const lateReadingMs = 2 * 60_000;

/** If lines of other providers fail at the same time, this one's must fail so many times as often. */
const clearlyMore = 3;

/** At fewer sites, it is not an outage of a provider, or no longer. */
const leastSites = 2;

/** A site's lines of one provider. */
export interface ProviderSite extends MatchedSite {
  controllerId: string;
  /** UniFi's ID of the site inside the console. */
  networkSiteId: string;
  name: string;
  /** `WAN`, `WAN2`: the one that failed, if any did. */
  line: string;
  /** Its console lost the cloud with its only line. */
  isDark: boolean;
  /** When it was last read. */
  readAt: Date;
  /** What lines of the same provider share. */
  provider: string;
  /** Its name, if UniFi reports one. */
  providerName?: string | undefined;
  asn?: number | undefined;
  state: 'up' | 'down' | 'unknown';
  /** Since when it has been down. */
  since?: Date | undefined;
  /** How many devices are unknown, because its console lost the cloud with its line. */
  deviceCount: number;
}

/** A line in use, with the state of its console, as last read. */
export interface TeamLine extends MatchedSite {
  controllerId: string;
  /** UniFi's ID of the site inside the console. */
  networkSiteId: string;
  key: string;
  name: string;
  provider: string | null;
  asn: number | null;
  state: string;
  stateSince: Date | null;
  /** The state of its console. `unread` if nothing recent is known. */
  readLink: string;
  linkSince: Date | null;
  readAt: Date;
  /** Lines in use at its console. */
  lineCount: number;
  /** Devices behind its console, if that lost the cloud. */
  deviceCount: number;
}

const nameOf = (provider: string): string => provider.trim().toLowerCase();

/** Every site of a team once for each of its providers. A site that two controllers monitor counts once. */
export function providerSitesOf(lines: readonly TeamLine[]): ProviderSite[] {
  // UniFi names a line's provider sooner than its number, so that a name stands for the number it has elsewhere.
  const numbers = new Map(
    lines.flatMap(({ provider, asn }) =>
      provider && asn !== null ? [[nameOf(provider), asn] as const] : [],
    ),
  );
  const sites = new Map<string, ProviderSite>();
  for (const row of lines) {
    const name = row.provider ? nameOf(row.provider) : undefined;
    const asn = row.asn ?? (name === undefined ? undefined : numbers.get(name));
    const provider = asn === undefined ? name : `AS${asn}`;
    if (provider === undefined) continue;
    const place = `${provider} ${row.hostId}`;
    const { state, since } = stateOf(row);
    const known = sites.get(place);
    if (known && ranks[known.state] >= ranks[state]) continue;
    const { controllerId, hostId, networkSiteId, key, customerId, tags, deviceCount, readAt } = row;
    sites.set(place, {
      controllerId,
      hostId,
      networkSiteId,
      name: row.name,
      line: key,
      isDark: row.readLink === 'disconnected' && state === 'down',
      readAt,
      provider,
      providerName: row.provider ?? undefined,
      asn,
      state,
      since,
      customerId,
      tags,
      deviceCount: state === 'down' ? deviceCount : 0,
    });
  }
  return [...sites.values()];
}

/** Of a site that several controllers read, or with several lines of a provider, what is known counts. */
const ranks: Record<ProviderSite['state'], number> = { unknown: 0, up: 1, down: 2 };

/**
 * A line has failed if its console says so, or lost the cloud with its only line. Of a console with several, which one failed
 * can't be told: it may have lost its power.
 */
function stateOf({ readLink, lineCount, state, stateSince, linkSince }: TeamLine): {
  state: ProviderSite['state'];
  since?: Date | undefined;
} {
  if (readLink === 'connected') {
    if (state === 'down') return { state, since: stateSince ?? undefined };
    // Without word of the line, a connected console proves that an only line works.
    return { state: state === 'unknown' && lineCount > 1 ? 'unknown' : 'up' };
  }
  if (readLink === 'disconnected' && lineCount === 1) return { state: 'down', since: linkSince ?? undefined };
  return { state: 'unknown' };
}

/** An open alert about a provider. */
export interface OpenOutage extends OpenAlert {
  controllerId: string;
  /** Those that are down because of it. */
  sites: ListedSite[];
}

interface ListedSite {
  hostId: string;
  networkSiteId: string;
  line: string;
  isDark: boolean;
  since: Date;
}

/** A change of an alert about a provider, on the controller that the alert is stored with. */
export interface OutageChange {
  controllerId: string;
  change: Change;
}

interface Moment {
  at: Date;
  sites: readonly ProviderSite[];
}

export const providerSubject = (provider: string): string => subjectKey({ about: 'provider', provider });

/**
 * What the team's rules make of its providers now.
 * @param rules with the condition `isp_outage`
 * @param sites one for each site and provider
 */
export function evaluateProviders(
  rules: readonly Rule[],
  sites: readonly ProviderSite[],
  open: readonly OpenOutage[],
  at: Date,
): OutageChange[] {
  const moment: Moment = { at, sites };
  const byRule = Map.groupBy(open, ({ ruleId }) => ruleId ?? '');
  const ruleIds = new Set(rules.map(({ id }) => id));
  const orphans = open.filter(({ ruleId }) => !ruleIds.has(ruleId ?? ''));
  return [
    ...orphans.map((outage) => endOf(outage, AlertResolution.no_longer_watched)),
    ...rules.flatMap((rule) => evaluateRule(rule, moment, byRule.get(rule.id) ?? [])),
  ];
}

const endOf = ({ id, controllerId }: OpenOutage, resolution: AlertResolution): OutageChange => ({
  controllerId,
  change: { kind: 'resolve', alertId: id, resolution },
});

function evaluateRule(rule: Rule, moment: Moment, open: readonly OpenOutage[]): OutageChange[] {
  const covered = coveredBy(rule, moment.sites);
  const known = new Map(open.map((outage) => [outage.subject, outage]));
  const reviewed = open.flatMap((outage) => review(rule, moment, outage, covered.get(outage.subject) ?? []));
  const raised = [...covered].flatMap(([subject, own]) => {
    const failed = known.has(subject) ? undefined : outageAmong(rule, moment, own);
    return failed ? [raiseOf(rule, failed)] : [];
  });
  return [...reviewed, ...raised];
}

/** The sites that a rule covers, by their provider's subject. */
function coveredBy(rule: Rule, sites: readonly ProviderSite[]): Map<string, ProviderSite[]> {
  const matcher = matcherOf(rule.scope, rule.exceptions);
  const covered = sites.filter(
    (site) =>
      (rule.controllerId ?? site.controllerId) === site.controllerId &&
      (rule.siteId ?? site.hostId) === site.hostId &&
      !matcher.mismatch(site, {}),
  );
  return Map.groupBy(covered, ({ provider }) => providerSubject(provider));
}

/**
 * Outages that may be about to be reported: a provider's lines have failed at several sites, but not yet at enough or for long
 * enough.
 */
export function pendingOutages(
  rules: readonly Rule[],
  sites: readonly ProviderSite[],
  open: readonly OpenOutage[],
  at: Date,
): ProviderOutage[] {
  const moment: Moment = { at, sites };
  const known = new Set(open.map(({ ruleId, subject }) => `${ruleId} ${subject}`));
  return rules.flatMap((rule) =>
    [...coveredBy(rule, sites)].flatMap(([subject, own]) => {
      if (known.has(`${rule.id} ${subject}`)) return [];
      const failed = failedTogether(moment, own, leastSites)?.failed;
      if (!failed || !isOfProvider(moment, failed)) return [];
      const bySite = new Map(failed.map((site) => [site.hostId, asAffected(site)]));
      // Its tickets depend on the controller of the site that failed first, and waiting for it is short.
      const ticketSeverities = Object.values(AlertSeverity);
      const { critical: severity } = AlertSeverity;
      return [{ alertId: undefined, rule: { ...rule, ticketSeverities }, severity, sites: bySite }];
    }),
  );
}

/** Sites that went down together, for as long as the rule says. Undefined if there are too few, or others did as well. */
function outageAmong(rule: Rule, moment: Moment, own: readonly ProviderSite[]): ProviderSite[] | undefined {
  const found = failedTogether(moment, own, thresholdOf(rule.condition, rule.threshold) ?? Infinity);
  if (!found) return undefined;
  const isDue = moment.at.getTime() - found.enoughAt.getTime() >= rule.durationMinutes * 60_000;
  return isDue && isOfProvider(moment, found.failed) ? found.failed : undefined;
}

/** At least so many sites that went down together, and since when there have been so many. */
function failedTogether(
  { at }: Moment,
  own: readonly ProviderSite[],
  least: number,
): { failed: DownSite[]; enoughAt: Date } | undefined {
  const down = own
    .filter(isDown)
    .filter(({ since }) => at.getTime() - since.getTime() <= newsMs)
    .toSorted((a, b) => a.since.getTime() - b.since.getTime());
  const enough = down.findIndex((last, nth) => {
    const first = down[nth - least + 1];
    return first && last.since.getTime() - first.since.getTime() <= togetherMs;
  });
  return enough < 0 ? undefined : { failed: connected(down, enough), enoughAt: down[enough]!.since };
}

type DownSite = ProviderSite & { since: Date };
const isDown = (site: ProviderSite): site is DownSite => site.state === 'down' && site.since !== undefined;

/** Those that went down one after another, without a longer pause. */
function connected(down: readonly DownSite[], at: number): DownSite[] {
  const gapBefore = (nth: number) => down[nth]!.since.getTime() - down[nth - 1]!.since.getTime() > togetherMs;
  let [from, until] = [at, at + 1];
  while (from > 0 && !gapBefore(from)) from--;
  while (until < down.length && !gapBefore(until)) until++;
  return down.slice(from, until);
}

/**
 * Whether they failed because of their provider. Others that failed at the same time point to something else, such as a power
 * cut in the region or an outage of UniFi's cloud. What was read before they failed is no evidence.
 */
function isOfProvider({ at, sites }: Moment, failed: readonly DownSite[]): boolean {
  const [first, last] = [failed[0]!, failed.at(-1)!];
  const read = sites.filter(({ state, readAt }) => state === 'down' || readAt > first.since);
  const own = read.filter(({ provider }) => provider === first.provider);
  const others = read.filter(({ provider }) => provider !== first.provider);
  const hasEvidence = others.length > 0 || sites.every(({ provider }) => provider === first.provider);
  if (!hasEvidence && at.getTime() - first.since.getTime() < togetherMs) return false;
  const alike = others.filter(
    ({ state, since }) =>
      state === 'down' &&
      since !== undefined &&
      since.getTime() >= first.since.getTime() - togetherMs &&
      since.getTime() <= last.since.getTime() + togetherMs,
  );
  return failed.length * others.length >= clearlyMore * alike.length * own.length;
}

/** Updates an open outage, whose provider has these sites. */
function review(
  rule: Rule,
  moment: Moment,
  outage: OpenOutage,
  own: readonly ProviderSite[],
): OutageChange[] {
  const { id: alertId, controllerId, severity } = outage;
  if (own.length === 0) return [endOf(outage, AlertResolution.no_longer_watched)];
  const of = (change: Change): OutageChange => ({ controllerId, change });
  const members = new Set(outage.sites.map(({ hostId }) => hostId));
  const again = outage.calmSince ? outageAmong(rule, moment, own) : undefined;
  const now = again ?? (outage.calmSince ? [] : stillDown(outage, own));
  const isUnclear = now.length > 0 && now.every(({ state }) => state === 'unknown');
  const verdict: Verdict = now.length < leastSites ? 'clear' : isUnclear ? 'unknown' : 'holds';
  const describe = () => describeOutage(rule, now);
  const listed = listSites(outage, verdict === 'clear' ? [] : now);
  if (outage.flappingSince) {
    const changes = reviewFlapping(outage, verdict, moment.at, describe);
    if (changes) return [...changes, ...listed].map(of);
  } else if (verdict === 'clear') {
    // Sites that are no longer monitored haven't recovered.
    const isBack = own.some(({ hostId, state }) => state === 'up' && members.has(hostId));
    return [endOf(outage, isBack ? AlertResolution.recovered : AlertResolution.no_longer_watched)];
  }
  const unknownSince = verdict === 'unknown' ? (outage.unknownSince ?? moment.at) : null;
  const isSame = (unknownSince === null) === (outage.unknownSince === null);
  return [...(isSame ? [] : [{ kind: 'alter' as const, alertId, severity, unknownSince }]), ...listed].map(
    of,
  );
}

/** The sites of an outage that aren't back yet, and those that failed soon after one of them. */
function stillDown({ sites }: OpenOutage, own: readonly ProviderSite[]): ProviderSite[] {
  const members = new Map(sites.map(({ hostId, since }) => [hostId, since]));
  const last = Math.max(...sites.map(({ since }) => since.getTime()));
  const first = Math.min(...sites.map(({ since }) => since.getTime()));
  return own.flatMap((site) => {
    const since = members.get(site.hostId);
    // A site that came back and failed again between two rounds is still one of them.
    if (since) return site.state === 'up' ? [] : [{ ...site, since }];
    const isSoonAfter =
      isDown(site) && site.since.getTime() >= first - togetherMs && site.since.getTime() <= last + togetherMs;
    return isSoonAfter ? [site] : [];
  });
}

function listSites({ id, sites }: OpenOutage, now: readonly ProviderSite[]): Change[] {
  const before = new Set(sites.map(({ hostId }) => hostId));
  if (now.length === before.size && now.every(({ hostId }) => before.has(hostId))) return [];
  return [{ kind: 'affectSites', alertId: id, sites: now.map(asAffected), deviceCount: devicesAt(now) }];
}

const devicesAt = (sites: readonly ProviderSite[]): number =>
  sites.reduce((sum, { deviceCount }) => sum + deviceCount, 0);

const asAffected = (site: ProviderSite): AffectedSite => {
  const { controllerId, hostId, networkSiteId, name, line, isDark, since } = site;
  return {
    controllerId,
    hostId,
    networkSiteId,
    name: readableName(name, hostId),
    line,
    isDark,
    since: since!,
  };
};

const raiseOf = (rule: Rule, failed: readonly ProviderSite[]): OutageChange => ({
  controllerId: failed[0]!.controllerId,
  change: { kind: 'raise', alert: { ...describeOutage(rule, failed), sites: failed.map(asAffected) } },
});

/** The alert, stored with the site that failed first. */
function describeOutage(rule: Rule, failed: readonly ProviderSite[]): NewAlert {
  const { provider, hostId, name, since } = failed[0]!;
  const named = failed.find(({ providerName }) => providerName)?.providerName;
  const asn = failed.find((one) => one.asn !== undefined)?.asn;
  const threshold = thresholdOf(rule.condition, rule.threshold);
  return {
    ruleId: rule.id,
    subject: providerSubject(provider),
    type: AlertType.isp_outage,
    severity: AlertSeverity.critical,
    deviceName: readableName(named, asn === undefined ? 'Internet provider' : `AS${asn}`),
    siteId: hostId,
    siteName: readableName(name, hostId),
    ...(named && { provider: readableName(named) }),
    ...(asn !== undefined && { asn }),
    deviceCount: devicesAt(failed),
    affectedSiteCount: failed.length,
    since: since!,
    ...(threshold !== undefined && { value: failed.length, threshold }),
  };
}
