import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, notNull, textsOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';

/** What rules need to know about a site. */
export interface KnownSite {
  hostId: string;
  name: string;
  customerId: string | null;
  /** Its own tags and those of its customer. */
  tags: string[];
  /** Whether a controller is known that lists it. */
  isListed: boolean;
}

/** SQL: the tags of the site `s` and of its customer `k`, each once. */
export const allTags = `array(select distinct unnest(s.tags || coalesce(k.tags, '{}')) order by 1)`;

/**
 * SQL: the sites that a controller lists, and the sites of its devices and open alerts, as a JSON array of `KnownSite`.
 * Its values are the team, the controller, the listed `hostId`s as JSON, and the controller twice.
 */
export const knownSitesSql = `
  select coalesce(json_agg(json_build_object(
           'hostId', s.host_id, 'name', s.name, 'customerId', s.customer_id, 'tags', ${allTags},
           'isListed', s.controller_id is not null)), '[]')
    from team_site s left join customer k on k.id = s.customer_id
   where s.team_id = ? and (s.controller_id = ? or s.host_id in (select json_array_elements_text(?::json))
     or s.host_id in (select host_id from device where controller_id = ?)
     or s.host_id in (select site_id from alert where controller_id = ? and resolved_at is null))`;

/**
 * SQL: whether a controller was last read more than two of its intervals ago, or can't be read. Its value is the default
 * polling interval in seconds.
 */
export const isLate = (controller: string): string => `(
  ${controller}.status = 'error' or ${controller}.last_sync is null
  or ${controller}.last_sync < now() - make_interval(secs => 2 * coalesce(${controller}.poll_seconds, ?) + 30))`;

/**
 * SQL: every monitored site. It is monitored by a controller for which it is selected, else by the one that lists it and
 * monitors all. `unknown_reason` is null only for a site that the latest reading saw: not while its controller or console
 * can't be read or is late, before the first reading, or once the console is gone. `unread_since` is the latest reading of a
 * late controller. Its values are the default polling interval in seconds, and the team, twice.
 */
export const monitoredSites = `
  with own as materialized (
    select c.id, c.created_at, c.selected_site_ids, c.status, c.status_reason, c.last_sync, ${isLate('c')} as is_late
      from controller c where c.team_id = ? and not c.over_limit)
  select s.host_id, s.name, s.customer_id, c.id as controller_id,
         case when c.status in ('pending', 'error') then coalesce(c.status_reason, '')
              when c.is_late then ''
              when latest.seen is not true then coalesce(latest.problem, c.status_reason, '') end as unknown_reason,
         case when c.is_late then c.last_sync end as unread_since
    from team_site s
    left join (
      select distinct on (host_id) host_id, id as controller_id
        from (select id, created_at, unnest(selected_site_ids) as host_id from own) one
       order by host_id, created_at, id) selected
      on selected.host_id = s.host_id
    join own c on c.id = coalesce(selected.controller_id, s.controller_id)
    left join reachability_interval latest on latest.controller_id = c.id and latest.host_id = s.host_id
      and latest.until is null
   where s.team_id = ? and (selected.controller_id is not null or c.selected_site_ids is null)`;

/** All sites of a team, each with the controller that lists it, the oldest if several do. */
export function sitesOf(
  em: EntityManager,
  teamId: string,
): Promise<(KnownSite & { controllerId: string | null })[]> {
  return queryRows(em, knownSite, `${selectKnown} where s.team_id = ?`, [teamId]);
}

/** A site. One that isn't known yet has no customer and no tags. */
export async function siteAt(em: EntityManager, teamId: string, hostId: string): Promise<KnownSite> {
  const sql = `${selectKnown} where s.team_id = ? and s.host_id = ?`;
  const [site] = await queryRows(em, knownSite, sql, [teamId, hostId]);
  return site ?? { hostId, name: hostId, customerId: null, tags: [], isListed: false };
}

/** The HaloPSA clients that the customers of sites are linked to, by `hostId`. Sites without one are left out. */
export async function customerClients(
  em: EntityManager,
  teamId: string,
  hostIds: readonly string[],
): Promise<Map<string, { customerName: string; clientId: number; clientName: string | null }>> {
  const { name, halo_client_id, halo_client_name } = tables.customer;
  const rows = await queryRows(
    em,
    {
      hostId: tables.team_site.host_id,
      customerName: name,
      clientId: notNull(halo_client_id),
      clientName: halo_client_name,
    },
    `select s.host_id as "hostId", k.name as "customerName", k.halo_client_id as "clientId", k.halo_client_name as "clientName"
       from team_site s join customer k on k.id = s.customer_id
      where s.team_id = ? and k.halo_client_id is not null and s.host_id in (select json_array_elements_text(?::json))`,
    [teamId, JSON.stringify(hostIds)],
  );
  return new Map(rows.map(({ hostId, ...client }) => [hostId, client]));
}

const { host_id, name, customer_id, controller_id } = tables.team_site;
const knownSite = {
  hostId: host_id,
  name,
  customerId: customer_id,
  tags: textsOf<string[]>(),
  isListed: bool,
  controllerId: controller_id,
};
const selectKnown = `
  select s.host_id as "hostId", s.name, s.customer_id as "customerId", ${allTags} as tags,
         s.controller_id is not null as "isListed", s.controller_id as "controllerId"
    from team_site s left join customer k on k.id = s.customer_id`;

/**
 * Writes the sites that a controller lists and that are new or renamed. A new one belongs to the controller's default
 * customer. Requires the team's lock.
 * @returns whether anything was written
 */
export async function recordSites(
  em: EntityManager,
  { teamId, controllerId }: { teamId: string; controllerId: string },
  listed: readonly { hostId: string; name: string }[],
  known: readonly KnownSite[],
): Promise<boolean> {
  const byHost = new Map(known.map((site) => [site.hostId, site]));
  const changed = listed.filter(({ hostId, name }) => {
    const site = byHost.get(hostId);
    return !site?.isListed || site.name !== name;
  });
  if (changed.length === 0) return false;
  await em.execute(
    `insert into team_site as known (team_id, host_id, name, controller_id, customer_id)
     select ?, seen."hostId", seen.name, c.id, c.default_customer_id
       from controller c cross join json_to_recordset(?::json) as seen ("hostId" text, name text)
      where c.id = ?
     on conflict (team_id, host_id) do update set name = excluded.name,
       controller_id = coalesce(known.controller_id, excluded.controller_id)`,
    [teamId, JSON.stringify(changed.map(({ hostId, name }) => ({ hostId, name }))), controllerId],
    'run',
  );
  return true;
}
