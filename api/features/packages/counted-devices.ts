/**
 * SQL condition: the devices `d` of a controller `c` that count against a package. These are the devices of its monitored
 * sites, while the controller itself is within the limits. A device that moved or was removed doesn't count. One whose
 * state is unknown while its console is read counts for one more hour, and again when it returns.
 */
export const countedDevices = `
  not c.over_limit and d.left_at is null and d.host_id = coalesce(c.selected_site_id, d.host_id)
  and (d.state <> 'unknown' or d.state_since > now() - interval '1 hour' or not exists (
    select from device seen
     where seen.controller_id = d.controller_id and seen.host_id = d.host_id and seen.state <> 'unknown'))`;

/** SQL: what makes a row `d` one device. Two controllers of a team can monitor the same console, and it counts once. */
export const sameDevice = '(d.host_id, d.mac)';
