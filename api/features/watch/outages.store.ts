import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, int, json, notNull, orNull, text, textsOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { AlertCondition, AlertType } from '../alerts/alert.enums.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { allTags } from '../sites/team-sites.store.ts';
import { foldIntoOutages, type ProviderOutage } from './evaluate/fold-outages.ts';
import {
  pendingOutages,
  evaluateProviders,
  type OpenOutage,
  type OutageChange,
  type ProviderSite,
  lateReadingMs,
  providerSitesOf,
} from './evaluate/providers.ts';
import { stableAfterMs } from './evaluate/flapping.ts';
import type { AffectedSite, Change, Round, WatchedRule } from './evaluate/types.ts';
import { recordChanges } from './record.store.ts';
import { activeRules } from './round.store.ts';

/**
 * Evaluates the outages of a team's providers by what its controllers last read, writes what changed, and makes this round's
 * alerts about lines and consoles part of them. Requires the team's lock, and runs once this round's reading is stored.
 * @param pollSeconds the default polling interval
 * @returns the round's changes, without alerts that are part of an outage
 */
export async function applyOutages(
  em: EntityManager,
  controller: Controller,
  round: Pick<Round, 'rules' | 'pending' | 'alerts' | 'reading'>,
  changes: Change[],
  pollSeconds: number,
): Promise<Change[]> {
  const { at } = round.reading;
  const teamId = controller.team.id;
  const [hint] = await queryRows(em, { failed: int, open: int }, anyTrouble, [
    teamId,
    at,
    teamId,
    at,
    teamId,
  ]);
  const { failed, open } = hint!;
  if (open === 0 && failed < 2) return foldIntoOutages(round, changes, [], at);
  const rules = (await activeRules(em, teamId)).filter(
    ({ condition }) => condition === AlertCondition.isp_outage,
  );
  if (open === 0 && rules.length === 0) return foldIntoOutages(round, changes, [], at);
  const sites = await providerSites(em, controller, round.reading, pollSeconds);
  const before = open > 0 ? await openOutages(em, teamId, at) : [];
  const found = evaluateProviders(rules, sites, before, at);
  await recordOutages(em, controller, rules, found, at);
  const outages = found.length > 0 || open > 0 ? await openOutages(em, teamId, at) : [];
  const known = [...outages.map(asOutage(rules)), ...pendingOutages(rules, sites, outages, at)];
  return foldIntoOutages(
    round,
    changes,
    known.filter((one) => one !== undefined),
    at,
  );
}

/**
 * SQL: how many lines of a team may have failed within a day, and how many outages are open. In calm times it is all that a
 * round asks. Its values are the team and the time, twice, and the team.
 */
const anyTrouble = `
  select (select count(*) from controller c join site_reading r on r.controller_id = c.id
           where c.team_id = ? and r.link = 'disconnected' and r.gone_at is null
             and r.state_since > ?::timestamptz - interval '1 day'
             and (c.selected_site_ids is null or r.host_id = any(c.selected_site_ids)))::int
       + (select count(*) from controller c join wan w on w.controller_id = c.id
           where c.team_id = ? and w.state = 'down' and w.state_since > ?::timestamptz - interval '1 day'
             and (c.selected_site_ids is null or w.host_id = any(c.selected_site_ids)))::int as failed,
         (select count(*) from alert
           where team_id = ? and resolved_at is null and type = 'isp_outage')::int as open`;

/**
 * SQL: the lines that a team's monitored consoles use, with the state of their console. Values: the controller whose reading
 * was just stored, the time, the default polling interval in seconds, and the team. UniFi's lists have gaps, so a console or
 * line that is missing is unread until it counts as removed (`infer.ts`).
 */
const teamLines = `
  select w.controller_id as "controllerId", w.host_id as "hostId", w.key, w.isp_name as provider, w.asn, w.state,
         w.state_since as "stateSince", w.network_site_id as "networkSiteId", r.state_since as "linkSince", r.name,
         s.customer_id as "customerId", ${allTags} as tags, case when c.id = asked.id then asked.at else coalesce(c.last_sync, 'epoch') end as "readAt",
         case when r.gone_at is null and w.missing_since is null
               and (c.id = asked.id or (c.status <> 'error' and c.last_sync > asked.at
                    - make_interval(secs => ${lateReadingMs / 1000} + 2 * coalesce(c.poll_seconds, asked.seconds))))
              then r.link else 'unread' end as "readLink",
         (count(*) over (partition by w.controller_id, w.host_id))::int as "lineCount",
         case when r.link = 'disconnected' then (
           select count(*) from device d where d.controller_id = c.id and d.host_id = w.host_id
              and d.left_at is null and not d.is_console) else 0 end::int as "deviceCount"
    from (select ?::uuid as id, ?::timestamptz as at, ?::int as seconds) asked
    cross join controller c
    join wan w on w.controller_id = c.id and w.key <> '' and w.has_been_up
     and coalesce(w.missing_since > asked.at - interval '15 minutes', true)
    join site_reading r on r.controller_id = c.id and r.host_id = w.host_id
     and coalesce(r.gone_at > asked.at - interval '1 hour', true)
    left join team_site s on s.team_id = c.team_id and s.host_id = w.host_id
    left join customer k on k.id = s.customer_id
   where c.team_id = ? and not c.over_limit
     and (c.selected_site_ids is null or w.host_id = any(c.selected_site_ids))
   order by c.created_at, w.key`;

const { wan, site_reading, team_site } = tables;
const lineColumns = {
  controllerId: wan.controller_id,
  hostId: wan.host_id,
  key: wan.key,
  provider: wan.isp_name,
  asn: wan.asn,
  state: wan.state,
  stateSince: wan.state_since,
  linkSince: site_reading.state_since,
  networkSiteId: wan.network_site_id,
  readAt: notNull(tables.controller.last_sync),
  name: site_reading.name,
  customerId: orNull(team_site.customer_id),
  tags: textsOf<string[]>(),
  readLink: text,
  lineCount: int,
  deviceCount: int,
};

/** Every site of a team once for each of its providers, as last read. A site that two controllers monitor counts once. */
async function providerSites(
  em: EntityManager,
  controller: Controller,
  { at, consoles }: Round['reading'],
  pollSeconds: number,
): Promise<ProviderSite[]> {
  const rows = await queryRows(em, lineColumns, teamLines, [
    consoles.length > 0 ? controller.id : null,
    at,
    pollSeconds,
    controller.team.id,
  ]);
  const time = (at: Date | string | null) => (at === null ? null : new Date(at));
  return providerSitesOf(
    rows.map(({ readAt, stateSince, linkSince, ...row }) => ({
      ...row,
      readAt: new Date(readAt),
      stateSince: time(stateSince),
      linkSince: time(linkSince),
    })),
  );
}

const { alert } = tables;
const outageColumns = {
  id: alert.id,
  ruleId: orNull(alert.rule_id),
  controllerId: alert.controller_id,
  subject: alert.subject,
  since: alert.since,
  timestamp: alert.timestamp,
  severity: alert.severity,
  unknownSince: alert.unknown_since,
  flappingSince: alert.flapping_since,
  calmSince: alert.calm_since,
  acknowledgedAt: alert.acknowledged_at,
  snoozedUntil: alert.snoozed_until,
  raises: alert.raises,
  ticketSeverities: json<string[]>(),
  isLimited: bool,
  sites: json<(Omit<AffectedSite, 'since'> & { since: string; listedAt: string })[]>(),
};

/** An open outage, with what decides whether alerts become part of it. */
interface StoredOutage extends OpenOutage {
  isHandled: boolean;
  /** For which severities its controller opens tickets, besides its rule. */
  ticketSeverities: string[];
  /** Some channels are limited to some sites. */
  isLimited: boolean;
  raises: number;
  sites: (AffectedSite & { listedAt: Date })[];
}

async function openOutages(em: EntityManager, teamId: string, at: Date): Promise<StoredOutage[]> {
  const rows = await queryRows(
    em,
    outageColumns,
    `select a.id, a.rule_id as "ruleId", a.controller_id as "controllerId", a.subject, a.since, a.timestamp, a.severity,
            a.unknown_since as "unknownSince", a.flapping_since as "flappingSince", a.calm_since as "calmSince",
            a.acknowledged_at as "acknowledgedAt", a.snoozed_until as "snoozedUntil", a.raises,
            case when c.halo_enabled then to_json(c.halo_severity_levels) else '[]' end as "ticketSeverities",
            exists (select from integration i where i.team_id = a.team_id and i.made_from is null
                     and (cardinality(i.customer_ids) > 0 or cardinality(i.tags) > 0)) as "isLimited",
            (select coalesce(json_agg(json_build_object(
                      'controllerId', f.controller_id, 'hostId', f.host_id, 'networkSiteId', f.network_site_id, 'name', f.name,
                      'line', f.line, 'isDark', f.is_dark, 'since', f.since, 'listedAt', f.listed_at)), '[]')
               from affected_site f where f.alert_id = a.id and f.until is null) as sites
       from alert a join controller c on c.id = a.controller_id where a.team_id = ? and a.resolved_at is null and a.type = '${AlertType.isp_outage}'`,
    [teamId],
  );
  const time = (at: Date | string | null) => (at === null ? null : new Date(at));
  return rows.map(({ timestamp, sites, acknowledgedAt, snoozedUntil, ...row }) => ({
    ...row,
    isHandled: acknowledgedAt !== null || (snoozedUntil !== null && new Date(snoozedUntil) > at),
    type: AlertType.isp_outage,
    severity: row.severity as OpenOutage['severity'],
    since: new Date(row.since),
    raisedAt: new Date(timestamp),
    unknownSince: time(row.unknownSince),
    flappingSince: time(row.flappingSince),
    calmSince: time(row.calmSince),
    affectedMacs: [],
    sites: sites.map(({ since, listedAt, ...site }) => ({
      ...site,
      since: new Date(since),
      listedAt: new Date(listedAt),
    })),
  }));
}

/** Writes changes on the controllers that their alerts are stored with. One that came back stays with its former one. */
async function recordOutages(
  em: EntityManager,
  current: Controller,
  rules: WatchedRule[],
  found: readonly OutageChange[],
  at: Date,
): Promise<void> {
  for (const { controllerId, change } of found) {
    const home = change.kind === 'raise' ? await formerHome(em, change.alert, at) : undefined;
    const id = home ?? controllerId;
    const controller = id === current.id ? current : await em.findOneOrFail(Controller, id);
    await recordChanges(em, controller, rules, [change], at);
  }
}

/** The controller of this provider's last outage, if it may come back as the same alert. */
async function formerHome(
  em: EntityManager,
  { ruleId, subject }: { ruleId: string; subject: string },
  at: Date,
): Promise<string | undefined> {
  const [last] = await queryRows(
    em,
    { controllerId: alert.controller_id },
    `select controller_id as "controllerId" from alert
      where rule_id = ? and subject = ? and resolution = 'recovered' and resolved_at >= ?
      order by resolved_at desc limit 1`,
    [ruleId, subject, new Date(at.getTime() - stableAfterMs)],
  );
  return last?.controllerId;
}

/**
 * What an outage speaks for. Its message went to the channels of the sites that were known then. So a site that joins later
 * raises its own alert if some channels are limited to some sites, or if someone has already dealt with the outage.
 */
const asOutage =
  (rules: readonly WatchedRule[]) =>
  (outage: StoredOutage): ProviderOutage | undefined => {
    const { id, ruleId, severity, calmSince, sites, raisedAt, raises, isHandled, isLimited } = outage;
    const rule = rules.find((one) => one.id === ruleId);
    if (!rule || calmSince) return undefined;
    const isHeard = ({ listedAt }: { listedAt: Date }) =>
      listedAt <= raisedAt ? !isHandled || raises === 1 : !isHandled && !isLimited;
    const ticketSeverities = [...rule.ticketSeverities, ...outage.ticketSeverities];
    const heard = sites.filter(isHeard).map((site) => [site.hostId, site] as const);
    return { alertId: id, rule: { ...rule, ticketSeverities }, severity, sites: new Map(heard) };
  };
