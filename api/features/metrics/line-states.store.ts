import type { EntityManager } from '@mikro-orm/postgresql';
import type { LineSource } from '../unifi/reading.ts';

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
      join wan w on w.controller_id = ? and w.host_id = s."hostId" and w.site_id = s."siteId" and w.key = s.key
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
  select w.id as wan_id, f.alert_id, f.since, coalesce(a.provider, 'AS' || a.asn, 'Internet provider') as provider,
         (select count(*) from affected_site o where o.alert_id = a.id and o.until is null)::int as site_count
    from affected_site f
    join alert a on a.id = f.alert_id
    join controller c on c.team_id = a.team_id
    join wan w on w.controller_id = c.id and w.host_id = f.host_id and w.site_id = f.network_site_id and w.key = f.line
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
