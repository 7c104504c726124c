import type { EntityManager } from '@mikro-orm/postgresql';
import { textsOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { allTags } from '../sites/team-sites.store.ts';
import { MaintenanceRepeat, MaintenanceWindow } from './maintenance-window.entity.ts';
import { longest } from './maintenance-window.input.ts';
import { coversPlace, occurrenceAt, type WindowCoverage } from './occurrences.ts';

/** The team's windows that are on. */
export async function windowsOn(em: EntityManager, teamId: string): Promise<MaintenanceWindow[]> {
  const now = new Date();
  // Without those that have been over for long, whose places may be many.
  const earliest = new Date(now.getTime() - (longest.once + 2 * longest.weekly) * 60_000).toISOString();
  const windows = await em.find(
    MaintenanceWindow,
    {
      team: teamId,
      $or: [{ repeats: MaintenanceRepeat.weekly }, { startsAt: { $gte: earliest.slice(0, 16) } }],
    },
    { disableIdentityMap: true },
  );
  return windows.filter((window) => occurrenceAt(window, now));
}

/** IDs of the team's open alerts that a window covers now. With `onlyId`, only this alert is looked at. */
export async function alertsInMaintenance(
  em: EntityManager,
  teamId: string,
  onlyId?: string,
): Promise<string[]> {
  const alerts = await alertsUnder(em, teamId, await windowsOn(em, teamId), onlyId);
  return alerts.map(({ id }) => id);
}

/** The team's open alerts that any of the windows covers, whether they are on or not. */
export async function alertsUnder(
  em: EntityManager,
  teamId: string,
  windows: readonly WindowCoverage[],
  onlyId?: string,
): Promise<{ id: string; controllerId: string }[]> {
  if (windows.length === 0) return [];
  // By site, because each of many windows may be limited to some of thousands of sites.
  const bySite = new Map<string | null, WindowCoverage[]>();
  for (const window of windows)
    for (const site of sitesOf(window)) bySite.set(site, [...(bySite.get(site) ?? []), window]);
  const everywhere = bySite.get(null) ?? [];
  const alerts = await queryRows(
    em,
    placeColumns,
    `select a.id, a.controller_id as "controllerId", a.site_id as "siteId", a.device_mac as "deviceMac",
            s.customer_id as "customerId", ${allTags} as tags
       from alert a left join team_site s on s.team_id = a.team_id and s.host_id = a.site_id
                    left join customer k on k.id = s.customer_id
      where a.team_id = ? and a.resolved_at is null and a.type <> 'isp_outage'
        ${everywhere.length > 0 ? '' : 'and a.site_id in (select json_array_elements_text(?::json))'}
        ${onlyId === undefined ? '' : 'and a.id = ?'}`,
    [
      teamId,
      ...(everywhere.length > 0 ? [] : [JSON.stringify([...bySite.keys()])]),
      ...(onlyId === undefined ? [] : [onlyId]),
    ],
  );
  return alerts.filter((alert) => {
    const there = bySite.get(alert.siteId) ?? [];
    return [everywhere, there].some((some) => some.some((window) => coversPlace(window, alert)));
  });
}

/** The sites that a window is limited to. `null` is every site. */
function sitesOf({ siteId, places }: WindowCoverage): Set<string | null> {
  if (siteId) return new Set([siteId]);
  return new Set(places.length > 0 ? places.map((place) => place.siteId) : [null]);
}

const placeColumns = {
  id: tables.alert.id,
  controllerId: tables.alert.controller_id,
  siteId: tables.alert.site_id,
  deviceMac: tables.alert.device_mac,
  customerId: tables.team_site.customer_id,
  tags: textsOf<string[]>(),
};
