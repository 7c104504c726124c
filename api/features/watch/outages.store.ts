import type { EntityManager } from '@mikro-orm/postgresql';
import { int, json, orNull, text, textsOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { AlertCondition, AlertType } from '../alerts/alert.enums.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { allTags } from '../sites/team-sites.store.ts';
import { foldIntoOutages, type ProviderOutage } from './evaluate/fold-outages.ts';
import {
  brewingOutages,
  judgeProviders,
  type OpenOutage,
  type OutageChange,
  type ProviderSite,
} from './evaluate/providers.ts';
import type { Change, Round, WatchedRule } from './evaluate/types.ts';
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
  const [hint] = await queryRows(em, { failed: int, open: int }, anyTrouble, [teamId, teamId, teamId]);
  const { failed, open } = hint!;
  if (open === 0 && failed < 2) return foldIntoOutages(round, changes, [], at);
  const rules = (await activeRules(em, teamId)).filter(
    ({ condition }) => condition === AlertCondition.isp_outage,
  );
  if (open === 0 && rules.length === 0) return foldIntoOutages(round, changes, [], at);
  const sites = await providerSites(em, controller, round.reading, pollSeconds);
  const before = open > 0 ? await openOutages(em, teamId) : [];
  const found = judgeProviders(rules, sites, before, at);
  await recordOutages(em, controller, rules, found, at);
  const outages = found.length > 0 || open > 0 ? await openOutages(em, teamId) : [];
  const known = [...outages.map(asOutage(rules)), ...brewingOutages(rules, sites, outages, at)];
  return foldIntoOutages(
    round,
    changes,
    known.filter((one) => one !== undefined),
    at,
  );
}

/** SQL: how many lines of a team may have failed, and how many outages are open. In calm times it is all that a round asks. */
const anyTrouble = `
  select (select count(*) from controller c join site_reading r on r.controller_id = c.id
           where c.team_id = ? and r.link = 'disconnected')::int
       + (select count(*) from controller c join wan w on w.controller_id = c.id
           where c.team_id = ? and w.state = 'down')::int as failed,
         (select count(*) from alert
           where team_id = ? and resolved_at is null and type = 'isp_outage')::int as open`;

/** How late a controller's latest reading may be, beyond twice its interval, before its sites are unknown. Seconds. */
const graceSeconds = 120;

/**
 * SQL: the lines that a team's monitored consoles use, with the state of their console. Values: the controller whose reading
 * was just stored, the time, the default polling interval in seconds, and the team.
 */
const teamLines = `
  select w.controller_id as "controllerId", w.host_id as "hostId", w.key, w.isp_name as provider, w.asn, w.state,
         w.state_since as "stateSince", r.state_since as "linkSince", r.name, s.customer_id as "customerId",
         ${allTags} as tags,
         case when c.id = ? or (c.status <> 'error'
                and c.last_sync > ?::timestamptz - make_interval(secs => ${graceSeconds} + 2 * coalesce(c.poll_seconds, ?)))
              then r.link else 'unread' end as "readLink",
         (count(*) over (partition by w.controller_id, w.host_id))::int as "lineCount",
         case when r.link = 'disconnected' then (
           select count(*) from device d where d.controller_id = c.id and d.host_id = w.host_id
              and d.left_at is null and not d.is_console) else 0 end::int as "deviceCount"
    from controller c
    join wan w on w.controller_id = c.id and w.key <> '' and w.has_been_up and w.missing_since is null
    join site_reading r on r.controller_id = c.id and r.host_id = w.host_id and r.gone_at is null
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
  name: site_reading.name,
  customerId: orNull(team_site.customer_id),
  tags: textsOf<string[]>(),
  readLink: text,
  lineCount: int,
  deviceCount: int,
};

const nameOf = (provider: string): string => provider.trim().toLowerCase();

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
  // UniFi names a line's provider sooner than its number, so that a name stands for the number it has elsewhere.
  const numbers = new Map(
    rows.flatMap(({ provider, asn }) => (provider && asn !== null ? [[nameOf(provider), asn] as const] : [])),
  );
  const sites = new Map<string, ProviderSite>();
  for (const row of rows) {
    const name = row.provider ? nameOf(row.provider) : undefined;
    const asn = row.asn ?? (name === undefined ? undefined : numbers.get(name));
    const provider = asn === undefined ? name : `AS${asn}`;
    if (provider === undefined) continue;
    const place = `${provider} ${row.hostId}`;
    const { state, since } = stateOf(row);
    const known = sites.get(place);
    if (known && (known.state === 'down' || state !== 'down')) continue;
    const { controllerId, hostId, key, customerId, tags, deviceCount } = row;
    sites.set(place, {
      controllerId,
      hostId,
      name: row.name,
      line: key,
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

/**
 * A line has failed if its console says so, or lost the cloud with its only line. Of a console with several, which one failed
 * can't be told: it may have lost its power.
 */
function stateOf({
  readLink,
  lineCount,
  state,
  stateSince,
  linkSince,
}: Pick<LineRow, 'readLink' | 'lineCount' | 'state' | 'stateSince' | 'linkSince'>): Pick<
  ProviderSite,
  'state' | 'since'
> {
  const known = (at: Date | string | null) => (at === null ? undefined : new Date(at));
  if (readLink === 'connected') {
    if (state === 'down') return { state, since: known(stateSince) };
    // Without word of the line, a connected console proves that an only line works.
    return { state: state === 'unknown' && lineCount > 1 ? 'unknown' : 'up' };
  }
  if (readLink === 'disconnected' && lineCount === 1) return { state: 'down', since: known(linkSince) };
  return { state: 'unknown' };
}

interface LineRow {
  readLink: string;
  lineCount: number;
  state: string;
  stateSince: Date | string | null;
  linkSince: Date | string;
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
  sites: json<{ hostId: string; line: string; since: string }[]>(),
};

async function openOutages(em: EntityManager, teamId: string): Promise<OpenOutage[]> {
  const rows = await queryRows(
    em,
    outageColumns,
    `select a.id, a.rule_id as "ruleId", a.controller_id as "controllerId", a.subject, a.since, a.timestamp, a.severity,
            a.unknown_since as "unknownSince", a.flapping_since as "flappingSince", a.calm_since as "calmSince",
            (select coalesce(json_agg(json_build_object('hostId', f.host_id, 'line', f.line, 'since', f.since)), '[]')
               from affected_site f where f.alert_id = a.id and f.until is null) as sites
       from alert a where a.team_id = ? and a.resolved_at is null and a.type = '${AlertType.isp_outage}'`,
    [teamId],
  );
  const time = (at: Date | string | null) => (at === null ? null : new Date(at));
  return rows.map(({ timestamp, sites, ...row }) => ({
    ...row,
    type: AlertType.isp_outage,
    severity: row.severity as OpenOutage['severity'],
    since: new Date(row.since),
    raisedAt: new Date(timestamp),
    unknownSince: time(row.unknownSince),
    flappingSince: time(row.flappingSince),
    calmSince: time(row.calmSince),
    affectedMacs: [],
    sites: sites.map(({ since, ...site }) => ({ ...site, since: new Date(since) })),
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
      where rule_id = ? and subject = ? and resolved_at > ?::timestamptz - interval '20 minutes'
      order by resolved_at desc limit 1`,
    [ruleId, subject, at],
  );
  return last?.controllerId;
}

const asOutage =
  (rules: readonly WatchedRule[]) =>
  ({ id, ruleId, severity, calmSince, sites }: OpenOutage): ProviderOutage | undefined => {
    const rule = rules.find((one) => one.id === ruleId);
    if (!rule || calmSince) return undefined;
    return { alertId: id, rule, severity, sites: new Map(sites.map((site) => [site.hostId, site])) };
  };
