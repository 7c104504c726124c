/**
 * SQL: the controllers that a provider's outage has affected, as an array. `null` for
 * other alerts.
 * @param alertId SQL: its ID
 */
export const alsoAffected = (alertId: string): string => `(
  select array_agg(distinct f.controller_id) from affected_site f where f.alert_id = ${alertId})`;

const openOutages = `
  select o.id, o.team_id, f.controller_id, f.host_id, o.severity
    from affected_site f join alert o on o.id = f.alert_id and o.resolved_at is null
   where f.until is null`;

/**
 * SQL: the open alerts of each site. A provider's outage is one alert, and listed at all sites that it affects, because their
 * own alerts are part of it.
 */
export const openAlertsBySite = `
  select id, team_id, controller_id, site_id, severity from alert where resolved_at is null and type <> 'isp_outage'
  union all
  ${openOutages}`;

/** SQL: the open alerts of each controller, in which one may be repeated. An outage without a site is at its own. */
export const openAlertsByController = `
  select id, team_id, controller_id, site_id, severity from alert where resolved_at is null
  union all
  ${openOutages}`;
