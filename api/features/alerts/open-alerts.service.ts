import { bool, type Column, int, orNull, text, timestamp } from '#api/db/columns.ts';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { readPrepared, type Prepared } from '#api/db/prepared.ts';
import { severityRank, worstSeverity } from '#api/db/severity.ts';
import { tables } from '#api/db/tables.ts';
import { computedOnce, fold, foldedSql, wordsOf } from '#api/db/text-search.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { memoize } from '#api/lib/concurrency.ts';
import { chargeRows, chargeSearch, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import { ipPart } from '../controllers/devices.service.ts';
import type { Alert } from './alert.entity.ts';
import { AlertType } from './alert.enums.ts';
import { tidyTags } from '../customers/tags.ts';
import { alertColumns, openAlertCount, type AlertRow } from './alerts.service.ts';
import { typeWords } from './message.ts';
import { coveredAlerts, isNew, isSnoozed } from './new-alerts.store.ts';
import {
  type AlertFilter,
  type AlertGroup,
  type AlertGroupsArgs,
  AlertGrouping,
  AlertOrder,
  OpenAlertPage,
  OpenAlertState,
  type OpenAlertsArgs,
  type SeverityCount,
} from './open-alerts.input.ts';

type Reader = Pick<ViewerContext, 'em' | 'viewer'>;

/**
 * A page of the team's open alerts with a matching cursor. One statement reads both from one snapshot.
 * @throws Invalid for a cursor that no page had
 */
export async function openAlerts(ctx: ViewerContext, args: OpenAlertsArgs): Promise<OpenAlertPage> {
  const { filter, order, first, after, before, skip } = args;
  const chargedRows = await chargePage(ctx, args);
  const values = await valuesOf(ctx, filter ?? {});
  const from = after ?? before;
  const statement = pages[order][after ? 'after' : before ? 'before' : 'first'];
  const rest = from ? [first + 1, ...placeIn(from)] : [first + 1, skip];
  const rows = await readPrepared<PageRow>(ctx.em, statement, [...values, ...rest]);
  const found = rows.filter(({ id }) => id !== null);
  const page = found.slice(0, first);
  if (before && !after) page.reverse();
  const hasMore = found.length > first;
  const isBackward = Boolean(before && !after);
  // The engine copies plain objects for each field, and the fields of a page share its counts.
  return Object.assign(new OpenAlertPage(), {
    nodes: page as object[] as Alert[],
    nextCursor: isBackward || hasMore ? (page.at(-1)?.place ?? null) : null,
    previousCursor: (isBackward ? hasMore : Boolean(after) || skip > 0) ? (page[0]?.place ?? null) : null,
    cursor: rows[0]?.cursor ?? '0',
    filter: filter ?? {},
    chargedRows,
  });
}

type LevelCount = SeverityCount & { newCount: number };

/** The counts of one page, which three of its fields share. */
const counted = new WeakMap<OpenAlertPage, Promise<LevelCount[]>>();

/** How many open alerts match, by severity. Those of other severities than the filter's are counted too. */
export function countsOf(ctx: ViewerContext, page: OpenAlertPage): Promise<LevelCount[]> {
  return memoize(counted, page, async () => {
    await chargeCounting(ctx, page.filter, page.chargedRows);
    const values = await valuesOf(ctx, { ...page.filter, severities: null }, { counts: true });
    return readPrepared<LevelCount>(ctx.em, severityCounts, values);
  });
}

/** The groups of the team's matching open alerts, worst first. */
export async function openAlertGroups(
  ctx: ViewerContext,
  { by, filter, first, skip }: AlertGroupsArgs,
): Promise<AlertGroup[]> {
  await chargeCounting(ctx, filter ?? {});
  const values = [...(await valuesOf(ctx, filter ?? {}, { counts: true })), first, skip];
  return readPrepared<AlertGroup>(ctx.em, groupsBy[by], values);
}

/**
 * Charges for the open alerts that a page looks through, and for looking for words in them. In the order of the index,
 * only skipped ones are looked through. A filter may look through all of them, because it may match none.
 * @returns how many open alerts were charged for, apart from words
 */
async function chargePage(
  ctx: ViewerContext,
  { filter, order, after, before, skip }: OpenAlertsArgs,
): Promise<number> {
  const isIndexed =
    order === AlertOrder.worst && Object.values(filter ?? {}).every((wanted) => (wanted ?? null) === null);
  const skipped = after || before ? 0 : skip;
  if (isIndexed && skipped === 0) return 0;
  const open = await openAlertCount(ctx);
  const rows = isIndexed ? Math.min(skipped, open) : open;
  chargeRows(ctx, rows, rowsPerPoint.summedUp);
  await chargeWords(ctx, filter?.search, open);
  return rows;
}

/**
 * Charges for counting, which looks through all open alerts, however few match.
 * @param chargedRows how many of them the page has charged for
 */
async function chargeCounting(ctx: ViewerContext, filter: AlertFilter, chargedRows = 0): Promise<void> {
  const open = await openAlertCount(ctx);
  chargeRows(ctx, Math.max(0, open - chargedRows), rowsPerPoint.summedUp);
  await chargeWords(ctx, filter.search, open);
}

/** Charges for looking for words in the open alerts, and for the devices whose addresses are read for them. */
async function chargeWords(
  ctx: ViewerContext,
  search: string | null | undefined,
  openAlerts: number,
): Promise<void> {
  chargeSearch(ctx, search, openAlerts);
  if (!wordsOf(search).some(ipPart)) return;
  const [counted] = await queryRows(
    ctx.em,
    { devices: int },
    'select count(*)::int as devices from device d join controller c on c.id = d.controller_id where c.team_id = ?',
    [ctx.viewer.team.id],
  );
  chargeRows(ctx, counted!.devices, rowsPerPoint.summedUp);
}

/** Whether an alert is open and matches, by the same condition as lists. */
export async function matches(reader: Reader, alertId: string, filter: AlertFilter): Promise<boolean> {
  const values = [...(await valuesOf(reader, filter, { onlyId: alertId })), alertId];
  const [row] = await readPrepared<{ found: boolean }>(reader.em, isMatch, values);
  return row?.found ?? false;
}

/**
 * The parameters $1 to $17 of every statement below.
 * @param counts whether the statement counts new alerts, whatever the filter
 * @param onlyId the only alert that the statement looks at
 */
async function valuesOf(
  { em, viewer }: Reader,
  filter: AlertFilter,
  { counts = false, onlyId }: { counts?: boolean; onlyId?: string } = {},
): Promise<unknown[]> {
  const { controllerId, siteId, severities, types, states, search, ids, inGroups } = filter;
  const { customerIds, unassigned, tags, deviceMac, beganFrom, beganTo } = filter;
  const words = wordsOf(search).map(soughtAs);
  // An ID that can't exist matches nothing. PostgreSQL would refuse the comparison.
  const known = (id: string) => (isId(id) ? id : noOne);
  // Most lists don't ask which alerts are new.
  const asksNew = counts || states?.some((state) => ofMaintenance.includes(state));
  return [
    viewer.team.id,
    controllerId ? known(controllerId) : null,
    siteId ?? null,
    severities ?? null,
    types ?? null,
    states ?? null,
    words.length > 0 ? JSON.stringify(words) : null,
    ids?.map(known) ?? null,
    inGroups?.by ?? null,
    inGroups?.keys ?? null,
    customerIds?.map(known) ?? null,
    unassigned ?? null,
    tags ? tidyTags(tags) : null,
    deviceMac ?? null,
    asksNew ? await coveredAlerts.value(em, viewer.team.id, onlyId) : [],
    beganFrom ?? null,
    beganTo ?? null,
  ];
}

/** States that depend on maintenance windows. */
const ofMaintenance: readonly OpenAlertState[] = [OpenAlertState.new, OpenAlertState.maintenance];

const noOne = '00000000-0000-0000-0000-000000000000';

/** A word as it is compared: with texts, words of types, ports, and IP addresses. MAC addresses are stored without separators. */
function soughtAs(word: string) {
  const isMac = /^[0-9a-f]{2}([:-][0-9a-f]{2})+$/i.test(word);
  const sought = fold(isMac ? word.replace(/[:-]/g, '') : word);
  return {
    text: sought,
    types: Object.values(AlertType).filter((type) => typeWords[type].includes(sought)),
    port: /^\d{1,4}$/.test(word) ? Number(word) : null,
    ip: ipPart(word) ?? null,
  };
}

/** Expressions as in the index `alert_open_worst_first_by_age`. */
const rank = severityRank('a.severity');
const found = foldedSql(
  `concat_ws(' ', a.device_name, a.device_mac, a.site_name, a.network_site, a.uplink_name, a.rule_name, k.name)`,
);

/** SQL: the tags of a site and of its customer. */
const allTags = `(coalesce(s.tags, '{}') || coalesce(k.tags, '{}'))`;

/**
 * SQL: the IP address of an alert's device, if it contains a word that is searched. The devices are read once for all alerts,
 * and only for words that may be part of an address, because looking each device up doubles the time of a search.
 */
const ipAmongAll = `
  (select jsonb_object_agg(concat_ws(' ', d.controller_id, d.host_id, d.mac), d.ip)
     from device d join controller c on c.id = d.controller_id
    where c.team_id = $1::uuid
      and exists (select from jsonb_to_recordset($7::jsonb) as word (ip text) where strpos(d.ip, word.ip) > 0)
  ) ->> concat_ws(' ', a.controller_id, a.site_id, a.device_mac)`;

/** SQL: the same for a single alert, which changes too often to read all devices each time. */
const ipOfOne = `
  (select d.ip from device d where d.controller_id = a.controller_id and d.host_id = a.site_id and d.mac = a.device_mac)`;

const isNewHere = isNew('$15');

/** The key of an alert's group. */
const groupKeys: Record<AlertGrouping, string> = {
  customer: `coalesce(k.id::text, '')`,
  site: 'a.site_id',
  cause: 'a.type',
};

const groupCases = Object.entries(groupKeys)
  .map(([by, key]) => `when '${by}' then ${key}`)
  .join(' ');

/** SQL: whether an alert is a provider's outage that affects such a site. */
const affects = (site: string): string => `(
  a.type = 'isp_outage' and exists (
    select from affected_site f left join team_site fs on fs.team_id = a.team_id and fs.host_id = f.host_id
      left join customer fk on fk.id = fs.customer_id
     where f.alert_id = a.id and f.until is null and ${site}))`;

/** SQL: alerts with their site and its customer. */
const source = `
  alert a left join team_site s on s.team_id = a.team_id and s.host_id = a.site_id
          left join customer k on k.id = s.customer_id`;

/**
 * SQL: whether an alert is the team's, open, and matches the parameters of `valuesOf`.
 * @param ip SQL: the IP address of its device
 */
const conditionWith = (ip: string): string => `
  a.team_id = $1::uuid and a.resolved_at is null
  and ($2::uuid is null or a.controller_id = $2 or ${affects('f.controller_id = $2')})
  and ($3::text is null or a.type <> 'isp_outage' and a.site_id = $3 or ${affects('f.host_id = $3')})
  and ($4::text[] is null or a.severity = any($4))
  and ($5::text[] is null or a.type = any($5))
  and ($6::text[] is null
       or 'new' = any($6) and ${isNewHere}
       or 'acknowledged' = any($6) and a.acknowledged_at is not null
       or 'snoozed' = any($6) and ${isSnoozed}
       or 'maintenance' = any($6) and a.id = any($15::uuid[])
       or 'flapping' = any($6) and a.flapping_since is not null
       or 'unknown' = any($6) and a.unknown_since is not null)
  and ($7::jsonb is null or not exists (
       select from ${computedOnce(`${found} as text`)} sought
         cross join jsonb_to_recordset($7) as word (text text, types jsonb, port int, ip text)
        where not (strpos(sought.text, word.text) > 0 or word.types ? a.type or coalesce(a.port = word.port, false)
                   or word.ip is not null and coalesce(strpos(${ip}, word.ip) > 0, false))))
  and ($8::uuid[] is null or a.id = any($8))
  and ($9::text is null or
       case $9 ${groupCases} end = any($10::text[]))
  and ($11::uuid[] is null or k.id = any($11) or $12::boolean and k.id is null or ${affects('fs.customer_id = any($11)')})
  and ($12 is null or $11 is not null or (k.id is null) = $12)
  and ($13::text[] is null or ${allTags} && $13
       or ${affects(`(coalesce(fs.tags, '{}') || coalesce(fk.tags, '{}')) && $13`)})
  and ($14::text is null or a.device_mac = $14)
  and ($16::timestamptz is null or a.since >= $16)
  and ($17::timestamptz is null or a.since < $17 + interval '1 millisecond')`;

const condition = conditionWith(ipAmongAll);

interface PageRow extends Omit<AlertRow, 'id'> {
  id: string | null;
  place: string | null;
  cursor: string;
}

const pageColumns = {
  cursor: tables.team.last_event_seq,
  place: orNull(text),
  ...(Object.fromEntries(
    Object.entries(alertColumns).map(([name, column]) => [name, orNull(tables.alert[column] as Column)]),
  ) as Record<keyof AlertRow, Column>),
};

/** What each order compares. The id makes every place unique. */
const orders: Record<AlertOrder, { keys: string[]; descending: boolean }> = {
  worst: { keys: [rank, 'a.since', 'a.id'], descending: false },
  newest: { keys: ['a.since', 'a.id'], descending: true },
  oldest: { keys: ['a.since', 'a.id'], descending: false },
};

type Page = Prepared & { columns: typeof pageColumns };

/** A statement for each order: for the first page, and for those behind and before a place. */
const pages = Object.fromEntries(
  Object.entries(orders).map(([order, { keys, descending }]) => [
    order,
    {
      first: pageOf(`${order} first`, keys, descending),
      after: pageOf(`${order} after`, keys, descending, descending ? '<' : '>'),
      before: pageOf(`${order} before`, keys, !descending, descending ? '>' : '<'),
    },
  ]),
) as Record<AlertOrder, Record<'first' | 'after' | 'before', Page>>;

function pageOf(name: string, keys: string[], descending: boolean, compared?: '<' | '>'): Page {
  // A place has all three, of which an order may compare two.
  const place = [...(keys.length > 2 ? ['$19::int'] : []), '$20::timestamptz', '$21::uuid'];
  const sorted = keys.map((key) => `${key} ${descending ? 'desc' : 'asc'}`).join(', ');
  return {
    name: `open alerts, ${name}`,
    columns: pageColumns,
    text: `
      select t.last_event_seq as cursor,
             ${rank} || '/' || to_char(a.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '/' || a.id as place,
             ${Object.entries(alertColumns).map(([property, column]) => `a.${column} as "${property}"`)}
        from team t
        left join lateral (
          select a.* from ${source}
           where ${condition}
             ${compared ? `and (${keys.join(', ')}) ${compared} (${place.join(', ')}) and $19::int > 0` : ''}
           order by ${sorted}
           limit $18 ${compared ? '' : 'offset $19'}
        ) a on true
       where t.id = $1
       order by ${sorted}`,
  };
}

/**
 * The place of a cursor, as the parameters $19 to $21.
 * @throws Invalid
 */
function placeIn(cursor: string): [rank: number, since: string, id: string] {
  const [, place, time, id] = /^([1-4])\/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\/(.+)$/.exec(cursor) ?? [];
  if (!place || !time || !id || !isId(id) || !exists(time))
    throw new Invalid({ after: 'Unknown cursor: load the alerts again' });
  return [Number(place), time, id];
}

/** Whether a time in UTC exists: JavaScript takes 30 February for a day in March, and the year 0 for 1 BC. */
function exists(time: string): boolean {
  const at = Date.parse(time);
  const second = 'YYYY-MM-DDTHH:MM:SS'.length;
  return at >= firstYear && new Date(at).toISOString().slice(0, second) === time.slice(0, second);
}

const firstYear = Date.parse('0001-01-01T00:00:00Z');

const severityCounts = {
  name: 'open alerts by severity',
  columns: { severity: tables.alert.severity, count: int, newCount: int },
  text: `
    select a.severity, count(*)::int as count, (count(*) filter (where ${isNewHere}))::int as "newCount"
      from ${source} where ${condition} group by a.severity`,
};

/** What all alerts of a group have in common. One cause can be at several customers. */
const customerOf = (by: AlertGrouping, column: string, type = 'text') =>
  by === AlertGrouping.cause ? `null::${type}` : column;

const groupsBy = Object.fromEntries(
  Object.values(AlertGrouping).map((by) => [
    by,
    {
      name: `open alerts by ${by}`,
      columns: {
        key: text,
        type: orNull(tables.alert.type),
        siteId: orNull(text),
        siteName: orNull(text),
        customerId: orNull(tables.customer.id),
        customerName: orNull(tables.customer.name),
        customerColor: orNull(tables.customer.color),
        count: int,
        newCount: int,
        siteCount: int,
        severity: tables.alert.severity,
        oldest: timestamp,
      },
      text: `
        select ${groupKeys[by]} as key, ${by === AlertGrouping.cause ? 'min(a.type)' : 'null::text'} as type,
               ${by === AlertGrouping.site ? 'min(a.site_id)' : 'null::text'} as "siteId",
               ${by === AlertGrouping.site ? 'coalesce(max(s.name), max(a.site_name))' : 'null::text'} as "siteName",
               ${customerOf(by, '(array_agg(k.id))[1]', 'uuid')} as "customerId",
               ${customerOf(by, 'max(k.name)')} as "customerName", ${customerOf(by, 'max(k.color)')} as "customerColor",
               count(distinct a.site_id)::int as "siteCount",
               count(*)::int as count, (count(*) filter (where ${isNewHere}))::int as "newCount",
               ${worstSeverity('a.severity')} as severity, min(a.since) as oldest
          from ${source} where ${condition}
         group by 1 order by min(${rank}), count(*) desc, 1
         limit $18 offset $19`,
    },
  ]),
) as Record<AlertGrouping, Prepared & { columns: Record<keyof AlertGroup, Column> }>;

const isMatch = {
  name: 'whether an open alert matches',
  columns: { found: bool },
  text: `select exists (select from ${source} where a.id = $18::uuid and ${conditionWith(ipOfOne)}) as found`,
};
