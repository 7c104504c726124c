import { Field, Int, ObjectType } from 'type-graphql';
import { int, text, textsOf } from '#api/db/columns.ts';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { openAlertsBySite } from '#api/db/open-alerts.ts';
import { worstRank } from '#api/db/severity.ts';
import { tables } from '#api/db/tables.ts';
import { fold, naturalOrderSql, soughtSql, wordsOf } from '#api/db/text-search.ts';
import { batched } from '#api/graphql/batching.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { chargeRows, chargeSearch, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import { openAlertCount } from '../alerts/alerts.service.ts';
import type { Customer } from '../customers/customer.entity.ts';
import { tidyTags } from '../customers/tags.ts';
import type { SitePage, SiteSearch } from './site.input.ts';
import { TeamSite } from './team-site.entity.ts';
import { allTags } from './team-sites.store.ts';

@ObjectType({ description: 'A tag that sites or customers of your team have.' })
export class TagCount {
  @Field({ description: 'The tag, in lower case.' })
  tag!: string;

  @Field(() => Int, { description: 'Number of sites that have it, themselves or through their customer.' })
  sites!: number;
}

/** A page of the sites that the team's controllers list, by name or those in trouble first. */
export async function teamSites(
  ctx: ViewerContext,
  { first, skip, worstFirst, ...search }: SitePage,
): Promise<TeamSite[]> {
  const { em, viewer } = ctx;
  const { sql, values } = matching(viewer.team.id, search);
  // Before the statement: a page behind the last has read as much.
  if (worstFirst) chargeRows(ctx, await openAlertCount(ctx), rowsPerPoint.summedUp);
  await chargeSites(ctx, search);
  // Grouped instead of joined: in a storm, PostgreSQL's statistics know of few open alerts yet, and it would compare each site
  // with each site in trouble.
  const rows = await queryRows(
    em,
    { id: tables.team_site.id },
    `with worst as (
       select site_id, count(*) as alerts, ${worstRank()} as rank from (${openAlertsBySite}) a
        where team_id = ? ${worstFirst ? '' : 'and false'} group by 1)
     select id from (
       select max(id)::uuid as id, max(name) as name, min(rank) as rank, max(alerts) as alerts from (
         select s.id::text as id, s.host_id, s.name, null::int as rank, 0 as alerts ${sql}
         union all select null, site_id, null, rank, alerts from worst) one
        group by host_id) s
      where id is not null
      order by rank nulls last, alerts desc, ${naturalOrderSql('name')}, id limit ? offset ?`,
    [viewer.team.id, ...values, first, skip],
  );
  const ids = rows.map(({ id }) => id);
  const found = await em.find(TeamSite, { id: { $in: ids } });
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** The number of matching sites. */
export async function teamSiteCount(ctx: ViewerContext, search: SiteSearch): Promise<number> {
  const { em, viewer } = ctx;
  await chargeSites(ctx, search);
  const { sql, values } = matching(viewer.team.id, search);
  const [row] = await queryRows(em, { count: int }, `select count(*)::int as count ${sql}`, values);
  return row?.count ?? 0;
}

/** The IDs of all matching sites. */
export async function matchingIds(ctx: ViewerContext, search: SiteSearch): Promise<string[]> {
  const { em, viewer } = ctx;
  await chargeSites(ctx, search);
  const { sql, values } = matching(viewer.team.id, search);
  const rows = await queryRows(em, { id: tables.team_site.id }, `select s.id ${sql}`, values);
  return rows.map(({ id }) => id);
}

async function chargeSites(ctx: ViewerContext, { search }: SiteSearch): Promise<void> {
  if (search) chargeSearch(ctx, search, await ctx.em.count(TeamSite, { team: ctx.viewer.team }));
}

/** The tags in use, the most frequent first. */
export async function siteTags(ctx: ViewerContext): Promise<TagCount[]> {
  chargeRows(ctx, await teamSiteCount(ctx, {}), rowsPerPoint.summedUp);
  return queryRows(
    ctx.em,
    { tag: text, sites: int },
    `select tag, count(*)::int as sites
       from team_site s left join customer k on k.id = s.customer_id cross join lateral unnest(${allTags}) tag
      where s.team_id = ? and s.controller_id is not null group by tag order by count(*) desc, tag limit 1000`,
    [ctx.viewer.team.id],
  );
}

/** The customer of each site, by `hostId`. */
export const customerOf = batched(async ({ em, viewer }, hostIds) => {
  const sites = await em.find(
    TeamSite,
    { team: viewer.team, hostId: { $in: [...hostIds] }, customer: { $ne: null } },
    { populate: ['customer'] },
  );
  return new Map(
    sites.flatMap(({ hostId, customer }) => (customer ? [[hostId, customer as Customer] as const] : [])),
  );
});

/** The tags of each site and of its customer, by `hostId`. */
export const tagsOf = batched(async ({ em, viewer }, hostIds) => {
  const rows = await queryRows(
    em,
    { hostId: tables.team_site.host_id, tags: textsOf<string[]>() },
    `select s.host_id as "hostId", ${allTags} as tags
       from team_site s left join customer k on k.id = s.customer_id
      where s.team_id = ? and s.host_id in (select json_array_elements_text(?::json))`,
    [viewer.team.id, JSON.stringify(hostIds)],
  );
  return new Map(rows.map(({ hostId, tags }) => [hostId, tags]));
});

/** SQL from `from` on: the listed sites of a team that match. */
function matching(teamId: string, { ids, search, customerIds, tags, controllerId, unassigned }: SiteSearch) {
  const words = wordsOf(search).map(fold);
  const sought = soughtSql(`concat_ws(' ', s.name, k.name, array_to_string(${allTags}, ' '), c.name)`, words);
  const conditions: [string, unknown[]][] = [
    ['s.team_id = ?', [teamId]],
    ...sought.conditions.map((sql, at): [string, unknown[]] => [sql, [words[at]]]),
    ...(ids ? [['s.id = any(?::uuid[])', [idArray(ids)]] as [string, unknown[]]] : []),
    ...(customerIds
      ? [['s.customer_id = any(?::uuid[])', [idArray(customerIds)]] as [string, unknown[]]]
      : []),
    ...(tags
      ? [
          [
            `${allTags} && array(select json_array_elements_text(?::json))`,
            [JSON.stringify(tidyTags(tags))],
          ] as [string, unknown[]],
        ]
      : []),
    ...(controllerId
      ? [['s.controller_id = any(?::uuid[])', [idArray([controllerId])]] as [string, unknown[]]]
      : []),
    ...(unassigned === true || unassigned === false
      ? [[`(s.customer_id is null) = ?`, [unassigned]] as [string, unknown[]]]
      : []),
  ];
  return {
    sql: `from team_site s join controller c on c.id = s.controller_id left join customer k on k.id = s.customer_id ${sought.join}
          where ${conditions.map(([sql]) => sql).join(' and ')}`,
    values: conditions.flatMap(([, values]) => values),
  };
}

/** A literal without anything that isn't an ID, which matches nothing. */
const idArray = (ids: readonly string[]): string => `{${ids.filter(isId).join(',')}}`;
