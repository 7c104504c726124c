/**
 * The devices `d` of a controller `c` that count against a package, as a condition of SQL: those of its watched site, while
 * the controller itself is within the limits. A device that has left the list of a console that is read counts an hour
 * longer: it was removed; when it comes back it counts again.
 */
export const countedDevices = `
  not c.over_limit and d.host_id = coalesce(c.selected_site_id, d.host_id)
  and (d.state <> 'unknown' or d.state_since > now() - interval '1 hour' or not exists (
    select from device seen
     where seen.controller_id = d.controller_id and seen.host_id = d.host_id and seen.state <> 'unknown'))`;
