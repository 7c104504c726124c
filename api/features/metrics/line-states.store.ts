import type { EntityManager } from '@mikro-orm/postgresql';
import type { LineReading, LineSource } from '../unifi/reading.ts';

/** The state of a line after a round, and since when it has been the same. */
interface LineState {
  hostId: string;
  siteId: string;
  key: string;
  state: 'up' | 'down' | 'unknown';
  stateSince?: Date | null;
  source?: LineSource;
}

/**
 * Starts and ends the intervals of lines whose state changed, in the caller's transaction. UniFi's cloud reports outages
 * late, so an interval may begin before this round, and the one before it ends there.
 */
export async function recordLineStates(
  em: EntityManager,
  controllerId: string,
  lines: readonly LineState[],
): Promise<void> {
  const states = JSON.stringify(
    lines.map(({ hostId, siteId, key, state, stateSince, source }) => ({
      hostId,
      siteId,
      key,
      state,
      stateSince,
      source,
    })),
  );
  const now = `now as (
    select w.id, s.state, s."stateSince" as since, s.source
      from json_to_recordset(?::json) as s ("hostId" text, "siteId" text, key text, state text, "stateSince" timestamptz,
                                            source text)
      join wan w on w.controller_id = ? and w.host_id = s."hostId" and w.network_site_id = s."siteId" and w.key = s.key
     where s."stateSince" is not null
  )`;
  await em.execute(
    `with ${now}
     update wan_interval i set until = greatest(i.began, now.since) from now
      where i.wan_id = now.id and i.until is null and (now.state = 'unknown' or i.is_up <> (now.state = 'up'))`,
    [states, controllerId],
    'run',
  );
  await em.execute(
    `with ${now}
     insert into wan_interval (wan_id, began, is_up, source)
     select id, since, state = 'up', source from now
      where state <> 'unknown' and not exists (select from wan_interval i where i.wan_id = now.id and i.until is null)`,
    [states, controllerId],
    'run',
  );
}

/**
 * SQL: the lines of consoles that are unreachable because of a provider's outage, with one row for each controller that
 * monitors them. Its value is the alert.
 */
const unreachableLines = `
  select w.id as wan_id, f.alert_id, f.since, a.device_name as provider,
         (select count(*) from affected_site o where o.alert_id = a.id and o.until is null)::int as site_count
    from affected_site f
    join alert a on a.id = f.alert_id
    join controller c on c.team_id = a.team_id
    join wan w on w.controller_id = c.id and w.host_id = f.host_id and w.network_site_id = f.network_site_id and w.key = f.line
   where f.alert_id = ? and f.until is null and f.is_dark`;

/** Writes what can be inferred about lines that aren't measured, once the sites of a provider's outage have changed. */
export async function recordInferredOutages(em: EntityManager, alertId: string, at: Date): Promise<void> {
  await em.execute(
    `with now as (${unreachableLines}),
     ended as (
       update inferred_outage set until = greatest(began, ?)
        where alert_id = ? and until is null and wan_id not in (select wan_id from now)),
     counted as (
       update inferred_outage i set site_count = greatest(i.site_count, now.site_count) from now
        where i.alert_id = now.alert_id and i.wan_id = now.wan_id and i.until is null)
     insert into inferred_outage (wan_id, alert_id, provider, site_count, began)
     select wan_id, alert_id, provider, site_count, since from now
      where not exists (select from inferred_outage i
                         where i.alert_id = now.alert_id and i.wan_id = now.wan_id and i.until is null)`,
    [alertId, at, alertId],
    'run',
  );
}

/** Ends what was inferred from alerts that are over. */
export async function endInferredOutages(
  em: EntityManager,
  alertIds: readonly string[],
  at: Date,
): Promise<void> {
  await em.execute(
    `update inferred_outage set until = greatest(began, ?)
      where until is null and alert_id in (select jsonb_array_elements_text(?::jsonb)::uuid)`,
    [at, JSON.stringify(alertIds)],
    'run',
  );
}

/**
 * Stores what a round saw of the lines that changed, in the caller's transaction. Lines that have never been in use don't
 * matter to any rule.
 */
export async function recordLineChanges(
  em: EntityManager,
  controllerId: string,
  at: Date,
  lines: readonly (LineState & { hasBeenUp: boolean; evaluated?: Pick<LineReading, 'down' | 'takeover'> })[],
): Promise<void> {
  const changes = lines.flatMap(
    ({ hostId, siteId, key, state, hasBeenUp, evaluated: { down, takeover } = {} }) => {
      const span = typeof takeover === 'object' ? takeover : undefined;
      return hasBeenUp
        ? {
            hostId,
            siteId,
            key,
            state,
            downFrom: down?.from,
            downUntil: down?.until,
            takesOver: takeover === undefined ? null : takeover !== false,
            takeoverFrom: span?.from,
            takeoverUntil: span?.until,
          }
        : [];
    },
  );
  if (changes.length === 0) return;
  await em.execute(
    `insert into line_change (wan_id, at, state, down_from, down_until, takes_over, takeover_from, takeover_until)
     select w.id, ?, s.state, s."downFrom", s."downUntil", s."takesOver", s."takeoverFrom", s."takeoverUntil"
       from json_to_recordset(?::json)
              as s ("hostId" text, "siteId" text, key text, state text, "downFrom" timestamptz, "downUntil" timestamptz,
                    "takesOver" boolean, "takeoverFrom" timestamptz, "takeoverUntil" timestamptz)
       join wan w on w.controller_id = ? and w.host_id = s."hostId" and w.network_site_id = s."siteId" and w.key = s.key
     on conflict (wan_id, at) do update
        set state = excluded.state, down_from = excluded.down_from, down_until = excluded.down_until,
            takes_over = excluded.takes_over, takeover_from = excluded.takeover_from,
            takeover_until = excluded.takeover_until`,
    [at, JSON.stringify(changes), controllerId],
    'run',
  );
}

/** Ends open intervals where monitoring stopped. The states are unknown until the next round. */
export async function endLineStates(em: EntityManager, controllerId: string, at: Date): Promise<void> {
  await em.execute(
    `update wan_interval i set until = greatest(i.began, ?) from wan w
      where w.id = i.wan_id and w.controller_id = ? and i.until is null`,
    [at, controllerId],
    'run',
  );
  await em.execute(
    `update wan set state = 'unknown', state_since = ? where controller_id = ? and state <> 'unknown'`,
    [at, controllerId],
    'run',
  );
}
