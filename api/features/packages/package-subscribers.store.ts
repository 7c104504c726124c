import type { EntityManager } from '@mikro-orm/postgresql';
import { int, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { AffectedTeam, PackagePreview, Package } from './package.entity.ts';

export type Limits = Pick<
  Package,
  'maxControllers' | 'maxDevices' | 'maxAlertsPerMonth' | 'dataRetentionDays'
>;

/** Maximum teams named in a preview. Beyond that only their number is shown. */
const mostListed = 50;

/** Number of teams that have each package or an open subscription to it. With an ID, of that package only. */
export async function subscribersOf(
  em: EntityManager,
  id: string | null = null,
): Promise<Map<string, number>> {
  const rows = await queryRows(
    em,
    { id: tables.package.id, teams: int },
    `select id, count(distinct team)::int as teams from (
       select package_id as id, id as team from team
       union all
       select package_id, team_id from subscription where status not in ('canceled', 'incomplete_expired')
     ) held where id = coalesce(?::uuid, id) group by id`,
    [id],
  );
  return new Map(rows.map(({ id, teams }) => [id, teams]));
}

const use = {
  name: tables.team.name,
  email: orNull(tables.user.email),
  controllers: int,
  devices: int,
  alerts: int,
  days: int,
  total: int,
};

/** Teams of a package whose usage is over the given limits. A limit of `null` isn't checked. */
export async function teamsOverLimits(
  em: EntityManager,
  packageId: string,
  limits: { [Name in keyof Limits]: number | null },
): Promise<PackagePreview> {
  const { maxControllers, maxDevices, maxAlertsPerMonth, dataRetentionDays } = limits;
  const rows = await queryRows(
    em,
    use,
    `select name, email, controllers, devices, alerts, days, count(*) over ()::int as total from (
       select t.name,
              (select u.email from membership m join "user" u on u.id = m.user_id
                where m.team_id = t.id and m.role = 'owner' limit 1) as email,
              (select count(*)::int from controller c where c.team_id = t.id) as controllers,
              (select count(distinct ${sameDevice})::int from controller c join device d on d.controller_id = c.id
                where c.team_id = t.id and ${countedDevices('true')}) as devices,
              coalesce((select raised from alert_month a
                where a.team_id = t.id and a.month = date_trunc('month', now() at time zone 'utc')::date), 0) as alerts,
              coalesce((select extract(day from now() - min(a.timestamp))::int from alert a
                where a.team_id = t.id), 0) as days
         from team t where t.package_id = ?
     ) used
     where controllers > ? or devices > ? or alerts > ? or days > ?
     order by name, email limit ${mostListed}`,
    [packageId, ...[maxControllers, maxDevices, maxAlertsPerMonth, dataRetentionDays].map(highestIfNone)],
  );
  const affected = rows.map(({ name, email, ...used }): AffectedTeam => ({
    teamName: name,
    ownerEmail: email ?? '',
    over: [
      tooMany(used.controllers, maxControllers, 'controller'),
      tooMany(used.devices, maxDevices, 'device'),
      tooMany(used.alerts, maxAlertsPerMonth, 'alert', ' this month'),
      dataRetentionDays !== null && used.days > dataRetentionDays
        ? `${used.days} days of history, ${dataRetentionDays} kept`
        : undefined,
    ].filter((sentence) => sentence !== undefined),
  }));
  return { count: rows[0]?.total ?? 0, affected };
}

const highestIfNone = (limit: number | null): number => limit ?? 2_147_483_647;

function tooMany(used: number, allowed: number | null, noun: string, when = ''): string | undefined {
  if (allowed === null || used <= allowed) return undefined;
  const nouns = used === 1 ? noun : `${noun}s`;
  return `${used.toLocaleString('en')} ${nouns}${when}, ${allowed.toLocaleString('en')} allowed`;
}

/**
 * SQL condition: whether a row of `controller` monitors a site. The selected sites are hashed once per statement,
 * because searching an array of a thousand for each device takes a second.
 * @param controller alias of the row
 * @param hostId the site, in SQL
 * @param among SQL condition for the statement's controllers that names no other table, such as `team_id = ?`
 */
export const watchesSite = (controller: string, hostId: string, among: string): string => `
  (${controller}.selected_site_ids is null or (${controller}.id, ${hostId}) in (
     select id, unnest(selected_site_ids) from controller where ${among}))`;

/**
 * SQL condition: the devices `d` of a controller `c` that count against a package. These are the devices of its monitored
 * sites, while the controller itself is within the limits. A device that moved or was removed doesn't count. One whose
 * state is unknown while its console is read counts for one more hour, and again when it returns.
 * @param among as for `watchesSite`
 */
export const countedDevices = (among: string): string => `
  not c.over_limit and d.left_at is null and ${watchesSite('c', 'd.host_id', among)}
  and (d.state <> 'unknown' or d.state_since > now() - interval '1 hour' or not exists (
    select from device seen
     where seen.controller_id = d.controller_id and seen.host_id = d.host_id and seen.state <> 'unknown'))`;

/** SQL: what makes a row `d` one device. Two controllers of a team can monitor the same console, and it counts once. */
export const sameDevice = '(d.host_id, d.mac)';
