import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { int, json, orNull, type RowOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { severityRank } from '#api/db/severity.ts';
import { tables } from '#api/db/tables.ts';
import type { Config } from '#api/config/config.ts';
import { dateOf } from '#api/db/row-values.ts';
import { affectedSiteLists } from '../alerts/affected.store.ts';
import { partsOf, type Summary } from './channels/message.ts';
import { findAlerts, type Claimed } from './deliveries.store.ts';
import { DeliveryKind, DeliveryStatus, isSingleMessageSql } from './delivery.entity.ts';
import type { Destination } from './destinations.store.ts';
import { alertSituations } from './policy-facts.store.ts';
import type { Policy } from './policy.ts';
import { decideStorm, minute, stormLookbackMs } from './storm.ts';

/** A recipient's recent messages. */
const traffic = {
  recipient: tables.delivery.recipient,
  due: int,
  urgent: int,
  recent: int,
  lastSummary: tables.delivery.sent_at,
  summariesSent: int,
  firstWaitingAt: orNull(tables.delivery.created_at),
  /** The first summary of the last storm. */
  storm: tables.delivery.summary_id,
  /** An unsent summary. */
  waiting: orNull(tables.delivery.id),
};

/**
 * Turns messages over the per-minute limit into one summary per recipient. The rest stays unchanged. Runs in
 * the caller's transaction, which holds the destination.
 */
export async function summarize(em: EntityManager, destination: Destination, now: Date): Promise<void> {
  for (const row of await trafficOf(em, destination.id, now)) {
    const times = { lastSummary: dateOf(row.lastSummary), firstWaitingAt: dateOf(row.firstWaitingAt) };
    const hasPendingSummary = row.waiting !== null;
    const { single, others, continues } = decideStorm({ ...row, ...times, hasPendingSummary }, now);
    if (others === 'none') continue;
    if (typeof others === 'object') await postpone(em, destination.id, row.recipient, single, others.at, now);
    else {
      const storm = continues ? row.storm : null;
      const id = row.waiting ?? (await addSummary(em, destination, row.recipient, storm, now));
      await em.execute(
        `update delivery set status = 'summarised', summary_id = ?, reason_code = null, reason_params = null, not_before = null
          where id in (${dueDeliveries} offset ?)`,
        [id, destination.id, row.recipient, now, single],
        'run',
      );
    }
  }
}

/**
 * New critical alerts don't wait for a summary. Looks up each alert by ID, because for a join the planner may
 * read all alerts for each delivery when its statistics date from a nearly empty table.
 */
const urgent = `d.kind = 'opened' and (select severity from alert where id = d.alert_id) = 'critical'`;

/** What can be sent to one recipient now: new critical alerts, then the oldest. */
const dueDeliveries = `
  select d.id from delivery d
   where d.integration_id = ? and d.recipient = ? and ${isSingleMessageSql}
     and d.status in ('waiting', 'retrying') and coalesce(d.not_before, d.created_at) <= ?
   order by not (${urgent}), d.created_at, d.id`;

function trafficOf(em: EntityManager, id: string, now: Date): Promise<RowOf<typeof traffic>[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return queryRows(
    em,
    traffic,
    `with due as (
       select d.recipient,
              count(*) filter (where ${isSingleMessageSql} and coalesce(d.not_before, d.created_at) <= ?)::int as due,
              count(*) filter (where ${urgent} and coalesce(d.not_before, d.created_at) <= ?)::int as urgent,
              (array_agg(d.id) filter (where d.kind = 'summary'))[1] as waiting
         from delivery d
        where d.integration_id = ? and d.status in ('waiting', 'retrying') group by d.recipient)
     select due.*, sent.recent, last.sent_at as "lastSummary", last.storm, coalesce(previous.count, 0) as "summariesSent",
            news.at as "firstWaitingAt"
       from due
       cross join lateral (
         select count(*)::int as recent from delivery d
          where d.integration_id = ? and d.recipient = due.recipient and ${isSingleMessageSql} and d.sent_at > ?) sent
       left join lateral (
         select coalesce(summary_id, id) as storm, sent_at from delivery
          where integration_id = ? and recipient = due.recipient and kind = 'summary' and sent_at > ?
          order by sent_at desc limit 1) last on true
       left join lateral (
         select count(*)::int as count from delivery
          where kind = 'summary' and (id = last.storm or summary_id = last.storm) and sent_at is not null) previous on true
       left join lateral (
         select min(d.created_at) as at from delivery d
          where d.integration_id = ? and d.recipient = due.recipient and ${isSingleMessageSql}
            and d.status in ('waiting', 'retrying') and d.created_at > last.sent_at) news on true
      where due.due > 0`,
    [now, now, id, id, ago(minute), id, ago(stormLookbackMs), id],
  );
}

async function addSummary(
  em: EntityManager,
  { id, teamId, channel }: Destination,
  recipient: string,
  storm: string | null,
  now: Date,
): Promise<string> {
  const summary = randomUUID();
  await em.execute(
    `insert into delivery (id, team_id, integration_id, channel, recipient, kind, status, summary_id, created_at)
     values (?, ?, ?, ?, ?, 'summary', 'waiting', ?, ?)`,
    [summary, teamId, id, channel, recipient, storm, now],
    'run',
  );
  return summary;
}

async function postpone(
  em: EntityManager,
  integrationId: string,
  recipient: string,
  single: number,
  at: Date,
  now: Date,
): Promise<void> {
  await em.execute(
    `update delivery set not_before = ?, reason_code = 'awaiting_summary', reason_params = null
      where id in (${dueDeliveries} offset ?)`,
    [at, integrationId, recipient, now, single],
    'run',
  );
}

const summaryColumns = {
  open: int,
  bySeverity: json<Summary['bySeverity']>(),
  siteCount: int,
  sites: json<string[]>(),
  /** IDs of the worst open alerts. */
  worst: json<string[]>(),
  since: orNull(tables.alert_entry.at),
  alerts: int,
  last: tables.delivery.sent_at,
  opened: int,
  ended: int,
  first: tables.delivery.reference,
};

/**
 * The current state, and what is new since the last summary. Each open alert looks up its own deliveries.
 * Conditions equal for all rows are kept out of the indexes, because a fresh table has no statistics to show
 * that.
 */
export async function summaryOf(
  em: EntityManager,
  { publicUrl }: Config,
  destination: Destination,
  { id, summaryId, recipient }: Claimed,
  policy: Policy | undefined,
): Promise<Summary> {
  const { id: integrationId, teamId } = destination;
  const suppressed = policy ? await suppressedFor(em, destination, recipient, policy) : [];
  const storm = summaryId ?? id;
  const sites = await outageSites(em, destination, recipient);
  const [row] = await queryRows(
    em,
    summaryColumns,
    `with kept as (select jsonb_array_elements_text(?::jsonb)::uuid as id),
     summaries as (
       select id, created_at, sent_at, reference from delivery where id = ? or (summary_id = ? and kind = 'summary')),
     span as (
       select min(created_at) - interval '1 minute' as began, max(sent_at) filter (where id <> ?) as last from summaries),
     every as (
       select d.alert_id, d.kind, d.entry_id, d.summary_id = ? as fresh
         from delivery d join summaries e on e.id = d.summary_id where ${isSingleMessageSql}
       union all
       select d.alert_id, d.kind, d.entry_id, d.sent_at > coalesce(span.last, span.began)
         from span join delivery d on d.integration_id = ? and d.sent_at > span.began
        where d.recipient = ? and ${isSingleMessageSql}),
     news as (select * from every where not exists (select from kept where kept.id = every.alert_id)),
     wrong as (
       select * from (${openToRecipient}) open where not exists (select from kept where kept.id = open.id)),
     places as (
       select site_name as name from wrong where type <> 'isp_outage'
       union
       select site.name from jsonb_to_recordset(?::jsonb) as site("alertId" uuid, name text) join wrong on wrong.id = site."alertId"),
     counted as (select severity, count(*)::int as count from wrong group by severity)
     select (select count(*)::int from wrong) as open,
            coalesce((select jsonb_object_agg(severity, count) from counted), '{}') as "bySeverity",
            (select count(*)::int from places) as "siteCount",
            array_to_json(array(select name from places order by 1 limit 10)) as sites,
            array_to_json(array(
              select id
                from wrong
               order by calm_since is not null,
                        ${severityRank('severity')}, timestamp desc
               limit 10)) as worst,
            (select min(e.at) from news n join alert_entry e on e.id = n.entry_id) as since,
            (select count(distinct alert_id)::int from news) as alerts,
            (select last from span) as last,
            (select count(distinct alert_id)::int from news where fresh and kind in ('opened', 'flapping')) as opened,
            (select count(distinct alert_id)::int from news where fresh and kind in ('resolved', 'stable')) as ended,
            (select reference from summaries where reference is not null order by sent_at desc limit 1) as first`,
    [
      JSON.stringify(suppressed),
      storm,
      storm,
      id,
      id,
      integrationId,
      recipient,
      teamId,
      integrationId,
      recipient,
      JSON.stringify(sites),
    ],
  );
  const { first, since, last, worst, ...counts } = row!;
  const alerts = await findAlerts(em, worst);
  return {
    ...counts,
    kind: DeliveryKind.summary,
    since: dateOf(since) ?? new Date(),
    last: dateOf(last),
    lines: worst.flatMap((alertId) => {
      const alert = alerts.get(alertId);
      return alert ? [{ severity: alert.severity, isCalm: !!alert.calmSince, alert: partsOf(alert) }] : [];
    }),
    list: `${publicUrl}/alerts`,
    ...(first && { earlierReference: first }),
  };
}

/** Open alerts that a recipient receives through a channel. Parameters: team, channel, recipient. */
const openToRecipient = `
  select a.* from alert a
   where a.team_id = ? and a.resolved_at is null and exists (
     select from delivery d where d.alert_id = a.id and d.integration_id is not distinct from ?
        and d.recipient = ? and d.status in ('waiting', 'retrying', 'sent', 'accepted', 'summarised'))`;

/** The sites of open outages that a channel's limit covers, as a summary names them. */
async function outageSites(
  em: EntityManager,
  destination: Destination,
  recipient: string,
): Promise<{ alertId: string; name: string }[]> {
  const { id, teamId } = destination;
  const outages = await queryRows(
    em,
    { id: tables.alert.id, affectedSiteCount: tables.alert.affected_site_count },
    `select id, affected_site_count as "affectedSiteCount" from (${openToRecipient}) open where type = 'isp_outage'`,
    [teamId, id, recipient],
  );
  const lists = await affectedSiteLists(em, outages, mostOutageSites, destination);
  return [...lists].flatMap(([alertId, { sites }]) => sites.map(({ name }) => ({ alertId, name })));
}

/** Sites of each outage that a summary counts. */
const mostOutageSites = 1000;

/** IDs of open alerts that were sent but are suppressed now, so no summary lists them. */
async function suppressedFor(
  em: EntityManager,
  { id, teamId, channel }: Destination,
  recipient: string,
  policy: Policy,
): Promise<string[]> {
  const open = await queryRows(em, { id: tables.alert.id }, `select id from (${openToRecipient}) open`, [
    teamId,
    id,
    recipient,
  ]);
  const alerts = await alertSituations(
    em,
    open.map((alert) => alert.id),
  );
  const asked = { kind: DeliveryKind.opened, channel, recipient, wasNotified: true } as const;
  return [...alerts.values()]
    .filter((alert) => policy.decide({ ...asked, alert }).status !== DeliveryStatus.waiting)
    .map((alert) => alert.id);
}
