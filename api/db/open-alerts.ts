/**
 * SQL: the open alerts of each site. A provider's outage is one alert, and listed at all sites that it affects, because their
 * own alerts are part of it.
 */
export const openAlertsBySite = `
  select id, team_id, controller_id, site_id, severity from alert where resolved_at is null and type <> 'isp_outage'
  union all
  select o.id, o.team_id, f.controller_id, f.host_id, o.severity
    from affected_site f join alert o on o.id = f.alert_id and o.resolved_at is null
   where f.until is null`;
