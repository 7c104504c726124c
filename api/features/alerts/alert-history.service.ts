import { raw, type FilterQuery } from '@mikro-orm/core';
import type { QBFilterQuery } from '@mikro-orm/postgresql';
import { readerOf, zoneOf, type ViewerContext } from '#api/graphql/context.ts';
import { csvExport } from '#api/exports/export.ts';
import { answerText } from '#api/exports/exports.service.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import type { Month } from '#api/lib/calendar-month.ts';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import { isoTime } from '#api/lib/local-time.ts';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { containing, wordsOf } from '#api/db/text-search.ts';
import { recordsExport } from '../audit/audit.service.ts';
import { tidyTags } from '../customers/tags.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import type { AlertDay, AlertHistoryArgs, AlertPage, AlertSearch } from './alert.input.ts';
import { Alert } from './alert.entity.ts';
import { ownController } from './alerts.service.ts';
import { AlertType } from './alert.enums.ts';
import { isAboutProvider, messageFields, messageOf, pastMessageOf, typeWords } from './message.ts';

type Where = Extract<FilterQuery<Alert>, object>;

/**
 * Most recently raised first.
 * @throws NotFound for a controller or cursor of another team
 */
export async function alertHistory(
  ctx: ViewerContext,
  { first, after, ...search }: AlertHistoryArgs,
): Promise<AlertPage> {
  const where = await found(ctx, search);
  const last = after && (await findOwn(ctx, Alert, after, 'Alert'));
  const alerts = await ctx.em.find(
    Alert,
    { $and: last ? [...where, behind(last)] : where },
    { orderBy: newestFirst, limit: first + 1 },
  );
  const nodes = alerts.slice(0, first);
  return { nodes, nextCursor: alerts.length > first ? nodes.at(-1)!.id : null };
}

/**
 * Days on which alerts were raised, in order.
 * @throws NotFound for a controller of another team
 */
export async function alertDays(ctx: ViewerContext, search: AlertSearch): Promise<AlertDay[]> {
  const days = await ctx.em
    .createQueryBuilder(Alert, 'a')
    .select([
      raw(`to_char(a.timestamp at time zone ?, 'YYYY-MM-DD') as day`, [zoneOf(ctx)]),
      raw('count(*)::int as count'),
    ])
    .where({ $and: await found(ctx, search) } as QBFilterQuery<Alert, 'a'>)
    .groupBy(raw('1'))
    .orderBy({ [raw('1')]: 'asc' })
    .execute<AlertDay[]>('all', false);
  const alerts = days.reduce((sum, { count }) => sum + count, 0);
  chargeRows(ctx, alerts, rowsPerPoint.summedUp);
  return days;
}

/**
 * The same alerts as a spreadsheet.
 * @throws NotFound for a controller of another team
 */
export async function alertHistoryCsv(ctx: ViewerContext, search: AlertSearch): Promise<string> {
  const where = { $and: await found(ctx, search) };
  const asker = readerOf(ctx);
  return answerText(
    ctx,
    csvExport({
      download: 'GET /api/alert-history/csv',
      record: recordsExport(
        ctx,
        { action: 'alert.export', subject: ctx.viewer.team.name, subjectId: ctx.viewer.team.id },
        search,
      ),
      columns: [
        { key: 'raised', header: 'Raised' },
        { key: 'over', header: 'Over' },
        { key: 'severity', header: 'Severity' },
        { key: 'type', header: 'Type' },
        { key: 'device', header: 'Device' },
        { key: 'site', header: 'Site' },
        { key: 'message', header: 'Message' },
        { key: 'rule', header: 'Rule' },
        { key: 'acknowledgedBy', header: 'Acknowledged by' },
      ],
      count: ({ em }) => em.count(Alert, where),
      async *batches(reader) {
        for await (const alerts of reader.find(Alert, where, { orderBy: newestFirst, fields }))
          yield alerts.map((alert) => ({
            raised: isoTime(alert.timestamp, asker.timeZone),
            over: alert.resolvedAt && isoTime(alert.resolvedAt, asker.timeZone),
            severity: alert.severity,
            type: alert.type,
            device: alert.deviceName,
            // An outage is stored at the site that failed first, which may not be one of those asked for.
            site: isAboutProvider(alert.type) ? '' : alert.siteName,
            message: pastMessageOf(alert, asker) ?? messageOf(alert, asker),
            rule: alert.ruleName,
            acknowledgedBy: alert.acknowledgedByName,
          }));
      },
    }),
  );
}

/** Columns that a row of the file needs. */
const fields = [...messageFields, 'severity', 'ruleName', 'acknowledgedByName'] as const;

/** Alerts after a cursor. The first condition lets an index start there, however far back that is. */
const behind = ({ timestamp, id }: Alert): Where => ({
  timestamp: { $lte: timestamp },
  $or: [{ timestamp: { $lt: timestamp } }, { id: { $lt: id } }],
});

const newestFirst = { timestamp: 'desc', id: 'desc' } as const;

async function found(
  ctx: ViewerContext,
  { search, severities, type, controllerId, siteId, deviceMac, open, since, until, ...more }: AlertSearch,
): Promise<Where[]> {
  const { customerIds, unassigned, tags, month, planned, acknowledged, resolution } = more;
  const where: Where[] = [{ team: ctx.viewer.team }];
  const scope = { customerIds, unassigned, tags };
  const isScoped = Boolean(customerIds || tags) || typeof unassigned === 'boolean';
  const reported = month
    ? await reportedMonths.value(ctx, month, { ...scope, isScoped, outlasting: typeof planned === 'boolean' })
    : null;
  // The list behind a report's figures has what they count, and they count an outage at the site that failed first.
  if (isScoped && reported?.siteIds) where.push({ siteId: { $in: reported.siteIds } });
  else if (isScoped) where.push(await atSites(ctx, await sitesWith(ctx, scope), reported));
  where.push(...ofMonth(reported, planned));
  // What happened after a report was stored isn't in its figures.
  const seen = reported?.madeAt ? { $lte: reported.madeAt } : { $ne: null };
  const unseen: Where[] = reported?.madeAt ? [{ acknowledgedAt: { $gt: reported.madeAt } }] : [];
  if (acknowledged === true) where.push({ acknowledgedAt: seen });
  if (acknowledged === false) where.push({ $or: [{ acknowledgedAt: null }, ...unseen] });
  if (resolution) where.push({ resolution, resolvedAt: seen });
  if (controllerId) {
    const controller = await ownController(ctx, controllerId);
    where.push({ $or: [{ controller }, await outagesOf(ctx, 'f.controller_id = ?', controller.id)] });
  }
  if (severities) where.push({ severity: { $in: severities } });
  if (type) where.push({ type });
  if (siteId) where.push(await atSites(ctx, [siteId], reported));
  if (deviceMac) where.push({ deviceMac });
  if (typeof open === 'boolean') where.push({ resolvedAt: open ? null : { $ne: null } });
  if (since) where.push({ timestamp: { $gte: since } });
  if (until) where.push({ timestamp: { $lt: until } });
  return [...where, ...wordsOf(search).map(isSomewhere)];
}

/** Alerts about sites. A provider's outage is stored with the site that failed first, and listed at each that it affected. */
async function atSites(
  ctx: ViewerContext,
  siteIds: string[],
  reported: ReportedMonth | null,
): Promise<Where> {
  const stored: Where = { siteId: { $in: siteIds } };
  if (reported) return stored;
  const affected = 'f.host_id in (select json_array_elements_text(?::json))';
  return { $or: [stored, await outagesOf(ctx, affected, JSON.stringify(siteIds))] };
}

/**
 * A team's outages that affected a site at some time.
 * @param where SQL: which sites `f`
 */
async function outagesOf({ em, viewer }: ViewerContext, where: string, value: string): Promise<Where> {
  const rows = await queryRows(
    em,
    { id: tables.alert.id },
    `select distinct a.id from affected_site f join alert a on a.id = f.alert_id where a.team_id = ? and ${where}`,
    [viewer.team.id, value],
  );
  return { id: { $in: rows.map(({ id }) => id) } };
}

/** Whose alerts a list has. */
export interface ReportedScope extends Pick<AlertSearch, 'customerIds' | 'unassigned' | 'tags'> {
  /** Whether any of these limits it. */
  isScoped: boolean;
  /** Whether the list needs to know `outlasting`, which takes a while unless the report is stored. */
  outlasting: boolean;
}

/** What the report of a month counts, so that the list behind a figure has the same alerts. */
export interface ReportedMonth {
  /** In the time zone of the report. */
  month: Month;
  /** When the report was stored. `null` while its figures still change. */
  madeAt: Date | null;
  /** The sites in the scope when the report was stored. `null`: those that are in it now. */
  siteIds: string[] | null;
  /** Alerts that were raised during planned work and outlasted it, if it ended in this month: incidents from then on. */
  outlasting: string[];
}

/** Reports build on alerts, so they say here what they count. They charge for what they read. */
export type ReportedMonths = (
  ctx: ViewerContext,
  month: string,
  scope: ReportedScope,
) => Promise<ReportedMonth>;

export const reportedMonths = new ExtensionPoint<ReportedMonths>('months as reports count them');

/** The alerts of a month, or only those that its report counts as planned work or as incidents. */
function ofMonth(reported: ReportedMonth | null, planned: boolean | null | undefined): Where[] {
  const isPlanned: Where[] =
    typeof planned === 'boolean' ? [{ maintenance: planned ? { $ne: null } : null }] : [];
  if (!reported) return isPlanned;
  const { month, outlasting } = reported;
  const raised: Where = { timestamp: { $gte: month.from, $lt: month.until } };
  if (isPlanned.length === 0) return [raised];
  return planned
    ? [raised, ...isPlanned, { id: { $nin: outlasting } }]
    : [{ $or: [{ $and: [raised, ...isPlanned] }, { id: { $in: outlasting } }] }];
}

/** The sites of customers, with or without one, or with one of some tags. */
async function sitesWith(
  { em, viewer }: ViewerContext,
  { customerIds, unassigned, tags }: Pick<AlertSearch, 'customerIds' | 'unassigned' | 'tags'>,
): Promise<string[]> {
  const ids = customerIds ? `{${customerIds.filter(isId).join(',')}}` : null;
  const tidied = tags ? JSON.stringify(tidyTags(tags)) : null;
  const rows = await queryRows(
    em,
    { hostId: tables.team_site.host_id },
    `select s.host_id as "hostId" from team_site s left join customer k on k.id = s.customer_id
       cross join (select ?::uuid[] as customers, ?::boolean as unassigned) asked
      where s.team_id = ? and case
          when asked.customers is null then coalesce((s.customer_id is null) = asked.unassigned, true)
          else s.customer_id = any(asked.customers) or s.customer_id is null and asked.unassigned
        end
        and (?::json is null or s.tags || coalesce(k.tags, '{}') && array(select json_array_elements_text(?::json)))`,
    [ids, unassigned ?? null, viewer.team.id, tidied, tidied],
  );
  return rows.map(({ hostId }) => hostId);
}

const searched = ['deviceName', 'siteName', 'networkSite', 'uplinkName', 'provider', 'ruleName'] as const;

function isSomewhere(word: string): Where {
  const sought = word.toLowerCase();
  const types = Object.values(AlertType).filter((type) => typeWords[type].includes(sought));
  return {
    $or: [
      ...searched.map((field) => ({ [field]: { $ilike: containing(word) } })),
      ...(types.length > 0 ? [{ type: { $in: types } }] : []),
      ...(/^\d{1,4}$/.test(word) ? [{ port: Number(word) }] : []),
    ],
  };
}
