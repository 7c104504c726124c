import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, Int, ObjectType } from 'type-graphql';
import { int, text, textsOf } from '#api/db/columns.ts';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { fold, foldedSql, wordsOf } from '#api/db/text-search.ts';
import { batched } from '#api/graphql/batching.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid, NotFound } from '#api/lib/errors.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { AlertChangeKind } from '../alerts/alert.enums.ts';
import { record } from '../audit/audit.service.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { tidyTags } from '../customers/tags.ts';
import { findOwn, withLockedTeam } from '../teams/lock-team.store.ts';
import type { SiteAssignment, SitePage, SiteSearch, SiteTagging } from './site.input.ts';
import { TeamSite } from './team-site.entity.ts';
import { allTags } from './team-sites.store.ts';

@ObjectType({ description: 'A tag that sites or customers of your team have.' })
export class TagCount {
  @Field({ description: 'The tag, in lower case.' })
  tag!: string;

  @Field(() => Int, { description: 'Number of sites that have it, themselves or through their customer.' })
  sites!: number;
}

/** A page of the sites that the team's controllers list, by name. */
export async function teamSites(
  ctx: CustomerContext,
  { first, after, ...search }: SitePage,
): Promise<TeamSite[]> {
  const { em, viewer } = ctx;
  const { sql, values } = matching(viewer.team.id, search);
  const rows = await queryRows(
    em,
    { id: tables.team_site.id },
    `select s.id ${sql}
        and not exists (select from team_site last where last.id = ? and last.team_id = s.team_id
                           and (lower(s.name), s.id) <= (lower(last.name), last.id))
      order by lower(s.name), s.id limit ?`,
    [...values, after && isId(after) ? after : null, first],
  );
  const ids = rows.map(({ id }) => id);
  const found = await em.find(TeamSite, { id: { $in: ids } });
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** The number of matching sites. */
export async function teamSiteCount({ em, viewer }: CustomerContext, search: SiteSearch): Promise<number> {
  const { sql, values } = matching(viewer.team.id, search);
  const [row] = await queryRows(em, { count: int }, `select count(*)::int as count ${sql}`, values);
  return row?.count ?? 0;
}

/** The tags in use, the most frequent first. */
export function siteTags({ em, viewer }: CustomerContext): Promise<TagCount[]> {
  return queryRows(
    em,
    { tag: text, sites: int },
    `select tag, count(*)::int as sites
       from team_site s left join customer k on k.id = s.customer_id cross join lateral unnest(${allTags}) tag
      where s.team_id = ? and s.controller_id is not null group by tag order by count(*) desc, tag limit 1000`,
    [viewer.team.id],
  );
}

/**
 * Open alerts of the sites are reported as changed, because lists show and group by customer.
 * @throws NotFound for another team's site or customer
 */
export function assignSites(
  ctx: CustomerContext,
  { siteIds, customerId }: SiteAssignment,
): Promise<TeamSite[]> {
  return changeSites(ctx, siteIds, async (own, sites) => {
    const customer = customerId ? await findOwn(own, Customer, customerId, 'Customer') : null;
    for (const site of sites) site.customer = customer;
    return { action: 'site.assign', after: { customer: customer?.name ?? null } };
  });
}

/** @throws NotFound for another team's site, Invalid for more than 20 tags */
export function tagSites(ctx: CustomerContext, { siteIds, add, remove }: SiteTagging): Promise<TeamSite[]> {
  const [added, removed] = [tidyTags(add), new Set(tidyTags(remove))];
  return changeSites(ctx, siteIds, async (_, sites) => {
    for (const site of sites) {
      site.tags = tidyTags([...site.tags, ...added]).filter((tag) => !removed.has(tag));
      if (site.tags.length > 20) throw new Invalid({ add: `${site.name} would have more than 20 tags` });
    }
    return { action: 'site.tag', after: { added: added.join(', '), removed: [...removed].join(', ') } };
  });
}

/** Sets the customer that new sites of a controller belong to. Known sites keep theirs. @throws NotFound */
export function setDefaultCustomer(
  ctx: CustomerContext,
  controllerId: string,
  customerId: string | null | undefined,
): Promise<Controller> {
  return withLockedTeam(ctx, 'manage', async (own) => {
    const controller = await findOwn(own, Controller, controllerId, 'Controller');
    controller.defaultCustomer = customerId ? await findOwn(own, Customer, customerId, 'Customer') : null;
    await own.em.flush();
    return controller;
  });
}

async function changeSites(
  ctx: CustomerContext,
  siteIds: readonly string[],
  work: (
    own: CustomerContext,
    sites: TeamSite[],
  ) => Promise<{ action: string; after: Record<string, string | null> }>,
): Promise<TeamSite[]> {
  if (siteIds.length === 0) throw new Invalid({ siteIds: 'Choose at least one site' });
  if (!siteIds.every(isId)) throw new NotFound('Site');
  return withLockedTeam(ctx, 'manage', async (own) => {
    const { em, viewer } = own;
    const sites = await em.find(TeamSite, { id: { $in: [...siteIds] }, team: viewer.team });
    if (sites.length < new Set(siteIds).size) throw new NotFound('Site');
    const { action, after } = await work(own, sites);
    await em.flush();
    await reportAlertsOf(em, viewer.team.id, 's.id', siteIds);
    const [one] = sites;
    const subject = sites.length === 1 ? one!.name : `${sites.length} sites`;
    await record(em, own, { action, subject, subjectId: sites.length === 1 ? one!.id : null, after });
    return sites;
  });
}

/** Follows a change to a customer's tags, or its deletion. Requires the team's lock. */
export async function reportAlertsOfCustomer(
  em: EntityManager,
  customerId: string,
  teamId: string,
): Promise<void> {
  await reportAlertsOf(em, teamId, 's.customer_id', [customerId]);
}

/** Reports the open alerts of some sites as changed. */
async function reportAlertsOf(
  em: EntityManager,
  teamId: string,
  column: 's.id' | 's.customer_id',
  ids: readonly string[],
): Promise<void> {
  const open = await queryRows(
    em,
    { alertId: tables.alert.id, controllerId: tables.alert.controller_id },
    `select a.id as "alertId", a.controller_id as "controllerId"
       from alert a join team_site s on s.team_id = a.team_id and s.host_id = a.site_id
      where a.team_id = ? and a.resolved_at is null and ${column} = any(?::uuid[])`,
    [teamId, `{${ids.join(',')}}`],
  );
  await appendEvents(
    em,
    teamId,
    open.map((alert) => ({ ...alert, kind: AlertChangeKind.changed })),
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
function matching(teamId: string, { search, customerIds, tags, controllerId, unassigned }: SiteSearch) {
  const words = wordsOf(search).map(fold);
  const searched = `concat_ws(' ', s.name, k.name, array_to_string(${allTags}, ' '), c.name)`;
  const conditions: [string, unknown[]][] = [
    ['s.team_id = ?', [teamId]],
    ...words.map((word): [string, unknown[]] => [`strpos(${foldedSql(searched)}, ?) > 0`, [word]]),
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
    sql: `from team_site s join controller c on c.id = s.controller_id left join customer k on k.id = s.customer_id
          where ${conditions.map(([sql]) => sql).join(' and ')}`,
    values: conditions.flatMap(([, values]) => values),
  };
}

/** A literal without anything that isn't an ID, which matches nothing. */
const idArray = (ids: readonly string[]): string => `{${ids.filter(isId).join(',')}}`;
